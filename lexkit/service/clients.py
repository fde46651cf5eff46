"""Who asks: the address of a client, and as what it is counted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from litestar.types import HTTPScope

Network = IPv4Network | IPv6Network

#: An address with a port, as some balancers write it.
_WITH_PORT = re.compile(r"\[([^]]+)\](?::\d+)?|([^:]+):\d+", re.ASCII)

#: What a provider gives to one customer, at least: whoever has one address there has them all.
_LINE = 64


class Clients:
    """Tells who asks; balancers in ``networks`` are believed for whom they ask."""

    def __init__(self, networks: Sequence[Network]) -> None:
        self._networks = networks

    def address(self, scope: HTTPScope) -> str:
        """The address of who asks: the last in the list of balancers that is none of ours.

        Each balancer adds to the list, or adds a line (RFC 9110, 5.3: both mean the same).
        """
        address = _peer(scope)
        if not self._is_ours(address):
            return address
        lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        for hop in reversed(b",".join(lines).decode("latin-1").split(",") if lines else ()):
            if not self._is_ours(address):
                break
            address = plain(hop.strip())
        return address

    def is_balancer(self, scope: HTTPScope) -> bool:
        """Whether it is a balancer of ours that asks."""
        return self._is_ours(_peer(scope))

    def _is_ours(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def plain(address: str) -> str:
    """An address in the one way to write it, without a port; anything else stays as it is.

    An address of IPv4 is that also where IPv6 is listened on (``::ffff:192.0.2.1``).
    """
    with_port = _WITH_PORT.fullmatch(address)
    try:
        found = ip_address(with_port[1] or with_port[2] if with_port else address)
    except ValueError:
        return address
    return str((found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found)


def counted(client: str) -> str:
    """What a client is counted as: of IPv6, all the addresses of a line together."""
    if ":" not in client:
        return client
    try:
        return str(ip_network(f"{client}/{_LINE}", strict=False))
    except ValueError:
        return client


def _peer(scope: HTTPScope) -> str:
    return plain(str((scope.get("client") or ("",))[0]))

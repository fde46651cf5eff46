"""Who asks: the addresses that clients, and balancers for them, come from."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from lexkit.service.clients import Clients, counted, plain
from tests.conftest import Shop
from tests.requirements import need
from tests.service.conftest import Start
from tests.service.running import Service

SEARCH = "/v1/rulesets/spiel/search?near=orz"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:5432", "192.0.2.1"),
        ("[2001:DB8::1]:443", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("2001:0db8:0::1", "2001:db8::1"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_an_address_is_written_in_one_way(written: str, meant: str) -> None:
    assert plain(written) == meant


def test_a_line_of_ipv6_has_more_addresses_than_can_be_counted() -> None:
    assert counted("2001:db8:1:2:3::4") == counted("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert counted("2001:db8:1:3::4") != counted("2001:db8:1:2::4")
    assert counted("192.0.2.1") == "192.0.2.1" and counted("token 7") == "token 7"


@pytest.mark.parametrize(
    ("peer", "lines", "client"),
    [
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", [b"192.0.2.1"], "192.0.2.1"),
        ("::ffff:10.0.0.1", [b"192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", [b"198.51.100.1, 192.0.2.1"], "192.0.2.1"),
        # A balancer may add a line of its own, and two balancers two.
        ("10.0.0.1", [b"198.51.100.1", b"192.0.2.1"], "192.0.2.1"),
        ("10.0.0.1", [b"198.51.100.1, 192.0.2.1", b"10.0.0.2"], "192.0.2.1"),
        ("192.0.2.9", [b"198.51.100.1"], "192.0.2.9"),
        ("10.0.0.1", [b"192.0.2.1, \xfc\x00"], "\xfc\x00"),
    ],
)
def test_whom_a_balancer_asks_for(peer: str, lines: list[bytes], client: str) -> None:
    headers = [(b"host", b"x"), *((b"x-forwarded-for", line) for line in lines)]
    scope = {"client": (peer, 5), "headers": headers}
    assert Clients((ip_network("10.0.0.0/8"),)).address(scope) == client  # type: ignore[arg-type]


def test_one_line_of_ipv6_is_one_client(start: Start, workspace: Shop) -> None:
    running = start(
        workspace.root, searches_per_minute=3, proposals_per_hour=2, proxies="127.0.0.1"
    )

    def ask(path: str, n: int, body: object = None) -> int:
        headers = {"X-Forwarded-For": f"2001:db8::{n:x}:{n:x}"}
        return running.ask(path, "GET" if body is None else "POST", body, headers=headers).status

    assert 429 in [ask(SEARCH, n) for n in range(1, 9)]
    proposals = [
        {"word": "probe" + "x" * n, "rulesets": ["spiel"], "reason": "as a test", "by": "a"}
        for n in range(1, 7)
    ]
    assert 429 in [ask("/v1/proposals", n, body) for n, body in enumerate(proposals, 1)]


def test_balancers_are_believed_at_every_address(workspace: Shop, start: Start) -> None:
    """On ``::`` a balancer at 127.0.0.1 shows as ::ffff:127.0.0.1."""
    try:
        running: Service = start(
            workspace.root, host="::", searches_per_minute=1, proxies="127.0.0.0/8"
        )
    except AssertionError as error:
        need("cannot be listened on" not in str(error), "IPv6")
        raise
    statuses = {
        running.ask(SEARCH, headers={"X-Forwarded-For": f"192.0.2.{n}"}).status for n in range(5)
    }
    assert statuses == {200}

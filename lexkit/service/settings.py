"""What the service is told: by `lexkit.yaml`, then by the environment, then by its options."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

import msgspec

from lexkit.errors import LexkitError
from lexkit.workspace import Workspace
from lexkit.yamlfile import Fields

#: The variables of the environment are these letters and the name of a setting: LEXKIT_SERVE_PORT.
PREFIX = "LEXKIT_SERVE_"

#: How a process that is started gets the settings of the one that starts it.
_HANDED_ON = "LEXKIT_SERVE_SETTINGS"


#: What each setting says, for the help of `lexkit serve`.
SAYS = {
    "host": "The address to listen on.",
    "port": "The port to listen on.",
    "workers": "How many processes answer.",
    "proxies": "A balancer (address or network) that is believed for whom it asks.",
    "origins": "A site whose pages may ask from a browser; * is every one.",
    "open_proposals": "Whether one may propose without a token.",
    "proposals_per_hour": "How often a client may propose.",
    "searches_per_minute": "How often a client may search, in each process.",
    "request_seconds": "How long a request may take.",
    "access_log": "Log every request.",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings by name (`SAYS`). Each may stand under ``serve`` in `lexkit.yaml`."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    proxies: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    open_proposals: bool = True
    proposals_per_hour: int = 60
    searches_per_minute: int = 120
    request_seconds: int = 30
    access_log: bool = False

    @property
    def networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks that balancers are in."""
        return tuple(ip_network(proxy, strict=False) for proxy in self.proxies)

    def hand_on(self) -> None:
        """Leave the settings in the environment, for the processes that are started."""
        os.environ[_HANDED_ON] = msgspec.json.encode(self).decode()

    @classmethod
    def handed_on(cls) -> Settings:
        """The settings of the process that has started this one."""
        return msgspec.json.decode(os.environ[_HANDED_ON], type=cls)


def find(place: Workspace, given: Mapping[str, object]) -> Settings:
    """The settings: those ``given``, else those of the environment or the file.

    Raises `LexkitError` for one that there is not and for a value that it cannot have.
    """
    told: dict[str, object] = {}
    if (path := place.settings_file) is not None:
        told |= _of_file(path)
    told |= _of_environment()
    told |= given
    found = Settings(**told)  # type: ignore[arg-type]
    _check(found)
    return found


def _of_file(path: Path) -> dict[str, object]:
    from lexkit import yamlfile
    from lexkit.workspace import SERVE

    table = yamlfile.Fields(yamlfile.load(path), path, "the settings").table_of(SERVE)
    read = Fields(table, path, f"{SERVE!r}")
    told: dict[str, object] = {}
    for each in fields(Settings):
        value: object
        match each.default:
            case bool():
                value = read.flag(each.name, each.default)
            case int():
                value = read.number(each.name, each.default)
            case tuple():
                value = tuple(map(str, read.texts(each.name)))
            case _:
                value = str(read.text(each.name) or each.default)
        if each.name in table:
            told[each.name] = value
    read.done()
    return told


def _of_environment() -> dict[str, object]:
    told: dict[str, object] = {}
    for each in fields(Settings):
        variable = f"{PREFIX}{each.name.upper()}"
        if (value := os.environ.get(variable)) is None:
            continue
        match each.default:
            case bool():
                if value not in ("0", "1", "true", "false"):
                    raise LexkitError(f"{variable} is {value!r}", remedy="write true or false")
                told[each.name] = value in ("1", "true")
            case int():
                if not (value.isascii() and value.isdecimal() and len(value) < 10):
                    raise LexkitError(f"{variable} is {value!r}", remedy="write a whole number")
                told[each.name] = int(value)
            case tuple():
                told[each.name] = tuple(value.replace(",", " ").split())
            case _:
                told[each.name] = value
    return told


def _check(found: Settings) -> None:
    for name, least, most in (
        ("port", 1, 65_535), ("workers", 1, 256), ("request_seconds", 1, 3_600),
        ("proposals_per_hour", 0, 10**9), ("searches_per_minute", 0, 10**9),
    ):  # fmt: skip
        if not least <= getattr(found, name) <= most:
            raise LexkitError(
                f"{name} is {getattr(found, name)}", remedy=f"from {least:,} to {most:,}"
            )
    try:
        ip_address(found.host)
    except ValueError:
        raise LexkitError(f"{found.host!r} is no address", remedy="such as 127.0.0.1") from None
    for proxy in found.proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            raise LexkitError(
                f"{proxy!r} is neither an address nor a network", remedy="such as 10.0.0.0/8"
            ) from None

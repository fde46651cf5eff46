"""The style, the script and the icon of the pages, served from memory.

The name of each has a hash of its content, so that a browser may keep it for ever.
"""

from __future__ import annotations

import hashlib
from functools import cache
from http import HTTPStatus
from importlib import resources
from typing import NamedTuple

from litestar import get
from litestar.params import FromPath
from litestar.response.base import ASGIResponse

from lexkit.service.problems import RefusedError

_MEDIA_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


class Asset(NamedTuple):
    """A file that pages refer to: its name with the hash, its type and its content."""

    name: str
    media_type: str
    content: bytes


def address(name: str) -> str:
    """Where the asset ``name`` (*style.css*) is found."""
    return f"/assets/{_assets()[name].name}"


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(name: FromPath[str]) -> ASGIResponse:
    """An asset by its name with the hash."""
    for each in _assets().values():
        if each.name == name:
            headers = {"cache-control": "public, max-age=31536000, immutable"}
            return ASGIResponse(body=each.content, media_type=each.media_type, headers=headers)
    raise RefusedError(HTTPStatus.NOT_FOUND, f"there is no {name!r}")


@cache
def _assets() -> dict[str, Asset]:
    found = {}
    for path in (resources.files("lexkit.service") / "assets").iterdir():
        content = path.read_bytes()
        stem, _, kind = path.name.rpartition(".")
        digest = hashlib.sha256(content).hexdigest()[:16]
        found[path.name] = Asset(f"{stem}.{digest}.{kind}", _MEDIA_TYPES[kind], content)
    return found

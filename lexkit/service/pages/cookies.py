"""Cookies of the pages: for this host alone, never for scripts, and over HTTPS if that is spoken.

Browsers take a cookie whose name begins with ``__Host-`` only over HTTPS and from this very host,
so nobody else can plant one. Where plain HTTP is spoken (a game's own network, somebody's desk)
there can be none of these, and the name goes without.
"""

from __future__ import annotations

from typing import Any, Literal

from litestar import Request
from litestar.datastructures import Cookie

_HOST = "__Host-"


def is_secure(request: Request[Any, Any, Any]) -> bool:
    """Whether the browser speaks HTTPS, with us or with a balancer that is believed."""
    return bool(request.scope["state"]["secure"])


def made(
    request: Request[Any, Any, Any],
    name: str,
    value: str,
    *,
    seconds: int | None = None,
    samesite: Literal["lax", "strict"] = "strict",
) -> Cookie:
    """A cookie to be set with the answer to ``request``; it is kept for ``seconds``, or as long as
    the browser is open. With 0 it is taken away.
    """
    return Cookie(
        key=_name(request, name), value=value, max_age=seconds, httponly=True, samesite=samesite,
        secure=is_secure(request),
    )  # fmt: skip


def value(request: Request[Any, Any, Any], name: str) -> str | None:
    """What the cookie ``name`` holds that the browser has sent, if it has."""
    return request.cookies.get(_name(request, name))


def _name(request: Request[Any, Any, Any], name: str) -> str:
    return f"{_HOST}{name}" if is_secure(request) else name

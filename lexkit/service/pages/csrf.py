"""Forms come from our own pages: another site's are refused.

A form holds a token that belongs to the secret in the visitor's cookie (`lexkit.access.csrf`).
Another site can make a browser send the cookie, but can neither read it nor make a token. Besides,
browsers say where a form comes from.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import Cookie

from lexkit.access import csrf
from lexkit.service.pages import cookies
from lexkit.service.pages.errors import ToldError

log = logging.getLogger(__name__)

#: The cookie that holds the secret of a visitor, and the field of a form that holds the token.
COOKIE, FIELD = "lexkit-form", "token"


def issue(request: Request[Any, Any, Any]) -> tuple[str, list[Cookie]]:
    """The token for a form, and the cookie to be set if the visitor has none yet."""
    held = cookies.value(request, COOKIE)
    secret = csrf.visitor(held)
    new = [] if secret == held else [cookies.made(request, COOKIE, secret)]
    return csrf.token(secret), new


def check(request: Request[Any, Any, Any], token: object, secret: str | None = None) -> None:
    """Raises `ToldError` unless a form of ours was sent with a ``token`` that belongs to ``secret``
    (that of a session), or without one to that of the visitor.
    """
    if not _is_ours(request):
        log.warning("form of another site", extra={"from": request.headers.get("origin")})
        raise ToldError(HTTPStatus.FORBIDDEN, "error.other-site")
    if secret is None:
        secret = cookies.value(request, COOKIE) or ""
    if not isinstance(token, str) or not csrf.holds(secret, token):
        raise ToldError(HTTPStatus.FORBIDDEN, "error.old-form")


def _is_ours(request: Request[Any, Any, Any]) -> bool:
    """What the browser says of where the form was; an old one, or a program, says nothing.

    ``Sec-Fetch-Site`` comes first: a proxy may have changed the host that ``Origin`` is held
    against.
    """
    if (site := request.headers.get("sec-fetch-site")) is not None:
        return site in ("same-origin", "none")
    if (origin := request.headers.get("origin")) is not None:
        return urlsplit(origin).netloc == request.headers.get("host")
    return True

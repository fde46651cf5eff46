"""Forms come from our own pages: another site's are refused.

A visitor's cookie holds a random secret, and a form its HMAC. Another site can make a browser send
the cookie, but can neither read it nor work out the HMAC. Nothing is kept on the server. Besides,
browsers say where a form comes from.
"""

from __future__ import annotations

import hmac
import logging
import re
import secrets
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import Cookie

from lexkit.service.pages.errors import ToldError

log = logging.getLogger(__name__)

#: The cookie that holds the secret, and the field of a form that holds the HMAC.
COOKIE, FIELD = "lexkit-form", "token"

_SECRET = re.compile(r"[\w-]{43}", re.ASCII)


def issue(request: Request[Any, Any, Any]) -> tuple[str, list[Cookie]]:
    """The token for a form, and the cookie to be set if the visitor has none yet."""
    secret = request.cookies.get(COOKIE, "")
    if _SECRET.fullmatch(secret):
        return _token(secret), []
    secret = secrets.token_urlsafe(32)
    cookie = Cookie(
        COOKIE,
        value=secret,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return _token(secret), [cookie]


def check(request: Request[Any, Any, Any], token: object) -> None:
    """Raises `ToldError` unless a form of ours, shown to this visitor, was sent with ``token``."""
    if not _is_ours(request):
        log.warning("form of another site", extra={"from": request.headers.get("origin")})
        raise ToldError(HTTPStatus.FORBIDDEN, "error.other-site")
    secret = request.cookies.get(COOKIE, "")
    known = bool(_SECRET.fullmatch(secret)) and isinstance(token, str)
    if not known or not hmac.compare_digest(_token(secret).encode(), str(token).encode()):
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


def _token(secret: str) -> str:
    return hmac.new(secret.encode(), b"lexkit form", "sha256").hexdigest()

"""Pages for maintainers alone: who is signed in, by a cookie, and nobody else.

Its name begins with ``__Host-`` and it is `Secure`, whatever is spoken: browsers take it over HTTPS
alone, and only from this very host, so that no neighbouring site can plant one. From the computer
that they run on they take it over HTTP, too (Chromium does).
"""

from __future__ import annotations

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from anyio import to_thread
from litestar import Request, Response
from litestar.datastructures import Cookie, FormMultiDict

from lexkit.access import csrf as tokens
from lexkit.access.roles import Role
from lexkit.access.sessions import Session, Sessions
from lexkit.service.desk import desk_of
from lexkit.service.pages import cookies, csrf, render
from lexkit.service.pages.errors import SignInError, ToldError

#: What a browser calls the computer that it runs on.
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


async def maintainer(request: Request[Any, Any, Any]) -> Session:
    """The session of the maintainer who asks.

    Raises `SignInError` if nobody is signed in, and `ToldError` for somebody of another role. No
    token of a program is looked at: what a page shows, a browser may send by itself.
    """
    desk = desk_of(request.app.state)
    secret = secret_of(request)
    found = await to_thread.run_sync(
        lambda: Sessions(desk.store.database).find(secret) if secret else None,
        limiter=desk.for_database,
    )
    if found is None:
        raise SignInError(render.here(request))
    if not found.account.role.includes(Role.MAINTAINER):
        raise ToldError(HTTPStatus.FORBIDDEN, "error.role")
    return found


async def sent(request: Request[Any, Any, Any], session: Session) -> FormMultiDict:
    """The form that was sent to a page, which must have been one for ``session``."""
    given = await request.form()
    csrf.check(request, given.get(csrf.FIELD), session.secret)
    return given


def is_private(request: Request[Any, Any, Any]) -> bool:
    """Whether nobody on the way can read along, so that a browser takes the cookie."""
    asked = urlsplit(f"//{request.headers.get('host', '')}")
    return cookies.is_secure(request) or asked.hostname in _HERE


def secret_of(request: Request[Any, Any, Any]) -> str:
    """What the cookie of a session says, whatever that is; empty if there is none."""
    return request.cookies.get(render.SESSION, "")


def kept(session: Session) -> Cookie:
    """The cookie of ``session``."""
    left = session.expires - datetime.now(UTC)
    return Cookie(
        render.SESSION, value=session.secret, max_age=max(1, int(left.total_seconds())),
        httponly=True, samesite="lax", secure=True,
    )  # fmt: skip


def page(
    request: Request[Any, Any, Any],
    session: Session,
    template: str,
    *,
    status: int = 200,
    **values: Any,
) -> Response[str]:
    """A page for ``session``, which no cache keeps; its forms have ``token`` in ``token_field``."""
    return render.page(
        request, template, status=status,
        headers={"cache-control": "no-store"},
        account=session.account, token=tokens.token(session.secret), token_field=csrf.FIELD,
        **values,
    )  # fmt: skip

"""Signing in and out, and one's own password."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from anyio import to_thread
from litestar import Request, Response, get, post
from litestar.datastructures import FormMultiDict, State

from lexkit.access.accounts import LONGEST, LONGEST_NAME, SHORTEST, checked
from lexkit.access.sessions import Session
from lexkit.access.signing import Signing, TooOftenError
from lexkit.errors import LexkitError
from lexkit.service.desk import client_of, desk_of
from lexkit.service.pages import addresses, csrf, guard, render
from lexkit.service.pages.errors import ToldError

log = logging.getLogger(__name__)


@get("/sign-in", include_in_schema=False, sync_to_thread=False)
def form(request: Request[Any, Any, State]) -> Response[str]:
    """The form; ``to`` is the page that wants somebody to be signed in."""
    return _form(request, request.query_params.get("to", ""))


@post("/sign-in", include_in_schema=False, status_code=200)
async def sign_in(request: Request[Any, Any, State]) -> Response[str]:
    """Begin a session, always a new one, and go to the page that was asked for.

    A wrong name and a wrong password are told in the same words.
    """
    desk = desk_of(request.app.state)
    if not guard.is_private(request):
        raise ToldError(HTTPStatus.FORBIDDEN, "sign-in.plain")
    given = await request.form()
    csrf.check(request, given.get(csrf.FIELD))
    name, to = _text(given, "name"), _text(given, "to")
    former = guard.secret_of(request)

    def work() -> Session | None:
        signing = Signing(desk.store.database)
        found = signing.sign_in(client_of(request), name, _text(given, "password"))
        if found is not None:
            signing.out(former)
        return found

    try:
        session = await to_thread.run_sync(work, limiter=desk.for_passwords)
    except TooOftenError as error:
        raise _too_often(error) from None
    if session is None:
        # The name is not logged: people type their password there.
        log.warning("sign-in refused", extra={"client": client_of(request)})
        return _form(request, to, HTTPStatus.UNPROCESSABLE_ENTITY, name)
    log.info("signed in", extra={"account": session.account.name, "client": client_of(request)})
    return render.moved(addresses.local(to or addresses.queue()), [guard.kept(session)])


@post("/sign-out", include_in_schema=False, status_code=200)
async def sign_out(request: Request[Any, Any, State]) -> Response[str]:
    """End the session, for every copy of its cookie."""
    desk = desk_of(request.app.state)
    secret = guard.secret_of(request)
    if secret:
        csrf.check(request, (await request.form()).get(csrf.FIELD), secret)
        await to_thread.run_sync(
            lambda: Signing(desk.store.database).out(secret), limiter=desk.for_database
        )
    return render.moved("/", [render.forgotten()])


@get("/account", include_in_schema=False)
async def account(request: Request[Any, Any, State]) -> Response[str]:
    """Who is signed in, the form for another password, and the way out."""
    session = await guard.maintainer(request)
    return _account(request, session, changed="changed" in request.query_params)


@post("/account", include_in_schema=False, status_code=200)
async def change_password(request: Request[Any, Any, State]) -> Response[str]:
    """Change the password; every other session of the account ends."""
    desk = desk_of(request.app.state)
    session = await guard.maintainer(request)
    given = await guard.sent(request, session)
    old, new = _text(given, "old"), _text(given, "new")
    if new != _text(given, "again"):
        return _account(request, session, again="account.differ")
    try:
        checked(new)
    except LexkitError:
        return _account(request, session, new="account.unfit")
    try:
        found = await to_thread.run_sync(
            lambda: Signing(desk.store.database).change_password(
                client_of(request), session, old, new
            ),
            limiter=desk.for_passwords,
        )
    except TooOftenError as error:
        raise _too_often(error) from None
    if found is None:
        log.warning("password refused", extra={"account": session.account.name})
        return _account(request, session, old="account.wrong")
    log.info("password changed", extra={"account": session.account.name})
    return render.moved(f"{addresses.ACCOUNT}?changed=yes", [guard.kept(found)])


def _form(
    request: Request[Any, Any, State], to: str, status: int = 200, name: str = ""
) -> Response[str]:
    token, cookies = csrf.issue(request)
    return render.page(
        request, "sign-in.html", status=status, cookies=cookies,
        headers={"cache-control": "no-store"}, to=addresses.local(to) if to else "",
        wrong=status != HTTPStatus.OK, is_private=guard.is_private(request),
        name=name[:LONGEST_NAME], token=token, token_field=csrf.FIELD, longest=LONGEST,
        longest_name=LONGEST_NAME,
    )  # fmt: skip


def _account(
    request: Request[Any, Any, State], session: Session, *, changed: bool = False, **wrong: str
) -> Response[str]:
    """The page of the account; ``wrong`` says what to mend, by field."""
    return guard.page(
        request, session, "account.html",
        status=HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK,
        wrong=wrong, changed=changed, shortest=SHORTEST, longest=LONGEST,
    )  # fmt: skip


def _text(given: FormMultiDict, name: str) -> str:
    """A field as it was sent: blanks around a password belong to it."""
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _too_often(error: TooOftenError) -> ToldError:
    headers = {"Retry-After": str(error.wait)}
    return ToldError(HTTPStatus.TOO_MANY_REQUESTS, "sign-in.too-often", headers)

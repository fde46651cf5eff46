"""Tokens over the network, for admins: made, listed, revoked."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import msgspec
from anyio import to_thread
from litestar import Request, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from lexkit.access.roles import Role
from lexkit.access.tokens import Token, Tokens
from lexkit.service.desk import Desk, desk_of
from lexkit.service.problems import documented
from lexkit.service.replies import segment

log = logging.getLogger(__name__)

_SECURED: list[dict[str, list[str]]] = [{"token": []}]


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """A token to be made: for whom, with which role, and for how many days (0: until revoked)."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    role: Role
    days: Annotated[int, msgspec.Meta(ge=0, le=36_500)] = 0


class Told(msgspec.Struct):
    """A token; ``token`` is its text, told once, when it is made."""

    name: str
    role: Role
    by: str
    at: datetime
    expires: datetime | None
    revoked: datetime | None
    token: str | None = None


class All(msgspec.Struct):
    """Every token there ever was."""

    tokens: list[Told]


@get(
    "/v1/tokens", operation_id="tokens", summary="All tokens", tags=["tokens"], security=_SECURED,
    responses=documented(400, 401, 403, 503),
)  # fmt: skip
async def tokens(request: Request[Any, Any, State]) -> All:
    """Their secrets are kept nowhere."""
    desk = desk_of(request.app.state)
    await desk.required(request, Role.ADMIN)
    found = await to_thread.run_sync(lambda: _tokens(desk).all(), limiter=desk.for_database)
    return All([_told(each) for each in found])


@post(
    "/v1/tokens", operation_id="create_token", summary="Make a token", tags=["tokens"],
    status_code=201, security=_SECURED, responses=documented(400, 401, 403, 409, 422, 503),
)  # fmt: skip
async def create(request: Request[Any, Any, State], data: JSONBody[Wanted]) -> Told:
    """Its text is in this answer and cannot be had again."""
    desk = desk_of(request.app.state)
    admin = await desk.required(request, Role.ADMIN)
    expires = datetime.now(UTC) + timedelta(days=data.days) if data.days else None
    made, text = await to_thread.run_sync(
        lambda: _tokens(desk).create(data.name, data.role, admin.name, expires),
        limiter=desk.for_database,
    )
    log.info("token made", extra={"token": made.name, "role": made.role, "by": admin.name})
    return _told(made, text)


@delete(
    "/v1/tokens/{name:str}", operation_id="revoke_token", summary="Revoke a token",
    tags=["tokens"], status_code=200, security=_SECURED,
    responses=documented(400, 401, 403, 404, 422, 503),
)  # fmt: skip
async def revoke(request: Request[Any, Any, State], name: FromPath[str]) -> Told:
    """It is refused from the next request on."""
    desk = desk_of(request.app.state)
    admin = await desk.required(request, Role.ADMIN)
    found = await to_thread.run_sync(
        lambda: _tokens(desk).revoke(segment(name)), limiter=desk.for_database
    )
    log.info("token revoked", extra={"token": found.name, "by": admin.name})
    return _told(found)


def _tokens(desk: Desk) -> Tokens:
    return Tokens(desk.store.database)


def _told(token: Token, text: str | None = None) -> Told:
    return Told(token.name, token.role, token.by, token.at, token.expires, token.revoked, text)

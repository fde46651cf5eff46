"""What stands in the way of a release of a lexicon, and the report of its build."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from anyio import to_thread
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.response.base import ASGIResponse

from lexkit.lexicon import REPORT
from lexkit.service.desk import desk_of
from lexkit.service.pages import addresses, guard, render
from lexkit.service.pages.errors import ToldError
from lexkit.service.replies import segment

#: How many of each sort of finding a page shows.
SHOWN = 40

#: The report is a page of its own, with its style in it. It can do nothing but be read.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; form-action 'none'; base-uri 'none';"
    " frame-ancestors 'none'"
)


@get("/release/{ruleset:str}", include_in_schema=False)
async def release(request: Request[Any, Any, State], ruleset: FromPath[str]) -> Response[str]:
    """What the gate has said, if somebody has asked it."""
    desk = desk_of(request.app.state)
    session = await guard.maintainer(request)
    lexicon = desk.shelf.find(segment(ruleset))
    look = await to_thread.run_sync(
        desk.looks.of, _look(lexicon.ruleset), limiter=desk.for_database
    )
    return guard.page(
        request, session, "release.html", lexicon=lexicon, look=look, shown=SHOWN,
        is_old=look.found is not None and look.found["lexicon"] != lexicon.version,
    )  # fmt: skip


@post("/release/{ruleset:str}", include_in_schema=False, status_code=200)
async def check(request: Request[Any, Any, State], ruleset: FromPath[str]) -> Response[str]:
    """Ask the gate about the newest build. Nothing is released here."""
    desk = desk_of(request.app.state)
    session = await guard.maintainer(request)
    await guard.sent(request, session)
    name = desk.shelf.find(segment(ruleset)).ruleset
    look = _look(name)
    if await to_thread.run_sync(desk.looks.claimed, look, limiter=desk.for_database):
        desk.looks.begin(look, "release", name, "--check", "--json")
    return render.moved(addresses.release(name))


@get("/report/{ruleset:str}", include_in_schema=False)
async def report(request: Request[Any, Any, State], ruleset: FromPath[str]) -> ASGIResponse:
    """The report as the build has written it."""
    desk = desk_of(request.app.state)
    await guard.maintainer(request)
    name = segment(ruleset)
    desk.shelf.find(name)
    path = desk.place.build / name / REPORT  # of the newest build, if one has just come
    try:
        content = await to_thread.run_sync(path.read_bytes, limiter=desk.for_evidence)
    except OSError:
        raise ToldError(HTTPStatus.NOT_FOUND, "release.no-report") from None
    headers = {**render.HEADERS, "content-security-policy": _POLICY, "cache-control": "no-store"}
    return ASGIResponse(body=content, media_type="text/html; charset=utf-8", headers=headers)


def _look(lexicon: str) -> str:
    return f"release-{lexicon}"

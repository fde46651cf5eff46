"""What became of a proposal, and why."""

from __future__ import annotations

import logging
from datetime import datetime
from http import HTTPStatus
from typing import Any

from anyio import to_thread
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath

from lexkit.database.texts import LONGEST as LONGEST_TEXT
from lexkit.review.records import State as Stands
from lexkit.service.desk import client_of, desk_of
from lexkit.service.pages import addresses, csrf, render
from lexkit.service.pages.errors import ToldError
from lexkit.service.pages.proposing import NOBODY
from lexkit.service.proposals import Public, public

log = logging.getLogger(__name__)


@get("/proposals/{number:int}", include_in_schema=False)
async def proposal(request: Request[Any, Any, State], number: FromPath[int]) -> Response[str]:
    """Where it stands and what was answered; who proposes and who decides is not told."""
    return await _shown(request, number)


@post("/proposals/{number:int}", include_in_schema=False, status_code=200)
async def answer(request: Request[Any, Any, State], number: FromPath[int]) -> Response[str]:
    """Take the answer to a question of the maintainers, from whoever knows it."""
    desk = desk_of(request.app.state)
    if not desk.settings.open_proposals:
        raise ToldError(HTTPStatus.FORBIDDEN, "propose.closed")
    given = await request.form()
    csrf.check(request, given.get(csrf.FIELD))
    text = str(given.get("answer") or "").replace("\r\n", "\n").strip()
    if not 0 < len(text) <= LONGEST_TEXT:
        wrong = "propose.too-long" if text else "proposal.no-answer"
        return await _shown(request, number, HTTPStatus.UNPROCESSABLE_ENTITY, wrong, text)

    def work() -> None:
        desk.proposal_allowed(client_of(request))
        desk.store.answer(number, NOBODY, text)

    await to_thread.run_sync(work, limiter=desk.for_database)
    log.info("answered", extra={"number": number})
    return render.moved(f"{addresses.proposal(number)}?thanks=yes")


async def _shown(
    request: Request[Any, Any, State], number: int, status: int = 200, wrong: str = "",
    text: str = "",
) -> Response[str]:  # fmt: skip
    desk = desk_of(request.app.state)

    def work() -> Public:
        return public(desk.store.get(number), desk.store)

    found = await to_thread.run_sync(work, limiter=desk.for_database)
    lexicons = desk.shelf.lexicons
    first = next((lexicons[name] for name in found.rulesets if name in lexicons), None)
    about = None if first is None else first.manifest["language"]
    may_answer = found.state is Stands.ASKED_BACK and desk.settings.open_proposals
    token, cookies = csrf.issue(request) if may_answer else ("", [])
    return render.page(
        request, "proposal.html", status=status, about=about, cookies=cookies,
        headers={"cache-control": "no-store"} if may_answer else None,
        proposal=found, lexicons=lexicons, at=datetime.fromisoformat(found.at), tag=about,
        thanks="thanks" in request.query_params, may_answer=may_answer, token=token,
        token_field=csrf.FIELD, wrong=wrong, text=text, longest_text=LONGEST_TEXT,
    )  # fmt: skip


@get("/proposals", include_in_schema=False, sync_to_thread=False)
def proposals() -> Response[str]:
    """The list is for maintainers; whoever cuts an address short may propose a word."""
    return render.moved(addresses.propose())

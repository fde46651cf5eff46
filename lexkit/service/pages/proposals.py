"""What became of a proposal, and why."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from anyio import to_thread
from litestar import Request, Response, get
from litestar.datastructures import State

from lexkit.service.desk import desk_of
from lexkit.service.pages import addresses, render
from lexkit.service.proposals import Public, public


@get("/proposals/{number:int}", include_in_schema=False)
async def proposal(request: Request[Any, Any, State], number: int) -> Response[str]:
    """Where it stands and what was answered; who proposes and who decides is not told."""
    desk = desk_of(request.app.state)

    def work() -> Public:
        return public(desk.store.get(number), desk.store)

    found = await to_thread.run_sync(work, limiter=desk.for_database)
    lexicons = desk.shelf.lexicons
    first = next((lexicons[name] for name in found.rulesets if name in lexicons), None)
    return render.page(
        request, "proposal.html",
        about=None if first is None else first.manifest["language"],
        proposal=found, lexicons=lexicons, at=datetime.fromisoformat(found.at),
        tag=None if first is None else first.manifest["language"],
        thanks="thanks" in request.query_params,
    )  # fmt: skip


@get("/proposals", include_in_schema=False, sync_to_thread=False)
def proposals() -> Response[str]:
    """The list is for maintainers; whoever cuts an address short may propose a word."""
    return render.moved(addresses.propose())

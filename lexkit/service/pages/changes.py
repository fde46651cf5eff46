"""What came and went with a lexicon, page by page."""

from __future__ import annotations

from typing import Annotated, Any

from anyio import to_thread
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath, Parameter

from lexkit.service.desk import desk_of
from lexkit.service.pages import render
from lexkit.service.replies import segment
from lexkit.service.rulesets import Changes, Released, changes_of, released

#: How many words each way a page shows: of the longest ones, they take half of its 100 KB.
SHOWN = 200


@get("/changes/{ruleset:str}", include_in_schema=False)
async def changes(
    request: Request[Any, Any, State],
    ruleset: FromPath[str],
    release: Annotated[str | None, Parameter(max_length=200)] = None,
    skip: Annotated[int, Parameter(ge=0, le=10**9)] = 0,
) -> Response[str]:
    """The newest lexicon against the one before it, or a release against the release before."""
    desk = desk_of(request.app.state)

    def work() -> tuple[Changes, list[Released]]:
        found = desk.shelf.find(segment(ruleset), release or None)
        return changes_of(found, skip, SHOWN), released(desk, found.ruleset)

    told, known = await to_thread.run_sync(work, limiter=desk.for_searches)
    lexicon = desk.shelf.find(segment(ruleset))
    return render.page(
        request, "changes.html", about=lexicon.manifest["language"], lexicon=lexicon,
        changes=told, releases=known, release=release or "", skip=skip, shown=SHOWN,
    )  # fmt: skip

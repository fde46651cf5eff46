"""What a merge would write, and what every lexicon would make of it. It is not written here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from anyio import to_thread
from litestar import Request, Response, get, post
from litestar.datastructures import State

from lexkit.build import Builder
from lexkit.errors import LexkitError
from lexkit.review import merge as merges
from lexkit.review.plan import Change, Plan
from lexkit.service.desk import desk_of
from lexkit.service.looks import KEPT
from lexkit.service.pages import addresses, guard, render
from lexkit.workspace import Workspace, cache_folder, mirror_folder

#: The look that a preview is.
LOOK = "merge"

#: How many words each way a page shows, and how many changes.
WORDS, CHANGES = 200, 200


@get("/merge", include_in_schema=False)
async def merge(request: Request[Any, Any, State]) -> Response[str]:
    """The lines at once; the words that come and go if somebody has asked for them."""
    desk = desk_of(request.app.state)
    session = await guard.maintainer(request)

    def work() -> Plan | LexkitError:
        place = Workspace(desk.place.root)  # looked up anew, as files come and go
        builder = Builder(place, cache_folder(), mirror_folder(), offline=True)
        try:
            return merges.planned(desk.store, builder)
        except LexkitError as error:
            if error.path is None:  # not a file that somebody has to mend
                raise
            return error

    found = await to_thread.run_sync(work, limiter=desk.for_evidence)
    look = await to_thread.run_sync(desk.looks.of, LOOK, limiter=desk.for_database)
    plan, problem = (None, found) if isinstance(found, LexkitError) else (found, None)
    merged = sorted(plan.merged) if plan is not None else []
    return guard.page(
        request, session, "merge.html", plan=plan, problem=problem, look=look, merged=merged,
        files=[] if plan is None else _files(plan, desk.place.root),
        more=0 if plan is None else max(0, len(plan.changes) - CHANGES),
        is_old=look.found is not None and look.found["merged"] != merged[:KEPT],
        words=WORDS, lexicons=desk.shelf.lexicons,
    )  # fmt: skip


@post("/merge", include_in_schema=False, status_code=200)
async def preview(request: Request[Any, Any, State]) -> Response[str]:
    """Begin to build every lexicon affected as it would be; nothing is fetched for it."""
    session = await guard.maintainer(request)
    await guard.sent(request, session)
    desk = desk_of(request.app.state)
    if await to_thread.run_sync(desk.looks.claimed, LOOK, limiter=desk.for_database):
        desk.looks.begin(LOOK, "merge", "--dry-run", "--json", "--offline")
    return render.moved(addresses.MERGE)


def _files(plan: Plan, root: Path | None) -> Sequence[tuple[str, Sequence[Change]]]:
    """The changes by file, which is named as it is in the workspace."""
    shown = sorted(plan.changes[:CHANGES], key=lambda change: str(change.path))
    return [
        (_within(path, root), list(changes))
        for path, changes in groupby(shown, key=lambda change: change.path)
    ]


def _within(path: Path, root: Path | None) -> str:
    try:
        return path.relative_to(root).as_posix() if root is not None else str(path)
    except ValueError:
        return str(path)

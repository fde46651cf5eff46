"""Where the words come from, under which licences, and whom to name."""

from __future__ import annotations

from typing import Any, NamedTuple

from anyio import to_thread
from litestar import Request, Response, get
from litestar.datastructures import State

import lexkit
from lexkit import notice
from lexkit.lexicon import NOTICE, Lexicon
from lexkit.notice import Credit
from lexkit.service.desk import Desk, desk_of
from lexkit.service.pages import render


class Used(NamedTuple):
    """A word list, and the lexicons that rest on it."""

    credit: Credit
    lexicons: list[Lexicon]


@get("/about", include_in_schema=False)
async def about(request: Request[Any, Any, State]) -> Response[str]:
    """The word lists of all lexicons, as their NOTICE names them."""
    desk = desk_of(request.app.state)
    used = await to_thread.run_sync(_used, desk, limiter=desk.for_searches)
    return render.page(request, "about.html", used=used, version=lexkit.__version__)


def _used(desk: Desk) -> list[Used]:
    found: dict[Credit, list[Lexicon]] = {}
    for lexicon in desk.shelf.lexicons.values():
        try:
            text = (lexicon.folder / NOTICE).read_text("utf-8")
        except OSError:  # a newer build has just taken its place
            continue
        for credit in notice.credits(text):
            found.setdefault(credit, []).append(lexicon)
    return [Used(credit, lexicons) for credit, lexicons in found.items()]

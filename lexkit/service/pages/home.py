"""The first page: the games that are built, and a word to look up."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import Parameter

from lexkit.lexicon import built
from lexkit.orthography import normalise
from lexkit.service.desk import desk_of
from lexkit.service.pages import addresses, render, words


@get("/", include_in_schema=False)
async def home(
    request: Request[Any, Any, State],
    word: Annotated[str, Parameter(max_length=10_000)] = "",
    game: Annotated[str, Parameter(max_length=1_000)] = "",
) -> Response[str]:
    """The games; with a word, the way to its own page."""
    desk = desk_of(request.app.state)
    lexicons = desk.shelf.lexicons
    if not lexicons:
        known = list(desk.place.rulesets)
        failed = sorted(built(desk.place.build))
        return render.page(request, "nothing.html", rulesets=known, failed=failed)
    if not normalise(word):
        return render.page(
            request, "home.html", lexicons=lexicons, game=game, asked="word" in request.query_params
        )
    text = words.asked(normalise(word))
    lexicon = desk.shelf.find(game) if game else None
    if addresses.names_a_page(text):
        to = addresses.everywhere(text)
        if lexicon is not None:
            to = addresses.word(lexicon.ruleset, text)
        return render.moved(to)
    return await (
        words.compared(request, text) if lexicon is None
        else words.answered(request, lexicon, text)
    )  # fmt: skip

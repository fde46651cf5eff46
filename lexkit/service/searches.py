"""Searching a lexicon: patterns, racks, anagrams, hooks, neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from anyio import to_thread
from litestar import Request, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import FromQuery, Parameter, QueryParameter
from litestar.response.base import ASGIResponse

from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.rack import Laying
from lexkit.search import Hook, Search
from lexkit.service.desk import desk_of
from lexkit.service.problems import documented
from lexkit.service.replies import NO_NUL, Pinned, RulesetInPath, reply, segment

#: How many words one answer may hold, and how long what is searched for may be.
MOST_FOUND, LONGEST = 10_000, 100


class Found(msgspec.Struct, omit_defaults=True):
    """A word that was found.

    ``tiles`` are those it is laid with, ``blanks`` what the blanks stand for, ``score`` its points,
    if the game has any; of hooks, ``before`` and ``after`` are the tiles to be put there.
    """

    word: str
    tiles: str | None = None
    blanks: list[str] | None = None
    score: int | None = None
    before: str | None = None
    after: str | None = None


class Results(msgspec.Struct):
    """What was found; ``more`` says whether there are more words than were asked for."""

    ruleset: str
    lexicon: str
    found: list[Found]
    more: bool


def _text(says: str, example: str) -> Any:
    return Parameter(
        max_length=LONGEST, pattern=NO_NUL, description=says, examples=[Example(value=example)]
    )


@get(
    "/v1/rulesets/{ruleset:str}/search",
    operation_id="search",
    summary="Words by pattern, from a rack, with a tile more, near another",
    tags=["words"],
    responses={
        200: ResponseSpec(Results, generate_examples=False),
        **documented(400, 404, 422, 429),
    },
)
async def search(
    request: Request[Any, Any, State],
    ruleset: RulesetInPath,
    lexicon: Pinned = None,
    pattern: Annotated[
        str | None, _text("? is one letter, * any number; with rack, what lies there.", "sch??f*")
    ] = None,
    rack: Annotated[str | None, _text("Words from these tiles; ? is a blank.", "aeinrst?")] = None,
    anagrams: Annotated[str | None, _text("Words of all these letters.", "regen")] = None,
    hooks: Annotated[str | None, _text("Words of this one and a tile more.", "ast")] = None,
    near: Annotated[str | None, _text("Words a stroke or two from it.", "schifffart")] = None,
    sort: FromQuery[Literal["word", "length", "score"] | None] = None,
    least: Annotated[
        int, QueryParameter(name="min", ge=1, le=1000, description="Fewest letters.")
    ] = 1,
    most: Annotated[
        int | None, QueryParameter(name="max", ge=1, le=1000, description="Most letters.")
    ] = None,
    limit: Annotated[int, Parameter(ge=1, le=MOST_FOUND, description="How many words.")] = 100,
) -> ASGIResponse:
    """One of *pattern* (also with *rack*), *rack*, *anagrams*, *hooks* and *near*."""
    desk = desk_of(request.app.state)
    opened = desk.shelf.find(segment(ruleset), lexicon)
    by = Search(opened, least=least, most=most, sort=sort, limit=limit + 1)
    work = _work(by, pattern, rack, anagrams, hooks, near)
    desk.search_allowed(request)
    found = await to_thread.run_sync(work, limiter=desk.for_searches)
    return reply(request, opened, _results(opened, found, limit))


def _work(
    by: Search, pattern: str | None, rack: str | None, anagrams: str | None, hooks: str | None,
    near: str | None,
) -> Callable[[], Sequence[Laying | Hook]]:  # fmt: skip
    """What is to be done for the one thing that is asked."""
    asked: list[Callable[[], Sequence[Laying | Hook]]] = []
    if rack is not None:
        asked.append(partial(by.rack, rack, pattern))
    elif pattern is not None:
        asked.append(partial(by.pattern, pattern))
    if anagrams is not None:
        asked.append(partial(by.anagrams, anagrams))
    if hooks is not None:
        asked.append(partial(by.hooks, hooks))
    if near is not None:
        asked.append(partial(by.near, near))
    if len(asked) != 1:
        raise LexkitError(
            f"{len(asked) or 'no'} searches at once",
            remedy="ask for one of pattern (also with rack), rack, anagrams, hooks, near",
        )
    return asked[0]


def _results(lexicon: Lexicon, found: Sequence[Laying | Hook], limit: int) -> Results:
    return Results(
        ruleset=lexicon.ruleset,
        lexicon=lexicon.version,
        found=[_found(each) for each in found[:limit]],
        more=len(found) > limit,
    )


def _found(each: Laying | Hook) -> Found:
    if isinstance(each, Hook):
        return Found(each.word, before=each.before, after=each.after)
    return Found(each.word, each.tiles, list(each.blanks), each.score)

"""Whether a word counts, for people: in one game, or in all of them side by side."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from anyio import move_on_after, to_thread
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from lexkit.database.connection import UnavailableError
from lexkit.lexicon import Lexicon
from lexkit.model import Answer, Verdict
from lexkit.orthography import normalise
from lexkit.review.intake import NO_DECISION, keys_of, ruleset_of
from lexkit.review.records import HOLDING, Proposal
from lexkit.service.desk import Desk, desk_of
from lexkit.service.metrics import WORDS_CHECKED
from lexkit.service.pages import render
from lexkit.service.pages.errors import ToldError
from lexkit.service.pages.explain import explained
from lexkit.service.replies import segment

log = logging.getLogger(__name__)

#: The longest word that is looked up (characters), as a proposal takes it.
LONGEST = 100

#: How many proposals about a word, and how many words that wild keys can be, a page lists.
_PROPOSALS, _STANDS_FOR = 10, 200

#: How long a page waits for the database (seconds): words are looked up without it.
_PATIENCE = 1.0


class Elsewhere(NamedTuple):
    """What another game says of the word."""

    lexicon: Lexicon
    verdict: Verdict


@get(
    ["/{ruleset:str}/{word:str}", "/games/{ruleset:str}/{word:str}"],
    include_in_schema=False,
)
async def word(
    request: Request[Any, Any, State], ruleset: FromPath[str], word: FromPath[str]
) -> Response[str]:
    """The answer of one game, to be shared by its address."""
    desk = desk_of(request.app.state)
    lexicon = desk.shelf.find(segment(ruleset))
    return await answered(request, lexicon, asked(segment(word)))


async def answered(request: Request[Any, Any, State], lexicon: Lexicon, text: str) -> Response[str]:
    """The page with the answer of ``lexicon`` to ``text``."""
    desk = desk_of(request.app.state)

    def work() -> tuple[Answer, list[Elsewhere]]:
        return lexicon.answer(text), list(_elsewhere(desk, lexicon, text))

    answer, elsewhere = await to_thread.run_sync(work, limiter=desk.for_searches)
    WORDS_CHECKED.labels(lexicon.ruleset).inc()
    about = lexicon.manifest["language"]
    language = render.language_of(request, about)
    proposals = await _proposals(desk, lexicon, answer)
    return render.page(
        request, "word.html", about=about,
        lexicon=lexicon, told=explained(answer, lexicon, language, desk.vocabulary),
        elsewhere=elsewhere, most=_STANDS_FOR,
        proposals=proposals, may_propose=desk.settings.open_proposals and not (
            answer.letters is None
            or (answer.grounds and answer.grounds[0].rule in NO_DECISION)
            or any(each.state in HOLDING for each in proposals)
        ),
        sources={source["name"]: source["title"] for source in lexicon.manifest["sources"]},
    )  # fmt: skip


@get("/all/{word:str}", include_in_schema=False)
async def everywhere(request: Request[Any, Any, State], word: FromPath[str]) -> Response[str]:
    """The answers of all games side by side."""
    return await compared(request, asked(segment(word)))


async def compared(request: Request[Any, Any, State], text: str) -> Response[str]:
    """The page with the answers of all games to ``text``."""
    desk = desk_of(request.app.state)
    lexicons = list(desk.shelf.lexicons.values())
    if not lexicons:
        desk.shelf.find("")  # which says that none is built

    def work() -> list[Answer]:
        return [lexicon.verdict(text) for lexicon in lexicons]

    answers = await to_thread.run_sync(work, limiter=desk.for_searches)
    language = render.language_of(request)
    told = [
        (lexicon, explained(answer, lexicon, language, desk.vocabulary))
        for lexicon, answer in zip(lexicons, answers, strict=True)
    ]
    for lexicon in lexicons:
        WORDS_CHECKED.labels(lexicon.ruleset).inc()
    counts = sum(answer.verdict is Verdict.ACCEPTED for answer in answers)
    return render.page(request, "everywhere.html", word=normalise(text), told=told, counts=counts)


def asked(text: str) -> str:
    """``text`` if it can be looked up; raises `ToldError` if not."""
    if not normalise(text):
        raise ToldError(HTTPStatus.NOT_FOUND, "error.no-word")
    if len(text) > LONGEST:
        raise ToldError(HTTPStatus.BAD_REQUEST, "error.long-word", count=LONGEST)
    return text


def _elsewhere(desk: Desk, lexicon: Lexicon, text: str) -> Sequence[Elsewhere]:
    return [
        Elsewhere(other, other.counts(text)[1])
        for other in desk.shelf.lexicons.values()
        if other.ruleset != lexicon.ruleset
    ]


async def _proposals(desk: Desk, lexicon: Lexicon, answer: Answer) -> Sequence[Proposal]:
    """What has been proposed about the word so far; nothing, while the database is away."""
    if answer.letters is None or lexicon.is_wild(answer.word):
        return ()
    keys = keys_of(lexicon, answer.letters)

    def work() -> Sequence[Proposal]:
        return desk.store.about(keys, [ruleset_of(lexicon)])[:_PROPOSALS]

    with move_on_after(_PATIENCE):
        try:
            return await to_thread.run_sync(work, limiter=desk.for_database, abandon_on_cancel=True)
        except UnavailableError as error:
            log.error("database unavailable", extra={"error": str(error)})
    return ()

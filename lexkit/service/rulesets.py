"""Which games there are, what their rules say, and what has changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import msgspec
from anyio import to_thread
from litestar import Request, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response.base import ASGIResponse

from lexkit import releases
from lexkit.errors import LexkitError
from lexkit.lexicon import CHANGES, RELEASE, Lexicon
from lexkit.service.desk import Desk, desk_of
from lexkit.service.problems import documented
from lexkit.service.replies import Pinned, RulesetInPath, reply, segment

#: How many words of a list of changes one answer may hold.
MOST_CHANGES = 10_000


class Ruleset(msgspec.Struct):
    """A ruleset with the newest lexicon that is built of it; ``words`` is how many count."""

    id: str
    title: str
    language: str
    lexicon: str
    words: int


class Rulesets(msgspec.Struct):
    """All that can be asked."""

    rulesets: list[Ruleset]


class Rule(msgspec.Struct):
    """A rule: what it says, the heading of the game's text that it rests on, and its verdict."""

    rule: str
    verdict: str
    says: str | None
    clause: str | None


class Source(msgspec.Struct):
    """A word list that the lexicon rests on, with its licence (SPDX)."""

    name: str
    title: str
    licence: str


class Released(msgspec.Struct):
    """A release: an immutable copy of a lexicon, to be asked by ``?lexicon=``."""

    name: str
    lexicon: str
    at: str
    words: int


class Details(msgspec.Struct):
    """A ruleset in full. ``game`` has the tiles, points and rack, as far as it tells of them."""

    id: str
    title: str
    language: str
    reference: str | None
    options: dict[str, str]
    lexicon: str
    words: int
    alphabet: str
    min_letters: int
    max_letters: int | None
    game: dict[str, Any]
    assumptions: list[str]
    rules: list[Rule]
    sources: list[Source]
    releases: list[Released]


class Changes(msgspec.Struct):
    """The words that came and went between two lexicons; some of them, if there are many."""

    ruleset: str
    lexicon: str
    before: str | None
    came: int
    went: int
    came_words: list[str]
    went_words: list[str]


@get(
    "/v1/rulesets",
    operation_id="rulesets",
    summary="The games that can be asked",
    tags=["rulesets"],
    responses=documented(400),
    sync_to_thread=False,
)
def rulesets(request: Request[Any, Any, State]) -> Rulesets:
    """Every ruleset of which a lexicon is built, with the version that answers now."""
    opened = desk_of(request.app.state).shelf.lexicons
    return Rulesets([_ruleset(name, lexicon) for name, lexicon in opened.items()])


@get(
    "/v1/rulesets/{ruleset:str}",
    operation_id="ruleset",
    summary="A game: its rules, letters, sources and releases",
    tags=["rulesets"],
    responses={200: ResponseSpec(Details, generate_examples=False), **documented(400, 404)},
    sync_to_thread=False,
)
def ruleset(
    request: Request[Any, Any, State], ruleset: RulesetInPath, lexicon: Pinned = None
) -> ASGIResponse:
    """The rules with what they say and the clauses they rest on, as they were built."""
    desk = desk_of(request.app.state)
    opened = desk.shelf.find(segment(ruleset), lexicon)
    known = released(desk, opened.ruleset)
    return reply(request, opened, details(opened, known), f"-{len(known)}")


@get(
    "/v1/rulesets/{ruleset:str}/changes",
    operation_id="changes",
    summary="What came and went with the newest lexicon, or with a release",
    tags=["rulesets"],
    responses={200: ResponseSpec(Changes, generate_examples=False), **documented(400, 404)},
)
async def changes(
    request: Request[Any, Any, State],
    ruleset: RulesetInPath,
    lexicon: Pinned = None,
    offset: Annotated[int, Parameter(ge=0, description="How many words each way to skip.")] = 0,
    limit: Annotated[int, Parameter(ge=0, le=MOST_CHANGES, description="How many to list.")] = 1000,
) -> ASGIResponse:
    """Compared with the build, or the release, before it; nothing, if it is the first."""
    opened = desk_of(request.app.state).shelf.find(segment(ruleset), lexicon)
    found = await to_thread.run_sync(changes_of, opened, offset, limit)
    return reply(request, opened, found)


def released(desk: Desk, ruleset: str) -> list[Released]:
    """The releases of a ruleset, the newest first; those whose manifest is damaged are left out."""
    found = []
    for folder in desk.shelf.releases(ruleset).values():
        try:
            found.append(releases.read(folder))
        except LexkitError as error:
            desk.shelf.refused(folder, error)
    found.sort(key=lambda release: -release.number)
    return [
        Released(
            str(each.told["name"]), each.manifest["version"], str(each.told["at"]),
            int(each.manifest["counts"]["words"]),
        )
        for each in found
    ]  # fmt: skip


def details(lexicon: Lexicon, known: list[Released]) -> Details:
    """What there is to say of a lexicon."""
    told, spelling = lexicon.manifest, lexicon.spelling
    return Details(
        id=lexicon.ruleset,
        title=told["title"],
        language=told["language"],
        reference=told.get("reference"),
        options=told.get("options") or {},
        lexicon=lexicon.version,
        words=len(lexicon),
        alphabet=spelling.alphabet,
        min_letters=spelling.min_letters,
        max_letters=spelling.max_letters,
        game=told["game"],
        assumptions=told.get("assumptions") or [],
        rules=[
            Rule(name, rule["verdict"], rule.get("says"), rule.get("clause"))
            for name, rule in told["rules"].items()
        ],
        sources=[Source(s["name"], s["title"], s["licence"]) for s in told["sources"]],
        releases=known,
    )


def changes_of(lexicon: Lexicon, offset: int, limit: int) -> Changes:
    """The words that came and went with ``lexicon``, as its build or release has written it."""
    told = _told(lexicon.folder / CHANGES)
    old = told.get("old") or {}
    before = old.get("lexicon") if RELEASE not in lexicon.manifest else old.get("name")
    came, went = told.get("in", []), told.get("out", [])
    return Changes(
        ruleset=lexicon.ruleset,
        lexicon=lexicon.version,
        before=before,
        came=len(came),
        went=len(went),
        came_words=came[offset : offset + limit],
        went_words=went[offset : offset + limit],
    )


def _told(path: Path) -> dict[str, Any]:
    """What is written of the changes; nothing, if there were none before, or it has just gone."""
    try:
        found: dict[str, Any] = json.loads(path.read_bytes())
    except OSError:
        return {}
    return found


def _ruleset(name: str, lexicon: Lexicon) -> Ruleset:
    told = lexicon.manifest
    return Ruleset(name, told["title"], told["language"], lexicon.version, len(lexicon))

"""A game: what it is played with, and its rules in plain words, with the examples of its YAML."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from anyio import to_thread
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from lexkit import ruleset as rulesets
from lexkit import tagset
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from lexkit.service.desk import desk_of
from lexkit.service.pages import render
from lexkit.service.replies import segment
from lexkit.service.rulesets import details, released
from lexkit.workspace import Workspace


class Written(NamedTuple):
    """What only the file of a ruleset holds: its cases as words by verdict, those of each rule by
    its name, and the choices that it leaves open, by what they say."""

    of_rules: Mapping[str, Mapping[str, Sequence[str]]]
    others: Mapping[str, Sequence[str]]
    options: Mapping[str, str]


@get(["/{ruleset:str}", "/games/{ruleset:str}"], include_in_schema=False)
async def game(request: Request[Any, Any, State], ruleset: FromPath[str]) -> Response[str]:
    """What a game is played with, what counts in short, and where to go from here."""
    desk = desk_of(request.app.state)
    lexicon = desk.shelf.find(segment(ruleset))
    known = await to_thread.run_sync(released, desk, lexicon.ruleset, limiter=desk.for_searches)
    return render.page(
        request, "game.html", about=lexicon.manifest["language"],
        lexicon=lexicon, details=details(lexicon, known), lexicons=desk.shelf.lexicons,
        folds=list(_folds(lexicon)),
    )  # fmt: skip


@get("/rules/{ruleset:str}", include_in_schema=False)
async def rules(request: Request[Any, Any, State], ruleset: FromPath[str]) -> Response[str]:
    """The rules in full, in their order, with the examples that the ruleset has for each."""
    desk = desk_of(request.app.state)
    lexicon = desk.shelf.find(segment(ruleset))
    written = await to_thread.run_sync(written_of, lexicon, desk.place, limiter=desk.for_searches)
    return render.page(
        request, "rules.html", about=lexicon.manifest["language"],
        lexicon=lexicon, details=details(lexicon, []), written=written,
    )  # fmt: skip


def written_of(lexicon: Lexicon, place: Workspace) -> Written:
    """What the ruleset of ``lexicon`` has in its file; nothing, if that cannot be read any more."""
    name, _ = rulesets.split(lexicon.ruleset)
    # Looked up anew, as a ruleset may be written while the service runs.
    place = Workspace(place.root)
    try:
        path = place.ruleset(name)
        chosen = tuple(sorted((lexicon.manifest.get("options") or {}).items()))
        return _read(path, path.stat().st_mtime_ns, tuple(place.tags_files), chosen)
    except (LexkitError, OSError):
        return Written({}, {}, {})


@lru_cache(64)
def _read(
    path: Path, changed: int, tags_files: tuple[Path, ...], chosen: tuple[tuple[str, str], ...]
) -> Written:
    """What is in the file, as it is since ``changed`` (nanoseconds)."""
    found = rulesets.load(path, tagset.load(tags_files)).choose(dict(chosen))
    return Written(
        {clause.rule.name: _by_verdict(clause.cases) for clause in found.active},
        _by_verdict(found.cases),
        {option.says: found.chosen[name] for name, option in found.options.items()},
    )


def _folds(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """The letters that are laid as others, without those that nobody types: the ligature ﬁ."""
    for letters, laid in lexicon.spelling.folds.items():
        if unicodedata.normalize("NFKC", letters) != laid:
            yield letters, laid


def _by_verdict(cases: Sequence[rulesets.Case]) -> dict[str, list[str]]:
    told = {
        verdict.value: [case.word for case in cases if case.verdict is verdict]
        for verdict in Verdict
    }
    return {verdict: words for verdict, words in told.items() if words}

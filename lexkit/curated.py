"""Decisions people write by hand: `sources/curated/<language>.tsv`, one a line.

The columns are those of section 3 of the design. `accept` and `reject` decide outright; `tag`
replaces the tags of the readings, so that a rule is the ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path

from lexkit.errors import LexkitError, suggest
from lexkit.orthography import normalise
from lexkit.tagset import Tagset

COLUMNS = (
    "word", "scope", "decision", "rulesets", "tags", "paradigm",
    "clause", "reason", "reference", "by", "date",
)  # fmt: skip

HEADER = "the columns are " + " ".join(COLUMNS) + ", separated by tabs"

#: In the column `rulesets`: every ruleset of the language.
EVERY = "*"


class Scope(StrEnum):
    """What a decision is about, the narrowest first; a narrower decision comes first."""

    LETTERS = "letters"
    FORM = "form"
    LEMMA = "lemma"


class Action(StrEnum):
    ACCEPT = "accept"
    REJECT = "reject"
    TAG = "tag"


@dataclass(frozen=True, slots=True)
class Decision:
    """One line. ``word`` is letters, a form or a lemma, as ``scope`` says."""

    word: str
    scope: Scope
    action: Action
    rulesets: tuple[str, ...]
    tags: frozenset[str]
    paradigm: str | None
    clause: str | None
    reason: str
    reference: str
    by: str
    date: str
    source: str
    place: str

    @property
    def key(self) -> tuple[str, Scope, tuple[str, ...]]:
        return (self.word, self.scope, self.rulesets)

    def contradicts(self, other: Decision) -> bool:
        """Whether both stand in one file, equally narrow, and decide otherwise."""
        same_rank = (EVERY in self.rulesets) == (EVERY in other.rulesets)
        same = (self.action, self.tags) == (other.action, other.tags)
        return self.source == other.source and same_rank and not same

    def concerns(self, ruleset: str) -> bool:
        return EVERY in self.rulesets or ruleset in self.rulesets


class Decisions:
    """The decisions that concern one ruleset, looked up by what they are about.

    A line that names the ruleset comes before one for every ruleset (`*`).
    """

    def __init__(self, lines: Iterable[Decision], ruleset: str) -> None:
        self._found: dict[tuple[Scope, str], Decision] = {}
        concerning = [line for line in lines if line.concerns(ruleset)]
        for line in sorted(concerning, key=lambda line: EVERY in line.rulesets):
            first = self._found.setdefault((line.scope, line.word), line)
            if first.contradicts(line):
                raise LexkitError(
                    f"{line.word!r} ({line.scope}) is decided otherwise for {ruleset} "
                    f"at {first.place}",
                    path=line.place,
                    remedy="name each ruleset in one of the two lines only",
                )

    def get(self, scope: Scope, word: str) -> Decision | None:
        return self._found.get((scope, word))

    def __iter__(self) -> Iterator[Decision]:
        return iter(self._found.values())

    def __len__(self) -> int:
        return len(self._found)


def read(path: Path, source: str, tagset: Tagset) -> list[Decision]:
    """Read the decisions in ``path``; raise `LexkitError` naming the line of any mistake.

    The first line is the header. Lines need not be sorted to be read.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise LexkitError(f"cannot be read: {error.strerror}", path=path) from None
    except UnicodeDecodeError as error:
        number = error.object[: error.start].count(b"\n") + 1
        raise LexkitError("not UTF-8", path=path, line=number) from None
    decisions: dict[tuple[str, Scope, tuple[str, ...]], Decision] = {}
    for number, line in enumerate(text.split("\n"), 1):
        cells = line.rstrip("\r").split("\t")
        if cells == [""]:
            continue
        if number == 1 and cells[0] == COLUMNS[0]:
            if tuple(cells) != COLUMNS:
                raise _Line(path, number, cells).error("not the header of a curated file", HEADER)
            continue
        decision = _Line(path, number, cells).decision(source, tagset)
        if (other := decisions.setdefault(decision.key, decision)) is not decision:
            raise LexkitError(
                f"{decision.word!r} ({decision.scope}) is already decided at {other.place}",
                path=path,
                line=number,
                remedy="keep one of the two lines",
            )
    return list(decisions.values())


class _Line:
    """One line of the file, checked cell by cell."""

    def __init__(self, path: Path, number: int, cells: list[str]) -> None:
        self.path, self.number = path, number
        if cells[0][:7] in ("<<<<<<<", "|||||||", "=======", ">>>>>>>"):
            raise self.error("a conflict of git stands here", "resolve it first")
        if len(cells) != len(COLUMNS):
            raise self.error(
                f"{len(cells)} columns instead of {len(COLUMNS)}",
                HEADER,
            )
        self.cells = dict(zip(COLUMNS, cells, strict=True))

    def error(self, message: str, remedy: str | None = None) -> LexkitError:
        return LexkitError(message, path=self.path, line=self.number, remedy=remedy)

    def _one_of(self, column: str, known: list[str]) -> str:
        value = self.cells[column]
        if value not in known:
            raise self.error(f"{column} is {value!r}", suggest(value, known))
        return value

    def decision(self, source: str, tagset: Tagset) -> Decision:
        cells = self.cells
        word = normalise(cells["word"])
        if not word:
            raise self.error("a line without a word", "write the word into the first column")
        if len(word) > 1 and word[0] == word[-1] == '"':
            raise self.error(f"quotes stand around {word}", "a spreadsheet put them there")
        scope = Scope(self._one_of("scope", list(Scope)) if cells["scope"] else Scope.LEMMA)
        action = Action(self._one_of("decision", list(Action)))
        tags = frozenset(
            tagset.check(tag, path=self.path, line=self.number, given=True)
            for tag in cells["tags"].replace(",", " ").split()
        )
        if action is Action.TAG and not tags:
            raise self.error("a tag decision without tags", "name the tags the word has")
        if cells["date"] and not _is_date(cells["date"]):
            raise self.error(f"date is {cells['date']!r}", "write YYYY-MM-DD")
        return Decision(
            word=word,
            scope=scope,
            action=action,
            rulesets=tuple(sorted(cells["rulesets"].replace(",", " ").split())) or (EVERY,),
            tags=tags,
            paradigm=cells["paradigm"] or None,
            clause=cells["clause"] or None,
            reason=cells["reason"],
            reference=cells["reference"],
            by=cells["by"],
            date=cells["date"],
            source=source,
            place=f"{self.path.name}:{self.number}",
        )


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False

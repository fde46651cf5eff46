"""Decisions people write by hand: `sources/curated/<language>.tsv`, one a line.

The columns are those of section 3 of the design. `accept` and `reject` decide outright; `tag`
replaces the tags of the readings, so that a rule is the ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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

#: How git begins the lines with which it marks a conflict, and what to do about one.
_MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_SETTLE = (
    "keep the lines of one side, take out those that begin with <<<<<<<, |||||||, ======= and "
    ">>>>>>>, then: lexkit curated format"
)

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
    decisions: dict[tuple[str, Scope, tuple[str, ...]], Decision] = {}
    for number, line in enumerate(_text(path).split("\n"), 1):
        cells = line.rstrip("\r").split("\t")
        if cells == [""]:
            continue
        header = number == 1 and cells[0] == COLUMNS[0]
        if header and tuple(cells) == COLUMNS:
            continue
        problem = None
        if header:
            problem = "not the header of a curated file"
        elif marks_conflict(line):
            raise conflict(line, path, number)
        elif len(cells) != len(COLUMNS):
            problem = f"{len(cells)} columns instead of {len(COLUMNS)}"
        if problem is not None:
            raise LexkitError(problem, path=path, line=number, remedy=HEADER)
        found = _Line(path, number, dict(zip(COLUMNS, cells, strict=True)))
        made = found.decision(source, tagset)
        if (other := decisions.setdefault(made.key, made)) is not made:
            raise found.error(
                f"{made.word!r} ({made.scope}) is already decided at {other.place}",
                "keep one of the two lines",
            )
    return list(decisions.values())


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise LexkitError(f"cannot be read: {error.strerror}", path=path) from None
    except UnicodeDecodeError as error:
        number = error.object[: error.start].count(b"\n") + 1
        raise LexkitError("not UTF-8", path=path, line=number) from None


def marks_conflict(line: str) -> bool:
    """Whether git has put ``line`` there to mark a conflict."""
    return line[:7] in _MARKERS


def conflict(line: str, path: Path, number: int) -> LexkitError:
    """The error for the first ``line`` of a conflict, which says what is in conflict."""
    told = f": {line.rstrip()}" if line[7:].strip() else ""
    return LexkitError(
        f"a conflict of git stands here{told}", path=path, line=number, remedy=_SETTLE
    )


def decision(
    cells: Mapping[str, str], path: Path, line: int, source: str, tagset: Tagset
) -> Decision:
    """The decision in ``cells`` (by column), which stand in ``line`` of ``path``.

    Raises `LexkitError` for the first cell that holds what it may not.
    """
    return _Line(path, line, cells).decision(source, tagset)


@dataclass(frozen=True)
class _Line:
    """One line of the file, checked cell by cell."""

    path: Path
    number: int
    cells: Mapping[str, str]

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
            raise self.error(
                f"quotes stand around {word}", "a spreadsheet put them there: lexkit curated format"
            )
        scope = Scope(self._one_of("scope", list(Scope)) if cells["scope"] else Scope.LEMMA)
        action = Action(self._one_of("decision", list(Action)))
        tags = frozenset(
            tagset.check(tag, path=self.path, line=self.number, given=True)
            for tag in cells["tags"].replace(",", " ").split()
        )
        if action is Action.TAG and not tags:
            raise self.error("a tag decision without tags", "name the tags the word has")
        if cells["date"] and not is_date(cells["date"]):
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


def is_date(text: str) -> bool:
    """Whether ``text`` is a day as YYYY-MM-DD."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False

"""A line of a curated file as text, and the canonical text of the whole file.

Nothing here needs the vocabulary or the rules: a line with a tag that only another branch knows
is a line. In its canonical form a file has the header, then the lines sorted by word, scope and
rulesets (by code point), cells parted by tabs and never in quotes, NFC, LF, no byte-order mark.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from lexkit.curated import COLUMNS, EVERY, Scope
from lexkit.orthography import normalise

#: What identifies a line: no two lines of a file have the same.
Key = tuple[str, str, tuple[str, ...]]

#: A cell as spreadsheets write it: in quotes, those within it doubled.
QUOTED = re.compile(r'"((?:[^"]|"")*)"')


class Row(NamedTuple):
    """One line, its cells in the order of the columns and in their canonical form."""

    word: str
    scope: str
    decision: str
    rulesets: str
    tags: str
    paradigm: str
    clause: str
    reason: str
    reference: str
    by: str
    date: str

    @classmethod
    def of(cls, cells: Mapping[str, str]) -> Row:
        """The row of ``cells`` by column; what is missing is empty, or has its default."""
        told = {column: _cell(cells.get(column, "")) for column in COLUMNS}
        # First without what cannot be seen: a soft hyphen after a quote hides that one ends there.
        told["word"] = _cell(normalise(cells.get("word", "")))
        for column in ("scope", "decision"):
            told[column] = told[column].lower()
        told["scope"] = told["scope"] or Scope.LEMMA.value
        for column in ("rulesets", "tags"):
            told[column] = " ".join(sorted(set(told[column].replace(",", " ").split())))
        if not told["rulesets"] or EVERY in told["rulesets"].split():
            told["rulesets"] = EVERY
        return cls(**told)

    @property
    def key(self) -> Key:
        return self.word, self.scope, self.names

    @property
    def names(self) -> tuple[str, ...]:
        """The rulesets it names, or `EVERY` alone."""
        return tuple(self.rulesets.split())

    @property
    def verdict(self) -> tuple[str, str]:
        """What is decided: the decision and, of a change of tags, the tags."""
        return self.decision, self.tags

    @property
    def origin(self) -> tuple[str, str, str, str]:
        """Why, on what authority, who and when."""
        return self.reason, self.reference, self.by, self.date

    def overlaps(self, other: Row) -> bool:
        """Whether both are about the same for a ruleset that both name, or both for every one."""
        same = (self.word, self.scope) == (other.word, other.scope)
        return same and not set(self.names).isdisjoint(other.names)

    def contradicts(self, other: Row) -> bool:
        """Whether both overlap and decide otherwise, so that no build takes them together."""
        return self.overlaps(other) and self.verdict != other.verdict

    def told(self) -> str:
        """The decision with who and why, for people: *reject by ida, 2026-03-01: no word*."""
        tags = f" {self.tags}" if self.tags else ""
        rulesets = "" if self.rulesets == EVERY else f" for {self.rulesets}"
        by = f" by {self.by}" if self.by else ""
        date = f", {self.date}" if self.date else ""
        reason = f": {self.reason}" if self.reason else ""
        return f"{self.decision}{tags}{rulesets}{by}{date}{reason}"

    def line(self) -> str:
        return "\t".join(self)


HEADER = "\t".join(COLUMNS)


def text(rows: Iterable[Row]) -> bytes:
    """The canonical text of a file with ``rows``."""
    lines = [row.line() for row in sorted(rows, key=lambda row: (row.key, row))]
    return "".join(f"{line}\n" for line in (HEADER, *lines)).encode()


def _cell(cell: str) -> str:
    """``cell`` on one line, in NFC, without what cannot be seen at its ends, and without quotes."""
    kept = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in cell)
    kept = " ".join(unicodedata.normalize("NFC", kept).split())
    while match := QUOTED.fullmatch(kept):
        kept = match[1].replace('""', '"').strip()
    return kept

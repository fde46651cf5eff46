"""Which columns of a table hold words, their forms and labels, told by what stands in them.

Nothing is known here of a language: words are made of letters, inflected forms begin as their lemma
does (*Haus, Häuser*), labels are few.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lexkit.readers.rows import is_number

#: A word, perhaps with hyphens and apostrophes in it, and nothing else.
WORD = re.compile(r"-?[^\W\d_]+(?:['’-][^\W\d_]*)*")

#: Headings that say what stands under them, the better first.
_OF_WORDS, _OF_LABELS = ("word", "form", "lemma"), ("pos", "tags")

#: Labels are no longer (characters), and no more than so many, or a share of the rows.
_LONGEST, _FEW, _SHARE = 40, 8, 0.05


@dataclass(frozen=True)
class Columns:
    """The headings of the columns with ``forms``, the ``lemma`` and ``labels``.

    It is ``certain`` which column holds the words if a heading says so, or only one can.
    """

    forms: list[str]
    lemma: str | None
    labels: list[str]
    certain: bool


def find(headings: Sequence[str], columns: Sequence[Sequence[str]]) -> Columns:
    """What the ``columns`` under ``headings`` hold; each has the cells of some rows."""
    filled = [[cell.strip() for cell in column if cell.strip()] for column in columns]
    words = [i for i, cells in enumerate(filled) if most(map(WORD.fullmatch, cells), 0.75)]
    many = [i for i in words if len(set(filled[i])) > _few(filled[i])]
    named = [i for name in _OF_WORDS for i, heading in enumerate(headings) if heading == name]
    first = (named or many or words or [0])[0]
    forms = [i for i in many if i != first and _inflects(columns[first], columns[i])]
    lemma = "lemma" if "lemma" in headings else headings[first] if forms else None
    labels = [
        i
        for i, cells in enumerate(filled)
        if i not in (first, *forms)
        and headings[i] != lemma
        and (headings[i] in _OF_LABELS or _labels(cells))
    ]
    return Columns(
        [headings[i] for i in (first, *forms)],
        lemma,
        [headings[i] for i in labels],
        bool(named) or len(many) == 1,
    )


def most(facts: Iterable[object], share: float = 0.9) -> bool:
    """Whether nine of ten ``facts`` (or another ``share``) are true, and one at least."""
    told = [bool(fact) for fact in facts]
    return any(told) and sum(told) >= share * len(told)


def _few(cells: Sequence[str]) -> float:
    return max(_FEW, len(cells) * _SHARE) if len(cells) > _FEW else len(cells) - 1


def _labels(cells: Sequence[str]) -> bool:
    return (
        bool(cells)
        and len(set(cells)) <= _few(cells)
        and max(map(len, cells)) <= _LONGEST
        and not any(map(is_number, cells))
    )


def _inflects(lemmas: Sequence[str], forms: Sequence[str]) -> bool:
    """Whether most of ``forms`` begin as their lemmas do: with the same two letters."""
    pairs = [(a, b) for a, b in zip(lemmas, forms, strict=False) if a and b]
    return bool(pairs) and sum(_begins(a) == _begins(b) for a, b in pairs) > 0.6 * len(pairs)


def _begins(word: str) -> str:
    """The first two letters, capitals and accents aside: *Baum* and *Bäume* begin alike."""
    letters = unicodedata.normalize("NFD", word[:2].lower())
    return "".join(c for c in letters if not unicodedata.combining(c))

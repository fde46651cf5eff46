"""The forms in a cell of an inflection table, as people fill them in.

*des Hauses*, *geh(e)!*, *Beamte / Beamten*, *bin gegangen*, *—*: an article, a pronoun or an
auxiliary beside the form, letters that may be left out, several forms, or none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from lexkit import yamlfile
from lexkit.readers import tables
from lexkit.readers.base import Options

OPTION = "cells"
SAYS = (
    "the table of what stands beside a form in a cell, by language (cells), or a file of one's own"
)

#: What stands in a cell that holds no form.
_EMPTY = frozenset({"", "-", "–", "—", "‒", "―", "−", "?", "…", "...", "/", "*", "†", "0", "--"})

#: Between two forms, where blanks are single.
_SEPARATOR = re.compile(r" ?[/,;|] ?")

#: A longer cell is prose (characters).
_LONGEST = 1_000

#: *(des) Beamten*, *geh(e)*; what is in brackets holds no brackets itself.
_BRACKETS = re.compile(r"\(([^()]*)\)")

#: At the edges of a form that are not of it: marks of a command, of a note, of a quotation.
_EDGES = '!?…*†‡°¹²³⁴⁵⁶⁷⁸⁹⁰"„“”«»‹›[]{}<>|=:_ \t\r\n'

#: How many letters in brackets are tried both ways: *(ge)sich(e)rt* has two.
_OPTIONAL = 3


@dataclass(frozen=True)
class Cells:
    """How the cells of one language are read; without words, that of any."""

    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    auxiliaries: frozenset[str] = frozenset()
    between: frozenset[str] = frozenset()
    #: Words that are no form of anything but themselves.
    beside: frozenset[str] = field(init=False)
    _in_front: frozenset[str] = field(init=False)
    _behind: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "beside", self.before | self.after)
        object.__setattr__(self, "_in_front", self.before | self.auxiliaries)
        object.__setattr__(self, "_behind", self.after | self.auxiliaries)

    def forms(self, cell: str, word: str) -> Iterator[str]:
        """The forms of ``word`` in ``cell``; one of several words still has its blanks."""
        first, _, rest = cell.partition(" ")
        # des Hauses, habe gewinkt: most cells of several words are like these.
        if (
            first in self._in_front
            and rest.isalpha()
            and rest not in self.beside
            and not word.startswith(rest)
            and " " not in word
        ):
            yield rest
            return
        text = " ".join(cell.replace("\n", ",").split()).strip(_EDGES)
        if text in _EMPTY:
            return
        if " " in word or len(text) > _LONGEST:
            yield text
            return
        pieces = [text] if "/" in word else _SEPARATOR.split(text)
        for piece in pieces:
            for written in _written_out(piece):
                yield from self._apart(written, word)

    def _apart(self, text: str, word: str) -> Iterator[str]:
        """The forms in ``text``, which has no brackets and no separators."""
        words: list[str] = []
        for one in (*text.split(), ""):
            if one and (one not in self.between or not words):
                words.append(one)
                continue
            form = self._bare(words, word).strip(_EDGES) if words else ""
            words = []
            if form in _EMPTY or (form in self.beside and word not in self.beside):
                continue
            # -n, of Beamte/-n, and r, of Beamte/r: an ending, not a form.
            if (len(form) > 1 and not form.startswith("-")) or len(word) == 1 or word[0] == "-":
                yield form

    def _bare(self, words: list[str], word: str) -> str:
        """``words`` without those that stand beside a form, which alone would stay."""
        first, last = 0, len(words)
        while last - first > 1 and words[first].lower() in self.before:
            first += 1
        while last - first > 1 and words[last - 1].lower() in self.after:
            last -= 1
        if last - first == 1:
            return words[first]
        whole = " ".join(words[first:last])
        while last - first > 1 and words[first].lower() in self._in_front:
            first += 1
        while last - first > 1 and words[last - 1].lower() in self._behind:
            last -= 1
        form = " ".join(words[first:last])
        # hat an: of anhaben, the particle is no form.
        return whole if form != word and word.startswith(form) else form


def _written_out(text: str) -> Iterator[str]:
    """``text`` with what is in brackets left out, or, inside a word, also put in."""
    if "(" not in text and ")" not in text:
        yield text
        return
    parts: list[tuple[str, ...]] = []
    end = choices = 0
    for found in _BRACKETS.finditer(text):
        parts.append((_unbracketed(text[end : found.start()]),))
        inside = found[1]
        joined = (
            text[found.start() - 1 : found.start()].isalpha()
            or text[found.end() : found.end() + 1].isalpha()
        )
        if joined and inside.isalpha() and choices < _OPTIONAL:
            choices += 1
            parts.append(("", inside))
        else:
            parts.append((" ",))
        end = found.end()
    parts.append((_unbracketed(text[end:]),))
    for written in product(*parts):
        yield "".join(written)


def _unbracketed(text: str) -> str:
    """``text`` without brackets that open or close nothing."""
    return text.replace("(", " ").replace(")", " ")


def path(options: Options) -> Path:
    """The table of cells in use."""
    return tables.find(options, OPTION, "cells")


def load(path: Path) -> dict[str, Cells]:
    """Read the table of cells in ``path``: a `Cells` for each language."""
    found = {}
    for language, inner in yamlfile.load(path).items():
        fields = yamlfile.Fields(yamlfile.Table(), path, "a table of cells")
        fields.table.line = getattr(inner, "line", 1)
        if not isinstance(inner, yamlfile.Table):
            raise fields.error("a language has lists: before, after, auxiliaries, or", inner)
        of = yamlfile.Fields(inner, path, f"the cells of {str(language)!r}")
        lists = [
            frozenset(word.lower() for word in of.texts(key))
            for key in ("before", "after", "auxiliaries", "or")
        ]
        of.done()
        found[str(language)] = Cells(*lists)
    return found

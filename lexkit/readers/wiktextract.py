"""Wiktextract's JSON Lines, as kaikki.org offers them: a word with its senses and forms a line.

The format is that of https://github.com/tatuylonen/wiktextract. A label stands on one sense, so
each sense makes a reading of its own, and a word falls only when all of them do. What is written
among the forms but is none, and what a label means, is said in `rules/readers/wiktextract.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import IO, TYPE_CHECKING

from lexkit import yamlfile
from lexkit.model import Entry
from lexkit.packed import open_bytes
from lexkit.readers import cells, tables
from lexkit.readers.base import MOST_READINGS, TOO_MANY, Input, Options, Report

if TYPE_CHECKING:
    from lexkit.readers.wiktextract_line import Word

SUMMARY = "wiktextract's JSON Lines (kaikki.org): a word with its senses and forms a line"
OPTIONS = {
    "language": "the code of the language that is read, as in lang_code (all of them)",
    "table": "the table of what labels mean (wiktextract), or a file of one's own",
    cells.OPTION: cells.SAYS,
}

#: A longer line is no word (bytes); the longest in use, with all translations, have some 5 MB.
LONGEST = 32 << 20

_SEVERAL = "a form of several words"
_REDIRECT = "a redirect"


def shaped_by(options: Options) -> list[Path]:
    """The tables that shape what is read."""
    return [tables.find(options, "table", "wiktextract"), cells.path(options)]


def read(given: Input) -> Iterator[Entry]:
    """Stream the readings: the word by its senses, then its forms by the same.

    A form in a table is what is left of its cell without articles, pronouns and auxiliaries; a
    cell of several words (*steht auf*) is noted. Lines that are no words are reported.
    """
    from lexkit.readers import wiktextract_line  # here: a build of other sources needs no msgspec

    options, report, path = given.options, given.report, given.main
    language = options.text("language")
    reading = _Reading.load(given)
    name = path.name
    with open_bytes(path) as file:
        for number, line in _lines(file, name, report):
            place = f"{name}:{number}"
            try:
                word, whole = wiktextract_line.parse(line)
            except ValueError as error:
                report.skip(_unreadable(line, error), place)
                continue
            if not whole:
                report.skip("a part of the line has another shape and is left out", place)
            if language is not None and word.lang_code != language:
                continue
            if word.word:
                meanings = wiktextract_line.meanings(line) if reading.asks(word) else ()
                yield from reading.entries(word, place, meanings)
            elif word.redirect is not None:
                report.note(_REDIRECT, place)
            else:
                report.skip("an object that has no word", place)


def _unreadable(line: bytes, error: ValueError) -> str:
    if not line.endswith(b"\n"):
        return "the last line is cut off"
    return f"not a line of wiktextract: {error}"


def _lines(file: IO[bytes], name: str, report: Report) -> Iterator[tuple[int, bytes]]:
    """The lines that hold something, with their numbers; one that is too long is reported."""
    number = 0
    while line := file.readline(LONGEST):
        number += 1
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if len(line) >= LONGEST and not line.endswith(b"\n"):
            report.skip(f"a line of more than {LONGEST >> 20} MiB", f"{name}:{number}")
            while line and not line.endswith(b"\n"):
                line = file.readline(LONGEST)
        elif not line.isspace():
            yield number, line


#: The labels of a reading, and its lemma.
_Sense = tuple[tuple[str, ...], str]


@dataclass
class _Reading:
    """How words are read: which labels matter, and what is a form."""

    report: Report
    cells: dict[str, cells.Cells]
    no_forms: frozenset[str]
    alternative: frozenset[str]
    #: Texts that are no forms, whatever their tags.
    no_words: frozenset[str]
    #: By language, what the gloss of another writing may say, and the label it then has.
    glosses: Mapping[str, Sequence[tuple[re.Pattern[str], str]]]
    telling: frozenset[str]
    any_label: bool
    #: Tags that may matter, alone or with another; and those that call for a look at a form.
    watched: frozenset[str] = field(init=False)
    special: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        together = (label.split() for label in self.telling)
        self.watched = self.telling.union(*together)
        self.special = self.watched | self.no_forms

    @classmethod
    def load(cls, given: Input) -> _Reading:
        path, beside = shaped_by(given.options)
        fields = yamlfile.Fields(yamlfile.load(path), path, "a table of wiktextract")
        fields.table_of("tags")
        made = cls(
            given.report,
            cells.load(beside),
            frozenset(map(str, fields.texts("no_forms"))),
            frozenset(map(str, fields.texts("alternative"))),
            frozenset(map(str, fields.texts("no_words"))),
            _patterns(fields),
            given.telling,
            given.any_label,
        )
        fields.done()
        return made

    def asks(self, word: Word) -> bool:
        """Whether something depends on what the senses of ``word`` mean."""
        return word.lang_code in self.glosses and any(
            not self.alternative.isdisjoint(sense.tags) for sense in word.senses
        )

    def entries(self, word: Word, place: str, meanings: Sequence[str] = ()) -> Iterator[Entry]:
        """The readings of ``word``; ``meanings`` are those of its senses, if they are asked for."""
        written = word.word
        senses = self._senses(word, meanings)
        for labels, lemma in senses:
            yield Entry(written, lemma, labels, place)
        if not word.forms:
            return
        if len(senses) * len(word.forms) > MOST_READINGS:
            self.report.skip(f"{TOO_MANY}: its forms are left out", place)
            return
        # The forms are those of the word in its own senses, not where it is a form itself.
        own = [labels for labels, lemma in senses if lemma == written] or [senses[0][0]]
        known = self.cells.get(word.lang_code, _NO_CELLS)
        beside = known.beside if written not in known.beside else frozenset[str]()
        seen = {written}
        new = tuple.__new__  # without the detour through keyword arguments, millions of times
        several = False
        special, no_forms = self.special, self.no_forms
        for cell in word.forms:
            text, tags = cell.form, cell.tags
            if text in seen:
                continue
            plain = special.isdisjoint(tags) and not cell.raw_tags and not self.any_label
            if plain:
                told = own
            elif no_forms.isdisjoint(tags):
                told = [(*labels, *self._labels(tags + cell.raw_tags)) for labels in own]
            else:
                continue
            if text.isalpha() and text not in beside:
                forms: Iterable[str] = (text,)
            elif text in self.no_words:
                continue
            else:
                forms = known.forms(text, written)
            named = " ".join(tags) or None
            for form in forms:
                if " " in form and " " not in written:
                    several = True
                elif form not in seen:
                    if plain:
                        seen.add(form)
                    for labels in told:
                        yield new(Entry, (form, written, labels, place, named))
            if plain:
                seen.add(text)
        if several:
            self.report.note(_SEVERAL, place)

    def _senses(self, word: Word, meanings: Sequence[str]) -> list[_Sense]:
        """The distinct senses of ``word``, each by the labels that matter and its lemma."""
        base = (word.pos, *word.other_pos, *self._labels(word.tags + word.raw_tags))
        found: dict[_Sense, None] = {}
        for sense, meaning in zip_longest(word.senses, meanings):
            labels = (*base, *self._labels(sense.tags + sense.raw_tags))
            if meaning and not self.alternative.isdisjoint(sense.tags):
                told = self.glosses[word.lang_code]
                labels += tuple(label for pattern, label in told if pattern.search(meaning))
            lemma = sense.form_of[0].word if sense.form_of else ""
            found[labels, lemma or word.word] = None
        return list(found) or [(base, word.word)]

    def _labels(self, tags: list[str]) -> Iterable[str]:
        """Those of ``tags`` that matter; of another writing, looked up with that word first."""
        if self.watched.isdisjoint(tags) and not self.any_label:
            return ()
        return self._looked_up(tags)

    def _looked_up(self, tags: list[str]) -> Iterator[str]:
        alternative = next((tag for tag in tags if tag in self.alternative), None)
        for tag in tags:
            together = f"{alternative} {tag}"
            if alternative is not None and together in self.telling:
                yield together
            elif self.any_label or tag in self.telling:
                yield tag


_NO_CELLS = cells.Cells()


def _patterns(fields: yamlfile.Fields) -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """The key `glosses` of the table: by language, patterns with their labels."""
    found: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    for language, inner in fields.table_of("glosses").items():
        if not isinstance(inner, yamlfile.Table):
            raise fields.error("a language has patterns with their labels", inner)
        for pattern, label in inner.items():
            try:
                found.setdefault(str(language), []).append((re.compile(pattern), str(label)))
            except (re.error, OverflowError, RecursionError) as error:
                raise fields.error(f"the pattern {str(pattern)!r}: {error}", pattern) from None
    return found

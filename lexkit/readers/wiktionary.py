"""Wiktionary, from its XML dumps: parts of speech and kinds of names, forms from the tables.

How an edition writes its pages is said in a table in `rules/readers/`, which `edition` reads; the
dump says which edition it is. Pages of forms (*Häusern*) come last, when it is known of which of
their lemmas a page says more than the part of speech: *Ulms* is the genitive of a place.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, NamedTuple

from lexkit.errors import LexkitError, one_line
from lexkit.model import Entry
from lexkit.readers import cells, edition, tables, wikitext
from lexkit.readers.base import Input, Options, Report
from lexkit.readers.edition import TITLE, Edition, Table
from lexkit.readers.mediawiki import Dump, Page
from lexkit.readers.wikitext import Call

SUMMARY = "a MediaWiki dump of Wiktionary: headwords by their headings, forms from the tables"
OPTIONS = {
    "edition": "the table of the wiki (as the dump says, for example dewiktionary), or a file of"
    " one's own",
    "language": "the language that is read, by its code or as headings name it (the edition's)",
    cells.OPTION: cells.SAYS,
}

_REDIRECT = "a redirect"
_DELETED = "a page whose text was deleted"
_NO_PART = "a section without a part of speech"
_SEVERAL = "a form of several words"
_UNKNOWN = "a form that a template in it decides"
_BROKEN = "a template that does not end, or is too large"

#: A section with more parts is no word's (each table looks for its own among them).
_MOST_PARTS = 1_000
_MANY_PARTS = f"a section of more than {_MOST_PARTS:,} parts"

#: After so many broken templates, the rest of a section is not looked through any further.
_MOST_BROKEN = 3


def shaped_by(options: Options) -> list[Path]:
    """The tables that shape what is read: all editions, if the dump is to say which."""
    if options.text("edition"):
        found = [tables.find(options, "edition", "")]
    else:
        found = [path for name, path in tables.known().items() if name.endswith("wiktionary")]
    return [*found, cells.path(options)]


def read(given: Input) -> Iterator[Entry]:
    """Stream the readings of the words of one language, their place the title of the page."""
    report, path = given.report, given.main
    dump = Dump(path, report)
    reading: _Reading | None = None
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n") as later:
        for page in dump.pages():
            if reading is None:
                reading = _Reading.of(given, _table(given, dump.wiki), later)
            yield from reading.entries(page)
        if reading is not None:
            yield from reading.forms()
            if not reading.sections:
                report.note(f"no page has a section of {reading.language}", path.name)


def _table(given: Input, wiki: str | None) -> Path:
    if given.options.text("edition"):
        return tables.find(given.options, "edition", "")
    known = [name for name in tables.known() if name.endswith("wiktionary")]
    if wiki in known:
        return tables.known()[wiki]
    raise LexkitError(
        f"there is no table for the wiki {wiki!r}" if wiki else "the dump does not name its wiki",
        path=given.main,
        remedy=f"give the option edition: {', '.join(known)}, or a table of your own",
    )


class _Part(NamedTuple):
    """A part of speech in a section: its labels, and the calls that stand in it."""

    labels: tuple[str, ...]
    calls: list[Call]
    text: str


@dataclass
class _Reading:
    """How pages are read, and what has been seen of them."""

    edition: Edition
    cells: cells.Cells
    language: str
    name: str
    report: Report
    later: IO[str]
    #: Of which lemmas a page says more than the part of speech, and what.
    kinds: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    #: How many sections of the language there were.
    sections: int = 0
    _known: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Input, table: Path, later: IO[str]) -> _Reading:
        options = given.options
        read_by = edition.load(table)
        language = options.text("language")
        beside = cells.load(cells.path(options)).get(language or read_by.language, cells.Cells())
        name = read_by.name_of(language)
        return cls(read_by, beside, name, given.main.name, given.report, later)

    def entries(self, page: Page) -> Iterator[Entry]:
        """What a page holds; forms of other lemmas are laid aside."""
        place = self._place(page.title)
        text = page.text
        if page.is_redirect or (text is not None and self.edition.is_redirect(text)):
            self.report.note(_REDIRECT, place)
            return
        if text is None:
            self.report.note(_DELETED, place)
            return
        pages = self.edition.table_pages
        if pages is not None and (of := pages.fullmatch(page.title)):
            whole = _Part((), list(self._calls(wikitext.shown(text), of[1], place)), "")
            yield from self._tables([whole], of[1], place)
        elif self.language in text:
            for section in self._sections(wikitext.shown(text), page.title, place):
                self.sections += 1
                yield from self._section(section, page.title, place)

    def _sections(self, text: str, title: str, place: str) -> Iterator[list[_Part]]:
        """The sections of the language, each as its parts; the first has no heading of its own."""
        headings = list(self.edition.headings.finditer(f"\n{text}"))
        ends = [found.start() for found in headings[1:]] + [len(text)]
        parts: list[_Part] | None = None
        for found, end in zip(headings, ends, strict=False):  # there may be no heading at all
            labels: tuple[str, ...] = ()
            if found[1] is not None:
                if parts is not None:
                    yield parts
                parts = [] if found[1].strip() == self.language else None
            # The line break before the heading is not in the text: both begin at the same index.
            inner = text[found.start() : end]
            if found[1] is None and parts is not None:
                heading = inner.partition("\n")[0]
                found_labels = map(str.strip, self.edition.part_label.findall(heading))
                labels = self._shared(dict.fromkeys(found_labels))
            if parts is not None and len(parts) == _MOST_PARTS:
                self.report.skip(_MANY_PARTS, place)
                yield parts
                parts = None
            if parts is not None:
                parts.append(_Part(labels, list(self._calls(inner, title, place)), inner))
        if parts is not None:
            yield parts

    def _shared(self, labels: Iterable[str]) -> tuple[str, ...]:
        """``labels``, the same object each time."""
        made = tuple(labels)
        return self._known.setdefault(made, made)

    def _calls(self, text: str, title: str, place: str) -> Iterator[Call]:
        """The template calls in ``text`` that matter."""
        broken = 0
        for found in self.edition.templates.finditer(text):
            try:
                yield wikitext.parse(wikitext.body(text, found.start()), title, self.edition)
            except wikitext.BrokenError:
                self.report.skip(_BROKEN, place)
                broken += 1
                if broken == _MOST_BROKEN:
                    return

    def _section(self, parts: list[_Part], title: str, place: str) -> Iterator[Entry]:
        """The readings of a section: the word as each part of speech, and its forms."""
        before = [label for call in parts[0].calls for label in self._marks(call)]
        told: list[_Part] = []
        words: dict[tuple[str, ...], None] = {}
        for part in parts:
            marks = [label for call in part.calls for label in self._marks(call)]
            # A box about the spelling will do where nothing else is said.
            named = bool(part.labels or (marks and len(parts) == 1))
            labels = self._shared(dict.fromkeys((*part.labels, *before, *marks)))
            told.append(part._replace(labels=labels if named else ()))
            lemmas = [lemma for call in part.calls if (lemma := self._lemma(call, title))]
            if lemmas:
                self._lay_aside(title, lemmas, labels, part.text)
            elif named and labels not in words:
                words[labels] = None
                yield Entry(title, title, labels, place)
        if not self.edition.plain.issuperset(label for labels in words for label in labels):
            # The plain words come along: Essen is a town, but a meal too.
            self.kinds.setdefault(title, []).extend(words)
        yield from self._tables(told, title, place)
        if not any(part.labels for part in told):
            self.report.note(_NO_PART, place)

    def _marks(self, call: Call) -> Iterator[str]:
        for marker in self.edition.markers:
            if marker.template.fullmatch(call.name) and (
                marker.argument is None or any(map(marker.argument.fullmatch, call.positional()))
            ):
                yield marker.label
                return

    def _lemma(self, call: Call, title: str) -> str | None:
        form_of = self.edition.form_of
        if form_of is None or not form_of.fullmatch(call.name):
            return None
        given = (value.partition("#")[0].strip() for value in call.positional())
        return next((lemma for lemma in given if lemma), title)

    def _tables(self, parts: list[_Part], lemma: str, place: str) -> Iterator[Entry]:
        """The forms in the tables of a section, with the labels of the parts they belong to."""
        for at, part in enumerate(parts):
            for call in part.calls:
                if (table := self.edition.table(call.name)) is not None:
                    owners = _owners(parts, at, table)
                    labels = list(dict.fromkeys(owner.labels for owner in owners))
                    if not labels and table.of is not None:
                        labels = [self._shared([table.of])]
                    yield from self._forms(table, call, lemma, labels, place)

    def _forms(
        self, table: Table, call: Call, lemma: str, labels: list[tuple[str, ...]], place: str
    ) -> Iterator[Entry]:
        seen = {lemma}
        for form, cell in self._cells(table, call, lemma, place):
            if form not in seen:
                seen.add(form)
                for told in labels:
                    yield Entry(form, lemma, told, place, cell or None)

    def _cells(self, table: Table, call: Call, lemma: str, place: str) -> Iterator[tuple[str, str]]:
        """The forms in the parameters of a table, and those that it makes itself."""
        beside = self.cells.beside if lemma not in self.cells.beside else frozenset[str]()
        several = False
        for parameter, value in call.parameters.items():
            cell = table.cell(parameter)
            if cell is None or (value in table.no_forms and value != lemma):
                continue
            if value is None:
                self.report.note(_UNKNOWN, place)
            elif value.isalpha() and value not in beside:
                yield value, cell
            else:
                for form in self.cells.forms(value, lemma):
                    if " " in form and " " not in lemma:
                        several = True
                    else:
                        yield form, cell
        if several:
            self.report.note(_SEVERAL, place)
        for made in table.made:
            stem = lemma if made.origin == TITLE else call.parameters.get(made.origin)
            if stem and all(call.parameters.get(key) == value for key, value in made.when.items()):
                for ending in made.endings:
                    yield stem + ending, made.cell

    def _lay_aside(self, form: str, lemmas: list[str], labels: tuple[str, ...], text: str) -> None:
        """Keep a form for the end; the text may say what its lemma is."""
        kinds = self.edition.form_kinds
        found = self.edition.form_kind.findall(text) if self.edition.form_kind else []
        of = dict.fromkeys(kinds[word] for word in found if word in kinds)
        for lemma in dict.fromkeys(lemmas):
            fields = (form, lemma, "|".join(labels), "|".join(of))
            self.later.write("\t".join(" ".join(text.split()) for text in fields) + "\n")

    def forms(self) -> Iterator[Entry]:
        """The forms that were laid aside, with what is known of their lemmas."""
        self.later.seek(0)
        for line in self.later:
            form, lemma, own, of = line[:-1].split("\t")
            labels = [label for label in own.split("|") if label]
            named = [label for label in of.split("|") if label]
            kinds = self.kinds.get(lemma, [tuple(named)])
            # Where a page has a verb and a noun, its participle is of the verb.
            fitting = [kind for kind in kinds if not {*labels, *named}.isdisjoint(kind)]
            for kind in fitting or kinds:
                told = self._shared(dict.fromkeys((*labels, *kind)))
                yield Entry(form, lemma, told, self._place(form))

    def _place(self, title: str) -> str:
        """Where a page is; no wiki has line breaks in titles, but a forged dump may."""
        return f"{self.name}:{title if title.isprintable() else one_line(title)}"


def _owners(parts: list[_Part], at: int, table: Table) -> list[_Part]:
    """The parts that a table in the part ``at`` belongs to.

    It stands in its part, or, if it is ``of`` a part of speech, before all of that one (*loop*
    is two nouns), or else in or behind the last.
    """
    if table.of is None:
        return [parts[at]] if parts[at].labels else []
    of = table.of
    behind = [part for part in parts[at + 1 :] if of in part.labels]
    return behind or [part for part in parts[: at + 1] if of in part.labels][-1:]

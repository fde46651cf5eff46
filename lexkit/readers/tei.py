"""Dictionaries in TEI (P5, and FreeDict's older P4): entries, their forms, a reading a sense.

The guidelines are https://tei-c.org/release/doc/tei-p5-doc/en/html/DI.html, FreeDict's use of them
https://github.com/freedict/fd-dictionaries/wiki. Translations, quotations and etymologies are in
other languages or no words of the dictionary, and are passed over.

A label is the name of its element and what stands there: `pos:n`, and, where some tag depends on
it, `gen:masc` or `number:pl`; for usage its type: `dom:bot`, `reg:vulg`, `geo:Austria`; for a form
that is neither lemma nor inflected, the type of the form: `form:variant`. What stands in a sense
holds for that sense alone, so a word falls only when all its senses do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lexkit.model import Entry
from lexkit.readers import cells, tables, xmlfile
from lexkit.readers.base import MOST_READINGS, TOO_MANY, Input, Options
from lexkit.readers.cells import Cells
from lexkit.readers.xmlfile import local_name

if TYPE_CHECKING:
    from lxml.etree import _Element

SUMMARY = "dictionaries in TEI, as FreeDict has them: entries, their forms and senses"
OPTIONS = {
    "language": "the language of the words, to know the articles beside forms (as xml:lang says)",
    "definitions": "whether the text of a definition is a label of its sense (no)",
    "table": "the table of what labels mean (tei), or a file of one's own",
    cells.OPTION: cells.SAYS,
}

_ROOTS = ("TEI", "TEI.2", "teiCorpus")
_ENTRIES = ("entry", "entryFree")

#: What says something of a word, and what of the surroundings in which a sense is meant (TEI's
#: suggested types of `usg`: synonyms, objects, hints).
_GRAMMAR = ("pos", "gen", "number", "subc", "gram", "case", "per", "tns", "mood", "itype", "iType")
_SURROUNDINGS = ("syn", "hyper", "hypo", "colloc", "comp", "obj", "subj", "verb", "hint", "sem")

#: Types of `form`: the word itself, and its inflected forms; others are labels.
_LEMMAS = ("", "lemma", "simple", "headword", "hw", "orth")
_INFLECTED = ("infl", "inflected", "inflection", "plural", "plur", "pl", "sg", "feminine", "fem")

#: Types of `xr` that lead to another word, or from a lemma to its form.
_NO_LEMMA = ("syn", "synonymy", "ant", "antonymy", "rel", "hyper", "hypo", "plural-form")

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def shaped_by(options: Options) -> list[Path]:
    """The tables that shape what is read."""
    return [tables.find(options, "table", "tei"), cells.path(options)]


def read(given: Input) -> Iterator[Entry]:
    """Stream the forms of each entry, once for each sense that has other labels.

    An entry that only refers to another (*went: see go*) has that as its lemma.
    """
    reading = _Reading(
        given,
        cells.load(shaped_by(given.options)[1]),
        given.options.text("language"),
        given.options.flag("definitions"),
    )
    for element in xmlfile.elements(given.main, _ENTRIES, given.report, roots=_ROOTS):
        yield from reading.entry(element, xmlfile.place(given.main, element), ())


@dataclass(frozen=True)
class _Form:
    """A form of a word: how it is written, what is said of it alone, and its place in the table."""

    written: str
    labels: tuple[str, ...] = ()
    cell: str | None = None

    def apart(self, lemma: str, beside: Cells) -> tuple[str, ...]:
        """The forms written here; the lemma is as it is, an inflected form may have an article."""
        return (self.written,) if self.cell is None else tuple(beside.forms(self.written, lemma))


@dataclass
class _Reading:
    """How the entries of one file are read."""

    given: Input
    cells: dict[str, Cells]
    language: str | None
    definitions: bool

    def entry(self, element: _Element, place: str, outer: tuple[str, ...]) -> Iterator[Entry]:
        """The readings of an entry, or of a homograph (`hom`) or related entry (`re`) in it."""
        heads = [child for child in element if local_name(child) == "form"]
        forms = [f for i, head in enumerate(heads) for f in self._forms(head, place, first=not i)]
        if not forms and local_name(element) == "entryFree":
            orths = (child for child in element.iter() if local_name(child) == "orth")
            forms = [_Form(text) for orth in orths if (text := _text(orth))]
        within = list(_entries_in(element))
        if not forms and not within:
            self.given.report.skip("an entry without a form", place)
        # Older dictionaries have the part of speech in the form that it is said of.
        said = (*outer, *(label for head in heads[:1] for label in self._said(head)))
        said = (*said, *self._said(element))
        if forms:
            language = self.language or _language(heads[0] if heads else element)
            beside = self.cells.get(language, Cells())
            yield from self._readings(element, forms, said, beside, place)
        for child in within:
            more = said if local_name(child) == "hom" else ()
            yield from self.entry(child, xmlfile.place(self.given.main, child), more)

    def _readings(
        self,
        element: _Element,
        forms: list[_Form],
        said: tuple[str, ...],
        beside: Cells,
        place: str,
    ) -> Iterator[Entry]:
        lemma = next((form.written for form in forms if form.cell is None), forms[0].written)
        senses = list(dict.fromkeys(self._senses(element, said)))
        of = lemma if senses else _referred(element) or lemma
        if len(senses) * len(forms) > MOST_READINGS:
            self.given.report.skip(TOO_MANY, place)
            return
        for labels in senses or [said]:
            for form in forms:
                joined = tuple(dict.fromkeys((*labels, *form.labels)))
                for written in form.apart(lemma, beside):
                    yield Entry(written, of, joined, place, form.cell)

    def _forms(
        self, form: _Element, place: str, *, first: bool = False, within: bool = False
    ) -> Iterator[_Form]:
        """The forms in a `form` element, which may hold further ones.

        What is said of the ``first`` is said of the whole entry.
        """
        sort = form.get("type", "")
        inflected = sort in _INFLECTED or (within and sort in _LEMMAS)
        labels = () if sort in _LEMMAS or inflected else (f"form:{sort}",)
        said = () if first else tuple(self._said(form))
        where = " ".join(_content(form, _GRAMMAR)) or sort or "form"
        for child in form:
            name = local_name(child)
            if name == "form":
                yield from self._forms(child, place, within=True)
            elif name == "orth" and child.get("extent") in ("pref", "suff", "part"):
                self.given.report.note("a part of a form: -en, of nehmen", place)
            elif name == "orth" and (text := _text(child)):
                yield _Form(text, (*labels, *said), where if inflected else None)

    def _senses(self, element: _Element, said: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """The labels of each sense that has no senses in it."""
        for child in element:
            name = local_name(child)
            if name == "sense" or (name == "hom" and not _has_form(child)):
                own = (*said, *self._said(child))
                yield from list(self._senses(child, own)) or [own]

    def _said(self, element: _Element) -> Iterator[str]:
        """The labels that stand in an element, but not in a form or sense inside it."""
        for child in element:
            name = local_name(child)
            if name == "gramGrp":
                yield from self._said(child)
            elif name == "usg" and child.get("type", "") not in _SURROUNDINGS:
                yield from _label(child.get("type") or "usg", child)
            elif name == "pos":
                yield from _label(name, child)
            elif name in _GRAMMAR:
                for label in _label(child.get("type") or name, child):
                    if self.given.any_label or label in self.given.telling:
                        yield label
            elif name == "def" and self.definitions and (text := _text(child)):
                yield text


def _label(sort: str, element: _Element) -> Iterator[str]:
    """*(bot.)* in a `usg` of type `dom` is `dom:bot`."""
    text = (element.get("value") or _text(element)).strip("()[] ")
    if text := text.removesuffix("."):
        yield f"{sort}:{text}"


def _content(element: _Element, names: Collection[str]) -> Iterator[str]:
    """The texts of the elements called ``names`` in ``element`` and its groups (`gramGrp`)."""
    for child in element:
        if local_name(child) == "gramGrp":
            yield from _content(child, names)
        elif local_name(child) in names and (text := _text(child)):
            yield text


def _has_form(element: _Element) -> bool:
    return any(local_name(child) == "form" for child in element)


def _entries_in(element: _Element) -> Iterator[_Element]:
    """The homographs and related entries in ``element`` that have a form of their own."""
    for child in element:
        if local_name(child) in ("re", "hom") and _has_form(child):
            yield child
        elif local_name(child) in ("re", "hom", "sense"):
            yield from _entries_in(child)


def _referred(element: _Element) -> str | None:
    """What an entry refers to (`xr`), if it is one word and no synonym or the like."""
    found = [
        text
        for child in element
        if local_name(child) == "xr" and child.get("type", "") not in _NO_LEMMA
        for ref in child
        if local_name(ref) in ("ref", "ptr") and (text := _text(ref))
    ]
    return found[0] if len(set(found)) == 1 else None


def _text(element: _Element) -> str:
    """The text in an element, its blanks and line breaks made one blank."""
    return " ".join("".join(map(str, element.itertext())).split())


def _language(element: _Element) -> str:
    """The nearest `xml:lang`, its first part: *de* of *de-AT*."""
    for one in (element, *element.iterancestors()):
        if said := one.get(_XML_LANG):
            return said.partition("-")[0].lower()
    return ""

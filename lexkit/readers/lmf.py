"""Wordnets and other lexicons in LMF: the lemma and the forms of each entry, a reading a sense.

The format is that of https://globalwordnet.github.io/schemas/ (WN-LMF 1.0 to 1.4); values may also
stand in `feat` elements, as in ISO 24613. With the option `synsets` the file is read twice: what a
synset says, that it is one thing and no sort of things, comes after all entries.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lexkit.errors import LexkitError
from lexkit.model import Entry
from lexkit.packed import STDIN
from lexkit.readers import tables, xmlfile
from lexkit.readers.base import MOST_READINGS, TOO_MANY, Input, Options, Report
from lexkit.readers.xmlfile import local_name

if TYPE_CHECKING:
    from lxml.etree import _Element

SUMMARY = "wordnets and lexicons in LMF (GlobalWordNet, ISO 24613): lemmas and forms of each entry"
OPTIONS = {
    "language": "the code of the language that is read, as the lexicon gives it (all of them)",
    "synsets": "whether the file of a synset (noun.location), and that it is an instance of "
    "something, are labels of a sense (no); the file is then read twice",
    "table": "the table of what labels mean (lmf), or a file of one's own",
}

_ROOTS = ("LexicalResource",)
_ENTRY, _SYNSET = "LexicalEntry", "Synset"
#: What comes by the thousand in such a file, wanted or not.
_NAMES = (_ENTRY, _SYNSET, "SyntacticBehaviour", "ExternalLexicalEntry", "ExternalSynset")

#: Values that are read by themselves.
_OF_ITS_OWN = ("writtenForm", "partOfSpeech")


def shaped_by(options: Options) -> list[Path]:
    """The table that shapes what is read."""
    return [tables.find(options, "table", "lmf")]


def read(given: Input) -> Iterator[Entry]:
    """Stream the lemma and the forms of each entry, once for each sense with other labels."""
    path, language = given.main, given.options.text("language")
    synsets = _synsets(given) if given.options.flag("synsets") else {}
    for element in xmlfile.elements(path, _NAMES, given.report, roots=_ROOTS):
        if local_name(element) != _ENTRY:
            continue
        lexicon = element.getparent()
        if language is not None and lexicon is not None:
            said = lexicon.get("language", language)
            if said != language:
                given.report.note(f"another language: {said}", xmlfile.place(path, element))
                continue
        yield from _entries(element, synsets, given)


def _synsets(given: Input) -> dict[str, tuple[str, ...]]:
    """The labels of each synset that has some."""
    if given.main == STDIN:
        raise LexkitError("a pipe cannot be read twice, as 'synsets' asks", remedy="name a file")
    any_label, telling = given.any_label, given.telling
    found: dict[str, tuple[str, ...]] = {}
    same: dict[tuple[str, ...], tuple[str, ...]] = {}
    quiet = Report()  # what there is to report is reported by the second reading
    for element in xmlfile.elements(given.main, _NAMES, quiet, roots=_ROOTS):
        if local_name(element) == _SYNSET:
            file = element.get("lexfile") or _subject(element)
            labels: tuple[str, ...] = (f"file:{file}",) if file else ()
            if any(r.get("relType") == "instance_hypernym" for r in element):
                labels = (*labels, "instance", *([f"instance {file}"] if file else []))
            labels = tuple(label for label in labels if any_label or label in telling)
            if labels:
                found[element.get("id", "")] = same.setdefault(labels, labels)
    return found


def _subject(element: _Element) -> str:
    """What older wordnets have for `lexfile`: `dc:subject`."""
    return next((str(v) for k, v in element.attrib.items() if str(k).endswith("}subject")), "")


def _entries(
    element: _Element, synsets: dict[str, tuple[str, ...]], given: Input
) -> Iterator[Entry]:
    place = xmlfile.place(given.main, element)
    head = next((child for child in element if local_name(child) == "Lemma"), None)
    lemma = _value(head, "writtenForm") if head is not None else ""
    if head is None or not lemma:
        given.report.skip("an entry without a lemma", place)
        return
    part = _value(head, "partOfSpeech") or _value(element, "partOfSpeech")
    senses = [child for child in element if local_name(child) == "Sense"]
    if senses and all(sense.get("lexicalized") == "false" for sense in senses):
        given.report.note("not lexicalised: no word of the language", place)
        return
    parts = (f"pos:{part}",) if part else ()
    of_senses = [(*parts, *synsets.get(sense.get("synset", ""), ())) for sense in senses]
    forms = [child for child in element if local_name(child) in ("Form", "WordForm")]
    distinct = dict.fromkeys(of_senses or [parts])
    if len(distinct) * (1 + len(forms)) > MOST_READINGS:
        given.report.skip(TOO_MANY, place)
        return
    for labels in distinct:
        for child in (head, *forms):
            if form := _value(child, "writtenForm"):
                tags = _tags(child)
                cell = " ".join(tag.partition(":")[2] for tag in tags) or None
                told = (tag for tag in tags if given.any_label or tag in given.telling)
                yield Entry(
                    form, lemma, (*labels, *told), place, cell if child is not head else None
                )


def _tags(element: _Element) -> tuple[str, ...]:
    """What is said of a form: `<Tag category="penn">NNS</Tag>`, `<feat att="number" val="…"/>`."""
    found = []
    for child in element:
        if local_name(child) == "Tag":
            found.append(f"{child.get('category', '')}:{(child.text or '').strip()}")
        elif local_name(child) == "feat" and child.get("att") not in (
            "writtenForm",
            "partOfSpeech",
        ):
            found.append(f"{child.get('att', '')}:{child.get('val', '')}")
    return tuple(found)


def _value(element: _Element, name: str) -> str:
    """An attribute, or the `feat` that stands in its place."""
    if (value := element.get(name)) is not None:
        return value.strip()
    for child in element:
        if local_name(child) == "feat" and child.get("att") == name:
            return (child.get("val") or "").strip()
    return ""

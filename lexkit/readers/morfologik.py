"""Morfologik dictionaries: a ``.dict`` with an automaton, a ``.info`` that says how to read it.

The formats are those of morfologik-stemming 2 (https://github.com/morfologik/morfologik-stemming;
the keys of the ``.info`` are described in `DictionaryAttribute.java`, the codes of lemmas in the
comments of `TrimSuffixEncoder.java`, `TrimPrefixAndSuffixEncoder.java` and
`TrimInfixAndSuffixEncoder.java`). `lexkit.readers.fsa` reads the automaton.

Each string of the automaton is ``form SEPARATOR code SEPARATOR tag``, or a form alone, as in the
dictionaries of spelling checkers. The code makes the lemma out of the bytes of the form. It begins
with counts, each one byte, *A* for 0, *B* for 1 and so on; *@*, for 255, takes the whole form away:

===========  =============  ==================================================================
``suffix``   ``K``          drop *K* bytes at the end: *Straßen* with ``B`` is *Straße*
``prefix``   ``P K``        drop *P* bytes in front, and *K* at the end:
                            *gemacht* with ``CBen`` is *machen*
``infix``    ``X L K``      drop *L* bytes after the first *X*, and *K* at the end:
                            *aufgemacht* with ``DCBen`` is *aufmachen*
``none``                    the lemma as it is
===========  =============  ==================================================================

What follows the counts is put at the end. The separator may turn up among the counts (*_* is 30 in
``suffix``), so it is looked for behind them.

The labels of an entry are the first field of its tag, and that field with each of the others:
``EIG:GEN:SIN:MAS:ART:VOR`` gives ``EIG``, ``EIG:GEN``, ``EIG:SIN``, ``EIG:MAS``, ``EIG:ART`` and
``EIG:VOR``. A field by itself would mean too much: in German *ART* is an article as the first
field, and a name with its article as a later one.

An entry's place is ``german.dict:N``: the Nth reading in the order of the automaton, counted from
1, skipped ones included. ``fsa.dict.output-conversion`` is applied to form and lemma;
``fsa.dict.input-conversion`` is for what a user looks up, and has no part in reading. The
frequency class that ends each string under ``fsa.dict.frequency-included`` is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from lexkit.model import Entry
from lexkit.packed import beside, plain_name
from lexkit.readers import fsa
from lexkit.readers.base import Input, Options
from lexkit.readers.morfologik_info import COUNTS, Info, load

SUMMARY = "Morfologik dictionaries (.dict with .info), as LanguageTool uses them"

OPTIONS: Mapping[str, str] = {
    "separator": "What parts the fields of a tag, by default a colon. The labels are the first "
    "field (SUB) and the first with each other one (SUB:NOM, SUB:PLU); with an empty separator "
    "the whole tag is the label.",
    "joined": "What joins several tags of one reading, where the dictionary does so (+ in Polish). "
    "Each tag then makes an entry of its own. By default a tag is taken as it is.",
}

#: Readings kept after decoding (the endings of most forms are the same few), and in one batch.
KEPT = 500_000
BATCH = 2_000
#: Tags kept split into labels; the German dictionary has 2,148 of them.
TAGS_KEPT = 20_000

_DROPS_ALL = 255
_BYTES = [bytes([value]) for value in range(256)]
Labels = tuple[str, ...]


class Recipe(NamedTuple):
    """How a form becomes its lemma: drop ``cut`` bytes at ``at``, then ``trim`` at the end; add.

    ``trim`` is -1 where nothing of the form stays.
    """

    at: int
    cut: int
    trim: int
    add: bytes

    @classmethod
    def parse(cls, code: bytes, encoder: str) -> Recipe:
        """Read ``code``, which is at least as long as the counts of its ``encoder``."""
        width = COUNTS[encoder]
        counts = [(byte - ord("A")) & 0xFF for byte in code[:width]]
        add = code[width:]
        if encoder == "none" or _DROPS_ALL in counts[-2:]:
            return cls(0, 0, -1, add)
        at, cut, trim = [0] * (3 - width) + counts
        return cls(at, cut, trim, add)

    def apply(self, form: bytes) -> bytes | None:
        """The lemma of ``form``; ``None`` if the form is too short for that."""
        at, cut, trim, add = self
        if trim < 0:
            return add
        keep = len(form) - trim
        if at + cut > keep:
            return None
        return form[:at] + form[at + cut : keep] + add


class Group(NamedTuple):
    """Readings of a form that share a lemma, or a fault: the labels of each in their order."""

    recipe: Recipe | None
    readings: list[Labels]
    fault: str = ""


_BARE = (Group(None, [()]),)


def read(given: Input) -> Iterator[Entry]:
    """Stream the readings of the dictionary; report what cannot be decoded."""
    name, path = _main(given)
    info = load(_info(given, path))
    automaton = fsa.load(path)
    groups = _Groups(automaton, info, given.options)
    encoding, convert, skip = info.encoding, info.convert, given.report.skip
    new = tuple.__new__  # 1.4 times as fast as Entry(...), in the innermost loop
    number = 0
    for word, rest in automaton.words(info.separator):
        form, unreadable = _text(word, encoding)
        if info.conversions:
            form = convert(form)
        for recipe, readings, problem in groups.of(rest):
            lemma: str | None = None
            fault = unreadable or problem
            if recipe is not None and not fault:
                made = recipe.apply(word)
                if made is None:
                    fault = "the lemma's code drops more bytes than the form has"
                elif made == word:
                    lemma = form
                else:
                    lemma, fault = _text(made, encoding, "lemma")
                    lemma = convert(lemma)
            if fault:
                for _ in readings:
                    number += 1
                    skip(fault, f"{name}:{number}")
                continue
            for labels in readings:
                number += 1
                yield new(Entry, (form, lemma, labels, f"{name}:{number}", None))


def _main(given: Input) -> tuple[str, Path]:
    for name, path in given.files.items():
        if plain_name(name).endswith(".dict"):
            return name, path
    return next(iter(given.files.items()))


def _info(given: Input, main: Path) -> Path:
    for name, path in given.files.items():
        if name.endswith(".info"):
            return path
    return beside(main, ".info")


def _text(word: bytes, encoding: str, what: str = "form") -> tuple[str, str]:
    """``word`` as text, and what is wrong with it."""
    if not word:
        return "", f"the {what} is empty"
    try:
        return str(word, encoding), ""
    except UnicodeError:
        return "", f"the {what} is not {encoding}"


@dataclass
class _Groups:
    """What may follow a form, decoded once for all forms that lead to the same arc."""

    automaton: fsa.Automaton
    info: Info
    options: Options
    _known: dict[int, tuple[Group, ...]] = field(default_factory=dict)
    _held: int = 0
    _labels: dict[bytes, tuple[Labels, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._parts = self.options.text("separator", ":")
        self._joined = self.options.text("joined")

    def of(self, arc: int) -> Iterable[Group]:
        """The readings from ``arc`` on; a form with nothing behind it has one without a lemma."""
        if not arc:
            return _BARE
        if (known := self._known.get(arc)) is not None:
            return known
        count = self.automaton.count[arc]
        if count > BATCH:  # more than any word has: stream, keep nothing
            return self._decode(arc)
        if self._held + count > KEPT:
            self._known.clear()
            self._held = 0
        self._held += count
        known = self._known[arc] = tuple(self._decode(arc))
        return known

    def _decode(self, arc: int) -> Iterator[Group]:
        """Gather neighbours with the same code; batches keep a group from growing without end."""
        strings = self.automaton.strings(arc)
        while batch := list(islice(strings, BATCH)):
            groups: list[Group] = []
            last: bytes | None = None
            for string in batch:
                code, tag = self._split(string)
                labels = self._labels_of(tag)
                if code == last and labels:
                    groups[-1].readings.extend(labels)
                    continue
                last = None
                if not labels:
                    groups.append(Group(None, [()], f"the tag is not {self.info.encoding}"))
                elif not code and not tag:
                    groups.append(Group(None, [*labels]))
                elif len(code) < COUNTS[self.info.encoder]:
                    groups.append(Group(None, [*labels], "the code of the lemma is cut short"))
                else:
                    groups.append(Group(Recipe.parse(code, self.info.encoder), [*labels]))
                    last = code
            yield from groups

    def _split(self, string: bytes) -> tuple[bytes, bytes]:
        """The code of the lemma and the tag; both are empty where only the frequency stood."""
        separator = _BYTES[self.info.separator]
        if self.info.frequency:
            string = string[:-2] if string[-2:-1] == separator else b""
        cut = string.find(separator, COUNTS[self.info.encoder])
        return (string, b"") if cut < 0 else (string[:cut], string[cut + 1 :])

    def _labels_of(self, tag: bytes) -> tuple[Labels, ...]:
        """The labels of each reading with ``tag``; none if it cannot be decoded."""
        if (known := self._labels.get(tag)) is not None:
            return known
        if len(self._labels) >= TAGS_KEPT:
            self._labels.clear()
        try:
            text = str(tag, self.info.encoding)
        except UnicodeError:
            return ()
        tags = text.split(self._joined) if self._joined else [text]
        labels = self._labels[tag] = tuple(self._fields(tag) for tag in tags)
        return labels

    def _fields(self, tag: str) -> Labels:
        if not tag:
            return ()
        if not self._parts:
            return (tag,)
        first, *others = tag.split(self._parts)
        return (first, *dict.fromkeys(f"{first}{self._parts}{other}" for other in others))

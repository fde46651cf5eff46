"""From the infinitives of a source to all their forms, each with its cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass

from lexkit.conjugation.parts import Analysis, Parts
from lexkit.conjugation.principal import Principal
from lexkit.conjugation.table import Cell, Declension, Table
from lexkit.model import Reading

#: A form made: how it is written, its cell, and the tags in place of those of the verb.
Made = tuple[str, str, frozenset[str] | None]


@dataclass(frozen=True)
class Conjugation:
    """A paradigm of verbs."""

    name: str
    table: Table

    def wants(self, tags: frozenset[str]) -> bool:
        """Whether headwords that have some of ``tags``, and no others, may be verbs."""
        table = self.table
        return table.all <= tags and (not table.any or not table.any.isdisjoint(tags))

    def generate(self, readings: Callable[[], Iterable[Reading]]) -> Iterator[Reading]:
        """The forms of the verbs among ``readings``, one verb after the other."""
        heads, forms, inflected = self._heads(readings())
        parts = Parts(self.table.parting, Principal(self.table), heads.keys(), forms)
        new = tuple.__new__  # see lexkit.readers.morfologik
        asked = self.table.any | self.table.all
        for verb, found in heads.items():
            listed = inflected.get(verb) if self.table.confirmed else None
            made = list(self.forms(verb, parts, listed))
            for head in found:
                rest = head.tags - asked
                same: dict[frozenset[str] | None, frozenset[str]] = {None: head.tags}
                for form, cell, given in made:
                    tags = same.get(given)
                    if tags is None:
                        tags = same[given] = rest | (given or frozenset())
                    if form == verb and tags == head.tags:
                        continue
                    yield new(Reading, (form, verb, tags, head.source, head.place, self.name, cell))

    def of(self, verb: str, attested: Iterable[str] = ()) -> dict[str, str]:
        """The forms of ``verb`` with the cell of each, if ``attested`` infinitives are known."""
        known = {verb, *attested}
        parts = Parts(self.table.parting, Principal(self.table), known, known)
        made: dict[str, str] = {}
        for form, cell, _ in self.forms(verb, parts):
            made.setdefault(form, cell)
        return made

    def forms(self, verb: str, parts: Parts, listed: Set[str] | None = None) -> Iterator[Made]:
        """Every form of ``verb``, once for each set of tags, with the first cell it stands in.

        What the library says must be among the forms ``listed``, if the source lists any.
        """
        seen: set[tuple[str, frozenset[str] | None]] = set()
        for analysis in parts.of(verb):
            slots = parts.principal.joined(verb, analysis.core)
            for cell in self.table.cells:
                if analysis.way not in cell.ways or not cell.is_of(analysis.prefix, analysis.core):
                    continue
                bases = slots.get(cell.slot, ())
                if listed is not None:
                    bases = self._confirmed(bases, verb, analysis.prefix, listed)
                for base in bases:
                    for made in self._cell(cell, base, verb, analysis, parts.forms):
                        key = (made[0], made[2])
                        if key not in seen:
                            seen.add(key)
                            yield made

    def _confirmed(
        self, bases: Iterable[str], verb: str, prefix: str, listed: Set[str]
    ) -> tuple[str, ...]:
        """Those of ``bases`` that are ``listed`` behind the prefix, corrected if need be.

        The library takes *nummeren* for a verb like *regeren*: *nummeer* is not listed, and the
        correction of *eer* to *er* is.
        """
        found: dict[str, None] = {}
        for base in bases:
            others = (rule.form(base, verb) for rule in self.table.corrections)
            for form in (base, *filter(None, others)):
                if prefix + form in listed:
                    found[form] = None
                    break
        return tuple(found)

    def _heads(
        self, readings: Iterable[Reading]
    ) -> tuple[dict[str, list[Reading]], set[str], dict[str, set[str]]]:
        """The headwords that are verbs with their readings, all forms, and those of each lemma."""
        heads: dict[str, list[Reading]] = {}
        forms: set[str] = set()
        inflected: dict[str, set[str]] = {}
        infinitive, meets, never = self.table.infinitive.match, self.table.meets, self.table.never
        for reading in readings:
            form = reading.form
            if not form.islower():
                continue
            forms.add(form)
            if reading.paradigm is not None:
                continue
            if reading.lemma not in (None, form):
                inflected.setdefault(reading.lemma, {reading.lemma}).add(form)
                continue
            if not meets(reading.tags) or form in never or not infinitive(form):
                continue
            found = heads.setdefault(form, [])
            if all(reading.tags != other.tags for other in found):
                found.append(reading)
        return heads, forms, inflected

    def _cell(
        self, cell: Cell, base: str, verb: str, analysis: Analysis, attested: Set[str]
    ) -> Iterator[Made]:
        front = f"{analysis.prefix}{cell.between}{cell.before}"
        form = f"{front}{base}{cell.add}"
        if cell.capital:
            form = form[0].upper() + form[1:]
        others = [(rule, rule.form(form, verb)) for rule in cell.rewrites]
        if cell.bare and not any(rule.instead and other for rule, other in others):
            yield form, cell.name, cell.tags
        for _, other in others:
            if other is not None:
                yield other, cell.name, cell.tags
        if cell.declension is not None:
            for ending, name in cell.declension.endings.items():
                yield form + ending, f"{cell.name}, {name}", cell.tags
            yield from self._degrees(cell, cell.declension, form, attested)

    def _degrees(
        self, cell: Cell, declension: Declension, form: str, attested: Set[str]
    ) -> Iterator[Made]:
        listed = form in self.table.graded
        for degree in declension.degrees:
            if not degree.after.search(form):
                continue
            stem = form + degree.add
            if not listed and all(stem + ending not in attested for ending in declension.endings):
                continue
            for ending, name in declension.endings.items():
                yield stem + ending, f"{degree.cell} of the {cell.name}, {name}", cell.tags

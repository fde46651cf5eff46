"""What a table makes of a headword: single cells, and groups of cells that share stems."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from lexkit.model import Reading


class Cell(NamedTuple):
    """A form in its place: *schönem*, *positive -em*; with a ``lemma`` if not the headword."""

    form: str
    name: str
    lemma: str | None = None


@dataclass(frozen=True)
class Ending:
    """One cell: what is taken off the end, what is put on, and what must stand before that."""

    cell: str
    strip: str
    add: str
    after: re.Pattern[str] | None

    def form(self, lemma: str) -> str | None:
        """The form of ``lemma`` in this cell, or `None` if the ending does not go with it."""
        if not lemma.endswith(self.strip) or len(lemma) <= len(self.strip):
            return None
        stem = lemma[: len(lemma) - len(self.strip)]
        if self.after is not None and not self.after.search(lemma):
            return None
        return stem + self.add


@dataclass(frozen=True)
class Stem:
    """How some headwords make a stem, or several: *gut* bess-, *trocken* trocken- and trockn-.

    Either ``words`` names them with their stems (``compounds``: and words that end in them, the
    longest deciding, so *warm* is none of *arm*), or ``strip``, ``add`` and ``after`` tell.
    """

    words: Mapping[str, tuple[str, ...]]
    compounds: bool
    strip: str
    add: tuple[str, ...]
    after: re.Pattern[str] | None
    _lengths: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        lengths = sorted({len(word) for word in self.words}, reverse=True)
        object.__setattr__(self, "_lengths", tuple(lengths))

    def of(self, lemma: str) -> tuple[str, ...] | None:
        """The stems of ``lemma``, or `None` if this is not how it makes them."""
        if self.words:
            return self._listed(lemma)
        if not lemma.endswith(self.strip) or len(lemma) <= len(self.strip):
            return None
        if self.after is not None and not self.after.search(lemma):
            return None
        stem = lemma[: len(lemma) - len(self.strip)]
        return tuple(stem + add for add in self.add)

    def _listed(self, lemma: str) -> tuple[str, ...] | None:
        if not self.compounds:
            return self.words.get(lemma)
        for length in self._lengths:
            if (found := self.words.get(lemma[-length:])) is not None:
                return tuple(lemma[:-length] + stem for stem in found)
        return None


@dataclass(frozen=True)
class Group:
    """Cells that share their stems, of which the first of ``stems`` that applies decides.

    With ``attested``, the group is made only of headwords of which the source holds a form in
    one of the groups named: *schönere* is there, *egalere* is not. A form that is in a group
    without that condition as well tells nothing: *schöner* is a positive too. A group that is not
    ``made`` only shows something: of *reis* both *reizen* and *reisen* would be looked for.
    """

    name: str
    stems: tuple[Stem, ...]
    endings: tuple[tuple[str, str], ...]
    attested: frozenset[str]
    derives: bool
    made: bool = True

    def cells(self, lemma: str) -> list[Cell]:
        for rule in self.stems:
            stems = rule.of(lemma)
            if stems is not None:
                first = self.endings[0][0]
                return [
                    Cell(stem + end, cell, stem + first if self.derives else None)
                    for end, cell in self.endings
                    for stem in stems
                ]
        return []


@dataclass(frozen=True)
class Table:
    """Endings for the headwords whose tags meet ``any``, ``all`` and ``none``.

    ``untyped`` headwords are those without a tag, ``named`` ones those of which the source says
    that they are their own lemma (a bare list says nothing). ``like`` and ``unlike`` are
    patterns of the whole headword. ``shown`` names cells that the source must hold before
    anything is made: *trockenem* and *trockenes* tell that *trocken* is an adjective.
    ``in_cells`` takes the readings in those cells in the place of headwords, ``ends`` only those
    that are the lemma with these letters put to it (*Baumes*, but not *Gebäudes*, for *es*).
    ``gives`` are tags put to the forms. With ``missing``, only what the source lacks is made.

    With ``carried``, all readings of such a headword come along: of *Essen* the town and the
    meal, so that the town alone does not decide *Essens*; and no form is attested by it.
    """

    any: frozenset[str]
    all: frozenset[str]
    none: frozenset[str]
    untyped: bool
    named: bool
    in_cells: frozenset[str]
    ends: str
    like: re.Pattern[str] | None
    unlike: re.Pattern[str] | None
    shown: frozenset[str]
    gives: frozenset[str]
    missing: bool
    carried: bool
    endings: tuple[Ending, ...]
    groups: tuple[Group, ...]

    @property
    def asks(self) -> bool:
        """Whether what is made depends on what else the source holds."""
        return self.missing or bool(self.shown) or any(group.attested for group in self.groups)

    def meets(self, tags: frozenset[str]) -> bool:
        if self.untyped:
            return not tags
        return (
            (not self.any or not self.any.isdisjoint(tags))
            and self.all <= tags
            and self.none.isdisjoint(tags)
        )

    def takes(self, reading: Reading) -> bool:
        """Whether forms are made of ``reading``, whose tags this table meets."""
        if reading.paradigm is not None:
            return False
        if self.in_cells:
            return reading.cell in self.in_cells and (
                not self.ends or reading.form == f"{reading.lemma}{self.ends}"
            )
        return reading.lemma == reading.form or (reading.lemma is None and not self.named)

    def goes_with(self, base: str) -> bool:
        return (self.like is None or self.like.fullmatch(base) is not None) and (
            self.unlike is None or self.unlike.fullmatch(base) is None
        )

    def cells(self, base: str, known: Set[str]) -> Iterator[Cell]:
        """What is made of ``base``, given the forms that the source holds."""
        for ending in self.endings:
            form = ending.form(base)
            if form is not None:
                yield Cell(form, ending.cell)
        if self.groups:
            yield from self._grouped(base, known)

    def _grouped(self, base: str, known: Set[str]) -> Iterator[Cell]:
        made = {group.name: group.cells(base) for group in self.groups}
        if self.shown:
            held = {
                cell.name
                for cells in made.values()
                for cell in cells
                if cell.name in self.shown and cell.form in known
            }
            if held != self.shown:
                return
        told = {
            cell.form
            for group in self.groups
            if group.made and not group.attested
            for cell in made[group.name]
        }
        for group in self.groups:
            if not group.made:
                continue
            if not group.attested or any(
                cell.form not in told and cell.form in known
                for name in group.attested
                for cell in made[name]
            ):
                yield from made[group.name]

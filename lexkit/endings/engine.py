"""From the readings of a source to those that its tables add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from lexkit.endings.table import Table
from lexkit.model import Reading
from lexkit.tagset import CARRIED


@dataclass(frozen=True)
class Endings:
    """A paradigm made of such tables."""

    name: str
    tables: tuple[Table, ...]

    def wants(self, tags: frozenset[str]) -> bool:
        """Whether readings with these tags can be the headwords of any table.

        A bare list, which says nothing of its words, has no headwords.
        """
        return bool(tags) and any(
            table.all <= tags and not (table.any and table.any.isdisjoint(tags))
            for table in self.tables
        )

    def generate(self, readings: Callable[[], Iterable[Reading]]) -> Iterator[Reading]:
        """The forms of the headwords among ``readings``, which come grouped by form."""
        known = self._known(readings) if any(table.asks for table in self.tables) else {}
        inflects = any(t.carried for t in self.tables) and _inflects(readings)
        meeting: dict[frozenset[str], list[int]] = {}  # by tags, the tables they meet
        for form, together in groupby(readings(), key=attrgetter("form")):
            group = list(together)
            met: dict[int, list[Reading]] = {}
            for reading in group:
                tags = reading.tags
                tables = meeting.get(tags)
                if tables is None:
                    tables = [i for i, table in enumerate(self.tables) if table.meets(tags)]
                    meeting[tags] = tables
                for index in tables:
                    if self.tables[index].takes(reading):
                        met.setdefault(index, []).append(reading)
            for index in sorted(met):
                table = self.tables[index]
                if table.goes_with(form):
                    # Of a source that inflects its nouns, only the name is carried over: it has
                    # Knaben, so its Knabe, the boy, is not in Knabes, the surname's genitive.
                    whole = table.carried and not inflects
                    heads = _heads(group) if whole else met[index]
                    yield from self._forms(table, form, heads, known.get(index, frozenset()))

    def _known(self, readings: Callable[[], Iterable[Reading]]) -> dict[int, set[str]]:
        """For each table that asks, the forms of its sort that the source holds.

        Whatever their lemma: some dictionaries have *älter* for a word of its own.
        """
        known: dict[int, set[str]] = {i: set() for i, t in enumerate(self.tables) if t.asks}
        asking: dict[frozenset[str], list[set[str]]] = {}
        for reading in readings():
            if reading.paradigm is not None:
                continue
            sets = asking.get(reading.tags)
            if sets is None:
                tags = reading.tags
                sets = [held for i, held in known.items() if self.tables[i].meets(tags)]
                asking[tags] = sets
            if sets:
                for held in sets:
                    held.add(reading.form)
        return known

    def _forms(
        self, table: Table, base: str, heads: list[Reading], known: Set[str]
    ) -> Iterator[Reading]:
        more = table.gives | {CARRIED} if table.carried else table.gives
        for lemma in dict.fromkeys(head.lemma or base for head in heads):
            mine = [head for head in heads if (head.lemma or base) == lemma]
            tags = [head.tags | more if more else head.tags for head in mine]
            for form, cell, own in table.cells(base, known):
                if form != base and not (table.missing and form in known):
                    for head, worn in zip(mine, tags, strict=True):
                        yield Reading(
                            form, own or lemma, worn, head.source, head.place, self.name, cell
                        )


def _inflects(readings: Callable[[], Iterable[Reading]]) -> bool:
    """Whether the source holds other forms than its headwords."""
    return any(r.lemma not in (None, r.form) and r.paradigm is None for r in readings())


def _heads(group: list[Reading]) -> list[Reading]:
    return [r for r in group if r.lemma in (None, r.form) and r.paradigm is None]

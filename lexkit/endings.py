"""Paradigms by endings: from a headword to its forms, by strip, add and a condition.

```yaml
makes: endings
tables:
  - of: {any: [given-name, toponym]}     # the headwords meant, by their tags
    carried: yes                         # the forms are typed, but not attested
    endings:
      - {add: s, cell: genitive, after: "[^sxzß]"}     # Rostock: Rostocks
```
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from lexkit import yamlfile
from lexkit.model import Reading
from lexkit.tagset import CARRIED, Tagset


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
class Table:
    """Endings for the headwords whose tags meet ``any``, ``all`` and ``none``.

    With ``carried``, all readings of such a headword come along: of *Essen* the town and the
    meal, so that the town alone does not decide *Essens*; and no form is attested by it.
    """

    any: frozenset[str]
    all: frozenset[str]
    none: frozenset[str]
    carried: bool
    endings: tuple[Ending, ...]

    def meets(self, tags: frozenset[str]) -> bool:
        return (
            (not self.any or not self.any.isdisjoint(tags))
            and self.all <= tags
            and self.none.isdisjoint(tags)
        )


@dataclass(frozen=True)
class Endings:
    """A paradigm made of such tables."""

    name: str
    tables: tuple[Table, ...]

    def wants(self, tags: frozenset[str]) -> bool:
        """Whether readings with these tags can be the headwords of any table."""
        return any(
            table.all <= tags and not (table.any and table.any.isdisjoint(tags))
            for table in self.tables
        )

    def generate(self, readings: Callable[[], Iterable[Reading]]) -> Iterator[Reading]:
        """The forms of the headwords among ``readings``, which come grouped by form."""
        for form, group in groupby(readings(), key=attrgetter("form")):
            heads = [r for r in group if r.lemma in (None, form) and r.paradigm is None]
            for table in self.tables:
                met = [r for r in heads if table.meets(r.tags)]
                if met:
                    yield from self._forms(table, form, heads if table.carried else met)

    def _forms(self, table: Table, lemma: str, heads: list[Reading]) -> Iterator[Reading]:
        for ending in table.endings:
            form = ending.form(lemma)
            if form is None:
                continue
            for head in heads:
                tags = head.tags | {CARRIED} if table.carried else head.tags
                yield head._replace(
                    form=form, lemma=lemma, tags=tags, paradigm=self.name, cell=ending.cell
                )


def load(fields: yamlfile.Fields, name: str, tagset: Tagset) -> Endings:
    """Read the key `tables` of a paradigm's file."""
    return Endings(name, tuple(_table(item, fields, tagset) for item in fields.items("tables")))


def _table(item: yamlfile.Table, outer: yamlfile.Fields, tagset: Tagset) -> Table:
    fields = yamlfile.Fields(item, outer.path, "a table of endings")
    of = yamlfile.Fields(fields.table_of("of"), outer.path, "'of'")
    tags = {
        key: frozenset(
            tagset.check(tag, path=outer.path, line=tag.line, given=True) for tag in of.texts(key)
        )
        for key in ("any", "all", "none")
    }
    of.done()
    if not tags["any"] and not tags["all"]:
        raise fields.error("'of' must say which headwords are meant", remedy="of: {any: [tag]}")
    table = Table(
        **tags,
        carried=fields.flag("carried", False),
        endings=tuple(_ending(cell, outer) for cell in fields.items("endings")),
    )
    fields.done()
    return table


def _ending(item: yamlfile.Table, outer: yamlfile.Fields) -> Ending:
    fields = yamlfile.Fields(item, outer.path, "an ending")
    after = fields.text("after")
    try:
        pattern = re.compile(f"(?:{after})$") if after is not None else None
    except re.error as error:
        raise fields.error(f"'after' is no pattern: {error}", after) from None
    ending = Ending(
        cell=str(fields.required("cell")),
        strip=str(fields.text("strip") or ""),
        add=str(fields.text("add") or ""),
        after=pattern,
    )
    fields.done()
    return ending

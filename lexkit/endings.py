"""Paradigms by endings: from a headword to its forms, by its stems and what is put to them.

A table says which headwords it is for and lists single cells, or groups of cells that share
their stems:

```yaml
makes: endings
tables:
  - of: {any: [given-name, toponym]}     # the headwords meant, by their tags
    carried: yes                         # the forms are typed, but not attested
    endings:
      - {add: s, cell: genitive, after: "[^sxzß]"}     # Rostock: Rostocks
  - of: {all: [adjective]}
    groups:
      - group: positive
        stems: [{after: "[^aeiou]el", strip: el, add: l}, {}]     # dunkel: dunkl-, schön: schön-
        endings: [e, er, en, em, es]
      - group: comparative
        attested: [comparative]          # only if the source holds one of these forms
        stems: [{words: {alt: älter}, compounds: yes}, {add: er}]
        endings: ["", e, er, en, em, es]
```
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from lexkit import yamlfile
from lexkit.model import Reading
from lexkit.tagset import CARRIED, Tagset


class Cell(NamedTuple):
    """A form in its place: *schönem*, *positive -em*."""

    form: str
    name: str


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
    without that condition as well tells nothing: *schöner* is a positive too.
    """

    name: str
    stems: tuple[Stem, ...]
    endings: tuple[tuple[str, str], ...]
    attested: frozenset[str]

    def cells(self, lemma: str) -> list[Cell]:
        for rule in self.stems:
            stems = rule.of(lemma)
            if stems is not None:
                return [Cell(stem + end, cell) for end, cell in self.endings for stem in stems]
        return []


@dataclass(frozen=True)
class Table:
    """Endings for the headwords whose tags meet ``any``, ``all`` and ``none``.

    ``untyped`` headwords are those without a tag, ``named`` ones those of which the source says
    that they are their own lemma (a bare list says nothing). ``like`` and ``unlike`` are patterns of the
    whole headword. ``shown`` names cells that the source must hold before anything is made: a
    bare list tells by *schönem* and *schönes* that *schön* is an adjective. ``cells`` takes the
    readings in those cells in the place of headwords, ``ends`` only those that are the lemma
    with these letters put to it (*Baumes*, but not *Gebäudes* for *es*). ``gives`` are tags put to the forms.
    With ``missing``, only what the source does not hold is made.

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
        """Whether forms are made of ``reading``."""
        if reading.paradigm is not None or not self.meets(reading.tags):
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
            cell.form for group in self.groups if not group.attested for cell in made[group.name]
        }
        for group in self.groups:
            if not group.attested or any(
                cell.form not in told and cell.form in known
                for name in group.attested
                for cell in made[name]
            ):
                yield from made[group.name]


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
        known = self._known(readings) if any(table.asks for table in self.tables) else {}
        for form, together in groupby(readings(), key=attrgetter("form")):
            group = list(together)
            for index, table in enumerate(self.tables):
                met = [reading for reading in group if table.takes(reading)]
                if met and table.goes_with(form):
                    heads = _heads(group) if table.carried else met
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
            for form, cell in table.cells(base, known):
                if form != base and not (table.missing and form in known):
                    for head, worn in zip(mine, tags, strict=True):
                        yield Reading(
                            form, lemma, worn, head.source, head.place, self.name, cell
                        )


def _heads(group: list[Reading]) -> list[Reading]:
    return [r for r in group if r.lemma in (None, r.form) and r.paradigm is None]


def load(fields: yamlfile.Fields, name: str, tagset: Tagset) -> Endings:
    """Read the key `tables` of a paradigm's file, and `stems` and `lists`, which tables share."""
    shared = _Shared(
        {
            str(key): [_stem(item, fields) for item in _list(fields, value)]
            for key, value in fields.table_of("stems").items()
        },
        {str(key): _texts(fields, value) for key, value in fields.table_of("lists").items()},
    )
    tables = tuple(_table(item, fields, tagset, shared) for item in fields.items("tables"))
    return Endings(name, tables)


class _Shared(NamedTuple):
    """What tables refer to by a name: ways to make stems, and lists of patterns of headwords."""

    stems: Mapping[str, list[Stem]]
    lists: Mapping[str, list[str]]


def _table(
    item: yamlfile.Table, outer: yamlfile.Fields, tagset: Tagset, shared: _Shared
) -> Table:
    fields = yamlfile.Fields(item, outer.path, "a table of endings")
    of = yamlfile.Fields(fields.table_of("of"), outer.path, "'of'")

    def given(tags: list[yamlfile.Text]) -> frozenset[str]:
        path = outer.path
        return frozenset(tagset.check(t, path=path, line=t.line, given=True) for t in tags)

    tags = {key: given(of.texts(key)) for key in ("any", "all", "none")}
    untyped, named = of.flag("untyped", False), of.flag("lemma", False)
    in_cells = frozenset(map(str, of.texts("cells")))
    ends = str(of.text("ends") or "")
    of.done()
    if not tags["any"] and not tags["all"] and not untyped and "like" not in item:
        raise fields.error("'of' must say which headwords are meant", remedy="of: {any: [tag]}")
    groups = tuple(_group(group, outer, shared) for group in fields.items("groups"))
    table = Table(
        **tags,
        untyped=untyped,
        named=named,
        in_cells=in_cells,
        ends=ends,
        like=_either(fields, "like", shared),
        unlike=_either(fields, "unlike", shared),
        shown=frozenset(map(str, fields.texts("shown"))),
        gives=given(fields.texts("gives")),
        missing=fields.flag("missing", False),
        carried=fields.flag("carried", False),
        endings=tuple(_ending(cell, outer) for cell in fields.items("endings")),
        groups=groups,
    )
    names = {group.name for group in groups}
    cells = {cell for group in groups for _, cell in group.endings}
    for wanted, there, what in (
        (frozenset[str]().union(*(group.attested for group in groups)), names, "group"),
        (table.shown, cells, "cell of a group"),
    ):
        for name in sorted(wanted - there):
            raise fields.error(f"there is no {what} {name!r}", item)
    fields.done()
    return table


def _group(item: yamlfile.Table, outer: yamlfile.Fields, shared: _Shared) -> Group:
    fields = yamlfile.Fields(item, outer.path, "a group of endings")
    name = str(fields.required("group"))
    stems: list[Stem] = []
    node = item.get("stems")
    if isinstance(node, yamlfile.Text):
        named = fields.required("stems")
        if named not in shared.stems:
            raise fields.error(f"no stems are called {str(named)!r}", named)
        stems = shared.stems[named]
    else:
        stems = [_stem(stem, outer) for stem in fields.items("stems")]
    group = Group(
        name,
        tuple(stems),
        tuple((str(end), f"{name} -{end}" if end else name) for end in fields.texts("endings")),
        frozenset(map(str, fields.texts("attested"))),
    )
    if not group.stems or not group.endings:
        raise fields.error(f"the group {name!r} needs stems and endings")
    fields.done()
    return group


def _stem(item: yamlfile.Table, outer: yamlfile.Fields) -> Stem:
    fields = yamlfile.Fields(item, outer.path, "a stem")
    words = {
        str(word): tuple(_texts(fields, node)) for word, node in fields.table_of("words").items()
    }
    stem = Stem(
        words,
        fields.flag("compounds", False),
        str(fields.text("strip") or ""),
        tuple(map(str, fields.texts("add"))) or ("",),
        _pattern(fields, fields.text("after")),
    )
    fields.done()
    if words and len(item.keys() - {"words", "compounds"}) > 0:
        raise fields.error("'words' give the stems; strip, add and after cannot stand beside them")
    return stem


def _ending(item: yamlfile.Table, outer: yamlfile.Fields) -> Ending:
    fields = yamlfile.Fields(item, outer.path, "an ending")
    ending = Ending(
        cell=str(fields.required("cell")),
        strip=str(fields.text("strip") or ""),
        add=str(fields.text("add") or ""),
        after=_pattern(fields, fields.text("after")),
    )
    fields.done()
    return ending


def _pattern(fields: yamlfile.Fields, text: yamlfile.Text | None) -> re.Pattern[str] | None:
    """What must stand at the end of a word."""
    return _compiled(fields, text, f"(?:{text})$") if text is not None else None


def _either(fields: yamlfile.Fields, key: str, shared: _Shared) -> re.Pattern[str] | None:
    """One of the patterns under ``key`` must be the whole word; ``=name`` is a list of them."""
    patterns: list[str] = []
    for text in fields.texts(key):
        if text.startswith("="):
            if text[1:] not in shared.lists:
                raise fields.error(f"no list is called {text[1:]!r}", text)
            patterns += shared.lists[text[1:]]
        else:
            patterns.append(text)
        _compiled(fields, text, patterns[-1], re.VERBOSE)
    joined = "|".join(f"(?:{pattern})" for pattern in patterns)
    return _compiled(fields, None, joined, re.VERBOSE) if patterns else None


def _compiled(
    fields: yamlfile.Fields, node: object, pattern: str, flags: re.RegexFlag = re.NOFLAG
) -> re.Pattern[str]:
    try:
        return re.compile(pattern, flags)
    except re.error as error:
        raise fields.error(f"{pattern!r} is no pattern: {error}", node) from None


def _texts(fields: yamlfile.Fields, node: yamlfile.Node) -> list[str]:
    items = [node] if isinstance(node, yamlfile.Text) else node
    if isinstance(items, yamlfile.Table) or not all(isinstance(i, yamlfile.Text) for i in items):
        raise fields.error("expected a text or a list of texts", node)
    return [str(text) for text in items]


def _list(fields: yamlfile.Fields, node: yamlfile.Node) -> list[yamlfile.Table]:
    if not isinstance(node, yamlfile.Items):
        raise fields.error("expected a list of stems", node)
    tables = [item for item in node if isinstance(item, yamlfile.Table)]
    if len(tables) != len(node):
        raise fields.error("a stem has keys of its own", node)
    return tables

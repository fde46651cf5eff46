"""A paradigm's file as the engine of verbs reads it (docs/paradigms.md describes the keys)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from lexkit import yamlfile
from lexkit.errors import suggest
from lexkit.tagset import Tagset

#: Forms of a simple verb by slot: ``present.2`` is the second of the list `present`.
Slots = Mapping[str, tuple[str, ...]]


class Way(StrEnum):
    """How a verb goes with what stands before it."""

    SIMPLE = "simple"  # stehen
    INSEPARABLE = "inseparable"  # verstehen
    SEPARABLE = "separable"  # aufstehen


@dataclass(frozen=True)
class Either:
    """A prefix that parts from some verbs: *um* from *umwerfen*, not from *umarmen*."""

    default: Way
    other: frozenset[str]
    both: frozenset[str]

    def ways(self, verb: str) -> tuple[Way, ...]:
        if verb in self.both:
            return (Way.INSEPARABLE, Way.SEPARABLE)
        if verb not in self.other:
            return (self.default,)
        return (Way.INSEPARABLE if self.default is Way.SEPARABLE else Way.SEPARABLE,)


@dataclass(frozen=True)
class Parting:
    """What verbs are made of: prefixes, and the letters that show where they part."""

    participle: str
    between: str
    separable: frozenset[str]
    inseparable: frozenset[str]
    either: Mapping[str, Either]
    whole: frozenset[str]
    bases: frozenset[str]


@dataclass(frozen=True)
class Rewrite:
    """A second form of the first: *wandere* of *wandern* may be *wandre*.

    With ``instead``, the first one does not stand.
    """

    verb: re.Pattern[str]
    find: re.Pattern[str]
    put: str
    instead: bool

    def form(self, form: str, verb: str) -> str | None:
        if not self.verb.search(verb):
            return None
        made, count = self.find.subn(self.put, form)
        return made if count and made != form else None


@dataclass(frozen=True)
class Degree:
    """A degree of participles, made of those that are listed or that the source compares."""

    cell: str
    add: str
    after: re.Pattern[str]


@dataclass(frozen=True)
class Declension:
    """Endings with what each is called, for the positive and for the degrees."""

    endings: Mapping[str, str]
    degrees: tuple[Degree, ...]


@dataclass(frozen=True)
class VerbClass:
    """Verbs alike, with all that is made by prefixes, ``but`` some: *schauen*, not *anschauen*."""

    verbs: frozenset[str]
    but: frozenset[str]


@dataclass(frozen=True)
class Exclusion:
    """Verbs that a cell is not made of: behind every prefix, or only ``behind`` some.

    The empty prefix is the verb by itself: *geklettert* does not decline, *heraufgeklettert* does.
    """

    verbs: VerbClass
    behind: frozenset[str] | None

    def meets(self, prefix: str, core: str) -> bool:
        return (
            core in self.verbs.verbs
            and (self.behind is None or prefix in self.behind)
            and prefix + core not in self.verbs.but
        )


@dataclass(frozen=True)
class Cell:
    """One place in the paradigm: which form of the simple verb, and what is put around it."""

    name: str
    slot: str
    ways: frozenset[Way]
    between: str
    before: str
    add: str
    capital: bool
    tags: frozenset[str] | None
    rewrites: tuple[Rewrite, ...]
    declension: Declension | None
    bare: bool
    unless: tuple[Exclusion, ...] = ()

    def is_of(self, prefix: str, core: str) -> bool:
        """Whether the verb of ``prefix`` and ``core`` has this cell."""
        return not any(excluded.meets(prefix, core) for excluded in self.unless)


@dataclass(frozen=True)
class Table:
    """The whole file.

    With ``confirmed``, of a verb of which the source lists other forms only what builds on those
    is made: a library errs where a list does not. ``corrections`` are tried in their order on a
    form that is not listed, until one is.
    """

    language: str
    any: frozenset[str]
    all: frozenset[str]
    none: frozenset[str]
    infinitive: re.Pattern[str]
    parting: Parting
    also: Mapping[str, Slots]
    instead: Mapping[str, Slots]
    alone: frozenset[str]
    repairs: tuple[Rewrite, ...]
    graded: frozenset[str]
    never: frozenset[str]
    cells: tuple[Cell, ...]
    confirmed: bool = False
    corrections: tuple[Rewrite, ...] = ()

    def meets(self, tags: frozenset[str]) -> bool:
        return (
            (not self.any or not self.any.isdisjoint(tags))
            and self.all <= tags
            and self.none.isdisjoint(tags)
        )


def read(fields: yamlfile.Fields, tagset: Tagset) -> Table:
    """Read the keys of a table of verbs; `LexkitError` names the line of a mistake."""
    of = yamlfile.Fields(fields.table_of("of"), fields.path, "'of'")
    wanted = {key: _tags(of, key, tagset) for key in ("any", "all", "none")}
    of.done()
    if not wanted["any"] and not wanted["all"]:
        raise of.error("'of' must say which headwords are meant", remedy="of: {all: [verb]}")
    rewrites = _rewrites(fields)
    declensions = _declensions(fields)
    series = _series(fields)
    classes = _classes(fields)
    return Table(
        language=str(fields.required("language")),
        **wanted,
        infinitive=_pattern(fields, "infinitive", "(?:{})$"),
        parting=_parting(fields),
        also=_changes(fields, "also", series),
        instead=_changes(fields, "instead", series),
        alone=_words(fields, "alone"),
        repairs=tuple(_rewrite(item, fields) for item in fields.items("repairs")),
        graded=_words(fields, "graded"),
        never=_words(fields, "never"),
        cells=tuple(
            _cell(item, fields, tagset, rewrites, declensions, classes)
            for item in fields.items("cells")
        ),
        confirmed=fields.flag("confirmed", False),
        corrections=tuple(_rewrite(item, fields) for item in fields.items("corrections")),
    )


def _tags(fields: yamlfile.Fields, key: str, tagset: Tagset) -> frozenset[str]:
    return frozenset(
        tagset.check(tag, path=fields.path, line=tag.line, given=True) for tag in fields.texts(key)
    )


def _words(fields: yamlfile.Fields, key: str) -> frozenset[str]:
    return frozenset(str(text) for text in fields.texts(key))


def _pattern(fields: yamlfile.Fields, key: str, frame: str) -> re.Pattern[str]:
    text = fields.text(key)
    try:
        return re.compile(frame.format(text or ""))
    except re.error as error:
        raise fields.error(f"{key!r} is no pattern: {error}", text) from None


def _parting(fields: yamlfile.Fields) -> Parting:
    inner = yamlfile.Fields(fields.table_of("prefixes"), fields.path, "'prefixes'")
    either = inner.table_of("either")
    parting = Parting(
        participle=str(inner.text("participle") or ""),
        between=str(inner.text("between") or ""),
        separable=_words(inner, "separable"),
        inseparable=_words(inner, "inseparable"),
        either={str(prefix): _either(prefix, either, inner) for prefix in either},
        whole=_words(inner, "whole"),
        bases=_words(inner, "bases"),
    )
    inner.done()
    return parting


def _either(prefix: str, table: yamlfile.Table, outer: yamlfile.Fields) -> Either:
    node = table[prefix]
    if not isinstance(node, yamlfile.Table):
        raise outer.error(f"{str(prefix)!r} takes keys with values", prefix)
    fields = yamlfile.Fields(node, outer.path, f"the prefix {str(prefix)!r}")
    text = fields.required("most")
    if str(text) not in (Way.SEPARABLE.value, Way.INSEPARABLE.value):
        raise fields.error(
            f"'most' is {str(text)!r}", text, f"write {Way.SEPARABLE} or {Way.INSEPARABLE}"
        )
    either = Either(Way(text), _words(fields, "except"), _words(fields, "both"))
    fields.done()
    return either


def _series(fields: yamlfile.Fields) -> dict[str, dict[str, list[str]]]:
    """Series of endings by name: ``{weak: {preterite: [te, test, te, ten, tet, ten]}}``."""
    found: dict[str, dict[str, list[str]]] = {}
    table = fields.table_of("series")
    for name, node in table.items():
        if not isinstance(node, yamlfile.Table):
            raise fields.error(f"the series {str(name)!r} takes keys with endings", name)
        inner = yamlfile.Fields(node, fields.path, f"the series {str(name)!r}")
        found[str(name)] = {str(slot): [str(t) for t in inner.texts(slot)] for slot in node}
    return found


def _changes(
    fields: yamlfile.Fields, key: str, series: Mapping[str, Mapping[str, list[str]]]
) -> dict[str, Slots]:
    """Forms by verb and slot; a series with a stem stands for the forms it makes."""
    changes: dict[str, Slots] = {}
    for verb, node in fields.table_of(key).items():
        if not isinstance(node, yamlfile.Table):
            raise fields.error(f"{str(verb)!r} takes slots with forms", verb)
        inner = yamlfile.Fields(node, fields.path, f"{str(verb)!r}")
        slots: dict[str, list[str]] = {}
        for name in node:
            if name not in series:
                slots.setdefault(str(name), [])  # an empty list: no such form
            for text in inner.texts(name):
                if name not in series:
                    slots[str(name)].append(str(text))
                    continue
                for slot, endings in series[name].items():
                    for place, ending in enumerate(endings, 1):
                        slots.setdefault(f"{slot}.{place}", []).append(f"{text}{ending}")
        changes[str(verb)] = {slot: tuple(forms) for slot, forms in slots.items()}
    return changes


def _rewrites(fields: yamlfile.Fields) -> dict[str, tuple[Rewrite, ...]]:
    found: dict[str, tuple[Rewrite, ...]] = {}
    table = fields.table_of("rewrites")
    inner = yamlfile.Fields(table, fields.path, "'rewrites'")
    for name in table:
        found[str(name)] = tuple(_rewrite(item, fields) for item in inner.items(name))
    return found


def _rewrite(item: yamlfile.Table, outer: yamlfile.Fields) -> Rewrite:
    fields = yamlfile.Fields(item, outer.path, "a rewrite")
    rule = Rewrite(
        verb=_pattern(fields, "verb", "(?:{})$"),
        find=_pattern(fields, "find", "{}"),
        put=str(fields.text("put") or ""),
        instead=fields.flag("instead", False),
    )
    fields.done()
    return rule


def _declensions(fields: yamlfile.Fields) -> dict[str, Declension]:
    found: dict[str, Declension] = {}
    for name, node in fields.table_of("declensions").items():
        if not isinstance(node, yamlfile.Table):
            raise fields.error(f"the declension {str(name)!r} takes endings", name)
        inner = yamlfile.Fields(node, fields.path, f"the declension {str(name)!r}")
        endings = inner.pairs("endings")
        degrees = []
        for item in inner.items("degrees"):
            degree = yamlfile.Fields(item, fields.path, "a degree")
            degrees.append(
                Degree(
                    cell=str(degree.required("cell")),
                    add=str(degree.required("add")),
                    after=_pattern(degree, "after", "(?:{})$"),
                )
            )
            degree.done()
        inner.done()
        found[str(name)] = Declension(endings, tuple(degrees))
    return found


def _cell(
    item: yamlfile.Table,
    outer: yamlfile.Fields,
    tagset: Tagset,
    rewrites: Mapping[str, tuple[Rewrite, ...]],
    declensions: Mapping[str, Declension],
    classes: Mapping[str, VerbClass],
) -> Cell:
    fields = yamlfile.Fields(item, outer.path, "a cell")
    names = fields.texts("rewrite")
    for name in names:
        if name not in rewrites:
            raise fields.error(f"no rewrites {str(name)!r}", name)
    declension = fields.text("decline")
    if declension is not None and declension not in declensions:
        raise fields.error(f"no declension {str(declension)!r}", declension)
    ways = fields.texts("only")
    for way in ways:
        if str(way) not in [known.value for known in Way]:
            raise fields.error(f"'only' is {str(way)!r}", way, f"write {', '.join(Way)}")
    tags = _tags(fields, "tags", tagset)
    cell = Cell(
        name=str(fields.required("cell")),
        slot=str(fields.required("from")),
        ways=frozenset(Way(way) for way in ways or Way),
        between=str(fields.text("between") or ""),
        before=str(fields.text("before") or ""),
        add=str(fields.text("add") or ""),
        capital=fields.flag("capital", False),
        tags=tags or None,
        rewrites=tuple(rule for name in names for rule in rewrites[name]),
        declension=None if declension is None else declensions[declension],
        bare=fields.flag("bare", True),
        unless=_exclusions(fields, classes),
    )
    fields.done()
    return cell


def _classes(fields: yamlfile.Fields) -> dict[str, VerbClass]:
    found: dict[str, VerbClass] = {}
    for name, node in fields.table_of("classes").items():
        if not isinstance(node, yamlfile.Table):
            raise fields.error(f"the class {str(name)!r} takes 'verbs' and 'except'", name)
        inner = yamlfile.Fields(node, fields.path, f"the class {str(name)!r}")
        found[str(name)] = VerbClass(_words(inner, "verbs"), _words(inner, "except"))
        inner.done()
    return found


def _exclusions(cell: yamlfile.Fields, classes: Mapping[str, VerbClass]) -> tuple[Exclusion, ...]:
    """``unless: {objectless: all, moving: ["", herum]}``: classes, and the prefixes meant."""
    table = cell.table_of("unless")
    inner = yamlfile.Fields(table, cell.path, "'unless'")
    found = []
    for name in table:
        if str(name) not in classes:
            raise cell.error(f"no class {str(name)!r}", name, suggest(str(name), list(classes)))
        behind = _words(inner, name)
        found.append(Exclusion(classes[str(name)], None if behind == {"all"} else behind))
    return tuple(found)

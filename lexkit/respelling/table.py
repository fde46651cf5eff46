"""The table of respellings, read from YAML and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import cast

from lexkit import yamlfile
from lexkit.errors import suggest
from lexkit.tagset import Tagset
from lexkit.yamlfile import Fields, Items, Text


class Side(Enum):
    """What a spelling is to the one it is made of."""

    OLD = "old spelling"  #: *Stengel*, of *Stängel*
    NEW = "new spelling"  #: *Stängel*, of *Stengel*
    OTHER = "other spelling"  #: *Delphin* and *Delfin*, which are both right


class Edge(StrEnum):
    """What may stand before or after a stem.

    ``any``: any letters; ``part``: an attested part of a compound, or what follows; ``word``: a
    prefix before, an ending after, or what follows; ``none``: nothing.
    """

    ANY = "any"
    NONE = "none"
    WORD = "word"
    PART = "part"


@dataclass(frozen=True)
class Group:
    """Stems that are respelt under the same conditions.

    ``barred`` are letters in which the stem is something else (*stängel* in *Gestängelager*);
    ``^`` and ``$`` in them are the beginning and the end of the word. ``capital``: only in a word
    that is written with one (*Tip*, not *tip* nor *TIP*).
    """

    before: Edge
    after: Edge
    endings: frozenset[str]
    capital: bool
    barred: tuple[str, ...]


@dataclass(frozen=True)
class Respelt:
    """One thing a stem can become, and where."""

    stem: str
    side: Side
    group: Group


@dataclass(frozen=True)
class Joints:
    """How the parts of compounds hang together.

    A part has ``least`` letters; between two parts may stand one of ``links`` (*Schiffahrt-s-
    gesellschaft*), the first may lack one of ``shortened`` (*Brenn-nessel* of *brennen*), the last
    may carry one of ``endings``. ``prefixes`` stand before stems, one or two of them
    (*auf-ge-rauht*); ``never`` lists what is attested and still no part.
    """

    least: int
    links: tuple[str, ...]
    shortened: tuple[str, ...]
    endings: tuple[str, ...]
    prefixes: frozenset[str]
    never: frozenset[str]


@dataclass(frozen=True)
class Triples:
    """Where a word that ends in a doubled letter meets one that begins with it.

    The new spelling keeps all three (*Schifffahrt*), the old one drops one before a vowel
    (*Schiffahrt*) and not before a consonant (*Sauerstoffflasche*). Two letters are made three
    only after one of ``firsts`` (*schiff*) and before a noun of ``least`` letters; ``barred``
    holds what looks like that and is not (*Ballett*).
    """

    letters: str
    vowels: str
    least: int
    firsts: tuple[str, ...]
    barred: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """All of a table; ``tag`` is what an old spelling carries."""

    tag: str
    joints: Joints
    triples: Triples | None
    stems: Mapping[str, tuple[Respelt, ...]]


def load_table(fields: Fields, tagset: Tagset) -> Table:
    """Read a table from ``fields``; what is left over is for the caller to refuse."""
    tag = fields.required("tag")
    tagset.check(tag, path=fields.path, line=tag.line, given=True)
    endings = _endings(fields)
    joints = _joints(Fields(fields.table_of("parts"), fields.path, "'parts'"))
    triples = None
    if "triples" in fields.table:
        triples = _triples(Fields(fields.table_of("triples"), fields.path, "'triples'"))
    stems: dict[str, list[Respelt]] = {}
    for table in fields.items("groups"):
        item = Fields(table, fields.path, "a group")
        sides, group = _group(item, endings)
        for old, new in _pairs(item):
            for stem, other, side in ((old, new, Side.NEW), (new, old, Side.OLD)):
                if side not in sides:
                    continue
                respelt = Respelt(str(other), sides[side], group)
                known = stems.setdefault(str(stem), [])
                if any(r.stem == other for r in known):
                    raise item.error(f"{str(old)!r} and {str(new)!r} stand here twice", old)
                known.append(respelt)
        item.done()
    return Table(str(tag), joints, triples, {stem: tuple(found) for stem, found in stems.items()})


def _endings(fields: Fields) -> dict[str, frozenset[str]]:
    table = Fields(fields.table_of("endings"), fields.path, "'endings'")
    found = {str(name): frozenset(map(str, table.texts(str(name)))) for name in table.table}
    table.done()
    return found


def _joints(fields: Fields) -> Joints:
    joints = Joints(
        least=fields.number("least", 3),
        links=_texts(fields, "links"),
        shortened=_texts(fields, "shortened"),
        endings=_texts(fields, "endings"),
        prefixes=frozenset(_texts(fields, "prefixes")),
        never=frozenset(_texts(fields, "never")),
    )
    fields.done()
    return joints


def _triples(fields: Fields) -> Triples:
    triples = Triples(
        letters=str(fields.required("letters")),
        vowels=str(fields.required("vowels")),
        least=fields.number("least", 3),
        firsts=_texts(fields, "firsts"),
        barred=_texts(fields, "except"),
    )
    fields.done()
    return triples


def _texts(fields: Fields, key: str) -> tuple[str, ...]:
    return tuple(map(str, fields.texts(key)))


def _group(
    fields: Fields, endings: Mapping[str, frozenset[str]]
) -> tuple[Mapping[Side, Side], Group]:
    """A group, and for each side of its pairs that is made, what it is made as."""
    standing = fields.required("standing")
    if standing not in ("replaced", "allowed"):
        raise fields.error(
            f"'standing' is {str(standing)!r}", standing, "write replaced or allowed"
        )
    found: set[str] = set()
    for name in fields.texts("endings"):
        if name not in endings:
            raise fields.error(f"no endings {str(name)!r}", name, suggest(name, list(endings)))
        found |= endings[name]
    group = Group(
        _edge(fields, "before"),
        _edge(fields, "after"),
        frozenset(found),
        fields.flag("capital", False),
        _texts(fields, "except"),
    )
    if standing == "allowed":
        return {Side.NEW: Side.OTHER, Side.OLD: Side.OTHER}, group
    # Of produkt follows product, but of bakt no bact: such a pair makes old spellings alone.
    one_way = fields.flag("old_only", False)
    return {side: side for side in ((Side.OLD,) if one_way else (Side.NEW, Side.OLD))}, group


def _edge(fields: Fields, key: str) -> Edge:
    text = fields.text(key)
    if text is None:
        return Edge.ANY
    try:
        return Edge(text)
    except ValueError:
        remedy = suggest(text, [edge.value for edge in Edge])
        raise fields.error(f"{key!r} is {str(text)!r}", text, remedy) from None


def _pairs(fields: Fields) -> Iterator[tuple[Text, Text]]:
    """The old and the new spellings of a group; an old one may have several new ones."""
    for old, value in fields.table_of("pairs").items():
        news: yamlfile.Node = value if isinstance(value, Items) else Items([value])
        for new in news:
            if not isinstance(new, Text) or not new or not old:
                raise fields.error("'pairs' maps an old spelling to a new one or a list", value)
            if old == new or str(old) != old.lower() or str(new) != new.lower():
                raise fields.error(
                    f"{str(old)!r} to {str(new)!r}", old, "write two spellings in small letters"
                )
            yield cast(Text, old), new

"""The file of a paradigm by endings, read and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from lexkit import yamlfile
from lexkit.endings.engine import Endings
from lexkit.endings.table import Ending, Group, Stem, Table
from lexkit.tagset import Tagset


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


def _table(item: yamlfile.Table, outer: yamlfile.Fields, tagset: Tagset, shared: _Shared) -> Table:
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
        fields.flag("derives", False),
        fields.flag("made", True),
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

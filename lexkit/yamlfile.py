"""YAML in which words arrive as written, and every value knows its line.

YAML's implicit types turn *no*, *on*, *null*, *012* and *12:30* into something else; a list of
words must not. Here each scalar is text; what is meant as a switch or a number is read as one by
the reader of that key (`flag`, `number`).
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from pathlib import Path
from typing import cast

import yaml

from lexkit.errors import LexkitError, suggest

#: What may become part of a file's name.
NAME = re.compile(r"\w[\w.-]*")


class Text(str):
    """A scalar, with the line it stands in (counted from 1)."""

    __slots__ = ("line",)
    line: int


class Items(list["Node"]):
    """A list, with the line it begins in."""

    line: int


class Table(dict[str, "Node"]):
    """A mapping, with the line it begins in; its keys are `Text`."""

    line: int


Node = Text | Items | Table


#: More values than this, every alias spelled out, are a bomb of aliases and no ruleset.
LARGEST = 1_000_000


class _Loader(yaml.BaseLoader):
    """PyYAML's BaseLoader resolves nothing: every scalar is text. This one adds lines."""


def _scalar(loader: yaml.BaseLoader, node: yaml.ScalarNode) -> Text:
    text = Text(loader.construct_scalar(node))
    text.line = node.start_mark.line + 1
    return text


def _items(loader: yaml.BaseLoader, node: yaml.SequenceNode) -> Items:
    items = Items(loader.construct_object(child, deep=True) for child in node.value)
    items.line = node.start_mark.line + 1
    return items


def _table(loader: yaml.BaseLoader, node: yaml.MappingNode) -> Table:
    table = Table()
    table.line = node.start_mark.line + 1
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, Hashable) or not isinstance(key, str):
            raise yaml.constructor.ConstructorError(
                None, None, "a key must be plain text", key_node.start_mark
            )
        if key in table:
            raise yaml.constructor.ConstructorError(
                None, None, f"the key {str(key)!r} stands here twice", key_node.start_mark
            )
        table[key] = loader.construct_object(value_node, deep=True)
    return table


def _tagged(loader: yaml.BaseLoader, node: yaml.Node) -> Text:
    raise yaml.constructor.ConstructorError(
        None, None, f"{node.tag!r} is a type of YAML, not a word", node.start_mark
    )


def _size(node: yaml.Node, known: dict[int, int]) -> int:
    """How many values ``node`` holds with its aliases spelled out."""
    if id(node) not in known:
        known[id(node)] = 1
        inner = node.value if isinstance(node, yaml.CollectionNode) else ()
        values = (v for item in inner for v in (item if isinstance(item, tuple) else (item,)))
        known[id(node)] += sum(_size(value, known) for value in values)
    return known[id(node)]


def _parsed(text: str) -> object:
    loader = _Loader(text)
    node = loader.get_single_node()
    if node is not None and _size(node, {}) > LARGEST:
        raise yaml.YAMLError("its aliases grow without measure")
    return None if node is None else loader.construct_document(node)


_Loader.add_constructor(None, _tagged)
_Loader.add_constructor("tag:yaml.org,2002:str", _scalar)
_Loader.add_constructor("tag:yaml.org,2002:seq", _items)
_Loader.add_constructor("tag:yaml.org,2002:map", _table)


def load(path: Path) -> Table:
    """Read the mapping in the YAML file ``path``.

    Raises `LexkitError` with the line for what is not UTF-8, not YAML, not a mapping at the top,
    and for a key that stands twice.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise LexkitError(
            "not UTF-8", path=path, line=line, remedy="save the file as UTF-8"
        ) from None
    except OSError as error:
        raise LexkitError(f"cannot be read: {error.strerror}", path=path) from None
    try:
        node = _parsed(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise LexkitError(
            f"not valid YAML: {error.problem or error.context}",
            path=path,
            line=mark.line + 1 if mark else None,
            remedy="a word with : ? # ' or a leading * & ! % @ ` must stand in double quotes",
        ) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        position = error.position if isinstance(error, yaml.reader.ReaderError) else None
        raise LexkitError(
            f"not valid YAML: {str(error).splitlines()[0]}",
            path=path,
            line=None if position is None else text.count("\n", 0, position) + 1,
        ) from None
    if not isinstance(node, Table):
        raise LexkitError("expected keys with values", path=path, line=1)
    return node


class Fields:
    """The keys of one mapping, taken one by one and checked; `done` refuses what is left over."""

    def __init__(self, table: Table, path: Path, what: str) -> None:
        self.table = table
        self.path = path
        self.what = what
        self._seen: list[str] = []

    def error(self, message: str, node: object = None, remedy: str | None = None) -> LexkitError:
        """An error at ``node`` (any value or key with a line), else at the mapping itself."""
        line = getattr(node, "line", None) or self.table.line
        return LexkitError(message, path=self.path, line=line, remedy=remedy)

    def _take(self, key: str) -> Node | None:
        self._seen.append(key)
        return self.table.get(key)

    def required(self, key: str) -> Text:
        """The text under ``key``, which must be there and not be empty."""
        text = self.text(key)
        if text is None:
            written = next((k for k in self.table if k == key), None)
            if written is not None:
                raise self.error(f"{key!r} is empty", written, "fill it in")
            raise self.error(f"{self.what} has no {key!r}", remedy=f"add a line {key}: …")
        return text

    def text(self, key: str) -> Text | None:
        """The text under ``key``; `None` where it is missing or empty."""
        node = self._take(key)
        if node is None or node == "":
            return None
        if not isinstance(node, Text):
            raise self.error(f"{key!r} takes a single value", node)
        return node

    def name(self, key: str, what: str) -> str:
        """The text under ``key``, fit for the name of a file: letters, digits and ``-._``."""
        text = self.required(key)
        if not NAME.fullmatch(text):
            raise self.error(f"{str(text)!r} is no {what}", text, "use letters, digits and - . _")
        return str(text)

    def flag(self, key: str, default: bool) -> bool:
        text = self.text(key)
        if text is None:
            return default
        if text in ("true", "yes", "on"):
            return True
        if text in ("false", "no", "off"):
            return False
        raise self.error(f"{key!r} is {str(text)!r}", text, "write true or false")

    def number(self, key: str, default: int) -> int:
        text = self.text(key)
        if text is None:
            return default
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise self.error(f"{key!r} is {str(text)!r}", text, "write a whole number")
        return int(text)

    def texts(self, key: str) -> list[Text]:
        """The list of texts under ``key``; a single text counts as a list of one."""
        node = self._take(key)
        if node is None or node == "":
            return []
        if isinstance(node, Text):
            return [node]
        if not isinstance(node, Items):
            raise self.error(f"{key!r} takes a list", node, f"write {key}: [one, two]")
        for item in node:
            if not isinstance(item, Text):
                raise self.error(f"{key!r} takes a list of words", item)
        return cast(list[Text], node)

    def items(self, key: str) -> list[Table]:
        """The list of mappings under ``key``."""
        node = self._take(key)
        if node is None or node == "":
            return []
        if not isinstance(node, Items):
            raise self.error(f"{key!r} takes a list, each item with keys of its own", node)
        for item in node:
            if not isinstance(item, Table):
                raise self.error(f"an item of {key!r} must have keys of its own", item)
        return cast(list[Table], node)

    def table_of(self, key: str) -> Table:
        """The mapping under ``key``; empty where it is missing."""
        node = self._take(key)
        if node is None or node == "":
            empty = Table()
            empty.line = self.table.line
            return empty
        if not isinstance(node, Table):
            raise self.error(f"{key!r} takes keys with values", node)
        return node

    def pairs(self, key: str) -> dict[str, str]:
        """The mapping from text to text under ``key``, in its order."""
        table = self.table_of(key)
        for value in table.values():
            if not isinstance(value, Text):
                raise self.error(f"{key!r} maps each key to a single value", value)
        return {str(k): str(v) for k, v in table.items()}

    def done(self) -> None:
        """Refuse the keys nobody asked for: a mistyped key must not be passed over."""
        for key in self.table:
            if key not in self._seen:
                raise self.error(
                    f"{self.what} has no key {str(key)!r}",
                    key,
                    suggest(key, list(dict.fromkeys(self._seen))),
                )

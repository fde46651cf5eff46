"""XML from anywhere, as a stream: no entities, no DTD, no network, bounded memory.

Two parsers share the work. expat looks at what stands before the root element, where all danger
is declared, and nothing that it refuses reaches the second; lxml then parses in pieces and hands
over one element at a time, which is taken out of the tree again when the next is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast
from xml.parsers import expat

from lexkit.errors import LexkitError
from lexkit.packed import open_bytes
from lexkit.readers.base import Report

if TYPE_CHECKING:
    from lxml import etree

#: How much is read at a time (bytes).
_PIECE = 1 << 16

#: What may stand before the root element, and how much may pass without an element that is asked
#: for (bytes): all of that is held in memory, where small elements take ten times the room.
PROLOG, LARGEST = 1 << 20, 8 << 20

#: How much of the end is kept to see whether the document is whole (bytes).
_TAIL = 256


def elements(
    path: Path,
    names: Collection[str],
    report: Report,
    *,
    roots: Collection[str],
    parts: Collection[str] = (),
) -> Iterator[etree._Element]:
    """Stream the elements of ``path`` called ``names``, whatever their namespace.

    The root element must be one of ``roots``. An element is whole when it comes, and is emptied
    when the next is asked for; what stands before it, or before what it stands in, is gone.
    ``parts`` are elements inside of those, which come first and are emptied too, but leave what
    stands beside them: *title* beside each *revision* of a *page*.

    A document that ends too early is reported, with all before that read. Raises `LexkitError`,
    with the line, for what is no XML, for another root, for any declaration of entities, for a
    reference to one, and for elements of more than 8 MiB: whatever comes in numbers must be among
    the names, wanted or not.
    """
    from lxml import etree  # here: most commands read no XML, and all would wait for it

    with open_bytes(path) as file:
        prolog = _Prolog(path, roots)
        piece = prolog.read(file)
        parser = etree.XMLPullParser(
            events=("end",),
            tag=[f"{{*}}{name}" for name in (*names, *parts)],
            # Said out loud, though most of it is what lxml does anyway.
            resolve_entities=False,
            load_dtd=False,
            dtd_validation=False,
            attribute_defaults=False,
            no_network=True,
            huge_tree=False,
            recover=False,
            remove_comments=True,
            remove_pis=True,
        )
        since, tail, broken = 0, b"", None
        while broken is None and (piece or (piece := file.read(_PIECE))):
            since, tail = since + len(piece), (tail + piece)[-_TAIL:]
            # What is whole before a broken place comes first.
            broken = _fed(parser, piece, path)
            piece = b""
            for _, found in parser.read_events():
                element = cast("etree._Element", found)
                since = 0
                if prolog.has_doctype and next(element.iter(etree.Entity), None) is not None:
                    line = cast("int | None", element.sourceline)
                    raise _refused("a reference to an entity", path, line)
                yield element
                element.clear()
                if local_name(element) not in parts:
                    _forget_before(element)
            if since > LARGEST:
                raise LexkitError(
                    f"more than {LARGEST >> 20} MiB without a whole {_listed(names)}",
                    path=path,
                    remedy="is this the right reader for the file?",
                )
    if broken is not None:
        raise broken
    try:
        parser.close()
    except etree.XMLSyntaxError as error:
        if prolog.ends(tail):  # an error in the last lines is found only now
            raise _broken(error.msg, path, error.lineno) from None
        place = f"{path.name}:{error.lineno or 1}"
        report.skip("the document ends too early: is the file whole?", place)


def inside(element: etree._Element) -> dict[str, etree._Element]:
    """The elements that stand directly in ``element``, by their local names, the last of each."""
    return {local_name(child): child for child in element}


def _fed(parser: etree.XMLPullParser, piece: bytes, path: Path) -> LexkitError | None:
    """Have ``parser`` read on; the error that it met, if it cannot."""
    from lxml import etree

    try:
        parser.feed(piece)
    except etree.XMLSyntaxError as error:
        return _broken(error.msg, path, error.lineno)
    # Without entities, lxml goes on after a reference to one as if a new document began.
    for entry in parser.feed_error_log.filter_from_fatals():
        return _broken(entry.message, path, entry.line)
    return None


def _forget_before(element: etree._Element) -> None:
    """Take out what the parser has done with: all before ``element`` and before its ancestors."""
    for one in (element, *element.iterancestors()):
        parent = one.getparent()
        while parent is not None and one.getprevious() is not None:
            del parent[0]


class _Begun(Exception):  # noqa: N818 - no error: the root element has come
    """Stops expat, which need not see more of the piece."""


class _Prolog:
    """Reads up to the root element and refuses what may not stand there."""

    def __init__(self, path: Path, roots: Collection[str]) -> None:
        self.has_doctype = False
        self._path = path
        self._roots = roots
        self._name = ""
        self._parser = expat.ParserCreate()
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._parser.StartElementHandler = self._root

    def read(self, file: IO[bytes]) -> bytes:
        """What has been read of ``file`` when its root element is known."""
        head = b""
        while len(head) <= PROLOG:
            piece = file.read(_PIECE)
            head += piece
            try:
                self._parser.Parse(piece, not piece)
            except _Begun:
                return head
            except expat.ExpatError as error:
                says = expat.ErrorString(error.code)
                raise LexkitError(f"not XML: {says}", path=self._path, line=error.lineno) from None
            except (LookupError, ValueError) as error:  # the encoding that it declares
                raise LexkitError(f"not XML: {error}", path=self._path, line=1) from None
        raise LexkitError(f"no element in the first {PROLOG >> 20} MiB", path=self._path, line=1)

    def ends(self, tail: bytes) -> bool:
        """Whether ``tail``, the last bytes of the document, holds the end of the root element."""
        end = rb"</" + re.escape(self._name.encode()) + rb"\s*>\s*\Z"
        return re.search(end, tail.replace(b"\0", b"")) is not None  # UTF-16 has a NUL a letter

    def _doctype(self, _: str, __: str | None, ___: str | None, declares: int) -> None:
        self.has_doctype = True
        if declares:
            raise _refused("a DTD of its own", self._path, self._parser.CurrentLineNumber)

    def _root(self, name: str, _: dict[str, str]) -> None:
        if name.rpartition(":")[2] not in self._roots:
            raise LexkitError(
                f"its root element is <{name}>, not {_listed(self._roots)}",
                path=self._path,
                line=self._parser.CurrentLineNumber,
                remedy="is this the right reader for the file?",
            )
        self._name = name
        raise _Begun


def _listed(names: Collection[str]) -> str:
    return " or ".join(f"<{name}>" for name in names)


def _refused(what: str, path: Path, line: int | None) -> LexkitError:
    return LexkitError(
        f"{what}: entities are not read, as they may name other files or grow without measure",
        path=path,
        line=line,
        remedy="write out what they stand for and leave the declaration out",
    )


def _broken(message: str | None, path: Path, line: int | None) -> LexkitError:
    # libxml2 ends its messages with ", line 3, column 7", or with a line break.
    says = " ".join((message or "broken").partition(", line ")[0].split())
    return LexkitError(f"not well-formed XML: {says}", path=path, line=line or None)


def local_name(element: etree._Element) -> str:
    """The name of ``element`` without its namespace; empty for comments and the like."""
    return _local(element.tag) if isinstance(element.tag, str) else ""


@lru_cache(1000)
def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def place(path: Path, element: etree._Element) -> str:
    """Where ``element`` stands: the line in which it begins, as far as libxml2 counts them."""
    line = cast("int | None", element.sourceline)
    return f"{path.name}:{line or 1}"

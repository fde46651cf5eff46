"""The lines of both files, and the fields of a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexkit.errors import LexkitError

#: Blank and tab separate fields and nothing else does: a no-break space is a letter here.
_BLANKS = re.compile(rb"[ \t]+")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an ``.aff`` and its fields; ``number`` counts from 1."""

    number: int
    raw: bytes
    fields: list[bytes]

    def rest(self, count: int) -> bytes:
        """The line from a field on."""
        pieces = _BLANKS.split(self.raw.strip(b" \t"), maxsplit=count)
        return pieces[count] if len(pieces) > count else b""


def fields_of(raw: bytes, number: int) -> Line:
    """``SFX N Y 4`` -> four fields."""
    return Line(number, raw, [piece for piece in _BLANKS.split(raw) if piece])


def chomp(line: bytes) -> bytes:
    """A line without its end; up to two carriage returns belong to that."""
    line = line.removesuffix(b"\n")
    if line.endswith(b"\r"):
        return line.removesuffix(b"\r").removesuffix(b"\r")
    return line


def stream_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file one by one, without their ends and without the byte-order mark.

    Lines end where Unix ends them, also in files that went through Windows, or through it twice.
    """
    try:
        with path.open("rb") as file:
            yield chomp(file.readline().removeprefix(_BOM))
            yield from map(chomp, file)
    except OSError as error:
        raise LexkitError(
            f"cannot be read: {error.strerror}", path=path, remedy="check the path"
        ) from None


def file_lines(path: Path) -> list[bytes]:
    """All lines of a file."""
    return list(stream_lines(path))

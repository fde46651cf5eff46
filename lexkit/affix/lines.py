"""The lines of both files, and the fields of a line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from lexkit.packed import read_bytes

#: Blank and tab separate fields and nothing else does: a no-break space is a letter here.
_BLANKS = re.compile(rb"[ \t]+")
#: Leading digits. What has thousands of them is no number of anything, and `int` refuses it.
_NUMBER = re.compile(rb"[ \t]*0*(\d{1,9})(?!\d)")
_BOM = b"\xef\xbb\xbf"

#: No dictionary known is larger (bytes).
LARGEST = 128 << 20


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


def number_at_start(text: bytes) -> int | None:
    """The number that ``text`` begins with, whatever stands behind it; `None` if it has none."""
    found = _NUMBER.match(text)
    return int(found[1]) if found else None


def fields_of(raw: bytes, number: int) -> Line:
    """``SFX N Y 4`` -> four fields."""
    return Line(number, raw, [piece for piece in _BLANKS.split(raw) if piece])


def file_lines(path: Path) -> list[bytes]:
    """The lines of a file, without their ends and without the byte-order mark.

    Lines end where Unix ends them; up to two carriage returns before that belong to the end,
    for files that went through Windows, or through it twice.
    """
    raw = read_bytes(path, LARGEST)
    lines = raw.removeprefix(_BOM).removesuffix(b"\n").split(b"\n")
    if b"\r" in raw:
        return [line.removesuffix(b"\r").removesuffix(b"\r") for line in lines]
    return lines

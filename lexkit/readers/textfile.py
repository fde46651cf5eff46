"""Opening a text file: its encoding, its lines, and an error that names the line."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path

from lexkit.errors import LexkitError
from lexkit.readers.base import Options

ENCODING = "the file's encoding (utf-8; a byte-order mark is dropped)"


def encoding(options: Options) -> str:
    """The `encoding` option, checked; UTF-8 with or without a byte-order mark by default."""
    name = options.text("encoding", "utf-8") or "utf-8"
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        raise options.error(
            "encoding", f"unknown encoding {name!r}", "for example iso-8859-1"
        ) from None
    return "utf-8-sig" if codec == "utf-8" else codec


def lines(path: Path, encoding: str) -> Iterator[tuple[int, str]]:
    """The lines of ``path`` with their numbers (from 1), without their line ends (LF or CRLF).

    Only LF ends a line: a vertical tab or U+2028 inside a word is the word's fault, to be
    reported with it. Raises `LexkitError` naming the first line that ``encoding`` cannot read.
    """
    try:
        with path.open(encoding=encoding, newline="\n") as file:
            for number, line in enumerate(file, 1):
                yield number, line.rstrip("\r\n")
    except UnicodeError:
        raise undecodable(path, encoding) from None
    except OSError as error:
        raise LexkitError(f"cannot be read: {error.strerror}", path=path) from None


def undecodable(path: Path, encoding: str) -> LexkitError:
    """The error for a file that is not in ``encoding``, naming the first line that is not."""
    bad = None
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            try:
                raw.decode(encoding)
            except UnicodeError:
                bad = number
                break
    shown = "utf-8" if encoding == "utf-8-sig" else encoding
    other = "iso-8859-1" if shown == "utf-8" else "utf-8"
    return LexkitError(
        f"not {shown}", path=path, line=bad, remedy=f"give the encoding, for example {other}"
    )

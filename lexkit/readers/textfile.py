"""Opening a text file: its encoding, its lines, and an error that names the line."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from lexkit.errors import LexkitError
from lexkit.readers.base import Options

ENCODING = "the file's encoding (utf-8; a byte-order mark is dropped)"


def encoding(options: Options) -> str:
    """The `encoding` option, checked; UTF-8 with or without a byte-order mark by default."""
    name = options.text("encoding", "utf-8") or "utf-8"
    try:
        # This asks for a codec of text: rot13 and base64 are codecs too.
        codec = codecs.lookup(io.TextIOWrapper(io.BytesIO(), encoding=name).encoding).name
    except (LookupError, ValueError):
        raise options.error(
            "encoding", f"unknown encoding {name!r}", "for example iso-8859-1"
        ) from None
    return "utf-8-sig" if codec == "utf-8" else codec


#: What a file's name ends in when it is compressed, and what undoes it.
_PACKED: dict[str, Callable[[Path], Any]] = {
    ".gz": gzip.open,
    ".bz2": bz2.open,
    ".xz": lzma.open,
}

#: What reading a damaged or foreign file may raise.
_DAMAGED = (OSError, EOFError, zlib.error, lzma.LZMAError)


def open_bytes(path: Path) -> IO[bytes]:
    """Open ``path`` for reading bytes, uncompressed if its name says so."""
    unpack = _PACKED.get(path.suffix.lower())
    return cast(IO[bytes], unpack(path)) if unpack else path.open("rb")


@contextmanager
def opened(path: Path, encoding: str, newline: str) -> Iterator[IO[str]]:
    """Open the text file ``path``; what goes wrong inside is a `LexkitError` naming it.

    Raises one that names the first line that ``encoding`` cannot read.
    """
    try:
        with open_bytes(path) as raw, io.TextIOWrapper(raw, encoding, newline=newline) as file:
            yield file
    except UnicodeError:
        raise undecodable(path, encoding) from None
    except _DAMAGED as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LexkitError(f"cannot be read: {reason}", path=path) from None


def lines(path: Path, encoding: str) -> Iterator[tuple[int, str]]:
    """The lines of ``path`` with their numbers (from 1), without their line ends (LF or CRLF).

    Only LF ends a line: a vertical tab or U+2028 inside a word is the word's fault, to be
    reported with it.
    """
    with opened(path, encoding, "\n") as file:
        for number, line in enumerate(file, 1):
            yield number, line.rstrip("\r\n")


def undecodable(path: Path, encoding: str) -> LexkitError:
    """The error for a file that is not in ``encoding``, naming the first line that is not."""
    bad = None
    with open_bytes(path) as file:
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

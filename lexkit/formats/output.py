"""Putting exported files in their place: whole and at once, or not at all.

The files are written in a new folder beside the target, forced to the disk and moved over it, so
that neither a word that a format refuses, a full disk nor Ctrl-C leaves half a file behind.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from lexkit.errors import LexkitError
from lexkit.formats.base import Format
from lexkit.lexicon import LEDGER, Lexicon

#: What SQLite says of a disk that is full, too small or gone.
_DISK = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
#: And of a ledger that is not as it was written.
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def export(lexicon: Lexicon, chosen: Format, path: Path) -> list[Path]:
    """Write ``lexicon`` in the format ``chosen`` to ``path``; return the files written.

    A file that is there is replaced; a link keeps leading to what it led to. Raises `LexkitError`
    if the format refuses a word, or ``path`` cannot be written to.
    """
    try:
        target = path.resolve()
    except (OSError, RuntimeError):  # RuntimeError is what Python before 3.13 says
        raise LexkitError("is a link that leads nowhere", path=path, remedy="name a file") from None
    if target.is_dir():
        raise LexkitError("is a folder", path=path, remedy="name a file in it")
    if not target.parent.is_dir():
        raise LexkitError(f"there is no folder {target.parent}", path=path, remedy="make it first")
    if target.is_relative_to(lexicon.folder):
        raise LexkitError(
            "is inside the lexicon itself", path=path, remedy="name a file somewhere else"
        )
    if target.exists() and not target.is_file():
        # A device or a named pipe (`-o >(gzip > words.gz)`) is written to, never replaced.
        _pour(lexicon, chosen, os.open(target, os.O_WRONLY), str(path))
        return [path]
    with _written(lexicon, chosen, target.parent, target.name) as fresh:
        files = sorted(fresh.parent.iterdir(), key=lambda file: file == fresh)
        try:
            for file in files:
                _sync(file)
            # The named file comes last: once it is there, all that belongs to it is.
            for file in files:
                file.replace(target.parent / file.name)
        except OSError as error:
            raise _unwritable(target.parent, error.strerror) from None
    others = target.parent if path.is_symlink() else path.parent
    return [path, *(others / file.name for file in files[:-1])]


def print_out(lexicon: Lexicon, chosen: Format) -> None:
    """Write ``lexicon`` to standard output, once it is known that nothing is refused."""
    sys.stdout.flush()
    _pour(lexicon, chosen, os.dup(sys.stdout.fileno()), "standard output")


def _pour(lexicon: Lexicon, chosen: Format, descriptor: int, name: str) -> None:
    with open(descriptor, "wb", buffering=0) as out:
        if not chosen.STREAMS:
            raise LexkitError(
                f"this format cannot go to {name}", remedy=f"name a file: -o NAME{chosen.SUFFIX}"
            )
        folder = Path(tempfile.gettempdir())
        with _written(lexicon, chosen, folder, "words") as fresh, fresh.open("rb") as file:
            try:
                _copy(file, out)
            except BrokenPipeError:
                raise
            except OSError as error:
                raise LexkitError(f"{name} cannot be written to: {error.strerror}") from None


def _copy(file: BinaryIO, out: FileIO) -> None:
    """Copy ``file``, unbuffered: nothing is left to fail again when Python ends."""
    while block := memoryview(file.read(1 << 16)):
        while block:
            block = block[out.write(block) :]


@contextmanager
def _written(lexicon: Lexicon, chosen: Format, parent: Path, name: str) -> Iterator[Path]:
    """The file ``name``, written in a new folder in ``parent`` that goes when the block ends."""
    try:
        folder = tempfile.mkdtemp(dir=parent, prefix=".lexkit-export-")
    except OSError as error:
        raise _unwritable(parent, error.strerror) from None
    try:
        fresh = Path(folder) / name
        _write(lexicon, chosen, fresh, parent)
        yield fresh
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _write(lexicon: Lexicon, chosen: Format, fresh: Path, parent: Path) -> None:
    try:
        chosen.write(lexicon, fresh)
    except OSError as error:
        raise _unwritable(parent, error.strerror) from None
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest says more of the same
        if code in _DAMAGED:
            raise LexkitError(
                f"the ledger is damaged: {error}",
                path=lexicon.folder / LEDGER,
                remedy="build the lexicon again",
            ) from None
        if code in _DISK:
            raise _unwritable(parent, str(error)) from None
        raise


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _unwritable(folder: Path, why: str | None) -> LexkitError:
    return LexkitError(
        f"cannot be written to: {why}",
        path=folder,
        remedy="nothing was changed; free some space or choose another place",
    )

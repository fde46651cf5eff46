"""Putting a folder in its place at once: whoever looks sees the old one or the new one, whole.

`build/de-wordox` is a link to `build/.lexicons/de-wordox-<random>`; a new build is written beside
the old one and the link turned in a single step, so neither a crash nor a full disk can leave a
half-written lexicon, and a process that has the old one open keeps it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lexkit import disk
from lexkit.errors import LexkitError

#: The folder beside the links that holds what they point to.
STORE = ".lexicons"

#: How the name of a folder begins that is to be added, until it is whole.
_HALF = ".half-"

_NOTHING = "nothing was changed"

_DAY = 24 * 60 * 60


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A new folder to fill, which takes the place of ``target`` when the block ends well.

    If the block raises, the new folder goes and ``target`` stays. Raises `LexkitError` when the
    disk is full or may not be written to.
    """
    store = target.parent / STORE
    try:
        store.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(dir=store, prefix=f"{target.name}-"))
    except OSError as error:
        raise _unwritable(target.parent, error) from None
    try:
        yield fresh
        _sync(fresh)
        fresh.chmod(0o755)
        old = _turn(target, fresh)
    except BaseException as error:
        shutil.rmtree(fresh, ignore_errors=True)
        if isinstance(error, (OSError, sqlite3.OperationalError)):
            raise _unwritable(target.parent, error) from None
        raise
    if old is not None:
        shutil.rmtree(old, ignore_errors=True)
    sweep(store, keep=target.resolve())


def make(folder: Path) -> None:
    """Make ``folder`` if there is none; raise `LexkitError` if the disk refuses."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error, _NOTHING) from None


@contextmanager
def adding(target: Path) -> Iterator[Path]:
    """A new folder to fill, which is ``target`` when the block ends well, and never changes again.

    One process at a time may be at this in a folder (`lexkit.disk.alone`): what others have left
    half done there goes first. If the block raises, so does the new folder, and no ``target`` is
    there. Raises `LexkitError` if there is one already, when the disk is full or may not be
    written to.
    """
    parent = target.parent
    if os.path.lexists(target):
        raise LexkitError("is there already", path=target, remedy="choose another name")
    try:
        for path in parent.glob(f"{_HALF}*"):
            _remove(path)
        fresh = Path(tempfile.mkdtemp(dir=parent, prefix=_HALF))
    except OSError as error:
        raise _unwritable(parent, error, _NOTHING) from None
    try:
        yield fresh
        for path in fresh.iterdir():
            path.chmod(0o444)
        _sync(fresh)
        with suppress(OSError):  # not every system can sync a folder
            disk.sync_folder(fresh)
        fresh.chmod(0o555)
        fresh.rename(target)
    except BaseException as error:
        _remove(fresh)
        if isinstance(error, OSError):
            raise _unwritable(parent, error, _NOTHING) from None
        raise
    with suppress(OSError):
        disk.sync_folder(parent)


def _remove(folder: Path) -> None:
    """Remove ``folder``, though nothing in it may be written."""
    with suppress(OSError):
        folder.chmod(0o755)
    shutil.rmtree(folder, ignore_errors=True)


def sweep(folder: Path, keep: Path | None = None) -> None:
    """Remove what killed builds have left in ``folder``: temporary folders of days ago.

    A build takes minutes, so nobody works in a folder that was not touched for a day. What some
    link beside the store leads to is a lexicon, however old.
    """
    used = {keep, *(link.resolve() for link in folder.parent.iterdir() if link.is_symlink())}
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink() and path.resolve() not in used:
            with suppress(OSError):
                if path.stat().st_mtime < time.time() - _DAY:
                    shutil.rmtree(path, ignore_errors=True)


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turn a full disk, met while writing to ``folder``, into a `LexkitError`."""
    try:
        if folder.is_dir():
            sweep(folder)
        yield
    except (OSError, sqlite3.OperationalError) as error:
        raise _unwritable(folder, error) from None


def _turn(target: Path, fresh: Path) -> Path | None:
    """Make ``target`` a link to ``fresh``; return the folder it led to, to be removed."""
    old = target.resolve() if target.is_symlink() else None
    if target.is_dir() and not target.is_symlink():
        # A lexicon that was copied here as a plain folder gives way to the link.
        old = Path(tempfile.mkdtemp(dir=fresh.parent, prefix=".replaced-")) / target.name
        target.rename(old)
    link = fresh.with_name(f".link-{fresh.name}")
    link.symlink_to(os.path.relpath(fresh, target.parent))
    link.replace(target)
    return old if old is not None and old.is_relative_to(fresh.parent) else None


def _sync(folder: Path) -> None:
    """Force the files to the disk before the link is turned: a power cut must not empty them."""
    for path in folder.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())


def _unwritable(
    folder: Path, error: Exception, left: str = "the last lexicon is still in place"
) -> LexkitError:
    return LexkitError(
        f"cannot be written to: {getattr(error, 'strerror', None) or error}",
        path=folder,
        remedy=f"free some space or choose another workspace; {left}",
    )

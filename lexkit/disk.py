"""A file replaced at once and by one process at a time: whoever reads it finds the old or the new.

`exchange` states what the file held when the new text was made of it, and is refused if it holds
something else by now, so that nobody's change is lost.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from lexkit.errors import LexkitError


class ChangedError(LexkitError):
    """A file no longer holds what the change was made from; nothing was written."""


def changed(path: Path) -> ChangedError:
    """The error for ``path``."""
    return ChangedError(
        "has been changed meanwhile, and nothing was written",
        path=path,
        remedy="look at what it says now, and begin anew",
    )


def exchange(path: Path, old: bytes, new: bytes) -> None:
    """Put ``new`` in the place of ``old`` in the file ``path``, at once and durably.

    Raises `ChangedError` if the file does not hold ``old``, and `LexkitError` where the disk
    refuses; then it is as it was.
    """
    path = path.resolve()  # of a link, the file it leads to
    fresh = path.with_name(f".{path.name}.new")
    try:
        with alone(path.parent):
            if not path.is_file() or path.read_bytes() != old:
                raise changed(path)
            try:
                with fresh.open("wb") as file:
                    file.write(new)
                    file.flush()
                    os.fsync(file.fileno())
                fresh.chmod(path.stat().st_mode & 0o7777)
                fresh.replace(path)
            except BaseException:
                with suppress(OSError):
                    fresh.unlink(missing_ok=True)
                raise
            with suppress(OSError):  # the file is in its place, even where folders cannot be synced
                sync_folder(path.parent)
    except OSError as error:
        remedy = "see to its permissions"
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            remedy = "make room there"
        raise LexkitError(
            f"cannot be written: {error.strerror or error}; it is as it was",
            path=path,
            remedy=remedy,
        ) from None


if sys.platform == "win32":
    import msvcrt

    def try_lock(file: IO[bytes]) -> None:
        """Lock ``file``; raise `OSError` if another process has."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    @contextmanager
    def alone(folder: Path) -> Iterator[None]:
        """Let one process at a time into the block, for ``folder``."""
        with (folder / ".lock").open("ab") as file:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            yield

    def sync_folder(folder: Path) -> None:
        """Folders cannot be synced there."""

else:
    import fcntl

    def try_lock(file: IO[bytes]) -> None:
        """Lock ``file``; raise `OSError` if another process has."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    @contextmanager
    def alone(folder: Path) -> Iterator[None]:
        """Let one process at a time into the block, for ``folder``.

        Where the file system has no locks, all are let in.
        """
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)  # which unlocks

    def sync_folder(folder: Path) -> None:
        """Make a new name in ``folder`` outlive a power cut."""
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

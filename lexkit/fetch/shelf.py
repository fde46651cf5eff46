"""A source's folder in the cache: whole, checked files under their names, or nothing.

Beside them lie, while a process fetches, ``.lock``, its room ``.tmp-…`` and downloads that can be
resumed, ``.partial-…``. A file gets its name only by `os.replace`, once it is whole, checked and
on the disk.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO

from lexkit.disk import sync_folder, try_lock
from lexkit.errors import LexkitError
from lexkit.fetch.progress import Progress

_ROOM, _PARTIAL = ".tmp-", ".partial-"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
_WAIT = 0.1  # seconds between two tries for the lock


def sha256_of(path: Path) -> str:
    """The sha256 of the file ``path`` in hexadecimal; `LexkitError` if it cannot be read.

    It is computed on every run rather than remembered: 60 MB take about a tenth of a second.
    """
    import hashlib

    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise LexkitError(
            f"cannot be read: {error.strerror}",
            path=path,
            remedy="it should be a file that can be read",
        ) from error


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the disk refuses for ``path`` into a `LexkitError` with a remedy."""
    try:
        yield
    except OSError as error:
        remedy = "name another cache folder with LEXKIT_CACHE"
        if error.errno in _FULL:
            remedy = f"make room there, or {remedy}"
        elif error.errno in _FORBIDDEN:
            remedy = f"see to its permissions, or {remedy}"
        raise LexkitError(
            f"cannot be written: {error.strerror or error}",
            path=path,
            remedy=remedy,
        ) from error


class Shelf:
    """The folder of one source. As a context manager, it is this process's to fill.

    ``wrong`` maps the names of files that are there with another checksum to that checksum.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wrong: dict[str, str] = {}
        self._lock: IO[bytes] | None = None
        self._room: Path | None = None

    def held(self, files: Mapping[str, str]) -> dict[str, Path]:
        """Those of ``files`` (name → sha256) that are here and right."""
        found = {}
        for name, expected in files.items():
            path = self.folder / name
            self.wrong.pop(name, None)
            if not os.path.lexists(path):
                continue
            if (digest := sha256_of(path)) == expected:
                found[name] = path
            else:
                self.wrong[name] = digest
        return found

    @property
    def is_open(self) -> bool:
        return self._room is not None

    def corner(self) -> Path:
        """A new folder in the room of this run, gone afterwards; only while the shelf is open."""
        import tempfile

        if self._room is None:
            raise RuntimeError(f"{self.folder} is not open")
        with writing(self.folder):
            return Path(tempfile.mkdtemp(dir=self._room))

    def holds(self, path: Path) -> bool:
        """Is ``path`` in the room of this run, and so to be moved rather than left?"""
        return self._room is not None and path.is_relative_to(self._room)

    def partial(self, key: str) -> Path:
        """Where a download that can be resumed is kept, ``key`` telling it from others."""
        return self.folder / f"{_PARTIAL}{key}"

    def put(self, name: str, path: Path) -> Path:
        """Move ``path``, from the room and checked, to its ``name``; it appears there at once."""
        target = self.folder / name
        with writing(target):
            with path.open("rb+") as file:
                os.fsync(file.fileno())
            path.replace(target)
            sync_folder(self.folder)
        self.wrong.pop(name, None)
        return target

    def drop_partials(self) -> None:
        """Remove what is left of downloads: all files are here."""
        for path in self.folder.glob(f"{_PARTIAL}*"):
            with suppress(OSError):  # what stays costs room, no more
                path.unlink()

    def __enter__(self) -> Shelf:
        import shutil
        import tempfile

        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / ".lock").open("ab")
        try:
            if _lock(self._lock, self.folder.name):
                # Nobody else is at work here, so rooms that are there belong to the dead.
                for path in self.folder.glob(f"{_ROOM}*"):
                    shutil.rmtree(path, ignore_errors=True)
            with writing(self.folder):
                self._room = Path(tempfile.mkdtemp(prefix=_ROOM, dir=self.folder))
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        import shutil

        if self._room is not None:
            shutil.rmtree(self._room, ignore_errors=True)
            self._room = None
        if self._lock is not None:
            self._lock.close()  # which unlocks


def _lock(file: IO[bytes], name: str) -> bool:
    """Wait until ``file`` is this process's alone; false where the file system has no locks.

    Then two processes may download one thing twice, or spoil each other's partial download,
    which the checksum finds.
    """
    with Progress(f"waiting for another lexkit to fetch {name}") as progress:
        while True:
            try:
                try_lock(file)
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                    return False
            else:
                return True
            progress.tick()
            time.sleep(_WAIT)

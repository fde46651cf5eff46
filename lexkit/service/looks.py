"""Looks that take long (a lexicon built as it would be), each in a process of its own.

Building in a process that answers would keep everybody waiting who looks a word up. So `lexkit` is
called as at a terminal, and what it prints is kept in the workspace, where every process of the
service finds it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from lexkit import disk
from lexkit.errors import LexkitError
from lexkit.workspace import Workspace

log = logging.getLogger(__name__)

#: Where they are kept, beside the lexicons.
FOLDER = ".looks"

#: The longest that a look may take (seconds).
LONGEST = 3600

#: How many of a list are kept: what a page shows is fewer.
KEPT = 500

#: How much less urgent a look is than an answer.
_NICENESS = 10


@dataclass(frozen=True)
class Look:
    """A look: whether it is being taken now, and what the last one found: ``found`` is what was
    printed, ``problem`` what kept it from being found."""

    is_running: bool
    at: datetime | None = None
    seconds: int = 0
    found: Any = None
    problem: str = ""


class Looks:
    """The looks of a workspace. One of a name is taken at a time, whichever process begins it."""

    def __init__(self, place: Workspace) -> None:
        self._place = place
        self._folder = place.build / FOLDER
        self._running: set[subprocess.Popen[bytes]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, name: str, *arguments: str) -> None:
        """Begin the look ``name``, unless it is being taken: `lexkit` with ``arguments``, which
        prints JSON. To be called from the event loop; raises `LexkitError` if it cannot be kept.
        """
        lock = self._locked(name)
        if lock is not None:
            task = asyncio.create_task(asyncio.to_thread(self._take, name, arguments, lock))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def of(self, name: str) -> Look:
        """The look ``name``, as it stands."""
        lock = self._locked(name) if self._folder.is_dir() else None
        is_running = lock is None and self._folder.is_dir()
        if lock is not None:
            lock.close()
        try:
            told = json.loads(self._path(name).read_text("utf-8"))
            told["at"] = datetime.fromisoformat(told["at"])
            return Look(is_running, **told)
        except (OSError, ValueError, TypeError, KeyError):  # none yet, or of another version
            return Look(is_running)

    def close(self) -> None:
        """End what is running."""
        for process in list(self._running):
            process.kill()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _locked(self, name: str) -> IO[bytes] | None:
        """A file that is locked as long as it is open; `None` if somebody else has locked it."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            file = (self._folder / f"{name}.lock").open("ab")
        except OSError as error:
            raise LexkitError(
                f"cannot be written: {error.strerror}", path=self._folder,
                remedy="see that there is room, and that it may be written to",
            ) from None  # fmt: skip
        try:
            disk.try_lock(file)
        except OSError:
            file.close()
            return None
        return file

    def _take(self, name: str, arguments: Sequence[str], lock: IO[bytes]) -> None:
        begun = time.monotonic()
        try:
            told = self._told(arguments)
            told |= {"at": datetime.now(UTC).isoformat(), "seconds": int(time.monotonic() - begun)}
            fresh = self._path(name).with_suffix(".new")
            fresh.write_text(json.dumps(told), "utf-8")
            fresh.replace(self._path(name))
            log.info("looked", extra={"look": name, "seconds": told["seconds"]})
        except Exception:
            log.exception("look failed", extra={"look": name})
        finally:
            lock.close()

    def _told(self, arguments: Sequence[str]) -> dict[str, Any]:
        root = () if self._place.root is None else ("--workspace", str(self._place.root))
        command = [sys.executable, "-m", "lexkit", *root, *arguments]
        with self._started(command) as process:
            try:
                out, err = process.communicate(timeout=LONGEST)
            except subprocess.TimeoutExpired:
                return {"problem": f"it took longer than {LONGEST} seconds"}
        if process.returncode in (0, 1):
            with suppress(ValueError):
                return {"found": _cut(json.loads(out))}
        said = err.decode("utf-8", "replace").strip().removeprefix("lexkit: ")
        return {"problem": said[-2000:] or f"it ended with {process.returncode}"}

    @contextmanager
    def _started(self, command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._running.add(process)
        try:
            if hasattr(os, "setpriority"):
                with suppress(OSError):  # it has ended already
                    os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
            yield process
        finally:
            self._running.discard(process)
            if process.poll() is None:
                process.kill()
                process.wait()


def _cut(value: Any) -> Any:
    """``value`` with no list in it that is longer than anybody reads."""
    if isinstance(value, dict):
        return {key: _cut(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_cut(each) for each in value[:KEPT]]
    return value

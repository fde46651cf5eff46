"""Looks that take long (a lexicon built as it would be), each in a process of its own.

Building in a process that answers would keep everybody waiting who looks a word up. So `lexkit` is
called as at a terminal, and what it prints is kept in the database, where every copy of the service
finds it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from lexkit.database.connection import Database
from lexkit.database.tables import look as table
from lexkit.workspace import Workspace

log = logging.getLogger(__name__)

#: The longest that a look may take (seconds).
LONGEST = 3600

#: How often it is said that somebody is at it, and after how long it is believed no more (seconds):
#: the process may have been killed.
BEAT, SILENCE = 5, timedelta(seconds=30)

#: How many of a list are kept: what a page shows is fewer.
KEPT = 500

#: How much less urgent a look is than an answer.
_NICENESS = 10


@dataclass(frozen=True)
class Look:
    """A look: whether somebody is at it now, and what the last one came to: ``found`` is what was
    printed, ``problem`` what kept it from being found; ``at`` is `None` if there was none."""

    is_running: bool = False
    at: datetime | None = None
    seconds: int = 0
    found: Any = None
    problem: str = ""


class Looks:
    """The looks of a workspace, kept in the database that ``database`` returns. One of a name is
    taken at a time, whichever copy of the service begins it. Every call waits for the database."""

    def __init__(self, place: Workspace, database: Callable[[], Database]) -> None:
        self._place = place
        self._database = database
        self._running: set[subprocess.Popen[bytes]] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def claimed(self, name: str) -> bool:
        """Whether the look ``name`` can be taken by who asks, and by nobody else from now on."""
        database = self._database()
        insert = sqlite.insert if database.is_sqlite else postgresql.insert
        now = datetime.now(UTC)
        free = sa.or_(table.c.seen.is_(None), table.c.seen < now - SILENCE)

        def work(connection: Connection) -> bool:
            connection.execute(insert(table).values(name=name).on_conflict_do_nothing())
            update = table.update().where(table.c.name == name, free).values(seen=now)
            return connection.execute(update).rowcount == 1

        return database.write(work)

    def begin(self, name: str, *arguments: str) -> None:
        """Begin a look that is `claimed`: `lexkit` with ``arguments``, which prints JSON.

        To be called from the event loop, and waits for nothing.
        """
        task = asyncio.create_task(asyncio.to_thread(self._take, name, arguments))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def of(self, name: str) -> Look:
        """The look ``name``, as it stands."""
        select = sa.select(table).where(table.c.name == name)
        row = self._database().read(lambda c: c.execute(select).mappings().first())
        if row is None:
            return Look()
        is_running = row["seen"] is not None and row["seen"] > datetime.now(UTC) - SILENCE
        found = None if row["found"] is None else json.loads(row["found"])
        return Look(is_running, row["at"], row["seconds"] or 0, found, row["problem"] or "")

    def close(self) -> None:
        """End what is running."""
        for process in list(self._running):
            process.kill()

    def _take(self, name: str, arguments: Sequence[str]) -> None:
        begun = time.monotonic()
        try:
            told = self._told(name, arguments)
            seconds = int(time.monotonic() - begun)
            self._put(name, seen=None, at=datetime.now(UTC), seconds=seconds, **told)
            log.info("looked", extra={"look": name, "seconds": seconds})
        except Exception:
            log.exception("look failed", extra={"look": name})

    def _put(self, name: str, **values: object) -> None:
        update = table.update().where(table.c.name == name).values(**values)
        self._database().write(lambda connection: connection.execute(update))

    def _told(self, name: str, arguments: Sequence[str]) -> dict[str, str | None]:
        root = () if self._place.root is None else ("--workspace", str(self._place.root))
        command = [sys.executable, "-m", "lexkit", *root, *arguments]
        with self._started(command) as process:
            for _ in range(LONGEST // BEAT):
                with suppress(subprocess.TimeoutExpired):
                    out, err = process.communicate(timeout=BEAT)
                    break
                self._put(name, seen=datetime.now(UTC))
            else:
                return {"found": None, "problem": f"it took longer than {LONGEST} seconds"}
        if process.returncode in (0, 1):
            with suppress(ValueError):
                return {"found": json.dumps(_cut(json.loads(out))), "problem": None}
        said = err.decode("utf-8", "replace").replace("\0", "").strip().removeprefix("lexkit: ")
        return {"found": None, "problem": said[-2000:] or f"it ended with {process.returncode}"}

    @contextmanager
    def _started(self, command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._running.add(process)
        try:
            _yield_to_others(process.pid)
            yield process
        finally:
            self._running.discard(process)
            if process.poll() is None:
                process.kill()
                process.wait()


def _yield_to_others(pid: int) -> None:
    """Let the process wait for those that answer, and end first if memory is short."""
    with suppress(OSError, AttributeError):  # it has ended, or the system has no such thing
        os.setpriority(os.PRIO_PROCESS, pid, _NICENESS)
    with suppress(OSError):
        Path(f"/proc/{pid}/oom_score_adj").write_text("1000", "ascii")


def _cut(value: Any) -> Any:
    """``value`` with no list in it that is longer than anybody reads, and no NUL in its texts,
    which no database takes."""
    if isinstance(value, dict):
        return {key: _cut(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_cut(each) for each in value[:KEPT]]
    return value.replace("\0", "") if isinstance(value, str) else value

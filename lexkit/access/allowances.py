"""How often a client may ask for something: counted in windows of time, in the database or not."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Protocol

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from lexkit.database import tables
from lexkit.database.connection import Database

#: Counts older than this are forgotten (seconds).
_KEPT = 24 * 60 * 60

#: How many clients a process remembers before it forgets those whose window is over.
_REMEMBERED = 10_000

_now: Callable[[], float] = time.time


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``most`` times in ``seconds``, for each client."""

    what: str
    most: int
    seconds: int

    def window(self, now: float) -> int:
        """When the window that ``now`` lies in has begun."""
        return int(now) // self.seconds * self.seconds

    def wait(self, count: int, now: float) -> int:
        """How many seconds a client must wait that has asked for the ``count``-th time; or 0."""
        return 0 if count <= self.most else max(1, ceil(self.window(now) + self.seconds - now))


class Allowances(Protocol):
    """Counts what clients ask for."""

    def take(self, client: str, limit: Limit) -> int:
        """Count a request; how many seconds to wait before it is granted (0: it is)."""


@dataclass
class InProcess:
    """Counts for one process alone: for what is cheap, and must go on without the database."""

    _counts: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    def take(self, client: str, limit: Limit) -> int:
        now = _now()
        key, window = (client, limit.what), limit.window(now)
        since, count = self._counts.get(key, (window, 0))
        count = count + 1 if since == window else 1
        if count == 1 and len(self._counts) >= _REMEMBERED:
            self._forget(now)
        self._counts[key] = window, count
        return limit.wait(count, now)

    def _forget(self, now: float) -> None:
        """Forget whose window is over for sure; if that is nobody, everybody."""
        kept = {k: v for k, v in self._counts.items() if now - v[0] < 60}
        self._counts = kept if len(kept) < _REMEMBERED else {}


class InDatabase:
    """Counts for all copies of the service together: what one refuses, the next does too."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, client: str, limit: Limit) -> int:
        now = _now()
        # Addresses of people are not kept: a digest counts as well.
        told = f"{limit.what} {client}".encode("utf-8", "surrogatepass")
        key = hashlib.sha256(told).hexdigest()[:32]
        count = self._database.write(lambda c: self._count(c, key, limit.window(now), int(now)))
        return limit.wait(count, now)

    def _count(self, connection: Connection, key: str, window: int, now: int) -> int:
        table = tables.allowance
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        again = sa.case((table.c.since == window, table.c.count + 1), else_=1)
        counted = (
            insert(table)
            .values(client=key, since=window, count=1)
            .on_conflict_do_update(
                index_elements=["client"], set_={"since": window, "count": again}
            )
            .returning(table.c.count)
        )
        count = int(connection.execute(counted).scalar_one())
        if count == 1:  # seldom enough
            connection.execute(table.delete().where(table.c.since < now - _KEPT))
        return count

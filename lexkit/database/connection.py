"""The database behind the store: SQLite in a file, or PostgreSQL by its address.

Every change is one transaction. What can go wrong with a database (it is locked, full, away) comes
out as an `UnavailableError` that says so in a sentence; nothing of the change is kept then.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event, exc
from sqlalchemy.engine import URL, Connection, Engine, make_url

from lexkit.errors import LexkitError

T = TypeVar("T")

#: How long a change waits for others that hold the database (seconds).
WAIT = 30.0

#: How often a change is tried when PostgreSQL gives it up in favour of another one.
TRIES = 10

#: PostgreSQL's codes: a serialisation failure or a deadlock, a lock waited for in vain, a full
#: disk, missing rights.
_GIVEN_UP = frozenset({"40001", "40P01"})
_LOCKED, _FULL, _NOT_ALLOWED = "55P03", "53100", "42501"

_SQLITE, _POSTGRESQL = "sqlite", "postgresql"

_AGAIN = "nothing of this change was kept; try again when"


class UnavailableError(LexkitError):
    """The database cannot be used just now, or not at all; the message says why."""


class Database:
    """One database: the path of a file, or a URL (``sqlite:///PATH``,
    ``postgresql://USER@HOST/NAME``).

    ``wait`` is how long, in seconds, a change waits for other processes.
    """

    def __init__(self, place: str | Path, wait: float = WAIT) -> None:
        self.url = _address(place)
        self.is_sqlite = self.url.get_backend_name() == _SQLITE
        self._wait = wait
        #: How the database is named in messages: without a password.
        self.name = (
            self.url.database or "" if self.is_sqlite else self.url.render_as_string(True)
        ).replace("+psycopg", "")
        with self._said():
            self.engine = self._sqlite() if self.is_sqlite else self._postgresql()

    def close(self) -> None:
        """Give back all connections."""
        self.engine.dispose()

    def read(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` returns, given a connection to read from."""
        with self._said(), self.engine.connect() as connection:
            return work(connection)

    def write(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` returns; all it changes is kept together, or (if it raises) nothing.

        ``work`` may be called more than once, when another change comes first.
        """
        with self._said():
            for left in reversed(range(TRIES)):
                try:
                    with self.engine.connect() as plain:
                        connection = plain.execution_options(lexkit_writes=True)
                        with connection.begin():
                            return work(connection)
                except exc.DBAPIError as error:
                    if _code(error) not in _GIVEN_UP or not left:
                        raise
            raise AssertionError("the last try returns or raises")

    def _sqlite(self) -> Engine:
        path = Path(self.name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnavailableError(f"cannot be made: {error.strerror}", path=path) from None
        # Transactions begin as we say, not as Python's module does on its own.
        arguments = {"timeout": self._wait, "isolation_level": None}
        engine = sa.create_engine(self.url, connect_args=arguments)

        @event.listens_for(engine, "connect")
        def connected(raw: Any, _record: Any) -> None:
            self._write_ahead(raw)
            raw.execute("PRAGMA foreign_keys = ON")
            # What is said to be kept has reached the disk, whatever happens to the machine.
            raw.execute("PRAGMA synchronous = FULL")

        @event.listens_for(engine, "begin")
        def begun(connection: Connection) -> None:
            # A transaction that first reads and then writes could find that it is too late.
            writes = connection.get_execution_options().get("lexkit_writes")
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        return engine

    def _write_ahead(self, raw: Any) -> None:
        """Turn write-ahead logging on, so that readers and a writer do not wait for each other.

        It stays on; while it is turned on for the first time SQLite waits for nobody, so we do.
        """
        until = time.monotonic() + self._wait
        while True:
            try:
                raw.execute("PRAGMA journal_mode = WAL").fetchone()
                return
            except Exception as error:
                if "locked" not in str(error) or time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def _postgresql(self) -> Engine:
        try:
            import psycopg  # noqa: F401  (SQLAlchemy's own message names no remedy)
        except ImportError:
            raise LexkitError(
                "PostgreSQL needs the library psycopg", remedy='pip install "lexkit[postgres]"'
            ) from None
        engine = sa.create_engine(
            self.url.set(drivername="postgresql+psycopg"),
            # A connection that the server has closed meanwhile is replaced before it is used.
            pool_pre_ping=True,
            isolation_level="READ COMMITTED",
            connect_args={
                "connect_timeout": 10,
                "application_name": "lexkit",
                # A server that has gone without a word is noticed, not waited for.
                "keepalives_idle": 10,
                "tcp_user_timeout": 20_000,
            },
        )

        @event.listens_for(engine, "connect")
        def connected(raw: Any, _record: Any) -> None:
            raw.execute(f"SET lock_timeout = {int(self._wait * 1000)}")
            raw.commit()

        return engine

    @contextmanager
    def _said(self) -> Iterator[None]:
        """What the database complains of, said as a `LexkitError`; defects of ours stay as is."""
        try:
            yield
        except exc.ArgumentError as error:
            raise self._error(str(error), "check LEXKIT_DATABASE_URL") from None
        except exc.TimeoutError:  # of SQLAlchemy's pool: others wait for a database that hangs
            raise self._error("all connections to it are in use", f"{_AGAIN} it answers") from None
        except exc.DBAPIError as error:
            said = self._complaint(error)
            if said is None:
                raise
            raise said from None

    def _complaint(self, error: exc.DBAPIError) -> LexkitError | None:
        text = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else "no answer"
        if self.is_sqlite:
            return self._of_sqlite(error, text)
        if isinstance(error, exc.OperationalError | exc.InterfaceError | exc.InternalError):
            if _code(error) == _LOCKED:
                return self._error("is locked by another program", f"{_AGAIN} it is done")
            if _code(error) == _FULL:
                return self._error(f"cannot be written to: {text}", f"{_AGAIN} there is space")
            return self._error(
                f"cannot be used: {text}",
                "see that the server runs, has space and is the one LEXKIT_DATABASE_URL names;"
                " nothing is left half done",
            )
        if error.statement is None:  # it is not even connected: an option that there is not
            return self._error(f"cannot be used: {text}", "check LEXKIT_DATABASE_URL")
        if _code(error) == _NOT_ALLOWED:
            return self._error(text, "grant this user the rights, or name another one")
        return None

    def _of_sqlite(self, error: exc.DBAPIError, text: str) -> LexkitError | None:
        if not isinstance(error, exc.OperationalError) and type(error) is not exc.DatabaseError:
            return None
        if "locked" in text:
            return self._error("is locked by another program", f"{_AGAIN} it is done")
        if "full" in text or "disk I/O" in text:
            return self._error(f"cannot be written to: {text}", f"{_AGAIN} there is space")
        if "readonly" in text or "unable to open" in text:
            return self._error(f"cannot be written to: {text}", "see that you may write there")
        if "not a database" in text or "malformed" in text:
            return self._error(text, "restore it from a backup, or move it away to begin anew")
        return None

    def _error(self, message: str, remedy: str) -> UnavailableError:
        return UnavailableError(message, path=self.name, remedy=remedy)


def _address(place: str | Path) -> URL:
    """``place`` as a URL, checked; the two ways to write PostgreSQL's are one."""
    if isinstance(place, Path):
        return URL.create(_SQLITE, database=str(place))
    try:
        parsed = make_url(place)
        backend = {"postgres": _POSTGRESQL}.get(parsed.drivername, parsed.get_backend_name())
    except (exc.ArgumentError, ValueError):
        backend = ""
    if backend != _POSTGRESQL and not (backend == _SQLITE and _is_file(parsed)):
        raise LexkitError(
            "this is no address of a database that lexkit knows",
            remedy="LEXKIT_DATABASE_URL is sqlite:///PATH or postgresql://USER@HOST/NAME",
        )
    return parsed.set(drivername=backend)


def _is_file(url: URL) -> bool:
    """Whether an address of SQLite names a file, and nothing besides.

    What is kept in memory is gone with the process; of the options that may follow a path, all
    that matter are ours to set.
    """
    name = url.database or ""
    return name not in ("", ":memory:") and "\0" not in name and not url.query


def _code(error: exc.DBAPIError) -> str | None:
    """PostgreSQL's code of an error; SQLite has none."""
    code = getattr(error.orig, "sqlstate", None)
    return code if isinstance(code, str) else None

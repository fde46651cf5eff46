"""Databases: every test that asks for a `place` runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from lexkit.review.store import Store
from tests.postgresql import Server, programs
from tests.requirements import need


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL of our own, from Debian's packages, for the whole run."""
    folder = programs()
    need(folder is not None, "PostgreSQL's server (Debian: apt-get install postgresql)")
    assert folder is not None
    running = Server(folder)
    yield running
    running.stop()


_NAMES = (f"lexkit_{number}" for number in itertools.count())


@dataclass
class Place:
    """An empty database (or schema of one). ``address`` is what `Store.open` takes."""

    kind: str
    address: str | Path
    opened: list[Store] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The address, as LEXKIT_DATABASE_URL has it."""
        return f"sqlite:///{self.address}" if self.kind == "sqlite" else str(self.address)

    def open(self, wait: float = 30.0) -> Store:
        self.opened.append(Store.open(self.address, wait))
        return self.opened[-1]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """An empty database of either sort."""
    if request.param == "sqlite":
        found = Place("sqlite", tmp_path / "review.sqlite")
    else:
        running: Server = request.getfixturevalue("server")
        # A schema is as good as a database of its own, and made in an instant.
        name = next(_NAMES)
        running.sql(f"CREATE SCHEMA {name}")
        found = Place("postgresql", f"{running.url()}?options=-csearch_path%3D{name}")
    yield found
    for store in found.opened:
        store.close()

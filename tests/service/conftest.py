"""A small game, served by a real process; proposals are kept in either database."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lexkit.access.roles import Role
from lexkit.access.tokens import Tokens
from lexkit.database.connection import Database
from lexkit.database.migrate import migrate
from tests.conftest import Shop
from tests.postgresql import Server
from tests.service.running import Service

#: Starts a service for a workspace, to be stopped at the end.
Start = Callable[..., Service]


def furnish(root: Path) -> Shop:
    """A workspace with the game *spiel*, built."""
    for folder in ("rules", "sources"):
        (root / folder).mkdir(parents=True)
    shop = Shop(root)
    shop.table(
        "tafel",
        [
            ("Käfer", "Käfer", "noun"), ("Straße", "Straße", "noun"), ("Ulm", "Ulm", "toponym"),
            ("Ulms", "Ulm", "toponym"), ("gehen", "gehen", "verb"), ("Güter", "Gut", "noun"),
            ("Bäume", "Baum", "noun"), ("Rand", "Rand", "noun"), ("Anna", "Anna", "given-name"),
        ],
    )  # fmt: skip
    shop.words("liste", ["hausen", "ort", "öl", "ab", "rast", "raste", "rasten", "ast", "taste"])
    shop.build()
    return shop


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    return furnish(tmp_path_factory.mktemp("service") / "shop")


@pytest.fixture(scope="module")
def service(workspace: Shop) -> Iterator[Service]:
    """A service for looking words up."""
    running = Service(workspace.root)
    yield running
    running.stop()


@pytest.fixture
def own(shop: Shop) -> Shop:
    """A game of the test's own, which it may change."""
    return furnish(shop.root.parent / "own")


@pytest.fixture
def start() -> Iterator[Start]:
    """Start services for workspaces; all are stopped at the end."""
    running: list[Service] = []

    def starting(root: Path, database: str | None = None, **settings: object) -> Service:
        running.append(Service(root, database, **settings))
        return running[-1]

    yield starting
    for each in running:
        each.stop()


_NUMBERS = iter(range(10**6))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either sort."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/review.sqlite"
    running: Server = request.getfixturevalue("server")
    name = f"service_{next(_NUMBERS)}"
    running.sql(f"CREATE SCHEMA {name}")
    return f"{running.url()}?options=-csearch_path%3D{name}"


@pytest.fixture
def token(database: str) -> Callable[[str, Role], str]:
    """Makes tokens in the database."""
    opened = Database(database)
    migrate(opened)
    return lambda name, role: Tokens(opened).create(name, role, "test")[1]


def mounted(folder: Path, size: str) -> bool:
    """Whether a small disk could be mounted at ``folder``."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0

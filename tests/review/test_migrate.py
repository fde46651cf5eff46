"""The tables: made once, by whoever comes first; changed wholly or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from lexkit.database import migrate, migrations
from lexkit.database.connection import Database, UnavailableError
from lexkit.database.tables import metadata
from tests.conftest import REPOSITORY
from tests.database import Place
from tests.review.conftest import number

OPEN = (
    "import sys; from pathlib import Path; from lexkit.review.store import Store;"
    " place = sys.argv[1]; Store.open(place if '://' in place else Path(place))"
)


def opening(place: Place) -> subprocess.Popen[bytes]:
    """A process that opens the store, and so makes its tables."""
    return subprocess.Popen(
        [sys.executable, "-c", OPEN, str(place.address)],
        cwd=REPOSITORY, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": "."},
    )  # fmt: skip


def tables(place: Place) -> set[str]:
    database = Database(place.address)
    found = set(sa.inspect(database.engine).get_table_names())
    database.close()
    return found


def test_the_newest_version_is_the_one_the_code_asks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(str(migrations.__file__)).parent))
    assert ScriptDirectory.from_config(config).get_heads() == [migrate.HEAD]


def test_the_migrations_make_the_tables_that_the_code_knows(place: Place) -> None:
    with place.open().database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_several_processes_that_find_no_tables_make_them_once(place: Place) -> None:
    running = [opening(place) for _ in range(4)]
    for process in running:
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0, said.decode()
    assert {"proposal", "event", "alembic_version"} <= tables(place)
    with place.open().database.engine.connect() as connection:
        versions = connection.execute(sa.text("SELECT * FROM alembic_version")).all()
    assert versions == [(migrate.HEAD,)]


def test_killed_while_making_the_tables(place: Place) -> None:
    for delay in (0.2, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.9):
        process = opening(place)
        time.sleep(delay)
        process.kill()
        process.communicate()
        assert len(tables(place)) in (0, 1 + len(metadata.tables))
    assert number(place.open(), "Tischfee") == 1


def test_a_migration_that_fails_leaves_no_trace(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = command.upgrade

    def failing(config: Config, revision: str) -> None:
        real(config, revision)
        raise RuntimeError("in the last moment")

    monkeypatch.setattr(command, "upgrade", failing)
    with pytest.raises(RuntimeError, match="in the last moment"):
        place.open()
    assert tables(place) == set()
    monkeypatch.undo()
    assert number(place.open(), "Tischfee") == 1


def test_the_tables_of_a_newer_lexkit_are_left_alone(place: Place) -> None:
    store = place.open()
    with store.database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '7777'"))
    with pytest.raises(UnavailableError, match=r"newer lexkit \(version 7777; this one knows"):
        place.open()
    with store.database.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT * FROM alembic_version")).scalar() == "7777"

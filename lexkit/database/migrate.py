"""Bringing the tables of a database to the version that this lexkit knows.

The migrations are in the package (`migrations/`). They run in one transaction, under a lock, so
that of two processes that find an old database one changes it and the other waits; if one is
killed, the database is as it was.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from lexkit.database.connection import Database, UnavailableError

#: The newest version in `migrations/versions/`: a database that has it needs no Alembic.
HEAD = "0004"

#: The number of PostgreSQL's advisory lock under which tables are changed (any that is ours).
_LOCK = 0x6C65786B6974


def migrate(database: Database) -> None:
    """Make or change the tables of ``database`` where they are not as this lexkit needs them.

    Raises `UnavailableError` for tables of a newer lexkit, which this one must not touch.
    """
    if database.read(_version) == HEAD:
        return

    def change(connection: Connection) -> None:
        if not database.is_sqlite:  # SQLite's transaction is a lock on the whole file
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        found = _version(connection)
        if found == HEAD:
            return
        _upgrade(connection, found, database.name)

    database.write(change)


def _version(connection: Connection) -> str | None:
    """The version of the tables; `None` where there are none yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return None if version is None else str(version)


def _upgrade(connection: Connection, found: str | None, name: str) -> None:
    # Here, as it takes as long to load as all the rest and is needed once.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise UnavailableError(
            f"its tables are of a newer lexkit (version {found}; this one knows {HEAD})",
            path=name,
            remedy="use that lexkit",
        )
    command.upgrade(config, "head")

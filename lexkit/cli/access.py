"""What `token` and `account` share: the database of who may do what, and how they tell of it."""

from __future__ import annotations

from datetime import datetime

from lexkit.access.roles import Role
from lexkit.cli.common import printable
from lexkit.database.connection import Database
from lexkit.database.migrate import migrate
from lexkit.review import told
from lexkit.workspace import Workspace


def database(place: Workspace) -> Database:
    """The database of the workspace, its tables brought up to date."""
    found = Database(place.database)
    migrate(found)
    return found


def moment(at: datetime | None) -> str | None:
    """A moment that may not have come, as JSON can hold it."""
    return None if at is None else told.moment(at)


def line(name: str, role: Role, state: str, at: datetime, by: str) -> str:
    """One of a list: who, with which role, whether it holds, since when and by whom."""
    return f"{printable(name)}  {role}  {state}  {at:%Y-%m-%d} by {printable(by)}"

"""A database with its tables, of either sort, and passwords hashed as cheaply as can be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lexkit.access import allowances, sessions
from lexkit.access.accounts import Accounts
from lexkit.database.connection import Database
from tests.access.worker import CHEAP
from tests.conftest import REPOSITORY
from tests.database import Place


@pytest.fixture
def database(place: Place) -> Database:
    return place.open().database


@pytest.fixture
def accounts(database: Database) -> Accounts:
    return Accounts(database, CHEAP)


class Clock:
    """The time as the modules tell it; `forward` turns it on."""

    def __init__(self) -> None:
        # The beginning of an hour, so of every window that divides it.
        self.now = datetime(2027, 3, 1, 12, tzinfo=UTC)

    def timestamp(self) -> float:
        return self.now.timestamp()

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(allowances, "_now", found.timestamp)
    monkeypatch.setattr(sessions, "_now", lambda: found.now)
    return found


def at_once(place: Place, what: str, *arguments: list[str]) -> list[Any]:
    """What processes say that do ``what`` at the same moment, each with its ``arguments``."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.access.worker", str(place.address), what, *each],
            cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        )
        for each in arguments
    ]  # fmt: skip
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[0] for process in running]
    assert [process.returncode for process in running] == [0] * len(running)
    return [json.loads(each) for each in said]

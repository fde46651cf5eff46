"""Looks in processes of their own: one at a time, found by every copy, ended with the service."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from lexkit.database.connection import Database
from lexkit.database.migrate import migrate
from lexkit.database.tables import look as table
from lexkit.service.looks import KEPT, SILENCE, Look, Looks, _cut
from lexkit.workspace import Workspace
from tests.conftest import Shop
from tests.service.running import free_port


@pytest.fixture
def opened(database: str) -> Iterator[Database]:
    found = Database(database)
    migrate(found)
    yield found
    found.close()


@pytest.fixture
def looks(workspace: Shop, opened: Database) -> Iterator[Looks]:
    found = Looks(Workspace(workspace.root), lambda: opened)
    yield found
    found.close()


def taken(
    looks: Looks, name: str, *arguments: str, until: Callable[[], bool] | None = None
) -> Look:
    """The look when it is done; before that it must be told as running."""

    async def run() -> None:
        assert looks.claimed(name)
        looks.begin(name, *arguments)
        assert looks.of(name).is_running
        while looks.of(name).is_running:
            if until is not None and until():
                looks.close()
            await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(run(), 60))
    return looks.of(name)


def test_what_the_command_prints_is_found_by_another_copy(
    looks: Looks, workspace: Shop, opened: Database
) -> None:
    assert looks.of("words") == Look()
    found = taken(looks, "words", "check", "Käfer", "-r", "spiel", "--json")
    assert found.problem == ""
    assert found.found["verdict"] == "accepted"
    assert found.at is not None
    assert datetime.now(UTC) - found.at < SILENCE
    assert Looks(Workspace(workspace.root), lambda: opened).of("words") == found


def test_what_goes_wrong_is_told(looks: Looks) -> None:
    told = taken(looks, "words", "check", "Käfer", "-r", "nosuch", "--json")
    assert told.found is None
    assert "nosuch" in told.problem
    assert "Traceback" not in told.problem
    # It can be tried again, and takes the place of what was told.
    assert taken(looks, "words", "check", "Käfer", "-r", "spiel", "--json").problem == ""


def test_one_of_many_takes_a_look(opened: Database) -> None:
    copies = [Looks(Workspace(None), lambda: opened) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for name in ("one", "two", "three"):
            claims = list(pool.map(lambda copy, n=name: copy.claimed(n), copies))
            assert sum(claims) == 1


def test_who_is_silent_for_long_is_believed_dead(looks: Looks, opened: Database) -> None:
    assert looks.claimed("words")
    assert not looks.claimed("words")
    assert looks.of("words").is_running
    long_ago = datetime.now(UTC) - SILENCE
    opened.write(lambda c: c.execute(sa.update(table).values(seen=long_ago)))
    assert not looks.of("words").is_running
    assert looks.claimed("words")


def test_a_look_ends_with_the_service(looks: Looks) -> None:
    pids: list[int] = []

    def begun() -> bool:
        pids.extend(process.pid for process in looks._running)
        return bool(pids)

    told = taken(looks, "long", "serve", "--port", str(free_port()), until=begun)
    assert told.found is None
    assert told.problem
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_look_waits_for_those_that_answer(looks: Looks) -> None:
    seen: list[int] = []

    def begun() -> bool:
        for process in looks._running:
            seen.append(os.getpriority(os.PRIO_PROCESS, process.pid))
        return bool(seen) and seen[-1] > os.getpriority(os.PRIO_PROCESS, 0)

    taken(looks, "long", "serve", "--port", str(free_port()), until=begun)
    assert seen[-1] > os.getpriority(os.PRIO_PROCESS, 0)


def test_no_list_is_longer_than_anybody_reads() -> None:
    told = _cut({"in": [["a\0"]] * (KEPT + 1), "count": KEPT + 1})
    assert len(told["in"]) == KEPT
    assert told["in"][0] == ["a"]
    assert told["count"] == KEPT + 1

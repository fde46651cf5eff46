"""Counting: no request is lost or counted twice, whoever asks at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
import sqlalchemy as sa

from lexkit.access import allowances
from lexkit.access.allowances import Allowances, InDatabase, InProcess, Limit
from lexkit.database import tables
from lexkit.database.connection import Database
from tests.access.conftest import Clock, at_once
from tests.database import Place

FIVE = Limit("search", 5, 60)


@pytest.fixture(params=["database", "process"])
def counts(request: pytest.FixtureRequest, database: Database) -> Allowances:
    return InProcess() if request.param == "process" else InDatabase(database)


def test_so_many_are_granted_and_then_one_waits_for_the_next_window(
    counts: Allowances, clock: Clock
) -> None:
    clock.forward(seconds=12.5)
    assert [counts.take("anna", FIVE) for _ in range(7)] == [0] * 5 + [48] * 2
    clock.forward(seconds=47)
    assert counts.take("anna", FIVE) == 1
    clock.forward(seconds=0.5)
    assert [counts.take("anna", FIVE) for _ in range(6)] == [0] * 5 + [60]


def test_each_client_and_each_thing_is_counted_for_itself(counts: Allowances, clock: Clock) -> None:
    del clock  # stands still
    other = Limit("proposal", 1, 60)
    for client in ("anna", "Anna", "", "2001:db8::1", "ü\0", "x" * 10_000, "\ud83d\ude00"):
        assert [counts.take(client, FIVE) for _ in range(6)][4:] == [0, 60]
        assert [counts.take(client, other) for _ in range(2)] == [0, 60]


def test_with_an_allowance_of_none_nothing_is_granted(counts: Allowances, clock: Clock) -> None:
    del clock
    assert counts.take("anna", Limit("proposal", 0, 3600)) == 3600


def test_a_clock_that_is_set_back_locks_nobody_out(counts: Allowances, clock: Clock) -> None:
    for _ in range(6):
        counts.take("anna", FIVE)
    clock.forward(hours=-2)
    assert counts.take("anna", FIVE) == 0


def test_addresses_are_not_kept_and_old_counts_are_forgotten(
    database: Database, clock: Clock
) -> None:
    counts = InDatabase(database)

    def kept() -> list[str]:
        rows = database.read(lambda c: c.execute(sa.select(tables.allowance)).all())
        return [str(tuple(row)) for row in rows]

    for n in range(20):
        counts.take(f"203.0.113.{n}", FIVE)
    assert len(kept()) == 20
    assert not any("203.0.113" in row for row in kept())
    clock.forward(days=1, seconds=61)
    counts.take("198.51.100.7", FIVE)
    assert len(kept()) == 1


def test_a_process_does_not_remember_clients_without_end(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowances, "_REMEMBERED", 100)
    counts = InProcess()
    for _ in range(6):
        counts.take("anna", FIVE)
    for n in range(90):
        counts.take(f"early {n}", FIVE)
    assert counts.take("anna", FIVE) > 0  # still
    clock.forward(seconds=60)
    for n in range(1_000):
        counts.take(f"late {n}", FIVE)
        assert len(counts._counts) <= 100


def test_copies_of_the_service_count_together(place: Place, clock: Clock) -> None:
    del clock
    one, other = (InDatabase(place.open().database) for _ in range(2))
    assert [each.take("anna", FIVE) for each in (one, other, one, other, one)] == [0] * 5
    assert one.take("anna", FIVE) == other.take("anna", FIVE) == 60


def test_counting_from_eight_threads_loses_nothing(place: Place, clock: Clock) -> None:
    del clock
    opened, together = [InDatabase(place.open().database) for _ in range(8)], Barrier(8)
    limit = Limit("search", 100, 60)

    def ask(at: int) -> int:
        together.wait()
        return sum(opened[at].take("anna", limit) == 0 for _ in range(25))

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(ask, range(8))) == 100
    assert counted(opened[0]._database) == [200]


def test_counting_from_eight_processes_loses_nothing(place: Place) -> None:
    database = place.open().database
    granted = at_once(place, "count", *([["anna", "25", "100"]] * 8))
    assert sum(map(sum, granted)) == 100
    # Each saw its allowance end once: what was refused is not granted later.
    assert all(each == sorted(each, reverse=True) for each in granted)
    assert counted(database) == [200]


def test_different_clients_at_once_do_not_block_each_other(place: Place) -> None:
    database = place.open().database
    granted = at_once(place, "count", *([[f"client {n}", "20", "15"] for n in range(4)]))
    assert [sum(each) for each in granted] == [15] * 4
    assert counted(database) == [20] * 4


def counted(database: Database) -> list[int]:
    return list(database.read(lambda c: c.execute(sa.select(tables.allowance.c.count)).scalars()))


@pytest.mark.parametrize("seconds", [1, 60, 900, 86_400])
def test_one_never_waits_longer_than_a_window(seconds: int, clock: Clock) -> None:
    limit = Limit("x", 1, seconds)
    for _ in range(50):
        clock.now += timedelta(seconds=seconds / 7)
        wait = limit.wait(2, clock.now.timestamp())
        assert 1 <= wait <= seconds
        assert limit.window(clock.now.timestamp() + wait) > limit.window(clock.now.timestamp())

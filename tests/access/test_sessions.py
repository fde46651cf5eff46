"""Sessions: they hold for whom they were made, as long as they may, and for nothing made up."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
import sqlalchemy as sa

from lexkit.access.accounts import Account, Accounts
from lexkit.access.roles import Role
from lexkit.access.sessions import IDLE, OLDEST, Sessions
from lexkit.database import tables
from lexkit.database.connection import Database
from tests.access.conftest import Clock
from tests.access.worker import CHEAP, PASSWORD
from tests.database import Place


@pytest.fixture
def sessions(database: Database) -> Sessions:
    return Sessions(database)


@pytest.fixture
def anna(accounts: Accounts) -> Account:
    return accounts.create("anna", Role.MAINTAINER, PASSWORD, "root")


def count(database: Database) -> int:
    select = sa.select(sa.func.count()).select_from(tables.session)
    return int(database.read(lambda c: c.execute(select).scalar_one()))


def test_a_session_is_found_by_its_secret_by_every_copy(
    sessions: Sessions, anna: Account, place: Place
) -> None:
    begun = sessions.begin(anna)
    assert begun.account == anna
    assert Sessions(place.open().database).find(begun.secret) == begun
    assert begun.expires == begun.at + timedelta(days=7)


def test_the_secret_is_kept_nowhere(sessions: Sessions, anna: Account, database: Database) -> None:
    begun = sessions.begin(anna)
    row = database.read(lambda c: c.execute(sa.select(tables.session)).one())
    assert begun.secret not in repr(tuple(row)) + repr(begun) + repr(sessions.find(begun.secret))
    # What is kept opens nothing either.
    assert sessions.find(str(row.digest)) is None
    assert sessions.find(str(row.digest)[:43]) is None


def test_each_session_has_a_secret_of_its_own(sessions: Sessions, anna: Account) -> None:
    found = {sessions.begin(anna).secret for _ in range(40)}
    assert len(found) == 40
    assert all(len(secret) == 43 for secret in found)
    # 256 bits: 43 signs of six, the last of which has four.
    assert len({secret[:8] for secret in found}) == len({secret[-9:] for secret in found}) == 40


def test_one_changed_sign_and_every_cut_is_refused(sessions: Sessions, anna: Account) -> None:
    secret = sessions.begin(anna).secret
    dice = random.Random(4)
    for at, sign in enumerate(secret):
        other = dice.choice([c for c in "abcXYZ019-_" if c != sign])
        assert sessions.find(secret[:at] + other + secret[at + 1 :]) is None
        assert sessions.find(secret[:at]) is sessions.find(secret[at + 1 :]) is None
    assert sessions.find(secret) is not None


@pytest.mark.parametrize(
    "secret",
    ["", "A" * 43, "\0" * 43, "\udc80" * 43, "ü" * 43, "' OR 1=1 --", "x" * 10**6, "%" * 43],
    ids=["empty", "none", "nul", "surrogates", "umlauts", "sql", "long", "percent"],
)
def test_what_was_made_up_is_refused(sessions: Sessions, anna: Account, secret: str) -> None:
    begun = sessions.begin(anna)
    for text in (secret, begun.secret + secret[:1] + "\n", secret + begun.secret + " "):
        assert sessions.find(text) is None
        sessions.end(text)
    assert sessions.find(begun.secret) == begun


def test_signing_out_ends_this_session_alone(
    sessions: Sessions, anna: Account, place: Place, database: Database
) -> None:
    here, there = sessions.begin(anna), sessions.begin(anna)
    sessions.end(here.secret)
    assert sessions.find(here.secret) is Sessions(place.open().database).find(here.secret) is None
    assert sessions.find(there.secret) == there
    sessions.end(here.secret)
    assert count(database) == 1


def test_a_session_that_is_used_goes_on_for_seven_days(
    sessions: Sessions, anna: Account, clock: Clock
) -> None:
    begun = sessions.begin(anna)
    for _ in range(14):
        clock.forward(hours=11.9)
        assert sessions.find(begun.secret) == begun
    clock.now = begun.expires - timedelta(seconds=1)
    assert sessions.find(begun.secret) == begun
    clock.forward(seconds=1)
    assert sessions.find(begun.secret) is None


def test_a_session_that_is_not_used_ends_after_twelve_hours(
    sessions: Sessions, anna: Account, clock: Clock
) -> None:
    begun = sessions.begin(anna)
    clock.forward(hours=5)
    assert sessions.find(begun.secret) == begun
    clock.now += IDLE - timedelta(seconds=1)
    assert sessions.find(begun.secret) == begun
    clock.now += IDLE
    assert sessions.find(begun.secret) is None
    clock.forward(hours=-1)  # and it was not used by that
    assert sessions.find(begun.secret) == begun


def test_when_it_was_used_is_noted_once_a_minute(
    sessions: Sessions, anna: Account, clock: Clock, database: Database
) -> None:
    def seen() -> object:
        return database.read(lambda c: c.execute(sa.select(tables.session.c.seen)).scalar_one())

    begun = sessions.begin(anna)
    clock.forward(seconds=59)
    sessions.find(begun.secret)
    assert seen() == begun.at
    clock.forward(seconds=1)
    sessions.find(begun.secret)
    assert seen() == clock.now


def test_what_is_over_is_cleared_away_when_somebody_signs_in(
    sessions: Sessions, anna: Account, clock: Clock, database: Database
) -> None:
    for _ in range(3):
        sessions.begin(anna)
    clock.now += IDLE
    last = sessions.begin(anna)
    assert count(database) == 1
    clock.now += OLDEST
    sessions.begin(anna)
    assert count(database) == 1
    assert sessions.find(last.secret) is None


def test_another_password_ends_all_sessions_of_the_account_and_no_other(
    sessions: Sessions, accounts: Accounts, anna: Account
) -> None:
    bert = accounts.create("bert", Role.ADMIN, PASSWORD, "root")
    mine, theirs = [sessions.begin(anna) for _ in range(3)], sessions.begin(bert)
    changed = accounts.set_password("anna", "ein anderes als zuvor")
    assert [sessions.find(each.secret) for each in mine] == [None] * 3
    assert sessions.find(theirs.secret) == theirs
    assert sessions.find(sessions.begin(changed).secret) is not None


def test_disabling_ends_all_sessions_and_enabling_brings_none_back(
    sessions: Sessions, accounts: Accounts, anna: Account
) -> None:
    begun = sessions.begin(anna)
    disabled = accounts.disable("anna")
    assert sessions.find(begun.secret) is None
    assert sessions.find(sessions.begin(disabled).secret) is None
    enabled = accounts.enable("anna")
    assert sessions.find(begun.secret) is None
    assert sessions.find(sessions.begin(enabled).secret) is not None


def test_who_signed_in_while_the_password_changed_is_not_signed_in(
    sessions: Sessions, accounts: Accounts, anna: Account
) -> None:
    del anna
    # The old password was right when it was checked…
    found = accounts.check("anna", PASSWORD)
    assert found is not None
    accounts.set_password("anna", "ein anderes als zuvor")
    # …and is not any more when the session begins.
    assert sessions.find(sessions.begin(found).secret) is None


def test_another_hash_of_the_same_password_ends_no_session(
    sessions: Sessions, anna: Account, database: Database
) -> None:
    begun = sessions.begin(anna)
    stronger = type(CHEAP)(time_cost=2, memory_cost=16, parallelism=1)
    assert Accounts(database, stronger).check("anna", PASSWORD) is not None
    assert sessions.find(begun.secret) == begun

"""Signing in: right passwords open, wrong ones are counted, and nobody is kept out by one other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from lexkit.access.accounts import Accounts
from lexkit.access.roles import Role
from lexkit.access.sessions import Session, Sessions
from lexkit.access.signing import PER_CLIENT, PER_NAME, Signing, TooOftenError
from lexkit.database.connection import Database
from lexkit.errors import LexkitError
from tests.access.conftest import Clock
from tests.access.worker import CHEAP, PASSWORD
from tests.database import Place

HERE, WRONG = "203.0.113.5", "ein falsches Passwort"


@pytest.fixture
def signing(database: Database, accounts: Accounts, clock: Clock) -> Signing:
    del clock  # stands still
    accounts.create("anna", Role.MAINTAINER, PASSWORD, "root")
    return Signing(database, CHEAP)


def signed(found: Session | None) -> Session:
    assert found is not None
    return found


def test_in_and_out(signing: Signing, database: Database) -> None:
    begun = signed(signing.sign_in(HERE, "Anna", PASSWORD))
    assert begun.account.name == "anna"
    sessions = Sessions(database)
    assert sessions.find(begun.secret) == begun
    signing.out(begun.secret)
    assert sessions.find(begun.secret) is None
    assert signing.sign_in(HERE, "anna", WRONG) is None
    assert signing.sign_in(HERE, "bert", PASSWORD) is None


def test_a_client_that_tries_passwords_must_wait(signing: Signing, clock: Clock) -> None:
    clock.forward(seconds=100)
    for n in range(PER_CLIENT.most):
        assert signing.sign_in(HERE, f"name{n}", WRONG) is None
    with pytest.raises(TooOftenError, match="tried too often .try again in 800 seconds") as caught:
        signing.sign_in(HERE, "anna", PASSWORD)
    assert caught.value.wait == 800
    assert signing.sign_in("203.0.113.6", "anna", PASSWORD) is not None
    clock.forward(seconds=800)
    assert signing.sign_in(HERE, "anna", PASSWORD) is not None


def test_many_clients_that_try_one_name_must_wait_however_they_write_it(
    signing: Signing, clock: Clock
) -> None:
    names = ["anna", "ANNA", " Anna ", "ａnna"]
    for n in range(PER_NAME.most):
        assert signing.sign_in(f"203.0.113.{n}", names[n % 4], WRONG) is None
    with pytest.raises(TooOftenError):
        signing.sign_in("198.51.100.1", "anna", PASSWORD)
    # The same for a name that nobody has, so that it does not tell who has an account.
    for n in range(PER_NAME.most):
        assert signing.sign_in(f"198.51.100.{n}", "nobody", WRONG) is None
    with pytest.raises(TooOftenError):
        signing.sign_in("192.0.2.1", "nobody", WRONG)
    clock.forward(minutes=15)
    assert signing.sign_in("198.51.100.1", "anna", PASSWORD) is not None


def test_one_client_alone_keeps_nobody_out(signing: Signing) -> None:
    refused = 0
    for _ in range(100):
        try:
            signing.sign_in(HERE, "anna", WRONG)
        except TooOftenError:
            refused += 1
    assert refused == 100 - PER_CLIENT.most
    assert signing.sign_in("203.0.113.6", "anna", PASSWORD) is not None


def test_the_addresses_of_one_network_are_one_client(signing: Signing) -> None:
    for n in range(PER_CLIENT.most):
        assert signing.sign_in(f"2001:db8:0:7::{n:x}", f"name{n}", WRONG) is None
    with pytest.raises(TooOftenError):
        signing.sign_in("2001:db8:0:7:ffff::1", "anna", PASSWORD)
    assert signing.sign_in("2001:db8:0:8::1", "anna", PASSWORD) is not None
    for n in range(PER_CLIENT.most + 1):
        assert signing.sign_in(f"::ffff:192.0.2.{n}", f"other{n}", WRONG) is None
    assert signing.sign_in("a socket", "anna", PASSWORD) is not None


def test_copies_of_the_service_count_together(signing: Signing, place: Place) -> None:
    del signing
    copies = [Signing(place.open().database, CHEAP) for _ in range(4)]
    together = Barrier(4)

    def attempts(at: int) -> int:
        together.wait()
        refused = 0
        for _ in range(5):
            try:
                assert copies[at].sign_in(HERE, "anna", WRONG) is None
            except TooOftenError:
                refused += 1
        return refused

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(attempts, range(4))) == 20 - PER_CLIENT.most


def test_with_another_password_one_is_signed_in_here_alone(
    signing: Signing, database: Database
) -> None:
    here, there = (signed(signing.sign_in(HERE, "anna", PASSWORD)) for _ in range(2))
    assert signing.change_password(HERE, here, WRONG, "ein anderes als zuvor") is None
    for old in (PASSWORD, WRONG):
        with pytest.raises(LexkitError, match="shorter than 10"):
            signing.change_password(HERE, here, old, "kurz")
    sessions = Sessions(database)
    assert sessions.find(here.secret) == here
    new = signed(signing.change_password(HERE, here, PASSWORD, "ein anderes als zuvor"))
    assert sessions.find(here.secret) is sessions.find(there.secret) is None
    assert sessions.find(new.secret) == new
    assert signing.sign_in(HERE, "anna", PASSWORD) is None
    assert signing.sign_in(HERE, "anna", "ein anderes als zuvor") is not None


def test_who_has_found_an_open_browser_cannot_try_passwords_either(signing: Signing) -> None:
    here = signed(signing.sign_in(HERE, "anna", PASSWORD))
    for _ in range(PER_CLIENT.most - 1):
        assert signing.change_password(HERE, here, WRONG, "ein anderes als zuvor") is None
    with pytest.raises(TooOftenError):
        signing.change_password(HERE, here, PASSWORD, "ein anderes als zuvor")

"""Accounts: opened by name and password alone, and by no trace of the latter."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import perf_counter

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type
from argon2.profiles import RFC_9106_LOW_MEMORY
from sqlalchemy import exc

from lexkit.access.accounts import LONGEST, SHORTEST, Account, Accounts
from lexkit.access.roles import Role
from lexkit.database import tables
from lexkit.database.connection import Database
from lexkit.errors import LexkitError
from tests.access.conftest import at_once
from tests.access.worker import CHEAP, PASSWORD
from tests.database import Place


def hashed(database: Database, name: str) -> str:
    select = sa.select(tables.account.c.password).where(tables.account.c.name == name)
    return str(database.read(lambda c: c.execute(select).scalar_one()))


@pytest.mark.parametrize("role", [Role.MAINTAINER, Role.ADMIN])
def test_an_account_is_opened_by_name_and_password(accounts: Accounts, role: Role) -> None:
    made = accounts.create("Anna", role, PASSWORD, "root")
    assert accounts.check("Anna", PASSWORD) == made == accounts.get("Anna")
    assert (made.name, made.role, made.by, made.disabled) == ("Anna", role, "root", None)
    for wrong in (PASSWORD[:-1], PASSWORD + " ", PASSWORD.upper(), " " + PASSWORD, "Anna", ""):
        assert accounts.check("Anna", wrong) is None
    assert accounts.check("Bert", PASSWORD) is None


def test_a_game_has_a_token_and_no_account(accounts: Accounts) -> None:
    with pytest.raises(LexkitError, match="a person is no game .one of maintainer, admin"):
        accounts.create("arcade", Role.GAME, PASSWORD, "root")
    assert accounts.all() == []


def test_of_the_password_an_argon2id_hash_is_kept_and_nothing_else(database: Database) -> None:
    accounts = Accounts(database)  # hashed as in earnest
    made = accounts.create("anna", Role.ADMIN, PASSWORD, "root")
    row = database.read(lambda c: c.execute(sa.select(tables.account)).one())
    assert "lose" not in repr(tuple(row)) + repr(made)
    found = extract_parameters(hashed(database, "anna"))
    assert found == RFC_9106_LOW_MEMORY
    assert found.type is Type.ID
    assert accounts.check("anna", PASSWORD) == made


def test_two_with_one_password_have_two_hashes(accounts: Accounts, database: Database) -> None:
    for name in ("anna", "bert"):
        accounts.create(name, Role.ADMIN, PASSWORD, "root")
    assert hashed(database, "anna") != hashed(database, "bert")


def test_a_password_is_so_long_and_may_be_anything(accounts: Accounts) -> None:
    odd = ["a" * SHORTEST, "ü" * SHORTEST, "日本語のパスワード！", " " * SHORTEST,
           "\0" * 12, "tab\tand\nline", "😀" * LONGEST, "x" * LONGEST]  # fmt: skip
    for n, password in enumerate(odd):
        made = accounts.create(f"p{n}", Role.ADMIN, password, "root")
        assert accounts.check(f"p{n}", password) == made
        assert accounts.check(f"p{n}", password[:-1] + "y") is None


@pytest.mark.parametrize(
    ("password", "says"),
    [("", "shorter than 10"), ("a" * 9, "shorter than 10"), ("u\u0308" * 9, "shorter than 10"),
     ("x" * 257, "longer than 256"), ("x" * 10**7, "far too long"), ("\udc80" * 12, "not UTF-8")],
    ids=["empty", "9", "9 in two parts each", "257", "10 MB", "surrogates"],
)  # fmt: skip
def test_a_password_that_is_none_is_refused_and_not_repeated(
    accounts: Accounts, password: str, says: str
) -> None:
    made = accounts.create("anna", Role.ADMIN, PASSWORD, "root")
    attempts: list[Callable[[], Account]] = [
        lambda: accounts.create("bert", Role.ADMIN, password, "root"),
        lambda: accounts.set_password("anna", password),
    ]
    for attempt in attempts:
        with pytest.raises(LexkitError, match=f"the password is .*{says}") as caught:
            attempt()
        assert not password or password not in str(caught.value)
    begun = perf_counter()
    assert accounts.check("anna", password) is None
    assert perf_counter() - begun < 1
    assert accounts.all() == [made]


def test_the_end_of_a_long_password_counts(accounts: Accounts) -> None:
    accounts.create("anna", Role.ADMIN, "x" * (LONGEST - 1) + "y", "root")
    assert accounts.check("anna", "x" * LONGEST) is None
    assert accounts.check("anna", "x" * (LONGEST - 1)) is None


def test_letters_in_parts_are_the_same_password(accounts: Accounts) -> None:
    made = accounts.create("anna", Role.ADMIN, unicodedata.normalize("NFC", PASSWORD), "root")
    assert accounts.check("anna", unicodedata.normalize("NFD", PASSWORD)) == made


def test_a_name_is_the_same_however_it_is_typed(accounts: Accounts) -> None:
    made = accounts.create("Änne  Groß", Role.ADMIN, PASSWORD, "root")
    assert made.name == "Änne Groß"
    same = ["änne groß", "ÄNNE GROSS", "A\u0308nne Groß", " Änne\u00a0Groß ", "Ａ\u0308nne Groß"]
    for name in same:
        assert accounts.check(name, PASSWORD) == made
        with pytest.raises(LexkitError, match="there is an account 'Änne Groß' already"):
            accounts.create(name, Role.MAINTAINER, PASSWORD, "root")
    assert accounts.all() == [made]


@pytest.mark.parametrize(
    ("name", "says"),
    [("", "is empty"), (" \n", "is empty"), ("x" * 61, "longer than 60"), ("\udc80", "not UTF-8"),
     ("an\u200bna", "cannot be seen"), ("\u202eanna", "cannot be seen"),
     ("an\u2028na", None), ("an\u00adna", "cannot be seen")],
)  # fmt: skip
def test_names_that_are_none_are_refused(accounts: Accounts, name: str, says: str | None) -> None:
    if says is None:  # a line break is a blank
        assert accounts.create(name, Role.ADMIN, PASSWORD, "root").name == "an na"
        return
    with pytest.raises(LexkitError, match=says):
        accounts.create(name, Role.ADMIN, PASSWORD, "root")
    assert accounts.all() == []


@pytest.mark.parametrize(
    "name",
    ["o'neil; DROP TABLE account --", "%", "多字", "<script>", "x" * 60, "ﷺ", "a/b?c=d"],
)
def test_odd_names_do(accounts: Accounts, name: str) -> None:
    made = accounts.create(name, Role.ADMIN, PASSWORD, "root")
    assert accounts.check(name, PASSWORD) == made
    assert accounts.disable(name).disabled is not None


@pytest.mark.parametrize(
    "name", ["", "\0", "\udc80", "anna\0", "x" * 10**6, "ﷺ" * 10**5, "%", "' OR 1=1 --"],
    ids=["empty", "nul", "surrogate", "cut", "long", "grows", "percent", "sql"],
)  # fmt: skip
def test_whatever_is_typed_as_a_name_opens_nothing(accounts: Accounts, name: str) -> None:
    accounts.create("anna", Role.ADMIN, PASSWORD, "root")
    begun = perf_counter()
    assert accounts.check(name, PASSWORD) is None
    with pytest.raises(LexkitError, match="there is no account"):
        accounts.get(name)
    assert perf_counter() - begun < 1


def test_with_another_password_the_one_before_is_done_with(
    accounts: Accounts, database: Database
) -> None:
    made = accounts.create("anna", Role.ADMIN, PASSWORD, "root")
    changed = accounts.set_password("ANNA", "ein anderes als zuvor")
    assert changed.password_set > made.password_set
    assert changed.generation > made.generation
    assert (changed.name, changed.role, changed.at) == (made.name, made.role, made.at)
    assert accounts.check("anna", PASSWORD) is None
    assert accounts.check("anna", "ein anderes als zuvor") == changed
    with pytest.raises(LexkitError, match=r"no account 'ana' .did you mean anna"):
        accounts.set_password("ana", PASSWORD)
    assert hashed(database, "anna").startswith("$argon2id$")


def test_a_disabled_account_is_kept_and_can_be_enabled_again(accounts: Accounts) -> None:
    made = accounts.create("anna", Role.ADMIN, PASSWORD, "root")
    assert accounts.disable("anna").disabled is not None
    assert accounts.check("anna", PASSWORD) is None
    with pytest.raises(LexkitError, match="'anna' is disabled already"):
        accounts.disable("Anna")
    with pytest.raises(LexkitError, match="there is an account 'anna' already .*can be enabled"):
        accounts.create("anna", Role.ADMIN, PASSWORD, "root")
    assert [each.name for each in accounts.all()] == ["anna"]
    again = accounts.enable("anna")
    assert again.disabled is None
    assert accounts.check("anna", PASSWORD) == again != made
    with pytest.raises(LexkitError, match="'anna' is not disabled"):
        accounts.enable("anna")


def test_the_database_itself_deletes_no_account(accounts: Accounts, database: Database) -> None:
    accounts.create("anna", Role.ADMIN, PASSWORD, "root")
    with pytest.raises(exc.DBAPIError, match="account"):
        database.write(lambda c: c.execute(tables.account.delete()))
    if not database.is_sqlite:
        with pytest.raises(exc.DBAPIError, match="account"):
            database.write(lambda c: c.execute(sa.text("TRUNCATE account CASCADE")))
    assert len(accounts.all()) == 1


def test_a_hash_with_other_parameters_is_replaced_when_the_password_is_given(
    accounts: Accounts, database: Database
) -> None:
    made = accounts.create("anna", Role.ADMIN, PASSWORD, "root")
    before = hashed(database, "anna")
    accounts.check("anna", PASSWORD)
    assert hashed(database, "anna") == before
    stronger = Accounts(database, PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    assert stronger.check("anna", "ein falsches Passwort") is None
    assert hashed(database, "anna") == before
    assert stronger.check("anna", PASSWORD) == made  # and its sessions go on
    after = hashed(database, "anna")
    assert extract_parameters(after).time_cost == 2
    assert stronger.check("anna", PASSWORD) == made
    assert hashed(database, "anna") == after


def test_a_password_that_changes_during_a_sign_in_is_not_put_back(
    accounts: Accounts, database: Database
) -> None:
    accounts.create("anna", Role.ADMIN, PASSWORD, "root")

    prepared = CHEAP.hash("ein anderes als zuvor")

    class Other(Accounts):
        """Hashing goes on one at a time, so another process does it; this is what it comes to."""

        def _hash(self, password: str) -> str:
            return prepared

    class Slow(PasswordHasher):
        """Somebody changes the password while the old one is verified and hashed anew."""

        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            Other(database).set_password("anna", "ein anderes als zuvor")
            return super().hash(password, salt=salt)

    Accounts(database, Slow(time_cost=2, memory_cost=16, parallelism=1)).check("anna", PASSWORD)
    assert hashed(database, "anna") == prepared
    assert accounts.check("anna", PASSWORD) is None


class Counting(PasswordHasher):
    """Counts what it is asked for."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.asked = 0

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.asked += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
        self.asked += 1
        return super().verify(hash, password)


def test_it_takes_the_same_work_whether_there_is_such_an_account(database: Database) -> None:
    hasher = Counting()
    accounts = Accounts(database, hasher)
    for name in ("anna", "bert"):
        accounts.create(name, Role.ADMIN, PASSWORD, "root")
    accounts.disable("bert")
    work = {}
    for name in ("anna", "bert", "nobody", "", "\0"):
        for password in (PASSWORD, "ein falsches Passwort"):
            hasher.asked = 0
            accounts.check(name, password)
            work[name, password] = hasher.asked
    assert set(work.values()) == {1}


def test_it_takes_the_same_time_too(database: Database) -> None:
    # Enough that the database does not count, on a machine that is not idle.
    accounts = Accounts(database, PasswordHasher(time_cost=1, memory_cost=16_384, parallelism=1))
    accounts.create("anna", Role.ADMIN, PASSWORD, "root")

    def fastest(name: str) -> float:
        times = []
        for _ in range(7):
            begun = perf_counter()
            assert accounts.check(name, "ein falsches Passwort") is None
            times.append(perf_counter() - begun)
        return min(times)

    assert 0.4 < fastest("nobody") / fastest("anna") < 2.5


def test_of_many_threads_that_make_one_account_one_does(place: Place) -> None:
    together = Barrier(8)
    opened = [Accounts(place.open().database, CHEAP) for _ in range(8)]

    def make(at: int) -> str | None:
        together.wait()
        try:
            return opened[at].create("Anna" if at % 2 else "anna", Role.ADMIN, PASSWORD, "x").name
        except LexkitError as error:
            assert "already" in error.message
            return None

    with ThreadPoolExecutor(8) as pool:
        (made,) = filter(None, pool.map(make, range(8)))
    assert [each.name for each in opened[0].all()] == [made]


def test_of_processes_that_make_one_account_one_does(place: Place) -> None:
    accounts = Accounts(place.open().database, CHEAP)
    (made,) = filter(None, at_once(place, "account", ["anna"], ["Anna"], ["ANNA"]))
    assert [each.name for each in accounts.all()] == [made]


def test_many_that_change_one_password_leave_one_of_theirs(place: Place) -> None:
    opened = [Accounts(place.open().database, CHEAP) for _ in range(6)]
    opened[0].create("anna", Role.ADMIN, PASSWORD, "root")
    together = Barrier(6)

    def change(at: int) -> None:
        together.wait()
        opened[at].set_password("anna", f"das Passwort von {at}")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(change, range(6)))
    fit = [at for at in range(6) if opened[0].check("anna", f"das Passwort von {at}")]
    assert len(fit) == 1
    assert opened[0].get("anna").generation == 7

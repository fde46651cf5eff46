"""Tokens: made once, found by their text alone, refused when revoked, expired, forged or cut."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
import sqlalchemy as sa

from lexkit.access.roles import Role
from lexkit.access.tokens import Tokens
from lexkit.database import tables
from lexkit.database.connection import Database
from lexkit.errors import LexkitError
from tests.access.conftest import at_once
from tests.database import Place


@pytest.fixture
def tokens(database: Database) -> Tokens:
    return Tokens(database)


def test_a_role_may_do_what_those_before_it_may() -> None:
    order = [Role.GAME, Role.MAINTAINER, Role.ADMIN]
    assert list(Role) == order
    for at, role in enumerate(order):
        assert [role.includes(other) for other in order] == [n <= at for n in range(3)]


@pytest.mark.parametrize("role", list(Role))
def test_a_token_is_found_by_its_text(tokens: Tokens, role: Role) -> None:
    made, text = tokens.create("arcade", role, "anna")
    found = tokens.check(text)
    assert found == made
    assert (found.name, found.role, found.by, found.revoked) == ("arcade", role, "anna", None)


def test_of_its_text_nothing_is_kept(tokens: Tokens, database: Database) -> None:
    _, text = tokens.create("arcade", Role.GAME, "anna")
    secret = text.split("_", 2)[2]
    row = database.read(lambda c: c.execute(sa.select(tables.token)).one())
    assert not any(secret in str(value) or str(value) in secret for value in row if value)
    assert secret not in repr(tokens.check(text))


def test_no_two_texts_are_alike(tokens: Tokens) -> None:
    texts = {tokens.create(f"game {n}", Role.GAME, "anna")[1] for n in range(30)}
    assert len({text[-43:] for text in texts}) == len({text[:23] for text in texts}) == 30


def test_one_changed_sign_is_refused_wherever_it_is(tokens: Tokens) -> None:
    made, text = tokens.create("arcade", Role.ADMIN, "anna")
    dice = random.Random(3)
    for at, sign in enumerate(text):
        other = dice.choice([c for c in "abcdef0123456789_-XYZ" if c != sign])
        assert tokens.check(text[:at] + other + text[at + 1 :]) is None, at
    assert tokens.check(text) == made


def test_a_text_that_is_cut_off_or_goes_on_is_refused(tokens: Tokens) -> None:
    _, text = tokens.create("arcade", Role.ADMIN, "anna")
    for at in range(len(text)):
        assert tokens.check(text[:at]) is None
        assert tokens.check(text[at + 1 :]) is None
    for more in ("x", " ", "\n", "\0", "=", "ü"):
        assert tokens.check(text + more) is None
        assert tokens.check(more + text) is None


def test_the_secret_of_one_token_does_not_open_another(tokens: Tokens) -> None:
    mine, theirs = (tokens.create(name, Role.GAME, "anna")[1] for name in ("mine", "theirs"))
    assert tokens.check(theirs[:24] + mine[24:]) is None
    assert tokens.check(theirs.upper()) is None


@pytest.mark.parametrize(
    "text",
    ["", " ", "lexkit_", "lexkit_" + "0" * 16 + "_" + "A" * 43, "\0", "\udcff" * 3, "ü" * 68,
     "lexkit_" + "٣" * 16 + "_" + "A" * 43, "' OR 1=1 --", "x" * 100_000],
    ids=["empty", "blank", "head", "unknown", "nul", "halves", "umlauts", "digits", "sql", "long"],
)  # fmt: skip
def test_what_is_no_token_at_all_is_refused(tokens: Tokens, text: str) -> None:
    tokens.create("arcade", Role.GAME, "anna")
    assert tokens.check(text) is None


def test_a_revoked_token_is_refused_everywhere_at_once(tokens: Tokens, place: Place) -> None:
    _, text = tokens.create("arcade", Role.GAME, "anna")
    elsewhere = Tokens(place.open().database)
    assert elsewhere.check(text) is not None
    revoked = tokens.revoke("arcade")
    assert revoked.revoked is not None
    assert elsewhere.check(text) is tokens.check(text) is None


def test_a_name_is_free_again_once_its_token_is_revoked(tokens: Tokens) -> None:
    _, before = tokens.create("arcade", Role.GAME, "anna")
    with pytest.raises(LexkitError, match=r"there is a token 'arcade' already .revoke it"):
        tokens.create("arcade", Role.ADMIN, "anna")
    tokens.revoke("arcade")
    now, text = tokens.create("arcade", Role.MAINTAINER, "anna")
    assert tokens.check(before) is None
    assert tokens.check(text) == now
    assert [each.role for each in tokens.all()] == [Role.GAME, Role.MAINTAINER]
    with pytest.raises(LexkitError, match=r"there is no token 'arcadde' .did you mean arcade"):
        tokens.revoke("arcadde")
    tokens.revoke("arcade")
    with pytest.raises(LexkitError, match=r"there is no token 'arcade' .there are none"):
        tokens.revoke("arcade")


def test_a_token_holds_until_it_expires(tokens: Tokens) -> None:
    now = datetime.now(UTC)
    _, over = tokens.create("over", Role.GAME, "anna", now - timedelta(seconds=1))
    made, soon = tokens.create("soon", Role.GAME, "anna", now + timedelta(hours=1))
    assert tokens.check(over) is None
    assert tokens.check(soon) == made
    assert made.expires is not None
    assert made.holds(made.expires - timedelta(microseconds=1))
    assert not made.holds(made.expires)


@pytest.mark.parametrize(
    ("name", "kept"),
    [("Änne", "Änne"), ("A\u0308nne", "Änne"), ("  arcade  ", "arcade"), ("多字", "多字"),
     ("o'neil; DROP", "o'neil; DROP"), ("a\0b\x1b[31m", "a b [31m"), ("%_%", "%_%"),
     ("x" * 60, "x" * 60)],
)  # fmt: skip
def test_odd_names_are_kept_as_they_can_be(tokens: Tokens, name: str, kept: str) -> None:
    made, text = tokens.create(name, Role.GAME, "anna")
    assert made.name == kept
    assert tokens.check(text) == made
    assert tokens.revoke(kept).name == kept


@pytest.mark.parametrize(
    ("name", "says"),
    [("", "empty"), (" \t\n", "empty"), ("\0", "empty"), ("x" * 61, "longer than 60"),
     ("\udc80", "not UTF-8")],
)  # fmt: skip
def test_names_that_are_none_are_refused(tokens: Tokens, name: str, says: str) -> None:
    with pytest.raises(LexkitError, match=f"the name of a token is {says}"):
        tokens.create(name, Role.GAME, "anna")
    assert tokens.all() == []


def test_of_many_threads_that_make_one_token_one_does(place: Place) -> None:
    together = Barrier(8)
    opened = [Tokens(place.open().database) for _ in range(8)]

    def make(at: int) -> str | None:
        together.wait()
        try:
            return opened[at].create("arcade", Role.GAME, f"m{at}")[1]
        except LexkitError:
            return None

    with ThreadPoolExecutor(8) as pool:
        (text,) = filter(None, pool.map(make, range(8)))
    assert opened[0].check(text) is not None
    assert len(opened[0].all()) == 1


def test_of_processes_that_make_one_token_one_does(place: Place) -> None:
    tokens = Tokens(place.open().database)
    (text,) = filter(None, at_once(place, "token", *([["arcade"]] * 3)))
    assert tokens.all() == [tokens.check(text)]

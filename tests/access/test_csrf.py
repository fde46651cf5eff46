"""Tokens in forms: they hold for the secret they were made for, and for none that others know."""

from __future__ import annotations

import random

import pytest

from lexkit.access import csrf
from lexkit.access.secret import is_secret, new_secret


def test_a_token_holds_for_its_secret_alone() -> None:
    mine, theirs = new_secret(), new_secret()
    assert csrf.holds(mine, csrf.token(mine))
    assert not csrf.holds(theirs, csrf.token(mine))


def test_each_page_has_another_token_and_none_tells_the_secret() -> None:
    secret = new_secret()
    found = {csrf.token(secret) for _ in range(50)}
    assert len({each[:32] for each in found}) == len({each[32:] for each in found}) == 50
    assert all(csrf.holds(secret, each) and secret not in each for each in found)


def test_two_tokens_make_no_third() -> None:
    secret = new_secret()
    one, other = csrf.token(secret), csrf.token(secret)
    assert not csrf.holds(secret, one[:32] + other[32:])


def test_one_changed_sign_and_every_cut_is_refused() -> None:
    secret = new_secret()
    text = csrf.token(secret)
    dice = random.Random(5)
    for at, sign in enumerate(text):
        other = dice.choice([c for c in "0123456789abcdef" if c != sign])
        assert not csrf.holds(secret, text[:at] + other + text[at + 1 :])
        assert not csrf.holds(secret, text[:at])
    for odd in ("", text.upper(), text + "\n", " " + text, "ü" * 96, "\udc80" * 96, "٣" * 96):
        assert not csrf.holds(secret, odd)


@pytest.mark.parametrize("secret", ["", "a", "A" * 42, "A" * 44, "ü" * 43, "\udc80" * 43])
def test_what_is_no_secret_has_no_token_that_holds(
    secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        # What somebody computes who knows how it is done.
        patched.setattr(csrf, "is_secret", lambda _: True)
        encoded = secret.encode("utf-8", "replace").decode()
        forged = csrf.token(encoded)
        assert csrf.holds(encoded, forged)
    assert not csrf.holds(encoded, forged)
    assert not csrf.holds(secret, forged)


def test_a_visitor_keeps_the_secret_they_have() -> None:
    had = csrf.visitor(None)
    assert is_secret(had)
    assert csrf.visitor(had) == had
    for odd in ("", "x", had[:-1], had + "A", had + "\n", "\0" * 43):
        given = csrf.visitor(odd)
        assert is_secret(given)
        assert given not in (odd, had)

"""A store to work with, on SQLite and on a real PostgreSQL, and what is put into it."""

from __future__ import annotations

from typing import Any

import pytest

from lexkit.model import Ground, Verdict
from lexkit.review.records import Action, Concern, Draft
from lexkit.review.store import Store
from tests.conftest import Shop
from tests.database import Place


@pytest.fixture
def store(place: Place) -> Store:
    return place.open()


def ground(form: str, verdict: Verdict = Verdict.REJECTED, **more: Any) -> Ground:
    told: dict[str, Any] = {
        "rule": "places", "says": "A place is no word.", "clause": "Names", "form": form,
        "lemma": form, "tags": ("toponym",), "source": "liste", "place": "liste.txt:1",
    }  # fmt: skip
    return Ground(verdict, **{**told, **more})


def draft(word: str, *rulesets: str, by: str = "anna", **more: Any) -> Draft:
    """A proposal to add ``word``, which no source knows."""
    grounds = more.pop("grounds", ())
    concerns = tuple(
        Concern(name, word.lower(), word.lower(), Verdict.UNATTESTED, "v1", grounds)
        for name in rulesets or ("spiel",)
    )
    told: dict[str, Any] = {"action": Action.ADD, "reason": "in every game"}
    return Draft(word=word, concerns=concerns, by=by, **{**told, **more})


def number(store: Store, word: str, *rulesets: str, **more: Any) -> int:
    """Propose ``word``; the number it is given."""
    made = store.propose(draft(word, *rulesets, **more)).proposal
    assert made is not None
    return made.number


@pytest.fixture
def game(shop: Shop, place: Place, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """A built lexicon, *spiel*, and either database for its proposals."""
    monkeypatch.setenv("LEXKIT_DATABASE_URL", place.url)
    shop.table(
        "tafel",
        [
            ("Käfer", "Käfer", "noun"), ("Straße", "Straße", "noun"), ("Ulm", "Ulm", "toponym"),
            ("Ulms", "Ulm", "toponym"), ("gehen", "gehen", "verb"), ("Weg", "Weg", "noun"),
            ("weg", "weg", "adverb"), ("Wege", "Weg", "noun"), ("Bäume", "Baum", "noun"),
            ("X-Beine", "X-Bein", "noun"),
        ],
    )  # fmt: skip
    shop.words("liste", ["hausen", "ort", "öl", "ab"])
    shop.build()
    return shop

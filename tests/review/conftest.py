"""A store to work with: every test that asks for one runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from lexkit.model import Ground, Verdict
from lexkit.review.records import Action, Concern, Draft
from lexkit.review.store import Store
from tests.conftest import Shop
from tests.requirements import need
from tests.review.server import Server, programs


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL of our own, from Debian's packages, for the whole run."""
    folder = programs()
    need(folder is not None, "PostgreSQL's server (Debian: apt-get install postgresql)")
    assert folder is not None
    running = Server(folder)
    yield running
    running.stop()


_NAMES = (f"lexkit_{number}" for number in itertools.count())


@dataclass
class Place:
    """An empty database (or schema of one). ``address`` is what `Store.open` takes."""

    kind: str
    address: str | Path
    opened: list[Store] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The address, as LEXKIT_DATABASE_URL has it."""
        return f"sqlite:///{self.address}" if self.kind == "sqlite" else str(self.address)

    def open(self, wait: float = 30.0) -> Store:
        self.opened.append(Store.open(self.address, wait))
        return self.opened[-1]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """An empty database of either sort."""
    if request.param == "sqlite":
        found = Place("sqlite", tmp_path / "review.sqlite")
    else:
        running: Server = request.getfixturevalue("server")
        # A schema is as good as a database of its own, and made in an instant.
        name = next(_NAMES)
        running.sql(f"CREATE SCHEMA {name}")
        found = Place("postgresql", f"{running.url()}?options=-csearch_path%3D{name}")
    yield found
    for store in found.opened:
        store.close()


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

"""A game with decisions of its maintainers, and its lexicon before and after a change."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from lexkit.lexicon import Lexicon
from tests.conftest import Shop

#: What most tests begin with: (form, lemma, tags).
ROWS = [
    ("Käfer", "Käfer", "noun"),
    ("Ulm", "Ulm", "toponym"),
    ("Anna", "Anna", "given-name"),
    ("gut", "gut", "adjective"),
    ("gute", "gut", "adjective"),
    ("Rand", "Rand", "noun"),
    ("Straße", "Straße", "noun"),
]

CASES = "cases: {accepted: [Käfer], rejected: [Ulm], unattested: [Fee]}\n"


def line(word: str, decision: str, scope: str = "lemma", **columns: str) -> Mapping[str, str]:
    """A curated line by ida."""
    told = {"reason": f"{word} was asked for", "by": "ida", "date": "2026-03-01", **columns}
    return {"word": word, "scope": scope, "decision": decision, **told}


@pytest.fixture
def game(shop: Shop) -> Shop:
    """The ruleset `spiel`, built, without decisions."""
    shop.table("tafel", ROWS)
    shop.curated()
    shop.ruleset(more=CASES)
    shop.result()
    return shop


def kept(shop: Shop, name: str = "before") -> Lexicon:
    """A copy of the lexicon as it is now built."""
    folder = shop.root / name
    shutil.copytree(shop.root / "build" / "spiel", folder)
    return Lexicon(folder)


def folders(shop: Shop) -> set[str]:
    """What is in `releases/`, hidden folders too."""
    parent = shop.root / "releases"
    return {path.name for path in parent.iterdir()} if parent.is_dir() else set()


def copied(folder: Path, to: Path) -> Path:
    """A copy of a release that may be written to."""
    shutil.copytree(folder, to)
    to.chmod(0o755)
    for path in to.iterdir():
        path.chmod(0o644)
    return to

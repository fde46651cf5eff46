"""Files of an installed library: used where they lie, without cache, network or import."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lexkit.fetch import Origin, library
from tests.fetch.conftest import Place
from tests.library import install

MEMBERS = {"a.txt": "wordstock/lists/a.txt", "b.txt": "wordstock/b.txt"}
FILES = {"wordstock/lists/a.txt": b"haus\n", "wordstock/b.txt": b"hof\n"}


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # Importing it would fail: what is taken from a library is its files, not its code.
    return install(tmp_path, monkeypatch, {**FILES, "wordstock/__init__.py": b"raise SystemExit"})


def test_files_are_used_where_they_lie(place: Place, installed: Path) -> None:
    found = place.fetch(
        {"a.txt": b"haus\n", "b.txt": b"hof\n"}, Origin("library", "wordstock", MEMBERS),
        offline=True,
    )  # fmt: skip
    assert found == {name: installed / member for name, member in MEMBERS.items()}
    assert not place.cache.exists()
    assert "wordstock" not in sys.modules


def test_the_version_is_that_of_what_is_installed(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert library.version("wordstock") == "wordstock 1.0"
    install(tmp_path, monkeypatch, FILES, "1.1")
    assert library.version("wordstock") == "wordstock 1.1"


def test_a_library_comes_after_what_could_not_be_had_and_before_what_can(
    place: Place, installed: Path
) -> None:
    gone = Origin("path", "gone.txt", {})
    here = Origin("library", "wordstock", {"a.txt": "wordstock/lists/a.txt"})
    assert place.fetch({"a.txt": b"haus\n"}, gone, here)["a.txt"].is_relative_to(installed)


@pytest.mark.parametrize(
    ("origin", "says"),
    [
        (Origin("library", "nowhere", {"a.txt": "a"}), "library nowhere is not installed"),
        (Origin("library", "wordstock", {"a.txt": "wordstock/c.txt"}),
         "wordstock 1.0 is installed without wordstock/c.txt"),
        (Origin("library", "wordstock", {"a.txt": "wordstock/lists"}), "without wordstock/lists"),
        (Origin("library", "wordstock", {"a.txt": "../a.txt"}), "leads out of it"),
        (Origin("library", "wordstock", {}), "has no 'members'"),
        (Origin("library", "wordstock", {"a.txt": ""}), "a member has no path"),
        (Origin("library", "wordstock==1.0", {"a.txt": "a"}), "write it like babel"),
        (Origin("library", "wordstock", {"a.txt": "wordstock/b.txt"}), "gives another a.txt"),
    ],
)  # fmt: skip
def test_what_it_lacks_is_told(place: Place, installed: Path, origin: Origin, says: str) -> None:
    assert says in place.refused({"a.txt": b"haus\n"}, origin)
    assert place.cached() == set()

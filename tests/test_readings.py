"""The store of a source's readings: sorted, each once, whatever the order and the memory."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import readings
from lexkit.model import Reading
from tests.conftest import Shop


def reading(form: str, tags: str = "", lemma: str | None = None, place: str = "l:1") -> Reading:
    return Reading(form, lemma, frozenset(tags.split()), "s", place, None, None)


FOUND = st.lists(
    st.builds(
        reading,
        st.text("aäZz' -😀ﬁ", min_size=1, max_size=4),
        st.sampled_from(["", "noun", "noun verb", "toponym"]),
        st.sampled_from([None, "a", "ä"]),
        st.integers(1, 99).map("l:{}".format),
    ),
    max_size=30,
)


@given(FOUND, st.integers(1, 40), st.randoms(use_true_random=False))
def test_a_store_holds_every_reading_once_in_any_order_and_any_memory(
    tmp_path_factory: pytest.TempPathFactory,
    found: list[Reading],
    chunk: int,
    shuffler: random.Random,
) -> None:
    folder = tmp_path_factory.getbasetemp() / "stores"
    with pytest.MonkeyPatch.context() as patch:
        count = readings.write(folder / "a.tsv", found)
        patch.setattr(readings, "CHUNK", chunk)
        shuffled = found.copy()
        shuffler.shuffle(shuffled)
        assert readings.write(folder / "b.tsv", shuffled) == count
    raw = (folder / "a.tsv").read_bytes()
    assert raw == (folder / "b.tsv").read_bytes()
    rows = [line.split("\t") for line in readings.lines(folder / "a.tsv")]
    kept = [(form, tags, lemma) for form, tags, lemma, *_ in rows]
    assert len(kept) == len(set(kept))
    assert set(kept) == {(r.form, " ".join(sorted(r.tags)), r.lemma or "") for r in found}
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert count == len({r.form for r in found})
    assert {path.name for path in folder.iterdir()} == {"a.tsv", "b.tsv"}


def test_many_pieces_are_merged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "CHUNK", 7)
    words = [f"w{i:03}" for i in range(500)]
    mixed = words.copy()
    random.Random(4).shuffle(mixed)
    assert readings.write(tmp_path / "s.tsv", (reading(word) for word in mixed)) == 500
    assert [line.split("\t")[0] for line in readings.lines(tmp_path / "s.tsv")] == words


def test_no_readings_make_an_empty_store(tmp_path: Path) -> None:
    assert readings.write(tmp_path / "s.tsv", []) == 0
    assert (tmp_path / "s.tsv").read_bytes() == b""


def test_a_reader_that_fails_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    readings.write(tmp_path / "s.tsv", [reading("alt")])
    before = (tmp_path / "s.tsv").read_bytes()

    def failing() -> object:
        yield reading("neu")
        raise ValueError

    with pytest.raises(ValueError):
        readings.write(tmp_path / "s.tsv", failing())  # type: ignore[arg-type]
    assert (tmp_path / "s.tsv").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["s.tsv"]


def test_a_changed_manifest_or_file_makes_a_new_store_and_drops_the_old(shop: Shop) -> None:
    folder = shop.root / "build" / ".readings"
    shop.words("liste", ["haus"])
    shop.words("liste-b", ["haus"])
    shop.build()
    first = {path.name for path in folder.glob("*.tsv")}
    assert len(first) == 2
    shop.words("liste", ["haus", "hof"])
    assert "hof" in shop.build()
    second = {path.name for path in folder.glob("*.tsv")}
    assert len(second) == 2
    assert len(first & second) == 1
    shop.words("liste", ["haus", "hof"], more="options: {label: N}\ntags: {N: toponym}\n")
    assert "hof" not in shop.build()

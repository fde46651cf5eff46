"""Tables that readers work by: how they are found, and what they say of labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.readers import cells, tables
from lexkit.readers.base import Options
from lexkit.tagset import Tagset

KNOWN = {"table": "a table"}


def options(value: str | None = None, path: Path | None = None) -> Options:
    values = {} if value is None else {"table": value}
    return Options(values, KNOWN, path, {"table": 7})


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(text, "utf-8")
    return path


def test_a_table_is_named_or_lies_beside_the_manifest(tmp_path: Path) -> None:
    assert tables.find(options(), "table", "cells") == tables.known()["cells"]
    assert tables.find(options("wiktextract"), "table", "cells") == tables.known()["wiktextract"]
    mine = written(tmp_path, "tags: {}\n")
    manifest = tmp_path / "source.yaml"
    assert tables.find(options("mine.yaml", manifest), "table", "cells") == mine
    assert tables.find(options(str(mine)), "table", "cells") == mine


@pytest.mark.parametrize("name", ["cell", "../cells", "/etc/passwd", "none.yaml", "..", "a\0b"])
def test_what_is_no_table_is_refused(tmp_path: Path, name: str) -> None:
    manifest = tmp_path / "source.yaml"
    with pytest.raises(LexkitError) as caught:
        tables.find(options(name, manifest), "table", "cells")
    assert (caught.value.path, caught.value.line) == (manifest, 7)


def test_a_key_stands_for_several_labels() -> None:
    assert list(tables.spelled_out("noun")) == ["noun"]
    assert list(tables.spelled_out("alt-of|alternative dated|old")) == [
        "alt-of dated", "alt-of old", "alternative dated", "alternative old",
    ]  # fmt: skip


def test_a_table_says_what_labels_mean(tmp_path: Path, vocabulary: Tagset) -> None:
    path = written(tmp_path, "tags:\n  n|nn: noun\n  place: [noun, toponym]\n  x: '-'\n")
    assert tables.meanings([path], vocabulary) == {
        "n": {"noun"},
        "nn": {"noun"},
        "place": {"noun", "toponym"},
        "x": set(),
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tags:\n  n: nown\n", "unknown tag 'nown'"),
        ("tags:\n  n: has-space\n", "is a shape"),
        ("tags:\n  n: {a: noun}\n", "a tag or a list"),
    ],
)
def test_mistakes_in_a_table_are_named_with_their_line(
    tmp_path: Path, vocabulary: Tagset, text: str, says: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(LexkitError) as caught:
        tables.meanings([path], vocabulary)
    assert says in str(caught.value)
    assert (caught.value.path, caught.value.line) == (path, 2)


@pytest.mark.parametrize(
    ("text", "line"), [("de:\n  befor: [a]\n", 2), ("de: der\n", 1), ("de:\n  or: {a: b}\n", 2)]
)
def test_mistakes_in_a_table_of_cells_too(tmp_path: Path, text: str, line: int) -> None:
    path = written(tmp_path, text)
    with pytest.raises(LexkitError) as caught:
        cells.load(path)
    assert (caught.value.path, caught.value.line) == (path, line)


GERMAN = cells.load(tables.known()["cells"])["de"]


@pytest.mark.parametrize(
    ("cell", "word", "forms"),
    [
        ("des Hauses", "Haus", ["Hauses"]),
        ("Des Hauses", "Haus", ["Hauses"]),
        ("das", "Haus", []),
        ("das", "der", ["das"]),
        ("geh(e)!", "gehen", ["geh", "gehe"]),
        ("(ge)wink(t)", "winken", ["wink", "winkt", "gewink", "gewinkt"]),
        ("(ihr) geht", "gehen", ["geht"]),
        ("((ihr) geht", "gehen", ["geht"]),
        ("geht)", "gehen", ["geht"]),
        ("ich werde gegangen sein", "gehen", ["gegangen"]),
        ("ist an", "ansein", ["ist an"]),
        ("ich stehe auf", "aufstehen", ["stehe auf"]),
        ("gehen Sie", "gehen", ["gehen"]),
        ("am schönsten", "schön", ["schönsten"]),
        ("Boni / Bonusse", "Bonus", ["Boni", "Bonusse"]),
        ("Boni\nBonusse", "Bonus", ["Boni", "Bonusse"]),
        ("Boni oder Bonusse oder Boni", "Bonus", ["Boni", "Bonusse", "Boni"]),
        ("oder", "und", ["oder"]),
        ("Beamte/-n", "Beamter", ["Beamte"]),
        ("-heiten", "-heit", ["-heiten"]),
        ("—", "Wasser", []),
        ("  ", "Wasser", []),
        ("km/h", "km/h", ["km/h"]),
        ("das Rote Meer", "Rotes Meer", ["das Rote Meer"]),
        ("„Wasser“¹", "Wasser", ["Wasser"]),
        ("x" * 2000, "x", ["x" * 2000]),
    ],
)
def test_what_is_left_of_a_cell(cell: str, word: str, forms: list[str]) -> None:
    assert list(GERMAN.forms(cell, word)) == forms

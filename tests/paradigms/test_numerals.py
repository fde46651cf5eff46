"""The tables of German and Dutch number words against expectations written by hand.

Beside this file: ``numerals.<language>.good`` holds sorts and words, ``.wrong`` what only looks
like a number word.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from lexkit import source, tagset
from lexkit.errors import LexkitError
from lexkit.model import Entry, Reading
from lexkit.readers import numerals
from lexkit.readers.base import Input, Options, Report
from lexkit.stores import readings_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TAGSET = tagset.load([ROOT / "rules" / "tags.yaml"])
LANGUAGES = ("de", "nl")
#: How many forms each table may come to: it is bounded for the size of the lexicon.
LARGEST = {"de": 35_000, "nl": 20_000}


def read(path: Path) -> list[Entry]:
    return list(numerals.read(Input({path.name: path}, Options({}, {}), Report())))


@cache
def entries(language: str) -> list[Entry]:
    return read(ROOT / "sources" / "lists" / f"{language}-numerals.yaml")


def rows(language: str, kind: str) -> list[list[str]]:
    lines = (HERE / f"numerals.{language}.{kind}").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def each(kind: str) -> Iterable[tuple[str, ...]]:
    return [(language, *row) for language in LANGUAGES for row in rows(language, kind)]


@pytest.mark.parametrize(("language", "cell", "word"), each("good"))
def test_a_number_word_is_there_and_of_its_sort(language: str, cell: str, word: str) -> None:
    assert cell in {entry.cell for entry in entries(language) if entry.form == word}


@pytest.mark.parametrize(("language", "word"), each("wrong"))
def test_what_only_looks_like_a_number_word_is_not_there(language: str, word: str) -> None:
    assert [entry for entry in entries(language) if entry.form == word] == []


def test_enough_is_expected() -> None:
    assert len(rows("de", "good")) >= 100
    assert len(rows("nl", "good")) >= 60
    assert len(rows("de", "wrong")) + len(rows("nl", "wrong")) >= 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_bounded_and_its_places_are_numbers(language: str) -> None:
    found = entries(language)
    assert 10_000 < len({entry.form for entry in found}) < LARGEST[language]
    for entry in found:
        assert entry.form == entry.form.strip() != ""
        assert entry.place.partition(":")[2].isdecimal()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_below_a_thousand_has_a_cardinal_and_an_ordinal(language: str) -> None:
    for label in ("cardinal", "ordinal"):
        spelt = {int(e.place.partition(":")[2]) for e in entries(language) if e.labels == (label,)}
        assert set(range(1000)) <= spelt


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_types_every_sort_and_years_alone_are_years(language: str) -> None:
    manifest = source.load(ROOT / "sources" / f"lexkit-{language}-numerals.yaml", TAGSET)
    file = ROOT / "sources" / "lists" / f"{language}-numerals.yaml"
    report = Report()
    found: list[Reading] = list(readings_of(manifest, {file.name: file}, report))
    assert manifest.attests
    assert report == Report()
    assert all(reading.tags for reading in found)
    years = {reading.form for reading in found if "year-numeral" in reading.tags}
    others = {reading.form for reading in found if "year-numeral" not in reading.tags}
    assert years
    assert years & others == set()


def test_the_lemma_is_the_form_with_the_first_ending() -> None:
    assert {e.lemma for e in entries("de") if e.form == "tausendsten"} == {"tausendste"}
    assert {e.lemma for e in entries("de") if e.form == "dreifachem"} == {"dreifach"}
    assert {e.lemma for e in entries("nl") if e.form == "derden"} == {"derde"}


# -- the reader ---------------------------------------------------------------------------------


SMALL = """
sets:
  unit: [{words: {1: ba, 2: [bo, bu]}}]
  all:
    - {numbers: 1-2, write: "{all:unit}"}
    - {numbers: 10-29, by: 10, write: ["{whole:unit}ti", "{whole:unit}ti-{rest:unit}"]}
entries:
"""


def small(tmp_path: Path, lines: str, sets: str = SMALL) -> list[Entry]:
    path = tmp_path / "n.yaml"
    path.write_text(sets + lines, encoding="utf-8")
    return read(path)


def test_a_template_is_for_numbers_with_a_rest_or_for_those_without(tmp_path: Path) -> None:
    made = small(tmp_path, "  - {of: all, numbers: [1-2, 10-23], label: c}")
    assert [entry.form for entry in made] == [
        "ba", "bo", "bu", "bati", "bati-ba", "bati-bo", "bati-bu",
        "boti", "buti", "boti-ba", "buti-ba", "boti-bo", "boti-bu", "buti-bo", "buti-bu",
    ]  # fmt: skip
    assert made[3] == Entry("bati", "bati", ("c",), "n.yaml:10", "c")


def test_ranges_have_steps_and_endings_make_cells(tmp_path: Path) -> None:
    made = small(tmp_path, "  - {of: all, numbers: 10-20/10, label: o, endings: [e, en]}")
    assert [(entry.form, entry.lemma, entry.cell) for entry in made][:2] == [
        ("batie", "batie", "o -e"),
        ("batien", "batie", "o -en"),
    ]


def test_a_set_that_leads_back_to_itself_comes_to_an_end(tmp_path: Path) -> None:
    sets = 'sets: {a: [{numbers: 1-9, write: "{all:a}x"}]}\nentries:\n'
    assert small(tmp_path, "  - {of: a, numbers: 1-9, label: c}", sets) == []


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("  - {of: none, numbers: 1, label: c}", "there is no set 'none'"),
        ("  - {of: all, numbers: x, label: c}", "'x' is no range of numbers"),
        ("  - {of: all, numbers: 1}", "has no 'label'"),
        ("  - {of: all, numbers: 1, label: c, oops: 1}", "has no key 'oops'"),
    ],
)
def test_mistakes_name_file_and_line(tmp_path: Path, lines: str, message: str) -> None:
    with pytest.raises(LexkitError, match=message) as caught:
        small(tmp_path, lines)
    assert caught.value.line is not None
    assert caught.value.path == tmp_path / "n.yaml"


@pytest.mark.parametrize(
    "rule",
    [
        '{numbers: 1-2, write: "{all:nowhere}"}',
        "{words: {one: x}}",
        "{words: {1-3: x}}",
        "{by: 10, wirte: x}",
    ],
)
def test_mistakes_in_a_set_are_refused(tmp_path: Path, rule: str) -> None:
    with pytest.raises(LexkitError):
        small(tmp_path, "  - {of: a, numbers: 1, label: c}", f"sets: {{a: [{rule}]}}\nentries:\n")

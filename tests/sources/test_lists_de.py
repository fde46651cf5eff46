"""The German lists written for lexkit: well-formed, complete, and kind to homographs."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from lexkit import source as sources
from lexkit import tagset
from lexkit.readers.base import Report
from lexkit.stores import readings_of

REPOSITORY = Path(__file__).parent.parent.parent
TAGS = tagset.load([REPOSITORY / "rules" / "tags.yaml"])

#: A source, its file, and whether it attests.
LISTS = {
    "lexkit-de": ("de-words.tsv", True),
    "lexkit-de-names": ("de-names.tsv", False),
    "lexkit-de-signs": ("de-signs.tsv", False),
    "lexkit-de-old": ("de-old.tsv", False),
}
each_list = pytest.mark.parametrize("name", LISTS)

#: How many lemmas of a kind there are at least.
FLOORS = {
    "lexkit-de": {
        "interjection": 700,
        "short-word": 300,
        "contraction": 450,
        "letter-name": 28,
    },
    "lexkit-de-names": {
        "given-name": 1200,
        "surname": 700,
        "person": 200,
        "toponym": 1400,
        "organisation": 280,
        "product": 500,
        "trademark": 90,
        "astronomical": 200,
        "deity": 350,
        "currency": 100,
    },
    "lexkit-de-signs": {
        "abbreviation": 1000,
        "acronym": 700,
        "symbol": 230,
        "country-code": 450,
        "currency-code": 180,
        "affix": 380,
        "phrase-part": 380,
        "foreign-phrase": 320,
    },
    "lexkit-de-old": {"pre-1901": 400},
}


@cache
def rows(name: str) -> list[tuple[str, str, str]]:
    path = REPOSITORY / "sources" / "lists" / LISTS[name][0]
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines[0] == "form\tlemma\ttags"
    assert lines[-1] == "", "the last line ends"
    found = []
    for line in lines[1:-1]:
        form, lemma, tags = line.split("\t")
        found.append((form, lemma, tags))
    return found


def readings(form: str) -> dict[str, list[set[str]]]:
    """The tags of a form's readings in each list that has it."""
    found: dict[str, list[set[str]]] = {}
    for name in LISTS:
        for written, _, tags in rows(name):
            if written == form:
                found.setdefault(name, []).append(set(tags.split(",")))
    return found


@each_list
def test_rows_are_sorted_and_unique(name: str) -> None:
    assert rows(name) == sorted(set(rows(name)))


@each_list
def test_cells_are_clean(name: str) -> None:
    for row in rows(name):
        for cell in row:
            assert cell == cell.strip() != "", row
            assert unicodedata.normalize("NFC", cell) == cell, row
            assert " " not in cell, row


@each_list
def test_tags_are_of_the_vocabulary(name: str) -> None:
    for row in rows(name):
        tags = row[2].split(",")
        assert tags == sorted(set(tags)), row
        assert all(tag in TAGS.parts_of_speech or tag in TAGS.kinds for tag in tags), row


@each_list
def test_manifest_reads_the_whole_list(name: str) -> None:
    file, attests = LISTS[name]
    manifest = sources.load(REPOSITORY / "sources" / f"{name}.yaml", TAGS)
    assert manifest.attests is attests
    report = Report()
    files = {file: REPOSITORY / "sources" / "lists" / file}
    read = list(readings_of(manifest, files, report))
    assert [(r.form, r.lemma, ",".join(sorted(r.tags))) for r in read] == rows(name)
    assert not manifest.labels.unmapped


@each_list
def test_every_kind_is_broad(name: str) -> None:
    lemmas = Counter(kind for kind, _ in {(t, row[1]) for row in rows(name) for t in _tags(row)})
    short = {kind: lemmas[kind] for kind, least in FLOORS[name].items() if lemmas[kind] < least}
    assert not short


def _tags(row: tuple[str, str, str]) -> list[str]:
    return row[2].split(",")


@pytest.mark.parametrize(
    "form",
    (
        "Rand Krone Harz Essen Müller Rose Mark Pfund Jungfrau Wassermann Stier Waage Krebs Löwe "
        "Schütze Fische Adonis Justitia Krösus Methusalem Judas Satan Eros Fortuna Zerberus Iris "
        "Erika Viola Olive Heide Wolf Golf Passat Fiesta Jaguar Halle Kiel Elbe Elster Mosel Titan "
        "Herkules Ar Po Es As Schweden Bayern Sachsen Franken Jungs Wales Ganges Luke Reims"
    ).split(),
)
def test_homographs_keep_their_common_reading(form: str) -> None:
    found = readings(form)
    assert found
    for tags in found.values():
        assert any(reading <= {"noun", "verb", "adjective"} for reading in tags), found


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ("oh", "interjection"), ("Oh", "interjection"), ("muh", "interjection"),
        ("gehts", "contraction"), ("Uno", "acronym"), ("etc", "abbreviation"),
        ("etc.", "abbreviation"), ("Ne", "symbol"), ("CH", "country-code"),
        ("EUR", "currency-code"), ("heit", "affix"), ("-heit", "affix"),
        ("carte", "phrase-part"),
        ("alacarte", "foreign-phrase"), ("Rostocks", "toponym"), ("Orion", "astronomical"),
        ("Thür", "pre-1901"), ("Jeep", "trademark"), ("Microsoft", "product"),
    ],
)  # fmt: skip
def test_kinds_of_the_rule_text(form: str, kind: str) -> None:
    (tags,) = readings(form).values()
    assert all(kind in reading for reading in tags)


@pytest.mark.parametrize("form", ["hallo", "danke", "Ach", "Hurra", "Sonne", "fürs", "überm"])
def test_what_the_rule_text_leaves_open_is_a_headword(form: str) -> None:
    assert any("headword" in tags for tags in readings(form)["lexkit-de"])


def test_no_form_is_both_exclamation_and_headword() -> None:
    for _, _, tags in rows("lexkit-de"):
        assert not {"interjection", "headword"} <= set(tags.split(","))

"""The Dutch lists written for lexkit: well-formed, complete, and kind to homographs."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from lexkit import curated, tagset
from lexkit import source as sources
from lexkit.readers.base import Report
from lexkit.stores import readings_of

REPOSITORY = Path(__file__).parent.parent.parent
TAGS = tagset.load([REPOSITORY / "rules" / "tags.yaml"])

#: A source, its file, and whether it attests.
LISTS = {
    "lexkit-nl": ("nl-words.tsv", True),
    "lexkit-nl-places": ("nl-places.tsv", True),
    "lexkit-nl-names": ("nl-names.tsv", False),
    "lexkit-nl-signs": ("nl-signs.tsv", False),
}
each_list = pytest.mark.parametrize("name", LISTS)

#: How many forms of a kind there are at least.
FLOORS = {
    "lexkit-nl": {"interjection": 600, "onomatopoeia": 200, "occupation": 300, "letter-name": 35},
    "lexkit-nl-places": {"domestic-toponym": 3000, "native-toponym": 1200},
    "lexkit-nl-names": {
        "given-name": 1600, "surname": 700, "toponym": 750, "organisation": 450, "product": 350,
        "person": 200, "deity": 150, "astronomical": 80, "demonym": 500, "language": 140,
        "feast": 60, "trademark": 50,
    },
    "lexkit-nl-signs": {
        "abbreviation": 750, "acronym": 280, "symbol": 120, "country-code": 50, "affix": 330,
        "phrase-part": 1100, "foreign": 2000, "foreign-phrase": 120, "contraction": 120,
    },
}  # fmt: skip


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
    files = {file: REPOSITORY / "sources" / "lists" / file}
    read = list(readings_of(manifest, files, Report()))
    assert [(r.form, r.lemma, ",".join(sorted(r.tags))) for r in read] == rows(name)
    assert not manifest.labels.unmapped


@each_list
def test_every_kind_is_broad(name: str) -> None:
    kinds = Counter(kind for _, _, tags in rows(name) for kind in tags.split(","))
    short = {kind: kinds[kind] for kind, least in FLOORS[name].items() if kinds[kind] < least}
    assert not short


@pytest.mark.parametrize("form", "Beieren Zweden Polen Pruisen Saksen Franken Hessen Frans".split())
def test_homographs_keep_their_common_reading(form: str) -> None:
    found = readings(form)
    assert len(found) >= 1
    for tags in found.values():
        assert any(reading & {"demonym", "language"} for reading in tags), found


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ("Zwolle", "domestic-toponym"), ("Scheveningen", "domestic-toponym"),
        ("Rijn", "domestic-toponym"), ("Parijs", "native-toponym"), ("Gent", "native-toponym"),
        ("Liverpool", "toponym"), ("Henk", "given-name"), ("Terpstra", "surname"),
        ("NAVO", "organisation"), ("KLM", "organisation"), ("Becel", "product"),
        ("Zeus", "deity"), ("Sirius", "astronomical"), ("gsm", "abbreviation"),
        ("km", "symbol"), ("-heid", "affix"), ("heid", "affix"), ("carte", "phrase-part"),
        ("alacarte", "foreign-phrase"), ("qui", "foreign"), ("yes", "foreign"),
        ("kweenie", "contraction"), ("poe", "interjection"), ("rrrt", "onomatopoeia"),
        ("timmerman", "occupation"), ("alfa", "letter-name"), ("Pasen", "feast"),
        ("Nederlands", "language"), ("Fransman", "demonym"),
    ],
)  # fmt: skip
def test_kinds_of_the_rule_texts(form: str, kind: str) -> None:
    assert any(kind in reading for tags in readings(form).values() for reading in tags)


@pytest.mark.parametrize(
    "word",
    "huis water boom lopen goed snel roos dag man maan hoek exit aqua computer merci".split(),
)
def test_no_common_word_is_a_sign_or_a_foreign_word(word: str) -> None:
    assert "lexkit-nl-signs" not in readings(word)


def test_the_decisions_are_sorted_and_say_on_what_they_rest() -> None:
    path = REPOSITORY / "sources" / "curated" / "nl.tsv"
    decisions = curated.read(path, "curated-nl", TAGS)
    words = [line.split("\t")[0] for line in path.read_text("utf-8").splitlines()[1:]]
    assert words == sorted(words)
    assert all(d.reason and d.reference and d.clause for d in decisions)

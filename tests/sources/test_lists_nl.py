"""The Dutch lists written for lexkit: well-formed, complete, and kind to homographs."""

from __future__ import annotations

from collections import Counter

import pytest

from lexkit import curated
from tests.conftest import REPOSITORY
from tests.sources.test_lists import TAGS, rows
from tests.sources.test_lists import readings as readings_in

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


each_list = pytest.mark.parametrize("name", FLOORS)


def readings(form: str) -> dict[str, list[set[str]]]:
    """The tags of a form's readings in each list of the language that has it."""
    return readings_in(form, FLOORS)


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

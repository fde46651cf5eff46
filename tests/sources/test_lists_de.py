"""The German lists written for lexkit: well-formed, complete, and kind to homographs."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.sources.test_lists import readings as readings_in
from tests.sources.test_lists import rows

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


each_list = pytest.mark.parametrize("name", FLOORS)


def readings(form: str) -> dict[str, list[set[str]]]:
    """The tags of a form's readings in each list of the language that has it."""
    return readings_in(form, FLOORS)


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

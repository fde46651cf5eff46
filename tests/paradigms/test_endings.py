"""The tables of endings: the genitive of names, and the women of the people of a place."""

from __future__ import annotations

import pytest

from lexkit import paradigm, tagset
from lexkit.model import Reading
from tests.conftest import REPOSITORY


def made(name: str, form: str, *tags: str) -> dict[str, str | None]:
    """The forms that a shipped table makes of one headword, with their cells."""
    table = paradigm.load(
        REPOSITORY / "rules" / "paradigms" / f"{name}.yaml",
        tagset.load([REPOSITORY / "rules" / "tags.yaml"]),
    )
    heads = [Reading(form, form, frozenset(tags), "liste", "1")]
    return {reading.form: reading.cell for reading in table.generate(lambda: heads)}


@pytest.mark.parametrize(
    ("man", "women"),
    [
        ("Kapstädter", ["Kapstädterin", "Kapstädterinnen"]),
        ("Chaldäer", ["Chaldäerin", "Chaldäerinnen"]),
        ("Ostgote", ["Ostgotin", "Ostgotinnen"]),
        ("Olmeke", ["Olmekin", "Olmekinnen"]),
        # These change their vowel, or are inflected like adjectives, or have no such form.
        ("Oberfranke", []), ("Schwabe", []), ("Westfale", []), ("Eingeborener", []),
        ("Eingeborene", []), ("Deutscher", []), ("Deutsche", []), ("Autochthone", []),
        ("Maya", []), ("Omani", []), ("Burkinabè", []), ("Schanghaiee", []),
    ],
)  # fmt: skip
def test_the_women_of_a_people(man: str, women: list[str]) -> None:
    assert list(made("de-demonym", man, "demonym")) == women
    assert made("de-demonym", man, "noun") == {}


@pytest.mark.parametrize(
    ("name", "genitive"),
    [("Ulm", ["Ulms"]), ("Xenia", ["Xenias"]), ("Graz", []), ("Max", []), ("Klaus", [])],
)
def test_the_genitive_of_a_name(name: str, genitive: list[str]) -> None:
    assert list(made("de-name", name, "toponym")) == genitive

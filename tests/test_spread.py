"""Kinds spread over the forms of a lemma, from one source to another, and no further."""

from __future__ import annotations

import pytest

from lexkit.lexicon import Lexicon
from tests.conftest import Shop

#: The genitive of a name, as a paradigm makes it in the source of the name.
GENITIVE = """\
paradigm: xx-name
makes: endings
tables:
  - of: {any: [toponym, given-name]}
    carried: yes
    endings: [{cell: genitive, add: s}]
"""


def verdict(lexicon: Lexicon, word: str) -> tuple[str, str | None]:
    answer = lexicon.answer(word)
    return str(answer.verdict), answer.grounds[0].rule if answer.grounds else None


@pytest.mark.parametrize("names_first", [True, False])
def test_a_name_of_one_source_is_a_name_in_the_forms_of_another(
    shop: Shop, names_first: bool
) -> None:
    shop.table("namen", [("Ulm", "Ulm", "toponym")])
    shop.table("formen", [("Ulms", "Ulm", ""), ("Ulmen", "Ulme", "")])
    listed = ["namen", "formen"] if names_first else ["formen", "namen"]
    shop.ruleset(sources=listed)
    built = shop.build()
    assert verdict(built, "ulms") == ("rejected", "places")
    assert verdict(built, "ulmen") == ("accepted", "default")


def test_the_plain_twin_of_a_name_comes_along(shop: Shop) -> None:
    shop.table("namen", [("Harz", "Harz", "toponym"), ("Harz", "Harz", "noun")])
    shop.table("formen", [("Harzes", "Harz", "")])
    assert verdict(shop.build(), "harzes") == ("accepted", "default")


def test_what_is_carried_over_attests_nothing(shop: Shop) -> None:
    shop.write("rules/paradigms/xx-name.yaml", GENITIVE)
    shop.table("namen", [("Harz", "Harz", "toponym"), ("Harz", "Harz", "noun")])
    built = shop.build(more="paradigms: [xx-name]\n")
    assert verdict(built, "harz") == ("accepted", "default")
    assert verdict(built, "harzs")[0] == "unattested"


@pytest.mark.parametrize("names_first", [True, False])
@pytest.mark.parametrize("made", [True, False])
def test_a_form_that_is_a_headword_itself_is_another_word(
    shop: Shop, names_first: bool, made: bool
) -> None:
    """Kairo is a town and kairos an opportune time; Jean is a name and jeans are worn."""
    more = ""
    if made:
        shop.write("rules/paradigms/xx-name.yaml", GENITIVE)
        more = "paradigms: [xx-name]\n"
    shop.table("namen", [("Kairo", "Kairo", "toponym"), ("Jean", "Jean", "given-name")])
    shop.table(
        "formen",
        [
            ("Kairos", "Kairos", "noun"), ("Kairos", "Kairo", "noun"),
            ("Jeans", "Jean", ""), ("Jeans", "Jeans", "noun"),
        ],
    )  # fmt: skip
    listed = ["namen", "formen"] if names_first else ["formen", "namen"]
    shop.ruleset(sources=listed, more=more)
    built = shop.build()
    assert verdict(built, "kairos") == ("accepted", "default")
    assert verdict(built, "jeans") == ("accepted", "default")
    assert verdict(built, "kairo") == ("rejected", "places")


def test_a_headword_that_is_a_name_itself_stays_one(shop: Shop) -> None:
    shop.table("namen", [("Hans", "Hans", "given-name"), ("Hanse", "Hanse", "toponym")])
    shop.table("formen", [("Hanse", "Hans", "noun"), ("Hanse", "Hanse", "noun")])
    assert verdict(shop.build(), "hanse") == ("rejected", "places")

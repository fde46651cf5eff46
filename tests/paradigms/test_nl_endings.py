"""The tables nl-adjective and nl-noun against expectations written by hand.

Beside this file: ``nl-adjective.good`` and ``nl-noun.good`` hold headwords with all their forms.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from lexkit import endings
from lexkit.model import Reading
from tests.paradigms.written import endings_of, rows

ADJECTIVES, NOUNS = endings_of("nl-adjective"), endings_of("nl-noun")


def words(cell: str) -> set[str]:
    return set() if cell == "-" else set(cell.split())


def made(table: endings.Endings, tag: str, lemma: str, *held: str) -> list[Reading]:
    tags = frozenset({tag})
    forms = sorted({lemma, *held})
    source = [Reading(form, lemma, tags, "list", f"list:{form}") for form in forms]
    return list(table.generate(lambda: source))


def forms(found: Iterable[Reading], cell: str = "") -> set[str]:
    return {reading.form for reading in found if (reading.cell or "").startswith(cell)}


GOOD = rows("nl-adjective.good")


@pytest.mark.parametrize("row", GOOD, ids=[row[0] for row in GOOD])
def test_an_adjective_has_all_its_forms_and_no_others(row: list[str]) -> None:
    lemma, inflected, partitive, comparative, superlative = row
    # The source holds a form of the degrees, which is not made again.
    witness = set(sorted(words(comparative) | words(superlative))[:1])
    found = made(ADJECTIVES, "adjective", lemma, *witness)
    assert forms(found, "positive") == words(inflected)
    assert forms(found, "partitive") == words(partitive)
    assert forms(found, "comparative") == words(comparative) - witness
    assert forms(found, "superlative") == words(superlative) - witness


@pytest.mark.parametrize("row", GOOD, ids=[row[0] for row in GOOD])
def test_one_degree_shows_the_other(row: list[str]) -> None:
    lemma, _, _, comparative, superlative = row
    for witness in sorted(words(comparative) | words(superlative)):
        found = made(ADJECTIVES, "adjective", lemma, witness)
        assert words(comparative) | words(superlative) <= forms(found) | {witness}


def test_without_a_sign_of_degrees_none_is_made() -> None:
    assert forms(made(ADJECTIVES, "adjective", "dood")) == {"dode", "doods"}
    assert made(ADJECTIVES, "adjective", "gouden") == []


@pytest.mark.parametrize(
    ("lemma", "form"),
    [
        ("halal", "halale"), ("halal", "halalle"), ("lila", "lilae"), ("open", "opene"),
        ("rood", "roode"), ("dik", "dike"), ("zuur", "zurer"), ("vies", "viese"),
        ("heus", "heuze"), ("kies", "kieze"), ("half", "halfe"), ("tof", "tove"),
        ("boos", "booss"), ("fris", "friss"), ("beter", "betere"), ("linker", "linkere"),
        ("zalig", "zaligge"), ("edel", "edelle"), ("actief", "actiefe"), ("goed", "goeder"),
    ],
)  # fmt: skip
def test_a_wrong_form_is_never_made(lemma: str, form: str) -> None:
    held = [lemma + "er", lemma + "st", lemma + "der"]
    assert form not in forms(made(ADJECTIVES, "adjective", lemma, *(h for h in held if h != form)))


def test_a_noun_is_not_inflected_as_an_adjective() -> None:
    assert made(ADJECTIVES, "noun", "rood") == []
    assert made(ADJECTIVES, "adjective", "Groninger") == []


def test_a_form_says_where_it_comes_from() -> None:
    (found,) = [r for r in made(ADJECTIVES, "adjective", "dik") if r.form == "dikke"]
    assert (found.lemma, found.place) == ("dik", "list:dik")
    assert (found.paradigm, found.cell) == ("nl-adjective", "positive -e")


NOUN = rows("nl-noun.good")


@pytest.mark.parametrize("row", NOUN, ids=[row[0] for row in NOUN])
def test_a_noun_has_a_diminutive_with_its_plural(row: list[str]) -> None:
    lemma, plurals, diminutives = row
    small = words(diminutives)
    for witness in sorted(words(plurals)):
        assert forms(made(NOUNS, "noun", lemma, witness), "diminutive") == small, witness
    for witness in sorted(small):
        found = forms(made(NOUNS, "noun", lemma, witness)) | {witness}
        assert small <= found <= small | words(plurals), witness


@pytest.mark.parametrize("row", NOUN, ids=[row[0] for row in NOUN])
def test_nothing_is_made_of_a_noun_by_itself(row: list[str]) -> None:
    assert made(NOUNS, "noun", row[0]) == []


def test_a_diminutive_shows_the_plural_where_the_spelling_does() -> None:
    assert "tafels" in forms(made(NOUNS, "noun", "tafel", "tafeltje"))
    assert "auto's" in forms(made(NOUNS, "noun", "auto", "autootje"))
    assert forms(made(NOUNS, "noun", "huis", "huisje")) == {"huisjes"}


@pytest.mark.parametrize(
    ("lemma", "held", "form"),
    [
        ("ster", "sterren", "stertje"), ("boom", "bomen", "boomtje"), ("boom", "bomen", "boomje"),
        ("wandeling", "wandelingen", "wandelinkje"), ("koning", "koningen", "koningetje"),
        ("hotel", "hotels", "hoteltje"), ("station", "stations", "stationtje"),
        ("auto", "auto's", "autotje"), ("auto", "auto's", "autoje"), ("baby", "baby's", "babyje"),
        ("schip", "schepen", "schipje"), ("melk", "melkt", "melkje"),
    ],
)  # fmt: skip
def test_a_wrong_diminutive_is_never_made(lemma: str, held: str, form: str) -> None:
    assert form not in forms(made(NOUNS, "noun", lemma, held))


@pytest.mark.parametrize(
    ("lemma", "held"),
    [("reis", "reizen"), ("huis", "huizen"), ("dans", "dansen"), ("film", "films")],
)
def test_a_plural_that_only_shows_something_is_not_made(lemma: str, held: str) -> None:
    made_here = forms(made(NOUNS, "noun", lemma, held))
    assert made_here
    assert not {f for f in made_here if not f.endswith(("je", "jes"))}


def test_only_nouns_have_diminutives() -> None:
    assert made(NOUNS, "verb", "loop", "lopen") == []
    assert made(NOUNS, "noun", "Amsterdam", "Amsterdammen") == []


def test_enough_is_expected() -> None:
    assert len(GOOD) >= 35
    assert len(NOUN) >= 35

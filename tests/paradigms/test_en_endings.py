"""The tables en-noun and en-verb against expectations written by hand (`en-*.good`)."""

from __future__ import annotations

import pytest

from lexkit import endings
from lexkit.model import Reading
from tests.paradigms.written import endings_of, rows

NOUNS, VERBS = endings_of("en-noun"), endings_of("en-verb")


def made(table: endings.Endings, tags: str, lemma: str, *held: str) -> set[str]:
    words = frozenset(tags.split())
    source = [
        Reading(form, lemma, words, "list", f"list:{form}") for form in sorted({lemma, *held})
    ]
    return {reading.form for reading in table.generate(lambda: source)}


def expected(cell: str) -> set[str]:
    return set() if cell == "-" else set(cell.split())


@pytest.mark.parametrize("row", rows("en-noun.good"), ids=lambda row: row[0])
def test_a_noun_has_its_plural(row: list[str]) -> None:
    assert made(NOUNS, "noun", row[0]) == expected(row[1])


@pytest.mark.parametrize("row", rows("en-verb.good"), ids=lambda row: row[0])
def test_a_verb_has_its_forms(row: list[str]) -> None:
    assert made(VERBS, "verb", row[0]) == expected(row[1])


def test_what_the_source_holds_is_not_made_again() -> None:
    assert made(NOUNS, "noun", "toad", "toads") == set()
    assert made(VERBS, "verb", "walk", "walked") == {"walks", "walking"}


@pytest.mark.parametrize("tags", ["adjective", "noun name-like", "noun vulgar", "abbreviation"])
def test_of_other_words_nothing_is_made(tags: str) -> None:
    assert made(NOUNS, tags, "toad") == set()
    assert made(VERBS, tags.replace("noun", "verb"), "walk") == set()

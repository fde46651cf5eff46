"""Decisions as readings, and the forms of the lemmas that are decided on."""

from __future__ import annotations

import pytest

from lexkit.lexicon import WEAK
from tests.conftest import Shop, rule_of

VERBS = """\
paradigm: xx-verb
makes: endings
tables:
  - of: {all: [verb]}
    endings:
      - {cell: past, strip: en, add: te, after: en}
      - {cell: participle, strip: en, add: t, after: en}
"""

#: What is made of a person in -er is another word.
WOMEN = """\
paradigm: xx-noun
makes: endings
stems:
  feminine:
    - {add: in}
tables:
  - of: {all: [noun]}
    endings:
      - {cell: genitive, add: s}
  - of: {all: [occupation]}
    groups:
      - {group: feminine, stems: feminine, endings: ["", nen], derives: yes}
"""


@pytest.fixture
def game(shop: Shop) -> Shop:
    shop.write("rules/paradigms/xx-verb.yaml", VERBS)
    shop.write("rules/paradigms/xx-noun.yaml", WOMEN)
    shop.words("liste", ["hausen", "mailte"])
    return shop


def words(shop: Shop, *lines: dict[str, str], paradigms: str = "[xx-verb, xx-noun]") -> set[str]:
    """The accepted words besides the one of the list that no line is about."""
    shop.curated(*lines)
    shop.ruleset(more=f"paradigms: {paradigms}")
    return set(shop.build().words()) - {"hausen"}


def test_the_paradigms_inflect_an_accepted_lemma(game: Shop) -> None:
    line = {"word": "googeln", "decision": "accept", "tags": "verb"}
    assert words(game, {**line, "word": "posten"}) == {"posten", "postte", "postt", "mailte"}
    lexicon = game.build()
    (ground, *_) = lexicon.answer("postte").grounds
    assert (ground.rule, ground.lemma, ground.source) == ("curated", "posten", "curated-xx")
    assert (ground.paradigm, ground.cell, ground.place) == ("xx-verb", "past", "xx.tsv:2")


def test_only_a_lemma_with_its_part_of_speech_is_inflected(game: Shop) -> None:
    line = {"word": "posten", "decision": "accept"}
    assert words(game, line) == {"posten", "mailte"}
    assert words(game, {**line, "tags": "verb", "scope": "form"}) == {"posten", "mailte"}
    assert words(game, {**line, "tags": "verb", "scope": "letters"}) == {"posten", "mailte"}
    assert words(game, {**line, "tags": "adverb"}) == {"posten", "mailte"}
    assert words(game, {**line, "tags": "verb"}, paradigms="[]") == {"posten", "mailte"}


def test_a_rejected_lemma_takes_its_forms_along(game: Shop) -> None:
    line = {"word": "mailen", "decision": "reject", "tags": "verb", "reason": "no word"}
    assert words(game, {**line, "tags": ""}) == {"mailte"}
    assert words(game, line) == set()
    assert rule_of(game.build(), "mailte") == ("rejected", "curated")


def test_tags_are_put_to_the_rules_for_all_forms(game: Shop) -> None:
    line = {"word": "posten", "decision": "tag", "tags": "verb interjection"}
    assert words(game, line) == {"mailte"}
    assert rule_of(game.build(), "postte") == ("rejected", "exclamations")


def test_a_line_may_name_its_paradigm(game: Shop) -> None:
    line = {"word": "posten", "decision": "accept", "tags": "verb noun"}
    both = {"posten", "postte", "postt", "postens", "mailte"}
    assert words(game, line) == both
    assert words(game, {**line, "paradigm": "xx-verb"}) == both
    assert words(game, {**line, "paradigm": "xx-noun"}) == {"posten", "postens", "mailte"}
    assert words(game, {**line, "paradigm": "xx-noun"}, paradigms="[xx-verb]") == {
        "posten", "mailte",
    }  # fmt: skip


def test_another_word_is_another_decision(game: Shop) -> None:
    line = {"word": "baker", "decision": "accept", "tags": "noun occupation"}
    assert words(game, line) == {"baker", "bakers", "mailte"}


def test_a_changed_table_makes_the_forms_anew(game: Shop) -> None:
    line = {"word": "posten", "decision": "accept", "tags": "verb"}
    assert "postte" in words(game, line)
    game.write("rules/paradigms/xx-verb.yaml", VERBS.replace("add: te", "add: tete"))
    assert words(game, line) == {"posten", "posttete", "postt", "mailte"}


def test_what_was_decided_is_not_weak(game: Shop) -> None:
    words(game, {"word": "hausen", "decision": "accept"}, {"word": "Fee", "decision": "accept"})
    assert (game.build().folder / WEAK).read_text() == "mailte\tliste\n"

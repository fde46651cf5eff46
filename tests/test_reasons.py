"""The first ground of many words at once is that of each word asked alone."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from lexkit.lexicon import Lexicon
from lexkit.model import UNLAYABLE, Verdict
from lexkit.reasons import Reasons
from tests.conftest import Shop


def same(lexicon: Lexicon, words: Iterable[str]) -> None:
    """Compare with `Lexicon.answer`, word by word."""
    asked = list(words)
    reasons = Reasons(lexicon)
    found = list(reasons.of(asked))
    assert [word.letters for word in found] == asked
    for letters, reason, row in found:
        answer = lexicon.answer(letters)
        assert reason.verdict is answer.verdict, letters
        if not answer.grounds:
            assert (reason.rule, row) == (None, None)
            continue
        ground = answer.grounds[0]
        assert (reason.rule, reason.clause, reason.source) == (
            ground.rule, ground.clause, ground.source,
        ), letters  # fmt: skip
        assert reason.tags <= set(ground.tags)
        if row is not None:
            lemma, paradigm = reasons.lemma(row)
            assert lemma == ground.lemma, letters
            assert reason.rule == UNLAYABLE or paradigm == ground.paradigm


@pytest.fixture
def mixed(shop: Shop) -> Lexicon:
    shop.table(
        "tafel",
        [
            ("Käfer", "Käfer", "noun"), ("Ulm", "Ulm", "toponym"), ("Rand", "Rand", "noun"),
            ("Essen", "Esse", "noun"), ("Essen", "Essen", "noun"), ("oh", "oh", "interjection"),
            ("X-Beine", "X-Bein", "noun"), ("Rostock", "Rostock", "toponym"), ("Ei", "Ei", "noun"),
            ("a", "a", "noun"), ("Esse", "Esse", "noun"), ("gut", "gut", "adjective"),
        ],
    )  # fmt: skip
    shop.words("klein", ["rostock", "essen", "käfer", "ei", "x'y"], more="capitals: no")
    shop.words("kennt", ["Tischfee", "Ulm"], more="attests: no")
    shop.curated(
        {"word": "Esse", "scope": "lemma", "decision": "reject", "reason": "so", "clause": "K"},
        {"word": "Rand", "scope": "form", "decision": "tag", "tags": "toponym"},
        {"word": "gut", "scope": "letters", "decision": "reject", "reason": "no"},
        {"word": "neu", "scope": "form", "decision": "accept", "reason": "yes"},
    )
    return shop.build()


def test_every_word_has_the_reason_that_it_has_alone(mixed: Lexicon) -> None:
    everything = sorted({key for key, *_ in mixed.ledger.forms() if key})
    same(mixed, [*everything, "nirgends", "z"])


def test_words_come_back_in_the_order_asked(mixed: Lexicon) -> None:
    same(mixed, ["ulm", "nirgends", "ei", "käfer"])
    assert list(Reasons(mixed).of([])) == []


def test_all_words_come_sorted_and_once(mixed: Lexicon) -> None:
    letters = [word.letters for word in Reasons(mixed).all()]
    assert letters == sorted(set(letters))
    accepted = [w.letters for w in Reasons(mixed).all() if w.reason.verdict is Verdict.ACCEPTED]
    assert accepted == list(mixed.words())


@pytest.mark.sources
def test_de_wordox_says_the_same_of_many_as_of_one(wordox: Lexicon) -> None:
    keys = sorted({key for key, *_ in wordox.ledger.forms() if key})
    same(wordox, keys[:: max(1, len(keys) // 2000)])

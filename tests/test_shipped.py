"""de-wordox as it is shipped, built from its real sources."""

from __future__ import annotations

import json

import pytest

from lexkit import cases, ruleset
from lexkit.lexicon import Lexicon
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests.conftest import CASES, rule_of
from tests.requirements import need

pytestmark = pytest.mark.sources

#: How many lines of the shared cases must hold. Raise it when sources are added; never lower it.
FLOOR = 145


def test_every_case_of_the_ruleset_holds(
    real: Workspace, wordox: Lexicon, vocabulary: Tagset
) -> None:
    rules = ruleset.load(real.ruleset("de-wordox"), vocabulary)
    failed = [
        f"{rules.path}:{case.line}: {case.word} {wrong}"
        for case, _, wrong in cases.run(rules.all_cases(), wordox)
        if wrong
    ]
    assert failed == []


def test_the_shared_cases_hold_as_far_as_the_sources_go(wordox: Lexicon) -> None:
    path = CASES / "de-wordox.tsv"
    need(path.is_file(), "the shared cases")
    held, missed = 0, []
    for line in path.read_text("utf-8").splitlines()[1:]:
        word, verdict, how, clause, *_ = line.split("\t")
        answer = wordox.answer(word)
        if verdict == "accepted":
            good = answer.verdict == "accepted"
        elif how == "any":
            good = answer.verdict != "accepted"
        else:
            cited = answer.grounds[0].clause if answer.grounds else None
            heading = clause.partition(" (")[0]
            good = answer.verdict == "rejected" and (cited or "").partition(" (")[0] == heading
        held += good
        if not good:
            missed.append(f"{word}: {answer.verdict}, should be {verdict} ({how}, {clause})")
    assert held >= FLOOR, "\n".join(missed)


@pytest.mark.parametrize(
    ("word", "verdict", "rule"),
    [
        ("Adonis", "accepted", "default"), ("Linz", "rejected", "geographic-names"),
        ("Bauer", "accepted", "default"), ("Tischfee", "unattested", None),
        ("Dir.", "rejected", "unlayable"), ("Baeume", "unattested", None),
        ("Hamburg", "rejected", "geographic-names"), ("HAMBURG", "rejected", "geographic-names"),
        ("Tische", "accepted", "default"), ("TISCHES", "accepted", "default"),
        ("Ka\u0308fer", "accepted", "default"), ("Fußbälle", "accepted", "default"),
        ("Kaimaninseln", "rejected", "geographic-names"), ("Jersey", "accepted", "default"),
        ("Ekwele", "rejected", "currencies"), ("Kronen", "accepted", "default"),
    ],
)  # fmt: skip
def test_words_of_each_kind(wordox: Lexicon, word: str, verdict: str, rule: str | None) -> None:
    assert rule_of(wordox, word) == (verdict, rule)


def test_what_an_answer_of_each_kind_tells(wordox: Lexicon) -> None:
    assert "deities" in {ground.rule for ground in wordox.answer("Adonis").grounds}
    assert wordox.answer("Linz").grounds[0].clause == "Geografische Namen"
    assert [hint.lower() for hint in wordox.answer("Baeume").hints] == ["bäume"]
    assert wordox.answer("Tischfee").near
    assert "“.”" in wordox.answer("Dir.").grounds[0].says


def test_every_word_is_of_the_alphabet_and_the_files_agree(wordox: Lexicon) -> None:
    words = (wordox.folder / "words.txt").read_text("utf-8").splitlines()
    assert words == sorted(set(words))
    assert len(words) == len(wordox) > 100_000
    assert set("".join(words)) <= set(wordox.spelling.alphabet)
    assert sorted(wordox.words()) == words
    assert all(word in wordox for word in words[::97])
    for word in words[::2000]:
        assert wordox.answer(word).verdict == "accepted"


def test_what_is_owed_travels_with_it(wordox: Lexicon) -> None:
    notice = (wordox.folder / "NOTICE").read_text("utf-8")
    assert "CC-BY-SA-4.0" in notice
    assert "german-nouns" in notice
    manifest = json.loads((wordox.folder / "manifest.json").read_text("utf-8"))
    assert all(source["licence"] for source in manifest["sources"])
    assert any(library.startswith("babel ") for library in manifest["libraries"])

"""Each check finds what it is for, and nothing in what is shipped."""

from __future__ import annotations

import pytest

from lexkit import lint as linting
from lexkit import ruleset, source
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests.conftest import REPOSITORY, Shop


def found(shop: Shop, vocabulary: Tagset, name: str = "spiel") -> list[tuple[int, str]]:
    place = shop.workspace
    rules = ruleset.load(place.ruleset(name), vocabulary)
    manifests = {n: source.load(place.source(n), vocabulary) for n in place.sources}
    return [(remark.line, remark.text) for remark in linting.lint(rules, manifests)]


GOOD = "  - {rule: r, reject: {any: [toponym]}, says: x, clause: y}\n"


def test_a_sound_ruleset_has_no_remarks(shop: Shop, vocabulary: Tagset) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset(rules=GOOD)
    assert found(shop, vocabulary) == []


@pytest.mark.parametrize(
    ("rules", "line", "says"),
    [
        (
            GOOD + "  - {rule: s, reject: {any: [toponym], none: [noun]}, says: x, clause: y}\n",
            11,
            "can never be reached, as an earlier one meets all it meets: s, after r",
        ),
        (
            GOOD + "  - {rule: s, reject: {all: [toponym, noun]}, says: x, clause: y}\n",
            11,
            "s, after r",
        ),
        (GOOD + "  - {rule: s, accept: {any: [toponym]}, says: x}\n", 11, "s, after r"),
        (
            "  - {rule: r, reject: {all: [noun], none: [noun]}, says: x, clause: y}\n",
            10,
            "asks for a tag and its absence",
        ),
        (
            "  - {rule: r, reject: {any: [noun], none: [noun, verb]}, says: x, clause: y}\n",
            10,
            "asks for a tag and its absence",
        ),
        (
            "  - {rule: r, reject: {any: [noun]}, says: x}\n",
            10,
            "cites no clause of the rule text: r",
        ),
        (
            "  - {rule: r, reject: {any: [noun]}, says: x, clause: y, "
            "cases: {accepted: [aa, bb], rejected: [bb]}}\n",
            10,
            "two different verdicts: bb (accepted and rejected)",
        ),
        (
            "  - {rule: r, reject: {any: [noun]}, says: x, clause: y, cases: {accepted: [x-y]}}\n",
            10,
            "that its own spelling cannot lay: x-y",
        ),
    ],
)
def test_a_doubtful_rule_is_found(
    shop: Shop, vocabulary: Tagset, rules: str, line: int, says: str
) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset(rules=rules)
    assert [(at, says in text) for at, text in found(shop, vocabulary)] == [(line, True)]


@pytest.mark.parametrize(
    "rules",
    [
        GOOD + "  - {rule: s, reject: {any: [toponym, noun]}, says: x, clause: y}\n",
        GOOD + "  - {rule: s, reject: {all: [noun]}, says: x, clause: y}\n",
        "  - {rule: r, reject: {any: [misspelling, forbidden]}, says: x}\n",
        "  - {rule: r, accept: {any: [noun]}, says: x}\n",
    ],
)
def test_a_rule_that_only_looks_so_is_let_pass(shop: Shop, vocabulary: Tagset, rules: str) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset(rules=rules)
    assert found(shop, vocabulary) == []


def test_a_rule_under_another_choice_does_not_cover(shop: Shop, vocabulary: Tagset) -> None:
    shop.words("liste", ["haus"])
    more = "options: {o: {values: [a, b], default: a, says: x}}\n"
    one = "  - {rule: r, reject: {any: [noun]}, says: x, clause: y, when: {o: a}}\n"
    two = "  - {rule: s, reject: {any: [noun]}, says: x, clause: y, when: {o: b}}\n"
    shop.ruleset(rules=one + two, more=more)
    assert found(shop, vocabulary) == []
    shop.ruleset(rules=one + one.replace("rule: r", "rule: s"), more=more)
    assert len(found(shop, vocabulary)) == 1


def test_sources_are_looked_at(shop: Shop, vocabulary: Tagset) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset(rules=GOOD, sources=["liste", "fehlt"])
    assert [text for _, text in found(shop, vocabulary)] == [
        "spiel names a source that has no manifest: fehlt"
    ]
    shop.ruleset(rules=GOOD, sources=["liste", "german-nouns"])
    assert [text for _, text in found(shop, vocabulary)] == [
        "spiel names a source in another language: german-nouns (de)"
    ]
    shop.words("stumm", ["haus"], more="attests: no\n")
    shop.ruleset(rules=GOOD, sources=["stumm"])
    assert "no source that attests" in found(shop, vocabulary)[0][1]


def test_an_odd_fold_is_found(shop: Shop, vocabulary: Tagset) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset(rules=GOOD, spelling="  alphabet: abc\n  folds: {ß: SS}\n  hints: {ae: ä}\n")
    assert [text.partition(": ")[2] for _, text in found(shop, vocabulary)] == ["ß: SS", "ae: ä"]


def test_a_fold_of_a_capital_is_found(shop: Shop, vocabulary: Tagset) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset(rules=GOOD, spelling="  alphabet: abco\n  folds: {Œ: oc}\n")
    assert "which is never met" in found(shop, vocabulary)[0][1]


def test_a_source_named_twice_is_found(shop: Shop, vocabulary: Tagset) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset(rules=GOOD, more="optional_sources: [liste]\n")
    assert [text for _, text in found(shop, vocabulary)] == [
        "spiel names a source twice, which counts where it stands first: liste"
    ]


def test_every_check_says_what_it_finds() -> None:
    for check in linting.CHECKS:
        assert check.__doc__
        assert not check.__doc__.endswith(".")


def test_what_is_shipped_has_no_remarks(vocabulary: Tagset) -> None:
    place = Workspace(REPOSITORY)
    manifests = {n: source.load(place.source(n), vocabulary) for n in place.sources}
    for path in place.rulesets.values():
        assert list(linting.lint(ruleset.load(path, vocabulary), manifests)) == []

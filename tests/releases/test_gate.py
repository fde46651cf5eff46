"""What stops a release: decisions that have flipped, cases that fail, words that are lost."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexkit import gate
from lexkit.gate import Gate
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from tests.conftest import RULES, Shop
from tests.releases.conftest import ROWS, kept, line


def looked(shop: Shop, old: Lexicon, may_leave: int = 0) -> Gate:
    """Build again, and compare with ``old``."""
    return gate.look(shop.build(), old, [], may_leave)


def flips(found: Gate) -> list[tuple[str, str]]:
    return [(flip.change.word, flip.line.word) for flip in found.flipped]


def without(form: str) -> list[tuple[str, str, str]]:
    return [row for row in ROWS if row[0] != form]


def test_nothing_changed_nothing_found(game: Shop) -> None:
    game.curated(line("Rand", "accept"), line("Ulm", "reject", "letters"))
    game.result()
    found = looked(game, kept(game))
    assert found.problems == []
    assert (found.left, found.decided, found.flipped) == (0, 0, [])


def test_a_first_release_loses_nothing(game: Shop) -> None:
    game.curated(line("Rand", "accept"))
    found = gate.look(game.build(), None, [])
    assert (found.problems, found.difference) == ([], None)
    assert [line.word for line in found.lines.made] == ["Rand"]


# -- decisions ------------------------------------------------------------------------------------


def test_a_rule_that_refuses_what_tags_had_let_in_flips_the_decision(game: Shop) -> None:
    game.curated(line("Rand", "tag", tags="noun dated"))
    game.result()
    old = kept(game)
    rule = "  - rule: dated\n    reject: {any: [dated]}\n    says: Nobody says that.\n"
    game.ruleset(rules=RULES + rule)
    found = looked(game, old)
    assert flips(found) == [("rand", "Rand")]
    assert found.flipped[0].change.new.rule == "dated"
    assert found.problems == ["1 decision flipped: rand"]
    assert found.left == 0


def test_a_rule_that_lets_in_what_tags_had_refused_flips_it_too(game: Shop) -> None:
    game.curated(line("Rand", "tag", tags="toponym"))
    game.result()
    old = kept(game)
    game.ruleset(rules=RULES.replace("any: [toponym]", "all: [toponym, capitalised, dated]"))
    found = looked(game, old)
    assert ("rand", "Rand") in flips(found)
    assert [flip for flip in flips(found) if flip[0] == "ulm"] == []  # no decision was on that


def test_a_new_version_of_a_source_brings_back_what_was_refused(game: Shop) -> None:
    game.curated(line("Rand", "reject"))
    game.result()
    old = kept(game)
    assert "rand" not in old
    game.table("tafel", [*ROWS, ("Rand", "Rande", "noun")])
    found = looked(game, old)
    assert flips(found) == [("rand", "Rand")]


@pytest.mark.parametrize("scope", ["form", "lemma"])
def test_another_form_with_the_same_letters_brings_it_back_too(game: Shop, scope: str) -> None:
    game.curated(line("Rand", "reject", scope))
    game.result()
    old = kept(game)
    game.table("tafel", [*ROWS, ("rand", "rand", "adverb")])
    assert flips(looked(game, old)) == [("rand", "Rand")]


def test_a_letter_that_is_no_tile_any_more_flips_what_was_accepted(game: Shop) -> None:
    game.curated(line("Käfer", "accept"), line("ab", "accept"))
    game.result()
    old = kept(game)
    spelling = "  alphabet: abcdefghijklmnopqrstuvwxyz\n  strip_accents: no\n  min_letters: 3\n"
    game.ruleset(spelling=spelling)
    assert flips(looked(game, old, 99)) == [("ab", "ab"), ("käfer", "Käfer")]


def test_a_form_that_is_only_laid_otherwise_is_no_flip(game: Shop) -> None:
    game.curated(line("Straße", "accept"))
    game.result()
    old = kept(game)
    game.ruleset(spelling="  alphabet: abcdefghijklmnopqrstuvwxyzäöüß\n")
    found = looked(game, old)
    assert found.difference is not None
    assert (found.difference.came, found.difference.went) == (["straße"], ["strasse"])
    assert (flips(found), found.left) == ([], 1)


def test_many_words_that_are_laid_otherwise(game: Shop) -> None:
    forms = [
        f"{a}{b}{c}ß" for a in "abcdefghijklmno" for b in "abcdefghijklm" for c in "abcdefghij"
    ]
    game.table("tafel", [(form, form, "noun") for form in forms])
    game.curated(line("abcß", "accept"), line("bbbss", "reject", "letters"))
    game.result()
    old = kept(game)
    game.ruleset(spelling="  alphabet: abcdefghijklmnopqrstuvwxyzäöüß\n")
    found = looked(game, old)
    assert found.difference is not None
    assert (len(found.difference.came), len(found.difference.went)) == (1950, 1949)
    assert (flips(found), found.left) == ([("bbbß", "bbbss")], 1949)


def test_letters_that_were_refused_come_back_by_another_spelling(game: Shop) -> None:
    game.curated(line("strasse", "reject", "letters"))
    game.result()
    old = kept(game)
    game.ruleset(spelling="  alphabet: abcdefghijklmnopqrstuvwxyzäöüß\n")
    assert flips(looked(game, old)) == [("straße", "strasse")]


def test_a_source_of_decisions_that_is_not_asked_any_more_took_none_back(game: Shop) -> None:
    game.curated(line("Ulm", "accept"), line("Rand", "reject"), line("gut", "accept"))
    game.result()
    old = kept(game)
    game.ruleset(sources=["tafel"])
    found = looked(game, old)
    assert flips(found) == [("ulm", "Ulm"), ("rand", "Rand")]  # gut stands by itself
    assert {line.word for line in found.lines.unasked} == {"Ulm", "Rand", "gut"}


@pytest.mark.parametrize(
    "after",
    [
        [],
        [line("Rand", "reject")],
        [line("Rand", "tag", tags="toponym")],
        [line("rand", "reject", "letters"), line("Rand", "accept")],
        [line("Rand", "reject", "form"), line("Rand", "accept")],
    ],
    ids=["taken back", "turned round", "tagged", "letters", "form"],
)
def test_a_decision_that_somebody_changed_has_not_flipped(
    game: Shop, after: list[dict[str, str]]
) -> None:
    game.table("tafel", without("Rand"))
    game.curated(line("Rand", "accept"))
    game.result()
    old = kept(game)
    assert "rand" in old
    game.curated(*after)
    found = looked(game, old)
    assert found.difference is not None
    assert found.difference.went == ["rand"]
    assert (flips(found), found.decided, found.left) == ([], 1, 0)
    assert found.problems == []


def test_other_tags_are_another_decision(game: Shop) -> None:
    game.curated(line("Rand", "tag", tags="noun"))
    game.result()
    old = kept(game)
    game.curated(line("Rand", "tag", tags="toponym"))
    found = looked(game, old)
    assert (flips(found), found.decided, found.left) == ([], 1, 0)
    assert [line.word for line in found.lines.changed] == ["Rand"]


@pytest.mark.parametrize("scope", ["letters", "form"])
def test_what_somebody_lets_in_again_has_not_flipped(game: Shop, scope: str) -> None:
    game.curated(line("Rand", "reject"))
    game.result()
    old = kept(game)
    word = "rand" if scope == "letters" else "Rand"
    game.curated(line("Rand", "reject"), line(word, "accept", scope))
    found = looked(game, old)
    assert found.difference is not None
    assert (found.difference.came, flips(found)) == (["rand"], [])


def test_a_form_that_cannot_be_laid_has_no_letters_to_flip(game: Shop) -> None:
    game.table("tafel", [*without("Rand"), ("R-and", "R-and", "noun")])
    game.curated(line("R-and", "reject"))
    game.result()
    old = kept(game)
    game.table("tafel", [*ROWS, ("R-and", "R-and", "noun")])
    found = looked(game, old)
    assert found.difference is not None
    assert (found.difference.came, flips(found)) == (["rand"], [])


def test_letters_that_were_in_by_another_form_were_not_refused(game: Shop) -> None:
    game.table("tafel", [*ROWS, ("Strasse", "Strasse", "noun")])
    game.curated(line("Straße", "reject"))
    game.result()
    old = kept(game)
    assert "strasse" in old
    game.table("tafel", [*ROWS, ("Strasse", "Strasse", "noun"), ("Straße", "Straß", "noun")])
    game.ruleset(spelling="  alphabet: abcdefghijklmnopqrstuvwxyzäöüß\n")
    found = looked(game, old)
    assert found.difference is not None
    assert (found.difference.came, flips(found)) == (["straße"], [])


def test_other_words_for_the_same_decision_are_the_same_decision(game: Shop) -> None:
    game.curated(line("Rand", "tag", tags="noun dated"))
    game.result()
    old = kept(game)
    game.curated(line("Rand", "tag", tags="dated noun", reason="so", by="tom", rulesets="spiel"))
    rule = "  - rule: dated\n    reject: {any: [dated]}\n    says: Nobody says that.\n"
    game.ruleset(rules=RULES + rule)
    found = looked(game, old)
    assert flips(found) == [("rand", "Rand")]
    assert (found.lines.made, found.lines.changed, found.lines.taken_back) == ([], [], [])


def test_all_forms_of_a_refused_lemma_are_looked_at(game: Shop) -> None:
    game.curated(line("gut", "reject"))
    game.result()
    old = kept(game)
    assert "gute" not in old
    game.table("tafel", [*ROWS, ("gute", "Gute", "noun")])
    assert flips(looked(game, old)) == [("gute", "gut")]


def test_a_word_that_stood_by_itself_did_not_flip(game: Shop) -> None:
    """*Rand* was refused as a lemma and stood as a form of another; now it is neither."""
    game.table("tafel", [*ROWS, ("Rand", "Rande", "noun")])
    game.curated(line("Rand", "reject"))
    game.result()
    old = kept(game)
    assert "rand" in old
    game.table("tafel", ROWS)
    found = looked(game, old)
    assert (flips(found), found.left, found.decided) == ([], 1, 0)


def test_decisions_without_effect_are_shown_and_stop_nothing(game: Shop) -> None:
    old = kept(game)
    game.table("tafel", [*ROWS, ("Rand", "Rande", "noun")])
    game.curated(line("Rand", "reject"), line("T-Stück", "accept"), line("Ulm", "accept"))
    found = looked(game, old)
    assert [line.word for line in found.lines.idle] == ["Rand", "T-Stück"]
    assert len(found.lines.made) == 3
    assert found.problems == []


# -- words ----------------------------------------------------------------------------------------


def test_words_that_leave_are_grouped_by_the_reasons_before_and_now(game: Shop) -> None:
    old = kept(game)
    rows = [("Rand", "Rand", "toponym"), ("Käfer", "Käfer", "noun"), ("gut", "gut", "adjective")]
    game.table("tafel", rows)
    found = looked(game, old, may_leave=2)
    told = [(g.old.rule, g.new.verdict, g.new.rule, g.words) for g in found.leaving]
    assert told == [
        ("default", Verdict.UNATTESTED, None, ["gute", "strasse"]),
        ("default", Verdict.REJECTED, "places", ["rand"]),
    ]
    assert found.problems == ["3 words left without a decision, 2 may: gute, strasse, rand"]
    assert looked(game, old, may_leave=3).problems == []


def test_a_word_that_somebody_refused_leaves_by_a_decision(game: Shop) -> None:
    old = kept(game)
    game.table("tafel", without("gute"))
    game.curated(line("Rand", "reject"), line("Straße", "tag", tags="toponym"))
    found = looked(game, old)
    assert found.decided == 2
    assert [group.words for group in found.leaving] == [["gute"]]


@pytest.mark.parametrize(("words", "may"), [(999, 0), (1000, 1), (5500, 5), (250_000, 100)])
def test_how_many_may_leave_unless_somebody_says_so(
    game: Shop, monkeypatch: pytest.MonkeyPatch, words: int, may: int
) -> None:
    old = kept(game)
    monkeypatch.setattr(Lexicon, "__len__", lambda self: words)
    assert gate.look(game.build(), old, []).may_leave == may


def test_a_problem_names_words_from_all_of_them() -> None:
    words = [f"{a}{b}" for a in "abcdefgh" for b in "xyz"]
    assert gate.some(words) == "ax, bx, cx, dx, ex, fx, gx, hx, …"
    assert gate.some(words[:8]) == ", ".join(words[:8])


# -- any change -----------------------------------------------------------------------------------

FORMS = ["ra", "Ra", "re", "rae", "Rea", "era"]
LISTED = st.lists(
    st.tuples(
        st.sampled_from(FORMS), st.sampled_from(FORMS), st.sampled_from(["noun", "toponym", ""])
    ),
    max_size=6,
)
DECIDED = st.dictionaries(
    st.tuples(st.sampled_from(FORMS), st.sampled_from(["lemma", "form", "letters"])),
    st.sampled_from(["accept", "reject", "noun", "toponym"]),
    max_size=3,
)
STATE = st.tuples(LISTED, DECIDED)

Decisions = dict[tuple[str, str], str]


def made(shop: Shop, state: tuple[list[tuple[str, str, str]], Decisions]) -> Lexicon | None:
    listed, decided = state
    shop.table("tafel", listed)
    lines = {}
    for (word, scope), what in decided.items():
        told = (
            {"decision": what}
            if what in ("accept", "reject")
            else {"decision": "tag", "tags": what}
        )
        # Ra and ra are the same letters, and one line decides on them.
        key = (word.lower() if scope == "letters" else word, scope)
        lines[key] = {"word": key[0], "scope": scope, **told}
    shop.curated(*lines.values())
    shop.ruleset(rules=RULES, spelling="  alphabet: aer\n  min_letters: 2\n")
    return Lexicon(shop.result().folder)


def same(one: Decisions, other: Decisions, scope: str, word: str) -> bool:
    """Whether both decide the same on ``word``, which is small where it is letters."""

    def of(decided: Decisions) -> set[str]:
        return {
            what
            for (w, s), what in decided.items()
            if s == scope and (w.lower() if s == "letters" else w) == word
        }

    return of(one) == of(other)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(STATE, STATE)
def test_every_word_out_is_explained_once_and_every_flip_is_one(
    before: tuple[list[tuple[str, str, str]], Decisions],
    after: tuple[list[tuple[str, str, str]], Decisions],
) -> None:
    """Against the answers on each word, which are found in another way."""
    with tempfile.TemporaryDirectory() as temporary:
        shop = Shop(Path(temporary))
        made(shop, before)
        old = kept(shop)
        new = made(shop, after)
        assert new is not None
        found = gate.look(new, old, [], 0)
        difference = found.difference
        assert difference is not None
        flipped = {flip.change.word for flip in found.flipped}
        out = [word for group in found.leaving for word in group.words]
        assert len(difference.went) == len(flipped & set(difference.went)) + found.decided + len(
            out
        )
        assert flipped <= {*difference.went, *difference.came}
        for flip in found.flipped:
            line = flip.line
            assert same(before[1], after[1], line.scope, line.word)
            first = old.answer(flip.change.word)
            assert any(ground.place == line.place for ground in first.grounds)
            assert first.verdict is not new.answer(flip.change.word).verdict
        if before[1] == after[1]:  # nobody decided anything
            assert found.decided == 0
            for word in difference.went:
                ground = old.answer(word).grounds[0]
                assert (ground.source == "curated-xx") <= (word in flipped), word
        if not before[1]:
            assert not flipped

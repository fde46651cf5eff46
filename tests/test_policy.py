"""Section 3 of the design, "Evidence" and "Rules", sentence by sentence, on small lexicons.

At the end the same text is written a second time, as plainly as can be, and both are given the
same random evidence.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexkit.curated import Action, Decision, Scope
from lexkit.model import Verdict
from lexkit.policy import Evidence, Member, Policy, Rule
from tests.conftest import Shop, rule_of

# -- what has an opinion ----------------------------------------------------------------------


def test_a_form_stands_if_one_of_its_readings_stands(shop: Shop) -> None:
    shop.table("liste", [("Rand", "Rand", "toponym"), ("Rand", "Rand", "noun")])
    assert rule_of(shop.build(), "rand") == ("accepted", "default")


def test_a_form_falls_if_all_its_readings_fall(shop: Shop) -> None:
    shop.table("liste", [("Ulm", "Ulm", "toponym"), ("Ulm", "Ulm", "surname")])
    assert rule_of(shop.build(), "ulm") == ("rejected", "places")


def test_plain_readings_are_no_opinion_so_a_later_source_with_one_decides(shop: Shop) -> None:
    shop.table("erste", [("Gulden", "Gulden", "noun"), ("Eifel", "Eifel", "noun")])
    shop.table("zweite", [("Eifel", "Eifel", "toponym")])
    lexicon = shop.build()
    assert rule_of(lexicon, "Eifel") == ("rejected", "places")
    assert lexicon.answer("Eifel").grounds[0].source == "zweite"
    assert rule_of(lexicon, "Gulden") == ("accepted", "default")


def test_the_first_source_with_an_opinion_decides_in_the_order_of_the_ruleset(shop: Shop) -> None:
    shop.table("erste", [("Essen", "Essen", "toponym")])
    shop.table("zweite", [("Essen", "Essen", "short-word")])
    shop.ruleset("vor", sources=["erste", "zweite"])
    shop.ruleset("nach", sources=["zweite", "erste"])
    assert rule_of(shop.build("vor"), "essen") == ("rejected", "places")
    assert rule_of(shop.build("nach"), "essen") == ("accepted", "short-words")


def test_of_the_deciding_source_the_plain_readings_are_put_to_the_rules_too(shop: Shop) -> None:
    shop.table("erste", [("Adonis", "Adonis", "given-name"), ("Adonis", "Adonis", "noun")])
    shop.table("zweite", [("Adonis", "Adonis", "toponym")])
    assert rule_of(shop.build(), "adonis") == ("accepted", "default")


def test_the_plain_readings_of_other_sources_are_not(shop: Shop) -> None:
    shop.table("erste", [("Köln", "Köln", "noun"), ("Bonn", "Bonn", "toponym")])
    shop.table("zweite", [("Köln", "Köln", "toponym"), ("Bonn", "Bonn", "noun")])
    lexicon = shop.build()
    assert rule_of(lexicon, "Köln") == ("rejected", "places")
    assert rule_of(lexicon, "Bonn") == ("rejected", "places")


def test_a_tag_that_no_rule_names_is_no_opinion(shop: Shop) -> None:
    shop.table("erste", [("Mist", "Mist", "vulgar")])
    shop.table("zweite", [("Mist", "Mist", "interjection")])
    assert rule_of(shop.build(), "mist") == ("rejected", "exclamations")


@pytest.mark.parametrize("key", ["any", "all", "none"])
def test_a_tag_named_in_any_part_of_a_rule_is_an_opinion(shop: Shop, key: str) -> None:
    shop.table("erste", [("Mist", "Mist", "vulgar")])
    shop.table("zweite", [("Mist", "Mist", "interjection")])
    also = "all: [vulgar, foreign]" if key == "all" else f"{key}: [vulgar], all: [foreign]"
    rules = (
        f"  - {{rule: first, reject: {{{also}}}, says: x}}\n"
        "  - {rule: second, reject: {any: [interjection]}, says: x}\n"
    )
    assert rule_of(shop.build(rules=rules), "mist") == ("accepted", "default")


def test_a_part_of_speech_can_be_an_opinion_but_a_shape_cannot(shop: Shop) -> None:
    shop.table("erste", [("Pst", "Pst", "noun")])
    shop.table("zweite", [("Pst", "Pst", "interjection")])
    rules = (
        "  - {rule: shout, reject: {all: [capitalised, interjection]}, says: x}\n"
        "  - {rule: shape, reject: {any: [no-vowel], none: [capitalised]}, says: x}\n"
    )
    assert rule_of(shop.build(rules=rules), "pst") == ("rejected", "shout")


def test_without_any_opinion_all_readings_are_put_to_the_rules_and_shape_may_decide(
    shop: Shop,
) -> None:
    shop.words("erste", ["pst", "haus"])
    shop.table("zweite", [("pst", "pst", "noun")])
    rules = "  - {rule: shape, reject: {any: [no-vowel]}, says: x}\n"
    lexicon = shop.build(rules=rules)
    assert rule_of(lexicon, "pst") == ("rejected", "shape")
    assert rule_of(lexicon, "haus") == ("accepted", "default")


def test_the_default_ends_it(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    assert rule_of(shop.build(), "haus") == ("accepted", "default")
    shop.ruleset(more="default: reject\n")
    lexicon = shop.build()
    assert rule_of(lexicon, "haus") == ("rejected", "default")
    assert lexicon.answer("haus").grounds[0].says == "No rule admits it."


def test_shape_is_read_off_the_written_form_before_it_is_folded(shop: Shop) -> None:
    shop.words("liste", ["Rom", "rom", "NATO"])
    rules = "  - {rule: capitals, reject: {any: [all-caps, capitalised]}, says: x}\n"
    lexicon = shop.build(rules=rules)
    assert rule_of(lexicon, "ROM") == ("accepted", "default")  # there is rom too
    assert rule_of(lexicon, "nato") == ("rejected", "capitals")


# -- the first match of a rule, and which ground is told ----------------------------------------


def test_the_first_rule_that_meets_a_reading_decides_it(shop: Shop) -> None:
    shop.table("liste", [("Abo", "Abo", "short-word,toponym")])
    assert rule_of(shop.build(), "abo") == ("accepted", "short-words")
    rules = (
        "  - {rule: places, reject: {any: [toponym]}, says: x}\n"
        "  - {rule: short-words, accept: {any: [short-word]}, says: x}\n"
    )
    shop.ruleset(rules=rules)
    assert rule_of(shop.build(), "abo") == ("rejected", "places")


def test_a_rejection_is_grounded_on_the_first_rule_in_the_order_of_the_rules(shop: Shop) -> None:
    shop.table(
        "liste", [("Au", "Au", "interjection"), ("Au", "Au", "surname"), ("Au", "Au", "toponym")]
    )
    answer = shop.build().answer("au")
    assert [ground.rule for ground in answer.grounds] == ["places", "persons", "exclamations"]
    assert answer.grounds[0].clause == "Names of places"


def test_an_accepted_form_is_grounded_on_the_reading_that_stands(shop: Shop) -> None:
    shop.table("liste", [("Linde", "Linde", "surname"), ("Linde", "Linde", "noun")])
    grounds = shop.build().answer("linde").grounds
    assert [(g.verdict, g.rule) for g in grounds] == [
        ("accepted", "default"), ("rejected", "persons"),
    ]  # fmt: skip
    assert grounds[0].tags == ("capitalised", "noun")


@pytest.mark.parametrize(
    ("predicate", "meets"),
    [
        ("any: [noun]", ["noun", "noun vulgar", "noun dated"]),
        ("any: [vulgar, dated]", ["noun vulgar", "noun dated"]),
        ("all: [noun, vulgar]", ["noun vulgar"]),
        ("any: [noun], none: [vulgar]", ["noun", "noun dated"]),
        ("any: [vulgar, dated], all: [noun], none: [vulgar]", ["noun dated"]),
        ("none: [vulgar, dated]", ["noun", ""]),
    ],
)
def test_any_all_and_none_are_anded(shop: Shop, predicate: str, meets: list[str]) -> None:
    rows = {"": "wa", "noun": "wb", "noun vulgar": "wc", "noun dated": "wd"}
    shop.table("liste", [(word, "", tags.replace(" ", ",")) for tags, word in rows.items()])
    lexicon = shop.build(rules=f"  - {{rule: it, reject: {{{predicate}}}, says: x}}\n")
    met = [tags for tags, word in rows.items() if lexicon.answer(word).verdict == "rejected"]
    assert sorted(met) == sorted(meets)


# -- who attests --------------------------------------------------------------------------------


def test_what_no_attesting_source_lists_is_unattested_not_accepted(shop: Shop) -> None:
    shop.words("zeuge", ["haus"])
    shop.words("stumm", ["haus", "hausfee"], more="attests: no\n")
    lexicon = shop.build()
    assert rule_of(lexicon, "haus") == ("accepted", "default")
    assert lexicon.answer("hausfee").verdict == "unattested"
    assert "hausfee" not in lexicon


def test_a_source_that_attests_nothing_may_still_have_the_opinion(shop: Shop) -> None:
    shop.table(
        "stumm",
        [("Ruhr", "Ruhr", "toponym"), ("Kilo", "Kilo", "short-word"), ("Jux", "", "short-word")],
        more="attests: no\n",
    )
    shop.words("zeuge", ["Ruhr", "Kilo"])
    lexicon = shop.build()
    assert rule_of(lexicon, "ruhr") == ("rejected", "places")
    assert rule_of(lexicon, "kilo") == ("accepted", "short-words")
    assert lexicon.answer("jux").verdict == "unattested"


def test_a_rejection_needs_no_attestation(shop: Shop) -> None:
    shop.table("stumm", [("Ruhr", "Ruhr", "toponym")], more="attests: no\n")
    assert rule_of(shop.build(), "ruhr") == ("rejected", "places")


def test_forbidden_never_attests(shop: Shop) -> None:
    shop.table("liste", [("huisen", "", "forbidden"), ("huisje", "", "forbidden")])
    rules = "  - {rule: places, reject: {any: [toponym]}, says: x}\n"
    lexicon = shop.build(rules=rules)
    assert lexicon.answer("huisen").verdict == "unattested"
    shop.words("zeuge", ["huisje"])
    shop.ruleset(rules=rules)
    assert shop.build().answer("huisje").verdict == "accepted"


def test_no_form_at_all_is_unattested_without_grounds(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    answer = shop.build().answer("maus")
    assert (answer.verdict, answer.grounds) == ("unattested", ())


def test_the_letters_are_accepted_if_any_form_with_these_letters_is(shop: Shop) -> None:
    shop.table(
        "liste",
        [
            ("Maße", "Maß", "noun"),
            ("Masse", "Masse", "toponym"),
            ("Busse", "", "toponym"),
            ("Buße", "", "surname"),
        ],
    )
    lexicon = shop.build()
    answer = lexicon.answer("MASSE")
    assert answer.verdict == "accepted"
    assert [(g.form, g.verdict) for g in answer.grounds] == [
        ("Maße", "accepted"), ("Masse", "rejected"),
    ]  # fmt: skip
    assert lexicon.answer("Busse").verdict == "rejected"
    assert list(lexicon.words()) == ["masse"]


# -- curated lines ------------------------------------------------------------------------------


def test_a_curated_line_on_letters_comes_before_the_form_and_the_form_before_the_lemma(
    shop: Shop,
) -> None:
    shop.table(
        "liste", [("Kran", "Kran", "noun"), ("Krane", "Kran", "noun"), ("Krans", "Kran", "noun")]
    )
    shop.curated(
        {"word": "Kran", "scope": "lemma", "decision": "reject", "reason": "the lemma"},
        {"word": "Krane", "scope": "form", "decision": "accept", "reason": "the form"},
        {"word": "Krans", "scope": "form", "decision": "accept", "reason": "the form"},
        {"word": "krans", "scope": "letters", "decision": "reject", "reason": "the letters"},
    )
    lexicon = shop.build()
    told = {
        w: (a.verdict.value, a.grounds[0].says)
        for w in ("Kran", "Krane", "Krans")
        for a in [lexicon.answer(w)]
    }
    assert told == {
        "Kran": ("rejected", "the lemma"),
        "Krane": ("accepted", "the form"),
        "Krans": ("rejected", "the letters"),
    }


def test_accept_and_reject_decide_outright_with_the_line_and_its_clause_as_ground(
    shop: Shop,
) -> None:
    shop.table("liste", [("Rhein", "Rhein", "toponym"), ("Tisch", "Tisch", "noun")])
    shop.curated(
        {"word": "Rhein", "decision": "accept", "reason": "a word too", "by": "Ida"},
        {"word": "Tisch", "decision": "reject", "clause": "Furniture", "by": "Ida"},
    )
    lexicon = shop.build()
    (ground,) = lexicon.answer("rhein").grounds
    assert (ground.verdict, ground.rule, ground.says) == ("accepted", "curated", "a word too")
    assert (ground.source, ground.place) == ("curated-xx", "xx.tsv:2")
    ground = lexicon.answer("tisch").grounds[0]
    assert (ground.rule, ground.says, ground.clause) == ("curated", "Decided by Ida.", "Furniture")


def test_tag_replaces_the_tags_so_that_a_rule_is_the_ground(shop: Shop) -> None:
    shop.table("liste", [("Taler", "Taler", "short-word"), ("Talers", "Taler", "noun")])
    shop.curated({"word": "Taler", "decision": "tag", "tags": "toponym"})
    lexicon = shop.build()
    for word in ("Taler", "Talers"):
        assert rule_of(lexicon, word) == ("rejected", "places")
        ground = lexicon.answer(word).grounds[0]
        assert set(ground.tags) == {"toponym", "capitalised"}
        assert (ground.source, ground.clause) == ("curated-xx", "Names of places")


def test_tag_with_plain_tags_lifts_a_rejection(shop: Shop) -> None:
    shop.table("liste", [("Rhein", "Rhein", "toponym")])
    shop.curated({"word": "Rhein", "decision": "tag", "tags": "noun"})
    assert rule_of(shop.build(), "rhein") == ("accepted", "default")


def test_tags_of_a_line_are_put_to_the_rules_beside_the_shape(shop: Shop) -> None:
    shop.words("liste", ["pst"])
    shop.curated({"word": "pst", "decision": "tag", "tags": "noun"})
    rules = "  - {rule: shape, reject: {any: [no-vowel]}, says: x}\n"
    assert rule_of(shop.build(rules=rules), "pst") == ("rejected", "shape")


@pytest.mark.parametrize("scope", ["lemma", "form", "letters"])
def test_a_curated_line_attests_a_word_that_no_list_holds(shop: Shop, scope: str) -> None:
    shop.words("liste", ["haus"])
    shop.curated(
        {"word": "mys", "scope": scope, "decision": "accept"},
        {"word": "mue", "scope": scope, "decision": "tag", "tags": "noun"},
        {"word": "ach", "scope": scope, "decision": "tag", "tags": "interjection"},
        {"word": "weg", "scope": scope, "decision": "reject"},
    )
    lexicon = shop.build()
    assert rule_of(lexicon, "mys") == ("accepted", "curated")
    assert rule_of(lexicon, "mue") == ("accepted", "default")
    assert rule_of(lexicon, "ach") == ("rejected", "exclamations")
    assert rule_of(lexicon, "weg") == ("rejected", "curated")
    assert sorted(lexicon.words()) == ["haus", "mue", "mys"]


def test_a_lemma_is_decided_with_all_its_forms(shop: Shop) -> None:
    forms = ["Troll", "Trolle", "Trollen", "Trolls"]
    shop.table("liste", [(form, "Troll", "noun") for form in forms])
    shop.curated({"word": "Troll", "decision": "reject"})
    lexicon = shop.build()
    assert {rule_of(lexicon, form) for form in forms} == {("rejected", "curated")}


def test_a_decision_on_a_lemma_does_not_take_the_homograph_of_another(shop: Shop) -> None:
    shop.table(
        "liste", [("Essen", "Esse", "noun"), ("Essen", "Essen", "noun"), ("Esse", "Esse", "noun")]
    )
    shop.curated({"word": "Esse", "decision": "reject"})
    lexicon = shop.build()
    assert rule_of(lexicon, "esse") == ("rejected", "curated")
    answer = lexicon.answer("essen")
    assert (answer.verdict, answer.grounds[0].lemma) == ("accepted", "Essen")
    assert [ground.rule for ground in answer.grounds] == ["default", "curated"]


def test_a_homograph_that_falls_by_itself_leaves_the_decision_as_ground(shop: Shop) -> None:
    shop.table("liste", [("Essen", "Esse", "noun"), ("Essen", "Essen", "toponym")])
    shop.curated({"word": "Esse", "decision": "reject"})
    assert rule_of(shop.build(), "essen") == ("rejected", "curated")


def test_a_bare_reading_is_no_other_lemma(shop: Shop) -> None:
    shop.table("liste", [("Trolle", "Troll", "noun")])
    shop.words("nackt", ["Trolle", "Troll"])
    shop.curated({"word": "Troll", "decision": "reject"})
    lexicon = shop.build()
    assert rule_of(lexicon, "trolle") == ("rejected", "curated")
    assert rule_of(lexicon, "troll") == ("rejected", "curated")


def test_where_a_list_names_no_lemma_the_form_is_its_own(shop: Shop) -> None:
    shop.words("liste", ["Troll", "Trolle"], more="options: {label: N}\ntags: {N: noun}\n")
    shop.curated({"word": "Troll", "decision": "reject"})
    lexicon = shop.build()
    assert rule_of(lexicon, "troll") == ("rejected", "curated")
    assert rule_of(lexicon, "trolle") == ("accepted", "default")


def test_a_rejected_lemma_does_not_attest_its_homograph(shop: Shop) -> None:
    shop.table("stumm", [("Fee", "Feen", "noun")], more="attests: no\n")
    shop.curated({"word": "Fee", "decision": "reject"})
    assert shop.build().answer("fee").verdict == "rejected"


def test_a_decision_of_the_ruleset_comes_before_one_for_all(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    shop.curated(
        {"word": "haus", "decision": "reject"},
        {"word": "haus", "decision": "accept", "rulesets": "spiel", "reason": "here it is"},
    )
    shop.ruleset("spiel")
    shop.ruleset("anderes")
    assert rule_of(shop.build("spiel"), "haus") == ("accepted", "curated")
    assert rule_of(shop.build("anderes"), "haus") == ("rejected", "curated")


def test_letters_may_be_written_in_any_spelling_and_the_narrower_line_comes_first(
    shop: Shop,
) -> None:
    shop.words("liste", ["Straße"])
    shop.curated(
        {"word": "Straße", "scope": "letters", "decision": "accept", "rulesets": "spiel"},
        {"word": "strasse", "scope": "letters", "decision": "reject"},
    )
    shop.ruleset("spiel")
    shop.ruleset("anderes")
    assert rule_of(shop.build("spiel"), "STRASSE") == ("accepted", "curated")
    assert rule_of(shop.build("anderes"), "STRASSE") == ("rejected", "curated")


def test_a_curated_line_counts_only_where_its_source_is_used(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    shop.curated({"word": "haus", "decision": "reject"})
    shop.ruleset(sources=["liste"])
    assert rule_of(shop.build(), "haus") == ("accepted", "default")


# -- options ------------------------------------------------------------------------------------

OPTIONS = """\
options:
  places: {values: [none, all], default: none, says: Whether places count.}
"""
CHOICE = """\
  - {rule: places, reject: {any: [toponym]}, says: x, when: {places: none}}
  - {rule: persons, reject: {any: [surname]}, says: x}
"""


def test_an_option_makes_a_lexicon_of_its_own(shop: Shop) -> None:
    shop.table(
        "liste", [("Ulm", "Ulm", "toponym"), ("Ulm", "Ulm", "surname"), ("Bonn", "", "toponym")]
    )
    shop.ruleset(rules=CHOICE, more=OPTIONS)
    strict = shop.build()
    free = shop.result("spiel", {"places": "all"})
    assert free.folder.name == "spiel+places=all"
    assert rule_of(strict, "bonn") == ("rejected", "places")
    from lexkit.lexicon import Lexicon

    assert rule_of(Lexicon(free.folder), "bonn") == ("accepted", "default")
    assert shop.result("spiel", {"places": "none"}).folder.name == "spiel"


# -- the same once more, naively ----------------------------------------------------------------

TAGS = ["noun", "toponym", "surname", "forbidden", "capitalised"]
SHAPES = {"capitalised"}


class World(NamedTuple):
    """Random rules, random sources, and one form's evidence."""

    rules: list[tuple[str, set[str], set[str], set[str]]]  # verdict, any, all, none
    default: str
    attests: list[bool]
    shape: set[str]
    decision: tuple[str, set[str]] | None
    members: list[tuple[int, set[str], tuple[str, set[str]] | None]]


def naive(world: World) -> tuple[str, str]:
    """The verdict and the rule, by the sentences of the design."""
    told = [t for t in TAGS if t not in SHAPES]
    opinions = {t for _, a, b, c in world.rules for t in a | b | c if t in told}

    def match(tags: set[str]) -> tuple[str, str]:
        for number, (verdict, some, every, no) in enumerate(world.rules):
            if (not some or some & tags) and every <= tags and not no & tags:
                return verdict, f"r{number}"
        return world.default, "default"

    def rank(rule: str) -> int:
        return -1 if rule == "curated" else 99 if rule == "default" else int(rule[1:])

    def first_rejected(found: list[tuple[str, str]]) -> str:
        return min((rule for verdict, rule in found if verdict == "rejected"), key=rank)

    def attested() -> bool:
        return any(world.attests[s] and "forbidden" not in tags for s, tags, _ in world.members)

    def put(members: list[tuple[int, set[str]]]) -> list[tuple[str, str]]:
        for source in sorted({s for s, _ in members}):
            own = [tags for s, tags in members if s == source]
            if any(tags & opinions for tags in own):
                return [match(tags | world.shape) for tags in own]
        return [match(tags | world.shape) for _, tags in members]

    def decided(decision: tuple[str, set[str]]) -> tuple[str, str]:
        action, tags = decision
        return match(tags | world.shape) if action == "tag" else (f"{action}ed", "curated")

    if world.decision:
        return decided(world.decision)
    about = [decided(d) for _, _, d in world.members if d]
    if any(verdict == "accepted" for verdict, _ in about):
        return "accepted", next(rule for verdict, rule in about if verdict == "accepted")
    others = [(s, tags) for s, tags, d in world.members if not d]
    if about:
        found = put([(s, tags) for s, tags in others if tags])
        if any(verdict == "accepted" for verdict, _ in found) and attested():
            return "accepted", ""
        return "rejected", first_rejected(about)
    found = put(others)
    if not any(verdict == "accepted" for verdict, _ in found):
        return "rejected", first_rejected(found)
    return ("accepted", "") if attested() else ("unattested", "")


def subsets(tags: list[str]) -> st.SearchStrategy[set[str]]:
    return st.sets(st.sampled_from(tags), max_size=2)


DECISIONS = st.one_of(
    st.none(),
    st.tuples(st.sampled_from(["accept", "reject"]), st.just(set[str]())),
    st.tuples(st.just("tag"), st.sets(st.sampled_from(TAGS[:3]), min_size=1, max_size=2)),
)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    verdicts = st.sampled_from(["accepted", "rejected"])
    rules = draw(
        st.lists(st.tuples(verdicts, subsets(TAGS), subsets(TAGS), subsets(TAGS)), max_size=5)
    )
    attests = draw(st.lists(st.booleans(), min_size=1, max_size=3))
    members = draw(
        st.lists(
            st.tuples(st.integers(0, len(attests) - 1), subsets(TAGS[:4]), DECISIONS),
            min_size=1,
            max_size=5,
        )
    )
    whole = draw(DECISIONS)
    return World(rules, draw(verdicts), attests, draw(subsets(["capitalised"])), whole, members)


def _decision(told: tuple[str, set[str]] | None) -> Decision | None:
    if told is None:
        return None
    action, tags = told
    return Decision(
        "w",
        Scope.LEMMA,
        Action(action),
        ("*",),
        frozenset(tags),
        None,
        None,
        "",
        "",
        "",
        "",
        "c",
        "c:1",
    )


@settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow])
@given(worlds())
def test_the_verdict_is_that_of_the_design(world: World) -> None:
    rules = [
        Rule(f"r{i}", Verdict(verdict), "", None, frozenset(a), frozenset(b), frozenset(c))
        for i, (verdict, a, b, c) in enumerate(world.rules)
    ]
    telling = frozenset(TAGS) - SHAPES
    attests = tuple(world.attests)
    policy = Policy(tuple(rules), Verdict(world.default), attests, (True,) * len(attests), telling)
    members = [Member(s, frozenset(tags), _decision(d)) for s, tags, d in world.members]
    members.sort(key=lambda member: member.source)  # as the ledger gives them
    judgement = policy.judge(
        Evidence(frozenset(world.shape), _decision(world.decision), tuple(members))
    )
    verdict, rule = naive(world)
    assert judgement.verdict == verdict
    if verdict == "rejected":
        assert judgement.findings[0].rule == rule
    assert judgement.findings[0].verdict == ("accepted" if verdict == "unattested" else verdict)

"""A ruleset: every key, every mistake named with its line, options, and any text at all."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexkit import curated, ruleset, source, tagset
from lexkit.errors import LexkitError
from lexkit.game import Game, Wild
from lexkit.ruleset import Case, Ruleset
from lexkit.tagset import Tagset
from tests.conftest import REPOSITORY

WHOLE = """\
ruleset: spiel
title: A game
language: no
reference: a book
assumptions: [one, two]
spelling:
  alphabet: abcdefghijklmnopqrstuvwxyzä
  folds: {ß: ss, ĳ: ij}
  drop: ["-", "'"]
  strip_accents: no
  transliterate: yes
  hints: {ae: ä}
  min_letters: 3
  max_letters: 15
  vowels: aeiouä
sources: [eins, zwei]
optional_sources: [drei]
paradigms: [de-verb]
rules:
  - rule: places
    reject: {any: [toponym, astronomical], all: noun, none: [headword]}
    says: A place.
    clause: Names
    cases: {rejected: [no, on], accepted: [null]}
    when: {strict: yes}
  - rule: short
    accept: {any: [short-word]}
    says: Short.
default: reject
cases: {accepted: [012], rejected: ['5"', etc.], unattested: [~]}
options:
  strict: {values: [yes, no], default: no, says: How strict.}
game: {tiles: {a: 5, i: 2}, points: {a: 1}, blanks: 1, wild: {sign: '?', share: 1/3}}
"""


def load(tmp_path: Path, text: str | bytes, vocabulary: Tagset) -> Ruleset:
    path = tmp_path / "spiel.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return ruleset.load(path, vocabulary)


def test_a_whole_ruleset(tmp_path: Path, vocabulary: Tagset) -> None:
    rules = load(tmp_path, WHOLE, vocabulary)
    assert (rules.name, rules.title, rules.language, rules.reference) == (
        "spiel", "A game", "no", "a book",
    )  # fmt: skip
    assert rules.assumptions == ("one", "two")
    spelling = rules.spelling
    assert spelling.alphabet.endswith("zä")
    assert (spelling.folds, spelling.hints) == ({"ß": "ss", "ĳ": "ij"}, {"ae": "ä"})
    assert (spelling.drop, spelling.strip_accents, spelling.transliterate) == ("-'", False, True)
    assert (spelling.min_letters, spelling.max_letters, spelling.vowels) == (3, 15, "aeiouä")
    assert (rules.sources, rules.optional_sources) == (("eins", "zwei"), ("drei",))
    assert rules.paradigms == ("de-verb",)
    assert rules.default == "rejected"
    places, short = rules.clauses
    assert (places.rule.any, places.rule.all, places.rule.none) == (
        frozenset({"toponym", "astronomical"}), frozenset({"noun"}), frozenset({"headword"}),
    )  # fmt: skip
    assert (places.rule.verdict, short.rule.verdict) == ("rejected", "accepted")
    assert (places.rule.clause, short.rule.clause) == ("Names", None)
    assert places.line == 20
    assert rules.game == Game({"a": 5, "i": 2}, {"a": 1}, 1, wild=Wild("?", (1, 3)))


def test_cases_arrive_as_written_with_line_and_rule(tmp_path: Path, vocabulary: Tagset) -> None:
    rules = load(tmp_path, WHOLE, vocabulary)
    assert set(rules.clauses[0].cases) == {
        Case("null", "accepted", None, 24),  # type: ignore[arg-type]
        Case("no", "rejected", "places", 24),  # type: ignore[arg-type]
        Case("on", "rejected", "places", 24),  # type: ignore[arg-type]
    }
    assert {(case.word, case.verdict.value, case.rule) for case in rules.cases} == {
        ("012", "accepted", None), ('5"', "rejected", None), ("etc.", "rejected", None),
        ("~", "unattested", None),
    }  # fmt: skip


def test_options_choose_the_rules_in_force(tmp_path: Path, vocabulary: Tagset) -> None:
    rules = load(tmp_path, WHOLE, vocabulary)
    assert [rule.name for rule in rules.rules] == ["short"]
    assert "no" not in [case.word for case in rules.all_cases()]
    strict = rules.choose({"strict": "yes"})
    assert [rule.name for rule in strict.rules] == ["places", "short"]
    assert "no" in [case.word for case in strict.all_cases()]
    assert (rules.id, strict.id) == ("spiel", "spiel+strict=yes")
    assert strict.choose({"strict": "no"}).id == "spiel"
    with pytest.raises(LexkitError, match="no option 'strikt'.*strict"):
        rules.choose({"strikt": "yes"})
    with pytest.raises(LexkitError, match="cannot be 'maybe'"):
        rules.choose({"strict": "maybe"})


def test_letters_taken_apart_in_the_file_are_put_together(
    tmp_path: Path, vocabulary: Tagset
) -> None:
    text = WHOLE.replace("folds: {", "folds: {é: ä, ").replace("strip_accents: no", "")
    together = load(tmp_path, text, vocabulary).spelling
    apart = load(tmp_path, unicodedata.normalize("NFD", text), vocabulary).spelling
    assert (apart.alphabet, apart.folds, apart.hints, apart.vowels) == (
        together.alphabet, together.folds, together.hints, together.vowels,
    )  # fmt: skip
    assert apart.letters("Bär") == "bär"


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("ruleset: spiel", "ruleset: anders", 1, "is called 'anders' in the file spiel.yaml"),
        ("title: A game\n", "", 1, "has no 'title'"),
        ("language: no\n", "", 1, "has no 'language'"),
        ("language: no", "language: ../x", 3, "is no language"),
        ("reference:", "referenze:", 4, "no key 'referenze' (did you mean reference?)"),
        ("  alphabet:", "  alfabet:", 7, "has no 'alphabet'"),
        ("xyzä", "xyza", 7, "the letter 'a' stands twice"),
        ("xyzä", "xyzÄ", 7, "holds capitals"),
        ("xyzä", "xyz ä", 7, "' ' in the alphabet"),
        ("abcdefghijklmnopqrstuvwxyzä", '"ab\\nc"', 7, "in the alphabet"),
        ("abcdefghijklmnopqrstuvwxyzä", '"ab\\u200bc"', 7, "in the alphabet"),
        ("{ß: ss,", "{ß: [s, s],", 8, "'folds' maps each key to a single value"),
        ("{ß: ss,", '{"": ss,', 8, "'folds' has an empty key"),
        ("strip_accents: no", "strip_accents: never", 10, "'strip_accents' is 'never'"),
        ("min_letters: 3", "min_letters: two", 13, "'min_letters' is 'two'"),
        ("min_letters: 3", "min_letters: 0", 13, "'min_letters' is 0"),
        ("max_letters: 15", "max_letters: 2", 14, "'max_letters' is less than 'min_letters'"),
        ("vowels:", "vowel:", 15, "no key 'vowel' (did you mean vowels"),
        ("sources: [eins, zwei]", "sources: [eins, eins]", 16, "'eins' stands twice in 'sources'"),
        ("sources: [eins, zwei]", "sources: []", 1, "has no sources"),
        ("sources: [eins, zwei]", "sources: {eins: zwei}", 16, "'sources' takes a list"),
        ("- rule: places", "- rul: places", 20, "a rule has no 'rule'"),
        ("- rule: places", "- rule: short", 26, "two rules 'short'"),
        ("- rule: places", "- rule: default", 20, "name of a built-in rule"),
        ("- rule: places", "- rule: unlayable", 20, "name of a built-in rule"),
        ("    reject: {", "    refuse: {", 20, "either 'accept' or 'reject'"),
        ("    accept: {any: [short-word]}", "    accept: {}", 26, "would meet every word"),
        ("    accept: {any: [short-word]}", "    accept: [short-word]", 27, "takes keys"),
        ("    accept: {any", "    accept: {some", 27, "no key 'some'"),
        ("any: [short-word]", "any: [short-wort]", 27, "unknown tag 'short-wort'"),
        ("any: [toponym,", "any: [topnym,", 21, "unknown tag 'topnym' (did you mean toponym"),
        ("    says: Short.\n", "", 26, "a rule has no 'says'"),
        ("    says: Short.\n", "    says: Short.\n    reject: {any: [noun]}\n", 26, "either"),
        ("    says: Short.\n", "    says: Short.\n    because: x\n", 29, "no key 'because'"),
        ("cases: {rejected: [no, on]", "cases: {refused: [no, on]", 24, "no key 'refused'"),
        ("accepted: [null]", 'accepted: [""]', 24, "a case without a word"),
        ("accepted: [null]", "accepted: [[null]]", 24, "takes a list of words"),
        ("when: {strict: yes}", "when: {strikt: yes}", 25, "no option 'strikt'"),
        ("when: {strict: yes}", "when: {strict: sure}", 25, "'strict' cannot be 'sure'"),
        ("default: reject", "default: rejected", 29, "default is 'rejected'"),
        ("default: no,", "default: perhaps,", 32, "none of the values"),
        ("values: [yes, no]", "values: [yes, no, ../x]", 32, "cannot name an option"),
        ("  strict: {", "  a/b: {", 32, "cannot name an option"),
        ("{values: [yes, no], default: no, says: How strict.}", "yes", 32, "needs values, default"),
        ("rules:\n", "rulez:\n", 19, "no key 'rulez' (did you mean rules"),
        ("paradigms: [de-verb]", "ruleset: spiel", 18, "'ruleset' stands here twice"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, vocabulary: Tagset, old: str, new: str, line: int, says: str
) -> None:
    assert old in WHOLE
    text = WHOLE.replace(old, new, 1)
    if new.startswith("rulez"):  # else the options of the rules are missed first
        text = text.replace("    when: {strict: yes}\n", "")
    with pytest.raises(LexkitError) as caught:
        load(tmp_path, text, vocabulary)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (caught.value.path, caught.value.line) == (tmp_path / "spiel.yaml", line)


SHIPPED = sorted(p for p in (REPOSITORY / "rules").glob("*.yaml") if p.name != "tags.yaml")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_ruleset_cites_a_clause_and_has_cases_in_each_rule(
    path: Path, vocabulary: Tagset
) -> None:
    rules = ruleset.load(path, vocabulary)
    assert rules.reference
    for clause in rules.clauses:
        cites = clause.rule.clause or clause.rule.names <= {"misspelling", "forbidden"}
        assert cites, clause.rule.name
        assert clause.rule.says.endswith(".")
    words = [case.word for case in rules.all_cases()]
    assert len(words) > 50


# -- any text at all: an error of lexkit's own, or none --------------------------------------------

SCALARS = st.one_of(
    st.sampled_from([
        "", "no", "1", "-1", "toponym", "noun", "spiel", "accept", "x", "ä", "ß", "..", "\x00", "*",
        "forms", "pypi", "path", "table", "wordlist", "curated", "-", "(", "[", "a{2,1}", "9" * 20,
    ]),
    st.text(max_size=5),
)  # fmt: skip
KEYS = st.sampled_from("""
    ruleset title language reference assumptions spelling alphabet folds drop strip_accents hints
    transliterate min_letters max_letters vowels sources optional_sources paradigms rules rule
    accept reject any all none says clause cases when default accepted rejected unattested options
    values game source
    licence homepage attribution attests files fetch reader tags patterns pypi path members kinds
    parts-of-speech shapes
""".split())  # fmt: skip
NODES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)
#: A whole file with some of its values replaced by anything.
GARBLED = st.dictionaries(KEYS, NODES, max_size=4).map(
    lambda replaced: yaml.safe_dump(
        {**yaml.safe_load(WHOLE.replace("no", "nu")), **replaced}, allow_unicode=True
    )
)
TEXTS = st.one_of(
    st.binary(max_size=100),
    st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")),
    NODES.map(lambda node: yaml.safe_dump(node, allow_unicode=True).encode("utf-8", "replace")),
    GARBLED.map(lambda text: text.encode("utf-8", "replace")),
)
LOADERS: dict[str, Callable[[Path, Tagset], object]] = {
    "ruleset": ruleset.load,
    "manifest": source.load,
    "tags": lambda path, _: tagset.load([path]),
    "curated": lambda path, tags: curated.read(path, "x", tags),
}


@pytest.mark.parametrize("what", list(LOADERS))
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(raw=TEXTS)
def test_any_bytes_are_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, vocabulary: Tagset, what: str, raw: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "spiel.yaml"
    path.write_bytes(raw)
    try:
        LOADERS[what](path, vocabulary)
    except LexkitError as error:
        assert "\n" not in str(error)
        assert error.path == path


MANIFEST = {
    "source": "spiel", "title": "x", "language": "de", "licence": "MIT", "reader": "table",
    "files": {"a": "0" * 64}, "fetch": [{"path": "a"}],
}  # fmt: skip


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(replaced=st.dictionaries(KEYS, NODES, max_size=3), base=st.sampled_from(["rules", "source"]))
def test_any_value_in_any_place_is_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory,
    vocabulary: Tagset,
    replaced: dict[str, object],
    base: str,
) -> None:
    path = tmp_path_factory.getbasetemp() / "spiel.yaml"
    whole = yaml.safe_load(WHOLE) | {"language": "nb"} if base == "rules" else MANIFEST
    text = yaml.safe_dump({**whole, **replaced}, allow_unicode=True)
    path.write_bytes(text.encode("utf-8", "replace"))
    try:
        (ruleset.load if base == "rules" else source.load)(path, vocabulary)
    except LexkitError as error:
        assert "\n" not in str(error)
        assert error.path == path

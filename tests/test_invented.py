"""A language and a game that nobody has, added to a workspace as data alone, built and asked."""

from __future__ import annotations

import json

import pytest

from lexkit.lexicon import Lexicon
from tests.conftest import REPOSITORY, Call, Shop, rule_of

#: Each file of the workspace. Velun has the letters þ and ő; its nouns are written with a capital,
#: their plural changes -a to -or and their dative puts -þu to it; a sea-word is one a sailor uses.
FILES = {
    "rules/tags.yaml": """\
kinds:
  sea-word: a word that only sailors use (skarra)
  isle: one island (Norva)
marks:
  hearsay: written down from what travellers told
""",
    "rules/paradigms/vel-noun.yaml": """\
paradigm: vel-noun
makes: endings
stems:
  plural:
    - {words: {Hőa: Hővi}}
    - {after: a, strip: a, add: or}
tables:
  - of: {all: [noun], none: [isle]}
    like: ["[A-ZÆ][a-zþő]+"]
    groups:
      - {group: plural, stems: plural, endings: ["", þu]}
    endings:
      - {cell: dative, add: þu, after: "[aeiouő]"}
""",
    "sources/vel-words.yaml": """\
source: vel-words
title: The words of Velun
language: x-velun
licence: CC0-1.0
files: {vel-words.csv: own}
fetch: [{path: vel-words.csv}]
reader: table
options: {forms: word, labels: sort}
tags: {S: noun, W: [noun, sea-word], I: [noun, isle], T: hearsay, V: verb}
""",
    "sources/vel-words.csv": """\
word,sort
Fala,S
Hőa,S
Skarra,W
Norva,I
Ælbra,S
Muþa,T
trisk-ma,V
ok,V
""",
    "rules/sten.yaml": """\
ruleset: sten
title: Sten, the game of the isles
language: x-velun
assumptions: [What travellers told is no word.]
options:
  sailors: {values: [ashore, aboard], default: ashore, says: Where the game is played.}
  isles: {values: [none, all], default: none, says: Whether isles count.}
spelling:
  alphabet: abdefhiklmnoprstuvþő
  folds: {æ: oe, "-": ""}
  min_letters: 3
  max_letters: 9
  hints: {th: þ}
sources: [vel-words]
paradigms: [vel-noun]
rules:
  - rule: sailors
    reject: {any: [sea-word]}
    when: {sailors: ashore}
    says: Ashore no word of the sailors counts.
    clause: Of sailors
    cases: {rejected: [Skarra, skarrorþu]}
  - rule: aboard
    accept: {any: [sea-word]}
    when: {sailors: aboard}
    says: Aboard the words of the sailors count.
    cases: {accepted: [Skarra]}
  - rule: isles
    reject: {any: [isle]}
    when: {isles: none}
    says: An isle is a name.
    clause: Of names
    cases: {rejected: [norva]}
  - rule: travellers
    reject: {any: [hearsay]}
    says: A traveller told it.
    clause: Of truth
    cases: {rejected: [muþa]}
default: accept
cases:
  accepted: [Fala, falor, FALORÞU, falaþu, hővi, oelbra, triskma]
  rejected: [ok, "fal!"]
  unattested: [hőor, falo]
game:
  tiles: {a: 9, b: 2, d: 3, e: 6, f: 3, h: 2, i: 5, k: 3, l: 4, m: 2, n: 4, o: 8, p: 2, r: 5, s: 4,
    t: 4, u: 3, v: 2, þ: 2, ő: 1}
  points: {a: 1, o: 1, þ: 6, ő: 8, r: 2, l: 2, f: 3}
  blanks: 1
  rack: 6
""",
}


@pytest.fixture
def velun(shop: Shop) -> Shop:
    for name, content in FILES.items():
        shop.write(name, content)
    return shop


def test_a_new_language_and_game_are_data_alone(velun: Shop, call: Call) -> None:
    assert call("rules", "lint", "sten") == (0, "", "")
    for choice in ((), ("--option", "sailors=aboard"), ("--option", "isles=all")):
        assert call("build", "sten", *choice).code == 0, choice
    assert call("test").out.splitlines() == [
        "sten: 15 cases, 0 failed",
        "sten+isles=all: 14 cases, 0 failed",
        "sten+sailors=aboard: 14 cases, 0 failed",
    ]
    answers = {
        answer["ruleset"]: answer
        for answer in map(json.loads, call("check", "skarror", "--json").out.splitlines())
    }
    verdicts = {name: answer["verdict"] for name, answer in answers.items()}
    assert verdicts == {
        "sten": "rejected", "sten+isles=all": "rejected", "sten+sailors=aboard": "accepted",
    }  # fmt: skip
    ground = answers["sten+sailors=aboard"]["grounds"][0]
    assert (ground["rule"], ground["paradigm"], ground["cell"]) == ("aboard", "vel-noun", "plural")
    assert (ground["lemma"], ground["tags"]) == ("Skarra", ["capitalised", "noun", "sea-word"])


def test_its_spelling_and_its_game_are_its_own(velun: Shop) -> None:
    plain = Lexicon(velun.result("sten").folder)
    assert list(plain.words()) == sorted(
        "fala falor falorþu falaþu hőa hővi hőviþu hőaþu oelbra oelbraþu oelbror oelbrorþu "
        "triskma".split()
    )
    assert rule_of(plain, "oelbrorþura") == ("rejected", "too-long")
    assert plain.answer("falathu").hints == ("Falaþu",)
    assert rule_of(plain, "cafa") == ("rejected", "unlayable")
    isles = Lexicon(velun.result("sten", {"isles": "all"}).folder)
    assert rule_of(isles, "Norva") == ("accepted", "default")
    assert isles.manifest["game"]["blanks"] == 1
    assert (isles.manifest["language"], isles.manifest["options"]) == (
        "x-velun", {"sailors": "ashore", "isles": "all"},
    )  # fmt: skip


def test_lexkit_itself_names_no_language_and_no_game() -> None:
    names = [path.stem for path in (REPOSITORY / "rules").glob("*.yaml") if path.stem != "tags"]
    assert len(names) > 2
    for path in (REPOSITORY / "lexkit").rglob("*.py"):
        code = path.read_text("utf-8")
        for name in names:
            for quoted in (f'"{name}"', f"'{name}'"):
                assert quoted not in code, path

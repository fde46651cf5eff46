"""The table de-verb against expectations written by hand.

`de-verb/<infinitive>.forms` holds every form of a verb, the infinitive itself included; what begins
with a hyphen is put on the word that begins the run: ``gehend -e -em`` is *gehend, gehende,
gehendem*. `de-verb/wrong.forms` holds what a verb must never be made to have.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from lexkit import conjugation, paradigm
from lexkit.errors import LexkitError
from lexkit.model import Reading
from tests.paradigms.written import TAGSET, conjugation_of, verbs, wrong
from tests.requirements import need

#: What a source is taken to list besides: what the verbs are made of.
ATTESTED = ["stehen", "wandeln", "vertrauen", "geben", "fahren", "setzen", "armen", "preisen"]


@pytest.fixture(autouse=True)
def library() -> None:
    need(find_spec("ablaut") is not None, "the library ablaut")


GERMAN = conjugation_of("de-verb")


def expected(path: Path) -> set[str]:
    forms: set[str] = set()
    stem = ""
    for word in path.read_text(encoding="utf-8").split():
        if word.startswith("-"):
            forms.add(stem + word[1:])
        else:
            stem = word
            forms.add(word)
    return forms


VERBS = verbs("de-verb")
WRONG = wrong("de-verb")


@pytest.mark.parametrize("path", VERBS, ids=lambda path: path.stem)
def test_a_verb_has_these_forms_and_no_others(path: Path) -> None:
    assert set(GERMAN.of(path.stem, ATTESTED)) | {path.stem} == expected(path) | {path.stem}


@pytest.mark.parametrize(("verb", "form"), WRONG)
def test_a_verb_never_has_this_form(verb: str, form: str) -> None:
    assert form not in GERMAN.of(verb, [*ATTESTED, "worten", "gieren", "lassen"])


def test_enough_is_expected() -> None:
    assert len(VERBS) >= 30
    assert len(WRONG) >= 60


# -- readings ---------------------------------------------------------------------------------


def generated(*rows: tuple[str, str | None, str]) -> dict[str, Reading]:
    found = [
        Reading(form, lemma, frozenset(tags.split()), "list", f"list:{i}")
        for i, (form, lemma, tags) in enumerate(rows, 1)
    ]
    return {reading.form: reading for reading in GERMAN.generate(lambda: found)}


def test_a_form_tells_its_cell_its_lemma_and_its_source() -> None:
    made = generated(("aufstehen", None, "verb"), ("wandeln", "wandeln", "verb"))
    assert made["aufzustehendem"] == Reading(
        "aufzustehendem", "aufstehen", frozenset({"verb", "adjective"}), "list", "list:1",
        "de-verb", "zu-participle, dative singular masculine strong",
    )  # fmt: skip
    assert made["wandle"] == Reading(
        "wandle", "wandeln", frozenset({"verb"}), "list", "list:2",
        "de-verb", "1st person singular present",
    )  # fmt: skip


def test_the_nominalised_infinitive_is_a_noun() -> None:
    made = generated(("wandern", None, "verb dialect"))
    assert made["Wanderns"].tags == {"noun", "dialect"}
    assert made["Wanderns"].lemma == "wandern"


@pytest.mark.parametrize(
    ("form", "lemma", "tags"),
    [
        ("eben", None, "adverb"),  # looks like a verb
        ("Essen", None, "verb"),
        ("gingen", "gehen", "verb"),
        ("wandern-", None, "verb"),
        ("laufen gehen", None, "verb"),
        ("gehen", None, "verb affix"),
        ("entglitten", None, "verb"),
    ],
)
def test_what_is_no_infinitive_of_a_verb_is_left_alone(
    form: str, lemma: str | None, tags: str
) -> None:
    assert generated((form, lemma, tags)) == {}


def test_every_reading_of_an_infinitive_is_inflected() -> None:
    found = [
        Reading("gehen", None, frozenset({"verb"}), "list", "list:1"),
        Reading("gehen", "gehen", frozenset({"verb", "vulgar"}), "list", "list:2"),
    ]
    made = [r for r in GERMAN.generate(lambda: found) if r.form == "ging"]
    assert [(sorted(r.tags), r.place) for r in made] == [
        (["verb"], "list:1"),
        (["verb", "vulgar"], "list:2"),
    ]


def test_a_source_shows_that_a_word_parts_from_a_verb() -> None:
    known = (("blumengehen", None, "verb"), ("gehen", None, "verb"))
    assert "blumengegangen" not in generated(*known)
    assert "blumengegangen" in generated(*known, ("blumenzugehen", None, "verb"))


def test_participles_are_compared_if_listed_or_if_the_source_does() -> None:
    assert "spannendste" in generated(("spannen", None, "verb"))
    assert "gehendste" not in generated(("gehen", None, "verb"))
    made = generated(("stinken", None, "verb"), ("stinkendste", None, "adjective"))
    assert made["stinkendsten"].cell == (
        "superlative of the present participle, accusative singular masculine"
    )
    assert "stinkendere" not in made


# -- another language -------------------------------------------------------------------------

DUTCH = """\
paradigm: small
makes: verbs
language: nl
of: {all: [verb]}
infinitive: "[a-z]+n"
prefixes:
  participle: ge
  separable: [op]
  inseparable: [ver]
declensions:
  e: {endings: {e: inflected}}
cells:
  - {cell: singular, from: present.1}
  - {cell: 2nd person, from: present.2}
  - {cell: past singular, from: past.1}
  - {cell: past plural, from: past.2}
  - {cell: present participle, from: present_participle, decline: e}
  - {cell: present participle as a noun, from: present_participle, add: en, tags: noun}
  - {cell: past participle, from: past_participle, decline: e}
  - {cell: past participle as a noun, from: past_participle, add: en, tags: noun}
  - {cell: ge-noun, from: present.1, before: ge, only: simple, tags: noun}
"""


def small(folder: Path, text: str) -> conjugation.Conjugation:
    path = folder / "small.yaml"
    path.write_text(text, encoding="utf-8")
    made = paradigm.load(path, TAGSET)
    assert isinstance(made, conjugation.Conjugation)
    return made


def test_the_engine_knows_no_language(tmp_path: Path) -> None:
    dutch = small(tmp_path, DUTCH)
    assert set(dutch.of("pakken")) == set(
        "pak pakt pakte pakten pakkend pakkende pakkenden gepakt gepakte gepakten gepak".split()
    )
    assert {"oppak", "oppakte", "opgepakt"} <= set(dutch.of("oppakken", ["pakken"]))
    assert "geverkoop" not in dutch.of("verkopen", ["kopen"])


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (DUTCH.replace("of: {all: [verb]}", "of: {}"), 4, "which headwords"),
        (DUTCH.replace("[verb]", "[verbs]"), 4, "unknown tag 'verbs'"),
        (DUTCH.replace('"[a-z]+n"', '"[a-z+n"'), 5, "'infinitive' is no pattern"),
        (DUTCH.replace("separable: [op]", "seperable: [op]"), 8, "no key 'seperable'"),
        (DUTCH.replace("decline: e", "decline: f", 1), 17, "no declension 'f'"),
        (DUTCH.replace("only: simple", "only: single"), 21, "'only' is 'single'"),
        (DUTCH + "  - {cell: a, from: b, rewrite: c}\n", 22, "no rewrites 'c'"),
        (DUTCH + "also: {a: [b]}\n", 22, "'a' takes slots"),
        (DUTCH + "sorts: []\n", 22, "no key 'sorts'"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    with pytest.raises(LexkitError) as caught:
        small(tmp_path, text)
    assert message in str(caught.value)
    assert caught.value.line == line


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ablaut", None)
    with pytest.raises(LexkitError, match="ablaut is missing"):
        conjugation_of("de-verb").of("gehen")

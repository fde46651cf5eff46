"""The table nl-verb against expectations written by hand.

`nl-verb/<infinitive>.forms` holds every form of a verb; the infinitive is one of them whether it
stands there or not. `nl-verb/wrong.forms` holds what a verb must never be made to have.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from lexkit import conjugation, paradigm
from lexkit.model import Reading
from tests.paradigms.written import TAGSET, conjugation_of, verbs, wrong
from tests.requirements import need

#: What a source is taken to list besides: what the verbs are made of.
ATTESTED = ["staan", "wachten", "zoeken", "bellen", "lopen", "zingen", "nemen", "scheppen"]
ATTESTED += ["formeren", "teren", "schuwen", "lichten", "loven"]


@pytest.fixture(autouse=True)
def library() -> None:
    need(find_spec("ablaut") is not None, "the library ablaut")


DUTCH = conjugation_of("nl-verb")
VERBS = verbs("nl-verb")
WRONG = wrong("nl-verb")


@pytest.mark.parametrize("path", VERBS, ids=lambda path: path.stem)
def test_a_verb_has_these_forms_and_no_others(path: Path) -> None:
    expected = set(path.read_text(encoding="utf-8").split())
    assert set(DUTCH.of(path.stem, ATTESTED)) | {path.stem} == expected | {path.stem}


@pytest.mark.parametrize(("verb", "form"), WRONG)
def test_a_verb_never_has_this_form(verb: str, form: str) -> None:
    assert form not in DUTCH.of(verb, ATTESTED)


def test_enough_is_expected() -> None:
    assert len(VERBS) >= 30
    assert len(WRONG) >= 50


def generated(form: str, tags: str) -> dict[str, Reading]:
    found = [Reading(form, None, frozenset(tags.split()), "list", "list:1")]
    return {reading.form: reading for reading in DUTCH.generate(lambda: found)}


def test_a_form_tells_its_cell_its_lemma_and_its_source() -> None:
    made = generated("pakken", "verb")
    assert made["pakte"] == Reading(
        "pakte", "pakken", frozenset({"verb"}), "list", "list:1", "nl-verb", "singular past"
    )
    assert made["gepak"] == Reading(
        "gepak", "pakken", frozenset({"noun"}), "list", "list:1", "nl-verb", "noun of the deed"
    )
    assert made["pakkenden"].tags == {"noun"}
    assert made["gepakte"].tags == {"verb", "adjective"}


@pytest.mark.parametrize(
    ("form", "tags"), [("zaken", "noun"), ("Pakken", "verb"), ("pakken", "verb affix")]
)
def test_what_is_no_infinitive_of_a_verb_is_left_alone(form: str, tags: str) -> None:
    assert generated(form, tags) == {}


# -- the engine -------------------------------------------------------------------------------

SMALL = """\
paradigm: small
makes: verbs
language: nl
of: {all: [verb]}
infinitive: "[a-z]+n"
prefixes:
  participle: ge
  inseparable: [ver, ge]
  either:
    over: {most: inseparable}
repairs:
  - {verb: igen, find: "ii", put: i}
instead:
  zullen: {past_participle: []}
cells:
  - {cell: singular, from: present.1}
  - {cell: past participle, from: past_participle}
  - {cell: ge-noun, from: present.1, before: ge, only: simple}
"""


def small(folder: Path) -> conjugation.Conjugation:
    path = folder / "small.yaml"
    path.write_text(SMALL, encoding="utf-8")
    made = paradigm.load(path, TAGSET)
    assert isinstance(made, conjugation.Conjugation)
    return made


def test_repairs_come_before_the_table(tmp_path: Path) -> None:
    assert set(small(tmp_path).of("nodigen")) == {"nodig", "genodigd", "genodig"}


def test_an_empty_list_says_that_there_is_no_form(tmp_path: Path) -> None:
    assert "past participle" not in small(tmp_path).of("zullen").values()


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("verliezen", {"verlies", "verloren"}),  # there is no liezen
        ("geloven", {"geloof", "geloofd"}),
        ("geven", {"geef", "gegeven", "gegeef"}),
        ("overtuigen", {"overtuig", "overtuigd"}),  # the library says geovertuigd
    ],
)
def test_the_participle_tells_what_is_inseparable(
    tmp_path: Path, verb: str, forms: set[str]
) -> None:
    assert set(small(tmp_path).of(verb)) == forms


def test_a_list_of_forms_is_believed_before_the_library() -> None:
    def reading(form: str, lemma: str) -> Reading:
        return Reading(form, lemma, frozenset({"verb"}), "list", f"list:{form}")

    listed = {
        "pakken": ["pakken", "pak", "pakt", "pakte", "pakten", "gepakt", "pakkend"],
        "fietteren": ["fietteren", "fietter", "fietterde", "gefietterd", "fietterend"],
    }
    source = [reading(form, lemma) for lemma, forms in listed.items() for form in forms]
    found = {(r.form, r.lemma) for r in DUTCH.generate(lambda: source)}
    # Of pakken the library knows all, and the cells that the list leaves out are made.
    assert {"pakke", "gepak", "pakkenden", "gepakte", "gepakten"} <= {f for f, _ in found}
    # It takes fietteren for a verb like regeren.
    made = {form for form, lemma in found if lemma == "fietteren"}
    assert {"fiettere", "fietterende", "fietterenden"} <= made
    assert not {form for form in made if "fietteer" in form}
    assert "gefietter" in made
    # A form counts for its own verb: lik is of likken, not of liken.
    english = "liken like liket likete liketen geliket likend".split()
    source = [reading(form, "liken") for form in english] + [reading("lik", "likken")]
    made = {r.form for r in DUTCH.generate(lambda: source)}
    assert "gelike" in made and not made & {"gelik", "lik"}
    # Without other forms it is all there is.
    alone = {r.form for r in DUTCH.generate(lambda: [reading("pakken", "pakken")])}
    assert {"pak", "pakte", "gepakt"} <= alone

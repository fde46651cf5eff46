"""The tables de-adjective and de-noun against expectations written by hand, and the engine alone.

Beside this file: ``de-adjective.good`` holds adjectives with all their forms, ``.wrong`` forms
that must not come of a lemma; ``de-noun.good`` nouns with all their forms, ``.feminine`` persons.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from itertools import islice, product
from pathlib import Path

import pytest

from lexkit import endings, paradigm, source
from lexkit.errors import LexkitError
from lexkit.model import Reading
from lexkit.readers.base import Report
from lexkit.stores import Stores, readings_of
from lexkit.workspace import Workspace
from tests.paradigms.written import ROOT, TAGSET, endings_of, rows
from tests.requirements import need

ADJECTIVE, NOUN = frozenset({"adjective"}), frozenset({"noun"})


ADJECTIVES, NOUNS = endings_of("de-adjective"), endings_of("de-noun")


def reading(form: str, lemma: str | None = None, *tags: str, cell: str | None = None) -> Reading:
    return Reading(form, lemma, frozenset(tags), "list", f"list:{form}", None, cell)


def made(table: endings.Endings, *held: Reading) -> list[Reading]:
    in_order = sorted(held, key=lambda reading: reading.form)
    return list(table.generate(lambda: in_order))


def forms(found: Iterable[Reading], cell: str = "") -> set[str]:
    return {
        reading.form
        for reading in found
        if (reading.cell or "").startswith(cell) and "forbidden" not in reading.tags
    }


# -- adjectives -------------------------------------------------------------------------------


GOOD = rows("de-adjective.good")
DEGREES = ("positive", "comparative", "superlative")


@pytest.mark.parametrize("row", GOOD, ids=[row[0] for row in GOOD])
def test_an_adjective_has_all_its_forms_and_no_others(row: list[str]) -> None:
    lemma, *degrees = row
    given = [set() if forms == "-" else set(forms.split()) for forms in degrees]
    # The source holds the lemma and a superlative, right or wrong.
    witness = sorted(given[2] - given[0] - given[1])[0] if given[2] else f"{lemma}stem"
    held = [reading(lemma, lemma, "adjective"), reading(witness, lemma, "adjective")]
    found = made(ADJECTIVES, *held)
    for degree, expected in zip(DEGREES, given, strict=True):
        # what stands in another degree, or in the source, is not made twice
        assert forms(found, degree) == expected - {witness, lemma}, degree
    assert all(r.tags == ADJECTIVE and r.lemma == lemma for r in found if r.cell in DEGREES)


@pytest.mark.parametrize("row", GOOD, ids=[row[0] for row in GOOD])
def test_without_a_sign_of_degrees_only_the_positive_is_made(row: list[str]) -> None:
    lemma, positive, *_ = row
    found = made(ADJECTIVES, reading(lemma, lemma, "adjective"))
    assert forms(found) == set(positive.split()) - {lemma}


@pytest.mark.parametrize(("form", "lemma"), rows("de-adjective.wrong"))
def test_a_wrong_form_is_never_made(form: str, lemma: str) -> None:
    held = [lemma, f"{lemma}er", f"{lemma}eres", f"{lemma}stem", f"{lemma}estem"]
    for tags in (["adjective"], []):
        found = made(ADJECTIVES, *(reading(one, lemma, *tags) for one in held if one != form))
        assert form not in forms(found)


@pytest.mark.parametrize(
    ("lemma", "form"),
    [
        ("egal", "egalere"), ("antik", "antikste"), ("halal", "halalem"),
        ("altrosa", "altrosaes"), ("tot", "toteste"), ("lila", "lilaer"),
    ],
)  # fmt: skip
def test_what_machines_made_of_it_is_forbidden(lemma: str, form: str) -> None:
    found = made(ADJECTIVES, reading(lemma, lemma))
    assert [r.tags for r in found if r.form == form] == [frozenset({"forbidden"})]


def test_a_list_without_parts_of_speech_shows_an_adjective_by_its_forms() -> None:
    shown = [reading(f, "trocken") for f in ("trockenem", "trockenes", "trockener")]
    found = made(ADJECTIVES, reading("trocken", "trocken"), *shown)
    assert {"trockene", "trocknem"} <= forms(found)
    assert "trockneres" not in forms(found)
    # without -em it could be anything
    assert made(ADJECTIVES, reading("trocken", "trocken"), *shown[1:]) == []
    # a bare list does not say what is a lemma
    assert made(ADJECTIVES, reading("trocken"), *(reading(r.form) for r in shown)) == []


def test_a_noun_or_a_verb_is_not_declined_as_an_adjective() -> None:
    assert (
        made(ADJECTIVES, reading("Alter", "Alter", "noun"), reading("teilen", None, "verb")) == []
    )
    assert made(ADJECTIVES, reading("Schwarz", "Schwarz", "adjective")) == []


def test_a_form_says_where_it_comes_from() -> None:
    (found,) = [
        r for r in made(ADJECTIVES, reading("klug", "klug", "adjective")) if r.form == "kluges"
    ]
    assert found == Reading(
        "kluges", "klug", ADJECTIVE, "list", "list:klug", "de-adjective", "positive -es"
    )


def test_what_the_source_holds_is_not_made_again() -> None:
    held = [reading("klug", "klug", "adjective"), reading("kluge", "klug", "adjective")]
    assert "kluge" not in forms(made(ADJECTIVES, *held))


def test_a_hundred_thousand_adjectives_in_ten_seconds() -> None:
    letters = "abdefgiklmnorstu"
    words = ("".join(parts) + "lich" for parts in product(letters, repeat=5))
    held = [reading(word, word, "adjective") for word in islice(words, 100_000)]
    start = time.perf_counter()
    count = sum(1 for _ in ADJECTIVES.generate(lambda: held))
    assert count == 500_000
    assert time.perf_counter() - start < 10


# -- nouns ------------------------------------------------------------------------------------


def test_enough_is_expected() -> None:
    assert len(GOOD) >= 25
    assert len(rows("de-noun.good")) >= 25
    assert len(rows("de-adjective.wrong")) >= 40


@pytest.mark.sources
def test_nouns_have_all_their_forms_in_german_nouns_with_the_paradigm(tmp_path: Path) -> None:
    manifest = source.load(ROOT / "sources" / "german-nouns.yaml", TAGSET)
    mirror = os.environ.get("LEXKIT_MIRROR")
    cache = Path(os.environ.get("LEXKIT_CACHE") or tmp_path)
    stores = Stores(Workspace(tmp_path), TAGSET, cache, Path(mirror) if mirror else None)
    try:
        files = stores.files(manifest)
    except LexkitError as error:
        need("cannot get" not in error.message, f"german-nouns ({error.message})")
        raise
    held = sorted(readings_of(manifest, files, Report()), key=lambda reading: reading.form)
    found: dict[str, set[str]] = {}
    for one in (*held, *made(NOUNS, *held)):
        found.setdefault(one.lemma or one.form, set()).add(one.form)
    missing = {
        lemma: set(expected.split()) - found.get(lemma, set())
        for lemma, expected in rows("de-noun.good")
    }
    assert {lemma: lacking for lemma, lacking in missing.items() if lacking} == {}
    assert not {"Gebäuds", "Lehrere", "Messere", "Frauens", "Studente"} & set().union(
        *found.values()
    )


@pytest.mark.parametrize(
    ("lemma", "genitive", "expected"),
    [
        ("Baum", "Baumes", {"Baums", "Baume"}), ("Tisch", "Tisches", {"Tische"}),
        ("Fuß", "Fußes", {"Fuße"}), ("Schloss", "Schlosses", {"Schlosse"}),
        ("Satz", "Satzes", {"Satze"}), ("Arzt", "Arztes", {"Arzte"}),
        ("Kind", "Kindes", {"Kinds", "Kinde"}), ("Tag", "Tages", {"Tags", "Tage"}),
        ("Gebäude", "Gebäudes", set()), ("Lehrer", "Lehrers", set()),
        ("Auto", "Autos", set()), ("Name", "Namens", set()), ("Knie", "Knies", set()),
        ("Volleyball", "Volleyballes", {"Volleyballs"}), ("Westbahnhof", "Westbahnhofes",
        {"Westbahnhofs", "Westbahnhofe"}),
    ],
)  # fmt: skip
def test_a_genitive_in_es_has_its_fellows(lemma: str, genitive: str, expected: set[str]) -> None:
    held = [
        reading(lemma, lemma, "noun"),
        reading(genitive, lemma, "noun", cell="genitiv singular"),
    ]
    found = made(NOUNS, *held)
    assert forms(found) == expected
    assert all(r.tags == NOUN and r.lemma == lemma for r in found)


@pytest.mark.parametrize(("person", "one", "many"), rows("de-noun.feminine"))
def test_the_feminine_of_a_person(person: str, one: str, many: str) -> None:
    for kind in ("occupation", "demonym"):
        found = made(NOUNS, reading(person, person, "noun", kind))
        assert forms(found) == {one, many}
        assert {r.lemma for r in found} == {one}


@pytest.mark.parametrize(
    "word",
    ["Krankenschwester", "Motor", "Eimer", "Kaufmann", "Bäckerei", "Lehrerin", "Kauffrau", "Wien"],
)
def test_a_noun_that_is_not_said_to_be_a_person_has_no_feminine(word: str) -> None:
    assert made(NOUNS, reading(word, word, "noun")) == []
    assert made(NOUNS, reading(word, word, "noun"), reading(f"{word}s", word, "noun")) == []


@pytest.mark.parametrize(
    "word",
    ["Deutscher", "Deutsche", "Eingeborener", "Hausa", "Pakistani", "Chinamann", "Indio",
     "Lehrkraft", "Spanierin"],
)  # fmt: skip
def test_a_person_whose_name_has_no_such_feminine(word: str) -> None:
    assert made(NOUNS, reading(word, word, "noun", "demonym")) == []


def test_one_number_of_a_feminine_shows_the_other() -> None:
    held = reading("Bäcker", "Bäcker", "noun")
    assert forms(made(NOUNS, held, reading("Bäckerin", "Bäckerin", "noun"))) == {"Bäckerinnen"}
    assert forms(made(NOUNS, held, reading("Bäckerinnen", "Bäckerin", "noun"))) == {"Bäckerin"}
    motor = reading("Motor", "Motor", "noun")
    assert made(NOUNS, motor, reading("Motorin", "Motorin", "noun")) == []
    name = reading("Schwer", "Schwer", "noun", "surname")
    assert made(NOUNS, name, reading("Schwerin", "Schwerin", "toponym")) == []


# -- the engine -------------------------------------------------------------------------------


def write(tmp_path: Path, rest: str) -> endings.Endings:
    path = tmp_path / "p.yaml"
    path.write_text(f"paradigm: p\nmakes: endings\n{rest}", encoding="utf-8")
    table = paradigm.load(path, TAGSET)
    assert isinstance(table, endings.Endings)
    return table


def test_the_longest_word_of_a_table_of_stems_decides(tmp_path: Path) -> None:
    table = write(
        tmp_path,
        "tables:\n  - of: {all: [noun]}\n    groups:\n      - group: g\n        endings: [x]\n"
        "        stems: [{words: {arm: ärm, warm: wärm}, compounds: yes}, {strip: en}]\n",
    )
    for word, form in [("lauwarm", "lauwärmx"), ("blutarm", "blutärmx"), ("essen", "essx")]:
        assert forms(made(table, reading(word, word, "noun"))) == {form}
    assert made(table, reading("gut", "gut", "noun")) == []


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("tables: [{of: {}, endings: [{cell: c, add: s}]}]", "must say which headwords"),
        ("tables: [{of: {any: [nuon]}}]", "unknown tag 'nuon'"),
        ("tables: [{of: {any: [noun]}, like: '('}]", "is no pattern"),
        ("tables: [{of: {any: [noun]}, unlike: '=lost'}]", "no list is called 'lost'"),
        ("tables: [{of: {any: [noun]}, shown: [g -x]}]", "there is no cell of a group 'g -x'"),
        ("tables: [{of: {any: [noun]}, groups: [{group: g, stems: [{}]}]}]", "needs stems and"),
        ("tables: [{of: {any: [noun]}, groups: [{group: g, stems: s, endings: [x]}]}]", "no stems"),
        (
            "tables: [{of: {any: [noun]}, groups: "
            "[{group: g, stems: [{}], endings: [x], attested: [h]}]}]",
            "there is no group 'h'",
        ),
        (
            "tables: [{of: {any: [noun]}, groups: "
            "[{group: g, stems: [{words: {a: b}, add: c}], endings: [x]}]}]",
            "cannot stand beside",
        ),
    ],
)
def test_mistakes_are_refused_with_their_line(tmp_path: Path, rest: str, message: str) -> None:
    with pytest.raises(LexkitError, match=message) as caught:
        write(tmp_path, rest)
    assert caught.value.line is not None

"""Answers: the verdict, its grounds, hints and neighbours, for every sort of question."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexkit.answers import SCHEMA, as_json
from lexkit.errors import LexkitError
from lexkit.formats.base import forms
from lexkit.lexicon import FORMAT, LEDGER, MANIFEST, Lexicon
from lexkit.near import neighbours
from lexkit.reasons import Reasons
from tests.conftest import SPELLING, Shop, rule_of


@pytest.fixture
def lexicon(shop: Shop) -> Lexicon:
    shop.table(
        "tafel",
        [
            ("Straße", "Straße", "noun"),
            ("Linde", "Linde", "surname"),
            ("Linde", "Linde", "noun"),
            ("Ulm", "Ulm", "toponym"),
            ("Bär", "Bär", "noun"),
            ("Bären", "Bär", "noun"),
            ("usw.", "usw.", "abbreviation"),
            ("T-Stück", "T-Stück", "noun"),
            ("Öl", "Öl", "noun"),
            ("Müßiggänger", "Müßiggänger", "noun"),
            ("ad hoc", "ad hoc", "adverb"),
            ("Gold", "Gold", "noun"),
            ("Geld", "Geld", "noun"),
            ("Schatzkammer", "Schatzkammer", "noun"),
            ("km²", "km²", "symbol"),
            ("U-Bahn", "", "toponym"),
            ("Ubahn", "", "noun"),
            ("123", "", "numeral"),
        ],
    )
    return shop.build()


@pytest.mark.parametrize(
    "typed", ["Straße", "strasse", "STRASSE", "STRAẞE", "Stra\u00adße", " Straße\n"]
)
def test_every_way_of_typing_is_the_same_word(lexicon: Lexicon, typed: str) -> None:
    answer = lexicon.answer(typed)
    assert (answer.verdict, answer.letters) == ("accepted", "strasse")
    assert answer.grounds[0].form == "Straße"
    assert answer.grounds[0].place == "tafel.tsv:2"


def test_accepted_through_another_reading(lexicon: Lexicon) -> None:
    answer = lexicon.answer("Linde")
    assert answer.verdict == "accepted"
    assert {ground.rule for ground in answer.grounds} == {"default", "persons"}
    assert (answer.hints, answer.near) == ((), ())


def test_rejected_by_a_rule_with_its_clause(lexicon: Lexicon) -> None:
    answer = lexicon.answer("Ulm")
    ground = answer.grounds[0]
    assert (answer.verdict, ground.rule, ground.clause) == ("rejected", "places", "Names of places")
    assert ground.says == "A place is no word."
    assert (answer.ruleset, answer.lexicon) == ("spiel", lexicon.version)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("Baer", "bär"), ("BAEREN", "bären"), ("oel", "öl"), ("Muessiggaenger", "müssiggänger")],
)
def test_a_hint_names_the_likely_spelling(lexicon: Lexicon, typed: str, hint: str) -> None:
    answer = lexicon.answer(typed)
    assert answer.verdict == "unattested"
    assert [told.lower().replace("ß", "ss") for told in answer.hints] == [hint]


def test_an_unattested_word_gets_its_neighbours(lexicon: Lexicon) -> None:
    answer = lexicon.answer("Gild")
    assert (answer.verdict, answer.grounds) == ("unattested", ())
    assert set(answer.near) == {"geld", "gold"}
    assert lexicon.answer("Schatskamer").near == ("schatzkammer",)
    assert lexicon.answer("xyzzyx").near == ()


@pytest.mark.parametrize(
    ("typed", "mark"),
    [
        ("Dir.", "“.”"),
        ("usw.", "“.”"),
        ("T-Stück", "“-”"),
        ("ad hoc", "a space"),
        ("km²", "“²”"),
        ("-chen", "“-”"),
        ("4x", "“4”"),
        ("дом", "“д”"),
        ("...", "“.”"),
        ("123", "“1”"),
        ("😀", "“😀”"),
    ],
)
def test_what_cannot_be_laid_is_rejected_naming_the_character(
    lexicon: Lexicon, typed: str, mark: str
) -> None:
    answer = lexicon.answer(typed)
    assert (answer.verdict, answer.letters) == ("rejected", None)
    assert answer.grounds[0].rule == "unlayable"
    assert mark in answer.grounds[0].says


def test_what_a_source_lists_but_cannot_be_laid_is_told_with_its_place(lexicon: Lexicon) -> None:
    ground = lexicon.answer("T-Stück").grounds[0]
    assert (ground.rule, ground.form, ground.source) == ("unlayable", "T-Stück", "tafel")
    assert ground.place == "tafel.tsv:9"
    assert lexicon.answer("Dir.").grounds[0].source is None


def test_the_bare_letters_of_what_cannot_be_laid_are_rejected_for_it(lexicon: Lexicon) -> None:
    for typed, form in (("tstück", "T-Stück"), ("usw", "usw."), ("adhoc", "ad hoc")):
        answer = lexicon.answer(typed)
        assert (answer.verdict, answer.letters) == ("rejected", typed)
        assert (answer.grounds[0].rule, answer.grounds[0].form) == ("unlayable", form)
        assert form in answer.grounds[0].says


def test_a_word_beside_one_that_cannot_be_laid_stands(lexicon: Lexicon) -> None:
    assert rule_of(lexicon, "ubahn") == ("accepted", "default")
    assert rule_of(lexicon, "U-Bahn")[0] == "rejected"


def test_a_word_too_short_is_rejected(lexicon: Lexicon) -> None:
    answer = lexicon.answer("ä")
    assert (answer.verdict, answer.letters, answer.grounds[0].rule) == (
        "rejected",
        "ä",
        "too-short",
    )
    assert "2 letters" in answer.grounds[0].says


def test_a_word_too_long_is_rejected_everywhere(shop: Shop) -> None:
    shop.words("liste", ["Fass", "Faß", "Fässer", "a", "un-schön"])
    spelling = SPELLING + "  drop: [-]\n  max_letters: 5\n"
    lexicon = shop.build(spelling=spelling)
    assert (list(lexicon.words()), len(lexicon)) == (["fass"], 1)
    answer = lexicon.answer("Fässer")
    assert (answer.verdict, answer.letters, answer.grounds[0].rule) == (
        "rejected", "fässer", "too-long",
    )  # fmt: skip
    assert answer.grounds[0].says == "A word has at most 5 letters."
    assert rule_of(lexicon, "Unschön") == ("rejected", "too-long")
    assert rule_of(lexicon, "zzzzzz") == ("rejected", "too-long")
    assert rule_of(lexicon, "Faß") == ("accepted", "default")
    told = {word.letters: word.reason.rule for word in Reasons(lexicon).all()}
    assert told == {
        "a": "too-short",
        "fass": "default",
        "fässer": "too-long",
        "unschön": "too-long",
    }
    verdicts = {form.form: form.verdict for form in forms(lexicon)}
    assert [form for form, verdict in verdicts.items() if verdict == "accepted"] == ["Fass", "Faß"]


@pytest.mark.parametrize("typed", ["", " ", "\t\n", "\u200b", "\u00a0\ufeff", "\u00ad\u2060"])
def test_an_empty_word_is_no_question(lexicon: Lexicon, typed: str) -> None:
    with pytest.raises(LexkitError, match="empty word"):
        lexicon.answer(typed)


@pytest.mark.parametrize("letter", ["x", "ä", "ae"])
def test_a_very_long_word_is_answered_at_once(lexicon: Lexicon, letter: str) -> None:
    answer = lexicon.answer(letter * 200_000)
    assert (answer.verdict, answer.near) == ("unattested", ())


def test_the_typed_form_is_told_first(shop: Shop) -> None:
    shop.table(
        "tafel", [("Maße", "Maß", "noun"), ("Masse", "Masse", "noun"), ("masse", "massen", "verb")]
    )
    lexicon = shop.build()
    for typed in ("Maße", "Masse", "masse"):
        assert lexicon.answer(typed).grounds[0].form == typed


def test_a_form_of_a_paradigm_tells_its_lemma_and_cell(shop: Shop) -> None:
    text = "lemma,pos,dative plural\nBär,noun,Bären\n"
    more = "reader: table\noptions: {forms: [lemma, dative *], lemma: lemma}\ntags: {noun: noun}\n"
    shop.source("tafel", "tafel.csv", text, more)
    lexicon = shop.build()
    ground = lexicon.answer("bären").grounds[0]
    assert (ground.lemma, ground.cell, ground.paradigm) == ("Bär", "dative plural", None)
    assert lexicon.answer("bär").grounds[0].cell is None


QUESTIONS = st.one_of(
    st.text(min_size=1, max_size=12),
    st.text("abegldmnoörstuüßU-.² '’", min_size=1, max_size=8),
    st.sampled_from(["Ulm", "Linde", "usw", "baer", "Gild", "tstück"]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(typed=QUESTIONS)
def test_every_answer_keeps_to_its_schema_and_to_itself(lexicon: Lexicon, typed: str) -> None:
    try:
        answer = lexicon.answer(typed)
    except LexkitError:
        assert not lexicon.spelling.lay(typed).unlayable
        return
    jsonschema.validate(json.loads(json.dumps(as_json(answer))), SCHEMA)
    assert answer.letters == lexicon.spelling.letters(typed)
    accepted = answer.letters is not None and answer.letters in lexicon
    assert (answer.verdict == "accepted") == accepted
    if answer.grounds:
        assert answer.grounds[0].verdict == answer.verdict or answer.verdict == "unattested"
    else:
        assert answer.verdict == "unattested"
    assert all(near in lexicon for near in answer.near)
    if answer.letters:
        assert lexicon.answer(answer.letters).verdict == answer.verdict


# -- neighbours -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "near"),
    [("golt", "gold"), ("glod", "gold"), ("gol", "gold"), ("goldd", "gold"), ("ggold", "gold"),
     ("schazkamer", "schatzkammer"), ("old", "gold"), ("trasse", "strasse")],
)  # fmt: skip
def test_a_stroke_or_two_away(lexicon: Lexicon, typed: str, near: str) -> None:
    assert near in lexicon.answer(typed).near


def test_neighbours_are_few_and_in_a_fixed_order(shop: Shop) -> None:
    shop.words("liste", [f"m{a}s" for a in "aeiou"] + ["bas", "las", "mals", "mass", "as"])
    lexicon = shop.build()
    assert lexicon.answer("mäs").near == ("mas", "mes", "mis", "mos", "mus")
    assert neighbours(lexicon._words, "", "abc") == ()


# -- a lexicon that is none ------------------------------------------------------------------------


def test_what_is_no_lexicon_is_refused_with_what_to_do(lexicon: Lexicon, tmp_path: Path) -> None:
    with pytest.raises(LexkitError, match="holds no lexicon"):
        Lexicon(tmp_path / "none")
    folder = lexicon.folder
    whole = (folder / MANIFEST).read_text("utf-8")
    for text, says in (
        ("{", "not valid JSON"),
        (whole.replace(f'"format": {FORMAT}', '"format": 99', 1), "lexicon of format 99"),
        ("[]", "build it again"),
        (f'{{"format": {FORMAT}}}', "build it again"),
    ):
        (folder / MANIFEST).write_text(text, encoding="utf-8")
        with pytest.raises(LexkitError) as caught:
            Lexicon(folder)
        assert says in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"no database at all", None])
def test_a_broken_ledger_is_refused_with_what_to_do(
    lexicon: Lexicon, content: bytes | None
) -> None:
    path = lexicon.folder / LEDGER
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LexkitError) as caught:
        Lexicon(lexicon.folder)
    assert caught.value.path == path
    assert caught.value.remedy == "build it again"


@pytest.mark.parametrize("content", [b"", b"no automaton at all", None])
def test_a_broken_automaton_is_refused_with_what_to_do(
    lexicon: Lexicon, content: bytes | None
) -> None:
    from lexkit import automaton

    path = lexicon.folder / automaton.FILE
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LexkitError) as caught:
        Lexicon(lexicon.folder)
    assert caught.value.path == path

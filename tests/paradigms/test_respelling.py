"""The table de-orthography-1901 against expectations written by hand, and the engine alone.

Beside this file: ``.good`` holds pairs of a new and an old spelling, ``.both`` pairs that are
both right, ``.wrong`` words that have no other spelling, ``.attested`` the forms that the source
is taken to hold besides.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import paradigm, respelling, tagset
from lexkit.errors import LexkitError
from lexkit.model import Reading
from lexkit.respelling.table import Side

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NAME = "de-orthography-1901"
TAGSET = tagset.load([ROOT / "rules" / "tags.yaml"])
OLD = "old-orthography"


def load() -> respelling.Respelling:
    table = paradigm.load(ROOT / "rules" / "paradigms" / f"{NAME}.yaml", TAGSET)
    assert isinstance(table, respelling.Respelling)
    return table


GERMAN = load()


def rows(kind: str) -> list[list[str]]:
    lines = (HERE / f"{NAME}.{kind}").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


ATTESTED = [row[0] for row in rows("attested")]
REPLACED = [(new, old) for new, old in rows("good")]
ALLOWED = [(new, old) for new, old in rows("both")]
WRONG = [row[0] for row in rows("wrong")]


def made(form: str) -> dict[str, Side]:
    return dict(GERMAN.spellings(form, ATTESTED))


@pytest.mark.parametrize(("new", "old"), REPLACED)
def test_the_old_spelling_is_made_of_the_new_one(new: str, old: str) -> None:
    assert made(new).get(old) is Side.OLD


@pytest.mark.parametrize(("new", "old"), REPLACED)
def test_the_new_spelling_is_made_of_the_old_one(new: str, old: str) -> None:
    assert made(old).get(new) is Side.NEW


@pytest.mark.parametrize(("new", "old"), ALLOWED)
def test_two_right_spellings_are_made_of_each_other(new: str, old: str) -> None:
    assert made(new).get(old) is Side.OTHER
    assert made(old).get(new) is Side.OTHER


@pytest.mark.parametrize("word", WRONG)
def test_what_only_looks_like_it_is_left_alone(word: str) -> None:
    assert made(word) == {}


def test_enough_is_expected() -> None:
    assert len(REPLACED) >= 120
    assert len(WRONG) >= 80


# -- readings ---------------------------------------------------------------------------------


def readings(*rows: tuple[str, str | None, str]) -> list[Reading]:
    return [
        Reading(form, lemma, frozenset(tags.split()), "list", f"list:{i}")
        for i, (form, lemma, tags) in enumerate(rows, 1)
    ]


def generated(*rows: tuple[str, str | None, str]) -> list[Reading]:
    found = readings(*rows)
    return list(GERMAN.generate(lambda: found))


def test_a_generated_reading_rests_on_the_one_it_is_made_of() -> None:
    (reading,) = generated(("Stängeln", "Stängel", "noun"))
    assert reading == Reading(
        "Stengeln", "Stängel", frozenset({"noun", OLD}), "list", "list:1",
        NAME, "old spelling of Stängeln",
    )  # fmt: skip


def test_a_new_spelling_is_not_marked_as_old() -> None:
    (reading,) = generated(("Stengel", "Stengel", f"noun {OLD}"))
    assert (reading.form, reading.tags) == ("Stängel", frozenset({"noun"}))
    assert reading.cell == "new spelling of Stengel"


def test_the_other_of_two_right_spellings_keeps_the_tags() -> None:
    (reading,) = generated(("Delphin", "Delphin", "noun"))
    assert (reading.form, reading.tags) == ("Delfin", frozenset({"noun"}))
    assert reading.cell == "other spelling of Delphin"


def test_a_form_that_the_source_holds_as_well_is_made_nevertheless() -> None:
    # The family name must not keep the old spelling of the noun out.
    made = generated(("Stengel", None, "surname"), ("Stängel", "Stängel", "noun"))
    assert [(r.form, sorted(r.tags)) for r in made] == [
        ("Stängel", ["surname"]),
        ("Stengel", ["noun", OLD]),
    ]


def test_every_reading_of_a_form_is_respelt() -> None:
    made = generated(("Tipps", "Tipp", "noun"), ("Tipps", "Tipps", "surname"))
    assert [r.lemma for r in made] == ["Tipp", "Tipps"]


def test_a_compound_is_told_by_what_the_source_attests() -> None:
    assert [r.form for r in generated(("Stallampe", None, "noun"))] == []
    found = generated(("Lampe", None, "noun"), ("Stall", None, "noun"), ("Stallampe", None, "noun"))
    assert [r.form for r in found] == ["Stalllampe"]


def test_the_lemma_must_fall_apart_like_the_form() -> None:
    attested = (("Ball", None, "noun"), ("Lampen", None, "noun"))
    assert [r.form for r in generated(*attested, ("Ballampen", "Ballampel", "noun"))] == []


def test_readings_stay_in_their_order() -> None:
    made = generated(("Delfin", None, "noun"), ("Tipp", None, "noun"), ("rau", None, "adjective"))
    assert [r.form for r in made] == ["Delphin", "Tip", "rauh"]


# -- the engine -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "spelling"),
    [
        ("STÄNGEL", "STENGEL"),
        ("nummerieren", "numerieren"),
        ("Foto-Album", "Photo-Album"),
        ("raue See", "rauhe See"),
        ("Raue", "Rauhe"),
    ],
)
def test_capitals_and_other_words_stay(form: str, spelling: str) -> None:
    assert list(made(form)) == [spelling]


def test_what_was_replaced_is_respelt_together() -> None:
    # Never Stengelstopp or Stängelstop.
    assert dict(GERMAN.spellings("Stängelstopp", ["Stängel"])) == {"Stengelstop": Side.OLD}


def test_two_right_spellings_each_go_by_themselves() -> None:
    assert set(made("Delfinfoto")) == {"Delphinfoto", "Delfinphoto", "Delphinphoto"}


@given(st.text(max_size=40))
def test_any_text_is_taken(text: str) -> None:
    for spelling, _ in GERMAN.spellings(text, [text]):
        assert spelling != text


FRAGMENTS = sorted({word for pair in REPLACED + ALLOWED for word in pair} | set(WRONG))


@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=4))
def test_words_run_together_are_respelt_to_others(words: list[str]) -> None:
    text = words[0] + "".join(words[1:]).lower()
    spellings = [spelling for spelling, _ in GERMAN.spellings(text, ATTESTED)]
    assert text not in spellings
    assert len(set(spellings)) == len(spellings)


@given(st.sampled_from(REPLACED))
def test_an_old_spelling_leads_back_to_the_new_one(pair: tuple[str, str]) -> None:
    new, _ = pair
    for spelling, side in GERMAN.spellings(new, ATTESTED):
        if side is Side.OLD:
            assert new in made(spelling)


# -- the file ---------------------------------------------------------------------------------

TABLE = """\
paradigm: small
makes: respellings
tag: old-orthography
endings:
  noun: [s]
groups:
  - standing: replaced
    after: word
    endings: [noun]
    pairs: {tip: tipp}
"""


def small(folder: Path, text: str) -> paradigm.Paradigm:
    path = folder / "small.yaml"
    path.write_text(text, encoding="utf-8")
    return paradigm.load(path, TAGSET)


def test_a_table_needs_no_triples_and_no_parts(tmp_path: Path) -> None:
    table = small(tmp_path, TABLE)
    assert table.name == "small"
    found = readings(("tips", None, ""), ("Schifffahrt", None, ""))
    assert [r.form for r in table.generate(lambda: found)] == ["tipps"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (TABLE.replace("small", "other"), 1, "called 'small.yaml'"),
        (TABLE.replace("respellings", "respeling"), 2, "no engine makes 'respeling'"),
        (TABLE.replace("old-orthography", "old"), 3, "unknown tag 'old'"),
        (TABLE.replace("old-orthography", "has-dot"), 3, "is a shape"),
        (TABLE.replace("replaced", "gone"), 7, "'standing' is 'gone'"),
        (TABLE.replace("after: word", "after: words"), 8, "'after' is 'words'"),
        (TABLE.replace("[noun]", "[nouns]"), 9, "no endings 'nouns'"),
        (TABLE.replace("tip: tipp", "tip: tip"), 10, "'tip' to 'tip'"),
        (TABLE.replace("tip: tipp", "Tip: Tipp"), 10, "small letters"),
        (TABLE.replace("tip: tipp", "tip: {a: b}"), 10, "maps an old spelling"),
        (TABLE.replace("tip: tipp", "tip: [tipp, tipp]"), 10, "stand here twice"),
        (TABLE.replace("endings: [noun]", "ending: [noun]"), 9, "no key 'ending'"),
        (TABLE + "sorts: []\n", 11, "no key 'sorts'"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, text: str, line: int, message: str
) -> None:
    with pytest.raises(LexkitError) as caught:
        small(tmp_path, text)
    assert message in str(caught.value)
    assert caught.value.line == line

"""The keys `reads` and `forms`: which entries become readings, and what their forms show."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from lexkit import bounded
from tests.conftest import Shop, rule_of

ROWS = [
    ("Delft", "Delft", "place"), ("Delfts", "Delft", "place,genitive"),
    ("delven", "delven", "verb"),
    ("delft", "delven", "verb"), ("dolven", "delven", "verb,past"), ("delver", "delver", "noun"),
    ("loopt", "lopen", "verb"),
]  # fmt: skip


def rows(shop: Shop, more: str, name: str = "tabel") -> None:
    text = "word\tlemma\ttags\n" + "".join("\t".join(row) + "\n" for row in ROWS)
    shop.source(name, f"{name}.tsv", text, f"reader: table\ntags: {{place: toponym}}\n{more}")


def words(shop: Shop) -> set[str]:
    return {form for form, *_ in ROWS if shop.build().answer(form).verdict != "unattested"}


@pytest.mark.parametrize(
    ("reads", "kept"),
    [
        ('{form: "[A-Z].*"}', {"Delft", "Delfts"}),
        # the whole form, but the beginning of a label
        ('{form: "delf"}', set()),
        ("{label: verb}", {"delven", "delft", "dolven", "loopt"}),
        ("{label: pa}", {"dolven"}),
        ('{label: "place|noun", form: "[a-z]+"}', {"delver"}),
        ("{}", {form for form, *_ in ROWS}),
    ],
)
def test_what_is_asked_of_an_entry(shop: Shop, reads: str, kept: set[str]) -> None:
    rows(shop, f"reads: {reads}\n")
    # The spelling has no capitals: Delft and delft are the same letters.
    lexicon = shop.build()
    found = {g.form for form, *_ in ROWS for g in lexicon.answer(form).grounds}
    assert found == kept


def test_only_the_lemmas_of_another_source_are_inflected(shop: Shop) -> None:
    shop.words("lijst", ["delven"])
    rows(shop, "reads: {lemmas_of: lijst, label: verb}\n")
    lexicon = shop.build()
    assert rule_of(lexicon, "dolven") == ("accepted", "default")
    assert rule_of(lexicon, "loopt") == ("unattested", None)
    # Another word in the first list makes the readings of the second anew.
    shop.words("lijst", ["delven", "lopen"])
    assert rule_of(shop.build(), "loopt") == ("accepted", "default")


def test_the_other_source_need_not_be_in_the_ruleset(shop: Shop) -> None:
    shop.words("lijst", ["lopen"])
    rows(shop, "reads: {lemmas_of: lijst}\n")
    shop.ruleset(sources=["tabel"])
    lexicon = shop.build()
    assert "loopt" in lexicon
    assert "lopen" not in lexicon


@pytest.mark.parametrize(
    ("reads", "says"),
    [
        ("{lemma_of: lijst}", "has no key 'lemma_of'"),
        ('{form: "("}', "the pattern '('"),
        ('{label: "(a+)+"}', "repeats a repetition"),
        ("{lemmas_of: lijts}", "there is no source 'lijts'"),
        ("{lemmas_of: tabel}", "is no list by itself"),
    ],
)
def test_mistakes_are_named(shop: Shop, reads: str, says: str) -> None:
    shop.words("lijst", ["lopen"])
    rows(shop, f"reads: {reads}\n")
    shop.ruleset()
    error = shop.refused()
    assert says in str(error)
    assert Path(error.path or "").name == "tabel.yaml"


@pytest.mark.parametrize(
    ("reads", "text"), [("{form: '(a|aa)+'}", "a" * 60 + "e"), ("{label: '(i|ii)*x'}", "i" * 60)]
)
def test_a_pattern_that_runs_away_is_stopped_and_named(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, reads: str, text: str
) -> None:
    bounded._watch.stop()
    monkeypatch.setattr(bounded, "PATIENCE", 0.05)
    shop.source("zinnen", "zinnen.txt", f"{text}\t{text}\n", f"reader: glosses\nreads: {reads}")
    shop.ruleset()
    start = time.process_time()
    error = shop.refused()
    assert time.process_time() - start < 5
    assert "takes for ever on" in str(error)
    assert (Path(error.path or "").name, error.line) == ("zinnen.yaml", 8)


def test_decisions_are_read_whole(shop: Shop) -> None:
    shop.curated({"word": "ja", "decision": "accept"}, more="reads: {form: ja}\n")
    shop.ruleset()
    assert "read whole" in str(shop.refused())


def test_a_form_tells_what_no_label_does(shop: Shop) -> None:
    rows(shop, 'forms: {"del.*r": given-name, "del.*": surname, "loop": toponym}\n')
    lexicon = shop.build()
    told = {
        form: set(lexicon.answer(form).grounds[0].tags) for form in ("delver", "delven", "loopt")
    }
    assert told == {"delver": {"given-name"}, "delven": {"surname"}, "loopt": set()}
    # Delft has a tag by its label, whatever its form.
    found = {tag for g in lexicon.answer("Delft").grounds for tag in g.tags}
    assert found - {"capitalised"} == {"toponym", "surname"}

"""The English lists written for lexkit: well-formed, and kind to homographs."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from lexkit import source as sources
from lexkit.readers.base import Report
from lexkit.stores import readings_of
from lexkit.tagset import Tagset
from tests.conftest import REPOSITORY

#: A source, its file, and how many forms of a kind there are at least.
LISTS = {
    "lexkit-en": ("en-words.tsv", {"headword": 1300, "interjection": 250, "vulgar": 350}),
    "lexkit-en-names": ("en-names.tsv", {"toponym": 400, "given-name": 150, "surname": 80}),
    "lexkit-en-signs": ("en-signs.tsv", {"abbreviation": 800, "phrase-part": 100, "symbol": 80}),
}
each_list = pytest.mark.parametrize("name", LISTS)


@cache
def rows(name: str) -> list[tuple[str, str, frozenset[str]]]:
    lines = (REPOSITORY / "sources" / "lists" / LISTS[name][0]).read_text("utf-8").split("\n")
    assert (lines[0], lines[-1]) == ("form\tlemma\ttags", "")
    cells = [line.split("\t") for line in lines[1:-1]]
    return [(form, lemma, frozenset(tags.split(","))) for form, lemma, tags in cells]


@each_list
def test_a_list_is_sorted_and_says_each_thing_once(name: str) -> None:
    lines = (REPOSITORY / "sources" / "lists" / LISTS[name][0]).read_text("utf-8").splitlines()[1:]
    assert lines == sorted(set(lines))


@each_list
def test_every_kind_is_there_and_every_tag_is_mapped(name: str, vocabulary: Tagset) -> None:
    kinds = Counter(tag for _, _, tags in rows(name) for tag in tags)
    floors = LISTS[name][1]
    assert {kind: kinds[kind] for kind in floors if kinds[kind] < floors[kind]} == {}
    manifest = sources.load(REPOSITORY / "sources" / f"{name}.yaml", vocabulary)
    file = REPOSITORY / "sources" / "lists" / LISTS[name][0]
    report = Report()
    found = list(readings_of(manifest, {file.name: file}, report))
    assert (report.skipped, report.noted) == (Counter(), Counter())
    assert len(found) == len(rows(name))
    assert all(reading.tags for reading in found)


def test_no_word_is_a_sign_too() -> None:
    words = {form for form, _, tags in rows("lexkit-en") if "headword" in tags}
    common = "at be by do go if in is it me my no of on or so to up us we his her was for but not"
    assert set(common.split()) <= words
    assert all(form.islower() for form in words)
    signs = {form for form, _, _ in rows("lexkit-en-signs")}
    everyday = "march home able mother list river muse doze fling fed led cat dog and the ran"
    assert signs.isdisjoint(everyday.split())


def test_signs_are_no_headwords_in_the_form_they_have_on_the_board() -> None:
    """Else what is said of *doz.* would hold for *dozing*, which a speller lists beneath *doz*."""
    assert [form for form, lemma, _ in rows("lexkit-en-signs") if form == lemma] == []


def test_names_are_written_with_capitals() -> None:
    assert [form for form, _, _ in rows("lexkit-en-names") if not re.match("[A-Z]", form)] == []


def test_no_roman_numeral_is_missing_or_made_up() -> None:
    signs = {form for form, _, tags in rows("lexkit-en-signs") if "symbol" in tags}
    numerals = {
        f"{ten}{one}" for ten in ("", "x", "xx", "xxx") for one in "ii iii iv vi vii ix".split()
    }
    assert numerals <= signs

"""The lists written for lexkit, of all languages: what they hold, and that they are well-formed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

import pytest

from lexkit import source as sources
from lexkit import tagset
from lexkit.readers.base import Report
from lexkit.stores import readings_of
from tests.conftest import REPOSITORY

TAGS = tagset.load([REPOSITORY / "rules" / "tags.yaml"])

#: A source, its file, and whether it attests.
LISTS = {
    "lexkit-de": ("de-words.tsv", True),
    "lexkit-de-names": ("de-names.tsv", False),
    "lexkit-de-signs": ("de-signs.tsv", False),
    "lexkit-de-old": ("de-old.tsv", False),
    "lexkit-nl": ("nl-words.tsv", True),
    "lexkit-nl-places": ("nl-places.tsv", True),
    "lexkit-nl-names": ("nl-names.tsv", False),
    "lexkit-nl-signs": ("nl-signs.tsv", False),
}
each_list = pytest.mark.parametrize("name", LISTS)


@cache
def rows(name: str) -> list[tuple[str, str, str]]:
    path = REPOSITORY / "sources" / "lists" / LISTS[name][0]
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines[0] == "form\tlemma\ttags"
    assert lines[-1] == "", "the last line ends"
    found = []
    for line in lines[1:-1]:
        form, lemma, tags = line.split("\t")
        found.append((form, lemma, tags))
    return found


def readings(form: str, names: Iterable[str]) -> dict[str, list[set[str]]]:
    """The tags of a form's readings in each list of ``names`` that has it."""
    found: dict[str, list[set[str]]] = {}
    for name in names:
        for written, _, tags in rows(name):
            if written == form:
                found.setdefault(name, []).append(set(tags.split(",")))
    return found


@each_list
def test_rows_are_sorted_and_unique(name: str) -> None:
    assert rows(name) == sorted(set(rows(name)))


@each_list
def test_cells_are_clean(name: str) -> None:
    for row in rows(name):
        for cell in row:
            assert cell == cell.strip() != "", row
            assert unicodedata.normalize("NFC", cell) == cell, row
            assert " " not in cell, row


@each_list
def test_tags_are_of_the_vocabulary(name: str) -> None:
    for row in rows(name):
        tags = row[2].split(",")
        assert tags == sorted(set(tags)), row
        assert all(tag in TAGS.parts_of_speech or tag in TAGS.kinds for tag in tags), row


@each_list
def test_manifest_reads_the_whole_list(name: str) -> None:
    file, attests = LISTS[name]
    manifest = sources.load(REPOSITORY / "sources" / f"{name}.yaml", TAGS)
    assert manifest.attests is attests
    report = Report()
    files = {file: REPOSITORY / "sources" / "lists" / file}
    read = list(readings_of(manifest, files, report))
    assert [(r.form, r.lemma, ",".join(sorted(r.tags))) for r in read] == rows(name)
    assert not manifest.labels.unmapped

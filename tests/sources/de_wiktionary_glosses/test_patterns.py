"""What the patterns of de-wiktionary-glosses make of a sense; the senses are the project's own."""

from __future__ import annotations

import csv
import time
from collections import Counter
from pathlib import Path

import pytest

from lexkit import source, tagset
from lexkit.source import Manifest

REPOSITORY = Path(__file__).parents[3]
SENSES = Path(__file__).with_name("senses.tsv")

#: Beginnings that many patterns take, to be repeated until the sense is long.
LURES = [
    "a", "ä-", "große ", "große, ", "groß-", "Stadt", "Stadt ", "Stadt-", "in ", "in der ", "ein ",
    "eine ", "x: ", "der Name ", "der deutsche ", "am Fluss ", "von der ", "deutsche ",
    "griechische ", "Teil der ", "Gott der ", "Tochter des ", "Abkürzung, ", "weiblicher, ",
    "kurz für ", "Ausruf ", "und ", "'", "1", " ", "Bundes", "isch", "Name mehrerer ",
    "historische Landschaft und ",
]  # fmt: skip


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    vocabulary = tagset.load([REPOSITORY / "rules" / "tags.yaml"])
    return source.load(REPOSITORY / "sources" / "de-wiktionary-glosses.yaml", vocabulary)


def senses() -> list[tuple[str, str]]:
    with SENSES.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        return [(sense, tags) for sense, tags in rows]


@pytest.mark.parametrize(("sense", "tags"), senses())
def test_a_sense_is_typed(manifest: Manifest, sense: str, tags: str) -> None:
    assert manifest.labels.tags((sense,)) == frozenset(() if tags == "-" else tags.split())


def test_every_kind_has_ten_senses(manifest: Manifest) -> None:
    counts = Counter(tag for _, tags in senses() for tag in tags.split())
    kinds = {tag for _, tags in manifest.labels.patterns for tag in tags}
    assert {kind: counts[kind] for kind in kinds if counts[kind] < 10} == {}


def test_no_sense_stands_twice() -> None:
    assert len({sense for sense, _ in senses()}) == len(senses())


@pytest.mark.parametrize("lure", LURES)
def test_no_pattern_runs_away(manifest: Manifest, lure: str) -> None:
    """A sense of 100,000 characters takes each pattern less than a second."""
    sense = (lure * (100_000 // len(lure) + 1))[:100_000]
    for pattern, _ in manifest.labels.patterns:
        start = time.perf_counter()
        pattern.match(sense)
        assert time.perf_counter() - start < 1, pattern.pattern

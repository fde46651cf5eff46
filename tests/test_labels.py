"""From labels to tags: exact ones, patterns, and what nobody mapped."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexkit import bounded, source
from lexkit.errors import LexkitError
from lexkit.readers.labels import Labels
from lexkit.tagset import Tagset
from tests.conftest import Call, Shop

NOUN, PLACE = frozenset({"noun"}), frozenset({"toponym"})


def labels() -> Labels:
    patterns = ((re.compile("Stadt in"), PLACE), (re.compile("Stadt"), NOUN))
    return Labels({"N": NOUN, "-": frozenset(), "Stadt in Europa": NOUN}, patterns)


def test_an_exact_label_comes_before_any_pattern() -> None:
    assert labels().tags(("Stadt in Europa",)) == NOUN


def test_the_first_pattern_that_meets_the_beginning_decides() -> None:
    assert labels().tags(("Stadt in Polen",)) == PLACE
    assert labels().tags(("Stadtteil",)) == NOUN
    assert labels().tags(("alte Stadt in Polen",)) == frozenset()


def test_labels_add_up() -> None:
    assert labels().tags(("N", "Stadt in Polen")) == NOUN | PLACE
    assert labels().tags(()) == frozenset()


def test_what_is_mapped_to_nothing_is_known_and_what_is_not_mapped_is_counted() -> None:
    given = Labels({"N": NOUN, "-": frozenset()})
    given.tags(("-", "X"))
    given.tags(("Y", "X"))
    assert set(given.unmapped) == {"X", "Y"}


def test_labels_are_taken_as_written() -> None:
    assert labels().tags(("n",)) == frozenset()
    assert labels().tags((" N",)) == frozenset()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A watch that looks often, and is not at work already."""
    bounded._watch.stop()
    monkeypatch.setattr(bounded, "PATIENCE", 0.05)
    yield
    bounded._watch.stop()


def manifest(tmp_path: Path, pattern: str) -> Path:
    path = tmp_path / "list.yaml"
    path.write_text(
        "source: list\ntitle: T\nlanguage: xx\nlicence: CC0-1.0\nreader: glosses\n"
        f"files: {{w.txt: {'0' * 64}}}\nfetch: [{{path: w.txt}}]\n"
        f"patterns:\n  Stadt: noun\n  '{pattern}': toponym\n",
        "utf-8",
    )
    return path


@pytest.mark.parametrize(
    ("pattern", "label"),
    [
        ("(a|a)+b", "a" * 60),
        ("(a|aa)+$", "a" * 80 + "!"),
        (r"(?:\w|\w\w)*:", "berg" * 20),
        ("(?=(a|a)+b)x", "a" * 60),
        ("((ab)|(a)(b)|(a)|(b))*c", "ab" * 40),
    ],
)
def test_a_pattern_that_runs_away_is_stopped_and_named(
    tmp_path: Path, vocabulary: Tagset, impatient: None, pattern: str, label: str
) -> None:
    labels = source.load(manifest(tmp_path, pattern), vocabulary).labels
    start = time.process_time()
    with pytest.raises(LexkitError, match="takes for ever on") as caught:
        labels.tags((label,))
    assert time.process_time() - start < 1
    assert (caught.value.path, caught.value.line) == (tmp_path / "list.yaml", 10)
    assert labels.tags(("Stadt",)) == NOUN  # what follows is read as if nothing had been


def test_a_pattern_of_a_form_that_runs_away_is_stopped_too(
    tmp_path: Path, vocabulary: Tagset, impatient: None
) -> None:
    path = manifest(tmp_path, "x")
    path.write_text(path.read_text("utf-8") + "forms:\n  '(e|e)+x': noun\n", "utf-8")
    labels = source.load(path, vocabulary).labels
    assert labels.tags_of_form("ex") == NOUN
    with pytest.raises(LexkitError, match="takes for ever on 'eee") as caught:
        labels.tags_of_form("e" * 60)
    assert caught.value.line == 12


def test_the_watch_stops_when_there_is_no_work(impatient: None) -> None:
    assert bounded.bounded(lambda: 7) == 7
    start = time.process_time()
    while time.process_time() - start < 0.2:
        pass
    assert not bounded._watch.ticking


def test_work_of_many_pieces_is_not_stopped(impatient: None) -> None:
    start = time.process_time()
    while time.process_time() - start < 0.2:
        bounded.bounded(lambda: sum(range(1000)))


def test_a_build_is_stopped_too(shop: Shop, call: Call, impatient: None) -> None:
    more = "reader: glosses\npatterns: {'(x|x)+y': noun}\n"
    shop.source("sinne", "sinne.txt", f"wort\t{'x' * 60}\n", more)
    shop.ruleset()
    said = call("build", "spiel")
    assert said.code == 2
    assert "sinne.yaml:8: the pattern '(x|x)+y' takes for ever" in said.err

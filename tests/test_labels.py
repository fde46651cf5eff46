"""From labels to tags: exact ones, patterns, and what nobody mapped."""

from __future__ import annotations

import re

from lexkit.readers.labels import Labels

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

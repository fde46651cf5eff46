"""Glossaries: a word and what it means, one or more senses each; every sense is a reading.

A sense is the label of its reading, to be typed by the `patterns` of the manifest: *Stadt in
Hessen* says toponym. A sense that no pattern knows makes a plain reading, so a word is a name
only if every sense is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from lexkit.model import Entry
from lexkit.readers import encodings, textfile
from lexkit.readers.base import Input

SUMMARY = "a word and its senses on each line, each sense a reading"
OPTIONS = {
    "encoding": encodings.ENCODING,
    "separator": "what stands between two senses ( | , with its spaces)",
    "least": "words of fewer letters are passed over (1)",
}


def read(given: Input) -> Iterator[Entry]:
    """Stream an entry for each sense: `word<TAB>sense | sense`. The word is its own lemma.

    A list that has lost its capitals cannot tell initials (*aac*) from short words: the option
    ``least`` passes over words of fewer letters.
    """
    options, path = given.options, given.main
    separator = options.text("separator", " | ") or " | "
    least = options.number("least", 1)
    for number, line in textfile.lines(given):
        if not line or line.isspace():
            continue
        word, tab, senses = line.partition("\t")
        place = f"{path.name}:{number}"
        if not tab:
            given.report.skip("no tab between the word and its senses", place)
            continue
        if not word or word.isspace():
            given.report.skip("senses without a word", place)
            continue
        if len(word) < least:
            continue
        for sense in senses.split(separator):
            yield Entry(word, word, (sense,), place)

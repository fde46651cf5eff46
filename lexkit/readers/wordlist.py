"""Plain lists, in one file or several: one word a line, perhaps with a count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import compress, repeat

from lexkit.model import Entry
from lexkit.readers import encodings, textfile
from lexkit.readers.base import Input

SUMMARY = "one word a line, perhaps with a count before or after it"
OPTIONS = {
    "encoding": encodings.ENCODING,
    "comment": "lines that begin with this are passed over (none)",
    "label": "a label for every word of the list, to be mapped to tags",
    "named": "whether the name of the file is a label of its words (no)",
    "count": "where a count stands, before or after the word (none)",
    "least": "with counts, the smallest that is read (1)",
}

#: A count, its digits perhaps in groups of three, and what parts it from the word. Each repeat has
#: a bound, or a line of many numbers would be tried in a square of ways.
_COUNT = r"(?P<count>\d{1,19}(?:[.,]\d{3}){0,6})"
_APART = r"(?:[ \t]{1,40}|[ \t]{0,9}[,;:][ \t]{0,9})"
_COUNTED = {
    "before": re.compile(rf"{_COUNT}{_APART}(?P<word>\S.*)", re.DOTALL),
    "after": re.compile(rf"(?P<word>.*?\S){_APART}{_COUNT}", re.DOTALL),
}


def read(given: Input) -> Iterator[Entry]:
    """Stream the words of the files; their lemma is unknown.

    There are no comments and no counts unless the options say so: *#hash* and *4 Uhr* may be words.
    """
    options = given.options
    label, named = options.text("label"), options.flag("named")
    for name, path in given.files.items():
        labels = (*((label,) if label else ()), *((name,) if named else ()))
        yield from _words(replace(given, files={name: path}), labels)


def _words(given: Input, labels: tuple[str, ...]) -> Iterator[Entry]:
    """The words of one file."""
    options, name = given.options, given.main.name
    comment = options.text("comment")
    counted = _Counted(given) if options.text("count") else None
    for first, block in textfile.blocks(given):
        words = block
        if comment:
            words = [None if word and word.startswith(comment) else word for word in words]
        if counted:
            words = [word and counted.word(word, name, i) for i, word in enumerate(words, first)]
        # All in C: a list of millions goes by in a moment.
        places = textfile.places(name, first, len(words))
        entries = zip(words, repeat(None), repeat(labels), places, repeat(None))
        yield from map(tuple.__new__, repeat(Entry), compress(entries, words))


class _Counted:
    """Takes the count off a line."""

    def __init__(self, given: Input) -> None:
        where = given.options.text("count", "") or ""
        if where not in _COUNTED:
            raise given.options.error("count", f"'count' is {where!r}", "write before or after")
        least = given.options.text("least", "1") or "1"
        if not (least.isascii() and least.isdecimal() and len(least) < 20):
            raise given.options.error("least", f"'least' is {least!r}", "write a whole number")
        self._pattern, self._least, self._report = _COUNTED[where], int(least), given.report

    def word(self, line: str, name: str, number: int) -> str | None:
        """The word in a ``line``; `None` and a report if its count is missing or too small."""
        if line.isspace():
            return None
        place = f"{name}:{number}"
        found = self._pattern.fullmatch(line.strip())
        if found is None:
            self._report.skip("no count beside the word", place)
            return None
        if int(re.sub(r"\D", "", found["count"])) < self._least:
            self._report.note(f"counted less than {self._least} times", place)
            return None
        return found["word"]

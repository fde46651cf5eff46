"""Plain lists: one word a line."""

from __future__ import annotations

from collections.abc import Iterator

from lexkit.model import Entry
from lexkit.readers import textfile
from lexkit.readers.base import Input

SUMMARY = "one word a line"
OPTIONS = {
    "encoding": textfile.ENCODING,
    "comment": "lines that begin with this are passed over (none)",
    "label": "a label for every word of the list, to be mapped to tags",
}


def read(given: Input) -> Iterator[Entry]:
    """Stream the words of the list; their lemma is unknown.

    There are no comments unless the option names their mark: *#hash* may be a word.
    """
    options, path = given.options, given.main
    comment = options.text("comment")
    label = options.text("label")
    labels = (label,) if label else ()
    name = path.name
    for number, line in textfile.lines(path, textfile.encoding(options)):
        if comment and line.startswith(comment):
            continue
        if line and not line.isspace():
            yield Entry(line, None, labels, f"{name}:{number}")

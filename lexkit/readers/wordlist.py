"""Plain lists, in one file or several: one word a line."""

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
    "named": "whether the name of the file is a label of its words (no)",
}


def read(given: Input) -> Iterator[Entry]:
    """Stream the words of the files; their lemma is unknown.

    There are no comments unless the option names their mark: *#hash* may be a word.
    """
    options = given.options
    comment = options.text("comment")
    label = options.text("label")
    named = options.flag("named")
    encoding = textfile.encoding(options)
    for name, path in given.files.items():
        labels = (*((label,) if label else ()), *((name,) if named else ()))
        for number, line in textfile.lines(path, encoding):
            if comment and line.startswith(comment):
                continue
            if line and not line.isspace():
                yield Entry(line, None, labels, f"{path.name}:{number}")

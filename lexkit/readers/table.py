"""Tables: a header, then a row a word or a row a lemma with its forms in several columns."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from fnmatch import fnmatchcase
from operator import itemgetter
from pathlib import Path

from lexkit.errors import LexkitError
from lexkit.model import Entry
from lexkit.readers import textfile
from lexkit.readers.base import Input, Options, Report

SUMMARY = "CSV or TSV: a row a word, or a row a lemma with its forms"
OPTIONS = {
    "encoding": textfile.ENCODING,
    "delimiter": "what separates columns (a tab in .tsv and .tab files, else a comma)",
    "quoting": "whether cells may stand in double quotes (no with tabs, else yes)",
    "columns": "the names of the columns, for a table without a header",
    "forms": "the columns that hold forms, by name or pattern (word, form or the first column)",
    "lemma": "the column that holds the lemma (lemma, if there is one)",
    "labels": "the columns that hold labels (pos and tags, if there are any)",
    "split": "what separates the labels in one cell (,)",
}


class _Rows:
    """The rows of a table with the line each begins in; a broken row is reported, not swallowed."""

    def __init__(self, path: Path, options: Options, report: Report) -> None:
        self.path = path
        self.report = report
        tabbed = any(suffix in (".tsv", ".tab") for suffix in map(str.lower, path.suffixes))
        self.delimiter = options.text("delimiter", "\t" if tabbed else ",") or ","
        if self.delimiter == "\\t":
            self.delimiter = "\t"
        if len(self.delimiter) != 1 or self.delimiter in '"\r\n':
            raise options.error(
                "delimiter", "'delimiter' is one character and no quote", "write \\t for a tab"
            )
        # A stray quote in a TSV (5"-schijf) would swallow the rows up to the next one.
        self.quoted = options.flag("quoting", self.delimiter != "\t")
        self.encoding = textfile.encoding(options)

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        with textfile.opened(self.path, self.encoding, "") as file:
            rows = csv.reader(
                file,
                delimiter=self.delimiter,
                quoting=csv.QUOTE_MINIMAL if self.quoted else csv.QUOTE_NONE,
                strict=True,
            )
            yield from self._numbered(rows)

    def _numbered(self, rows: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
        last = 0
        while True:
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                end = getattr(rows, "line_num", last + 1)
                lost = f" (lines {last + 1} to {end} are lost)" if end > last + 1 else ""
                self.report.skip(f"not a row: {error}{lost}", f"{self.path.name}:{last + 1}")
                last = end
                continue
            first, last = last + 1, getattr(rows, "line_num", last + 1)
            if row:
                yield first, row


#: The headings of a column that holds forms of any sort.
_NO_CELL = ("form", "word")


def read(given: Input) -> Iterator[Entry]:
    """Stream an entry for each distinct form of each row.

    A form that fills several cells of a row (*Adonis* in all cases) comes once, with the first
    of these columns as its cell where the row has a lemma; *form* and *word* name no cell.
    """
    options, report, path = given.options, given.report, given.main
    rows = iter(_Rows(path, options, report))
    header = options.items("columns")
    if not header:
        _, header = next(rows, (1, []))
    if not header:
        raise LexkitError("the table is empty: it has no header", path=path, line=1)
    columns = _Columns(header, options, path)
    split = options.text("split", ",") or ","
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    # With some seventy columns of forms a row, picking them out in C is what makes this fast.
    forms_of = itemgetter(*columns.forms, columns.forms[0])
    name, width = path.name, len(header)
    for number, row in rows:
        place = f"{name}:{number}"
        if len(row) != width:
            report.skip(f"a row of {len(row)} columns under a header of {width}", place)
            continue
        labelled = tuple(row[i] for i in columns.labels)
        labels = known.get(labelled)
        if labels is None:
            parts = [part.strip() for cell in labelled for part in cell.split(split)]
            labels = known[labelled] = tuple(part for part in parts if part)
        lemma = (row[columns.lemma] or None) if columns.lemma is not None else None
        cells = forms_of(row)
        for form in dict.fromkeys(cells):
            if form:
                i = columns.forms[cells.index(form)]
                named = lemma is not None and i != columns.lemma and header[i] not in _NO_CELL
                yield Entry(form, lemma, labels, place, header[i] if named else None)


class _Columns:
    """Which columns hold the forms, the lemma and the labels, by their index."""

    def __init__(self, header: list[str], options: Options, path: Path) -> None:
        self.header, self.options, self.path = header, options, path
        named = options.items("forms")
        default = [next((n for n in ("word", "form") if n in header), header[0])]
        self.forms = self._find("forms", named or default)
        lemma = options.text("lemma")
        found = self._find("lemma", [lemma] if lemma else [])
        self.lemma = found[0] if found else header.index("lemma") if "lemma" in header else None
        labels = options.items("labels") or [n for n in ("pos", "tags") if n in header]
        self.labels = self._find("labels", labels)

    def _find(self, option: str, patterns: list[str]) -> list[int]:
        found: list[int] = []
        for pattern in patterns:
            # A heading may itself hold a * (german-nouns: "genitiv singular*").
            hits = [i for i, n in enumerate(self.header) if n == pattern or fnmatchcase(n, pattern)]
            if not hits:
                have = ", ".join(self.header[:12]) + (" …" if len(self.header) > 12 else "")
                raise LexkitError(
                    f"there is no column {pattern!r}, which the option {option!r} names",
                    path=self.path,
                    line=1,
                    remedy=f"the columns are {have}",
                )
            found += [i for i in hits if i not in found]
        return found

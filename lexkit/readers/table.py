"""Tables: a row a word, or a row a lemma with its forms in several columns.

`lexkit.readers.rows` and `lexkit.readers.jsonrows` read the rows; here columns get their meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import chain

from lexkit.errors import LexkitError
from lexkit.model import Entry
from lexkit.readers import encodings, jsonrows, textfile
from lexkit.readers.base import Input, Report
from lexkit.readers.jsonrows import JsonRow
from lexkit.readers.labels import KEPT, LONGEST_KEPT
from lexkit.readers.rows import Line, Rows

SUMMARY = "CSV, TSV or JSON Lines: a row a word, or a row a lemma with its forms"
OPTIONS = {
    "encoding": encodings.ENCODING,
    "delimiter": "what separates columns (a tab in .tsv and .tab files, else a comma, unless the "
    "first lines say otherwise)",
    "quoting": "whether cells may stand in double quotes (no with tabs, else yes)",
    "header": "whether the first row is a heading (told by the first rows)",
    "columns": "the names of the columns, for a table without a header or with another one",
    "forms": "the columns that hold forms, by name or pattern (word, form or the first column)",
    "lemma": "the column that holds the lemma (lemma, if there is one)",
    "labels": "the columns that hold labels (pos and tags, if there are any)",
    "split": "what separates the labels in one cell (,)",
    "several": "what separates several forms in one cell (nothing)",
}

#: How many lines are looked at to find out how a table is written, and how much (characters).
LOOKED_AT, _LOOKED_INTO = 200, 1 << 20

#: The headings of a column that holds forms of any sort.
_NO_CELL = ("form", "word", "forms", "words")

#: How many headings of rows in JSON are remembered together.
_HEADINGS = 100_000


def read(given: Input) -> Iterator[Entry]:
    """Stream an entry for each distinct form of each row.

    A form that fills several cells of a row (*Adonis* in all cases) comes once, with the first
    of these columns as its cell where the row has a lemma; *form* and *word* name no cell.
    """
    lines = textfile.lines(given)
    sample = _sample(lines)
    lines = chain(sample, lines)
    texts = [line for _, line in sample if line and not line.isspace()]
    if texts:
        jsonrows.refuse_array(given.main, texts[0])
        if jsonrows.is_json(texts[0]) and not given.options.text("delimiter"):
            return _of_objects(given, jsonrows.rows(given.main.name, given.report, lines))
    return _of_rows(given, Rows(given, lines, texts))


def _sample(lines: Iterator[Line]) -> list[Line]:
    """The first of ``lines``, few enough to be held."""
    sample: list[Line] = []
    size = 0
    for line in lines:
        sample.append(line)
        size += len(line[1])
        if len(sample) >= LOOKED_AT or size > _LOOKED_INTO:
            break
    return sample


def _of_rows(given: Input, table: Rows) -> Iterator[Entry]:
    """The entries of a table with delimiters, all of whose rows have the same columns."""
    rows = iter(table)
    first, header = next(rows, (1, []))
    if not header:
        raise LexkitError("the table is empty: it has no header", path=given.main, line=1)
    wanted = _Wanted(given, header)
    if missing := wanted.missing(header):
        raise wanted.error(*missing, header, first)
    columns = _Columns(wanted, tuple(header), given.report)
    name, width, report = given.main.name, len(header), given.report
    labels = _Labels(given)
    for number, row in rows:
        place = f"{name}:{number}"
        if len(row) == width:
            yield from columns.entries(row, labels, place)
        else:
            says = "fewer" if len(row) < width else "more"
            report.skip(f"a row of {says} than the {width} columns of the header", place)


def _of_objects(given: Input, rows: Iterator[JsonRow]) -> Iterator[Entry]:
    """The entries of JSON Lines, where each row has the columns it has."""
    name, report = given.main.name, given.report
    labels = _Labels(given)
    wanted: _Wanted | None = None
    known: dict[tuple[str, ...], _Columns] = {}
    for number, headings, cells in rows:
        place = f"{name}:{number}"
        wanted = wanted or _Wanted(given, headings)
        columns = known.get(headings)
        if columns is None:
            columns = _Columns(wanted, headings, report)
            if sum(map(len, known)) + len(headings) > _HEADINGS:
                known.clear()
            known[headings] = columns
        if columns.forms:
            yield from columns.entries(cells, labels, place)
        else:
            report.skip("no column that holds forms", place)
    for option, pattern in wanted.never if wanted else ():
        report.skip(f"no row has a column {pattern!r}, which {option!r} names", f"{name}:1")


class _Labels:
    """The labels in the cells of a row, parted and put together."""

    def __init__(self, given: Input) -> None:
        self._split = given.options.text("split", ",") or ","
        self._known: dict[tuple[str, ...], tuple[str, ...]] = {}

    def of(self, cells: tuple[str, ...]) -> tuple[str, ...]:
        """One and the same tuple for the same cells."""
        labels = self._known.get(cells)
        if labels is None:
            parts = [part.strip() for cell in cells for part in cell.split(self._split)]
            labels = tuple(part for part in parts if part)
            if len(self._known) < KEPT and sum(map(len, cells)) < LONGEST_KEPT:
                self._known[cells] = labels
        return labels


class _Wanted:
    """The columns that the options name, or custom; ``header`` are those of the first row."""

    def __init__(self, given: Input, header: list[str] | tuple[str, ...]) -> None:
        options = given.options
        self._path = given.main
        default = [next((n for n in ("word", "form") if n in header), *header[:1])]
        lemma, labels = options.text("lemma"), options.items("labels")
        self.patterns = {
            "forms": options.items("forms") or default,
            "lemma": [lemma or "lemma"],
            "labels": labels or ["pos", "tags"],
        }
        self.several = options.text("several") or ""
        named = {"forms": True, "lemma": bool(lemma), "labels": bool(labels)}
        #: Named by an option, and not met so far.
        self.never = {(o, p): None for o, ps in self.patterns.items() if named[o] for p in ps}

    def find(self, option: str, headings: tuple[str, ...]) -> tuple[int, ...]:
        """The columns that ``option`` means, by their index."""
        found: dict[int, None] = {}
        for pattern in self.patterns[option]:
            # A heading may itself hold a * (german-nouns: "genitiv singular*").
            hits = [i for i, n in enumerate(headings) if n == pattern or fnmatchcase(n, pattern)]
            if hits:
                self.never.pop((option, pattern), None)
                found.update(dict.fromkeys(hits))
        return tuple(found)

    def missing(self, header: list[str]) -> tuple[str, str] | None:
        """The first option, and the column it names, that ``header`` lacks."""
        for option in self.patterns:
            self.find(option, tuple(header))
        return next(iter(self.never), None)

    def error(self, option: str, pattern: str, header: list[str], line: int) -> LexkitError:
        have = ", ".join(header[:12]) + (" …" if len(header) > 12 else "")
        return LexkitError(
            f"there is no column {pattern!r}, which the option {option!r} names",
            path=self._path,
            line=line,
            remedy=f"the columns are {have}",
        )


class _Columns:
    """What the cells under ``headings`` are."""

    def __init__(self, wanted: _Wanted, headings: tuple[str, ...], report: Report) -> None:
        self._headings, self._report = headings, report
        self._several = wanted.several
        self.forms = wanted.find("forms", headings)
        self.lemma = next(iter(wanted.find("lemma", headings)), None)
        self.labels = wanted.find("labels", headings)

    def entries(self, row: list[str], labels: _Labels, place: str) -> Iterator[Entry]:
        """An entry for each distinct form in ``row``."""
        lemma = (row[self.lemma] or None) if self.lemma is not None else None
        said = labels.of(tuple([row[i] for i in self.labels]))
        forms: dict[str, int] = {}
        for i in self.forms:
            cell = row[i]
            for form in cell.split(self._several) if self._several else (cell,):
                if form and form not in forms:
                    forms[form] = i
        if not any(map(str.strip, forms)) and any(map(str.strip, row)):
            self._report.note("a row without a form", place)
        for form, i in forms.items():
            heading = self._headings[i]
            named = lemma is not None and i != self.lemma and heading not in _NO_CELL
            yield Entry(form, lemma, said, place, heading if named else None)

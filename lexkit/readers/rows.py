"""The rows of a table that is written with delimiters: CSV, TSV and what spreadsheets make of them.

What the options do not say is found out from the first lines: what parts the columns, whether
cells stand in quotes, and whether the first row is a heading. Where that differs from what the
file's name and custom say, the report calls it a guess.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from lexkit.readers import textfile
from lexkit.readers.base import Input, Options

#: What may part columns, where nothing says what does.
DELIMITERS = (",", ";", "\t", "|")

#: Headings that need no second look.
KNOWN = frozenset({"word", "form", "lemma", "pos", "tags"})

#: A quote that is not closed for so many lines was none.
LINES_OF_A_CELL = 1000

#: How many lines may be read anew for each line of the file, and how many there may be at first.
#: Where every line opens a quote, each would have a thousand read anew.
_ANEW, _ANEW_AT_FIRST = 4, 100_000

#: A cell may be as long as a line; what the csv module allows otherwise would lose its word.
csv.field_size_limit(textfile.LONGEST_LINE)

#: A line with its number, and a row with the number of the line it begins in.
Line = tuple[int, str]
Row = tuple[int, list[str]]


@dataclass(frozen=True)
class Dialect:
    """How columns and rows are written."""

    delimiter: str
    quoted: bool

    def reader(self, lines: Iterable[str]) -> Iterator[list[str]]:
        if self.quoted:
            return csv.reader(lines, delimiter=self.delimiter, strict=True)
        return csv.reader(lines, delimiter=self.delimiter, quoting=csv.QUOTE_NONE, strict=True)


class Rows:
    """The rows of ``lines``, of which ``sample`` are the first; a broken row is reported."""

    def __init__(self, given: Input, lines: Iterator[Line], sample: list[str]) -> None:
        self._name, self._options, self._report = given.main.name, given.options, given.report
        self._lines = lines
        self._again: list[Line] = []
        self._credit = _ANEW_AT_FIRST
        self.dialect = self._find_dialect(sample)
        self._header = self._find_header(sample)

    def __iter__(self) -> Iterator[Row]:
        """The heading first, whether the file has one or not; then the rows."""
        rows = self._rows()
        columns = self._options.items("columns")
        if columns and not self._header:
            yield 1, columns
        elif (first := next(rows, None)) is not None:
            number, cells = first
            if self._header:
                yield number, columns or cells
            else:
                yield number, [str(i) for i in range(1, len(cells) + 1)]
                yield first
        yield from rows

    def _rows(self) -> Iterator[Row]:
        """The rows, blank lines passed over.

        Where a row is broken its first line is lost, and the next are read anew: one stray quote
        (*5"-schijf*) would take along all rows up to the next one.
        """
        taken: list[Line] = []

        def feed() -> Iterator[str]:
            most, size = min(LINES_OF_A_CELL, 1 + self._credit), 0
            while len(taken) < most:
                line = self._taken()
                if line is None:
                    return
                taken.append(line)
                size = len(line[1]) + (size if len(taken) > 1 else 0)
                if size > textfile.LONGEST_LINE:
                    raise csv.Error(f"more than {textfile.LONGEST_LINE:,} characters")
                yield line[1] + "\n"
            raise csv.Error("no end of a quote in many lines")

        rows = self.dialect.reader(feed())
        while True:
            try:
                row = next(rows, None)
            except csv.Error as error:
                self._report.skip(f"not a row: {error}", f"{self._name}:{taken[0][0]}")
                self._again += reversed(taken[1:])
                self._credit -= len(taken) - 1
                taken.clear()
                rows = self.dialect.reader(feed())
                continue
            if row is None:
                return
            if row:
                yield taken[0][0], row
            taken.clear()

    def _taken(self) -> Line | None:
        """The next line, one that is to be read anew first."""
        if self._again:
            return self._again.pop()
        self._credit += _ANEW
        return next(self._lines, None)

    def _find_dialect(self, sample: list[str]) -> Dialect:
        usual = custom(self._name)
        delimiter = self._options.text("delimiter")
        if delimiter:
            delimiter = "\t" if delimiter == "\\t" else delimiter
            if len(delimiter) != 1 or delimiter in '"\r\n':
                raise self._options.error(
                    "delimiter", "'delimiter' is one character and no quote", "write \\t for a tab"
                )
        else:
            delimiter = delimiter_of(sample, usual)
            if delimiter != usual:
                says = f"a guess: {named(delimiter)} parts the columns"
                self._report.note(says, f"{self._name}:1")
        # A stray quote in a TSV (5"-schijf) would swallow the rows up to the next one.
        return Dialect(delimiter, self._options.flag("quoting", delimiter != "\t"))

    def _find_header(self, sample: list[str]) -> bool:
        if self._options.text("header"):
            return self._options.flag("header")
        if self._options.items("columns"):
            return False
        rows = parsed(self.dialect, sample)
        if has_header(rows, frozenset(_wanted(self._options))):
            return True
        says = "a guess: the first row is no heading, and the columns are called 1, 2, 3"
        self._report.note(says, f"{self._name}:1")
        return False


def custom(name: str) -> str:
    """What parts columns by custom in a file called ``name``, which may be packed."""
    return "\t" if {"tsv", "tab"} & set(name.lower().split(".")[1:]) else ","


def named(delimiter: str) -> str:
    """A delimiter, for people."""
    return "a tab" if delimiter == "\t" else f"{delimiter!r}"


def _wanted(options: Options) -> Iterator[str]:
    for name in ("forms", "labels"):
        yield from options.items(name)
    if lemma := options.text("lemma"):
        yield lemma


def parsed(dialect: Dialect, sample: list[str]) -> list[list[str]]:
    """The rows in ``sample`` up to the first that is broken."""
    rows: list[list[str]] = []
    with suppress(csv.Error):
        rows.extend(row for row in dialect.reader(line + "\n" for line in sample) if row)
    return rows


def delimiter_of(sample: list[str], otherwise: str) -> str:
    """What parts the columns of the lines in ``sample``; ``otherwise`` if nothing does better.

    What parts nearly every line into as many columns as the first one, does.
    """
    best, fits = otherwise, 0.0
    for delimiter in dict.fromkeys([otherwise, *DELIMITERS]):
        rows = parsed(Dialect(delimiter, delimiter != "\t"), sample)
        if rows and len(rows[0]) > 1:
            fit = sum(len(row) == len(rows[0]) for row in rows) / max(len(rows), len(sample) / 2)
            if fit > max(fits, 0.8):
                best, fits = delimiter, fit
    return best


def has_header(rows: list[list[str]], wanted: frozenset[str]) -> bool:
    """Whether the first of ``rows`` is a heading: it is, unless something speaks against it.

    A number over numbers does, and a cell that stands again further down its column (*noun*).
    ``wanted`` are the columns that options name.
    """
    if not rows or not KNOWN.isdisjoint(rows[0]) or not wanted.isdisjoint(rows[0]):
        return True
    for i, cell in enumerate(rows[0]):
        below = [row[i] for row in rows[1:] if i < len(row)]
        if cell and cell in below:
            return False
        if is_number(cell) and any(map(is_number, below)):
            return False
    return True


def is_number(cell: str) -> bool:
    """Whether nothing but digits stand in ``cell``."""
    return cell.strip().isdecimal()

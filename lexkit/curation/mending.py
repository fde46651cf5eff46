"""A curated file as people leave it behind, read and mended: nothing is lost, nothing guessed.

A spreadsheet saves a file with a byte-order mark, in UTF-16 even, with Windows line ends, cells in
quotes, columns in another order, semicolons for tabs and dates of its country; an editor cuts off
the tabs at the end of a line. What can mean one thing only is mended; the rest is a mistake that
is named with its line.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lexkit.curated import COLUMNS, HEADER, conflict, is_date, marks_conflict
from lexkit.curation.rows import QUOTED, Key, Row, text
from lexkit.errors import LexkitError, suggest


@dataclass
class Mended:
    """The lines of a file, each with its number; what was mended, how often; what was refused."""

    rows: dict[Key, Row] = field(default_factory=dict)
    lines: dict[Key, int] = field(default_factory=dict)
    said: Counter[str] = field(default_factory=Counter)
    errors: list[LexkitError] = field(default_factory=list)

    def text(self) -> bytes:
        """The canonical text."""
        return text(self.rows.values())


def read(path: Path, *, strict: bool = True) -> tuple[bytes, Mended]:
    """What the file ``path`` holds, and that mended; raises `LexkitError` as `parse` does."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LexkitError(f"cannot be read: {error.strerror}", path=path) from None
    return content, parse(content, path, strict=strict)


def parse(content: bytes, path: Path, *, unsettled: bool = False, strict: bool = True) -> Mended:
    """Read ``content`` of the file ``path``.

    With ``unsettled``, the lines within a conflict are read without their decision; else its
    markers are refused. Raises `LexkitError` with the line for these, for text that is not UTF-8,
    and for the first line that is none, has a date that may be two, or decides a key again. If not
    ``strict``, all of the latter are among the ``errors``, and their lines left out.
    """
    found = Mended()
    lines = _lines(content, path, found.said)
    within = set[int]()
    for number in (n for n, line in enumerate(lines, 1) if marks_conflict(line.lstrip('"'))):
        if not unsettled:
            raise conflict(lines[number - 1].strip('"\t'), path, number)
        within = _within(lines)
    for number, row in _Table(lines, path, found.said).rows():
        try:
            if isinstance(row, LexkitError):
                raise row
            _enter(found, row._replace(decision="") if number in within else row, path, number)
        except LexkitError as error:
            if strict:
                raise
            found.errors.append(error)
    if list(found.rows) != sorted(found.rows):
        found.said["lines out of order"] += 1
    return found


def _enter(found: Mended, row: Row, path: Path, number: int) -> None:
    other = found.rows.setdefault(row.key, row)
    if found.lines.setdefault(row.key, number) == number or "" in (row.decision, other.decision):
        return
    if other == row:
        found.said["lines that stood twice"] += 1
        return
    raise LexkitError(
        f"{row.word!r} ({row.scope}) is already decided on line {found.lines[row.key]}",
        path=path,
        line=number,
        remedy="keep one of the two lines",
    )


def _lines(content: bytes, path: Path, said: Counter[str]) -> list[str]:
    """The lines of ``content``, as (nearly) every program may have encoded them."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        said["UTF-16"] += 1
        encoding = "utf-16"
    else:
        said["byte-order mark"] += content.startswith(codecs.BOM_UTF8)
        encoding = "utf-8-sig"
    try:
        found = content.decode(encoding)
    except UnicodeDecodeError as error:
        number = error.object[: error.start].count(b"\n") + 1
        raise LexkitError("not UTF-8", path=path, line=number, remedy="save it as UTF-8") from None
    plain = found.replace("\r\n", "\n").replace("\r", "\n")
    said["foreign line ends"] += plain != found
    lines = plain.split("\n")
    if lines[-1]:
        said["no line end at the end"] += 1
    else:
        lines.pop()
    return lines


def _within(lines: Sequence[str]) -> set[int]:
    """The numbers of the lines that stand in a conflict."""
    found, inside = set(), False
    for number, line in enumerate(lines, 1):
        if marks_conflict(line):
            inside = not line.startswith(">")
        elif inside:
            found.add(number)
    return found


class _Table:
    """The lines as records: which columns there are, what parts them, and where quotes matter."""

    def __init__(self, lines: Sequence[str], path: Path, said: Counter[str]) -> None:
        self._lines = lines
        self._path = path
        self._said = said
        self._columns: Sequence[str] = COLUMNS
        self._separator = "\t"
        #: How many lines come before the first of a decision.
        self._before = 0
        first = next((n for n, line in enumerate(lines) if not _is_blank(line)), None)
        if first is not None:
            self._begin(first)

    def rows(self) -> Iterator[tuple[int, Row | LexkitError]]:
        """Every row with the number of its line, or why it is none."""
        records = self._tabbed() if self._separator == "\t" else self._quoted()
        for number, cells in records:
            if isinstance(cells, LexkitError):
                yield number, cells
                continue
            try:
                yield number, self._row(number, cells)
            except LexkitError as error:
                yield number, error

    def _row(self, number: int, cells: Sequence[str]) -> Row:
        told = dict(zip(self._columns, cells, strict=False))
        width = len(self._columns)
        cut_short = len(cells) < width and not told.get("decision", "").strip()
        if cut_short or any(cell.strip() for cell in cells[width:]):
            raise self._error(number, f"{len(cells)} columns instead of {width}")
        self._said["cells in quotes"] += sum(
            QUOTED.fullmatch(cell.strip()) is not None for cell in cells
        )
        row = Row.of(told)
        if not row.word:
            raise self._error(number, "a line without a word", "name the word or take it out")
        if not row.decision:
            raise self._error(number, f"{row.word!r} has no decision", "accept, reject or tag")
        return row._replace(date=self._date(row.date, number))

    def _begin(self, first: int) -> None:
        """Find the header, in the line with the index ``first``."""
        line = self._lines[first]
        for separator in ("\t", ";", ","):
            names = [cell.strip().strip('"').lower() for cell in line.split(separator)]
            if {"word", "decision"} <= set(names):
                break
        else:
            self._said["no header"] += 1
            return
        while not names[-1]:
            names.pop()
        for name in names:
            if name not in COLUMNS:
                remedy = suggest(name, list(COLUMNS)) if name else HEADER
                raise self._error(first + 1, f"unknown column {name!r}", remedy)
            if names.count(name) > 1:
                raise self._error(first + 1, f"two columns {name!r}")
        self._columns, self._separator, self._before = names, separator, first + 1
        self._said["other columns"] += tuple(names) != COLUMNS
        self._said[f"{separator} between cells"] += separator != "\t"

    def _tabbed(self) -> Iterator[tuple[int, list[str] | LexkitError]]:
        number, width = self._before, len(self._columns)
        while number < len(self._lines):
            line = self._lines[number]
            number += 1
            if _is_blank(line):
                self._said["blank lines"] += 1
            elif not marks_conflict(line):
                cells, begun = line.split("\t"), number
                if len(cells) != width and any(_opens(cell) for cell in cells):
                    joined, number = self._joined(begun)
                    yield begun, joined
                    continue
                self._said["lines cut short"] += len(cells) < width
                yield begun, cells

    def _joined(self, number: int) -> tuple[list[str] | LexkitError, int]:
        """The record that begins on the line ``number`` and whose quotes hold a tab or a line end.

        The lines that it goes on to must be no whole lines themselves, or a quote that somebody
        forgot (*"t Hooft*) would swallow them.
        """
        width = len(self._columns)
        text, last = "", number
        for last in range(number, len(self._lines) + 1):
            line = self._lines[last - 1]
            if last > number and line.count("\t") + 1 >= width:
                break
            text = f"{text}\n{line}" if text else line
            if text.count('"') % 2 == 0:
                try:
                    (cells,) = csv.reader([text], delimiter="\t", strict=True)
                except csv.Error:  # the quotes that are even in number do not belong together
                    continue
                if len(cells) == width:
                    self._said["cells in quotes"] += 1
                    return cells, last
        remedy = "write the line on one line, unquoted"
        return self._error(number, "a quote begins here that does not end", remedy), number

    def _quoted(self) -> Iterator[tuple[int, list[str]]]:
        """The records of a file with semicolons or commas, where quotes always count."""
        rest = (f"{line}\n" for line in self._lines[self._before :])
        reader = csv.reader(rest, delimiter=self._separator, strict=True)
        begun = self._before + 1
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield begun, cells
                begun = self._before + reader.line_num + 1
        except csv.Error as error:
            raise self._error(begun, f"not a line of cells: {error}") from None

    def _date(self, text: str, number: int) -> str:
        """A day as spreadsheets write it, as YYYY-MM-DD; what can be two days is refused."""
        if not text or is_date(text):
            return text
        found = ""
        plain = re.sub(r"[ T]0?0:00(:00)?$", "", text)
        if match := re.fullmatch(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", plain):
            found = f"{match[1]}-{match[3]:0>2}-{match[4]:0>2}"
        elif match := re.fullmatch(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})", plain):
            found = f"{match[3]}-{match[2]:0>2}-{match[1]:0>2}"
        elif match := re.fullmatch(r"(\d{1,2})([/-])(\d{1,2})\2(\d{4})", plain):
            either = (match.group(1, 3), match.group(3, 1))
            days = {f"{match[4]}-{month:0>2}-{day:0>2}" for month, day in either}
            days = {day for day in days if is_date(day)}
            found = days.pop() if len(days) == 1 else ""
        if not is_date(found):
            raise self._error(number, f"date is {text!r}", "write YYYY-MM-DD")
        self._said["dates in another form"] += 1
        return found

    def _error(self, line: int, message: str, remedy: str = HEADER) -> LexkitError:
        return LexkitError(message, path=self._path, line=line, remedy=remedy)


def _is_blank(line: str) -> bool:
    return not line.strip("\t;, \xa0")


def _opens(cell: str) -> bool:
    """Whether ``cell`` begins with a quote that it does not end."""
    return cell.startswith('"') and cell.count('"') % 2 == 1

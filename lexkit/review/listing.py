"""A file of proposals: one word a line, or a table (CSV, or with tabs) whose header names columns.

```
word,reason,reference,tags
Tischfee,asked for by players,,noun
```
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from lexkit.errors import LexkitError, suggest
from lexkit.review.intake import Request
from lexkit.review.records import Action

#: The columns that a table may have; *word* it must have.
COLUMNS = ("word", "action", "ruleset", "reason", "reference", "by", "tags", "dispute")

_TABLES = {".csv": "", ".tsv": "\t"}


@dataclass(frozen=True, slots=True)
class Listed:
    """A proposal in a file: what it asks for, for which rulesets (none: as the command says)."""

    request: Request
    rulesets: tuple[str, ...]
    line: int


def read(lines: Iterable[str], path: Path, given: Request) -> Iterator[Listed]:
    """The proposals in ``lines`` of the file ``path``; ``given`` says what no column says.

    It is a table if the name ends in .csv or .tsv, or if the first line has several cells and one
    of them is *word*. Raises `LexkitError` with the line for a column or an action that there is
    not, for two columns of one name, for a line with too many cells and for one without a word.
    """
    given = replace(given, origin=path.name)
    rows = iter(lines)
    first = next(rows, "")
    separator = _separator(first, path)
    if not separator:
        for number, line in enumerate((first, *rows), 1):
            if word := line.strip():
                yield Listed(replace(given, word=word), (), number)
        return
    reader = csv.reader((line for line in (first, *rows)), delimiter=separator, strict=True)
    try:
        yield from _table(reader, path, given)
    except csv.Error as error:
        raise LexkitError(f"not a table: {error}", path=path, line=reader.line_num) from None


def _separator(first: str, path: Path) -> str:
    """What parts the cells of a table; empty for a list of words."""
    suffix = path.suffix.lower()
    if _TABLES.get(suffix):
        return _TABLES[suffix]
    for separator in ("\t", ";", ","):
        if "word" in _names(first.split(separator)) and separator in first:
            return separator
    return "," if suffix in _TABLES else ""


def _names(cells: Iterable[str]) -> list[str]:
    return [cell.strip().strip('"').lower() for cell in cells]


def _table(reader: Iterator[list[str]], path: Path, given: Request) -> Iterator[Listed]:
    names = _names(next(reader, []))
    if "word" not in names:
        raise LexkitError(
            "the table has no column 'word'", path=path, line=1, remedy="name it in the first line"
        )
    for name in names:
        if name not in COLUMNS:
            raise LexkitError(
                f"unknown column {name!r}", path=path, line=1, remedy=suggest(name, list(COLUMNS))
            )
        if names.count(name) > 1:
            raise LexkitError(f"two columns {name!r}", path=path, line=1, remedy="keep one")
    for cells in reader:
        line: int = reader.line_num  # type: ignore[attr-defined]
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(names):
            raise LexkitError(
                f"{len(cells)} cells under {len(names)} columns", path=path, line=line,
                remedy="put quotes around a text that holds the separator",
            )  # fmt: skip
        row = {name: cell.strip() for name, cell in zip(names, cells, strict=False) if cell.strip()}
        if "word" not in row:
            raise LexkitError("a line without a word", path=path, line=line)
        yield Listed(_request(row, given, path, line), _rulesets(row), line)


def _request(row: Mapping[str, str], given: Request, path: Path, line: int) -> Request:
    action = row.get("action", given.action)
    if action not in list(Action):
        raise LexkitError(
            f"action is {action!r}", path=path, line=line, remedy=suggest(action, list(Action))
        )
    tags = tuple(row["tags"].replace(",", " ").split()) if "tags" in row else given.tags
    return replace(
        given,
        word=row["word"],
        action=Action(action),
        tags=tags,
        **{key: row[key] for key in ("reason", "reference", "by", "dispute") if key in row},
    )


def _rulesets(row: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(row.get("ruleset", "").replace(",", " ").split())

"""The rows of a table that is written as JSON Lines: an object a line, its keys the columns.

A value in an object in a row is a column *key.inner*; the values in a list are several cells under
one heading, and so are those of a key that stands twice. Numbers stay as they are written: *012*
cannot be one in JSON, *1e3* does not become *1000.0*.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lexkit.errors import LexkitError
from lexkit.readers.base import Report

#: How deep in a row a column can be.
DEPTH = 8

#: The number of the line, the headings of the cells, and the cells.
JsonRow = tuple[int, tuple[str, ...], list[str]]

#: An object as its keys and values in their order, a key that stands twice twice.
_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_int=str, parse_float=str, parse_constant=str
)


def is_json(line: str) -> bool:
    """Whether ``line`` begins as JSON Lines do."""
    return line.lstrip("\ufeff \t").startswith("{")


def rows(name: str, report: Report, lines: Iterable[tuple[int, str]]) -> Iterator[JsonRow]:
    """Each row: the number of its line, the headings of its cells, the cells.

    What is no row is reported; ``name`` is that of the file.
    """
    for number, line in lines:
        if not line or line.isspace():
            continue
        try:
            found = _DECODER.decode(line.lstrip("\ufeff"))
        except (ValueError, RecursionError) as error:
            says = getattr(error, "msg", "nested too deeply")
            report.skip(f"not a row: {says}", f"{name}:{number}")
            continue
        if not isinstance(found, tuple):
            report.skip("not a row: JSON, but no object", f"{name}:{number}")
            continue
        headings: list[str] = []
        cells: list[str] = []
        _fill(found, "", headings, cells)
        yield number, tuple(headings), cells


def _fill(pairs: tuple[Any, ...], before: str, headings: list[str], cells: list[str]) -> None:
    for key, value in pairs:
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, tuple):
                if before.count(".") < DEPTH:
                    _fill(one, f"{before}{key}.", headings, cells)
            elif not isinstance(one, list):  # a list in a list is no cell
                headings.append(before + key)
                cells.append(_text(one))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def refuse_array(path: Path, line: str) -> None:
    """Raise `LexkitError` if the file is one JSON array, which cannot be read row by row."""
    bare = line.replace(" ", "").strip("\ufeff\t\r")
    if bare == "[" or bare.startswith("[{"):
        raise LexkitError(
            "a JSON array, not a JSON object on each line",
            path=path,
            line=1,
            remedy="write it as JSON Lines, with jq -c '.[]'",
        )

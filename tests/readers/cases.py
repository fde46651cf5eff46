"""Readers' tests as folders: `cases/<reader>/<case>/`, an input and what must come of it.

Whatever lies in the folder under another name than these is input; of several files the reader
finds its own, as it does beside each other on a disk.

- `expected.jsonl`: the readings, as `lexkit read --json` prints them; a line may leave out keys
  that are not in question, and may name `cell` too. Without the file there must be none.
- `options.yaml`: `options`, `tags` and `patterns`, as in a manifest. Labels that are tags need no
  mapping.
- `report.txt`: lines of the report. What is lost must be listed whole; of what is merely noted,
  what the case is about.
- `error.txt`: the error that ends the reading, with file names in place of paths.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexkit import source, yamlfile
from lexkit.errors import LexkitError
from lexkit.model import Reading
from lexkit.readers import READERS, shaped_by, tables
from lexkit.readers.base import Input, Options, Report
from lexkit.readers.labels import Labels
from lexkit.readers.typed import readings
from lexkit.tagset import Tagset

FOLDER = Path(__file__).parent / "cases"
EXPECTED, OPTIONS, REPORT, ERROR = "expected.jsonl", "options.yaml", "report.txt", "error.txt"
_BESIDE = (EXPECTED, OPTIONS, REPORT, ERROR)


@dataclass(frozen=True)
class Case:
    """One folder of input and expectations."""

    folder: Path

    @property
    def name(self) -> str:
        return f"{self.reader}/{self.folder.name}"

    @property
    def reader(self) -> str:
        return self.folder.parent.name

    @property
    def files(self) -> dict[str, Path]:
        paths = sorted(path for path in self.folder.iterdir() if path.name not in _BESIDE)
        return {path.name: path for path in paths}

    def options(self) -> Options:
        return source.options_of(self._fields(), self.reader)

    def labels(self, vocabulary: Tagset) -> Labels:
        themselves = {tag: frozenset({tag}) for tag in vocabulary.names}
        meant = tables.meanings(shaped_by(self.reader, self.options()), vocabulary)
        return Labels.parse(self._fields(), vocabulary, {**themselves, **meant})

    def _fields(self) -> yamlfile.Fields:
        path = self.folder / OPTIONS
        table = yamlfile.load(path) if path.is_file() else yamlfile.Table()
        table.line = 1
        return yamlfile.Fields(table, path, "a case")

    def lines(self, name: str) -> list[str]:
        path = self.folder / name
        return path.read_text("utf-8").splitlines() if path.is_file() else []

    def expected(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines(EXPECTED)]


@dataclass
class Found:
    """What a reader made of a case."""

    readings: list[Reading] = field(default_factory=list)
    report: Report = field(default_factory=Report)
    error: str = ""


def cases() -> Iterator[Case]:
    """Every folder there is."""
    for folder in sorted(FOLDER.glob("*/*/")):
        yield Case(folder)


def read(case: Case, vocabulary: Tagset) -> Found:
    """Read the input of ``case`` with its options."""
    found = Found()
    reader = READERS[case.reader]
    given = Input(case.files, case.options(), found.report)
    try:
        found.readings.extend(readings(reader, given, case.labels(vocabulary), ""))
    except LexkitError as error:
        found.error = str(error).replace(f"{case.folder}/", "")
    return found

"""Every folder of `cases/` gives the readings, the report and the error that lie beside it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lexkit.model import Reading
from lexkit.readers import READERS
from lexkit.tagset import Tagset
from tests.readers.cases import ERROR, EXPECTED, REPORT, Case, cases, read


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_a_file_gives_its_readings(case: Case, vocabulary: Tagset) -> None:
    assert case.reader in READERS
    assert case.files, "no input"
    assert any((case.folder / name).is_file() for name in (EXPECTED, REPORT, ERROR))
    found = read(case, vocabulary)
    expected = case.expected()
    keys = [list(line) for line in expected]
    keys += [["form", "lemma", "tags", "place"]] * (len(found.readings) - len(expected))
    shown = [_shown(reading, names) for reading, names in zip(found.readings, keys, strict=False)]
    assert shown == expected
    assert [found.error] == (case.lines(ERROR) or [""])
    told, wanted = list(found.report.lines()), case.lines(REPORT)
    assert [line for line in wanted if line not in told] == []
    assert told[: len(found.report.skipped)] == [
        line for line in told[: len(found.report.skipped)] if line in wanted
    ]


def _shown(reading: Reading, keys: list[str]) -> dict[str, Any]:
    told = {**reading._asdict(), "tags": sorted(reading.tags)}
    shown: dict[str, Any] = json.loads(json.dumps({key: told[key] for key in keys}))
    return shown

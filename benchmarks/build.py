"""`lexkit build` beside the least that a build could do (`benchmarks/floor.py`)."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from benchmarks import floor
from benchmarks.place import Outcome, Place, Target
from benchmarks.process import spent
from benchmarks.timing import ROUNDS, Timings, cell, table

FLOOR, COLD, RULES, NOTHING = "floor", "cold", "after a change to the rules", "nothing changed"
LIMITS = {COLD: 10.0, RULES: 2.0, NOTHING: 0.3}

#: A rule for any language, as shapes are known to every ruleset. It changes some verdicts.
RULE = """
  - rule: benchmark-{number}
    reject: {{any: [all-caps]}}
    says: A word in capitals falls in round {number}.
"""


def run(place: Place, say: Callable[[str], None]) -> Outcome:
    """Measure builds from files that are fetched already."""
    files = list(dict.fromkeys(place.source_files()))
    least = [sys.executable, floor.__file__, str(place.root / "floor.txt"), *map(str, files)]
    rules = place.rules.read_text(encoding="utf-8")
    times = Timings()
    peaks: dict[str, list[int]] = {}

    def note(row: str, seconds: float, peak: int, steps: dict[str, float]) -> None:
        times.add(row, "process", seconds)
        peaks.setdefault(row, []).append(peak)
        for step, spent_there in steps.items():
            times.add(row, step, spent_there)

    def build(row: str) -> None:
        done, said = place.built()
        if said["unchanged"] != (row == NOTHING):
            raise SystemExit(f"{row}: the build took the wrong way")
        note(row, done.seconds, done.peak, said["seconds"])

    spent(least)  # so that the files are in the system's cache
    try:
        for i in range(ROUNDS):
            say(f"building, round {i + 1}")
            done = spent(least)
            note(FLOOR, done.seconds, done.peak, {})
            shutil.rmtree(place.build, ignore_errors=True)
            build(COLD)
            changed = rules.replace("\nrules:\n", "\nrules:" + RULE.format(number=i), 1)
            place.rules.write_text(changed, encoding="utf-8")
            build(RULES)
            build(NOTHING)
            place.rules.write_text(rules, encoding="utf-8")
    finally:
        place.rules.write_text(rules, encoding="utf-8")
    return _outcome(times, peaks, files)


def _outcome(times: Timings, peaks: dict[str, list[int]], files: list[Path]) -> Outcome:
    rows = (FLOOR, COLD, RULES, NOTHING)
    steps = list(dict.fromkeys(step for row in rows for step in times.rounds[row]))[1:]
    peak = {row: median(peaks[row]) for row in rows}
    tables = table(
        ["", "s (ratio)", *(f"{step} s" for step in steps), "peak MB (ratio)"],
        (
            [
                row,
                cell(times, row, "process", 1, FLOOR),
                *(cell(times, row, step, 1) for step in steps),
                f"{peak[row] / 1e6:.0f} ({peak[row] / peak[FLOOR]:.2g})",
            ]
            for row in rows
        ),
    )
    size = sum(path.stat().st_size for path in files)
    return Outcome(
        [f"{len(files)} files of {size / 1e6:.1f} MB, fetched already.", tables],
        [
            Target(f"build, {row}, to the floor", times.ratio(row, "process", FLOOR) or 0.0, limit)
            for row, limit in LIMITS.items()
        ],
        {"seconds": times.rounds, "peak_bytes": peaks, "source_bytes": size},
    )

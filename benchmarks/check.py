"""`lexkit check WORD` as a whole process, beside a Python that does nothing."""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Callable

from benchmarks.place import Outcome, Place, Target
from benchmarks.process import Spent, spent
from benchmarks.timing import ROUNDS, Timings, cell, table
from benchmarks.words import SEED, misses_for, read_words

LEXICONS = 5
LIMIT = 10
#: Processes a round; a single one is at the mercy of the scheduler.
PROCESSES = 5

PASS, CLICK = "`python -c pass`", "`python -c 'import click'`"
ALL, ONE = f"`check WORD`, {LEXICONS} lexicons", "`check WORD -r RULESET`"
UNKNOWN_ALL, UNKNOWN_ONE = f"{ALL}, unattested", f"{ONE}, unattested"


def run(place: Place, say: Callable[[str], None]) -> Outcome:
    """Measure with five copies of the lexicon in the workspace."""
    words = read_words(place.lexicon() / "words.txt")
    dice = random.Random(SEED)
    known = dice.choice([word for word in words if 5 <= len(word) <= 12])
    unknown = misses_for([word for word in words if len(word) > 6], 1, dice)[0]
    copies = [f"copy-{n}" for n in range(2, LEXICONS + 1)]
    work: dict[str, Callable[[], Spent]] = {
        PASS: lambda: spent([sys.executable, "-c", "pass"], times=PROCESSES),
        CLICK: lambda: spent([sys.executable, "-c", "import click"], times=PROCESSES),
        ONE: lambda: place.lexkit("check", known, "-r", place.ruleset, times=PROCESSES),
        UNKNOWN_ONE: lambda: place.lexkit("check", unknown, "-r", place.ruleset, times=PROCESSES),
        ALL: lambda: place.lexkit("check", known, times=PROCESSES),
        UNKNOWN_ALL: lambda: place.lexkit("check", unknown, times=PROCESSES),
    }
    times = Timings()
    peaks: dict[str, int] = {}
    try:
        for name in copies:
            _copy(place, name)
        for i in range(ROUNDS):
            say(f"checking, round {i + 1}")
            for row, process in work.items():
                done = process()
                times.add(row, "process", done.seconds)
                peaks[row] = max(done.peak, peaks.get(row, 0))
    finally:
        for name in copies:
            shutil.rmtree(place.build / name, ignore_errors=True)
    figures = {row: times.ratio(row, "process", PASS) or 0.0 for row in work}
    rows = (
        [row, cell(times, row, "process", 1e-3, PASS), f"{peaks[row] / 1e6:.0f}"] for row in work
    )
    return Outcome(
        [table(["", "ms (ratio)", "peak MB"], rows)],
        [
            Target("`lexkit check WORD`, five lexicons, to `python -c pass`", figures[ALL], LIMIT),
            Target("the same, an unattested word", figures[UNKNOWN_ALL], LIMIT),
            Target("`lexkit check WORD -r RULESET`", figures[ONE], LIMIT),
        ],
        {"words": [known, unknown], "seconds": times.rounds, "peak_bytes": peaks},
    )


def _copy(place: Place, name: str) -> None:
    """The lexicon once more, under another name."""
    folder = place.build / name
    shutil.copytree(place.lexicon(), folder)
    manifest = folder / "manifest.json"
    told = json.loads(manifest.read_bytes())
    told["ruleset"] = name
    manifest.write_text(json.dumps(told, indent=1, ensure_ascii=False), encoding="utf-8")

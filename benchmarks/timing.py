"""Times within one run: rounds taken in turns, medians, and ratios round by round.

A machine that is busy at one moment and idle at the next makes two runs incomparable. So whatever
is compared takes turns within each of nine rounds, a figure is the median of its rounds, and a
ratio is the median of the nine ratios to the base of the same round.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median

ROUNDS = 9


@dataclass
class Timings:
    """Seconds by row and column, a list of rounds each."""

    rounds: dict[str, dict[str, list[float]]] = field(default_factory=dict)

    def add(self, row: str, column: str, seconds: float) -> None:
        """Note one round."""
        self.rounds.setdefault(row, {}).setdefault(column, []).append(seconds)

    def median(self, row: str, column: str) -> float | None:
        """The median of the rounds, None if there was none."""
        found = self.rounds.get(row, {}).get(column)
        return median(found) if found else None

    def ratio(self, row: str, column: str, base: str) -> float | None:
        """The median of the ratios to the base row, round by round."""
        ours = self.rounds.get(row, {}).get(column)
        theirs = self.rounds.get(base, {}).get(column)
        if not ours or not theirs:
            return None
        return median(a / b for a, b in zip(ours, theirs, strict=True))


def timed(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds that a piece of work takes, with the garbage collector out of the way.

    With `time.process_time` as the ``clock`` they are those of the processor: for work that waits
    for nothing, what it takes on a machine with nothing else to do.
    """
    gc.collect()
    gc.disable()
    try:
        start = clock()
        result = work()
        seconds = clock() - start
        del result
    finally:
        gc.enable()
    return seconds


def fresh(encoded: Iterable[bytes]) -> list[str]:
    """New strings, whose hash nobody has asked for yet: a frozenset would live off that."""
    return [key.decode() for key in encoded]


def cell(times: Timings, row: str, column: str, unit: float, base: str | None = None) -> str:
    """A time in a unit, with its ratio to the base row in brackets."""
    value = times.median(row, column)
    if value is None:
        return "–"
    ratio = times.ratio(row, column, base) if base else None
    text = f"{value / unit:.3g}" if value / unit < 100 else f"{value / unit:,.0f}"
    return text if ratio is None else f"{text} ({times_as_long(ratio)})"


def times_as_long(ratio: float | None) -> str:
    """A ratio with two digits, or in whole numbers."""
    if ratio is None:
        return "–"
    return f"{ratio:.2g}" if ratio < 10 else f"{ratio:,.0f}"


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """A Markdown table, the first column to the left."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)

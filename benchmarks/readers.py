"""The readers of large files, each beside the least that reading such a file takes.

Kaikki's lines beside a loop that only decodes them, XML beside a parser that only finds its pages
or entries, a list beside a loop over its lines, all within one process and on made-up files of the
real proportions (`wikis`, `lists`); and the memory that `lexkit read` reaches on a pipe.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType

import orjson
from lxml import etree

from benchmarks import lists, wikis
from benchmarks.place import Outcome, Place, Target, command
from benchmarks.process import spent
from benchmarks.timing import ROUNDS, Timings, cell, table, timed
from lexkit import tagset
from lexkit.readers import READERS, shaped_by, tables
from lexkit.readers.base import Input, Options, Report
from lexkit.readers.labels import Labels
from lexkit.readers.typed import readings
from lexkit.tagset import Tagset

#: The size of the files that are timed (MiB).
TIMED = 32
#: What `lexkit read` may hold on to while it reads (bytes).
PEAK = 200 << 20


@dataclass(frozen=True)
class Case:
    """A reader, the file it is timed on, what it is compared with, and how much it is piped (MiB).

    The file is made by the function ``make`` of the module ``maker`` of these benchmarks.
    """

    reader: str
    maker: ModuleType
    make: str
    beside: str
    base: Callable[[Path], None]
    limit: float
    piped: int = 1024


def _decoded(path: Path) -> None:
    with path.open("rb") as file:
        for line in file:
            orjson.loads(line)


def _elements(path: Path, name: str) -> None:
    for _, element in etree.iterparse(str(path), tag=f"{{*}}{name}"):
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]


def _lines(path: Path) -> None:
    with path.open(encoding="utf-8") as file:
        for _ in file:
            pass


CASES = (
    Case("wiktextract", wikis, "lines", "orjson.loads, line by line", _decoded, 2),
    Case("wiktionary", wikis, "dump", "lxml's iterparse, page by page",
         partial(_elements, name="page"), 10),
    Case("wordlist", lists, "words", "for line in file", _lines, 6, piped=128),
    Case("tei", lists, "tei", "lxml's iterparse, entry by entry",
         partial(_elements, name="entry"), 10, piped=256),
    Case("lmf", lists, "lmf", "lxml's iterparse, entry by entry",
         partial(_elements, name="LexicalEntry"), 10, piped=256),
)  # fmt: skip


def run(place: Place, say: Callable[[str], None]) -> Outcome:
    """Time each reader beside its base, and watch the memory of a process on a pipe."""
    vocabulary = tagset.load([place.root / "rules" / "tags.yaml"])
    outcome = Outcome()
    for case in CASES:
        say(f"making a file for {case.reader}")
        path = place.root / f"{case.reader}.{case.make}"
        with path.open("wb") as file:
            file.writelines(getattr(case.maker, case.make)(TIMED << 20))
        _time(case, path, vocabulary, outcome, say)
        say(f"reading {case.piped} MiB from a pipe as {case.reader}")
        _watch(case, outcome)
    return outcome


def _time(
    case: Case, path: Path, vocabulary: Tagset, outcome: Outcome, say: Callable[[str], None]
) -> None:
    entries = f"{case.reader}: entries"
    typed = f"{case.reader}: readings"
    times = Timings()
    for i in range(ROUNDS):
        say(f"reading as {case.reader}, round {i + 1}")
        times.add(case.beside, "time", timed(lambda: case.base(path)))
        times.add(entries, "time", timed(lambda: _exhaust(_entries(case, path, vocabulary))))
        times.add(typed, "time", timed(lambda: _exhaust(_readings(case, path, vocabulary))))
    speed = {row: (times.median(row, "time") or 0.0) for row in (case.beside, entries, typed)}
    rows = [
        [row, cell(times, row, "time", 1e-3, case.beside), f"{TIMED / seconds:.0f}"]
        for row, seconds in speed.items()
    ]
    outcome.text.append(table([case.reader, "ms (ratio)", "MiB/s"], rows))
    ratio = times.ratio(entries, "time", case.beside) or 0.0
    outcome.targets.append(Target(f"{case.reader}, to {case.beside}", ratio, case.limit))
    outcome.data[case.reader] = {"seconds": times.rounds}


def _watch(case: Case, outcome: Outcome) -> None:
    made = [sys.executable, "-m", case.maker.__name__, case.make, str(case.piped)]
    read = [*command(), "read", "-", "--reader", case.reader]
    done = spent(["sh", "-c", f"{shlex.join(made)} | {shlex.join(read)} > /dev/null"])
    if done.code:
        raise SystemExit(f"reading as {case.reader} ended with {done.code}")
    what = f"{case.reader}, peak on {case.piped} MiB from a pipe"
    outcome.targets.append(Target(what, done.peak / (1 << 20), PEAK / (1 << 20), " MiB"))
    outcome.data[case.reader]["peak_bytes"] = done.peak


def _given(case: Case, path: Path, labels: Labels) -> Input:
    options = Options({}, READERS[case.reader].OPTIONS)
    return Input({path.name: path}, options, Report(), labels.telling, False)


def _labels(case: Case, vocabulary: Tagset) -> Labels:
    options = Options({}, READERS[case.reader].OPTIONS)
    return Labels(meant=tables.meanings(shaped_by(case.reader, options), vocabulary))


def _entries(case: Case, path: Path, vocabulary: Tagset) -> Iterator[object]:
    return READERS[case.reader].read(_given(case, path, _labels(case, vocabulary)))


def _readings(case: Case, path: Path, vocabulary: Tagset) -> Iterator[object]:
    labels = _labels(case, vocabulary)
    return readings(READERS[case.reader], _given(case, path, labels), labels, "made-up")


def _exhaust(items: Iterator[object]) -> None:
    for _ in items:
        pass

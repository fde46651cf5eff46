"""`lexkit search`: each kind of search in an opened lexicon, and as a whole process.

Beside it stand what else could go through the words: a regular expression over words.txt, and the
file of the automaton walked in Python (`benchmarks.automata.walking`). All must find the same.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial

from benchmarks.automata.walking import DawgSteps, as_regex, walk_pattern, walk_rack
from benchmarks.place import Outcome, Place, Target
from benchmarks.process import Spent, spent
from benchmarks.timing import ROUNDS, Timings, cell, table, timed
from benchmarks.words import letters_of, read_words
from lexkit import automaton, columns
from lexkit.lexicon import WORDS, Lexicon
from lexkit.search import Search

PATTERNS = ("sch??fahrt*", "?ei?e*n", "?????ung", "*fahrt", "*fahrt*", "*x*y*z*", "*sch*ung*")
#: It has no limit to keep: putting the words together that it finds takes most of its time.
MANY = "*e*n*e*n*e*n*"
RACKS = ("aeinrst", "aeinrst?", "aeinrst??", "qxyvjpc??")
#: What begins with a star, or has more of them, is not walked: that takes a minute and more.
WALKED_ONLY = re.compile(r"[^*]+[*]?[^*]*")
#: Processes a round; a single one is at the mercy of the scheduler.
PROCESSES = 5

#: Milliseconds, over more than a million words.
LIMIT, BLANKS_LIMIT = 100, 300

OURS, REGEX, WALKED = "lexkit", "`re`, words.txt", "automaton walked"
PASS = "`python -c pass`"


def run(place: Place, say: Callable[[str], None]) -> Outcome:
    """Measure with one lexicon, opened once."""
    lexicon = Lexicon(place.lexicon())
    size = (lexicon.folder / columns.FILE).stat().st_size / 1e6
    outcome = Outcome([f"{len(lexicon):,} words; {columns.FILE} has {size:.1f} MB."])
    for part in (_building, _found_otherwise, _searches, _processes):
        say(f"searching:{part.__name__.replace('_', ' ')}")
        found = part(place, lexicon)
        outcome.text += found.text
        outcome.targets += found.targets
        outcome.data |= found.data
    return outcome


def _took(work: Callable[[], object]) -> float:
    """Seconds of the processor: a search waits for nothing, its file being in memory."""
    return timed(work, time.process_time)


def _building(place: Place, lexicon: Lexicon) -> Outcome:
    words = read_words(lexicon.folder / WORDS)
    path = place.root / "columns"
    times = Timings()
    for _ in range(ROUNDS):
        times.add(columns.FILE, "build", _took(partial(columns.build, words, path)))
        times.add(columns.FILE, "open", _took(partial(columns.Columns, path)))
    path.unlink()
    built, opened = (cell(times, columns.FILE, what, 1e-3) for what in ("build", "open"))
    told = f"Writing it takes a build {built} ms of the processor, opening it a search {opened} ms."
    return Outcome([told], [], {"columns": times.rounds})


def _found_otherwise(place: Place, lexicon: Lexicon) -> Outcome:
    """Patterns and racks, and what other ways of finding the same words take."""
    text = (lexicon.folder / WORDS).read_text("utf-8")
    alphabet = letters_of(read_words(lexicon.folder / WORDS))
    steps = DawgSteps(lexicon.folder / automaton.FILE)
    search = Search(lexicon)
    work: dict[str, dict[str, Callable[[], Iterable[str]]]] = {}
    for pattern in (*PATTERNS, MANY):
        work[pattern] = {
            OURS: partial(_by_pattern, search, pattern),
            REGEX: partial(_matched, text, pattern),
        }
        if WALKED_ONLY.fullmatch(pattern):
            work[pattern][WALKED] = partial(walk_pattern, steps, pattern, alphabet)
    for rack in RACKS:
        work[rack] = {
            OURS: partial(_by_rack, search, rack),
            WALKED: partial(walk_rack, steps, rack, alphabet),
        }
    times, counts = Timings(), dict[str, int]()
    for asked, ways in work.items():
        found = {way: set(find()) for way, find in ways.items()}
        if any(words != found[OURS] for words in found.values()):
            raise SystemExit(f"{asked}: not all ways find the same words")
        counts[asked] = len(found[OURS])
        for _ in range(ROUNDS):
            for way, find in ways.items():
                times.add(asked, way, _took(find))
    rows = (
        [
            f"{'rack ' * (asked in RACKS)}`{asked}`",
            f"{counts[asked]:,}",
            *(cell(times, asked, way, 1e-3) for way in (OURS, REGEX, WALKED)),
        ]
        for asked in work
    )
    slowest = max(times.median(pattern, OURS) or 0 for pattern in PATTERNS)
    blanks = max(times.median(rack, OURS) or 0 for rack in RACKS)
    return Outcome(
        [table(["", "words", *(f"{way}, ms" for way in (OURS, REGEX, WALKED))], rows)],
        [
            Target("the slowest of these patterns", slowest * 1e3, LIMIT, " ms"),
            Target("the slowest of these racks", blanks * 1e3, BLANKS_LIMIT, " ms"),
        ],
        {"found": counts, "searches": times.rounds},
    )


def _by_pattern(search: Search, pattern: str) -> list[str]:
    return [laying.word for laying in search.pattern(pattern)]


def _by_rack(search: Search, rack: str) -> list[str]:
    return [laying.word for laying in search.rack(rack)]


def _matched(text: str, pattern: str) -> list[str]:
    source = as_regex(pattern).pattern
    return re.findall(f"^{source}$", text, re.MULTILINE)


def _searches(place: Place, lexicon: Lexicon) -> Outcome:
    """The other kinds of search."""
    search = Search(lexicon)
    work: dict[str, Callable[[], list[object]]] = {
        "`--anagrams regen`": lambda: [*search.anagrams("regen")],
        "`--anagrams lagerregal`": lambda: [*search.anagrams("lagerregal")],
        "`--anagrams einschreibung?`": lambda: [*search.anagrams("einschreibung?")],
        "`'*qu*' --rack aeinrst?`": lambda: [*search.rack("aeinrst?", "*qu*")],
        "`--hooks ast`": lambda: [*search.hooks("ast")],
        "`--near schifffart`": lambda: [*search.near("schifffart")],
    }
    times = Timings()
    for _ in range(ROUNDS):
        for name, find in work.items():
            times.add(name, "search", _took(find))
    rows = (
        [name, f"{len(find()):,}", cell(times, name, "search", 1e-3)] for name, find in work.items()
    )
    slowest = max(times.median(name, "search") or 0 for name in work)
    return Outcome(
        [table(["", "found", "ms"], rows)],
        [Target("the slowest of anagrams, hooks, neighbours", slowest * 1e3, LIMIT, " ms")],
        {"others": times.rounds},
    )


def _processes(place: Place, lexicon: Lexicon) -> Outcome:
    """`lexkit search` from its start to its end, what it prints included."""
    commands = {
        "`search 'sch??fahrt*'`": ["sch??fahrt*"],
        "`search '*fahrt*'`": ["*fahrt*"],
        "`search --rack 'aeinrst??'`": ["--rack", "aeinrst??"],
        "`search --hooks ast`": ["--hooks", "ast"],
        "`search --anagrams regen`": ["--anagrams", "regen"],
    }
    work: dict[str, Callable[[], Spent]] = {
        PASS: lambda: spent([sys.executable, "-c", "pass"], times=PROCESSES)
    }
    for name, asked in commands.items():
        work[name] = partial(place.lexkit, "search", place.ruleset, *asked, times=PROCESSES)
    times = Timings()
    peaks: dict[str, int] = {}
    for _ in range(ROUNDS):
        for name, process in work.items():
            done = process()
            times.add(name, "process", done.seconds)
            peaks[name] = max(done.peak, peaks.get(name, 0))
    rows = (
        [name, cell(times, name, "process", 1e-3, PASS), f"{peaks[name] / 1e6:.0f}"]
        for name in work
    )
    return Outcome(
        [table(["", "ms (ratio)", "peak MB"], rows)], [], {"processes": times.rounds, "peak": peaks}
    )

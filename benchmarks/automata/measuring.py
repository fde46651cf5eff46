"""What every candidate is asked, how long it takes, and whether it answers as a scan does."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmarks.automata.candidates import FROZENSET, Candidate, Way, ask_encoded
from benchmarks.automata.walking import (
    as_regex,
    edits,
    fixed_start,
    scan_rack,
    walk_near,
    walk_pattern,
    walk_rack,
)
from benchmarks.timing import Timings, fresh, timed
from benchmarks.words import SEED, Words, letters_of, misses_for

LOOKUPS = 100_000
HOT = 1_000
PREFIXES = 200
SCANNED_PREFIXES = 10

PATTERN = "sch??fahrt*"
OPEN_PATTERN = "?ei?e*n"
RACK = "aeinrst?"
NEAR = ("schifffahrt", "hausschlüssel", "bamu", "strassenbahm", "xyzzy")


@dataclass(frozen=True)
class Questions:
    """What every candidate is asked."""

    hits: list[bytes]
    hot: list[bytes]
    misses: list[bytes]
    prefixes: Words
    alphabet: str

    @classmethod
    def draw(cls, words: Words) -> Questions:
        """The same questions for the same words, whatever order they came in."""
        dice = random.Random(SEED)
        alphabet = letters_of(words)
        hits = [dice.choice(words).encode() for _ in range(LOOKUPS)]
        hot = [hits[i % HOT] for i in range(LOOKUPS)]
        misses = [w.encode() for w in misses_for(words, LOOKUPS, dice)]
        long = [w for w in words if len(w) > 6]
        prefixes = [dice.choice(long)[: dice.randint(3, 6)] for _ in range(PREFIXES)]
        return cls(hits, hot, misses, prefixes, alphabet)


def keys_for(way: Way, encoded: list[bytes]) -> list[Any]:
    """New objects to ask for in this way, whose hash nobody has asked for yet."""
    return [bytes(bytearray(key)) for key in encoded] if way.takes_bytes else fresh(encoded)


def measure_lookups(c: Candidate, lexicon: Any, q: Questions, times: Timings) -> None:
    """One round of hits and misses, each way of asking."""
    for way in c.ways:
        row = f"{c.name}, {way.label}"
        for column, source in (("hit", q.hits), ("hot hit", q.hot), ("miss", q.misses)):
            keys = keys_for(way, source)
            way.ask(lexicon, keys[:0])
            seconds = timed(partial(way.ask, lexicon, keys))
            times.add(row, column, seconds / len(keys))


def match(c: Candidate, lexicon: Any, pattern: str) -> set[str]:
    """Words that match a pattern, by the best the library offers without walking."""
    if c.match is not None:
        return c.match(lexicon, pattern)
    matches = as_regex(pattern).fullmatch
    if c is FROZENSET:
        return {w for w in lexicon if matches(w)}
    assert c.starts_with is not None
    return {w for w in c.starts_with(lexicon, fixed_start(pattern)) if matches(w)}


def searches(
    c: Candidate, lexicon: Any, q: Questions
) -> Iterator[tuple[str, int, Callable[[], object]]]:
    """Column, number of questions and work of each search that a candidate can do."""
    steps = c.steps(lexicon) if c.steps else None
    starts = c.starts_with
    if starts is not None:
        some = q.prefixes[:SCANNED_PREFIXES] if c is FROZENSET else q.prefixes
        yield "prefix", len(some), lambda: [list(starts(lexicon, p)) for p in some]
    for column, pattern in (("pattern", PATTERN), ("open pattern", OPEN_PATTERN)):
        if starts is not None:
            yield column, 1, partial(match, c, lexicon, pattern)
        elif steps is not None:
            yield column, 1, partial(walk_pattern, steps, pattern, q.alphabet)
    if c is FROZENSET:
        yield "rack", 1, lambda: scan_rack(lexicon, RACK)
        yield "near", len(NEAR), lambda: [edits(w, q.alphabet) & lexicon for w in NEAR]
    elif steps is not None:
        yield "rack", 1, lambda: walk_rack(steps, RACK, q.alphabet)
        yield "near", len(NEAR), lambda: [walk_near(steps, w, q.alphabet) for w in NEAR]


def answers(c: Candidate, lexicon: Any, q: Questions) -> dict[str, str]:
    """A digest of what each search finds, to see that all find the same."""
    found = {}
    for column, _, work in searches(c, lexicon, q):
        result: Any = work()
        lists = result if isinstance(result, list) else [result]
        plain = [sorted(words) for words in lists[:SCANNED_PREFIXES]]
        found[column] = hashlib.sha256(repr(plain).encode()).hexdigest()
    return found


def check_answers(c: Candidate, lexicon: Any, q: Questions, words: Words) -> None:
    """Stop if a candidate does not give back the words or finds other words than a scan does."""
    for way in c.ways:
        if way.ask is ask_encoded:
            continue
        keys = [w.encode() if way.takes_bytes else w for w in words]
        if not all(k in lexicon for k in keys):
            raise SystemExit(f"{c.name}: a word that went in is not found")
    if c.starts_with is not None and sorted(c.starts_with(lexicon, "")) != words:
        raise SystemExit(f"{c.name}: gives back other words than went in")
    reference = answers(FROZENSET, frozenset(words), q)
    for column, digest in answers(c, lexicon, q).items():
        if digest != reference[column]:
            raise SystemExit(f"{c.name}: {column} finds other words than a scan does")

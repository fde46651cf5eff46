"""A lexicon in figures: by source, rule, length and letter, with samples of what is refused.

Forms are counted a distinct evidence at a time, by the database; nothing here looks at each form.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexkit.ledger import Ledger
from lexkit.lexicon import LEDGER, WEAK, WORDS, Lexicon
from lexkit.model import UNLAYABLE, Verdict
from lexkit.reasons import Reason, Reasons

#: How many forms are drawn for samples, and how many of a rule are shown at most.
_DRAWN, _SHOWN = 6000, 12

#: How much of the words is read at a time (bytes).
_BLOCK = 1 << 20

#: Longer words are counted together.
LONGEST = 30


@dataclass
class OfSource:
    """The forms of one source: in all, those it decides on by verdict, those nobody else has."""

    name: str
    title: str
    licence: str
    forms: int = 0
    accepted: int = 0
    rejected: int = 0
    alone: int = 0
    weak: int = 0


@dataclass(frozen=True)
class OfRule:
    """The forms that fall, or stand, by one rule."""

    verdict: str
    rule: str
    says: str | None
    clause: str | None
    forms: int
    samples: list[str]


#: Something with how often it is there.
Count = tuple[str, int]


@dataclass(frozen=True)
class Summary:
    """The figures of one lexicon. ``forms`` counts forms by verdict; the rest counts words."""

    words: int
    forms: Mapping[str, int]
    sources: list[OfSource]
    rules: list[OfRule]
    unlayable: list[Count]
    lengths: list[Count]
    letters: list[Count]
    weak: int
    weak_samples: list[tuple[str, str]]


def summarise(lexicon: Lexicon) -> Summary:
    """The figures of ``lexicon``; the same lexicon gives the same samples."""
    with ThreadPoolExecutor(1) as beside:
        # SQLite counts on another core meanwhile.
        counting = beside.submit(_tallies, lexicon.folder)
        lengths = _lengths(lexicon.folder / WORDS)
        letters = _letters(lexicon.folder / WORDS, lexicon.spelling.alphabet)
        weak = (lexicon.folder / WEAK).read_bytes()
        tallies = counting.result()
    reasons = Reasons(lexicon).by_evidence()
    sources = _sources(lexicon, tallies, reasons, weak)
    return Summary(
        words=len(lexicon),
        forms=_forms(tallies, reasons),
        sources=sources,
        rules=_rules(lexicon, tallies, reasons),
        unlayable=_unlayable(tallies),
        lengths=lengths,
        letters=letters,
        weak=weak.count(b"\n"),
        weak_samples=_weak_samples(weak),
    )


#: Evidence, character without a tile, forms, and the number of the first of them.
_Tallies = list[tuple[int, str | None, int, int]]


def _tallies(folder: Path) -> _Tallies:
    ledger = Ledger(folder / LEDGER)
    try:
        return ledger.tallies()
    finally:
        ledger.close()


def _lengths(path: Path) -> list[Count]:
    counts: Counter[int] = Counter()
    with path.open(encoding="utf-8", newline="\n") as file:
        while lines := file.readlines(_BLOCK):
            counts.update(map(len, lines))
    counts = Counter({length - 1: count for length, count in counts.items()})  # the line end
    longer = sum(count for n, count in counts.items() if n > LONGEST)
    last = LONGEST if longer else max(counts, default=0)
    shown = [(str(n), counts[n]) for n in range(min(counts, default=1), last + 1)]
    return [*shown, (f"over {LONGEST}", longer)] if longer else shown


def _letters(path: Path, alphabet: str) -> list[Count]:
    words = path.read_bytes()
    return [(letter, words.count(letter.encode())) for letter in alphabet]


def _forms(tallies: _Tallies, reasons: Mapping[int, Reason]) -> Mapping[str, int]:
    counts = dict.fromkeys([*(verdict.value for verdict in Verdict), UNLAYABLE], 0)
    for number, mark, forms, _ in tallies:
        counts[reasons[number].verdict if mark is None else UNLAYABLE] += forms
    return counts


def _unlayable(tallies: _Tallies) -> list[Count]:
    counts: Counter[str] = Counter()
    for _, mark, forms, _ in tallies:
        if mark is not None:
            counts[mark] += forms
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _sources(
    lexicon: Lexicon, tallies: _Tallies, reasons: Mapping[int, Reason], weak: bytes
) -> list[OfSource]:
    told: list[dict[str, Any]] = lexicon.manifest["sources"]
    found = {s["name"]: OfSource(s["name"], s["title"], s["licence"]) for s in told}
    names = lexicon.ledger.sources
    members = {n: {names[source] for source, *_ in its} for n, its in lexicon.ledger.members()}
    for number, mark, forms, _ in tallies:
        for name in members[number]:
            found[name].forms += forms
            if len(members[number]) == 1:
                found[name].alone += forms
        reason = reasons[number]
        if mark is None and reason.source in found:
            found[reason.source].accepted += forms * (reason.verdict is Verdict.ACCEPTED)
            found[reason.source].rejected += forms * (reason.verdict is Verdict.REJECTED)
    for name, source in found.items():
        source.weak = weak.count(f"\t{name}\n".encode())
    return list(found.values())


def _rules(lexicon: Lexicon, tallies: _Tallies, reasons: Mapping[int, Reason]) -> list[OfRule]:
    """Every verdict and rule that some form has, the refused and the commonest first."""
    forms: Counter[tuple[str, str]] = Counter()
    clauses: dict[tuple[str, str], set[str | None]] = {}
    for number, mark, count, _ in tallies:
        which = _which(reasons[number], mark)
        forms[which] += count
        clauses.setdefault(which, set()).add(reasons[number].clause if mark is None else None)
    samples = _samples(lexicon, tallies, reasons)
    order = [Verdict.REJECTED, Verdict.UNATTESTED, Verdict.ACCEPTED]
    return [
        OfRule(
            verdict,
            rule,
            lexicon.manifest["rules"].get(rule, {}).get("says"),
            next(iter(its)) if len(its := clauses[verdict, rule]) == 1 else None,
            count,
            samples.get((verdict, rule), []),
        )
        for (verdict, rule), count in sorted(
            forms.items(), key=lambda item: (order.index(Verdict(item[0][0])), -item[1], item[0])
        )
    ]


def _which(reason: Reason, mark: str | None) -> tuple[str, str]:
    if mark is not None:
        return Verdict.REJECTED, UNLAYABLE
    # What no source attests is not there by any rule.
    rule = "" if reason.verdict is Verdict.UNATTESTED else reason.rule
    return reason.verdict, rule or ""


def _samples(
    lexicon: Lexicon, tallies: _Tallies, reasons: Mapping[int, Reason]
) -> dict[tuple[str, str], list[str]]:
    """Forms of each verdict and rule: drawn from all, and filled up where that hit too few."""
    size = lexicon.ledger.size()
    numbers = range(1, size + 1)
    drawn = random.Random(0).sample(numbers, min(_DRAWN, size))
    found = _sorted_out(lexicon.ledger.numbered(drawn), reasons)
    wanted: dict[tuple[str, str], list[int]] = {}
    for number, mark, _, first in sorted(tallies, key=lambda tally: -tally[2]):
        which = _which(reasons[number], mark)
        firsts = wanted.setdefault(which, [])
        if len(found.get(which, ())) + len(firsts) < _SHOWN:
            firsts.append(first)
    more = _sorted_out(
        lexicon.ledger.numbered(n for firsts in wanted.values() for n in firsts), reasons
    )
    chosen = random.Random(0)
    samples: dict[tuple[str, str], list[str]] = {}
    for which in wanted:
        its = found.get(which, [])
        if len(its) > _SHOWN:
            its = chosen.sample(its, _SHOWN)
        samples[which] = sorted({*its, *more.get(which, ())})[:_SHOWN]
    return samples


def _sorted_out(
    rows: Iterable[tuple[str, str | None, int]], reasons: Mapping[int, Reason]
) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for form, mark, number in rows:
        found.setdefault(_which(reasons[number], mark), []).append(form)
    return found


def _weak_samples(weak: bytes) -> list[tuple[str, str]]:
    """Words on one bare source, each with its name, from places all over the list."""
    chosen = random.Random(0)
    places = [chosen.randrange(len(weak)) for _ in range(3 * _SHOWN)] if weak else []
    starts = {weak.rfind(b"\n", 0, place) + 1 for place in places}
    return sorted(_lines_at(weak, chosen.sample(sorted(starts), min(len(starts), 2 * _SHOWN))))


def _lines_at(text: bytes, starts: Iterable[int]) -> Iterator[tuple[str, str]]:
    for start in starts:
        word, _, source = text[start : text.index(b"\n", start)].decode().partition("\t")
        yield word, source

"""How well a lexicon does against lists of words that should, or should not, be in it.

A list is folded with the lexicon's own spelling, so that *Straße*, *STRASSE* and *strasse* are one
word of it; what cannot be laid (*X-Beine*) is counted apart. Each word then falls under its
verdict and the ground that decided: by part of speech, lemma, rule, source, paradigm and length.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from lexkit.orthography import Spelling
from lexkit.progress import progress
from lexkit.readers import encodings, textfile
from lexkit.readers.base import Input, Options, Report
from lexkit.reasons import Reason, Reasons

#: What the words of a list are divided by; each word has one value of each, or none (`None`).
DIVISIONS = ("part_of_speech", "rule", "source", "paradigm", "length")

#: Counts by verdict, for each value of a division.
Tally = dict[str | int | None, Counter[str]]


class Sample(NamedTuple):
    """A word of the list, as it is written there, and the reading that decided on it."""

    word: str
    form: str | None
    lemma: str | None
    source: str | None


@dataclass(frozen=True)
class Class:
    """The words of one verdict and rule (`None`: no source knows them): how many, and some."""

    verdict: Verdict
    rule: str | None
    count: int
    samples: list[Sample]


@dataclass
class Lemmas:
    """How many lemmas have all, some or none of the list's forms of them accepted."""

    whole: int = 0
    partly: int = 0
    none: int = 0


@dataclass(frozen=True)
class Listed:
    """A word list, folded: its distinct letters, each as first written there."""

    words: dict[str, str]
    lines: int
    duplicates: int
    unlayable: list[str]


@dataclass
class Measure:
    """What a lexicon says of one list. ``words`` is the number of distinct words to be laid."""

    file: str
    lines: int
    duplicates: int
    unlayable: int
    unlayable_samples: list[str]
    words: int
    verdicts: Counter[str] = field(default_factory=Counter)
    divided: dict[str, Tally] = field(default_factory=lambda: {name: {} for name in DIVISIONS})
    lemmas: dict[str | None, Lemmas] = field(default_factory=dict)
    without_lemma: int = 0
    classes: list[Class] = field(default_factory=list)

    @property
    def share(self) -> float | None:
        """The share of the list's words that are accepted; `None` of an empty list."""
        return self.verdicts[Verdict.ACCEPTED] / self.words if self.words else None


def read(path: Path, encoding: str, spelling: Spelling) -> Listed:
    """The words of the list ``path``, one a line; raises `LexkitError` if it cannot be read."""
    options = Options({"encoding": encoding}, {"encoding": encodings.ENCODING})
    report = Report()
    words: dict[str, str] = {}
    unlayable: dict[str, None] = {}
    count = 0
    lines = textfile.lines(Input({path.name: path}, options, report))
    for _, line in progress(lines, f"reading {path.name}", "words"):
        if not (word := line.strip()):
            continue
        count += 1
        if letters := spelling.lay(word).letters:
            words.setdefault(letters, word)
        else:
            unlayable[word] = None
    for lost in report.skipped:
        number = int(report.places[lost][0].rpartition(":")[2])
        remedy = "correct the list, or name its encoding"
        raise LexkitError(lost, path=path, line=number, remedy=remedy)
    return Listed(words, count, count - len(words) - len(unlayable), list(unlayable))


def measure(
    lexicon: Lexicon,
    listed: Listed,
    name: str,
    parts: Iterable[str],
    *,
    seed: int = 0,
    samples: int = 20,
) -> Measure:
    """What ``lexicon`` says of the words ``listed`` in the file ``name``.

    ``parts`` are the parts of speech among the tags. Of each class at most ``samples`` words are
    shown, drawn by ``seed``: the same list and lexicon give the same ones, in any order of lines.
    """
    parts = tuple(parts)
    chosen = random.Random(seed)
    unlayable = _some(sorted(listed.unlayable), samples, chosen)
    total = len(listed.words)
    found = Measure(
        name, listed.lines, listed.duplicates, len(listed.unlayable), unlayable, total
    )  # fmt: skip
    reasons = Reasons(lexicon)
    # A million words have a few hundred reasons, so what follows from those is worked out for each
    # reason at the end. They are told apart by identity, as their tags are slow to compare.
    by_id: dict[int, Reason] = {}
    words: dict[int, list[str]] = {}
    counts: dict[tuple[int, str | None, int], int] = {}
    lemmas: dict[tuple[str, int], int] = {}
    for letters, reason, row in progress(
        reasons.of(sorted(listed.words)), "judging", "words", total
    ):
        number = id(reason)
        if number not in by_id:
            by_id[number] = reason
            words[number] = []
        words[number].append(letters)
        lemma, paradigm = reasons.lemma(row) if row else (None, None)
        key = (number, paradigm, len(letters))
        counts[key] = counts.get(key, 0) + 1
        if lemma is None:
            found.without_lemma += 1
        else:
            its_lemma = (lemma, number)
            lemmas[its_lemma] = lemmas.get(its_lemma, 0) + 1
    for (number, paradigm, length), count in counts.items():
        reason = by_id[number]
        values = (_part(reason, parts), reason.rule, reason.source, paradigm, length)
        for division, value in zip(DIVISIONS, values, strict=True):
            tally = found.divided[division].setdefault(value, Counter())
            tally[reason.verdict] += count
    for (verdict, rule), its in sorted(_classes(words, by_id).items(), key=_order):
        found.verdicts[verdict] += len(its)
        shown = list(_shown(_some(its, samples, chosen), listed, reasons))
        found.classes.append(Class(verdict, rule, len(its), shown))
    found.lemmas = _by_part(
        (lemma, _part(by_id[number], parts), by_id[number].verdict, forms)
        for (lemma, number), forms in lemmas.items()
    )
    return found


def _part(reason: Reason, parts: Iterable[str]) -> str | None:
    return next((part for part in parts if part in reason.tags), None)


def _classes(
    words: Mapping[int, list[str]], by_id: Mapping[int, Reason]
) -> dict[tuple[Verdict, str | None], list[str]]:
    """The words of each verdict and rule, sorted."""
    classes: dict[tuple[Verdict, str | None], list[str]] = {}
    for number, its in words.items():
        reason = by_id[number]
        classes.setdefault((reason.verdict, reason.rule), []).extend(its)
    return {which: sorted(its) for which, its in classes.items()}


def _order(item: tuple[tuple[Verdict, str | None], list[str]]) -> tuple[int, int, str]:
    (verdict, rule), words = item
    return list(Verdict).index(verdict), -len(words), rule or ""


def _some(items: list[str], most: int, chosen: random.Random) -> list[str]:
    if len(items) <= most:
        return items
    return [items[i] for i in sorted(chosen.sample(range(len(items)), most))]


def _shown(words: Iterable[str], listed: Listed, reasons: Reasons) -> Iterator[Sample]:
    for letters, reason, row in reasons.of(words):
        lemma = reasons.lemma(row)[0] if row else None
        yield Sample(listed.words[letters], row[1] if row else None, lemma, reason.source)


def _by_part(
    forms: Iterable[tuple[str, str | None, Verdict, int]],
) -> dict[str | None, Lemmas]:
    """How many lemmas of each part of speech stand, from their forms by verdict."""
    lemmas: dict[tuple[str, str | None], list[int]] = {}
    for lemma, part, verdict, count in forms:
        seen = lemmas.setdefault((lemma, part), [0, 0])
        seen[verdict is not Verdict.ACCEPTED] += count
    found: dict[str | None, Lemmas] = {}
    for (_, part), (accepted, others) in lemmas.items():
        counts = found.setdefault(part, Lemmas())
        if not others:
            counts.whole += 1
        elif accepted:
            counts.partly += 1
        else:
            counts.none += 1
    return dict(sorted(found.items(), key=lambda item: (item[0] is None, item[0] or "")))


def divided(measured: Measure, division: str) -> list[tuple[str | int | None, Counter[str]]]:
    """The values of a division with their counts: lengths in order, else the commonest first."""
    tally = measured.divided[division].items()
    if division == "length":
        return sorted(tally, key=lambda item: int(item[0] or 0))
    return sorted(tally, key=lambda item: (-item[1].total(), str(item[0] or "")))


def as_json(measured: Measure) -> dict[str, object]:
    """``measured`` as an object that JSON can hold; docs/cli.md says what the keys mean."""
    return {
        "file": measured.file,
        "lines": measured.lines,
        "duplicates": measured.duplicates,
        "unlayable": measured.unlayable,
        "words": measured.words,
        **_verdicts(measured.verdicts),
        "share": measured.share,
        "without_lemma": measured.without_lemma,
        "lemmas": [
            {"part_of_speech": part, "whole": c.whole, "partly": c.partly, "none": c.none}
            for part, c in measured.lemmas.items()
        ],
        **{
            f"by_{division}": [
                {division: value, **_verdicts(counts)}
                for value, counts in divided(measured, division)
            ]
            for division in DIVISIONS
        },
        "samples": [
            {
                "verdict": shown.verdict,
                "rule": shown.rule,
                "count": shown.count,
                "words": [sample._asdict() for sample in shown.samples],
            }
            for shown in measured.classes
        ],
        "unlayable_samples": measured.unlayable_samples,
    }


def _verdicts(counts: Mapping[str, int]) -> dict[str, int]:
    return {verdict.value: counts.get(verdict, 0) for verdict in Verdict}

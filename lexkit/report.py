"""What is written beside a lexicon for people: `report.html`, and what has changed.

None of it is hashed into the lexicon: it depends on the build before, and losing it loses nothing.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from lexkit import diff, evaluate, page, summary
from lexkit.diff import Difference, Side
from lexkit.errors import LexkitError
from lexkit.evaluate import Measure
from lexkit.lexicon import CHANGES, CHANGES_TEXT, REPORT, WORDS, Lexicon
from lexkit.model import UNLAYABLE, Verdict
from lexkit.readers.base import Report
from lexkit.summary import Summary

#: How many changed words the page and, with their grounds, the Markdown show each way.
SHOWN, TOLD = 120, 500

#: How many characters without a tile the page names.
_CHARACTERS = 30

_DIVISIONS = (
    ("part of speech", "part_of_speech"),
    ("rule", "rule"),
    ("source", "source"),
    ("paradigm", "paradigm"),
    ("length", "length"),
)


def write(
    folder: Path, former: Path | None = None, reports: Mapping[str, Report] | None = None
) -> None:
    """Write the report of the lexicon in ``folder``, and its changes since that in ``former``.

    ``reports`` say what reading its sources left out. Raises
    `LexkitError` or `OSError` if a file cannot be read or written.
    """
    lexicon = Lexicon(folder)
    changes = _changes(lexicon, former) if former is not None else None
    if changes is not None:
        found = json.dumps(diff.as_json(changes), ensure_ascii=False, indent=0)
        _put(folder / CHANGES, found + "\n")
        text = diff.markdown(changes, with_grounds=True, most=TOLD)
        _put(folder / CHANGES_TEXT, text)
    _put(folder / REPORT, _page(lexicon, changes, reports or {}))


def _put(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _changes(lexicon: Lexicon, former: Path) -> Difference | None:
    """What differs from the lexicon in ``former``, if one is there."""
    words = former / WORDS
    if not words.is_file():
        return None
    new = Side.of(lexicon, lexicon.ruleset)
    try:
        old = Side.of(Lexicon(former), lexicon.ruleset)
    except LexkitError:  # an older lexkit wrote it in another format: its words can still be read
        listed = words.read_text("utf-8").split("\n")[:-1]
        old = Side(lexicon.ruleset, words=tuple(listed))
    return diff.compare(old, new)


def _page(lexicon: Lexicon, changes: Difference | None, reports: Mapping[str, Report]) -> str:
    figures = summary.summarise(lexicon)
    came, went = (changes.came, changes.went) if changes is not None else ([], [])
    weak: dict[str, list[str]] = {}
    for word, source in figures.weak_samples:
        weak.setdefault(source, []).append(word)
    return page.render(
        "report.html",
        about=lexicon.manifest,
        name=lexicon.ruleset,
        summary=figures,
        changes=changes,
        came=_some(came),
        went=_some(went),
        decided=[(source.name, source.accepted) for source in figures.sources],
        refused=_refused(figures),
        rules=figures.rules,
        unlayable=figures.unlayable[:_CHARACTERS],
        letters=sum(count for _, count in figures.letters),
        weak=weak,
        left_out=list(_left_out(reports)),
    )


def _some(words: list[str]) -> list[str]:
    """All of a few words, some of many: the same of the same."""
    if len(words) <= SHOWN:
        return words
    return sorted(random.Random(0).sample(words, SHOWN))


def _refused(figures: Summary) -> list[tuple[str, int]]:
    """What the chart shows: hyphenated forms by the hundred thousand would dwarf the rules."""
    return [
        (rule.rule, rule.forms)
        for rule in figures.rules
        if rule.verdict == Verdict.REJECTED and rule.rule != UNLAYABLE
    ]


def _left_out(reports: Mapping[str, Report]) -> Iterator[tuple[str, str, str, int, list[str]]]:
    for source, report in sorted(reports.items()):
        for sort, counts in (("lost", report.skipped), ("noted", report.noted)):
            for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
                yield source, sort, reason, count, report.places.get(reason, [])


def evaluation(lexicon: Lexicon, gold: Measure | None, reject_gold: Measure | None) -> str:
    """A page of how ``lexicon`` does against one list or two."""
    lists = [
        ("Words that should be accepted", "recall", gold),
        ("Words that should not be accepted", "false accepts", reject_gold),
    ]
    return page.render(
        "evaluation.html",
        about=lexicon.manifest,
        lists=[(title, share, _whole(m)) for title, share, m in lists if m is not None],
        divisions=_DIVISIONS,
        divided=evaluate.divided,
        shares=_shares,
    )


def _whole(measured: Measure) -> Measure:
    """``measured`` with every verdict counted, none included: a template asks by name."""
    divided = {
        division: {value: _counts(counts) for value, counts in tally.items()}
        for division, tally in measured.divided.items()
    }
    return replace(measured, verdicts=_counts(measured.verdicts), divided=divided)


def _counts(counts: Counter[str]) -> Counter[str]:
    return Counter({verdict.value: counts[verdict] for verdict in Verdict})


def _shares(rows: list[tuple[int, Counter[str]]]) -> list[tuple[str, float]]:
    return [
        (str(value), round(100 * counts[Verdict.ACCEPTED] / counts.total(), 1))
        for value, counts in rows
    ]

"""What stands in the way of a release: decisions that have flipped, cases that fail, words lost.

A lexicon is compared with the one before it, in words, in the reasons for them, and in the
decisions of maintainers that both have in their ledgers. The same serves before a rule is changed
or a source renewed: whatever the two lexicons differ in, nobody's decision may be lost by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from lexkit import decisions, diff
from lexkit.cases import Outcome
from lexkit.curated import Decision
from lexkit.decisions import Known, Lines
from lexkit.diff import Changed, Difference
from lexkit.ledger import FormRow
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from lexkit.orthography import Spelling
from lexkit.reasons import Reason

#: As many words may leave without a decision, unless somebody says otherwise: so many, and no more
#: than this part of the lexicon before. A source of a million words loses some with each version,
#: a list of a thousand should not.
MAY_LEAVE, PART = 100, 1000

#: How many words a problem names.
SAMPLES = 8


class Flip(NamedTuple):
    """A word that a decision, which still stands, had accepted or refused, and no longer does."""

    change: Changed
    line: Decision


class Leaving(NamedTuple):
    """Words that leave for the same reason, and before counted for the same, by code point."""

    old: Reason
    new: Reason
    words: list[str]


@dataclass(frozen=True)
class Gate:
    """What was found. ``difference`` is `None` for a first release, which loses nothing.

    ``decided`` counts the words that leave by a decision; ``leaving`` are all others.
    """

    lexicon: Lexicon
    difference: Difference | None
    lines: Lines
    flipped: list[Flip]
    cases: int
    failing: list[Outcome]
    decided: int
    leaving: list[Leaving]
    may_leave: int

    @property
    def left(self) -> int:
        """How many words leave without a decision."""
        return sum(len(group.words) for group in self.leaving)

    @property
    def problems(self) -> list[str]:
        """What stands in the way, a sentence each; none if nothing does."""
        found = []
        if self.flipped:
            words = some([flip.change.word for flip in self.flipped])
            found.append(f"{many(len(self.flipped), 'decision')} flipped: {words}")
        if self.failing:
            words = some([outcome.case.word for outcome in self.failing])
            found.append(f"{len(self.failing):,} of {many(self.cases, 'case')} failed: {words}")
        if self.left > self.may_leave:
            words = some([word for group in self.leaving for word in group.words])
            found.append(
                f"{many(self.left, 'word')} left without a decision, {self.may_leave:,} may: "
                f"{words}"
            )
        return found


def look(
    new: Lexicon,
    old: Lexicon | None,
    outcomes: Iterable[Outcome],
    may_leave: int | None = None,
    name: str | None = None,
) -> Gate:
    """Compare ``new``, which is to be called ``name``, with ``old``, if one is before it.

    ``outcomes`` are those of the cases of its ruleset. ``may_leave`` is how many words may leave
    without a decision.
    """
    run = list(outcomes)
    cases = (len(run), [outcome for outcome in run if outcome.wrong])
    if old is None:
        lines = Lines(made=Known(new).lines)
        lines.idle.extend(line for line in lines.made if decisions.is_idle(line, new))
        return Gate(new, None, lines, [], *cases, 0, [], may_leave or 0)
    if may_leave is None:
        may_leave = min(MAY_LEAVE, len(old) // PART)
    sides = (diff.Side.of(old, old.name), diff.Side.of(new, name or new.name))
    found = diff.compare(*sides, why=True)
    before, now = Known(old), Known(new)
    leaving = _Leaving(found)
    flipped = [*_gone(before, now, found, leaving), *_come(before, now, found)]
    groups = sorted(leaving.groups.values(), key=lambda group: (-len(group.words), group.words))
    lines = decisions.compare(before, now)
    return Gate(new, found, lines, flipped, *cases, leaving.decided, groups, may_leave)


class _Leaving:
    """The words that leave, gathered by reason, and how many of them leave by a decision."""

    def __init__(self, found: Difference) -> None:
        self._why = found.why or {}
        self.groups: dict[tuple[Reason, Reason], Leaving] = {}
        self.decided = 0

    def add(self, word: str) -> None:
        # The tags of the reading would part what falls by one rule.
        change = self._why[word]
        old, new = (reason._replace(tags=frozenset()) for reason in (change.old, change.new))
        self.groups.setdefault((old, new), Leaving(old, new, [])).words.append(word)


def _gone(before: Known, now: Known, found: Difference, leaving: _Leaving) -> Iterator[Flip]:
    """The flips among the words that went; the others are counted in ``leaving``."""
    for word, old, new, in_now in _pairs(before, now, found.went):
        held = list(before.deciding(old, Verdict.ACCEPTED))
        standing = [line for line in held if now.keeps(line)]
        made = any(not before.has(line) for line in now.deciding(new, Verdict.REJECTED))
        if made or (held and not standing):
            leaving.decided += 1
        elif standing and not in_now:
            yield Flip((found.why or {})[word], standing[0])
        else:
            leaving.add(word)


def _come(before: Known, now: Known, found: Difference) -> Iterator[Flip]:
    """The flips among the words that came."""
    for word, new, old, in_before in _pairs(now, before, found.came):
        refused = [line for line in before.deciding(old, Verdict.REJECTED) if now.keeps(line)]
        made = any(not before.has(line) for line in now.deciding(new, Verdict.ACCEPTED))
        if refused and not made and not in_before:
            yield Flip((found.why or {})[word], refused[0])


def _pairs(
    here: Known, there: Known, words: Sequence[str]
) -> Iterator[tuple[str, list[FormRow], list[FormRow], bool]]:
    """Each of ``words``, which are accepted in ``here`` alone, with its forms here and there.

    If the spelling has changed, *Straße* is still the same form, but has other letters there; the
    last of the four is whether these are accepted.
    """
    spelling = there.lexicon.spelling
    if _folds(spelling) == _folds(here.lexicon.spelling):
        rows = zip(words, here.rows(words), there.rows(words), strict=True)
        yield from ((*each, False) for each in rows)
        return
    for word, forms in zip(words, here.rows(words), strict=True):
        laid = {letters for row in forms if (letters := spelling.letters(row[1])) is not None}
        others = [row for found in there.rows(sorted(laid)) for row in found]
        yield word, forms, others, any(letters in there.lexicon for letters in laid)


def _folds(spelling: Spelling) -> Spelling:
    """What of ``spelling`` decides on the letters of a form."""
    return replace(spelling, hints={}, min_letters=1, vowels="")


def many(count: int, what: str) -> str:
    """*1 word*, *2 words*."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def some(words: Sequence[str]) -> str:
    """A few of ``words``, from all of them: the first ones would all begin alike."""
    if len(words) <= SAMPLES:
        return ", ".join(words)
    step = len(words) // SAMPLES
    return ", ".join(words[: step * SAMPLES : step]) + ", …"


def as_json(gate: Gate) -> dict[str, Any]:
    """``gate`` as an object that JSON can hold; docs/cli.md says what the keys mean."""
    found = gate.difference
    return {
        "ruleset": gate.lexicon.ruleset,
        "lexicon": gate.lexicon.version,
        "words": len(gate.lexicon),
        "before": None if found is None else diff.side(found.old),
        "passed": not gate.problems,
        "problems": gate.problems,
        "counts": None if found is None else {"in": len(found.came), "out": len(found.went)},
        "decisions": decisions.as_json(gate.lines),
        "flipped": [
            {
                "word": flip.change.word,
                **diff.both(flip.change),
                "decision": decisions.line_as_json(flip.line),
            }
            for flip in gate.flipped
        ],
        "cases": {
            "count": gate.cases,
            "failing": [
                {"word": outcome.case.word, "line": outcome.case.line, "wrong": outcome.wrong}
                for outcome in gate.failing
            ],
        },
        "leaving": {
            "decided": gate.decided,
            "undecided": gate.left,
            "may": gate.may_leave,
            "groups": [
                {**diff.both(Changed("", group.old, group.new)), "words": group.words}
                for group in gate.leaving
            ],
        },
    }

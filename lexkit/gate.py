"""What stands in the way of a release: decisions that have flipped, cases that fail, words lost.

A lexicon is compared with the one before it, in words, in the reasons for them, and in the
decisions of maintainers that both have in their ledgers. The same serves before a rule is changed
or a source renewed: whatever the two lexicons differ in, nobody's decision may be lost by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from lexkit import decisions, diff
from lexkit.cases import Outcome
from lexkit.curated import Decision
from lexkit.decisions import Known, Lines
from lexkit.diff import Changed, Difference, Group
from lexkit.ledger import FormRow
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from lexkit.orthography import Spelling
from lexkit.progress import progress

#: As many words may leave without a decision, unless somebody says otherwise: so many, and no more
#: than this part of the lexicon before. A source of a million words loses some with each version,
#: a list of a thousand should not.
MAY_LEAVE, PART = 100, 1000

#: How many words a problem names.
SAMPLES = 8

#: How many words are looked up at a time.
_BATCH = 1000


class Flip(NamedTuple):
    """A word that a decision, which still stands, had accepted or refused, and no longer does."""

    change: Changed
    line: Decision


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
    leaving: list[Group]
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
    found = diff.compare(diff.Side.of(old, old.name), diff.Side.of(new, name or new.name))
    seen = _Look(Known(old), Known(new))
    seen.gone(found.went)
    seen.come(found.came)
    leaving = diff.grouped(seen.why, seen.undecided)
    lines = decisions.compare(seen.before, seen.now)
    found = replace(found, why=seen.why)
    return Gate(new, found, lines, seen.flipped, *cases, seen.decided, leaving, may_leave)


@dataclass
class _Look:
    """What is found on the words that went and came, one after the other.

    ``decided`` counts those that left by a decision, ``undecided`` are all others but the flips.
    """

    before: Known
    now: Known
    why: dict[str, Changed] = field(default_factory=dict)
    flipped: list[Flip] = field(default_factory=list)
    decided: int = 0
    undecided: list[str] = field(default_factory=list)

    def gone(self, words: Sequence[str]) -> None:
        """Look at ``words``, which are accepted before and no longer."""
        before, now = self.before, self.now
        for word, old, rows in self._rows(words):
            new, in_now = self._elsewhere(now, old, rows)
            held = list(before.deciding(old, Verdict.ACCEPTED))
            standing = [line for line in held if now.keeps(line)]
            made = any(not before.has(line) for line in now.deciding(new, Verdict.REJECTED))
            if made or (held and not standing):
                self.decided += 1
            elif standing and not in_now:
                self.flipped.append(Flip(self.why[word], standing[0]))
            else:
                self.undecided.append(word)

    def come(self, words: Sequence[str]) -> None:
        """Look at ``words``, which are accepted now and were not before."""
        before, now = self.before, self.now
        for word, rows, new in self._rows(words):
            old, in_before = self._elsewhere(before, new, rows)
            refused = [line for line in before.deciding(old, Verdict.REJECTED) if now.keeps(line)]
            made = any(not before.has(line) for line in now.deciding(new, Verdict.ACCEPTED))
            if refused and not made and not in_before:
                self.flipped.append(Flip(self.why[word], refused[0]))

    def _rows(self, words: Sequence[str]) -> Iterator[tuple[str, list[FormRow], list[FormRow]]]:
        """Each of ``words``, now explained, with the forms that have these letters before and now.

        A ledger is asked one question at a time, and its answers are read before the next.
        """
        before, now = self.before.reasons, self.now.reasons
        for start in progress(range(0, len(words), _BATCH), "comparing", "thousand words"):
            batch = words[start : start + _BATCH]
            pairs = zip(list(before.rows(batch)), list(now.rows(batch)), strict=True)
            for (word, old), (_, new) in pairs:
                reasons = (before.first(word, old).reason, now.first(word, new).reason)
                self.why[word] = Changed(word, *reasons)
                yield word, old, new

    def _elsewhere(
        self, there: Known, forms: list[FormRow], rows: list[FormRow]
    ) -> tuple[list[FormRow], bool]:
        """Where the spelling has changed, what ``there`` has of ``forms``, and if it accepts it.

        *Straße* is still the same form, but has other letters. Else that is ``rows``, and not.
        """
        if self._same_letters:
            return rows, False
        spelling = there.lexicon.spelling
        laid = {letters for row in forms if (letters := spelling.letters(row[1])) is not None}
        found = [row for _, of in there.reasons.rows(sorted(laid)) for row in of]
        return found, any(letters in there.lexicon for letters in laid)

    @cached_property
    def _same_letters(self) -> bool:
        before, now = (_folds(known.lexicon.spelling) for known in (self.before, self.now))
        return before == now


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
            "groups": [diff.group_as_json(group) for group in gate.leaving],
        },
    }

"""Three versions of a curated file merged as sets of decisions, keyed by word, scope and rulesets.

What one side added, changed or removed holds, wherever the line stands; so neighbours that both
sides added are both there, and a line that one side removed stays removed. In conflict is only
what two people decided otherwise on one key: two decisions, or a change and a removal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from lexkit.curation.rows import Key, Row


@dataclass(frozen=True)
class Conflict:
    """Lines on one word and scope of which each side has its own, and what was there before."""

    base: tuple[Row, ...]
    ours: tuple[Row, ...]
    theirs: tuple[Row, ...]

    @property
    def word(self) -> str:
        return self._any.word

    @property
    def scope(self) -> str:
        return self._any.scope

    @property
    def _any(self) -> Row:
        return (*self.ours, *self.theirs)[0]

    def told(self, side: str) -> str:
        """What ``side`` (*ours* or *theirs*) decided, with who and why."""
        rows: tuple[Row, ...] = getattr(self, side)
        return "; ".join(row.told() for row in rows) or "removed"


@dataclass
class Merged:
    """The lines that all are agreed on, and the conflicts."""

    rows: list[Row] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)


#: The lines of one version by their key.
Rows = Mapping[Key, Row]


def merge(base: Rows, ours: Rows, theirs: Rows) -> Merged:
    """Merge the changes from ``base`` to ``ours`` and to ``theirs``.

    Swapping the sides swaps those of the conflicts and changes nothing else.
    """
    found = Merged()
    keys = sorted({*base, *ours, *theirs})
    settled: dict[tuple[str, str], list[Row]] = {}
    for key in keys:
        outcome = _one(base.get(key), ours.get(key), theirs.get(key))
        if isinstance(outcome, Conflict):
            found.conflicts.append(outcome)
        elif outcome is not None:
            settled.setdefault(key[:2], []).append(outcome)
    for rows in settled.values():
        clashing = list(_clashing(rows, ours, theirs))
        if clashing:
            found.conflicts.append(_across(clashing, base, ours, theirs))
        found.rows += (row for row in rows if row not in clashing)
    return found


def _one(base: Row | None, ours: Row | None, theirs: Row | None) -> Row | Conflict | None:
    """What becomes of one key: its line, none, or a conflict."""
    if theirs in (ours, base):
        return ours
    if base == ours:
        return theirs
    if ours is not None and theirs is not None:
        both = _united(base, ours, theirs)
        if both is not None:
            return both
    return Conflict(_present(base), _present(ours), _present(theirs))


def _present(row: Row | None) -> tuple[Row, ...]:
    return (row,) if row is not None else ()


def _united(base: Row | None, ours: Row, theirs: Row) -> Row | None:
    """One line for two that decide the same, `None` if there is none.

    A paradigm or a clause that one side has put in stays. If both give a reason of their own, the
    decision that was made first stands, with its reason.
    """
    if ours.verdict != theirs.verdict:
        return None
    details = {}
    for column in ("paradigm", "clause"):
        before = getattr(base, column) if base is not None else ""
        told = {getattr(ours, column), getattr(theirs, column)} - {before}
        if len(told) > 1:
            return None
        details[column] = told.pop() if told else before
    if base is not None and base.origin in (ours.origin, theirs.origin):
        chosen = theirs if base.origin == ours.origin else ours
    else:
        chosen = min(ours, theirs, key=lambda row: (row.date or "9999", row))
    return chosen._replace(**details)


def _clashing(rows: Sequence[Row], ours: Rows, theirs: Rows) -> Iterator[Row]:
    """The lines that contradict one another for some ruleset, though neither side had both.

    One side decides for two games, the other otherwise for one of the two.
    """
    found = set()
    for one, other in combinations(rows, 2):
        together = any(one.key in side and other.key in side for side in (ours, theirs))
        if one.contradicts(other) and not together:
            found |= {one, other}
    yield from (row for row in rows if row in found)


def _across(clashing: Iterable[Row], base: Rows, ours: Rows, theirs: Rows) -> Conflict:
    keys = [row.key for row in clashing]
    sides = (tuple(side[key] for key in keys if key in side) for side in (base, ours, theirs))
    return Conflict(*sides)

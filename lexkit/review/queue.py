"""Which proposals are wanted: the filters of the queue, as conditions on the tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import sqlalchemy as sa

from lexkit.database.tables import concern, event, kind, proposal
from lexkit.review.records import Action, Deed, State

#: In a pattern of letters: any one, and any number of them. LIKE's own are escaped.
_PATTERN = str.maketrans({"?": "_", "*": "%", "_": r"\_", "%": r"\%", "\\": r"\\"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filters that all must hold; one that is empty holds for every proposal.

    ``letters`` is a pattern (``*er``, ``??``); ``least`` and ``most`` count letters; ``kind`` is a
    tag that was given or that a ground had; ``rule`` is the one that decided at the time.
    """

    rulesets: tuple[str, ...] = ()
    states: tuple[State, ...] = ()
    actions: tuple[Action, ...] = ()
    kind: str | None = None
    rule: str | None = None
    proposer: str | None = None
    origin: str | None = None
    letters: str | None = None
    least: int | None = None
    most: int | None = None
    before: datetime | None = None
    after: datetime | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether anything but the state and the ruleset limits it."""
        wide = ("states", "rulesets")
        return any(getattr(self, n) not in (None, ()) for n in self.__slots__ if n not in wide)


def select(wanted: Wanted) -> sa.Select[Any]:
    """The rows of the proposals ``wanted``, the oldest first."""
    return sa.select(proposal).where(*_conditions(wanted)).order_by(proposal.c.number)


def count(wanted: Wanted) -> sa.Select[Any]:
    """How many proposals are ``wanted``."""
    return sa.select(sa.func.count()).select_from(select(wanted).order_by(None).subquery())


def beside(wanted: Wanted, number: int) -> sa.Select[Any]:
    """The numbers of the proposals ``wanted`` that come just before ``number``, and just after."""
    numbers = select(wanted).order_by(None).subquery().c.number
    return sa.select(
        sa.func.max(sa.case((numbers < number, numbers))),
        sa.func.min(sa.case((numbers > number, numbers))),
    )


def taken_back() -> sa.Select[Any]:
    """The events of acceptances that no longer stand, of proposals that are not merged."""
    ruled = proposal.c.ruled
    return (
        sa.select(event)
        .join(proposal, proposal.c.number == event.c.number)
        .where(
            event.c.deed == Deed.ACCEPTED.value,
            proposal.c.state != State.MERGED.value,
            sa.or_(ruled.is_(None), ruled != event.c.seq),
        )
        .order_by(event.c.number, event.c.seq)
    )


def merged_on(day: date) -> sa.Select[Any]:
    """The events of acceptances made on ``day`` (in UTC) by which a proposal is merged."""
    begins = datetime.combine(day, time(), UTC)
    return (
        sa.select(event)
        .join(proposal, (proposal.c.number == event.c.number) & (proposal.c.ruled == event.c.seq))
        .where(
            proposal.c.state == State.MERGED.value,
            event.c.deed == Deed.ACCEPTED.value,
            event.c.at >= begins,
            event.c.at < begins + timedelta(days=1),
        )
        .order_by(event.c.number)
    )


def _conditions(wanted: Wanted) -> Iterator[sa.ColumnElement[bool]]:
    columns = proposal.c
    if wanted.states:
        yield columns.state.in_([state.value for state in wanted.states])
    if wanted.actions:
        yield columns.action.in_([action.value for action in wanted.actions])
    if wanted.proposer is not None:
        yield columns.proposer == wanted.proposer
    if wanted.origin is not None:
        yield columns.origin == wanted.origin
    if wanted.before is not None:
        yield columns.at < wanted.before
    if wanted.after is not None:
        yield columns.at >= wanted.after
    if wanted.kind is not None:
        yield columns.number.in_(sa.select(kind.c.number).where(kind.c.tag == wanted.kind))
    if about := list(_about_letters(wanted)):
        yield columns.number.in_(sa.select(concern.c.number).where(*about))


def _about_letters(wanted: Wanted) -> Iterator[sa.ColumnElement[bool]]:
    """Conditions that one and the same ruleset of a proposal must meet."""
    if wanted.rulesets:
        yield concern.c.ruleset.in_(wanted.rulesets)
    if wanted.rule is not None:
        yield concern.c.rule == wanted.rule
    if wanted.letters is not None:
        pattern = wanted.letters.lower().translate(_PATTERN)
        yield concern.c.letters.like(pattern, escape="\\")
    if wanted.least is not None:
        yield sa.func.length(concern.c.letters) >= wanted.least
    if wanted.most is not None:
        yield sa.func.length(concern.c.letters) <= wanted.most

"""The store of proposals: what is asked, what is decided, and all that ever happened to it.

Many processes, on one machine or several, may use one database at once. Each call is one
transaction: when it returns, what it did is on the disk; when it raises, nothing was done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import Connection

from lexkit.database import tables
from lexkit.database.connection import WAIT, Database
from lexkit.database.migrate import migrate
from lexkit.database.texts import cleaned
from lexkit.errors import LexkitError
from lexkit.review import queue, rows
from lexkit.review.lines import line_for
from lexkit.review.queue import Wanted
from lexkit.review.records import (
    HOLDING,
    PENDING,
    Concern,
    Deed,
    Draft,
    Event,
    Line,
    MovedError,
    Proposal,
    Proposed,
    Ruling,
    State,
    UnknownError,
)

#: The last number there can be: what a column of integers holds in PostgreSQL.
_LAST = 2**31 - 1

#: The states that a decision, a question or a withdrawal has led to.
_UNDOABLE = frozenset({State.ASKED_BACK, State.ACCEPTED, State.REJECTED, State.WITHDRAWN})


@dataclass(frozen=True, slots=True)
class _Change:
    """What an event is made of, before it has a number and a time."""

    deed: Deed
    state: State
    by: str
    reason: str = ""
    reference: str = ""
    reply: str = ""
    ruling: Ruling | None = None
    lexicons: Mapping[str, str] | None = None


class Store:
    """The proposals in one database, and their history.

    Threads may share a store; processes open one each (a fork must not inherit connections).
    """

    def __init__(self, database: Database) -> None:
        """Use ``database``, whose tables are made or brought up to date."""
        self.database = database
        migrate(database)

    @classmethod
    def open(cls, place: str | Path, wait: float = WAIT) -> Store:
        """The store in a file, or at a URL (``sqlite:///PATH``, ``postgresql://USER@HOST/NAME``).

        ``wait`` is how many seconds a change waits for other processes. Raises `UnavailableError`
        for a database that cannot be used.
        """
        return cls(Database(place, wait))

    def close(self) -> None:
        """Give back all connections."""
        self.database.close()

    # -- proposing --------------------------------------------------------------------------------

    def propose(self, draft: Draft) -> Proposed:
        """Store ``draft`` for those of its rulesets in which no proposal holds its letters yet.

        However many ask at once, one of them gets the proposal and the others are told of it.
        Whether the word is accepted or refused already is for `intake` to say.
        """
        draft = _checked(draft)

        def attempt(connection: Connection) -> Proposed:
            held = self._held(connection, draft.concerns)
            free = tuple(c for c in draft.concerns if c.ruleset not in held)
            if not free:
                return Proposed(None, held)
            number = self._insert(connection, draft, free)
            return Proposed(self._get(connection, number), held)

        while True:
            try:
                return self.database.write(attempt)
            except exc.IntegrityError:
                # Somebody else was faster in this instant, and is found in the next.
                if not self.database.read(lambda c: self._held(c, draft.concerns)):
                    raise

    def _held(self, connection: Connection, concerns: Iterable[Concern]) -> dict[str, Proposal]:
        """The proposals that hold the letters of ``concerns``, by ruleset."""
        found: dict[str, Proposal] = {}
        table = tables.concern
        for concern in concerns:
            number = connection.execute(
                sa.select(table.c.number).where(
                    table.c.ruleset == concern.ruleset,
                    table.c.key == concern.key,
                    table.c.holds,
                )
            ).scalar()
            if number is not None:
                found[concern.ruleset] = self._get(connection, number)
        return found

    def _insert(self, connection: Connection, draft: Draft, free: tuple[Concern, ...]) -> int:
        now = datetime.now(UTC)
        number = connection.execute(
            tables.proposal.insert()
            .values(
                action=draft.action.value,
                word=draft.word,
                proposer=draft.by,
                at=now,
                reason=draft.reason,
                reference=draft.reference,
                tags=" ".join(draft.tags),
                dispute=draft.dispute,
                origin=draft.origin,
                state=State.OPEN.value,
                version=1,
            )
            .returning(tables.proposal.c.number)
        ).scalar_one()
        rows.insert_concerns(connection, number, free)
        seen = {tag for concern in free for ground in concern.grounds for tag in ground.tags}
        for tag in sorted(seen | set(draft.tags)):
            connection.execute(tables.kind.insert().values(number=number, tag=tag))
        what = (draft.by, now, draft.reason, draft.reference)
        rows.insert_event(connection, Event(number, 1, Deed.PROPOSED, State.OPEN, *what))
        return int(number)

    # -- looking ----------------------------------------------------------------------------------

    def queue(
        self, wanted: Wanted | None = None, after: int = 0, most: int | None = None
    ) -> list[Proposal]:
        """The proposals ``wanted``, the oldest first; by default all that wait for a decision.

        Of those with a number above ``after``, the first ``most``.
        """
        if wanted is None:
            wanted = Wanted(states=tuple(sorted(PENDING)))
        select = queue.select(wanted).where(tables.proposal.c.number > after).limit(most)
        return self.database.read(lambda c: list(rows.proposals(c, select)))

    def get(self, number: int) -> Proposal:
        """The proposal ``number``; raises `UnknownError` if there is none."""
        return self.database.read(lambda connection: self._get(connection, number))

    def history(self, number: int) -> tuple[Event, ...]:
        """All that happened to a proposal, in order; raises `UnknownError` if there is none."""

        return self.database.read(lambda connection: self._history(connection, number))

    def about(
        self, keys: Collection[str], rulesets: Collection[str] | None = None
    ) -> tuple[Proposal, ...]:
        """All proposals, of any state, about words with any of ``keys``, the newest first.

        ``rulesets`` leaves out those that concern others only.
        """
        table, proposal = tables.concern, tables.proposal
        conditions = [table.c.key.in_(sorted(keys))]
        if rulesets is not None:
            conditions.append(table.c.ruleset.in_(sorted(rulesets)))
        select = (
            sa.select(proposal)
            .where(proposal.c.number.in_(sa.select(table.c.number).where(*conditions)))
            .order_by(proposal.c.number.desc())
        )
        return self.database.read(lambda connection: tuple(rows.proposals(connection, select)))

    # -- deciding ---------------------------------------------------------------------------------

    def decide(self, number: int, ruling: Ruling, seen: int | None = None) -> Proposal:
        """Accept or reject a proposal that waits for a decision; return it as it is then.

        ``seen`` is the version that the maintainer had before them: if anything has happened
        since, or somebody has decided, `MovedError` is raised with what is there now.
        """
        accept = ruling.accept
        change = _Change(
            Deed.ACCEPTED if accept else Deed.REJECTED,
            State.ACCEPTED if accept else State.REJECTED,
            ruling.by, ruling.reason, ruling.reference, ruling.reply, ruling,
        )  # fmt: skip
        return self._change(number, lambda _: change, PENDING, seen)

    def ask_back(self, number: int, by: str, question: str, seen: int | None = None) -> Proposal:
        """Ask the proposer something; the proposal waits for the answer, or for a decision."""
        question = cleaned(question, "question")
        change = _Change(Deed.ASKED_BACK, State.ASKED_BACK, by, reply=question)
        return self._change(number, lambda _: change, PENDING, seen)

    def answer(self, number: int, by: str, text: str, reference: str = "") -> Proposal:
        """The proposer's answer to a question; the proposal is open again."""
        change = _Change(Deed.ANSWERED, State.OPEN, by, cleaned(text, "answer"), reference)
        return self._change(number, lambda _: change, {State.ASKED_BACK}, None)

    def note(self, number: int, by: str, text: str) -> Proposal:
        """Put a note of a maintainer to a proposal, whatever its state."""
        text = cleaned(text, "note")
        return self._change(
            number, lambda now: _Change(Deed.NOTED, now.state, by, text), frozenset(State), None
        )

    def withdraw(self, number: int, by: str, reason: str = "") -> Proposal:
        """Take a proposal back that is not decided yet."""
        change = _Change(Deed.WITHDRAWN, State.WITHDRAWN, by, reason)
        return self._change(number, lambda _: change, PENDING, None)

    def undo(self, number: int, by: str, reason: str = "", seen: int | None = None) -> Proposal:
        """Take back the last decision, question or withdrawal: the proposal is as it was before.

        Raises `MovedError` if there is none, if it is merged already, or if the same letters have
        been proposed again meanwhile (that proposal is to be decided then).
        """

        def work(connection: Connection) -> Proposal:
            now = self._locked(connection, number, seen)
            if now.state not in _UNDOABLE:
                raise MovedError(_no_longer(now, "there is nothing to undo"), now)
            state = _before(self._history(connection, number))
            if state in HOLDING and now.state not in HOLDING:
                for holder in self._held(connection, now.concerns).values():
                    raise MovedError(f"{now.word} has been proposed again as {holder.number}", now)
            return self._record(connection, now, _Change(Deed.UNDONE, state, by, reason))

        return self.database.write(work)

    def mark_merged(
        self,
        numbers: Collection[int],
        by: str,
        lexicons: Mapping[str, str] | None = None,
        seen: Mapping[int, int] | None = None,
        then: Callable[[], None] = lambda: None,
    ) -> tuple[Proposal, ...]:
        """Mark accepted proposals as merged into the curated source, all or none of them.

        ``lexicons`` are the versions of the built lexicons by ruleset: until they are built anew,
        a proposal of the same word is told that it is only waiting for that. Those that are marked
        already are passed over, so that a merge can be done again; any other state raises
        `MovedError`, and so does another ruling than the one whose ``seq`` is in ``seen``.

        ``then`` does the merging. It is called while nobody else can change these proposals,
        perhaps more than once; if it raises, none is marked.
        """

        def work(connection: Connection) -> tuple[Proposal, ...]:
            marked = []
            for number in sorted(set(numbers)):
                now = self._locked(connection, number, None)
                if now.state is State.MERGED:
                    continue
                ruled = now.ruling.seq if now.ruling else None
                if now.state is not State.ACCEPTED or ruled != (seen or {}).get(number, ruled):
                    raise MovedError(_no_longer(now, "it cannot be merged"), now)
                known = {
                    name: version
                    for name, version in (lexicons or {}).items()
                    if name in now.rulesets
                }
                change = _Change(Deed.MERGED, State.MERGED, by, lexicons=known)
                marked.append(self._record(connection, now, change))
            then()
            return tuple(marked)

        return self.database.write(work)

    def events(self, select: sa.Select[Any]) -> tuple[Event, ...]:
        """The events that ``select`` names (`queue.taken_back`, `queue.merged_on`)."""
        found = self.database.read(lambda c: c.execute(select).mappings().all())
        return tuple(map(rows.event, found))

    # -- how a change is made ---------------------------------------------------------------------

    def _change(
        self,
        number: int,
        make: Callable[[Proposal], _Change],
        states: Collection[State],
        seen: int | None,
    ) -> Proposal:
        def work(connection: Connection) -> Proposal:
            now = self._locked(connection, number, seen)
            if now.state not in states:
                raise MovedError(_no_longer(now, "it waits for no decision"), now)
            return self._record(connection, now, make(now))

        return self.database.write(work)

    def _locked(self, connection: Connection, number: int, seen: int | None) -> Proposal:
        """The proposal, which nobody else can change before this transaction ends."""
        table = tables.proposal
        if not 0 < number <= _LAST:
            raise UnknownError(number)
        lock = sa.select(table.c.number).where(table.c.number == number).with_for_update()
        connection.execute(lock)
        now = self._get(connection, number)
        if seen is not None and now.version != seen:
            raise MovedError(_no_longer(now, "it is no longer as you saw it"), now)
        return now

    def _record(self, connection: Connection, now: Proposal, change: _Change) -> Proposal:
        event = Event(
            number=now.number,
            seq=now.version + 1,
            deed=change.deed,
            state=change.state,
            by=cleaned(change.by, "name of who does it"),
            at=datetime.now(UTC),
            reason=cleaned(change.reason, "reason", required=change.ruling is not None),
            reference=cleaned(change.reference, "reference", required=False),
            reply=cleaned(change.reply, "reply", required=False),
            line=_line(now, change.ruling),
            lexicons=change.lexicons or {},
        )
        ruling = None if change.deed is Deed.UNDONE else event if change.ruling else now.ruling
        rows.insert_event(connection, event)
        rows.update_proposal(connection, event, ruling.seq if ruling else None)
        return replace(now, state=event.state, version=event.seq, ruling=ruling)

    def _get(self, connection: Connection, number: int) -> Proposal:
        if 0 < number <= _LAST:
            select = sa.select(tables.proposal).where(tables.proposal.c.number == number)
            for proposal in rows.proposals(connection, select):
                return proposal
        raise UnknownError(number)

    def _history(self, connection: Connection, number: int) -> tuple[Event, ...]:
        """The events of a proposal, of which the first has made it."""
        if not 0 < number <= _LAST:
            raise UnknownError(number)
        table = tables.event
        select = sa.select(table).where(table.c.number == number).order_by(table.c.seq)
        found = tuple(rows.event(row) for row in connection.execute(select).mappings())
        if not found:
            raise UnknownError(number)
        return found


def _before(history: Sequence[Event]) -> State:
    """The state before the last deed, but for notes, that is not undone yet."""
    states: list[State] = []
    for event in history:
        if event.deed is Deed.UNDONE:
            states.pop()
        elif event.deed is not Deed.NOTED:
            states.append(event.state)
    return states[-2]


def _line(now: Proposal, ruling: Ruling | None) -> Line | None:
    """What an acceptance writes, by default what the proposal asks for; a rejection: nothing."""
    return (ruling.line or line_for(now)) if ruling is not None and ruling.accept else None


def _no_longer(now: Proposal, why: str) -> str:
    """What to tell somebody who came too late for a proposal, or has mistaken its number."""
    said = f"proposal {now.number} ({now.word}) is {now.state}"
    if now.ruling is not None:
        said = f"{said} by {now.ruling.by}: {now.ruling.reason}"
    return f"{said}; {why}"


def _checked(draft: Draft) -> Draft:
    """``draft`` with its texts as they are kept; raises `LexkitError` for what cannot be."""
    if not draft.concerns:
        raise LexkitError("a proposal concerns at least one ruleset")
    return Draft(
        word=cleaned(draft.word, "word", longest=100),
        action=draft.action,
        concerns=draft.concerns,
        by=cleaned(draft.by, "name of who proposes it"),
        reason=cleaned(draft.reason, "reason"),
        reference=cleaned(draft.reference, "reference", required=False),
        tags=tuple(sorted(set(draft.tags))),
        dispute=draft.dispute,
        origin=None if draft.origin is None else cleaned(draft.origin, "name of the file"),
    )

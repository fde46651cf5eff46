"""Between the rows of the tables and the records."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from lexkit.curated import Action as Decides
from lexkit.curated import Scope
from lexkit.database import tables
from lexkit.model import Ground, Verdict
from lexkit.review.records import (
    HOLDING,
    Action,
    Concern,
    Deed,
    Event,
    Line,
    Proposal,
    SignOff,
    State,
)

#: How many proposals are fetched with what belongs to them at a time.
BATCH = 500

#: A row by the names of its columns.
Row = Mapping[Any, Any]


def insert_concerns(connection: Connection, number: int, concerns: Iterable[Concern]) -> None:
    """Store the rulesets that a new proposal concerns, in an order that is the same for all.

    So of two that want the same letters in two rulesets, one waits for the other.
    """
    for concern in sorted(concerns, key=lambda concern: concern.ruleset):
        connection.execute(
            tables.concern.insert().values(
                number=number,
                ruleset=concern.ruleset,
                letters=concern.letters,
                key=concern.key,
                verdict=concern.verdict.value,
                rule=concern.rule,
                lexicon=concern.lexicon,
                grounds=[asdict(ground) for ground in concern.grounds],
                holds=True,
            )
        )


def insert_event(connection: Connection, event: Event) -> None:
    """Add ``event`` to the history."""
    connection.execute(
        tables.event.insert().values(
            number=event.number,
            seq=event.seq,
            deed=event.deed.value,
            state=event.state.value,
            by=event.by,
            at=event.at,
            reason=event.reason,
            reference=event.reference,
            reply=event.reply,
            details={
                **({"line": asdict(event.line)} if event.line else {}),
                **({"lexicons": dict(event.lexicons)} if event.lexicons else {}),
            },
        )
    )


def update_proposal(connection: Connection, event: Event, ruled: int | None) -> None:
    """Bring the proposal of ``event``, just inserted, to the state that it says."""
    connection.execute(
        tables.proposal.update()
        .where(tables.proposal.c.number == event.number)
        .values(state=event.state.value, version=event.seq, ruled=ruled)
    )
    connection.execute(
        tables.concern.update()
        .where(tables.concern.c.number == event.number)
        .values(holds=event.state in HOLDING)
    )


def proposals(connection: Connection, wanted: sa.Select[Any]) -> Iterator[Proposal]:
    """The proposals whose rows ``wanted`` selects, in its order."""
    rows = connection.execute(wanted).mappings()
    for batch in _cut(rows):
        numbers = [row["number"] for row in batch]
        concerns = _concerns(connection, numbers)
        rulings = _rulings(connection, batch)
        for row in batch:
            number = row["number"]
            yield _proposal(row, concerns.get(number, ()), rulings.get(number))


def _cut(rows: Iterable[Row]) -> Iterator[tuple[Row, ...]]:
    left = iter(rows)
    while batch := tuple(itertools.islice(left, BATCH)):
        yield batch


def _concerns(connection: Connection, numbers: Sequence[int]) -> dict[int, tuple[Concern, ...]]:
    table = tables.concern
    select = sa.select(table).where(table.c.number.in_(numbers))
    ordered = select.order_by(table.c.number, table.c.ruleset)
    found = connection.execute(ordered).mappings()
    return {
        number: tuple(map(_concern, rows))
        for number, rows in itertools.groupby(found, key=lambda row: int(row["number"]))
    }


def _rulings(connection: Connection, batch: Sequence[Row]) -> dict[int, Event]:
    ruled = [row["number"] for row in batch if row["ruled"] is not None]
    if not ruled:
        return {}
    table, proposal = tables.event, tables.proposal
    found = connection.execute(
        sa.select(table)
        .join(proposal, (proposal.c.number == table.c.number) & (proposal.c.ruled == table.c.seq))
        .where(table.c.number.in_(ruled))
    ).mappings()
    return {row["number"]: event(row) for row in found}


def _proposal(row: Row, concerns: tuple[Concern, ...], ruling: Event | None) -> Proposal:
    return Proposal(
        number=row["number"],
        word=row["word"],
        action=Action(row["action"]),
        state=State(row["state"]),
        version=row["version"],
        concerns=concerns,
        by=row["proposer"],
        at=row["at"],
        reason=row["reason"],
        reference=row["reference"],
        tags=tuple(row["tags"].split()),
        dispute=row["dispute"],
        origin=row["origin"],
        ruling=ruling,
    )


def _concern(row: Row) -> Concern:
    return Concern(
        ruleset=row["ruleset"],
        letters=row["letters"],
        key=row["key"],
        verdict=Verdict(row["verdict"]),
        lexicon=row["lexicon"],
        grounds=tuple(_ground(ground) for ground in row["grounds"]),
    )


def _ground(stored: Mapping[str, Any]) -> Ground:
    fixed = {"verdict": Verdict(stored["verdict"]), "tags": tuple(stored["tags"])}
    return Ground(**{**stored, **fixed})


def event(row: Row) -> Event:
    """The event in a row of its table."""
    details = row["details"]
    return Event(
        number=row["number"],
        seq=row["seq"],
        deed=Deed(row["deed"]),
        state=State(row["state"]),
        by=row["by"],
        at=row["at"],
        reason=row["reason"],
        reference=row["reference"],
        reply=row["reply"],
        line=_line(details["line"]) if "line" in details else None,
        lexicons=details.get("lexicons", {}),
    )


def _line(stored: Mapping[str, Any]) -> Line:
    return Line(
        word=stored["word"],
        scope=Scope(stored["scope"]),
        action=Decides(stored["action"]),
        rulesets=tuple(stored["rulesets"]),
        tags=tuple(stored["tags"]),
        paradigm=stored["paradigm"],
        clause=stored["clause"],
    )


def sign_off(row: Row) -> SignOff:
    """The sign-off in a row of its table."""
    return SignOff(
        row["ruleset"], row["letters"], row["by"], row["at"], row["lexicon"], row["note"]
    )

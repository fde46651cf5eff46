"""Proposals and what was done to them as JSON can hold it: for scripts and over the network."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any, TypedDict

from lexkit.review.records import Action, Concern, Deed, Event, Line, Proposal, State


class ConcernTold(TypedDict):
    """One ruleset that a proposal concerns, and what its lexicon said when it was made."""

    ruleset: str
    letters: str
    key: str
    verdict: str
    rule: str | None
    lexicon: str
    grounds: list[dict[str, Any]]


class LineTold(TypedDict):
    """What an accepted proposal writes into the curated source."""

    word: str
    scope: str
    action: str
    rulesets: list[str]
    tags: list[str]
    paradigm: str | None
    clause: str | None


class EventTold(TypedDict):
    """One change: what was done, the state afterwards, by whom and why."""

    deed: Deed
    state: State
    by: str
    at: str
    reason: str
    reference: str
    reply: str
    line: LineTold | None


class ProposalTold(TypedDict):
    """A proposal as it stands. ``version`` counts its events; ``ruling`` is the one that stands."""

    number: int
    word: str
    action: Action
    state: State
    version: int
    by: str
    at: str
    reason: str
    reference: str
    tags: list[str]
    dispute: str | None
    origin: str | None
    rulesets: list[ConcernTold]
    ruling: EventTold | None


def proposal_json(proposal: Proposal) -> ProposalTold:
    """``proposal`` as an object that JSON can hold."""
    return {
        "number": proposal.number,
        "word": proposal.word,
        "action": proposal.action,
        "state": proposal.state,
        "version": proposal.version,
        "by": proposal.by,
        "at": moment(proposal.at),
        "reason": proposal.reason,
        "reference": proposal.reference,
        "tags": list(proposal.tags),
        "dispute": proposal.dispute,
        "origin": proposal.origin,
        "rulesets": [concern_json(concern) for concern in proposal.concerns],
        "ruling": None if proposal.ruling is None else event_json(proposal.ruling),
    }


def concern_json(concern: Concern) -> ConcernTold:
    """``concern`` as an object that JSON can hold."""
    return {
        "ruleset": concern.ruleset,
        "letters": concern.letters,
        "key": concern.key,
        "verdict": concern.verdict,
        "rule": concern.rule,
        "lexicon": concern.lexicon,
        "grounds": [asdict(ground) for ground in concern.grounds],
    }


def event_json(event: Event) -> EventTold:
    """``event`` as an object that JSON can hold."""
    return {
        "deed": event.deed,
        "state": event.state,
        "by": event.by,
        "at": moment(event.at),
        "reason": event.reason,
        "reference": event.reference,
        "reply": event.reply,
        "line": None if event.line is None else line_json(event.line),
    }


def line_json(line: Line) -> LineTold:
    """``line`` as an object that JSON can hold."""
    return {
        "word": line.word,
        "scope": line.scope,
        "action": line.action,
        "rulesets": list(line.rulesets),
        "tags": list(line.tags),
        "paradigm": line.paradigm,
        "clause": line.clause,
    }


def moment(at: datetime) -> str:
    """A moment as ISO 8601 writes it, to the second."""
    return at.isoformat(timespec="seconds")

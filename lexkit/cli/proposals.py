"""What `propose` and `review` share: proposals as text and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

import click

from lexkit.cli.common import printable
from lexkit.review.records import Concern, Event, Line, Proposal, State

#: The variable that says who proposes and decides, where `--by` does not.
BY = "LEXKIT_BY"

COLOURS = {
    State.OPEN: "cyan",
    State.ASKED_BACK: "yellow",
    State.ACCEPTED: "green",
    State.MERGED: "green",
    State.REJECTED: "red",
    State.WITHDRAWN: None,
}


def state_text(state: State) -> str:
    return click.style(state.value, fg=COLOURS[state], bold=True)


def dated(proposal: Proposal) -> str:
    """A proposal that was decided, in a line: what was decided, when, by whom and why."""
    ruling = proposal.ruling
    lead = f"{proposal.number} ({proposal.action} {printable(proposal.word)})"
    if ruling is None:
        return f"{lead} {proposal.state}, {proposal.at:%Y-%m-%d} by {printable(proposal.by)}"
    reference = f" ({printable(ruling.reference)})" if ruling.reference else ""
    return (
        f"{lead} {ruling.state}, {ruling.at:%Y-%m-%d} by {printable(ruling.by)}: "
        f"{one_line(ruling.reason)}{reference}"
    )


def one_line(text: str) -> str:
    """``text`` without what could steer a terminal, its line breaks as spaces."""
    return printable(" ".join(text.split()))


def proposal_json(proposal: Proposal) -> dict[str, Any]:
    """``proposal`` as an object that JSON can hold."""
    return {
        "number": proposal.number,
        "word": proposal.word,
        "action": proposal.action,
        "state": proposal.state,
        "version": proposal.version,
        "by": proposal.by,
        "at": _moment(proposal.at),
        "reason": proposal.reason,
        "reference": proposal.reference,
        "tags": list(proposal.tags),
        "dispute": proposal.dispute,
        "origin": proposal.origin,
        "rulesets": [_concern_json(concern) for concern in proposal.concerns],
        "ruling": None if proposal.ruling is None else event_json(proposal.ruling),
    }


def _concern_json(concern: Concern) -> dict[str, Any]:
    return {
        "ruleset": concern.ruleset,
        "letters": concern.letters,
        "key": concern.key,
        "verdict": concern.verdict,
        "rule": concern.rule,
        "lexicon": concern.lexicon,
        "grounds": [asdict(ground) for ground in concern.grounds],
    }


def event_json(event: Event) -> dict[str, Any]:
    """``event`` as an object that JSON can hold."""
    return {
        "deed": event.deed,
        "state": event.state,
        "by": event.by,
        "at": _moment(event.at),
        "reason": event.reason,
        "reference": event.reference,
        "reply": event.reply,
        "line": None if event.line is None else line_json(event.line),
    }


def line_json(line: Line) -> dict[str, Any]:
    return asdict(line)


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")

"""What `propose` and `review` share: proposals as text."""

from __future__ import annotations

import click

from lexkit.cli.common import printable
from lexkit.review.records import Proposal, State

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

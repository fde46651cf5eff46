"""A dossier on the screen, and as JSON; and the queue, a proposal a line."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import click

from lexkit.answers import as_json
from lexkit.cli.common import is_terminal, printable, verdict_text
from lexkit.cli.proposals import dated, one_line, state_text
from lexkit.model import Answer, Verdict
from lexkit.review.dossier import Brought, Dossier, Known
from lexkit.review.lines import line_for
from lexkit.review.records import PENDING, Deed, Event, Line, Proposal
from lexkit.review.told import event_json, proposal_json

#: How much of a word's surroundings is named on one line.
_FORMS_SHOWN = 12
_WIDEST = 24


def dossier_lines(
    found: Dossier, proposal: Proposal | None = None, history: Sequence[Event] = ()
) -> Iterator[str]:
    """A dossier in lines, what matters most first."""
    if proposal is None:
        yield click.style(printable(found.word), bold=True)
    else:
        yield from _head(proposal, history)
    for name, answer in found.answers.items():
        yield _verdict(name, answer, proposal)
    several = len(found.answers) > 1
    if found.readings:
        yield click.style("Readings", dim=True) + "  (* decides)"
        for known in found.readings:
            yield _reading(known, several)
    if found.frequency is not None:
        yield f"Counted {found.frequency:,} times"
    if found.near:
        yield "Near it: " + ", ".join(found.near)
    for name, forms in found.forms.items():
        if forms:
            yield _forms(name if several else "", forms)
    for earlier in found.earlier:
        yield "Before: " + dated(earlier)
    for line in found.lines:
        reason = f": {one_line(line.reason)}" if line.reason else ""
        yield (
            f"Curated: {printable(line.word)} ({line.scope}) {line.decision} {line.tags} for "
            f"{line.rulesets}, {line.date} by {printable(line.by)}{reason}; {line.place}"
        )
    if proposal is not None and proposal.state in PENDING:
        yield "Accepting writes: " + line_text(line_for(proposal))


def line_text(line: Line) -> str:
    """The line of the curated source that an acceptance writes."""
    more = [f"tags {' '.join(line.tags)}"] if line.tags else []
    more += [f"paradigm {line.paradigm}"] if line.paradigm else []
    more += [f"clause {line.clause}"] if line.clause else []
    told = "; ".join(["", *more])
    return (
        f"{line.action} the {line.scope} {printable(line.word)} for "
        f"{', '.join(line.rulesets)}{printable(told)}"
    )


def _head(proposal: Proposal, history: Sequence[Event]) -> Iterator[str]:
    word = click.style(printable(proposal.word), bold=True)
    rulesets = ", ".join(proposal.rulesets)
    yield (
        f"{proposal.number}  {proposal.action} {word}  {state_text(proposal.state)}  [{rulesets}]"
    )
    origin = f", from {printable(proposal.origin)}" if proposal.origin else ""
    yield (
        f"by {printable(proposal.by)}, {proposal.at:%Y-%m-%d}{origin}: "
        f"{one_line(proposal.reason)}{_in_brackets(proposal.reference)}"
    )
    if proposal.tags:
        yield "tags: " + ", ".join(proposal.tags)
    if proposal.dispute:
        yield f"disputes the rule {printable(proposal.dispute)}"
    for event in history:
        if event.deed is not Deed.PROPOSED:
            yield event_text(event)


def event_text(event: Event) -> str:
    """One event of a history in a line."""
    said = ": ".join(one_line(text) for text in (event.reason, event.reply) if text)
    told = f": {said}" if said else ""
    return (
        f"  {event.at:%Y-%m-%d} {event.deed} by {printable(event.by)}{told}"
        f"{_in_brackets(event.reference)}"
    )


def _in_brackets(reference: str) -> str:
    return f" ({one_line(reference)})" if reference else ""


def _verdict(name: str, answer: Answer, proposal: Proposal | None) -> str:
    was = ""
    if proposal is not None:
        then = next((c for c in proposal.concerns if c.ruleset == name), None)
        if then is not None and then.verdict is not answer.verdict:
            was = f" ({then.verdict} when proposed)"
    ground = answer.grounds[0] if answer.grounds else None
    why = f": rule {ground.rule}: {printable(ground.says)}" if ground is not None else ""
    hints = f"; is it {' or '.join(answer.hints)}?" if answer.hints else ""
    return f"{name}  {verdict_text(answer.verdict)}{was}{why}{hints}"


def _reading(known: Known, several: bool) -> str:
    reading = known.reading
    text = reading.form
    if reading.lemma and reading.lemma != reading.form:
        text += f", form of {reading.lemma}"
    if reading.cell:
        text += f" ({reading.cell})"
    mark = "*" if known.decides else " "
    where = f" [{', '.join(known.decides)}]" if several and known.decides else ""
    tags = ", ".join(sorted(reading.tags)) or "no tags"
    return f" {mark} {printable(text)}: {tags}; {reading.source}, {printable(reading.place)}{where}"


def _forms(name: str, forms: Sequence[Brought]) -> str:
    new = [f.reading.form for f in forms if f.verdict is not Verdict.ACCEPTED]
    shown = ", ".join(map(printable, new[:_FORMS_SHOWN])) or "none"
    more = f" and {len(new) - _FORMS_SHOWN} more" if len(new) > _FORMS_SHOWN else ""
    there = len(forms) - len(new)
    known = f"; {there} of its forms count already" if there else ""
    where = f" in {name}" if name else ""
    return f"Its paradigm would bring in{where}: {shown}{more}{known}"


def dossier_json(
    found: Dossier, proposal: Proposal | None = None, history: Sequence[Event] = ()
) -> dict[str, Any]:
    """A dossier as an object that JSON can hold, with its proposal and history if it has one."""
    about: Mapping[str, Any] = {} if proposal is None else proposal_json(proposal)
    return {
        **about,
        "history": [event_json(event) for event in history],
        "evidence": {
            "word": found.word,
            "answers": [as_json(answer) for answer in found.answers.values()],
            "readings": [
                {
                    **known.reading._asdict(),
                    "tags": sorted(known.reading.tags),
                    "decides": known.decides,
                }
                for known in found.readings
            ],
            "near": found.near,
            "forms": {
                name: [
                    {
                        "form": brought.reading.form,
                        "paradigm": brought.reading.paradigm,
                        "cell": brought.reading.cell,
                        "verdict": brought.verdict,
                    }
                    for brought in forms
                ]
                for name, forms in found.forms.items()
            },
            "frequency": found.frequency,
            "earlier": [proposal_json(earlier) for earlier in found.earlier],
            "curated": [asdict(line) for line in found.lines],
        },
    }


def queue_lines(proposals: Sequence[Proposal], counts: Mapping[int, int]) -> Iterator[str]:
    """The queue, a proposal a line; on a terminal cut to its width. ``counts`` are frequencies."""
    rows = [_cells(proposal, counts) for proposal in proposals]
    widths = [min(_WIDEST, max(map(len, column))) for column in zip(*rows, strict=True)]
    width = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else 0
    for cells, proposal in zip(rows, proposals, strict=True):
        lead = "  ".join(cell.ljust(w) for cell, w in zip(cells, widths, strict=True))
        line = f"{lead}  {printable(proposal.by)}: {one_line(proposal.reason)}"
        yield line[: width - 1] + "…" if width and len(line) > width else line


def _cells(proposal: Proposal, counts: Mapping[int, int]) -> list[str]:
    cells = [
        str(proposal.number),
        proposal.state.value,
        proposal.action.value,
        printable(proposal.word),
        ",".join(proposal.rulesets),
        f"{proposal.at:%Y-%m-%d}",
    ]
    if counts:
        count = counts.get(proposal.number)
        cells.append("-" if count is None else f"{count:,}")
    return cells

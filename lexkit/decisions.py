"""The decisions of maintainers in two lexicons: what has become of them, and what they decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lexkit import diff, evidence
from lexkit.curated import Action, Decision
from lexkit.ledger import FormRow
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from lexkit.reasons import Reasons

#: What has become of the decisions in each of the lists of `Lines`.
_SAYS = {
    "made": "decided",
    "changed": "decided otherwise",
    "taken_back": "taken back",
    "unasked": "no longer asked, as its source is not used",
    "idle": "decided, but without effect",
}


@dataclass(frozen=True)
class Lines:
    """The decisions that are new, decide otherwise than before, or are there no more.

    ``unasked`` are those whose source the lexicon does not use any more: nobody took them back.
    ``idle`` are new ones whose word is in though they refuse it, or out though they accept it: it
    has another reading, or cannot be laid.
    """

    made: list[Decision] = field(default_factory=list)
    changed: list[Decision] = field(default_factory=list)
    taken_back: list[Decision] = field(default_factory=list)
    unasked: list[Decision] = field(default_factory=list)
    idle: list[Decision] = field(default_factory=list)


class Known:
    """A lexicon with its decisions, and what it is of each evidence that they decide."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.reasons = Reasons(lexicon)
        self.lines = [evidence.decision_of(row) for row in lexicon.ledger.decisions()]
        self._about = {(line.scope, line.word): line for line in self.lines}
        self._sources = {source["name"] for source in lexicon.manifest["sources"]}
        self._deciding = {
            number: (Verdict(verdict), self.lines[findings[0][3] - 1])
            for number, verdict, _, findings in lexicon.ledger.judged()
            if findings[0][3] is not None
        }

    def deciding(self, rows: Iterable[FormRow], verdict: Verdict) -> Iterator[Decision]:
        """The decisions by which forms among ``rows`` that can be laid have ``verdict``."""
        for row in rows:
            if row[2] is not None:
                continue
            said, line = self._deciding.get(row[3], (None, None))
            if said is verdict and line is not None:
                yield line

    def other(self, line: Decision) -> Decision | None:
        """What is decided here on the same word."""
        return self._about.get((line.scope, line.word))

    def has(self, line: Decision) -> bool:
        """Whether the same is decided here."""
        other = self.other(line)
        return other is not None and _decided(other) == _decided(line)

    def asks(self, line: Decision) -> bool:
        """Whether the source of ``line`` is used here."""
        return line.source in self._sources

    def keeps(self, line: Decision) -> bool:
        """Whether nobody has changed ``line`` or taken it back."""
        return self.has(line) or (self.other(line) is None and not self.asks(line))


def _decided(line: Decision) -> tuple[object, ...]:
    return line.action, line.tags, line.paradigm


def compare(before: Known, now: Known) -> Lines:
    """What has become of the decisions from ``before`` to ``now``."""
    found = Lines()
    for line in now.lines:
        if before.has(line):
            continue
        (found.made if before.other(line) is None else found.changed).append(line)
        if is_idle(line, now.lexicon):
            found.idle.append(line)
    for line in before.lines:
        if now.other(line) is None:
            (found.taken_back if now.asks(line) else found.unasked).append(line)
    return found


def is_idle(line: Decision, lexicon: Lexicon) -> bool:
    """Whether ``line`` accepts a word that is out, or refuses one that is in."""
    letters = lexicon.spelling.letters(line.word)
    accepted = letters is not None and letters in lexicon
    return line.action is not Action.TAG and accepted is not (line.action is Action.ACCEPT)


def as_json(lines: Lines) -> dict[str, Any]:
    """``lines`` as an object that JSON can hold."""
    return {name: [line_as_json(line) for line in found] for name, found in vars(lines).items()}


def text(lines: Lines) -> Iterator[str]:
    """``lines`` one a line, each behind what has become of it."""
    for name, found in vars(lines).items():
        yield from (f"{_SAYS[name]}: {told(line)}" for line in found)


def markdown(lines: Lines) -> str:
    """``lines`` as a section of a page in Markdown."""
    found = [f"- {diff.escaped(line)}" for line in text(lines)]
    return "\n".join(["", "## Decisions", "", *(found or ["none"])]) + "\n"


def told(line: Decision) -> str:
    """A decision with who made it and why, in a line."""
    tags = f" {' '.join(sorted(line.tags))}" if line.tags else ""
    by = f" by {line.by}" if line.by else ""
    date = f", {line.date}" if line.date else ""
    reason = f": {line.reason}" if line.reason else ""
    reference = f" ({line.reference})" if line.reference else ""
    return f"{line.word} ({line.scope}) {line.action}{tags}{by}{date}{reason}{reference}"


def line_as_json(line: Decision) -> dict[str, Any]:
    """A decision as an object that JSON can hold."""
    return {
        "word": line.word,
        "scope": line.scope,
        "decision": line.action,
        "tags": sorted(line.tags),
        "clause": line.clause,
        "reason": line.reason,
        "reference": line.reference,
        "by": line.by,
        "date": line.date,
        "source": line.source,
        "place": line.place,
    }

"""`lexkit review` at a terminal: one proposal after the other, a key for each decision.

Every decision is stored before the next proposal is shown. What another maintainer has decided
meanwhile is shown instead of being overwritten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import click

from lexkit.cli import keyboard
from lexkit.cli.common import printable
from lexkit.cli.dossiers import dossier_lines, event_text, line_text
from lexkit.database.connection import UnavailableError
from lexkit.errors import LexkitError
from lexkit.review.dossier import Desk
from lexkit.review.lines import amended, line_for
from lexkit.review.queue import Wanted
from lexkit.review.records import PENDING, Line, MovedError, Proposal, Ruling

_KEYS = {
    "a": "accept", "r": "reject", "b": "ask back", "s": "skip", "u": "undo", "l": "line",
    "n": "note", "m": "many like it", "o": "all of it", "q": "quit",
}  # fmt: skip
_MANY = {"k": "kind", "e": "ending", "p": "proposer", "f": "file", "w": "rule", "x": "back"}
_DECISIONS = {"a": "accept", "r": "reject", "b": "ask back", "x": "back"}

#: How many words are named before many are decided at once.
_NAMED = 30


@dataclass
class Session:
    """A maintainer, ``by``, at work on the proposals ``numbers``; ``wanted`` found them."""

    desk: Desk
    by: str
    numbers: Sequence[int]
    wanted: Wanted
    #: What was decided here, step by step: the versions of the proposals after it, by number.
    _done: list[dict[int, int]] = field(default_factory=list)
    _reason: str = ""
    _reference: str = ""
    #: What acceptances write, by number, where it is not what they would by default.
    _lines: dict[int, Line] = field(default_factory=dict)
    _message: str = ""

    def run(self) -> int:
        """Go through the proposals; how many decisions were made and not taken back."""
        at: int | None = 0
        with keyboard.keys():
            while at is not None and at < len(self.numbers):
                proposal = self.desk.store.get(self.numbers[at])
                at = self._one(proposal, at) if proposal.state in PENDING else at + 1
        if self._message:
            click.echo(self._message)
        return sum(map(len, self._done))

    def _one(self, proposal: Proposal, at: int) -> int | None:
        """Show one proposal and do what is asked; the place to go on at, `None` to stop."""
        found = self.desk.dossier(proposal.word, proposal)
        history = self.desk.store.history(proposal.number)
        lead = f"[{at + 1}/{len(self.numbers)}] "
        whole = False
        while True:
            lines = list(dossier_lines(found, proposal, history))
            if (line := self._lines.get(proposal.number)) is not None:
                lines[-1] = "Accepting writes: " + line_text(line)
            if self._message:
                lines.insert(0, click.style(self._message, fg="yellow"))
            keyboard.page(lines, whole=whole)
            pressed = keyboard.key(_KEYS, lead)
            self._message = ""
            if pressed == "q":
                return None
            if pressed == "s":
                return at + 1
            if pressed == "o":
                whole = True
                continue
            try:
                if pressed == "u":
                    return self._undo(at)
                if pressed == "l":
                    self._change_line(proposal)
                elif pressed == "n":
                    if self._note(proposal):
                        return at
                elif pressed == "m":
                    if self._many(proposal):
                        return at
                elif self._decide([proposal], pressed):
                    return at + 1
            except UnavailableError:
                raise
            except MovedError as moved:
                last = self.desk.store.history(proposal.number)[-1]
                self._message = f"Meanwhile, and not overwritten: {moved.current.number}"
                self._message += f" {printable(proposal.word)}{event_text(last)}"
                return at
            except LexkitError as error:
                self._message = str(error)

    def _decide(self, proposals: Sequence[Proposal], pressed: str) -> bool:
        """Ask why, and decide; whether anything was decided."""
        store = self.desk.store
        if pressed == "b":
            question = keyboard.ask("What to ask", needed=True)
            if question is None:
                return False
            return self._each(
                proposals, lambda p: store.ask_back(p.number, self.by, question, p.version)
            )
        reason = keyboard.ask("Reason", self._reason, needed=True)
        if reason is None or (reference := keyboard.ask("Reference", self._reference)) is None:
            return False
        self._reason, self._reference = reason, reference
        ruling = Ruling(pressed == "a", self.by, reason, reference)

        def decide(proposal: Proposal) -> Proposal:
            own = replace(ruling, line=self._lines.get(proposal.number))
            return store.decide(proposal.number, own, proposal.version)

        return self._each(proposals, decide)

    def _each(self, proposals: Sequence[Proposal], decide: Callable[[Proposal], Proposal]) -> bool:
        """Decide on each of ``proposals``; those that others were faster with are passed over."""
        made: dict[int, int] = {}
        self._done.append(made)  # at once, so that what is done before an error can be undone
        passed: list[str] = []
        for proposal in proposals:
            try:
                made[proposal.number] = decide(proposal).version
            except MovedError as moved:
                if len(proposals) == 1:
                    raise
                passed.append(moved.message)
        if len(proposals) > 1:
            self._message = "; ".join([f"{len(made)} decided", *passed])
        return bool(made)

    def _undo(self, at: int) -> int:
        """Take the last step of this session back; the place to go on at."""
        while self._done and not self._done[-1]:
            self._done.pop()
        if not self._done:
            self._message = "nothing was decided in this session"
            return at
        back: list[int] = []
        passed: list[str] = []
        for number, version in self._done.pop().items():
            try:
                self.desk.store.undo(number, self.by, seen=version)
                back.append(number)
            except MovedError as moved:
                passed.append(moved.message)
        self._message = "; ".join([f"taken back: {', '.join(map(str, back)) or 'none'}", *passed])
        return next((self.numbers.index(n) for n in back if n in self.numbers), at)

    def _note(self, proposal: Proposal) -> bool:
        text = keyboard.ask("Note", needed=True)
        if text is not None:
            self.desk.store.note(proposal.number, self.by, text)
        return text is not None

    def _change_line(self, proposal: Proposal) -> None:
        """Ask what an acceptance is to write into the curated source."""
        line = self._lines.get(proposal.number) or line_for(proposal)
        now = {
            "word": line.word,
            "scope": line.scope.value,
            "tags": " ".join(line.tags),
            "paradigm": line.paradigm or "",
            "clause": line.clause or "",
        }
        for name, value in now.items():
            text = keyboard.ask(name.capitalize(), value)
            if text is None:
                return
            now[name] = "" if text == "-" else text
        self._lines[proposal.number] = amended(line, self.desk.workspace, **now)

    def _many(self, proposal: Proposal) -> bool:
        """Decide on all proposals of the queue that are of one class with ``proposal``."""
        wanted = self._like(proposal, keyboard.key(_MANY, "All of one: "))
        if wanted is None:
            return False
        found = [p for p in self.desk.store.queue(wanted) if p.state in PENDING]
        named = ", ".join(printable(p.word) for p in found[:_NAMED])
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        click.echo(f"{len(found)} proposals: {named}{more}")
        if not found:
            return False
        pressed = keyboard.key(_DECISIONS, f"All {len(found)}: ")
        return pressed != "x" and self._decide(found, pressed)

    def _like(self, proposal: Proposal, pressed: str) -> Wanted | None:
        """The filter for proposals like this one; `None` if it is like none."""
        if pressed == "x":
            return None
        if pressed == "p":
            return replace(self.wanted, proposer=proposal.by)
        if pressed == "k":
            known = ", ".join(sorted(proposal.kinds)) or "none"
            kind = keyboard.ask(f"Kind ({known})", next(iter(proposal.tags), ""))
            return replace(self.wanted, kind=kind) if kind else None
        if pressed == "e":
            ending = keyboard.ask("Ending", proposal.concerns[0].letters[-2:])
            return replace(self.wanted, letters=f"*{ending}") if ending else None
        rule = next((c.rule for c in proposal.concerns if c.rule), None)
        value = proposal.origin if pressed == "f" else rule
        if value is None:
            self._message = "it came in no file" if pressed == "f" else "no rule decided on it"
            return None
        if pressed == "f":
            return replace(self.wanted, origin=value)
        return replace(self.wanted, rule=value)

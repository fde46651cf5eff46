"""`lexkit review --short` and `--weak`: words of a lexicon, one by one, to be signed off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

import click

from lexkit.cli import keyboard
from lexkit.cli.common import json_line, printable
from lexkit.cli.dossiers import dossier_lines
from lexkit.database.connection import UnavailableError
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from lexkit.review import intake
from lexkit.review.dossier import Desk
from lexkit.review.intake import Request
from lexkit.review.records import Action, MovedError, Ruling, SignOff
from lexkit.review.signoff import SignOffs

_KEYS = {
    "y": "it is right", "r": "remove it", "s": "skip", "u": "undo", "o": "all of it", "q": "quit",
}  # fmt: skip


@dataclass
class Signing:
    """The ``words`` of ``lexicon`` to be looked at by the maintainer ``by``."""

    desk: Desk
    lexicon: Lexicon
    words: Sequence[str]
    by: str
    #: What takes each step back, the last at the end, with the place of its word.
    _done: list[tuple[int, Callable[[], object]]] = field(default_factory=list)
    _reason: str = ""
    _reference: str = ""
    _message: str = ""

    @property
    def ruleset(self) -> str:
        return intake.ruleset_of(self.lexicon)

    @property
    def signs(self) -> SignOffs:
        return SignOffs(self.desk.store.database)

    def listed(self, *, as_lines: bool) -> None:
        """Print the words, each with whether it is signed off, by whom and when."""
        signed = self.signs.of(self.ruleset)
        for word in self.words:
            found = signed.get(word)
            frequency = self.desk.frequency(word)
            if as_lines:
                click.echo(json_line(_as_json(word, self.ruleset, found, frequency)))
                continue
            count = f"  {frequency:,}" if frequency is not None else ""
            by = f"  signed off {found.at:%Y-%m-%d} by {printable(found.by)}" if found else ""
            click.echo(f"{word}{count}{by}")

    def sign(self, named: Sequence[str], note: str, *, as_lines: bool) -> bool:
        """Sign off the words ``named``; whether all of them were not signed off before."""
        every = True
        asked = {self._letters(word): None for word in named}
        for letters in asked:
            found, new = self.signs.sign(self.ruleset, letters, self.by, self.lexicon.version, note)
            every &= new
            text = "signed off" if new else f"was signed off by {printable(found.by)}"
            line = json_line(_as_json(letters, self.ruleset, found, None)) if as_lines else ""
            click.echo(line or f"{letters}  {text}")
        return every

    def unsign(self, named: Sequence[str], note: str) -> bool:
        """Take back that the words ``named`` are signed off; whether all of them were."""
        every = True
        for word in named:
            letters = self._letters(word)
            was = self.signs.unsign(self.ruleset, letters, self.by, note)
            every &= was
            click.echo(f"{letters}  {'no longer signed off' if was else 'was not signed off'}")
        return every

    def _letters(self, word: str) -> str:
        answer = self.lexicon.verdict(word)
        if answer.verdict is not Verdict.ACCEPTED or answer.letters is None:
            raise LexkitError(
                f"{word!r} is no word of {self.lexicon.ruleset}",
                remedy=f"lexkit check {word} -r {self.lexicon.ruleset}",
            )
        return answer.letters

    def run(self) -> int:
        """Go through the words that are not signed off; how many were decided on."""
        signed = self.signs.of(self.ruleset)
        words = [word for word in self.words if word not in signed]
        at: int | None = 0
        with keyboard.keys():
            while at is not None and at < len(words):
                at = self._one(words[at], at, len(words))
        if self._message:
            click.echo(self._message)
        return len(self._done)

    def _one(self, word: str, at: int, count: int) -> int | None:
        found = self.desk.dossier(word)
        whole = False
        while True:
            lines = list(dossier_lines(found))
            if self._message:
                lines.insert(0, click.style(self._message, fg="yellow"))
            keyboard.page(lines, whole=whole)
            pressed = keyboard.key(_KEYS, f"[{at + 1}/{count}] ")
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
                if pressed == "y":
                    self._right(word, at)
                    return at + 1
                if self._wrong(word, at):
                    return at + 1
            except UnavailableError:
                raise
            except LexkitError as error:
                self._message = str(error)

    def _right(self, word: str, at: int) -> None:
        found, new = self.signs.sign(self.ruleset, word, self.by, self.lexicon.version)
        if new:
            self._done.append((at, lambda: self.signs.unsign(self.ruleset, word, self.by)))
        else:
            self._message = f"{word} was signed off by {printable(found.by)}"

    def _wrong(self, word: str, at: int) -> bool:
        """Propose that the word goes, and accept that, in one go."""
        store = self.desk.store
        reason = keyboard.ask("Reason", self._reason, needed=True)
        if reason is None or (reference := keyboard.ask("Reference", self._reference)) is None:
            return False
        self._reason, self._reference = reason, reference
        request = Request(word, Action.REMOVE, self.by, reason, reference)
        (reply,) = intake.propose(store, [self.lexicon], request)
        proposal = reply.proposal
        if reply.outcome is not intake.Outcome.TAKEN or proposal is None:
            number = f", see {proposal.number}" if proposal is not None else ""
            self._message = f"{word}: {reply.outcome}{number}"
            return True
        ruling = Ruling(True, self.by, reason, reference)
        decided = store.decide(proposal.number, ruling, proposal.version)

        def back() -> None:
            store.undo(decided.number, self.by, seen=decided.version)
            store.withdraw(decided.number, self.by)

        self._done.append((at, back))
        return True

    def _undo(self, at: int) -> int:
        if not self._done:
            self._message = "nothing was decided in this session"
            return at
        place, back = self._done.pop()
        try:
            back()
            self._message = "taken back"
        except MovedError as moved:
            self._message = moved.message
        return place


def _as_json(
    letters: str, ruleset: str, signed: SignOff | None, frequency: int | None
) -> Mapping[str, object]:
    off = None
    if signed is not None:
        off = {**asdict(signed), "at": signed.at.isoformat(timespec="seconds")}
        off = {key: off[key] for key in ("by", "at", "lexicon", "note")}
    return {"letters": letters, "ruleset": ruleset, "frequency": frequency, "signed_off": off}

"""The filters of `lexkit review`: which proposals, and in what order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from lexkit.cli.common import RULESET
from lexkit.database.texts import cleaned
from lexkit.errors import LexkitError
from lexkit.orthography import normalise
from lexkit.packed import open_text
from lexkit.review.queue import Wanted
from lexkit.review.records import PENDING, Action, Proposal, State

#: More than any proposal is old, and few enough to count back from today.
_DAYS = click.IntRange(0, 100_000)

#: The most digits of a count, as Python reads no number of some thousands.
_DIGITS = 15

#: The longest pattern of letters; SQLite gives up at fifty thousand.
_PATTERN = 1_000

_OPTIONS = [
    click.option("-r", "--ruleset", "rulesets", multiple=True, type=RULESET,
                 help="That concern this game."),
    click.option("--state", "states", multiple=True, type=click.Choice([s.value for s in State]),
                 help="In this state; by default those that wait for a decision."),
    click.option("--action", "actions", multiple=True, type=click.Choice([a.value for a in Action]),
                 help="To add, to remove, or to tag."),
    click.option("--kind", metavar="TAG", help="With this tag, given or found (demonym)."),
    click.option("--rule", metavar="RULE", help="That this rule decided on."),
    click.option("--proposer", metavar="WHO", help="Proposed by this person."),
    click.option("--from", "origin", metavar="FILE", help="That came in this file."),
    click.option("--letters", metavar="PATTERN", help="Whose letters fit: '*er', '??'."),
    click.option("--length", metavar="N|N-M", help="With so many letters."),
    click.option("--older", type=_DAYS, metavar="DAYS", help="At least so many days old."),
    click.option("--newer", type=_DAYS, metavar="DAYS", help="Less than so many days old."),
    click.option("--frequencies", "frequency_file", type=click.Path(path_type=Path),
                 help="A list of words with counts; the most frequent come first."),
    click.option("--min-frequency", "least_frequency", type=int, metavar="N",
                 help="Counted at least so often there."),
]  # fmt: skip


def filters(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the filters to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class Choice:
    """What the filters say: which proposals, and how often words are counted."""

    wanted: Wanted
    frequencies: Mapping[str, int]
    least: int | None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Choice:
        """The filters among the options ``given``."""
        file, least_count = given["frequency_file"], given["least_frequency"]
        if least_count is not None and file is None:
            raise click.UsageError("no source counts words: --min-frequency needs --frequencies")
        least, most = _length(given["length"])
        letters = given["letters"]
        if letters is not None and len(letters) > _PATTERN:
            raise click.UsageError(f"--letters is longer than {_PATTERN:,} signs")
        now = datetime.now(UTC)
        older, newer = given["older"], given["newer"]
        wanted = Wanted(
            rulesets=tuple(name.partition("+")[0] for name in given["rulesets"]),
            states=tuple(map(State, given["states"])),
            actions=tuple(map(Action, given["actions"])),
            kind=given["kind"],
            rule=given["rule"],
            proposer=_kept(given["proposer"], "name"),
            origin=_kept(given["origin"] and Path(given["origin"]).name, "name of the file"),
            letters=normalise(letters) if letters else None,
            least=least,
            most=most,
            before=None if older is None else now - timedelta(days=older),
            after=None if newer is None else now - timedelta(days=newer),
        )
        return cls(wanted, {} if file is None else read_frequencies(file), least_count)

    @property
    def pending(self) -> Wanted:
        """The same, but only what waits for a decision unless a state was named."""
        return replace(self.wanted, states=self.wanted.states or tuple(sorted(PENDING)))

    def frequency(self, word: str) -> int | None:
        return self.frequencies.get(normalise(word).lower())

    def sorted(self, proposals: list[Proposal]) -> list[Proposal]:
        """``proposals`` that are frequent enough, the most frequent first, else as they come."""
        kept = [p for p in proposals if self.least is None or self._count(p) >= self.least]
        return sorted(kept, key=lambda p: -self._count(p)) if self.frequencies else kept

    def _count(self, proposal: Proposal) -> int:
        return self.frequency(proposal.word) or 0


def _kept(text: str | None, what: str) -> str | None:
    """``text`` as the store has kept it."""
    return None if text is None else cleaned(text, what, required=False)


def _length(text: str | None) -> tuple[int | None, int | None]:
    if text is None:
        return None, None
    found = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text.strip())
    if found is None:
        raise click.UsageError(f"--length is {text!r}: write 4, or 2-4")
    return int(found[1]), int(found[2] or found[1])


def read_frequencies(file: Path) -> dict[str, int]:
    """The counts in ``file``: a word and a number a line, with a tab or blank between them.

    Words are taken in lower case and their counts added up (*Weg*, *weg*).
    """
    counts: dict[str, int] = {}
    with open_text(file) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            word, _, count = line.strip().replace("\t", " ").rpartition(" ")
            if not word or not re.fullmatch(f"[0-9]{{1,{_DIGITS}}}", count):
                raise LexkitError(
                    "not a word and a count", path=file, line=number, remedy="write: WORD COUNT"
                )
            key = normalise(word).lower()
            counts[key] = counts.get(key, 0) + int(count)
    return counts

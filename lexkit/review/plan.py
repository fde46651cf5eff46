"""What a merge writes: each accepted proposal as lines of a curated file.

A decision takes the place of what other lines decide on the same word for the same rulesets, as
far as its proposal knew of them: their ground is among those that the word had when it was
proposed. Any other line was made meanwhile, by somebody else; it is shown and not overwritten.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from lexkit.curated import EVERY, Decision, Scope
from lexkit.curated import Action as Decides
from lexkit.curation.rows import Row
from lexkit.model import DECISION, Ground, Verdict
from lexkit.review.home import Home, Homes, NoHomeError
from lexkit.review.records import Action, Event, Line, Proposal

#: The verdict on ``letters`` in a ruleset if none of the lines were there.
Judge = Callable[[Home, str, str, list[Decision]], Verdict]

#: Why nothing is written for a proposal that a line has anticipated.
DECIDED = "decided so already"

#: The acceptances of a day by which proposals are merged.
MergedOn = Callable[[date], Iterable[Event]]

#: From the narrowest, which decides first.
_SCOPES = [scope.value for scope in Scope]

_VERDICTS = {Decides.ACCEPT: Verdict.ACCEPTED, Decides.REJECT: Verdict.REJECTED}


@dataclass(frozen=True, slots=True)
class Change:
    """What a proposal does to a file: the lines it takes out, those it puts in, or why neither."""

    number: int
    word: str
    path: Path
    old: tuple[Row, ...] = ()
    new: tuple[Row, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A proposal that is not merged, and why; ``row`` is the line in its way, if one is."""

    number: int
    word: str
    why: str
    remedy: str
    row: Row | None = None


@dataclass
class Plan:
    """The changes to all files, and the proposals with their rulings that they merge."""

    homes: Homes
    changes: list[Change] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)
    merged: dict[int, Proposal] = field(default_factory=dict)

    @property
    def files(self) -> list[Home]:
        """The files that are to be written."""
        return [home for home in self.homes.opened.values() if home.changed]


def plan(
    accepted: Iterable[Proposal],
    taken_back: Iterable[Event],
    merged_on: MergedOn,
    homes: Homes,
    judge: Judge,
    over: Collection[int] = (),
) -> Plan:
    """Plan the merge of the ``accepted`` proposals, in the order in which they were ruled on.

    ``taken_back`` are acceptances that no longer stand, unless another one that is merged
    (``merged_on``) has written the same; ``over`` are the numbers of the proposals
    that replace what was decided otherwise meanwhile.
    """
    found = Plan(homes)
    wanted: list[tuple[Proposal, list[tuple[Home, Row]]]] = []
    for proposal in sorted(accepted, key=lambda p: (_ruling(p).at, p.number)):
        try:
            wanted.append((proposal, _rows(_ruling(proposal), homes)))
        except NoHomeError as error:
            why = f"{error.path}: {error.message}" if error.path else error.message
            found.held.append(Held(proposal.number, proposal.word, why, error.remedy or ""))
    standing = {row for _, rows in wanted for _, row in rows}
    for event in taken_back:
        found.changes += _undone(event, homes, standing, merged_on)
    for proposal, rows in wanted:
        _take(found, proposal, rows, judge, proposal.number in over)
    return found


def _ruling(proposal: Proposal) -> Event:
    assert proposal.ruling is not None
    return proposal.ruling


def _rows(ruling: Event, homes: Homes) -> list[tuple[Home, Row]]:
    """What a ruling writes: a row for each file that holds decisions on one of its rulesets."""
    line = ruling.line
    assert line is not None
    names: dict[Path, list[str]] = {}
    for name in line.rulesets:
        names.setdefault(homes.of(name).path, []).append(name)
    return [(homes.opened[path], _row(line, ruling, found)) for path, found in names.items()]


def _row(line: Line, ruling: Event, rulesets: Iterable[str]) -> Row:
    return Row.of(
        {
            "word": line.word,
            "scope": line.scope,
            "decision": line.action,
            "rulesets": " ".join(rulesets),
            "tags": " ".join(line.tags),
            "paradigm": line.paradigm or "",
            "clause": line.clause or "",
            "reason": ruling.reason,
            "reference": ruling.reference,
            "by": ruling.by,
            "date": ruling.at.date().isoformat(),
        }
    )


def _undone(
    event: Event, homes: Homes, standing: Collection[Row], merged_on: MergedOn
) -> Iterator[Change]:
    """What is left of an acceptance that was taken back after a merge was broken off.

    It stood in the file already, and nobody had marked it as merged yet. A line that stands by a
    later acceptance, with the same words on the same day, is that one's.
    """
    try:
        rows = _rows(event, homes)
    except NoHomeError:
        return
    for home, row in rows:
        left = home.rows.get(row.key) == row and row not in standing
        if left and not any(_writes(other, row) for other in merged_on(event.at.date())):
            del home.rows[row.key]
            note = "taken back after it was written by a merge that was broken off"
            yield Change(event.number, row.word, home.path, (row,), (), note)


def _writes(ruling: Event, row: Row) -> bool:
    """Whether an acceptance has written ``row``, perhaps for further rulesets too."""
    line = ruling.line
    assert line is not None
    return set(row.names) <= set(line.rulesets) and _row(line, ruling, row.names) == row


def _take(
    found: Plan, proposal: Proposal, rows: list[tuple[Home, Row]], judge: Judge, over: bool
) -> None:
    """Plan one proposal, or hold it back for what was decided otherwise meanwhile."""
    taken = []
    for home, row in rows:
        rivals = [other for other in home.rows.values() if _comes_first(other, row, home)]
        against = [other for other in rivals if not _says_all(other, row)]
        if not over:
            for other in against:
                if not _cited(other, proposal, home):
                    found.held.append(_in_the_way(proposal, other, home))
                    return
        taken.append((home, row, rivals, against))
    for home, row, rivals, against in taken:
        found.changes.append(_change(proposal, home, row, rivals, against, judge))
    found.merged[proposal.number] = proposal


def _comes_first(other: Row, row: Row, home: Home) -> bool:
    """Whether ``other`` decides on the same word no later than ``row``, for a ruleset of its."""
    rank, own = _SCOPES.index(other.scope), _SCOPES.index(row.scope)
    if rank > own or not _same_word(other, row, home):
        return False
    if rank < own:
        return EVERY in (other.rulesets, row.rulesets) or _overlap(other, row)
    # A line that names the ruleset comes before one for all, which matters only where it says the
    # same, or where no game is left that it holds for.
    every = other.rulesets == EVERY and (_says_all(other, row) or _covers(row, other, home))
    return _overlap(other, row) or every


def _overlap(other: Row, row: Row) -> bool:
    return not set(other.names).isdisjoint(row.names)


def _covers(row: Row, other: Row, home: Home) -> bool:
    """Whether ``row`` decides for all the rulesets that ``other`` does."""
    names = home.rulesets if other.rulesets == EVERY != row.rulesets else other.names
    return set(names) <= set(row.names)


def _same_word(other: Row, row: Row, home: Home) -> bool:
    if Scope.LETTERS in (other.scope, row.scope):
        return home.spelling.lay(other.word).bare == home.spelling.lay(row.word).bare
    return other.word == row.word


def _says_all(other: Row, row: Row) -> bool:
    """Whether ``other`` decides what ``row`` does, and says no less."""
    details = ("tags", "paradigm", "clause")
    return other.decision == row.decision and all(
        getattr(row, name) in ("", getattr(other, name)) for name in details
    )


def _cited(other: Row, proposal: Proposal, home: Home) -> bool:
    """Whether the line ``other`` was among the grounds that the word had when it was proposed."""
    grounds = (ground for concern in proposal.concerns for ground in concern.grounds)
    return any(ground.source == home.source and _is_of(ground, other) for ground in grounds)


def _is_of(ground: Ground, row: Row) -> bool:
    if ground.rule != DECISION:
        return row.decision == Decides.TAG and set(row.tags.split()) <= set(ground.tags)
    said = row.reason or ground.says
    return ground.verdict is _VERDICTS.get(Decides(row.decision)) and ground.says == said


def _in_the_way(proposal: Proposal, other: Row, home: Home) -> Held:
    place = f"{home.path}:{home.lines[other.key]}: " if other.key in home.lines else ""
    return Held(
        proposal.number,
        proposal.word,
        f"{place}meanwhile {other.scope} {other.word}: {other.told()}",
        f"lexkit merge --replace {proposal.number}, or lexkit review --undo {proposal.number}",
        other,
    )


def _change(
    proposal: Proposal, home: Home, row: Row, rivals: list[Row], against: list[Row], judge: Judge
) -> Change:
    """Put ``row`` into the file, in the place of what is ``against`` it."""
    new: list[Row] = []
    for other in against:
        if _covers(row, other, home):
            del home.rows[other.key]
        elif other.rulesets == EVERY:
            # It goes on for the other games; for these, one as narrow comes before it.
            new.append(row._replace(word=other.word, scope=other.scope))
        else:
            del home.rows[other.key]
            left = other._replace(rulesets=_without(other, row))
            new.append(home.rows.get(left.key, left))
    told: set[str] = set()
    for other in rivals:
        if other not in against and other.scope == row.scope:
            told.update(row.names if other.rulesets == EVERY else other.names)
    note = ""
    if set(row.names) <= told:
        note = DECIDED
    elif proposal.action is Action.REMOVE and not _counts(proposal, home, row, against, judge):
        note = "" if against else "does not count anyway"
    else:
        new.append(row._replace(rulesets=" ".join(n for n in row.names if n not in told)))
    home.rows.update((made.key, made) for made in new)
    return Change(proposal.number, proposal.word, home.path, tuple(against), tuple(new), note)


def _without(other: Row, row: Row) -> str:
    return " ".join(name for name in other.names if name not in row.names)


def _counts(proposal: Proposal, home: Home, row: Row, against: list[Row], judge: Judge) -> bool:
    """Whether the word would count in any of its rulesets if the lines ``against`` were gone."""
    gone = [home.decisions[other.key] for other in against if other.key in home.decisions]
    letters = {concern.ruleset: concern.letters for concern in proposal.concerns}
    names = home.rulesets if row.rulesets == EVERY else row.names
    return any(
        judge(home, name, letters.get(name, row.word), gone) is Verdict.ACCEPTED for name in names
    )

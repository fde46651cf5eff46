"""The records of the store: proposals, what was done to them, and what a maintainer rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from lexkit import curated
from lexkit.errors import LexkitError
from lexkit.model import Ground, Verdict


class Action(StrEnum):
    """What a proposal asks for."""

    ADD = "add"
    REMOVE = "remove"
    TAG = "tag"


class State(StrEnum):
    """Where a proposal stands.

    *open* and *asked-back* wait for a decision; *accepted* waits to be merged into the curated
    source. These three hold their letters: nobody can propose the same for the same ruleset.
    """

    OPEN = "open"
    ASKED_BACK = "asked-back"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    MERGED = "merged"


#: The states in which a decision is awaited, and those in which the letters are taken.
PENDING = frozenset({State.OPEN, State.ASKED_BACK})
HOLDING = PENDING | {State.ACCEPTED}


class Deed(StrEnum):
    """What an event in the history of a proposal records."""

    PROPOSED = "proposed"
    NOTED = "noted"
    ASKED_BACK = "asked-back"
    ANSWERED = "answered"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNDONE = "undone"
    WITHDRAWN = "withdrawn"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Line:
    """What an accepted proposal writes into the curated source, but for who, when and why.

    The fields are columns of that file (`lexkit.curated`); ``word`` is a lemma, a form or letters,
    as ``scope`` says.
    """

    word: str
    scope: curated.Scope
    action: curated.Action
    rulesets: tuple[str, ...]
    tags: tuple[str, ...] = ()
    paradigm: str | None = None
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Concern:
    """One ruleset that a proposal concerns, and what its lexicon said when it was made.

    ``letters`` are those of the word. Proposals with the same ``key`` are about the same word: it
    is the letters, or, of a word that nobody knows, the fewest tiles that lay it (*ysfee* for
    *ijsfee*). ``lexicon`` is the version that answered.
    """

    ruleset: str
    letters: str
    key: str
    verdict: Verdict
    lexicon: str
    grounds: tuple[Ground, ...] = ()

    @property
    def rule(self) -> str | None:
        """The rule that decided."""
        return self.grounds[0].rule if self.grounds else None


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposal that is not stored yet. ``origin`` is the file it came in, ``dispute`` the rule
    it contests, ``tags`` those it gives the word."""

    word: str
    action: Action
    concerns: tuple[Concern, ...]
    by: str
    reason: str
    reference: str = ""
    tags: tuple[str, ...] = ()
    dispute: str | None = None
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One change, never altered afterwards. ``seq`` counts from 1 within the proposal.

    ``state`` is the one the proposal was in afterwards; ``reply`` is what the proposer is told;
    ``line`` comes with an acceptance; ``lexicons`` with a merge: the version of each lexicon then.
    """

    number: int
    seq: int
    deed: Deed
    state: State
    by: str
    at: datetime
    reason: str = ""
    reference: str = ""
    reply: str = ""
    line: Line | None = None
    lexicons: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A stored proposal. ``version`` counts its events; ``ruling`` is the acceptance or rejection
    that stands."""

    number: int
    word: str
    action: Action
    state: State
    version: int
    concerns: tuple[Concern, ...]
    by: str
    at: datetime
    reason: str
    reference: str
    tags: tuple[str, ...]
    dispute: str | None
    origin: str | None
    ruling: Event | None = None

    @property
    def rulesets(self) -> tuple[str, ...]:
        return tuple(concern.ruleset for concern in self.concerns)

    @property
    def kinds(self) -> frozenset[str]:
        """All tags that were given or that the grounds at the time had."""
        seen = (ground.tags for concern in self.concerns for ground in concern.grounds)
        return frozenset(self.tags).union(*seen)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a maintainer decides: to accept (``line`` says how) or to reject, and why."""

    accept: bool
    by: str
    reason: str
    reference: str = ""
    reply: str = ""
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class Proposed:
    """What became of a draft: the proposal, if it was taken for any ruleset, and by ruleset the
    proposals that hold the same letters already."""

    proposal: Proposal | None
    held: Mapping[str, Proposal]


@dataclass(frozen=True, slots=True)
class SignOff:
    """A maintainer's word that some letters are right in a ruleset; ``lexicon`` is the version."""

    ruleset: str
    letters: str
    by: str
    at: datetime
    lexicon: str
    note: str = ""


class UnknownError(LexkitError):
    """There is no such proposal."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"there is no proposal {number}", remedy="lexkit review --list names those there are"
        )


class MovedError(LexkitError):
    """A proposal is no longer as it was when it was looked at; ``current`` is how it is now.

    Nothing was changed.
    """

    def __init__(self, message: str, current: Proposal) -> None:
        super().__init__(message)
        self.current = current

    def __reduce__(self) -> tuple[object, ...]:
        return MovedError, (self.message, self.current)

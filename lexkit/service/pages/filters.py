"""Which part of the queue somebody looks at, as the address of a page says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from lexkit.review.queue import Wanted
from lexkit.review.records import PENDING, Action, State

#: As a state: every one. No state at all means those that wait for a decision.
EVERY = "all"

_LONGEST = 200


@dataclass(frozen=True)
class Filters:
    """What is typed or chosen; a filter that is empty holds for every proposal.

    ``letters`` is a pattern, ``kind`` a tag, ``origin`` the file that a proposal came in.
    """

    game: str = ""
    state: str = ""
    action: str = ""
    letters: str = ""
    proposer: str = ""
    kind: str = ""
    rule: str = ""
    origin: str = ""

    @classmethod
    def of(cls, query: Mapping[str, Any]) -> Filters:
        """The filters in the query of an address; a choice that there is not is none."""
        told = {each.name: str(query.get(each.name, "")).strip()[:_LONGEST] for each in fields(cls)}
        if told["state"] not in (*State, EVERY):
            told["state"] = ""
        if told["action"] not in tuple(Action):
            told["action"] = ""
        return cls(**told)

    @property
    def query(self) -> dict[str, str]:
        """What an address says of them."""
        return {name: value for name, value in asdict(self).items() if value}

    @property
    def wanted(self) -> Wanted:
        """The proposals that they name."""
        states = tuple(sorted(PENDING))
        if self.state:
            states = () if self.state == EVERY else (State(self.state),)
        return Wanted(
            rulesets=(self.game,) if self.game else (),
            states=states,
            actions=(Action(self.action),) if self.action else (),
            kind=self.kind or None,
            rule=self.rule or None,
            proposer=self.proposer or None,
            origin=self.origin or None,
            letters=self.letters or None,
        )

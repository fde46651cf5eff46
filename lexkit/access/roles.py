"""Roles: what somebody may do over the network; each may do all that those before it may."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """Whoever looks words up needs none.

    A *game* proposes for its players and sees what became of that; a *maintainer* sees all
    proposals and decides; an *admin* also gives roles to others.
    """

    GAME = "game"
    MAINTAINER = "maintainer"
    ADMIN = "admin"

    def includes(self, other: Role) -> bool:
        """Whether this role may do what ``other`` may."""
        order = list(Role)
        return order.index(self) >= order.index(other)

"""What a process of the service has at hand: the shelf, the database, and who asks how often.

The database is opened when it is first needed, so that words are looked up while it is away.
"""

from __future__ import annotations

import logging
from functools import cached_property
from http import HTTPStatus
from threading import Lock
from typing import Any

from anyio import CapacityLimiter, to_thread
from litestar import Request
from litestar.datastructures import State

from lexkit import tagset
from lexkit.access.allowances import InDatabase, InProcess, Limit
from lexkit.access.roles import Role
from lexkit.access.tokens import Token, Tokens
from lexkit.review.store import Store
from lexkit.service.clients import counted
from lexkit.service.looks import Looks
from lexkit.service.metrics import Tally
from lexkit.service.problems import RefusedError
from lexkit.service.settings import Settings
from lexkit.service.shelf import Shelf
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace

log = logging.getLogger(__name__)

#: How long a change waits for others that hold the database (seconds).
_WAIT = 5.0

#: How many threads wait for the database, and how many search, at a time.
_WAITING, _SEARCHING = 16, 2

#: How many wait for passwords to be hashed, and how many gather evidence for maintainers.
_HASHING, _GATHERING = 4, 2


class Desk:
    """What the handlers of one process share."""

    def __init__(self, place: Workspace, settings: Settings) -> None:
        self.place = place
        self.settings = settings
        self.shelf = Shelf(place)
        self.tally = Tally()
        self._opening = Lock()
        self._store: Store | None = None
        self._in_process = InProcess()
        self.searches = Limit("search", settings.searches_per_minute, 60)
        self.looks = Looks(place, lambda: self.store.database)
        self.proposals = Limit("proposal", settings.proposals_per_hour, 3600)

    @cached_property
    def for_database(self) -> CapacityLimiter:
        """The threads in which the database is waited for: never so many that nothing else is."""
        return CapacityLimiter(_WAITING)

    @cached_property
    def for_searches(self) -> CapacityLimiter:
        """The threads for what takes long: more of them would only take longer."""
        return CapacityLimiter(_SEARCHING)

    @property
    def store(self) -> Store:
        """The store of proposals; raises `UnavailableError` as long as there is none to be had."""
        with self._opening:
            if self._store is None:
                self._store = Store.open(self.place.database, _WAIT)
                log.info("database opened", extra={"database": self._store.database.name})
            return self._store

    @cached_property
    def for_passwords(self) -> CapacityLimiter:
        """The threads that wait for a password to be hashed, which is done one at a time."""
        return CapacityLimiter(_HASHING)

    @cached_property
    def for_evidence(self) -> CapacityLimiter:
        """The threads that gather what maintainers decide by, from lexicons and the database."""
        return CapacityLimiter(_GATHERING)

    @cached_property
    def vocabulary(self) -> Tagset:
        """The tags that a proposal may name."""
        return tagset.load(self.place.tags_files)

    def close(self) -> None:
        """Give back what is open, and end what still runs."""
        self.looks.close()
        if self._store is not None:
            self._store.close()

    async def token(self, request: Request[Any, Any, Any]) -> Token | None:
        """The token that a request shows; `None` if it shows none.

        Raises `RefusedError` for one that does not hold.
        """
        shown = request.headers.get("authorization")
        if shown is None:
            return None
        scheme, _, text = shown.partition(" ")
        found = None
        if scheme.lower() == "bearer":
            found = await to_thread.run_sync(
                lambda: Tokens(self.store.database).check(text.strip()), limiter=self.for_database
            )
        if found is None:
            log.warning("token refused", extra=_about(request))
            raise RefusedError(
                HTTPStatus.UNAUTHORIZED,
                "the token is none, or holds no longer",
                "send Authorization: Bearer TOKEN; lexkit token create makes one",
                {"WWW-Authenticate": 'Bearer realm="lexkit", error="invalid_token"'},
            )
        return found

    async def required(self, request: Request[Any, Any, Any], role: Role) -> Token:
        """The token that a request shows, whose role includes ``role``; else `RefusedError`."""
        found = await self.token(request)
        if found is None:
            raise RefusedError(
                HTTPStatus.UNAUTHORIZED,
                f"this takes a token of the role {role}",
                "send Authorization: Bearer TOKEN",
                {"WWW-Authenticate": 'Bearer realm="lexkit"'},
            )
        if not found.role.includes(role):
            log.warning("role refused", extra={**_about(request), "token": found.name})
            raise RefusedError(HTTPStatus.FORBIDDEN, f"this takes the role {role}")
        return found

    def search_allowed(self, request: Request[Any, Any, Any]) -> None:
        """Count a search; raises `RefusedError` for a client that has searched too often."""
        _granted(self._in_process.take(counted(client_of(request)), self.searches))

    def proposal_allowed(self, client: str) -> None:
        """Count a proposal, in the database; raises `RefusedError` for a client with too many."""
        _granted(InDatabase(self.store.database).take(counted(client), self.proposals))


def client_of(request: Request[Any, Any, Any]) -> str:
    """The address of who asks."""
    return str(request.scope["state"]["client"])


def desk_of(state: State) -> Desk:
    """The desk of this process."""
    found: Desk = state["desk"]
    return found


def _granted(wait: int) -> None:
    if wait:
        raise RefusedError(
            HTTPStatus.TOO_MANY_REQUESTS,
            "asked too often",
            f"ask again in {wait} seconds",
            {"Retry-After": str(wait)},
        )


def _about(request: Request[Any, Any, Any]) -> dict[str, str]:
    return {"request": request.scope["state"]["id"], "client": client_of(request)}

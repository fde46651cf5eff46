"""The queue: what waits for a decision, and many decisions at once."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any, NamedTuple

from anyio import to_thread
from litestar import Request, Response, get, post
from litestar.datastructures import FormMultiDict, State
from litestar.params import Parameter

from lexkit.access.sessions import Session
from lexkit.database.connection import UnavailableError
from lexkit.database.texts import LONGEST
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.review import queue as queues
from lexkit.review.intake import ruleset_of
from lexkit.review.records import PENDING, Action, Proposal, UnknownError
from lexkit.review.records import State as Stands
from lexkit.service.desk import Desk, desk_of
from lexkit.service.pages import addresses, deciding, guard
from lexkit.service.pages.deciding import Filled
from lexkit.service.pages.errors import ToldError
from lexkit.service.pages.filters import EVERY, Filters

log = logging.getLogger(__name__)

#: How many proposals a page shows, and how many are decided at once at most.
SHOWN = 50


class Page(NamedTuple):
    """A part of the queue; ``total`` are all that the filters name, ``next`` is what ``after`` must
    be for those that follow, ``done`` the proposal that was decided just now."""

    proposals: Sequence[Proposal]
    total: int
    next: int | None
    done: Proposal | None


class Result(NamedTuple):
    """What became of one decision of many: the proposal as it is now, or why it was not made."""

    number: int
    proposal: Proposal | None
    problem: str = ""


@get("/review", include_in_schema=False)
async def queue(
    request: Request[Any, Any, State],
    after: Annotated[int, Parameter(ge=0, le=2**31 - 1)] = 0,
) -> Response[str]:
    """The proposals that the filters name, the oldest first; by default those that wait."""
    session = await guard.maintainer(request)
    return await _queue(request, session, after)


@post("/review", include_in_schema=False, status_code=200)
async def many(request: Request[Any, Any, State]) -> Response[str]:
    """Decide on all that are chosen, each on its own, and tell what became of each."""
    desk = desk_of(request.app.state)
    session = await guard.maintainer(request)
    given = await guard.sent(request, session)
    told = deciding.filled(given)
    chosen = dict(_chosen(given))
    if told.deed not in (deciding.ACCEPT, deciding.REJECT, deciding.UNDO) or len(chosen) > SHOWN:
        raise ToldError(HTTPStatus.BAD_REQUEST, "error.400")
    if not chosen:
        told = replace(told, wrong={**told.wrong, "number": "review.no-number"})
    if told.wrong:
        after = deciding.number(request.query_params.get("after"))
        return await _queue(request, session, after, told, chosen)
    by = session.account.name

    def work() -> list[Result]:
        return [_decided(desk, number, by, replace(told, seen=seen))
                for number, seen in chosen.items()]  # fmt: skip

    results = await to_thread.run_sync(work, limiter=desk.for_database)
    made = [each.number for each in results if not each.problem]
    log.info("decided", extra={"numbers": made, "as": told.deed, "by": by})
    return guard.page(
        request, session, "many.html", results=results, deed=told.deed, made=len(made),
        filters=Filters.of(request.query_params),
    )  # fmt: skip


def games(desk: Desk) -> dict[str, Lexicon]:
    """The rulesets that proposals may be for, each with a lexicon that is built of it."""
    found: dict[str, Lexicon] = {}
    for lexicon in desk.shelf.lexicons.values():
        found.setdefault(ruleset_of(lexicon), lexicon)
    return found


def just_decided(desk: Desk, number: str | None) -> Proposal | None:
    """The proposal of this number, which was decided just now; `None` if there is none such."""
    try:
        return desk.store.get(deciding.number(number)) if number else None
    except UnknownError:
        return None


async def _queue(
    request: Request[Any, Any, State], session: Session, after: int,
    told: Filled | None = None, chosen: dict[int, int] | None = None,
) -> Response[str]:  # fmt: skip
    desk = desk_of(request.app.state)
    filters = Filters.of(request.query_params)
    just_now = request.query_params.get("done")

    def work() -> Page:
        store = desk.store
        found = store.queue(filters.wanted, after, SHOWN + 1)
        total = store.database.read(lambda c: c.execute(queues.count(filters.wanted)).scalar_one())
        last = found[SHOWN - 1].number if len(found) > SHOWN else None
        return Page(found[:SHOWN], total, last, just_decided(desk, just_now))

    page = await to_thread.run_sync(work, limiter=desk.for_database)
    return guard.page(
        request, session, "queue.html",
        status=HTTPStatus.OK if told is None else HTTPStatus.UNPROCESSABLE_ENTITY,
        page=page, filters=filters, after=after, games=games(desk), states=list(Stands),
        every=EVERY, actions=list(Action), pending=PENDING, filled=told or Filled(),
        chosen=chosen or {}, longest=LONGEST,
        here_again=addresses.queue(**filters.query, after=after or ""),
    )  # fmt: skip


def _chosen(given: FormMultiDict) -> Iterator[tuple[int, int]]:
    """The numbers of the proposals that are chosen, each with the version that was seen."""
    for value in given.getall("number", []):
        number, _, seen = str(value).partition(":")
        if deciding.number(number) and deciding.number(seen):
            yield deciding.number(number), deciding.number(seen)


def _decided(desk: Desk, number: int, by: str, told: Filled) -> Result:
    try:
        return Result(number, deciding.done(desk, number, by, told))
    except UnavailableError:
        raise
    except LexkitError as error:
        try:
            return Result(number, desk.store.get(number), error.message)
        except UnknownError:
            return Result(number, None, error.message)

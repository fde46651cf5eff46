"""A proposal with all that is known of its word, and the decision on it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from anyio import to_thread
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath

from lexkit.access.sessions import Session
from lexkit.curated import Scope
from lexkit.database.connection import UnavailableError
from lexkit.database.texts import LONGEST
from lexkit.errors import LexkitError
from lexkit.model import Answer, Verdict
from lexkit.review import dossier as dossiers
from lexkit.review import queue as queues
from lexkit.review.dossier import Brought, Dossier
from lexkit.review.lines import line_for
from lexkit.review.records import PENDING, Event, Line, MovedError, Proposal, UnknownError
from lexkit.review.records import State as Stands
from lexkit.service.desk import Desk, desk_of
from lexkit.service.pages import addresses, deciding, guard, render
from lexkit.service.pages.deciding import Filled
from lexkit.service.pages.explain import Reason, explained
from lexkit.service.pages.filters import Filters
from lexkit.service.pages.language import Language
from lexkit.service.pages.queue import just_decided
from lexkit.workspace import Workspace

log = logging.getLogger(__name__)

#: How many forms that a paradigm would bring in are named before one asks for all.
FORMS = 12

#: The states whose decision can be taken back.
_UNDOABLE = frozenset({Stands.ACCEPTED, Stands.REJECTED, Stands.ASKED_BACK, Stands.WITHDRAWN})


class Judged(NamedTuple):
    """The verdict of a game, and why; ``then`` is the one at the time of the proposal, if it was
    another."""

    game: str
    answer: Answer
    reasons: Sequence[Reason]
    then: Verdict | None


class Shown(NamedTuple):
    """All that the page tells of a proposal. ``before`` and ``after`` are its neighbours in the
    queue, ``done`` is the proposal that was decided just before."""

    proposal: Proposal
    history: Sequence[Event]
    dossier: Dossier
    line: Line
    before: int | None
    after: int | None
    done: Proposal | None


@get("/review/{number:int}", include_in_schema=False)
async def dossier(request: Request[Any, Any, State], number: FromPath[int]) -> Response[str]:
    """The evidence, the history, and the form to decide."""
    session = await guard.maintainer(request)
    return await _shown(request, session, number)


@post("/review/{number:int}", include_in_schema=False, status_code=200)
async def decide(request: Request[Any, Any, State], number: FromPath[int]) -> Response[str]:
    """Decide, and go on with the next of the queue.

    A decision on what has changed since it was looked at is refused, and what has changed shown.
    """
    desk = desk_of(request.app.state)
    session = await guard.maintainer(request)
    told = deciding.filled(await guard.sent(request, session))
    if told.wrong:
        return await _shown(request, session, number, HTTPStatus.UNPROCESSABLE_ENTITY, told)
    filters, by = Filters.of(request.query_params), session.account.name

    def work() -> int | None:
        deciding.done(desk, number, by, told)
        return _next(desk, filters, number)

    try:
        following = await to_thread.run_sync(work, limiter=desk.for_database)
    except MovedError as moved:
        return await _shown(request, session, number, HTTPStatus.CONFLICT, told, moved)
    except (UnavailableError, UnknownError):
        raise
    except LexkitError as error:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return await _shown(request, session, number, status, told, error)
    log.info("decided", extra={"number": number, "as": told.deed, "by": by})
    if told.deed in (deciding.UNDO, deciding.NOTE):
        return render.moved(addresses.review(number, **filters.query))
    if following is None:
        return render.moved(addresses.queue(**filters.query, done=number))
    return render.moved(addresses.review(following, **filters.query, done=number))


async def _shown(
    request: Request[Any, Any, State], session: Session, number: int, status: int = 200,
    told: Filled | None = None, problem: LexkitError | None = None,
) -> Response[str]:  # fmt: skip
    desk = desk_of(request.app.state)
    filters = Filters.of(request.query_params)
    just_now = request.query_params.get("done")

    def work() -> Shown:
        proposal = desk.store.get(number)
        before, after = desk.store.database.read(
            lambda c: c.execute(queues.beside(filters.wanted, number)).one()
        )
        # Looked up anew, as a paradigm may be written while the service runs.
        place = Workspace(desk.place.root)
        gathered = dossiers.Desk(desk.store, list(desk.shelf.lexicons.values()), place)
        return Shown(
            proposal, desk.store.history(number), gathered.dossier(proposal.word, proposal),
            line_for(proposal), before, after, just_decided(desk, just_now),
        )  # fmt: skip

    found = await to_thread.run_sync(work, limiter=desk.for_evidence)
    lexicons = desk.shelf.lexicons
    languages = [
        lexicons[name].manifest["language"]
        for name in found.proposal.rulesets if name in lexicons
    ]  # fmt: skip
    return guard.page(
        request, session, "dossier.html", status=status, filters=filters, **found._asdict(),
        judged=list(_judged(found, desk, render.language_of(request))),
        forms=_forms(found.dossier.forms), named=FORMS,
        tag=languages[0] if languages else "und", lexicons=lexicons,
        is_pending=found.proposal.state in PENDING, can_undo=found.proposal.state in _UNDOABLE,
        filled=told or _filled(found), scopes=list(Scope), longest=LONGEST,
        moved=isinstance(problem, MovedError), problem=problem, kinds=sorted(found.proposal.kinds),
        rules=sorted({c.rule for c in found.proposal.concerns if c.rule}),
        ending=f"*{found.proposal.concerns[0].letters[-2:]}",
        paradigms=sorted(desk.place.paradigms), tags=sorted(desk.vocabulary.names),
    )  # fmt: skip


def _next(desk: Desk, filters: Filters, number: int) -> int | None:
    """The proposal that comes after ``number``, or, after the last one, the first again."""
    for after in (number, 0):
        for found in desk.store.queue(filters.wanted, after, 1):
            if found.state in PENDING:
                return found.number
    return None


def _filled(found: Shown) -> Filled:
    """The form as it is at first: with the line that an acceptance would write."""
    line = found.line
    return Filled(
        lemma=line.word, scope=line.scope.value, tags=" ".join(line.tags),
        paradigm=line.paradigm or "", clause=line.clause or "",
    )  # fmt: skip


def _judged(found: Shown, desk: Desk, language: Language) -> Iterator[Judged]:
    lexicons = desk.shelf.lexicons
    then = {concern.ruleset: concern.verdict for concern in found.proposal.concerns}
    for name, answer in found.dossier.answers.items():
        former = then.get(name) if then.get(name) is not answer.verdict else None
        reasons: Sequence[Reason] = ()
        if name in lexicons:
            reasons = explained(answer, lexicons[name], language, desk.vocabulary).reasons
        yield Judged(name, answer, reasons, former)


def _forms(
    forms: Mapping[str, Sequence[Brought]],
) -> dict[str, tuple[Sequence[Brought], int]]:
    """By game, the forms that do not count yet, and how many do."""
    found: dict[str, tuple[Sequence[Brought], int]] = {}
    for name, some in forms.items():
        new = [each for each in some if each.verdict is not Verdict.ACCEPTED]
        if some:
            found[name] = (new, len(some) - len(new))
    return found

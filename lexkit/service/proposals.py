"""Proposals over the network: taken in, looked at, decided."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from anyio import to_thread
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, Parameter, QueryParameter

from lexkit.access.roles import Role
from lexkit.access.tokens import Token
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.model import Answer
from lexkit.review import intake
from lexkit.review.intake import Outcome
from lexkit.review.lines import amended, line_for
from lexkit.review.queue import Wanted
from lexkit.review.records import Action, Proposal, Ruling
from lexkit.review.records import State as Stands
from lexkit.review.store import Store
from lexkit.review.told import EventTold, ProposalTold, event_json, proposal_json
from lexkit.service.desk import Desk, client_of, desk_of
from lexkit.service.metrics import PROPOSALS
from lexkit.service.problems import documented
from lexkit.service.replies import NO_NUL

log = logging.getLogger(__name__)

T = TypeVar("T")

#: How many proposals one answer may hold.
MOST_LISTED = 1_000

#: The longest text, as `lexkit.database.texts` keeps it, and the longest word.
_Text = Annotated[str, msgspec.Meta(max_length=4_000)]
_Word = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

_SECURED: list[dict[str, list[str]]] = [{"token": []}]


class Proposed(msgspec.Struct, forbid_unknown_fields=True):
    """What is asked for: that ``word`` is added, removed, or given other ``tags``.

    ``rulesets`` are the games it concerns; ``dispute`` names the rule that refuses the word and is
    said to be mistaken.
    """

    word: _Word
    rulesets: Annotated[list[_Name], msgspec.Meta(min_length=1, max_length=50)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=4_000)]
    by: _Name
    action: Action = Action.ADD
    reference: _Text = ""
    tags: Annotated[list[_Name], msgspec.Meta(max_length=50)] = []
    dispute: _Name | None = None


class Reply(msgspec.Struct):
    """What became of it in one ruleset; ``proposal`` is the number of that which was stored now,
    or stands in the way already, ``answer`` the verdict on the word."""

    ruleset: str
    outcome: Outcome
    proposal: int | None
    answer: Answer


class Replies(msgspec.Struct):
    """What became of it in each ruleset; ``proposal`` is the number, if it was taken in any."""

    proposal: int | None
    replies: list[Reply]


class Public(msgspec.Struct):
    """What everybody may know of a proposal: what is asked, and what was answered and why."""

    number: int
    word: str
    action: Action
    state: Stands
    at: str
    rulesets: list[str]
    reason: str
    reference: str
    answer: str = ""
    answer_reference: str = ""
    question: str = ""


class Listed(msgspec.Struct):
    """Proposals, the oldest first; ``next`` is what ``after`` must be to have those that follow."""

    proposals: list[ProposalTold]
    next: int | None


class Amended(msgspec.Struct, forbid_unknown_fields=True):
    """What the line that an acceptance writes says otherwise than it would."""

    lemma: _Word | None = None
    scope: Literal["lemma", "form", "letters"] | None = None
    tags: Annotated[list[_Name], msgspec.Meta(max_length=50)] | None = None
    paradigm: _Name | None = None
    clause: _Text | None = None


class Decision(msgspec.Struct, forbid_unknown_fields=True):
    """A maintainer's decision. ``seen`` is the version of the proposal that it was made on: if
    anything has happened since, it is refused. ``reply`` is told to the proposer."""

    decision: Literal["accept", "reject", "ask", "undo"]
    seen: Annotated[int, msgspec.Meta(ge=1)] | None = None
    reason: _Text = ""
    reference: _Text = ""
    reply: _Text = ""
    line: Amended | None = None


class Decided(msgspec.Struct):
    """The proposal as it is now, with all that ever happened to it."""

    proposal: ProposalTold
    history: list[EventTold]


@post(
    "/v1/proposals",
    operation_id="propose",
    summary="Propose a word",
    tags=["proposals"],
    status_code=201,
    responses={
        201: ResponseSpec(Replies, generate_examples=False, description="A proposal is stored"),
        200: ResponseSpec(
            Replies, generate_examples=False, description="There is nothing to decide: see why"
        ),
        **documented(400, 401, 404, 422, 429, 503),
    },
)
async def propose(
    request: Request[Any, Any, State],
    data: JSONBody[Proposed],
) -> Response[Replies]:
    """It is judged at once: what counts already or falls by a rule is answered with its ground."""
    desk = desk_of(request.app.state)
    token = await desk.token(request)
    if token is None and not desk.settings.open_proposals:
        await desk.required(request, Role.GAME)
    lexicons = [desk.shelf.find(name) for name in dict.fromkeys(data.rulesets)]
    for tag in data.tags:
        desk.vocabulary.check(tag, path=None, line=None, given=True)
    if data.action is Action.TAG and not data.tags:
        raise LexkitError("no tags are given", remedy="name them")
    asked = intake.Request(
        data.word, data.action, data.by, data.reason, data.reference, tuple(data.tags),
        data.dispute, _origin(token),
    )  # fmt: skip

    client = client_of(request) if token is None else f"token {token.id}"
    found = await take(desk, client, lexicons, asked)
    taken = next((r.proposal for r in found if r.outcome is Outcome.TAKEN and r.proposal), None)
    number = None if taken is None else taken.number
    replies = [
        Reply(r.ruleset, r.outcome, None if r.proposal is None else r.proposal.number, r.answer)
        for r in found
    ]
    return Response(Replies(number, replies), status_code=200 if number is None else 201)


async def take(
    desk: Desk, client: str, lexicons: Sequence[Lexicon], asked: intake.Request
) -> list[intake.Reply]:
    """Take in what ``client`` asks for; raises `RefusedError` for one that asks too often."""

    def work() -> list[intake.Reply]:
        desk.proposal_allowed(client)
        return intake.propose(desk.store, lexicons, asked)

    found = await _in_thread(desk, work)
    for each in found:
        PROPOSALS.labels(each.outcome).inc()
    for number in {r.proposal.number for r in found if r.outcome is Outcome.TAKEN and r.proposal}:
        log.info("proposed", extra={"number": number, "origin": asked.origin})
    return found


@get(
    "/v1/proposals",
    operation_id="proposals",
    summary="The queue, or any other part of the proposals",
    tags=["proposals"],
    security=_SECURED,
    responses=documented(400, 401, 403, 422, 503),
)
async def proposals(
    request: Request[Any, Any, State],
    stands: Annotated[
        list[Stands] | None, QueryParameter(name="state", description="Any of these.")
    ] = None,
    ruleset: Annotated[list[str] | None, Parameter(description="Any of these.")] = None,
    letters: Annotated[
        str | None, Parameter(max_length=100, pattern=NO_NUL, description="With ? and *.")
    ] = None,
    after: Annotated[int, Parameter(ge=0, le=2**31 - 1, description="Numbers above it.")] = 0,
    limit: Annotated[int, Parameter(ge=1, le=MOST_LISTED, description="How many.")] = 100,
) -> Listed:
    """All, for a maintainer; for a game those that came from it."""
    desk = desk_of(request.app.state)
    token = await desk.required(request, Role.GAME)
    wanted = Wanted(
        states=tuple(stands or ()),
        rulesets=tuple(ruleset or ()),
        letters=letters,
        origin=None if token.role.includes(Role.MAINTAINER) else _origin(token),
    )
    found = await _in_thread(desk, lambda: desk.store.queue(wanted, after, limit + 1))
    listed = [proposal_json(each) for each in found[:limit]]
    return Listed(listed, listed[-1]["number"] if len(found) > limit else None)


@get(
    "/v1/proposals/{number:int}",
    operation_id="proposal",
    summary="What became of a proposal, and why",
    tags=["proposals"],
    responses=documented(400, 404, 422, 503),
)
async def proposal(request: Request[Any, Any, State], number: FromPath[int]) -> Public:
    """Without names: who proposes and who decides is for the maintainers."""
    desk = desk_of(request.app.state)
    return public(await _in_thread(desk, lambda: desk.store.get(number)), desk.store)


@post(
    "/v1/proposals/{number:int}/decision",
    operation_id="decide",
    summary="Accept or reject a proposal, ask back, or undo that",
    tags=["proposals"],
    status_code=200,
    security=_SECURED,
    responses=documented(400, 401, 403, 404, 409, 422, 503),
)
async def decide(
    request: Request[Any, Any, State],
    number: FromPath[int],
    data: JSONBody[Decision],
) -> Decided:
    """It is signed with the name of the token. `lexkit merge` writes it into the curated source."""
    desk = desk_of(request.app.state)
    token = await desk.required(request, Role.MAINTAINER)

    def work() -> Decided:
        now = decided(desk, number, token.name, data)
        history = [event_json(event) for event in desk.store.history(number)]
        return Decided(proposal_json(now), history)

    found = await _in_thread(desk, work)
    log.info("decided", extra={"number": number, "as": data.decision, "by": token.name})
    return found


def decided(desk: Desk, number: int, by: str, data: Decision) -> Proposal:
    """The proposal after the decision ``data`` of ``by``; raises what `Store.decide` does."""
    store = desk.store
    match data.decision:
        case "ask":
            return store.ask_back(number, by, data.reply, data.seen)
        case "undo":
            return store.undo(number, by, data.reason, data.seen)
    line = None
    if data.line is not None:
        if data.decision != "accept":
            raise LexkitError("a line goes with an acceptance", remedy="leave it out")
        told = data.line
        line = amended(
            line_for(store.get(number)), desk.place, word=told.lemma, scope=told.scope,
            tags=None if told.tags is None else " ".join(told.tags), paradigm=told.paradigm,
            clause=told.clause,
        )  # fmt: skip
    accept = data.decision == "accept"
    ruling = Ruling(accept, by, data.reason, data.reference, data.reply, line)
    return store.decide(number, ruling, data.seen)


def public(found: Proposal, store: Store) -> Public:
    """What everybody may know of ``found``."""
    told = Public(
        number=found.number, word=found.word, action=found.action, state=found.state,
        at=proposal_json(found)["at"], rulesets=list(found.rulesets), reason=found.reason,
        reference=found.reference,
    )  # fmt: skip
    if found.state is Stands.ASKED_BACK:
        told.question = next(
            (event.reply for event in reversed(store.history(found.number)) if event.reply), ""
        )
    if found.ruling is not None:
        told.answer = found.ruling.reply or found.ruling.reason
        told.answer_reference = found.ruling.reference
    return told


async def _in_thread(desk: Desk, work: Callable[[], T]) -> T:
    return await to_thread.run_sync(work, limiter=desk.for_database)


def _origin(token: Token | None) -> str:
    """Where a proposal came from: the service, and which game if it says so."""
    return "service" if token is None else f"service:{token.name}"

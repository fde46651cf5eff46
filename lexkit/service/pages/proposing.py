"""Proposing a word: the form, and what comes of it at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, NamedTuple

from litestar import Request, Response, get, post
from litestar.datastructures import FormMultiDict, State

from lexkit.database.texts import LONGEST as LONGEST_TEXT
from lexkit.lexicon import Lexicon
from lexkit.orthography import normalise
from lexkit.review import intake
from lexkit.review.intake import Outcome
from lexkit.review.records import Action
from lexkit.service.desk import Desk, client_of, desk_of
from lexkit.service.pages import addresses, csrf, render
from lexkit.service.pages.errors import ToldError
from lexkit.service.pages.explain import explained
from lexkit.service.pages.words import LONGEST
from lexkit.service.proposals import take

#: What a player may ask for; to sort a word otherwise takes a maintainer's terms.
ACTIONS = (Action.ADD, Action.REMOVE)

#: Where the proposals that are made here come from, and who makes them if they give no name.
_ORIGIN, NOBODY = "pages", "anonymous"

#: A field that people do not see, and programs that fill in every form do.
_TRAP = "website"

_LONGEST_NAME = 200


@dataclass(frozen=True)
class Filled:
    """The form as it is filled in; ``wrong`` has the text that says what to mend, by field."""

    word: str = ""
    games: Sequence[str] = ()
    action: str = Action.ADD
    dispute: str = ""
    reason: str = ""
    reference: str = ""
    name: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)


class Came(NamedTuple):
    """What a proposal came to in one game, with the reason why it was not taken."""

    lexicon: Lexicon
    reply: intake.Reply
    says: str
    rule: str | None


@get("/propose", include_in_schema=False, sync_to_thread=False)
def form(request: Request[Any, Any, State]) -> Response[str]:
    """The form, filled in with what the address says."""
    asked = request.query_params
    return _form(
        request,
        Filled(
            word=asked.get("word", "")[:LONGEST],
            games=asked.getall("game", []),
            action=asked.get("action", Action.ADD),
            dispute=asked.get("dispute", "")[:_LONGEST_NAME],
        ),
    )


@post("/propose", include_in_schema=False, status_code=200)
async def propose(request: Request[Any, Any, State]) -> Response[str]:
    """Take the proposal and show it, or say why it is none."""
    desk = desk_of(request.app.state)
    if not desk.settings.open_proposals:
        raise ToldError(HTTPStatus.FORBIDDEN, "propose.closed")
    given = await request.form()
    csrf.check(request, given.get(csrf.FIELD))
    if given.get(_TRAP):
        raise ToldError(HTTPStatus.BAD_REQUEST, "error.trap")
    filled = _filled(given, desk)
    if filled.wrong:
        return _form(request, filled, HTTPStatus.UNPROCESSABLE_ENTITY)
    lexicons = [desk.shelf.lexicons[name] for name in filled.games]
    wanted = intake.Request(
        filled.word, Action(filled.action), filled.name or NOBODY, filled.reason,
        filled.reference, dispute=filled.dispute or None, origin=_ORIGIN,
    )  # fmt: skip
    replies = await take(desk, client_of(request), lexicons, wanted)
    if all(reply.outcome is Outcome.TAKEN for reply in replies):
        (number,) = {reply.proposal.number for reply in replies if reply.proposal is not None}
        return render.moved(f"{addresses.proposal(number)}?thanks=yes")
    return render.page(
        request, "proposed.html", filled=filled, came=_came(request, lexicons, replies),
        headers={"cache-control": "no-store"},
    )  # fmt: skip


def _form(request: Request[Any, Any, State], filled: Filled, status: int = 200) -> Response[str]:
    desk = desk_of(request.app.state)
    token, cookies = csrf.issue(request)
    return render.page(
        request, "propose.html", status=status, cookies=cookies,
        headers={"cache-control": "no-store"},
        filled=filled, lexicons=desk.shelf.lexicons, actions=ACTIONS, token=token,
        token_field=csrf.FIELD, trap=_TRAP, disputed=_disputed(request, filled),
        is_open=desk.settings.open_proposals, longest=LONGEST, longest_text=LONGEST_TEXT,
        longest_name=_LONGEST_NAME,
    )  # fmt: skip


def _filled(given: FormMultiDict, desk: Desk) -> Filled:
    """What was sent, checked field by field."""

    def text(name: str) -> str:
        value = given.get(name)
        return value.strip() if isinstance(value, str) else ""

    games = [name for name in dict.fromkeys(given.getall("game", [])) if isinstance(name, str)]
    known = [name for name in games if name in desk.shelf.lexicons]
    action = text("action")
    wrong: dict[str, str] = {}
    if not normalise(text("word")):
        wrong["word"] = "propose.no-word"
    if not known or len(known) < len(games):
        wrong["game"] = "propose.no-game"
    if action not in ACTIONS:
        wrong["action"] = "propose.no-action"
    if not text("reason"):
        wrong["reason"] = "propose.no-reason"
    for name, longest in (
        ("word", LONGEST), ("reason", LONGEST_TEXT), ("reference", LONGEST_TEXT),
        ("name", _LONGEST_NAME), ("dispute", _LONGEST_NAME),
    ):  # fmt: skip
        # A browser sends each line break as two characters.
        if len(text(name).replace("\r\n", "\n")) > longest:
            wrong[name] = "propose.too-long"
    return Filled(
        text("word"), known, action, text("dispute"), text("reason").replace("\r\n", "\n"),
        text("reference").replace("\r\n", "\n"), text("name"), wrong,
    )  # fmt: skip


def _disputed(request: Request[Any, Any, State], filled: Filled) -> str | None:
    """What the rule says that is disputed, in the first game that has such a rule."""
    if not filled.dispute:
        return None
    lexicons = desk_of(request.app.state).shelf.lexicons
    for name in filled.games:
        rule = lexicons[name].manifest["rules"].get(filled.dispute) if name in lexicons else None
        if rule is not None and rule.get("says"):
            return render.language_of(request).sentence(rule["says"])
    return None


def _came(
    request: Request[Any, Any, State], lexicons: Sequence[Lexicon], replies: Sequence[intake.Reply]
) -> list[Came]:
    language = render.language_of(request)
    by_name = {intake.ruleset_of(lexicon): lexicon for lexicon in reversed(lexicons)}
    tags = desk_of(request.app.state).vocabulary
    found = []
    for reply in replies:
        lexicon = by_name[reply.ruleset]
        told = explained(reply.answer, lexicon, language, tags)
        says, rule = "", None
        if reply.outcome in (Outcome.REJECTED, Outcome.IMPOSSIBLE) and told.reasons:
            says, rule = told.reasons[0].says, told.reasons[0].rule
        found.append(Came(lexicon, reply, says, rule))
    return found

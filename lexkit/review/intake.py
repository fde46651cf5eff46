"""Proposals as they come in: judged at once by the built lexicons, and stored if there is a case.

What is accepted already, or refused by a rule, is answered with its ground and not stored, unless
it disputes that very rule. The lexicons only look up; nothing is judged anew here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from lexkit.database.texts import cleaned
from lexkit.lexicon import Lexicon
from lexkit.model import TOO_LONG, TOO_SHORT, TOO_WILD, WILD, Answer, Verdict
from lexkit.orthography import SHAPES
from lexkit.review.records import Action, Concern, Deed, Draft, Proposal, State
from lexkit.review.store import Store

#: Rules that no decision can overrule: the word has too few letters, or is a pattern for several.
NO_DECISION = frozenset({TOO_SHORT, TOO_LONG, WILD, TOO_WILD})


class Outcome(StrEnum):
    """What a proposal came to in one ruleset; only *taken* stores anything."""

    TAKEN = "taken"
    PROPOSED = "already-proposed"
    DECIDED = "already-decided"
    ACCEPTED = "already-accepted"
    REJECTED = "rejected-by-rule"
    IMPOSSIBLE = "cannot-be-proposed"
    ABSENT = "not-in-lexicon"
    SAME = "has-these-tags"


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks for. ``dispute`` names the rule that is said to be wrong about the word,
    ``origin`` the file the request came in."""

    word: str
    action: Action
    by: str
    reason: str
    reference: str = ""
    tags: tuple[str, ...] = ()
    dispute: str | None = None
    origin: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request came to in one ruleset.

    ``answer`` is the verdict of its lexicon; ``proposal`` the one that was stored, or that stands
    in the way; ``earlier`` those that were decided before about the same letters, the newest first.
    """

    ruleset: str
    outcome: Outcome
    answer: Answer
    proposal: Proposal | None = None
    earlier: tuple[Proposal, ...] = ()


def ruleset_of(lexicon: Lexicon) -> str:
    """The ruleset of a lexicon, without the options it was built with: decisions hold for all."""
    return lexicon.ruleset.partition("+")[0]


def concern_of(lexicon: Lexicon, answer: Answer) -> Concern:
    """The ruleset of ``lexicon`` and its ``answer`` on a word that can be laid.

    Of a word that some source knows, the lexicon has found the letters, whatever tiles were typed;
    what nobody knows is the same word if the same tiles lay it.
    """
    letters = answer.letters or ""
    known = answer.verdict is not Verdict.UNATTESTED
    key = letters if known else lexicon.tiles.shortest(letters)
    return Concern(
        ruleset_of(lexicon), letters, key, answer.verdict, answer.lexicon, answer.grounds
    )


def keys_of(lexicon: Lexicon, letters: str) -> set[str]:
    """The keys of concerns with ``letters``: from before it was known, and since."""
    return {letters, lexicon.tiles.shortest(letters)}


def checked(request: Request) -> Request:
    """``request`` with its texts as they are kept; raises `LexkitError` for what cannot be."""
    return replace(
        request,
        word=cleaned(request.word, "word", longest=100),
        by=cleaned(request.by, "name of who proposes it"),
        reason=cleaned(request.reason, "reason"),
        reference=cleaned(request.reference, "reference", required=False),
        dispute=None if request.dispute is None else cleaned(request.dispute, "disputed rule"),
    )


def propose(store: Store, lexicons: Sequence[Lexicon], request: Request) -> list[Reply]:
    """Take ``request`` for the rulesets of ``lexicons``, or answer why not; a reply for each.

    One proposal is stored for all the rulesets in which there is a case, none if there is none.
    Raises `LexkitError` as `checked` does, and what the store raises.
    """
    request = checked(request)
    word = request.word
    replies: dict[str, Reply] = {}
    concerns = []
    for lexicon in lexicons:
        name, answer = ruleset_of(lexicon), lexicon.answer(word)
        if name in replies:  # of two choices of its options, the first speaks for the ruleset
            continue
        word = answer.word
        if (outcome := _answered(answer, request)) is not None:
            replies[name] = Reply(name, outcome, answer)
            continue
        earlier = _earlier(store, name, keys_of(lexicon, answer.letters or ""))
        if waiting := _waiting(store, name, answer, earlier):
            replies[name] = Reply(name, Outcome.DECIDED, answer, waiting, earlier)
            continue
        replies[name] = Reply(name, Outcome.TAKEN, answer, None, earlier)
        concerns.append(concern_of(lexicon, answer))
    if concerns:
        _store(store, request, word, concerns, replies)
    return list(replies.values())


def _answered(answer: Answer, request: Request) -> Outcome | None:
    """How a request is answered from the lexicon alone; `None` if there is a case to decide."""
    rule = answer.grounds[0].rule if answer.grounds else None
    if answer.letters is None or rule in NO_DECISION:
        return Outcome.IMPOSSIBLE
    if request.action is Action.TAG:
        told = set(answer.grounds[0].tags).difference(SHAPES) if answer.grounds else set()
        return Outcome.SAME if told and told == set(request.tags) else None
    if request.action is Action.REMOVE:
        return None if answer.verdict is Verdict.ACCEPTED else Outcome.ABSENT
    if answer.verdict is Verdict.ACCEPTED:
        return Outcome.ACCEPTED
    if answer.verdict is Verdict.REJECTED and request.dispute != rule:
        return Outcome.REJECTED
    return None


def _earlier(store: Store, ruleset: str, keys: set[str]) -> tuple[Proposal, ...]:
    """The proposals about the same word and ruleset on which somebody has ruled."""
    found = store.about(keys, [ruleset])
    return tuple(proposal for proposal in found if proposal.ruling is not None)


def _waiting(
    store: Store, ruleset: str, answer: Answer, earlier: Sequence[Proposal]
) -> Proposal | None:
    """The accepted proposal that is in the curated source, but not yet in this built lexicon."""
    if not earlier or earlier[0].state is not State.MERGED:
        return None
    merged = [e for e in store.history(earlier[0].number) if e.deed is Deed.MERGED]
    return earlier[0] if merged[-1].lexicons.get(ruleset) == answer.lexicon else None


def _store(
    store: Store,
    request: Request,
    word: str,
    concerns: Sequence[Concern],
    replies: dict[str, Reply],
) -> None:
    """Store the proposal and enter it into ``replies``, or those that hold its letters."""
    refused = any(concern.verdict is Verdict.REJECTED for concern in concerns)
    draft = Draft(
        word=word,
        action=request.action,
        concerns=tuple(concerns),
        by=request.by,
        reason=request.reason,
        reference=request.reference,
        tags=request.tags,
        dispute=request.dispute if refused else None,
        origin=request.origin,
    )
    stored = store.propose(draft)
    for concern in concerns:
        reply = replies[concern.ruleset]
        outcome, proposal = Outcome.TAKEN, stored.proposal
        if (holder := stored.held.get(concern.ruleset)) is not None:
            outcome = Outcome.DECIDED if holder.state is State.ACCEPTED else Outcome.PROPOSED
            proposal = holder
        replies[concern.ruleset] = Reply(
            reply.ruleset, outcome, reply.answer, proposal, reply.earlier
        )

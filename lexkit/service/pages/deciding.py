"""What maintainers decide in a form, on one proposal or on many: read, checked, done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from litestar.datastructures import FormMultiDict

from lexkit.database.texts import LONGEST
from lexkit.review.lines import line_for
from lexkit.review.records import Line, Proposal
from lexkit.service.desk import Desk
from lexkit.service.pages.errors import ToldError
from lexkit.service.proposals import Amended, Decision, decided

ACCEPT, REJECT, ASK, UNDO, NOTE = "accept", "reject", "ask", "undo", "note"

#: By deed, the field that it needs.
_NEEDS = {ACCEPT: "reason", REJECT: "reason", ASK: "reply", NOTE: "note"}

#: The last number and the last version there can be, as `lexkit.review.store` has them.
_LAST = 2**31 - 1


@dataclass(frozen=True)
class Filled:
    """A form as it is filled in; ``wrong`` has the text that says what to mend, by field.

    ``seen`` is the version of the proposal that was before the maintainer. The fields from
    ``lemma`` on are those of the line that an acceptance writes.
    """

    deed: str = ""
    seen: int = 0
    reason: str = ""
    reference: str = ""
    reply: str = ""
    note: str = ""
    lemma: str = ""
    scope: str = ""
    tags: str = ""
    paradigm: str = ""
    clause: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)


#: The fields of a form that are texts.
TEXTS = ("reason", "reference", "reply", "note", "lemma", "scope", "tags", "paradigm", "clause")


def filled(given: FormMultiDict) -> Filled:
    """What was sent. Raises `ToldError` for what none of our forms sends."""
    deed = given.get("do")
    if not isinstance(deed, str) or deed not in (*_NEEDS, UNDO):
        raise ToldError(HTTPStatus.BAD_REQUEST, "error.400")
    told, wrong = {}, {}
    for name in TEXTS:
        value = given.get(name, "")
        told[name] = value.replace("\r\n", "\n").strip() if isinstance(value, str) else ""
        if len(told[name]) > LONGEST:
            wrong[name] = "review.too-long"
    if deed in _NEEDS and not told[_NEEDS[deed]]:
        wrong[_NEEDS[deed]] = f"review.no-{_NEEDS[deed]}"
    return Filled(deed=deed, seen=number(given.get("seen")), wrong=wrong, **told)


def number(value: object) -> int:
    """A number as our forms send it; 0 for anything else."""
    text = value if isinstance(value, str) else ""
    if text.isascii() and text.isdecimal() and len(text) <= 10 and int(text) <= _LAST:
        return int(text)
    return 0


def done(desk: Desk, number: int, by: str, told: Filled) -> Proposal:
    """The proposal after what ``told`` says; raises what `lexkit.review.store.Store` does."""
    if told.deed == NOTE:
        return desk.store.note(number, by, told.note)
    line = None
    if told.deed == ACCEPT and told.lemma:
        line = _amended(told, line_for(desk.store.get(number)))
    decision = Decision(
        told.deed,  # type: ignore[arg-type]  # `filled` has seen to it
        told.seen, told.reason, told.reference, told.reply, line,
    )  # fmt: skip
    return decided(desk, number, by, decision)


def _amended(told: Filled, line: Line) -> Amended | None:
    """What the line is to say otherwise than ``line``; `None` if nothing."""
    tags = sorted(told.tags.replace(",", " ").split())
    same = (
        (told.lemma, told.scope) == (line.word, line.scope.value)
        and tags == sorted(line.tags)
        and (told.paradigm, told.clause) == (line.paradigm or "", line.clause or "")
    )
    if same:
        return None
    return Amended(told.lemma, told.scope, tags, told.paradigm, told.clause)  # type: ignore[arg-type]

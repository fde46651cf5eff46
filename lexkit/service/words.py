"""Whether words count: one, or many at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from anyio import to_thread
from litestar import Request, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, Parameter
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, Receive, Scope, Send

from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.model import Answer, Ground, Verdict
from lexkit.service.desk import Desk, desk_of
from lexkit.service.metrics import WORDS_CHECKED
from lexkit.service.problems import RefusedError, documented
from lexkit.service.quick import TEMPLATE
from lexkit.service.replies import Pinned, RulesetInPath, reply, segment

#: How many words one request of JSON may ask for, and how many bytes it may have.
MOST_WORDS, MOST_BYTES = 10_000, 4 << 20

#: The longest line of NDJSON (bytes).
LONGEST_LINE = 4_096

#: Fewer words than this are looked up at once, more of them in a thread.
_FEW = 100

#: How many are looked up in a thread at a time, and how many with their grounds: a request whose
#: time is over ends between them, and others have their turn. One that nobody knows can take 20 ms.
_AT_A_TIME, _EXPLAINED = 500, 50

_JSON, _NDJSON = "application/json", "application/x-ndjson"


class Word(msgspec.Struct):
    """The verdict on a word; ``letters`` is null if it cannot be laid.

    With ``?grounds=true``, also the reasons, hints and neighbours; in lines, the lexicon.
    """

    word: str
    letters: str | None
    verdict: Verdict
    grounds: tuple[Ground, ...] | msgspec.UnsetType = msgspec.UNSET
    hints: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    near: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    stands_for: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    lexicon: str | msgspec.UnsetType = msgspec.UNSET


class Checked(msgspec.Struct):
    """The verdicts of one lexicon; ``accepted`` says whether all the words count."""

    ruleset: str
    lexicon: str
    accepted: bool
    words: list[Word]


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """The words to be checked."""

    words: Annotated[list[str], msgspec.Meta(max_length=MOST_WORDS)]


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A line of NDJSON that is no plain string."""

    word: str


@get(
    TEMPLATE,
    operation_id="word",
    summary="Whether a word counts, and why",
    tags=["words"],
    responses={
        200: ResponseSpec(
            Answer,
            generate_examples=False,
            description="The verdict, whatever it is",
        ),
        **documented(400, 404, 422),
    },
)
async def word(
    request: Request[Any, Any, State],
    ruleset: RulesetInPath,
    word: FromPath[str],
    lexicon: Pinned = None,
) -> ASGIResponse:
    """The verdict with its grounds, hints and neighbours, as `lexkit check --json` gives it."""
    desk = desk_of(request.app.state)
    opened = desk.shelf.find(segment(ruleset), lexicon)
    # To look for neighbours, and for what wild keys stand for, takes up to a tenth of a second.
    answer = await to_thread.run_sync(opened.answer, segment(word), limiter=desk.for_searches)
    WORDS_CHECKED.labels(opened.ruleset).inc()
    return reply(request, opened, answer)


@post(
    "/v1/rulesets/{ruleset:str}/check",
    operation_id="check",
    summary="Whether words count: those of a move, or a whole list",
    tags=["words"],
    status_code=200,
    request_max_body_size=None,
    responses={
        200: ResponseSpec(
            Checked,
            generate_examples=False,
            description="The verdicts in the order of the words; as NDJSON, a line each",
        ),
        **documented(400, 404, 413, 415, 422),
    },
)
async def check(
    request: Request[Any, Any, State],
    ruleset: RulesetInPath,
    lexicon: Pinned = None,
    grounds: Annotated[bool, Parameter(description="Also why, as for a single word.")] = False,
) -> ASGIApp:
    """Up to 10,000 words as JSON; any number as NDJSON, answered line by line as they come.

    All are answered by one lexicon, whose version is told.
    """
    opened = desk_of(request.app.state).shelf.find(segment(ruleset), lexicon)
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == _NDJSON:
        return _Lines(desk_of(request.app.state), opened, grounds)
    if media_type != _JSON:
        raise RefusedError(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"{media_type or 'nothing'} cannot be read",
            f"send {_JSON} or {_NDJSON}",
        )  # fmt: skip
    words = _words(await _body(request))
    WORDS_CHECKED.labels(opened.ruleset).inc(len(words))
    if len(words) < _FEW:
        return ASGIResponse(body=_encoded(opened, list(_verdicts(opened, words, grounds))))
    limiter = desk_of(request.app.state).for_searches
    found: list[Word] = []
    size = _EXPLAINED if grounds else _AT_A_TIME
    for begin in range(0, len(words), size):
        some = _verdicts(opened, words[begin : begin + size], grounds)
        found += await to_thread.run_sync(list, some, limiter=limiter)
    return ASGIResponse(body=await to_thread.run_sync(_encoded, opened, found, limiter=limiter))


async def _body(request: Request[Any, Any, State]) -> bytes:
    parts, size = [], 0
    async for part in request.stream():
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise RefusedError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"more than {MOST_BYTES >> 20} MiB",
                f"send {_NDJSON}, or several requests",
            )  # fmt: skip
    return b"".join(parts)


_SUCH_AS = 'such as {"words": ["Haus"]}'


def _words(body: bytes) -> list[str]:
    try:
        return msgspec.json.decode(body, type=Words).words
    except msgspec.ValidationError as error:
        if "length <=" in str(error):
            raise RefusedError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"more than {MOST_WORDS:,} words",
                f"send {_NDJSON}, or several requests",
            ) from None  # fmt: skip
        raise RefusedError(HTTPStatus.BAD_REQUEST, str(error), _SUCH_AS) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RefusedError(HTTPStatus.BAD_REQUEST, f"not JSON: {error}", _SUCH_AS) from None


def _encoded(lexicon: Lexicon, found: list[Word]) -> bytes:
    accepted = all(each.verdict is Verdict.ACCEPTED for each in found)
    return msgspec.json.encode(Checked(lexicon.ruleset, lexicon.version, accepted, found))


def _verdicts(lexicon: Lexicon, words: Sequence[str], grounds: bool) -> Iterator[Word]:
    for word in words:
        if grounds:
            found = lexicon.answer(word)
            told = (found.grounds, found.hints, found.near, found.stands_for)
            yield Word(word, found.letters, found.verdict, *told)
        else:
            yield Word(word, *lexicon.counts(word))


class _Lines:
    """Answers the lines of a body while it comes, some hundreds at a time.

    It reads the body itself: Litestar's own streams listen for the client's leaving meanwhile, and
    take what they hear.
    """

    def __init__(self, desk: Desk, lexicon: Lexicon, grounds: bool) -> None:
        self._limiter = desk.for_searches
        self._lexicon = lexicon
        self._grounds = grounds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", _NDJSON.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async for answers in self._answers(receive):
            await send({"type": "http.response.body", "body": answers, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _answers(self, receive: Receive) -> AsyncIterator[bytes]:
        rest, before, more = b"", 0, True
        size = _EXPLAINED if self._grounds else _AT_A_TIME
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return  # the client has left
            more = message.get("more_body", False)
            *lines, rest = (rest + message["body"]).split(b"\n")
            if not more:
                lines.append(rest)
            for begin in range(0, len(lines), size):
                some = lines[begin : begin + size]
                work = partial(_answered, self._lexicon, some, before, self._grounds)
                yield await to_thread.run_sync(work, limiter=self._limiter)
                before += len(some)
            if len(rest) > LONGEST_LINE:
                yield _answered(self._lexicon, [rest], before, self._grounds)
                return


def _answered(lexicon: Lexicon, lines: Sequence[bytes], before: int, grounds: bool) -> bytes:
    """A line for each of ``lines``: the verdict, or what is wrong with it."""
    answers: list[object] = []
    for number, line in enumerate(lines, before + 1):
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                raise LexkitError(f"longer than {LONGEST_LINE:,} bytes")
            asked = msgspec.json.decode(line, type=str | Line)
            (answer,) = _verdicts(
                lexicon, [asked if isinstance(asked, str) else asked.word], grounds
            )
        except (msgspec.MsgspecError, UnicodeDecodeError, LexkitError) as error:
            answers.append({"line": number, "error": getattr(error, "message", str(error))})
        else:
            answer.lexicon = lexicon.version
            answers.append(answer)
    WORDS_CHECKED.labels(lexicon.ruleset).inc(len(answers))
    return b"".join(msgspec.json.encode(each) + b"\n" for each in answers)

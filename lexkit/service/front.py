"""What all requests have in common, before and after their handlers.

Paths are taken as they were sent. A server decodes them before anybody can see what stood there:
the word *km/u* (``km%2Fu``) would be two segments, ``%FC`` a replacement character, and
``100%2525`` is decoded once by one library and twice by the next. So routes are found by the path
as it is, and the handlers decode its segments, once.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from time import perf_counter
from typing import Any
from urllib.parse import unquote_to_bytes

from litestar import Litestar, Request
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send
from prometheus_client import Histogram

from lexkit.service import problems
from lexkit.service.clients import Clients
from lexkit.service.metrics import REQUESTS, SECONDS, Tally
from lexkit.service.pages import errors
from lexkit.service.quick import TEMPLATE, Words
from lexkit.service.settings import Settings

log = logging.getLogger(__name__)

#: The longest address of a page or an answer (bytes): ten times the longest word, encoded.
LONGEST = 8_192

#: A longer body goes in pieces (bytes), each when the client has taken those before it: so it is
#: within the time of the request that it has to read them, and no answer is kept for one that has
#: ceased to.
_PIECE = 64 << 10

_ID = re.compile(rb"[\w.-]{1,64}", re.ASCII)

_ID_HEADER = b"x-request-id"

#: Goes with every answer: nobody needs to guess what it is.
_ALWAYS = ((b"x-content-type-options", b"nosniff"),)


class Front:
    """``app`` with ids for requests, checked paths, limits of time, counts and logs."""

    def __init__(self, app: Litestar, words: Words, tally: Tally, settings: Settings) -> None:
        self._app = app
        self._words = words
        self._tally = tally
        self._clients = Clients(settings.networks)
        self._seconds = settings.request_seconds
        self._logs = settings.access_log
        self._timed: dict[str, Histogram] = {}
        self._process, self._number = secrets.token_hex(5), 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        if scope["method"] == "HEAD":  # the server leaves the body out
            scope["method"] = "GET"
        headers = dict(scope["headers"])
        request_id = self._id(headers)
        if scope["method"] == "GET" and (quick := self._words.answer(scope, headers)) is not None:
            scope["path_template"] = TEMPLATE
            told = [*quick.headers, (_ID_HEADER, request_id), *_ALWAYS]
            await _reply(send, HTTPStatus.OK, told, quick.body)
            self._count(scope, request_id, HTTPStatus.OK, perf_counter() - began)
            return
        scope["state"] = {
            "id": request_id.decode(),
            "client": self._clients.address(scope),
            "secure": self._is_secure(scope, headers.get(b"x-forwarded-proto")),
        }
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (_ID_HEADER, request_id), *_ALWAYS]
            if message["type"] == "http.response.body" and len(message["body"]) > _PIECE:
                await _in_pieces(send, message["body"], message["more_body"])
            else:
                await send(message)

        try:
            if wrong := _wrong(scope):
                await self._refuse(scope, receive, answer, *wrong)
            else:
                scope["path"] = scope["raw_path"].decode("ascii")
                await self._within(scope, receive, answer)
        except TimeoutError:
            if status:
                raise  # the client sees that the answer breaks off
            says = f"it took longer than {self._seconds} seconds"
            await self._refuse(scope, receive, answer, HTTPStatus.REQUEST_TIMEOUT, says)
        finally:
            self._count(scope, request_id, status, perf_counter() - began)

    def _id(self, headers: Mapping[bytes, bytes]) -> bytes:
        """The id that the client, or a balancer, gives the request; else a new one."""
        given = headers.get(_ID_HEADER)
        if given is not None and _ID.fullmatch(given):
            return given
        self._number += 1
        return f"{self._process}{self._number:06x}".encode()

    async def _within(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in the time that a request has: a client may send its body drop by drop."""
        async with asyncio.timeout(self._seconds):
            await self._app(scope, receive, send)

    async def _refuse(
        self, scope: HTTPScope, receive: Receive, send: Send, status: HTTPStatus, says: str
    ) -> None:
        """Answer what does not get to the application, as it would."""
        found = problems.problem(status, says, None, scope["state"]["id"])
        if errors.is_page(scope["raw_path"].decode("latin-1")):
            # An address that cannot be read is none to come back to.
            shown: Any = {**scope, "path": "/", "query_string": b"", "litestar_app": self._app}
            request = Request[Any, Any, Any](shown)
            page = errors.error_page(request, found).to_asgi_response(None, request)
            await page(shown, receive, send)
            return
        body = problems.encoded(found)
        headers = [
            (b"content-type", problems.MEDIA_TYPE.encode()),
            (b"content-length", str(len(body)).encode()),
        ]
        await _reply(send, status, headers, body)

    def _is_secure(self, scope: HTTPScope, forwarded: bytes | None) -> bool:
        """Whether HTTPS is spoken, or a balancer of ours says that it was asked over it."""
        if scope["scheme"] == "https":
            return True
        return forwarded == b"https" and self._clients.is_balancer(scope)

    def _count(self, scope: HTTPScope, request_id: bytes, status: int, seconds: float) -> None:
        route = scope.get("path_template") or "unknown"
        method = scope["method"] if route != "unknown" else "ANY"
        self._tally.add(REQUESTS, route, method, str(int(status)))
        timed = self._timed.get(route)
        if timed is None:
            timed = self._timed[route] = SECONDS.labels(route)
        timed.observe(seconds)
        if self._logs:
            log.info(
                "request",
                extra={
                    "request": request_id.decode(),
                    "client": self._clients.address(scope),
                    "method": scope["method"],
                    "path": scope["raw_path"].decode("ascii", "backslashreplace"),
                    "status": int(status),
                    "ms": round(seconds * 1000, 2),
                },
            )


def _wrong(scope: HTTPScope) -> tuple[HTTPStatus, str] | None:
    """What is wrong with the address that was asked for."""
    path, query = scope["raw_path"], scope["query_string"]
    if len(path) + len(query) > LONGEST:
        return HTTPStatus.REQUEST_URI_TOO_LONG, f"the address has more than {LONGEST:,} bytes"
    if not path.isascii() or not query.isascii():
        return HTTPStatus.BAD_REQUEST, "the address has letters that are not percent-encoded"
    for part in (path, query):
        if b"%" in part:
            try:
                decoded = unquote_to_bytes(part).decode()
            except UnicodeDecodeError:
                return HTTPStatus.BAD_REQUEST, "the address is not UTF-8"
            if "\0" in decoded:
                return HTTPStatus.BAD_REQUEST, "the address has a NUL in it"
    return None


async def _reply(
    send: Send, status: HTTPStatus, headers: Iterable[tuple[bytes, bytes]], body: bytes
) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _in_pieces(send: Send, body: bytes, more: bool) -> None:
    for begin in range(0, len(body), _PIECE):
        end = begin + _PIECE
        await send(
            {
                "type": "http.response.body",
                "body": body[begin:end],
                "more_body": more or end < len(body),
            }
        )

"""The question that games ask all the time, answered without the framework.

Whether one word counts is looked up in a fraction of the time that Litestar takes to find the
handler and to write its answer. So a plain `GET /v1/rulesets/{ruleset}/words/{word}` is answered
here, and what was asked lately is not looked up again. The route is Litestar's all the same: it
describes it, and answers what is out of the ordinary (a release, a condition, another site's page,
an error), with the same bytes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote, unquote_to_bytes

import msgspec
from litestar.types import HTTPScope

from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from lexkit.service.metrics import WORDS_CHECKED, Tally
from lexkit.service.replies import COMPRESSED, NEWEST, tag_of
from lexkit.service.shelf import Shelf

#: The template of the path in Litestar's words.
TEMPLATE = "/v1/rulesets/{ruleset:str}/words/{word:str}"

#: How much of answers is kept (bytes): some ten thousand of them.
KEPT = 8 << 20

#: What an answer takes besides its body, more or less (bytes).
_BESIDE = 300

#: A longer word is not for here.
_LONGEST = 1_000

_encode = msgspec.json.Encoder().encode


class Quick(NamedTuple):
    """An answer: its body and headers; the status is 200."""

    body: bytes
    headers: list[tuple[bytes, bytes]]


class Words:
    """Answers for the newest lexicons of ``shelf``."""

    def __init__(self, shelf: Shelf, tally: Tally) -> None:
        self._shelf = shelf
        self._tally = tally
        self._lexicons: Mapping[str, Lexicon] = {}
        #: Bodies by path, the oldest first: bytes alone, as everything else would be gone through
        #: by the garbage collector again and again while somebody waits.
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        #: What the answers that are kept take (bytes), more or less.
        self.size = 0

    def answer(self, scope: HTTPScope, headers: Mapping[bytes, bytes]) -> Quick | None:
        """The answer to a request, or `None` if it is for the framework to answer."""
        if scope["query_string"] or b"if-none-match" in headers or b"origin" in headers:
            return None
        if self._lexicons is not self._shelf.lexicons:
            self._lexicons, self.size = self._shelf.lexicons, 0
            self._kept.clear()
        path = scope["raw_path"]
        parts = path.split(b"/")
        if len(parts) != 6 or parts[:3] != [b"", b"v1", b"rulesets"] or parts[4] != b"words":
            return None
        lexicon = self._lexicons.get(unquote(parts[3].decode("latin-1")))
        if lexicon is None or len(path) > _LONGEST:
            return None
        body = self._kept.get(path) or self._found(path, parts[5], lexicon)
        if body is None:
            return None
        if len(body) >= COMPRESSED and b"gzip" in headers.get(b"accept-encoding", b""):
            return None
        self._tally.add(WORDS_CHECKED, lexicon.ruleset)
        told = [
            (b"etag", tag_of(lexicon).encode()),
            (b"cache-control", NEWEST),
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
        ]
        return Quick(body, told)

    def _found(self, path: bytes, raw: bytes, lexicon: Lexicon) -> bytes | None:
        try:
            word = unquote_to_bytes(raw).decode()
        except UnicodeDecodeError:
            return None
        # What wild keys stand for, and neighbours, take too long to find for others to wait.
        if not path.isascii() or "\0" in word or lexicon.is_wild(word):
            return None
        try:
            verdict = lexicon.verdict(word)
        except LexkitError:  # of an empty word
            return None
        if verdict.verdict is Verdict.UNATTESTED:
            return None
        body = _encode(lexicon.completed(verdict))
        self._kept[path] = body
        self.size += len(body) + _BESIDE
        while self.size > KEPT:
            _, oldest = self._kept.popitem(last=False)
            self.size -= len(oldest) + _BESIDE
        return body

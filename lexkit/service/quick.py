"""The question that games ask all the time, answered without the framework.

Whether one word counts is looked up in a fraction of the time that Litestar takes to find the
handler and to write its answer. So a plain `GET /v1/rulesets/{ruleset}/words/{word}` is answered
here. The route is Litestar's all the same: it describes it, and answers what is out of the
ordinary (a release, a condition, an error), with the same bytes.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from litestar.types import HTTPScope
from prometheus_client import Counter

from lexkit.errors import LexkitError
from lexkit.model import Verdict
from lexkit.service.metrics import WORDS_CHECKED
from lexkit.service.replies import COMPRESSED, NEWEST, segment, tag_of
from lexkit.service.shelf import Shelf

#: The template of the path in Litestar's words.
TEMPLATE = "/v1/rulesets/{ruleset:str}/words/{word:str}"

_encode = msgspec.json.Encoder().encode


class Quick(NamedTuple):
    """An answer: its body and headers; the status is 200."""

    body: bytes
    headers: list[tuple[bytes, bytes]]


class Words:
    """Answers for the newest lexicons of ``shelf``."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._counters: dict[str, Counter] = {}

    def answer(self, scope: HTTPScope) -> Quick | None:
        """The answer to a request, or `None` if it is for the framework to answer."""
        parts = scope["raw_path"].decode("ascii").split("/")
        if len(parts) != 6 or parts[4] != "words" or scope["query_string"]:
            return None
        _, version, rulesets, ruleset, _, word = parts
        if not word or version != "v1" or rulesets != "rulesets":
            return None
        compressed = False
        for name, value in scope["headers"]:
            if name == b"if-none-match":
                return None
            if name == b"accept-encoding":
                compressed = b"gzip" in value
        lexicon = self._shelf.lexicons.get(segment(ruleset))
        # What wild keys stand for, and neighbours, take too long to find for others to wait.
        if lexicon is None or lexicon.is_wild(text := segment(word)):
            return None
        try:
            found = lexicon.verdict(text)
        except LexkitError:  # of an empty word
            return None
        if found.verdict is Verdict.UNATTESTED:
            return None
        body = _encode(lexicon.completed(found))
        if compressed and len(body) >= COMPRESSED:
            return None
        counter = self._counters.get(ruleset)
        if counter is None:
            counter = self._counters[ruleset] = WORDS_CHECKED.labels(lexicon.ruleset)
        counter.inc()
        headers = [
            (b"etag", tag_of(lexicon).encode()),
            (b"cache-control", NEWEST),
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
        ]
        return Quick(body, headers)

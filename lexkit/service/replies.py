"""What the answers of a lexicon have in common: a tag with its version, how long they keep."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import unquote

import msgspec
from litestar import Request
from litestar.openapi.spec import Example
from litestar.params import Parameter, QueryParameter
from litestar.response.base import ASGIResponse

from lexkit.lexicon import RELEASE, Lexicon
from lexkit.service import examples

#: What `lexkit.service.front` refuses everywhere, said of parameters.
NO_NUL = r"^[^\x00]*$"

#: A ruleset as a segment of a path; it is decoded by the handler (`lexkit.service.front`).
RulesetInPath = Annotated[
    str,
    Parameter(
        description="A ruleset as /v1/rulesets names it.",
        examples=[Example(value=examples.RULESET)],
    ),
]

#: A release to be asked instead of the newest lexicon.
Pinned = Annotated[
    str | None,
    QueryParameter(
        name="lexicon",
        required=False,
        pattern=NO_NUL,
        description="A release, by its name: its answers never change.",
        examples=[Example(value=examples.RELEASE)],
    ),
]

_ENCODER = msgspec.json.Encoder()

#: Answers of the newest lexicon may be a minute old; those of a release are never another.
NEWEST, _RELEASE = b"public, max-age=60", b"public, max-age=31536000, immutable"

#: Bodies of so many bytes are compressed: smaller ones go in one packet either way.
COMPRESSED = 1400


def segment(raw: str) -> str:
    """A segment of a path as it was meant; `front` has seen to it that it can be decoded."""
    return unquote(raw) if "%" in raw else raw


def tag_of(lexicon: Lexicon, part: str = "") -> str:
    """The tag of an answer of ``lexicon``."""
    return f'W/"{lexicon.version}{part}"'


def reply(
    request: Request[Any, Any, Any], lexicon: Lexicon, content: object, part: str = ""
) -> ASGIResponse:
    """``content`` as the answer of ``lexicon``, or that the client has it already.

    The address and the lexicon's version say all that shapes an answer; ``part`` is what else
    there may be. The tag is a weak one, as the answer may be sent compressed;
    it is compared with those that the client has as RFC 9110 (13.1.2) says, weak or not.
    """
    tag = tag_of(lexicon, part)
    kept = _RELEASE if RELEASE in lexicon.manifest else NEWEST
    headers = {"etag": tag, "cache-control": kept.decode()}
    known = {each.strip().removeprefix("W/") for each in
             request.headers.get("if-none-match", "").split(",")}  # fmt: skip
    if tag.removeprefix("W/") in known or "*" in known:
        return ASGIResponse(status_code=304, headers=headers)
    return ASGIResponse(body=_ENCODER.encode(content), headers=headers)

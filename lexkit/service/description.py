"""The description of the API (OpenAPI), complete: what Litestar tells of it, and what it cannot.

Litestar derives it from the handlers. From their types it leaves out what msgspec checks besides
(how long a text may be, that no other field is known), and examples lose their nulls.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import lexkit
from lexkit.model import Answer
from lexkit.service import examples, proposals, rulesets, searches, tokens, words

#: The types of bodies, whose schemas msgspec knows best.
_TYPES = (
    Answer, words.Words, words.Checked, searches.Results, rulesets.Rulesets, rulesets.Details,
    rulesets.Changes, proposals.Proposed, proposals.Replies, proposals.Public, proposals.Listed,
    proposals.Decision, proposals.Decided, tokens.Wanted, tokens.Told, tokens.All,
)  # fmt: skip

_CHECK = "/v1/rulesets/{ruleset}/check"

#: By path and method: an example of what is asked and of what is answered.
_EXAMPLES = {
    ("/v1/rulesets/{ruleset}/words/{word}", "get"): (None, examples.ANSWER),
    (_CHECK, "post"): (examples.MOVE, examples.CHECKED),
    ("/v1/proposals", "post"): (examples.PROPOSED, None),
    ("/v1/proposals/{number}/decision", "post"): (examples.DECISION, None),
}


class Description(JsonRenderPlugin):
    """The description as JSON. Below its address Litestar answers everything itself, so that is a
    whole one: else it would answer all that is not there below /v1."""

    def __init__(self) -> None:
        super().__init__(path=("/", "/openapi.json"))
        self._body: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description in full; it is put together once."""
        if self._body is None:
            self._body = msgspec.json.encode(completed(openapi_schema))
        return self._body


def completed(told: dict[str, Any]) -> dict[str, Any]:
    """What Litestar tells (``told``), with what it leaves out."""
    told = deepcopy(told)
    _, schemas = msgspec.json.schema_components(_TYPES, ref_template="#/components/schemas/{name}")
    told["components"]["schemas"] |= schemas
    asked = {"schema": {"$ref": "#/components/schemas/Words"}}
    lines = {
        # Whatever it is: what is wrong with a line is the answer to that line.
        "schema": {"description": "A word a line, in quotes."},
        "examples": {"two words": {"value": examples.LINES}},
    }
    told["paths"][_CHECK]["post"]["requestBody"] = {
        "required": True,
        "content": {"application/json": asked, "application/x-ndjson": lines},
    }
    for (path, method), (sent, answered) in _EXAMPLES.items():
        operation = told["paths"][path][method]
        if sent is not None:
            content = operation["requestBody"]["content"]["application/json"]
            content["examples"] = {"example": {"value": sent}}
        if answered is not None:
            content = operation["responses"]["200"]["content"]["application/json"]
            content["examples"] = {"example": {"value": answered}}
    answers = told["paths"][_CHECK]["post"]["responses"]["200"]["content"]
    answers["application/x-ndjson"] = {"schema": {"type": "string"}}
    return told


def config() -> OpenAPIConfig:
    """How Litestar describes the API."""
    return OpenAPIConfig(
        title="lexkit",
        version=lexkit.__version__,
        summary="Whether words count in a word game, and why",
        description=(
            "Every answer names the version of the lexicon it comes from (`lexicon`). Errors are"
            " `application/problem+json` and say what to do. Words stand in paths"
            " percent-encoded, once."
        ),
        path="/v1/openapi.json",
        render_plugins=[Description()],
        components=Components(
            security_schemes={
                "token": SecurityScheme(
                    type="http", scheme="bearer", description="A token (`lexkit token create`)."
                )
            }
        ),
        use_handler_docstrings=True,
    )

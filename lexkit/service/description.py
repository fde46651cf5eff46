"""The description of the API (OpenAPI), complete: what Litestar tells of it, and what it cannot.

Litestar derives it from the handlers. From their types it leaves out what msgspec checks besides
(how long a text may be, that no other field is known), and examples lose their nulls.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
from litestar import Controller, Request, get
from litestar.datastructures import State
from litestar.enums import OpenAPIMediaType
from litestar.openapi import OpenAPIConfig
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


class Description(Controller):
    """The description as JSON. (Litestar's own routes for it answer everything else below /v1.)"""

    path = "/v1"

    @get(
        "/openapi.json",
        include_in_schema=False,
        media_type=OpenAPIMediaType.OPENAPI_JSON,
        sync_to_thread=False,
    )
    def description(self, request: Request[Any, Any, State]) -> bytes:
        """The description in full; it is put together once."""
        state = request.app.state
        if "description" not in state:
            told = request.app.openapi_schema.to_schema()
            state["description"] = msgspec.json.encode(completed(told))
        body: bytes = state["description"]
        return body


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
        openapi_controller=Description,  # type: ignore[arg-type]  # of its own kind, it says
        components=Components(
            security_schemes={
                "token": SecurityScheme(
                    type="http", scheme="bearer", description="A token (`lexkit token create`)."
                )
            }
        ),
        use_handler_docstrings=True,
    )

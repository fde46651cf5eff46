"""Errors as `application/problem+json` (RFC 9457): what is wrong, and what to do about it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from lexkit.access.tokens import TakenError, UnknownTokenError
from lexkit.database.connection import UnavailableError
from lexkit.errors import LexkitError
from lexkit.review.records import MovedError, UnknownError
from lexkit.review.told import ProposalTold, proposal_json
from lexkit.service.shelf import UnknownNameError

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"

#: How long to wait before asking again for what needs the database (seconds).
AGAIN = 5


class Problem(msgspec.Struct, omit_defaults=True):
    """What is wrong: ``title`` names the status, ``detail`` the case, ``remedy`` what to do.

    ``request`` is the id by which the logs know the request; ``current`` is, for a decision that
    came too late, the proposal as it is now.
    """

    title: str
    status: int
    detail: str
    type: str = "about:blank"
    remedy: str = ""
    request: str = ""
    current: ProposalTold | None = None


class RefusedError(LexkitError):
    """A request that is refused with ``status``; ``headers`` go with the answer."""

    def __init__(
        self,
        status: HTTPStatus,
        message: str,
        remedy: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message, remedy=remedy)
        self.status = status
        self.headers = dict(headers or {})


def problem(status: int, detail: str, remedy: str | None = None, request: str = "") -> Problem:
    """The problem of this ``status``."""
    return Problem(HTTPStatus(status).phrase, status, detail, remedy=remedy or "", request=request)


def encoded(found: Problem) -> bytes:
    """``found`` as JSON."""
    return msgspec.json.encode(found)


def of_lexkit(request: Request[Any, Any, Any], error: LexkitError) -> Response[Problem]:
    """The answer to a request that met ``error``."""
    headers: dict[str, str] = {}
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    match error:
        case RefusedError():
            status, headers = error.status, error.headers
        case UnknownNameError() | UnknownError() | UnknownTokenError():
            status = HTTPStatus.NOT_FOUND
        case TakenError():
            status = HTTPStatus.CONFLICT
        case UnavailableError():
            status, headers = HTTPStatus.SERVICE_UNAVAILABLE, {"Retry-After": str(AGAIN)}
            log.error("database unavailable", extra={"error": str(error)})
    found = problem(status, error.message, error.remedy, _id(request))
    if isinstance(error, UnavailableError):
        # Where the database is, and why it fails, is for the logs.
        found.detail, found.remedy = "the database cannot be used just now", "try again later"
    return _response(found, headers)


def of_moved(request: Request[Any, Any, Any], error: MovedError) -> Response[Problem]:
    """The answer to a decision that came too late."""
    found = problem(HTTPStatus.CONFLICT, error.message, "look at it again", _id(request))
    found.current = proposal_json(error.current)
    return _response(found)


def of_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """The answer to what Litestar refuses."""
    detail = error.detail
    if type(error) is InternalServerException:
        # Litestar's own: the client has left before all of its body was there. Nobody reads this,
        # but it is counted, and is no defect of ours.
        return _response(problem(HTTPStatus.BAD_REQUEST, detail, None, _id(request)))
    if isinstance(error.extra, list):
        told = (f"{each.get('key', 'it')}: {each.get('message')}" for each in error.extra)
        detail = "; ".join(told) or detail
    return _response(problem(error.status_code, detail, None, _id(request)), error.headers)


def of_defect(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer to what nobody has foreseen; the traceback goes to the logs."""
    log.exception("defect", exc_info=error, extra={"request": _id(request)})
    found = problem(HTTPStatus.INTERNAL_SERVER_ERROR, "a defect of lexkit", None, _id(request))
    found.remedy = "tell its maintainers the id of the request"
    return _response(found)


HANDLERS: dict[int | type[Exception], Callable[[Request[Any, Any, Any], Any], Response[Any]]] = {
    LexkitError: of_lexkit,
    MovedError: of_moved,
    HTTPException: of_http,
    Exception: of_defect,
}


def documented(*statuses: int) -> dict[int, ResponseSpec]:
    """The problems that a route may answer with, for its description."""
    return {
        status: ResponseSpec(
            Problem,
            generate_examples=False,
            media_type=MEDIA_TYPE,
            description=HTTPStatus(status).phrase,
            examples=[Example(value=msgspec.to_builtins(problem(status, _EXAMPLES[status])))],
        )
        for status in statuses
    }


_EXAMPLES = {
    400: "limit: Expected `int` <= 10000",
    401: "the token is none, or holds no longer",
    403: "this takes the role maintainer",
    404: "there is no ruleset 'chess'",
    409: "Tischfee has been decided by ida meanwhile",
    413: "more than 10,000 words",
    422: "the pattern is empty",
    415: "send application/json or application/x-ndjson",
    429: "asked too often",
    503: "the database cannot be used just now",
}


def _id(request: Request[Any, Any, Any]) -> str:
    return str(request.scope["state"].get("id", ""))


def _response(found: Problem, headers: Mapping[str, str] | None = None) -> Response[Problem]:
    return Response(
        found, status_code=found.status, media_type=MEDIA_TYPE, headers=dict(headers or {})
    )

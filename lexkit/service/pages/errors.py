"""Errors on pages: said in plain words, with what to do, where the API has problem+json."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from litestar import Request, Response

from lexkit.service.desk import desk_of
from lexkit.service.pages import addresses, render
from lexkit.service.problems import Problem, RefusedError

#: First segments of what speaks to programs.
_PROGRAMS = frozenset({"v1", "healthz", "metrics"})

_Handler = Callable[[Request[Any, Any, Any], Any], Response[Any]]


class ToldError(RefusedError):
    """A request that a page refuses; ``text`` is the key of what is said, with its ``values``."""

    def __init__(
        self, status: HTTPStatus, text: str, headers: Mapping[str, str] | None = None,
        **values: object,
    ) -> None:  # fmt: skip
        super().__init__(status, text, headers=headers)
        self.text = text
        self.values = values


class SignInError(RefusedError):
    """The page ``to`` is for people who have signed in."""

    def __init__(self, to: str) -> None:
        super().__init__(HTTPStatus.UNAUTHORIZED, "nobody is signed in")
        self.to = to


def handlers(of_api: Mapping[int | type[Exception], _Handler]) -> dict[Any, _Handler]:
    """The handlers of the API, whose answers become pages where pages were asked for."""
    return {kind: _paged(handler) for kind, handler in of_api.items()}


def is_page(path: str) -> bool:
    """Whether a person asks for ``path``, and not a program."""
    return path.startswith("/") and path.split("/", 2)[1] not in _PROGRAMS


def _paged(handler: _Handler) -> _Handler:
    def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        if isinstance(error, SignInError):
            return render.moved(addresses.sign_in(error.to), [render.forgotten()])
        found = handler(request, error)
        if not is_page(request.scope["path"]):
            return found
        return error_page(request, found.content, found.headers, error)

    return answer


def error_page(
    request: Request[Any, Any, Any],
    problem: Problem,
    headers: Mapping[str, str] | None = None,
    error: Exception | None = None,
) -> Response[str]:
    """The page that says ``problem``, by its status, or ``error`` if that has a text of its own."""
    language = render.language_of(request)
    if isinstance(error, ToldError):
        says = language.text(error.text, **error.values)
    else:
        key = f"error.{problem.status}"
        says = language.text(key if key in language.texts else "error.other")
    kept = {name: value for name, value in (headers or {}).items() if name.lower() in _KEPT}
    return render.page(
        request, "error.html", status=problem.status, says=says, problem=problem,
        lexicons=desk_of(request.app.state).shelf.lexicons, wait=int(kept.get("Retry-After", 0)),
        headers={**kept, "cache-control": "no-store"},
    )  # fmt: skip


#: Headers of the API's answer that a page has too.
_KEPT = frozenset({"retry-after", "allow"})

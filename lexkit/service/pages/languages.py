"""Changing the language of the pages, by a link."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import FromPath, Parameter

from lexkit.service.pages import addresses, cookies, render
from lexkit.service.pages.language import COOKIE
from lexkit.service.problems import RefusedError
from lexkit.service.replies import segment

#: How long a browser remembers the language (seconds): a year.
_REMEMBERED = 365 * 24 * 3600


@get("/language/{tag:str}", include_in_schema=False, sync_to_thread=False)
def change(
    request: Request[Any, Any, Any],
    tag: FromPath[str],
    to: Annotated[str, Parameter(max_length=10_000)] = "/",
) -> Response[str]:
    """Remember the language, and go back to the page that was left."""
    if segment(tag) not in render.languages_of(request).all:
        raise RefusedError(HTTPStatus.NOT_FOUND, f"there is no language {segment(tag)!r}")
    cookie = cookies.made(request, COOKIE, segment(tag), seconds=_REMEMBERED, samesite="lax")
    return render.moved(addresses.local(to), [cookie])

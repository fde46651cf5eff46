"""Pages made of templates: with the texts of a language, and headers that let nothing else in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from http import HTTPStatus
from typing import Any

import jinja2
from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie

from lexkit.service.pages import addresses, assets
from lexkit.service.pages.language import Language, Languages

#: What a browser may do with a page: show it, with our own style and script, and send its forms
#: back to us.
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:;"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

#: The cookie of somebody who has signed in (`lexkit.service.pages.guard`).
SESSION = "__Host-lexkit-session"

#: A page depends on the language that a cookie or the browser asks for.
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "cache-control": "private, no-cache",
    "vary": "Accept-Language, Cookie",
}


#: The longest query that a page repeats in its links (characters): no form of ours makes one.
_LONGEST_QUERY = 1_000


def page(
    request: Request[Any, Any, Any],
    template: str,
    *,
    status: int = 200,
    about: str | None = None,
    headers: Mapping[str, str] | None = None,
    cookies: Iterable[Cookie] = (),
    **values: object,
) -> Response[str]:
    """The page ``template`` with ``values``, in the language of who asks.

    ``about`` is the language of the game that the page is about (`Languages.of`). Every template
    also has ``t`` (the texts of the language), ``language``, ``languages``, ``fallback`` (the
    language that rulesets are written in), ``url`` (`lexkit.service.pages.addresses`), ``asset``,
    ``here``, the address of the page, and ``signed_in``: whether who asks seems to be, by which
    nothing but the navigation goes.
    """
    languages = languages_of(request)
    language = languages.of(request, about)
    html = _templates().get_template(template).render(
        t=language.text, language=language, languages=languages.all.values(),
        fallback=languages.fallback,
        here=here(request), signed_in=SESSION in request.cookies, **values,
    )  # fmt: skip
    return Response(
        html,
        status_code=status,
        media_type=MediaType.HTML,
        headers={**HEADERS, "content-language": language.tag, **(headers or {})},
        cookies=list(cookies),
    )


def moved(to: str, cookies: Iterable[Cookie] = ()) -> Response[str]:
    """The way to another page, for a browser to take with GET."""
    return Response(
        "",
        status_code=HTTPStatus.SEE_OTHER,
        media_type=MediaType.TEXT,
        headers={"location": to, "cache-control": "no-store"},
        cookies=list(cookies),
    )


def forgotten() -> Cookie:
    """What makes a browser forget the session."""
    return Cookie(SESSION, value="", max_age=0, httponly=True, samesite="lax", secure=True)


def languages_of(request: Request[Any, Any, Any]) -> Languages:
    """The languages of the pages."""
    found: Languages = request.app.state["languages"]
    return found


def language_of(request: Request[Any, Any, Any], about: str | None = None) -> Language:
    """The language to answer ``request`` in (`Languages.of`)."""
    return languages_of(request).of(request, about)


def here(request: Request[Any, Any, Any]) -> str:
    """The address that was asked for, from the first slash on; without a query that is too long."""
    query = request.scope["query_string"].decode("ascii")
    path = str(request.scope["path"])
    return f"{path}?{query}" if 0 < len(query) <= _LONGEST_QUERY else path


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("lexkit.service"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.globals |= {
        "url": addresses, "asset": assets.address, "day": datetime.fromisoformat,
    }  # fmt: skip
    return environment

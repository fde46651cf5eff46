"""What the service is measured against: an empty JSON route, by Litestar and by hand."""

from __future__ import annotations

from litestar import Litestar, get
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Receive, Send

_BODY = b'{"ok":true}'
_HEADERS = [(b"content-type", b"application/json"), (b"content-length", b"11")]


async def by_hand(scope: HTTPScope, receive: Receive, send: Send) -> None:
    """An ASGI application that says the same to everything."""
    if scope["type"] != ScopeType.HTTP:
        raise ValueError("nothing but HTTP")
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _BODY, "more_body": False})


@get("/", sync_to_thread=False)
def _empty() -> dict[str, bool]:
    return {"ok": True}


by_litestar = Litestar([_empty], openapi_config=None)

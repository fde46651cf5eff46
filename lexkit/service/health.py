"""For those who run the service: whether it lives, whether it is ready, what it counts."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from anyio import move_on_after, to_thread
from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from prometheus_client import CONTENT_TYPE_LATEST

import lexkit
from lexkit.access.tokens import Tokens
from lexkit.database.connection import UnavailableError
from lexkit.service import metrics
from lexkit.service.desk import desk_of

#: How long the database may take to say that it is there (seconds): a machine that hangs says
#: nothing, and whoever asks whether words can be looked up must not wait for it.
_PATIENCE = 2.0


class Ready(msgspec.Struct):
    """Whether words can be looked up; without its ``database`` a copy takes no proposals."""

    ready: bool
    version: str
    database: Literal["up", "down"]
    lexicons: dict[str, str]


@get("/healthz", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def health() -> str:
    """The process answers."""
    return "ok"


@get("/healthz/live", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def live() -> str:
    """The process answers."""
    return "ok"


@get("/healthz/ready", include_in_schema=False)
async def ready(request: Request[Any, Any, State]) -> Response[Ready]:
    """Lexicons are open: send it requests. While the database is away it is ready all the same."""
    desk = desk_of(request.app.state)
    lexicons = {name: lexicon.version for name, lexicon in desk.shelf.lexicons.items()}

    def reachable() -> bool:
        try:
            Tokens(desk.store.database).check("")
        except UnavailableError:
            return False
        return True

    up = False
    with move_on_after(_PATIENCE):
        up = await to_thread.run_sync(reachable, limiter=desk.for_database, abandon_on_cancel=True)
    found = Ready(bool(lexicons), lexkit.__version__, "up" if up else "down", lexicons)
    return Response(found, status_code=200 if lexicons else 503)


@get("/metrics", include_in_schema=False)
async def counts(request: Request[Any, Any, State]) -> Response[bytes]:
    """The counts of all processes of this copy, for Prometheus."""
    desk = desk_of(request.app.state)
    desk.tally.tell()
    found = await to_thread.run_sync(metrics.exposed, desk.shelf.lexicons)
    return Response(found, media_type=CONTENT_TYPE_LATEST)

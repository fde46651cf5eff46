"""The application: routes, errors, the description of the API, and what runs beside them."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from litestar import HttpMethod, Litestar, Response, route
from litestar.config.compression import CompressionConfig
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, ControllerRouterHandler

from lexkit.service import (
    description,
    health,
    metrics,
    problems,
    proposals,
    rulesets,
    searches,
    tokens,
    words,
)
from lexkit.service.desk import Desk
from lexkit.service.front import Front
from lexkit.service.logs import begin
from lexkit.service.pages import errors, language, routes
from lexkit.service.quick import Words
from lexkit.service.replies import COMPRESSED
from lexkit.service.settings import Settings
from lexkit.workspace import Workspace

log = logging.getLogger(__name__)

#: How often it is looked whether something new is built (seconds).
LOOK_EVERY = 1.0

#: The longest body of a request (bytes), but for lists of words.
MOST_BYTES = 256 << 10


def _options(path: str) -> HTTPRouteHandler:
    """Says which methods ``path`` has, which are two: Litestar's own answer knows the first alone.

    It must be registered before them.
    """

    @route(path, http_method=HttpMethod.OPTIONS, include_in_schema=False, sync_to_thread=False,
           status_code=204)  # fmt: skip
    def options() -> Response[None]:
        return Response(None, headers={"Allow": "GET, OPTIONS, POST"})

    return options


ROUTES: Sequence[ControllerRouterHandler] = (
    _options("/v1/proposals"), _options("/v1/tokens"),
    rulesets.rulesets, rulesets.ruleset, rulesets.changes,
    words.word, words.check, searches.search,
    proposals.propose, proposals.proposals, proposals.proposal, proposals.decide,
    tokens.tokens, tokens.create, tokens.revoke,
    health.health, health.live, health.ready, health.counts,
    *routes.ROUTES,
)  # fmt: skip


def application(place: Workspace, settings: Settings) -> ASGIApp:
    """The service for the lexicons and proposals of ``place``."""
    desk = Desk(place, settings)
    app = Litestar(
        ROUTES,
        state=State({"desk": desk, "languages": language.load(place)}),
        lifespan=[_running],
        exception_handlers=errors.handlers(problems.HANDLERS),
        request_max_body_size=MOST_BYTES,
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=5, minimum_size=COMPRESSED
        ),
        cors_config=CORSConfig(allow_origins=list(settings.origins)) if settings.origins else None,
        openapi_config=description.config(),
        logging_config=None,
    )
    return Front(app, Words(desk.shelf, desk.tally), desk.tally, settings)


def create() -> ASGIApp:
    """The service as `lexkit.service.run` starts it, in a process of its own."""
    begin()
    return application(Workspace.find(), Settings.handed_on())


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    """Look out for new lexicons, and tell what was counted, for as long as the service runs."""
    desk: Desk = app.state["desk"]
    # What is there from the beginning stays: going through it for garbage takes tens of ms.
    gc.collect()
    gc.freeze()
    looking = asyncio.create_task(_look_out(desk))
    try:
        yield
    finally:
        looking.cancel()
        desk.tally.tell()
        desk.close()
        if _orphaned():
            metrics.clear()  # else whoever has started it does


async def _look_out(desk: Desk) -> None:
    while True:
        await asyncio.sleep(LOOK_EVERY)
        if _orphaned():
            log.error("whoever has started this process is gone: it stops too")
            os.kill(os.getpid(), signal.SIGTERM)
            return
        desk.tally.tell()
        try:
            await asyncio.to_thread(desk.shelf.refresh)
        except Exception:  # whatever it is, the next look may find it mended
            log.exception("looking for new lexicons failed")


def _orphaned() -> bool:
    """Whether the process that has started this one has been killed.

    Nobody would stop it then: it would go on to answer at the address, beside those who are started
    in its place.
    """
    parent = multiprocessing.parent_process()
    return parent is not None and os.getppid() != parent.pid

"""Starting the service: processes of Granian that share an address."""

from __future__ import annotations

import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

from granian import Granian
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from lexkit.database.connection import Database, UnavailableError
from lexkit.errors import LexkitError
from lexkit.service.logs import begin
from lexkit.service.settings import Settings
from lexkit.workspace import Workspace

#: How long a client may take to send the head of a request (milliseconds).
_HEAD = 10_000

#: How long requests in progress have when the service is stopped (seconds).
_STOPPING = 10

#: Files in memory, on Linux. The processes count in files that they map, and the system ends who
#: writes to such a file on a full disk: words must be looked up all the same.
_MEMORY = Path("/dev/shm")


def run(place: Workspace, settings: Settings) -> None:
    """Serve until a signal says to stop: what is in progress is answered first.

    Raises `LexkitError` for an address that cannot be listened on, and for what is no address of a
    database.
    """
    _check(settings)
    _check_database(place)
    if place.root is not None:
        os.environ["LEXKIT_WORKSPACE"] = str(place.root)
    settings.hand_on()
    memory = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="lexkit-metrics-", dir=memory) as shared:
        # Before anything of Prometheus is imported: all processes count together, there.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = shared
        server = Granian(
            "lexkit.service.app:create",
            factory=True,
            interface=Interfaces.ASGI,
            address=settings.host,
            port=settings.port,
            workers=settings.workers,
            backlog=4096,
            http1_settings=HTTP1Settings(header_read_timeout=_HEAD),
            respawn_failed_workers=True,
            workers_kill_timeout=_STOPPING,
            log_enabled=True,
            log_level=LogLevels.warning,
            process_name=None,
        )
        begin()
        server.serve()


def _check(settings: Settings) -> None:
    """See that the address is free: Granian's processes would try, and fail, again and again."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise LexkitError(
                f"{settings.host}:{settings.port} cannot be listened on: {error.strerror}",
                remedy="choose another with --port or --host",
            ) from None


def _check_database(place: Workspace) -> None:
    """See that there can be such a database; that it is away is no reason not to start."""
    with suppress(UnavailableError):
        Database(place.database).close()

"""Logs as JSON, a line an event, on standard error."""

from __future__ import annotations

import logging
import sys

from pythonjsonlogger.json import JsonFormatter


def begin() -> None:
    """Log everything from now on, lexkit's own events and what libraries warn of."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonFormatter(
            "{levelname}{name}{message}",
            style="{",
            rename_fields={"levelname": "level", "message": "event"},
            timestamp="at",
            json_ensure_ascii=False,
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("lexkit").setLevel(logging.INFO)
    granian = logging.getLogger("_granian")  # else it writes lines of its own, on standard output
    granian.handlers, granian.propagate = [], True

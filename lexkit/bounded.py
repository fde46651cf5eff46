"""Work that may not take for ever: what others wrote, such as the patterns of a manifest.

Python's regular expressions try all ways in which a pattern can meet a text, and for some patterns
these double with each letter. An engine that cannot run away knows no look-ahead, which patterns
over senses need; one that counts its steps is slower by a multiple (docs/design.md has figures). So
the standard engine is interrupted, which it allows for: it looks for signals as it goes.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

#: Work that takes longer is interrupted, within twice this time (seconds of the processor).
PATIENCE = 1.0


class TookTooLongError(Exception):
    """The work was interrupted."""


class _Watch:
    """Looks every so often whether it still sees the same piece of work.

    A timer for each piece would take a quarter of the time of short ones. So one timer goes on
    while there is work, and stops itself when there is none.
    """

    def __init__(self) -> None:
        self.turn = self.seen = 0
        self.at_work = self.ticking = False

    def start(self) -> None:
        """Start the timer where there is one: not on Windows, nor in any but the main thread."""
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGVTALRM, self._look)
            signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE, PATIENCE)
            self.ticking = True

    def _look(self, _: int, __: FrameType | None) -> None:
        if not self.at_work:
            self.stop()
        elif self.turn == self.seen:
            raise TookTooLongError
        self.seen = self.turn

    def stop(self) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, signal.SIG_IGN)
        self.ticking = False

    def forget(self) -> None:
        """In a process that was forked, the timer does not go on."""
        self.ticking = self.at_work = False


_watch = _Watch()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_watch.forget)


def bounded(work: Callable[[], T]) -> T:
    """What ``work`` returns; raises `TookTooLongError` if it takes longer than `PATIENCE` or so.

    One piece of work may not be inside another. There is no bound on Windows, which has no such
    timer, and in threads but the main one; sources are read in the main thread of a process.
    """
    if not _watch.ticking:
        _watch.start()
    _watch.turn += 1
    _watch.at_work = True
    try:
        return work()
    finally:
        _watch.at_work = False

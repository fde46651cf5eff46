"""Progress on standard error: a line on a terminal after a second of work, nothing when piped."""

from __future__ import annotations

import sys
from types import TracebackType


class Progress:
    """A tqdm bar over bytes if ``total`` may be known, else the time that has passed.

    tqdm is imported only here, so that commands that fetch nothing do not pay for it.
    """

    def __init__(
        self, label: str, *, counts: bool = False, total: int | None = None, done: int = 0
    ) -> None:
        from tqdm import tqdm

        self._bar = tqdm(
            desc=label,
            total=total,
            initial=done,
            unit="B",
            unit_scale=True,
            bar_format=None if counts else "{desc} {elapsed}",
            disable=None,
            delay=1,
            leave=False,
            file=sys.stderr,
        )

    def add(self, count: int) -> None:
        """``count`` more bytes are there."""
        self._bar.update(count)

    def tick(self) -> None:
        """Nothing to count, but still at work."""
        self._bar.update(0)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.close()

"""Progress of long work: on a terminal only, after a second, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

#: Work shorter than this shows no bar (seconds).
DELAY = 1.0


def progress(items: Iterable[T], says: str, unit: str, total: int | None = None) -> Iterator[T]:
    """``items``, shown going by as ``says``; nothing is shown when standard error is piped."""
    from tqdm import tqdm  # here: a build that finds nothing to do should not wait for it

    bar = tqdm(
        items, desc=says, unit=f" {unit}", total=total, delay=DELAY, disable=None, leave=False,
        file=sys.stderr, unit_scale=True,
    )  # fmt: skip
    return iter(bar)

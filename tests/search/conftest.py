"""Small lexicons of columns to search, and strategies that make words and games."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from lexkit import columns
from lexkit.columns import Columns

Indexed = Callable[[Iterable[str]], Columns]


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    """What makes columns of words."""
    path = tmp_path_factory.mktemp("columns") / columns.FILE

    def index(words: Iterable[str]) -> Columns:
        path.unlink(missing_ok=True)
        columns.build(sorted(set(words)), path)
        return Columns(path)

    return index

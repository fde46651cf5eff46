"""The runtime automaton: all words of a lexicon in one small file.

It is a DAWG as DAWG2 writes it; `docs/performance.md` says how that library was chosen. The file
of a `CompletionDAWG` begins with that of a plain `DAWG`, which is all that look-ups need and is
what opening loads; the rest is loaded when words are to be listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import dawg

from lexkit.errors import LexkitError

#: The name of the file in a lexicon's folder.
FILE = "words.dawg"


def library() -> str:
    """The library that shapes the file, with its version."""
    # Imported here: it takes as long as the rest of a check together.
    from importlib.metadata import version

    return f"DAWG2 {version('DAWG2')}"


def build(words: Iterable[str], path: Path) -> None:
    """Write the automaton of ``words`` to ``path``: the same bytes in whatever order they come.

    The words hold neither NUL nor are they empty: no form with either is ever read.
    """
    dawg.CompletionDAWG(sorted(set(words)), input_is_sorted=True).save(str(path))


class Automaton:
    """An automaton opened from ``path``: membership, prefixes, iteration."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._words = self._load(dawg.DAWG())

    def _load(self, empty: Any) -> Any:
        try:
            return empty.load(str(self._path))
        except OSError:
            raise LexkitError(
                "no automaton can be read here", path=self._path, remedy="build the lexicon again"
            ) from None

    @cached_property
    def _listed(self) -> Any:
        return self._load(dawg.CompletionDAWG())

    def __contains__(self, letters: str) -> bool:
        return letters in self._words

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word begins with ``prefix``."""
        return bool(self._listed.has_keys_with_prefix(prefix))

    def words(self, prefix: str = "") -> Iterator[str]:
        """The words that begin with ``prefix``, sorted by code point."""
        return iter(self._listed.iterkeys(prefix))

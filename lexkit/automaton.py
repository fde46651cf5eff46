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


class Automaton(dawg.DAWG):  # type: ignore[misc]  # it has no types
    """An automaton opened from ``path``: membership (``letters in automaton``), prefixes, words.

    It is a DAWG rather than has one, so that a look-up costs no call in Python.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        try:
            #: Kept open: a new build removes the file, and the words may be asked for later.
            self._file = path.open("rb")
            self.load(str(path))
        except OSError:
            raise LexkitError(
                "no automaton can be read here", path=path, remedy="build the lexicon again"
            ) from None

    def __del__(self) -> None:
        """Let go of the file."""
        if hasattr(self, "_file"):
            self._file.close()

    @cached_property
    def _listed(self) -> Any:
        with self._file as file:
            listed = dawg.CompletionDAWG()
            listed.read(file)
        return listed

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word begins with ``prefix``."""
        return bool(self._listed.has_keys_with_prefix(prefix))

    def words(self, prefix: str = "") -> Iterator[str]:
        """The words that begin with ``prefix``, sorted by code point."""
        return iter(self._listed.iterkeys(prefix))

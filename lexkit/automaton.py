"""The runtime automaton: all words of a lexicon in one file that is mapped, not loaded.

`docs/performance.md` says how marisa-trie was chosen. Several processes that open the same file
share its pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

import marisa_trie

from lexkit.errors import LexkitError

#: The name of the file in a lexicon's folder.
FILE = "words.marisa"


def library() -> str:
    """The library that shapes the file, with its version."""
    return f"marisa-trie {version('marisa-trie')}"


def build(words: Iterable[str], path: Path) -> None:
    """Write the automaton of ``words`` to ``path``: the same bytes in whatever order they come."""
    marisa_trie.Trie(sorted(set(words))).save(str(path))


class Automaton:
    """An automaton opened from ``path``: membership, prefixes, iteration."""

    def __init__(self, path: Path) -> None:
        self._trie = marisa_trie.Trie()
        try:
            self._trie.mmap(str(path))
        except (OSError, RuntimeError) as error:
            raise LexkitError(
                f"no automaton: {error}", path=path, remedy="build the lexicon again"
            ) from None

    def __contains__(self, letters: str) -> bool:
        return letters in self._trie

    def __len__(self) -> int:
        return len(self._trie)

    def has_prefix(self, prefix: str) -> bool:
        """Whether any word begins with ``prefix``."""
        return bool(self._trie.has_keys_with_prefix(prefix))

    def words(self, prefix: str = "") -> Iterator[str]:
        """The words that begin with ``prefix``, in the order of the automaton."""
        return iter(self._trie.iterkeys(prefix))

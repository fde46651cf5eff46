"""A process that holds a lexicon: `python -m benchmarks.holder KIND FOLDER WORDS`.

It looks up the words of a file, as a service would have by the time its memory is measured.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.memory import stay
from benchmarks.timing import fresh
from lexkit.lexicon import WORDS, Lexicon


def words_of(folder: Path) -> frozenset[str]:
    """The accepted words of a lexicon as a frozenset, with strings nobody has hashed before."""
    with (folder / WORDS).open(encoding="utf-8", newline="\n") as file:
        return frozenset(line[:-1] for line in file)


def nothing(_: Path, __: list[str]) -> object:
    """What the others are compared with: everything is imported and nothing is held."""
    return None


def opened(folder: Path, keys: list[str]) -> object:
    """The lexicon, for look-ups alone."""
    lexicon = Lexicon(folder)
    return lexicon, sum(key in lexicon for key in keys)


def answering(folder: Path, keys: list[str]) -> object:
    """The lexicon, after it has explained a verdict on each word: the ledger is open."""
    lexicon = Lexicon(folder)
    for key in keys:
        lexicon.answer(key)
    return lexicon


def frozen(folder: Path, keys: list[str]) -> object:
    """The frozenset."""
    words = words_of(folder)
    return words, sum(key in words for key in keys)


KINDS: dict[str, Callable[[Path, list[str]], object]] = {
    "nothing": nothing,
    "opened": opened,
    "answering": answering,
    "frozenset": frozen,
}


if __name__ == "__main__":
    kind, folder_name, keys_name = sys.argv[1:]
    asked = fresh(Path(keys_name).read_bytes().split(b"\n"))
    stay(lambda: KINDS[kind](Path(folder_name), asked))

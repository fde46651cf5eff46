"""The letters, one word a line: what every program can read."""

from __future__ import annotations

from pathlib import Path

from lexkit.formats.base import breaks_lines, refuse, words
from lexkit.lexicon import Lexicon

SUMMARY = "the letters, one word a line, sorted by code point"
SUFFIX = ".txt"
STREAMS = True


def write(lexicon: Lexicon, path: Path) -> None:
    """Write the words in UTF-8, each ended by a line feed."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for word in words(lexicon):
            if breaks_lines(word):
                refuse(word, "it holds a line break")
            file.write(f"{word}\n")

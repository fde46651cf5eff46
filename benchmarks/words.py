"""Words to ask for, drawn the same way in every run."""

from __future__ import annotations

import random
from pathlib import Path

SEED = 20

Words = list[str]


def read_words(path: Path) -> Words:
    """The distinct words of a file, one a line, by code point."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return sorted({line.strip() for line in lines} - {""})


def letters_of(words: Words) -> str:
    """Every letter that the words use, once."""
    return "".join(sorted(set("".join(words))))


def exchanged(word: str, letters: str, dice: random.Random) -> str:
    """A word with one letter exchanged."""
    at = dice.randrange(len(word))
    return word[:at] + dice.choice(letters) + word[at + 1 :]


def misses_for(words: Words, count: int, dice: random.Random) -> Words:
    """Strings that are not among the words, but one letter from one of them."""
    known, letters = set(words), letters_of(words)
    found: Words = []
    while len(found) < count:
        other = exchanged(dice.choice(words), letters, dice)
        if other not in known:
            found.append(other)
    return found

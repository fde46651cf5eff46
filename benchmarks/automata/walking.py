"""Searching for words: letter by letter where a structure allows it, else by trying every word."""

from __future__ import annotations

import mmap
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol


class Steps(Protocol):
    """A lexicon walked letter by letter."""

    root: Any

    def step(self, node: Any, letter: str) -> Any:
        """The node after this letter, or None if no word goes on like that."""

    def ends(self, node: Any) -> bool:
        """Whether the letters so far are a word."""


class PrefixSteps:
    """Steps made of a prefix test: a node is the string so far, tested from the root anew."""

    root = ""

    def __init__(self, has_prefix: Callable[[str], bool], contains: Callable[[str], bool]) -> None:
        self._has_prefix = has_prefix
        self.ends = contains

    def step(self, node: str, letter: str) -> str | None:
        """`node` with `letter` behind it, if words start so."""
        prefix = node + letter
        return prefix if self._has_prefix(prefix) else None


class DawgSteps:
    """The file of dawg.CompletionDAWG (or DAWG), mapped and walked in Python.

    The file is dawgdic's double array: a count, then 32-bit units. A unit holds its label in the
    low eight bits, bit 8 says that a word ends here, bit 9 that the offset is shifted, bits 10
    and up are the offset. The child by label c of the unit at i is at `i ^ offset ^ c`, and
    exists if its label is c.
    """

    root = 0

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        count = int.from_bytes(self._map[:4], "little")
        self._units = memoryview(self._map)[4 : 4 + 4 * count].cast("I")
        self._labels: dict[str, bytes] = {}

    def step(self, node: int, letter: str) -> int | None:
        """The unit after the bytes of this letter."""
        labels = self._labels.get(letter)
        if labels is None:
            labels = self._labels[letter] = letter.encode()
        units = self._units
        for label in labels:
            unit = units[node]
            node ^= ((unit >> 10) << ((unit & 0x200) >> 6)) ^ label
            if units[node] & 0x800000FF != label:
                return None
        return node

    def ends(self, node: int) -> bool:
        """Whether a word ends at this unit."""
        return bool(self._units[node] & 0x100)

    def __contains__(self, word: str) -> bool:
        """Whether a word is in the file; the empty word never is."""
        node: int | None = self.root
        for letter in word:
            if (node := self.step(node or 0, letter)) is None:
                return False
        return bool(word) and self.ends(node or 0)


def walk_pattern(steps: Steps, pattern: str, alphabet: str) -> set[str]:
    """Words that match a pattern of letters, `?` (one letter) and `*` (any number)."""
    found: set[str] = set()
    stack: list[tuple[Any, int, str]] = [(steps.root, 0, "")]
    while stack:
        node, at, word = stack.pop()
        if at == len(pattern):
            if steps.ends(node):
                found.add(word)
            continue
        sign = pattern[at]
        if sign == "*":
            stack.append((node, at + 1, word))
        for letter in alphabet if sign in "?*" else sign:
            after = steps.step(node, letter)
            if after is not None:
                stack.append((after, at if sign == "*" else at + 1, word + letter))
    return found


def walk_rack(steps: Steps, rack: str, alphabet: str) -> set[str]:
    """Words that can be laid from the letters of a rack, `?` being a blank."""
    found: set[str] = set()
    tiles = Counter(rack)

    def go(node: Any, word: str) -> None:
        if word and steps.ends(node):
            found.add(word)
        blank = tiles["?"] > 0
        for letter in alphabet if blank else [t for t in tiles if tiles[t] > 0]:
            tile = letter if tiles[letter] > 0 else "?"
            after = steps.step(node, letter)
            if after is not None:
                tiles[tile] -= 1
                go(after, word + letter)
                tiles[tile] += 1

    go(steps.root, "")
    return found


def walk_near(steps: Steps, word: str, alphabet: str) -> set[str]:
    """Words at an edit distance of at most one (insert, drop, replace)."""
    found: set[str] = set()
    stack: list[tuple[Any, int, int, str]] = [(steps.root, 0, 1, "")]
    while stack:
        node, at, left, so_far = stack.pop()
        if at == len(word):
            if steps.ends(node):
                found.add(so_far)
        elif left:
            stack.append((node, at + 1, 0, so_far))
        for letter in alphabet if left else word[at : at + 1]:
            after = steps.step(node, letter)
            if after is None:
                continue
            same = at < len(word) and letter == word[at]
            if at < len(word):
                stack.append((after, at + 1, left if same else 0, so_far + letter))
            if left:
                stack.append((after, at, 0, so_far + letter))
    return found


def as_regex(pattern: str) -> re.Pattern[str]:
    """A pattern of letters, `?` and `*` as a regular expression."""
    return re.compile(re.escape(pattern).replace(r"\?", ".").replace(r"\*", ".*"))


def fixed_start(pattern: str) -> str:
    """The letters of a pattern before its first wild card."""
    return re.split(r"[?*]", pattern, maxsplit=1)[0]


def fits_rack(word: str, tiles: Counter[str], blanks: int) -> bool:
    """Whether a word can be laid from these tiles."""
    missing = Counter(word)
    missing.subtract(tiles)
    return sum(n for n in missing.values() if n > 0) <= blanks


def scan_rack(words: Iterable[str], rack: str) -> set[str]:
    """Words of a rack, by trying every word."""
    tiles = Counter(rack)
    blanks = tiles.pop("?", 0)
    return {w for w in words if len(w) <= len(rack) and fits_rack(w, tiles, blanks)}


def edits(word: str, alphabet: str) -> set[str]:
    """All strings at an edit distance of at most one."""
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    near = {word} | {a + b[1:] for a, b in cuts if b}
    for letter in alphabet:
        near |= {a + letter + b for a, b in cuts} | {a + letter + b[1:] for a, b in cuts if b}
    return near

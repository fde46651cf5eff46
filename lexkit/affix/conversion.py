"""``ICONV`` and ``OCONV``: what is rewritten before hunspell looks a word up, and after.

The Dutch dictionary keeps *prijs* as *prĳs*, with the ligature ĳ as one letter. Nobody types
that, so ``ICONV ij ĳ`` rewrites what comes in, and ``OCONV ĳ ij`` what goes out. A game wants
what goes out: *prijs*.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

#: Where a pattern must stand: ``_x`` at the start, ``x_`` at the end, ``_x_`` the whole word.
_AT_START, _AT_END = 1, 2


@dataclass
class Conversion:
    """A table of patterns and what each becomes, by the place where it stands in the word."""

    table: dict[str, dict[int, str]] = field(default_factory=dict)
    _longest: int = 0
    _some: re.Pattern[str] | None = None

    def add(self, pattern: str, replacement: str) -> None:
        """``ICONV _ij ĳ``: underscores at the edges bind it to an edge, others are blanks."""
        place = 0
        if pattern.startswith("_"):
            pattern, place = pattern[1:], place | _AT_START
        if pattern.endswith("_"):
            pattern, place = pattern[:-1], place | _AT_END
        pattern = pattern.replace("_", " ")
        if not pattern:
            return
        self.table.setdefault(pattern, {})[place] = replacement.replace("_", " ")
        self._longest = max(self._longest, len(pattern))
        self._some = re.compile("|".join(re.escape(p) for p in self.table))

    def convert(self, word: str) -> str:
        """From left to right, the longest pattern at each place: *bijou* -> *bĳou*."""
        if self._some is None or not self._some.search(word):
            return word
        out: list[str] = []
        at = 0
        while at < len(word):
            length, text = self._at(word, at)
            out.append(text)
            at += length
        return "".join(out)

    def _at(self, word: str, at: int) -> tuple[int, str]:
        for length in range(min(self._longest, len(word) - at), 0, -1):
            if (places := self.table.get(word[at : at + length])) is not None:
                # Only the longest pattern is asked, even if it is bound to another place.
                text = _replacement(places, at == 0, at + length == len(word))
                return (length, text) if text else (1, word[at])
        return 1, word[at]


def _replacement(places: dict[int, str], at_start: bool, at_end: bool) -> str | None:
    """The replacement bound most closely to the place: whole word, end, start, anywhere."""
    wanted = [0]
    if at_start:
        wanted.insert(0, _AT_START)
    if at_end:
        wanted.insert(0, _AT_END)
    if at_start and at_end:
        wanted.insert(0, _AT_START | _AT_END)
    return next((places[place] for place in wanted if places.get(place)), None)

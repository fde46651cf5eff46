"""Patterns of letters: ``?`` is one letter, ``*`` any number of them, none included.

A pattern is looked for in all words at once (`lexkit.columns`). What that cannot decide, because
the pattern is long or has tiles that lay several letters, is decided word by word for what is
left. Neither goes back to try another way, so that no number of stars makes a search run away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, product

from lexkit.columns import FOLLOWED, Columns, Table
from lexkit.errors import LexkitError
from lexkit.orthography import Spelling, normalise
from lexkit.tiles import Tiles

ANY, MANY = "?", "*"

#: A pattern with more tiles that may lay other letters too is only looked for as it stands, as no
#: word has so many; else all its spellings are, 2**6 at most.
MOST_TILES = 6


class Pattern:
    """The pattern ``text``, whose letters are folded; `read` folds what is typed."""

    def __init__(self, text: str) -> None:
        self.text = text
        #: What stands between the stars: one piece, if there are none.
        self.pieces = text.split(MANY)
        #: How many letters a word needs at least.
        self.least = sum(map(len, self.pieces))

    @classmethod
    def read(cls, text: str, spelling: Spelling) -> Pattern:
        """The pattern as typed; raises `LexkitError` for what cannot be laid, and for nothing."""
        signs = re.escape(ANY + MANY)
        folded = ""
        for part in re.split(f"([{signs}])", normalise(text)):
            laid = spelling.lay(part)
            if laid.letters is None and part not in (ANY, MANY):
                raise LexkitError(
                    f"there is no tile for “{laid.unlayable}”",
                    remedy=f"a pattern has letters, {ANY} for one and {MANY} for any number",
                )
            folded += part if laid.letters is None else laid.letters
        if not folded:
            raise LexkitError("the pattern is empty", remedy=f"such as a{ANY}{ANY}{MANY}")
        return cls(re.sub(rf"[{MANY}]+", MANY, folded))

    @property
    def exact(self) -> bool:
        """Whether `fitting` finds what fits and no more."""
        return sum(map(len, self.pieces[1:-1])) <= FOLLOWED

    def tables(self, columns: Columns) -> Iterator[Table]:
        """The tables of words that are long enough and begin like the pattern."""
        prefix = self.pieces[0].partition(ANY)[0]
        for table in columns.tables:
            longer = table.length > self.least and len(self.pieces) > 1
            if longer or table.length == self.least:
                yield table.starting(prefix)

    def fitting(self, table: Table) -> int:
        """Lanes of 1 for the words of one of `tables` that fit, unless `exact` for some more."""
        first, *middle, last = self.pieces if len(self.pieces) > 1 else (*self.pieces, "")
        end = table.length - len(last)
        letters = [*enumerate(first), *enumerate(last, end)]
        found = table.having({place: letter for place, letter in letters if letter != ANY})
        for pieces, before, after in _packs(middle):
            if found:
                found &= table.passing(pieces, len(first) + before, end - after, ANY)
        return found

    def fits(self, tiles: Tiles, *, squares: bool = False) -> Callable[[str], bool]:
        """What says of a way of laying whether the pattern fits it.

        A letter of the pattern fits the tile of that name, whatever it lays; with ``squares`` a
        ``?`` fits any tile, else one that lays its own letter.
        """
        elements = "".join(self.pieces)
        gaps = sum(1 << k for k, c in enumerate(elements) if c == ANY)
        enters = dict.fromkeys(tiles.marks.values(), gaps if squares else 0)
        for k, c in enumerate(elements):
            for tile in {c, tiles.marks.get(c, c)} - {ANY}:
                enters[tile] = enters.get(tile, gaps) | 1 << k
        # Bit k: the first k elements have been met. Where a star stands, it may wait.
        waits = sum({1 << met for met in list(accumulate(map(len, self.pieces)))[:-1]})
        last = 1 << len(elements)

        def fit(laid: str) -> bool:
            state = 1
            for tile in laid:
                state = (state & enters.get(tile, gaps)) << 1 | state & waits
            return bool(state & last)

        return fit

    def spellings(self, tiles: Tiles) -> Iterator[Pattern]:
        """The pattern itself, then with its tiles in all the letters that they may lay."""
        if sum(map(self.text.count, tiles.also)) > MOST_TILES:
            yield self
            return
        for chosen in product(*([c, tiles.also[c]] if c in tiles.also else [c] for c in self.text)):
            yield Pattern("".join(chosen))


def _packs(pieces: Sequence[str]) -> Iterator[tuple[list[str], int, int]]:
    """``pieces`` in packs that `Table.passing` can follow, with the letters before and after each.

    What is too long for it is cut. A pack without a letter says nothing of a word long enough.
    """
    left, before = sum(map(len, pieces)), 0
    pack: list[str] = []
    for piece in (*pieces, None):
        size = sum(map(len, pack))
        if piece is None or (pack and size + len(piece) > FOLLOWED):
            if set("".join(pack)) - {ANY}:
                yield [held[:FOLLOWED] for held in pack], before, left
            before, pack = before + size, []
        if piece is not None:
            left -= len(piece)
            pack.append(piece)


def find(
    pattern: Pattern, columns: Columns, tiles: Tiles, limit: int | None = None
) -> dict[str, str]:
    """The words that ``pattern`` fits, sorted by code point; with ``limit`` the first of them.

    With each comes the way of laying it (`lexkit.tiles`) that the pattern fits. A tile that may
    lay other letters too is looked for as both, and only where one tile can lay them: *w?yn* finds
    *wijn*, *byou* does not find *bijou*.
    """
    if pattern.least > columns.longest:
        return {}
    fits = pattern.fits(tiles)
    most = sum(map(pattern.text.count, tiles.also))
    found: dict[str, str] = {}
    for spelt in pattern.spellings(tiles):
        as_typed = spelt.text == pattern.text
        surely = as_typed and spelt.exact
        for table in spelt.tables(columns):
            words = table.words(spelt.fitting(table), limit if surely else None)
            if surely:
                found.update(zip(words, words, strict=True))
                continue
            for word in words:
                ways = [word] if as_typed else tiles.layings(word, most)
                if (laid := next(filter(fits, ways), None)) is not None:
                    found.setdefault(word, laid)  # by the fewest tiles that lay other letters
    return {word: found[word] for word in sorted(found)[:limit]}

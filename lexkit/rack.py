"""Words from a rack of tiles, blanks included.

All words that could be made of the tiles are found at once by counting their letters
(`lexkit.columns`); each of them is then laid, to know what the blanks stand for and what it scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lexkit.columns import Columns
from lexkit.errors import LexkitError
from lexkit.game import Game
from lexkit.orthography import Spelling, normalise
from lexkit.pattern import ANY, MANY, Pattern
from lexkit.tiles import Tiles


class Laying(NamedTuple):
    """A word laid from a rack: its tiles in order, what the blanks among them stand for, points.

    ``score`` is `None` where the game gives no points.
    """

    word: str
    tiles: str
    blanks: tuple[str, ...] = ()
    score: int | None = None


@dataclass(frozen=True)
class Rack:
    """The tiles that somebody holds: how many of each letter, and how many blanks."""

    letters: Mapping[str, int]
    blanks: int

    @classmethod
    def read(cls, text: str, spelling: Spelling) -> Rack:
        """The rack typed as ``text``, ``?`` for a blank; blank space means nothing.

        Raises `LexkitError` for a character without a tile, and for an empty rack.
        """
        letters: Counter[str] = Counter()
        blanks = 0
        for c in normalise(text):
            laid = spelling.letters(c)
            if c == ANY:
                blanks += 1
            elif laid is not None:
                letters.update(laid)
            elif not c.isspace():
                raise LexkitError(f"there is no tile for “{c}”", remedy=f"{ANY} is a blank")
        if not letters and not blanks:
            raise LexkitError("a rack without tiles", remedy=f"type its letters, {ANY} for a blank")
        return cls(dict(letters), blanks)

    @property
    def size(self) -> int:
        return sum(self.letters.values()) + self.blanks

    def check(self, game: Game) -> None:
        """Raise `LexkitError` if ``game`` has not so many of some tile."""
        if not game.tiles:
            return
        for letter, count in self.letters.items():
            if count > (there := game.tiles.get(letter, 0)):
                raise LexkitError(f"{count} tiles {letter}, of which the game has {there}")
        # Of wild keys a text may not say how many there are.
        if self.blanks > game.blanks and (game.blanks or game.wild is None):
            raise LexkitError(f"{self.blanks} blanks, of which the game has {game.blanks}")


class Layer:
    """Lays words from ``rack`` by the rules of ``game``, through the letters of ``board``.

    ``board`` is a pattern whose letters lie there already and whose signs are squares to be
    filled from the rack; ``whole`` asks that every tile of the rack is laid.
    """

    def __init__(
        self,
        rack: Rack,
        game: Game,
        tiles: Tiles,
        *,
        board: Pattern | None = None,
        whole: bool = False,
    ) -> None:
        self._rack = rack
        self._game = game
        self._tiles = tiles
        self._whole = whole
        board_text = board.text if board is not None else ""
        #: The letters of the board, which the rack need not have.
        self._lying = Counter(c for c in board_text if c not in (ANY, MANY))
        self._fits = None if board is None else board.fits(tiles, squares=True)
        #: How many tiles a word can have: a player holds no more of them than a rack does.
        held = rack.size if whole or not game.rack else min(rack.size, game.rack)
        self._size = held + self._lying.total()
        self._there = dict(Counter(rack.letters) + self._lying)
        #: So many tiles may lay other letters than their own.
        self._most = rack.blanks + sum(self._there.get(tile, 0) for tile in tiles.also)

    def words(self, columns: Columns) -> Iterator[str]:
        """Every word that can be laid, and perhaps some more, by length."""
        supply = Counter(self._there)
        longest, beyond = self._size, self._rack.blanks
        for tile, letters in self._tiles.also.items():
            # Each such tile may give these letters instead, and so may a blank in its place.
            count = self._there.get(tile, 0)
            for letter in letters:
                supply[letter] += count
            longest += (len(letters) - 1) * (count + self._rack.blanks)
            beyond = max(beyond, self._rack.blanks * len(letters))
        least = self._size if self._whole else 1 + self._lying.total()
        for table in columns.tables:
            if least <= table.length <= longest:
                yield from table.words(table.at_most(table.beyond(supply), beyond))

    def lay(self, word: str) -> Laying | None:
        """``word`` laid for the most points, then with the fewest blanks; `None` if it cannot."""
        if not self._tiles:
            return self._laid(word, word)
        ways = self._tiles.layings(word, self._most)
        found = [laying for way in ways if (laying := self._laid(word, way)) is not None]
        return max(found, key=lambda laying: (laying.score or 0, -len(laying.blanks)), default=None)

    def _laid(self, word: str, way: str) -> Laying | None:
        if len(way) > self._size or (self._whole and len(way) < self._size):
            return None
        if self._fits is not None and not (len(way) > self._lying.total() and self._fits(way)):
            return None  # not there, or nothing of the rack laid
        tiles = self._tiles.shown(way)
        blanks: list[str] = []
        for tile in set(tiles):
            missing = tiles.count(tile) - self._there.get(tile, 0)
            if missing > 0:
                blanks += tile * missing
        if len(blanks) > self._rack.blanks:
            return None
        wild = self._game.wild
        if wild is not None and not wild.allows(len(blanks), len(tiles)):
            return None
        return Laying(word, tiles, tuple(sorted(blanks)), points(self._game, tiles, blanks))


def points(game: Game, tiles: str, blanks: Sequence[str] = ()) -> int | None:
    """What ``tiles`` score by themselves, some being ``blanks``; `None` without points."""
    if not game.points:
        return None
    each = game.points.get
    return sum(each(tile, 0) for tile in tiles) - sum(each(tile, 0) for tile in blanks)

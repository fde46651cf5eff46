"""Searching a lexicon: patterns, racks, anagrams, hooks, neighbours.

Everything is found with the tiles and wild keys of the ruleset the lexicon was built from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from lexkit import pattern as patterns
from lexkit.columns import Columns
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.pattern import ANY, Pattern
from lexkit.rack import Layer, Laying, Rack, points

#: What the results of a search may be sorted by; the longest and the dearest words come first.
SORTS = ("word", "length", "score")


class Hook(NamedTuple):
    """A word made of another by a tile before it, behind it, or both; "" where there is none."""

    word: str
    before: str
    after: str


class Search:
    """Searches of ``lexicon`` for words of ``least`` to ``most`` letters.

    ``sort`` is one of `SORTS`: by default a rack's words go by score if every tile has points, else
    by length, all others by word. ``limit`` is how many are wanted. All searches raise
    `LexkitError` for what cannot be asked.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        *,
        least: int = 0,
        most: int | None = None,
        sort: str | None = None,
        limit: int | None = None,
    ) -> None:
        unscored = lexicon.game.unscored(lexicon.spelling.alphabet)
        if sort == "score" and unscored:
            raise LexkitError(
                f"{lexicon.ruleset} gives no points for {', '.join(unscored)}",
                remedy="sort by length, or by word",
            )
        self._lexicon = lexicon
        # The points of some tiles alone would order words by chance.
        self._game = replace(lexicon.game, points={}) if unscored else lexicon.game
        self._lengths = least, most
        self._sort = sort
        self._limit = limit

    def pattern(self, text: str) -> list[Laying]:
        """The words that fit a pattern: ``?`` is one letter, ``*`` any number."""
        lexicon, sort = self._lexicon, self._sort or "word"
        limit = self._limit if sort == "word" else None
        wanted = Pattern.read(self._signs(text), lexicon.spelling)
        found = patterns.find(wanted, self._columns, lexicon.tiles, limit)
        shown = lexicon.tiles.shown
        laid = [
            Laying(word, tiles := shown(way), (), points(self._game, tiles))
            for word, way in found.items()
        ]
        return self._sorted(laid, sort)

    def rack(self, text: str, board: str | None = None) -> list[Laying]:
        """The words that can be laid from a rack, ``?`` being a blank.

        ``board`` is a pattern of what they must fit: its letters lie on the board, its signs are
        filled from the rack.
        """
        lexicon = self._lexicon
        rack = Rack.read(self._signs(text), lexicon.spelling)
        rack.check(lexicon.game)
        through = None if board is None else Pattern.read(self._signs(board), lexicon.spelling)
        layer = Layer(rack, self._game, lexicon.tiles, board=through)
        return self._laid(layer, "score" if self._game.points else "length")

    def anagrams(self, text: str) -> list[Laying]:
        """The words made of all these letters and no others; ``?`` is any letter."""
        lexicon = self._lexicon
        rack = Rack.read(self._signs(text), lexicon.spelling)
        return self._laid(Layer(rack, self._game, lexicon.tiles, whole=True), "word")

    def hooks(self, word: str) -> list[Hook]:
        """The words made of ``word`` and one tile before it, behind it, or both, in that order."""
        letters = self._letters(word)
        found = []
        tiles = [("", ""), *self._tiles()]
        for front, first in tiles:
            for back, last in tiles:
                made = first + letters + last
                if (
                    made != letters
                    and self._wanted(made)
                    and self._joins(made, 0, front, first)
                    and self._joins(made, len(first + letters), back, last)
                ):
                    found.append(Hook(made, front, back))
        # Before it, behind it, both.
        found.sort(key=lambda hook: (bool(hook.after) + bool(hook.before and hook.after), hook))
        return found[: self._limit]

    def near(self, word: str) -> list[Laying]:
        """The words one stroke from ``word``; if there is none and it is long, two strokes."""
        found = self._lexicon.near(self._letters(word), None)
        wanted = [
            Laying(near, near, (), points(self._game, near)) for near in found if self._wanted(near)
        ]
        return self._sorted(wanted, "word")

    @property
    def _columns(self) -> Columns:
        return self._lexicon.columns.between(*self._lengths)

    def _signs(self, text: str) -> str:
        """``text`` with the sign of the game's wild keys as any other ``?``."""
        wild = self._lexicon.game.wild
        return text if wild is None else text.replace(wild.sign, ANY)

    def _letters(self, word: str) -> str:
        """The letters of ``word``; raises `LexkitError` if it cannot be laid."""
        laid = self._lexicon.spelling.lay(word)
        if not laid.letters:
            about = f"there is no tile for “{laid.unlayable}”" if laid.unlayable else "no word"
            raise LexkitError(about, remedy="name a word by its letters")
        return self._lexicon.read(laid.letters)

    def _wanted(self, word: str) -> bool:
        """Whether ``word`` is one, of the right length."""
        least, most = self._lengths
        fits = least <= len(word) and (most is None or len(word) <= most)
        return fits and word in self._lexicon

    def _tiles(self) -> Iterator[tuple[str, str]]:
        """Every tile with the letters it may lay: (*y*, *ij*) beside (*y*, *y*)."""
        lexicon = self._lexicon
        yield from ((letter, letter) for letter in lexicon.spelling.alphabet)
        yield from lexicon.game.also.items()

    def _joins(self, word: str, place: int, tile: str, letters: str) -> bool:
        """Whether ``tile`` may lay ``letters`` at ``place``, or lays none, or itself."""
        return letters in ("", tile) or (place, tile) in self._lexicon.tiles.joined(word)

    def _laid(self, layer: Layer, sort: str) -> list[Laying]:
        found = (layer.lay(word) for word in layer.words(self._columns))
        return self._sorted([laying for laying in found if laying is not None], sort)

    def _sorted(self, found: list[Laying], sort: str) -> list[Laying]:
        match self._sort or sort:
            case "score":
                found.sort(key=lambda laying: (-(laying.score or 0), -len(laying.word), laying))
            case "length":
                found.sort(key=lambda laying: (-len(laying.word), laying))
            case _:
                found.sort()
        return found[: self._limit]

"""Letters and tiles are two things: the ways in which a word can be laid, and what tiles can lay.

A game may let the tile *y* lay the letters *ij* as well. *ijs* is then laid I J S or Y S, *baby*
with a Y alone, and in *bijou*, where the i and the j are two letters, no Y lays them. A way of
laying is a string, a character a tile; a tile that lays other letters than its own is a mark
there (a character of private use), so that it is not taken for the letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from lexkit.game import ANYWHERE, Game

#: What is typed with more of such tiles than this is only tried as it stands (2**10 readings).
MOST = 10

_PRIVATE_USE = 0xE000


class Tiles:
    """The tiles of ``game``, as far as they lay other letters than their own; false if none do."""

    def __init__(self, game: Game) -> None:
        self.also = game.also
        #: For each such tile the mark that it is in a way of laying, when it lays those letters.
        self.marks = {tile: chr(_PRIVATE_USE + i) for i, tile in enumerate(game.also)}
        self._shown = str.maketrans({mark: tile for tile, mark in self.marks.items()})
        self._begin = [entry for entry in game.apart if not entry.startswith(ANYWHERE)]
        self._hold = [entry[len(ANYWHERE) :] for entry in game.apart if entry.startswith(ANYWHERE)]

    def __bool__(self) -> bool:
        return bool(self.also)

    def joined(self, word: str) -> list[tuple[int, str]]:
        """Where one tile lays several letters of ``word``, or another one: places, with the tile.

        *ijsbijl* has two such places for a *y*; *bijou*, if it is kept apart, none.
        """
        spots = [
            (place, tile) for tile, letters in self.also.items() for place in _places(letters, word)
        ]
        if not spots:
            return []
        apart = {
            (begin + place, tile)
            for entry, begin in self._apart(word)
            for tile, letters in self.also.items()
            for place in _places(letters, entry)
        }
        return sorted(spot for spot in spots if spot not in apart)

    def _apart(self, word: str) -> Iterator[tuple[str, int]]:
        """The entries of `apart` that stand in ``word``, each with the place where."""
        for entry in self._begin:
            if word.startswith(entry):
                yield entry, 0
        for entry in self._hold:
            for place in _places(entry, word):
                yield entry, place

    def layings(self, word: str, most: int) -> Iterator[str]:
        """The ways in which ``word`` can be laid with up to ``most`` such tiles, fewest first."""
        yield word
        spots = self.joined(word)
        for count in range(1, min(most, len(spots)) + 1):
            for chosen in combinations(spots, count):
                laid, end = "", 0
                for place, tile in chosen:
                    if place < end:  # two tiles cannot lay the same letter
                        break
                    laid += word[end:place] + self.marks[tile]
                    end = place + len(self.also[tile])
                else:
                    yield laid + word[end:]

    def shortest(self, word: str) -> str:
        """The way with as many such tiles as can be, by their names: *ys* for *ijs*, and for *ys*.

        So words are alike here that the same tiles lay, whichever spelling they came in.
        """
        laid, end = "", 0
        for place, tile in self.joined(word):
            if place >= end:
                laid += word[end:place] + tile
                end = place + len(self.also[tile])
        return laid + word[end:]

    def shown(self, laid: str) -> str:
        """A way of laying as its tiles are named: *ys*."""
        return laid.translate(self._shown) if self._shown else laid

    def readings(self, typed: str) -> Iterator[tuple[str, bool]]:
        """What ``typed`` may spell if some of its letters are tiles, fewest tiles first.

        *ys* may be *ijs*. With it comes whether the tile may lay those letters there: in *byou*
        it may not. What is typed itself is not among them.
        """
        places = [i for i, letter in enumerate(typed) if letter in self.also]
        if len(places) > MOST:
            return
        for count in range(1, len(places) + 1):
            for chosen in combinations(places, count):
                pieces, spots, end = "", [], 0
                for i in chosen:
                    pieces += typed[end:i]
                    spots.append((len(pieces), typed[i]))
                    pieces += self.also[typed[i]]
                    end = i + 1
                word = pieces + typed[end:]
                yield word, set(spots) <= set(self.joined(word))


def _places(piece: str, word: str) -> Iterator[int]:
    """Every place where ``piece`` stands in ``word``, overlaps included."""
    place = word.find(piece)
    while place >= 0:
        yield place
        place = word.find(piece, place + 1)

"""What a search must find, by trying every word in the plainest way: slow, and easy to believe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from lexkit.game import Game

#: A way of laying a word: each tile with the letters it lays.
Way = tuple[tuple[str, str], ...]


def ways(word: str, game: Game) -> Iterator[Way]:
    """Every way of laying ``word``."""
    yield from _ways(word, 0, game)


def _ways(word: str, place: int, game: Game) -> Iterator[Way]:
    if place == len(word):
        yield ()
        return
    for tile, letters in [(word[place], word[place]), *game.also.items()]:
        own = tile == letters
        if word.startswith(letters, place) and (own or not kept_apart(word, place, letters, game)):
            for rest in _ways(word, place + len(letters), game):
                yield ((tile, letters), *rest)


def kept_apart(word: str, place: int, letters: str, game: Game) -> bool:
    """Whether an entry of `apart` speaks of these letters of ``word``."""
    for entry in game.apart:
        piece = entry.removeprefix("*")
        begins = range(place + 1) if entry.startswith("*") else (0,)
        if any(
            word.startswith(piece, begin) and piece.startswith(letters, place - begin)
            for begin in begins
        ):
            return True
    return False


def fits(way: Way, pattern: str, *, squares: bool) -> bool:
    """Whether a pattern fits a way of laying, by trying everything a star can be."""
    if not pattern:
        return not way
    if pattern[0] == "*":
        return fits(way, pattern[1:], squares=squares) or (
            bool(way) and fits(way[1:], pattern, squares=squares)
        )
    if not way:
        return False
    tile, letters = way[0]
    one = (squares or tile == letters) if pattern[0] == "?" else tile == pattern[0]
    return one and fits(way[1:], pattern[1:], squares=squares)


def blanks(way: Way, rack: Mapping[str, int], lying: Mapping[str, int]) -> list[str]:
    """The tiles of a way of laying that ``rack`` and the board lack."""
    missing = Counter(tile for tile, _ in way)
    missing.subtract(rack)
    missing.subtract(lying)
    return sorted((+missing).elements())

"""What words are laid with: the tiles of a game, blanks, and keys that stand for any letter.

Letters and tiles are two things. A word is its letters (*ijs*: i j s); a game may say that a tile
*y* also lays the letters *ij*, so that the same word is laid Y S too. `lexkit.gamefile` reads this
from a ruleset; a lexicon keeps it in its manifest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: An entry of `Game.apart` that begins with this holds wherever its letters stand in a word.
ANYWHERE = "*"

_SHARES = {(1, 2): "half", (1, 3): "a third", (2, 3): "two thirds", (1, 4): "a quarter",
           (3, 4): "three quarters", (1, 1): "all"}  # fmt: skip


@dataclass(frozen=True)
class Wild:
    """The sign of keys that stand for any letter, and the share of a word's keys they may be.

    The share is a fraction in lowest terms, ``(1, 2)`` for half of them.
    """

    sign: str
    share: tuple[int, int]

    def allows(self, wild: int, keys: int) -> bool:
        """Whether ``wild`` of the ``keys`` of a word may be wild."""
        part, whole = self.share
        return wild * whole <= part * keys

    @property
    def share_in_words(self) -> str:
        """The share for a sentence: *half*, *a third*, *40 %*."""
        part, whole = self.share
        return _SHARES.get(self.share) or f"{100 * part / whole:.3g} %"


@dataclass(frozen=True)
class Game:
    """The game data of a ruleset; what it does not say is empty, 0 or `None`.

    ``tiles`` and ``points`` are by letter; ``blanks`` counts the tiles that stand for any other
    tile; ``rack`` is how many a player holds, ``first_word`` the least letters of the first word.
    ``also`` gives the letters that a tile may lay besides its own (*y*: ``ij``), ``apart`` the
    beginnings of words (or, after a `*`, pieces of words) in which these letters are always laid
    one by one (*bijou*).
    """

    tiles: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    blanks: int = 0
    rack: int = 0
    first_word: int = 0
    also: Mapping[str, str] = field(default_factory=dict)
    apart: tuple[str, ...] = ()
    wild: Wild | None = None

    def unscored(self, alphabet: str) -> str:
        """The letters of ``alphabet`` that have a tile, but no points: a text may name a few only.

        Where the tiles are not counted, every letter has one.
        """
        laid = [letter for letter in alphabet if not self.tiles or self.tiles.get(letter)]
        return "".join(letter for letter in laid if letter not in self.points)

    def as_json(self) -> dict[str, Any]:
        """What the game says, as JSON can hold it; `from_json` reads it back."""
        told = {
            "tiles": dict(self.tiles),
            "points": dict(self.points),
            "blanks": self.blanks,
            "rack": self.rack,
            "first_word": self.first_word,
            "also": dict(self.also),
            "apart": list(self.apart),
            "wild": self.wild and {"sign": self.wild.sign, "share": list(self.wild.share)},
        }
        return {key: value for key, value in told.items() if value}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Game:
        """The game in a manifest; raises `TypeError`, `KeyError` or `ValueError` if it is none."""
        parts = dict(told)
        if "apart" in parts:
            parts["apart"] = tuple(parts["apart"])
        if "wild" in parts:
            part, whole = parts["wild"]["share"]
            parts["wild"] = Wild(parts["wild"]["sign"], (part, whole))
        return cls(**parts)

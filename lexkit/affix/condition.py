"""Conditions: which stems a rule takes, in hunspell's own small language.

``[^aeiou]y`` on a suffix takes *berry*, since it ends in a *y* after something that is none of
the five letters; *day* it refuses. There are three kinds of items, each standing for exactly
one character: a letter, a dot for any, brackets for any of (or, with ``^`` first, none of)
those inside. That is all: no ranges, no stars, and inside brackets a dot or a hyphen is just
itself. Read as a regular expression, ``[a-c]`` would take a *b*; hunspell does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Item(NamedTuple):
    """One place: the characters named, and whether they are the wanted or the refused ones."""

    characters: frozenset[str]
    refused: bool


#: ``.`` refuses nothing.
ANY = Item(frozenset(), refused=True)


class ConditionError(ValueError):
    """A condition that cannot be read, with the reason."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A row of items, matched against one edge of a stem.

    ``letters`` is the whole condition where it is nothing but letters (*ieren*), which most
    are, and which needs no walk through items. ``open_ended``: see ``at_start``.
    """

    items: tuple[Item, ...]
    letters: str | None = None
    open_ended: bool = False

    def __len__(self) -> int:
        return len(self.items)

    def at_end(self, word: str) -> bool:
        """Whether a suffix may come here: ``[^aeiou]y`` and *berry*."""
        if self.letters is not None:
            return word.endswith(self.letters)
        if len(self.items) > len(word):
            return False
        # From the end backwards: the last character is the one that most often decides.
        for item, character in zip(reversed(self.items), reversed(word), strict=False):
            if (character in item.characters) is item.refused:
                return False
        return True

    def at_start(self, word: str, lenient: bool = False) -> bool:
        """Whether a prefix may come here: ``[^h]`` and *ami*.

        Hunspell is ``lenient`` with a prefix in one corner, an ``open_ended`` condition: if the
        word ends with a letter that the condition names, just before the last item, and that
        item is a dot or a negation, nothing is there that could be refused, and it says yes. So
        ``a[^b]`` takes the word *a*. It does not if two suffixes stand behind the stem; there
        it counts the characters first.
        """
        if self.letters is not None:
            return word.startswith(self.letters)
        missing = len(self.items) - len(word)
        if missing > 0 and not (lenient and self.open_ended and missing == 1):
            return False
        for item, character in zip(self.items, word, strict=False):
            if (character in item.characters) is item.refused:
                return False
        return True


def parse_condition(text: str) -> Condition:
    """``[^aeiou]y`` -> two items. ``.`` alone, the usual way to say "any stem", has none.

    A caret outside brackets says nothing to hunspell, and a bracket closed without having been
    opened can never match; the first is passed over, the second makes an item that takes
    nothing.
    """
    if text == ".":
        return ALWAYS
    items: list[Item] = []
    letters: list[bool] = []
    at = 0
    while at < len(text):
        character = text[at]
        at += 1
        if character == "^":
            continue
        letters.append(character not in "[].")
        if character == "[":
            close = text.find("]", at)
            if close < 0:
                raise ConditionError(f"the bracket of condition {text!r} is never closed")
            inside = text[at:close]
            refused = inside.startswith("^")
            items.append(Item(frozenset(inside[refused:]), refused))
            at = close + 1
        elif character == "]":
            items.append(Item(frozenset(), refused=False))
        elif character == ".":
            items.append(ANY)
        else:
            items.append(Item(frozenset(character), refused=False))
    plain = not set("[].^") & set(text)
    open_ended = letters[-2:-1] == [True] and items[-1].refused
    return Condition(tuple(items), text if plain else None, open_ended)


#: The condition of a rule that takes any stem.
ALWAYS = Condition((), "")

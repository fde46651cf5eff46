"""Near neighbours of a word that nobody knows: one or two strokes away."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lexkit.automaton import Automaton

#: How many neighbours an answer names.
SHOWN = 5

#: What is longer than this is no word with a slip in it, and has too many neighbours to try.
LONGEST = 80


def neighbours(
    automaton: Automaton, letters: str, alphabet: str, most: int | None = SHOWN
) -> tuple[str, ...]:
    """Up to ``most`` words near ``letters``: one stroke away, else, for longer words, two.

    A stroke is a letter left out, put in, replaced, or swapped with the next one. ``letters``
    itself is not among them.
    """
    if len(letters) > LONGEST:
        return ()
    near = {word for word in _one_away(letters, alphabet) if word in automaton} - {letters}
    if not near and len(letters) > 4:
        enough = None if most is None else most * 10
        near = set(islice(_two_away(automaton, letters), enough)) - {letters}
    return tuple(sorted(near, key=lambda word: (word[:1] != letters[:1], word))[:most])


def _one_away(letters: str, alphabet: str) -> Iterator[str]:
    for i in range(len(letters) + 1):
        head, tail = letters[:i], letters[i:]
        for c in alphabet:
            yield head + c + tail
        if tail:
            yield head + tail[1:]
            for c in alphabet:
                yield head + c + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]


def _two_away(automaton: Automaton, letters: str) -> Iterator[str]:
    """Words of distance two, among those that share the first two letters.

    Typing errors in the first letters are rare; with the whole lexicon to go through, a long
    word would cost a tenth of a second.
    """
    least, most, rest = len(letters) - 2, len(letters) + 2, letters[2:]
    third, thirds = len(rest) // 3, 2 * len(rest) // 3
    # Two strokes leave one of three pieces as it was, so most words are passed over quickly.
    left, middle, right = rest[:third], rest[third:thirds], rest[thirds:]
    for word in automaton.words(letters[:2]):
        if (
            least <= len(word) <= most
            and (left in word or middle in word or right in word)
            and _within_two(letters, word)
        ):
            yield word


def _within_two(left: str, right: str) -> bool:
    """Whether the edit distance of the two words is at most two (a row at a time)."""
    row = list(range(len(right) + 1))
    for i, c in enumerate(left, 1):
        previous, row = row, [i]
        for j, d in enumerate(right, 1):
            row.append(min(previous[j] + 1, row[-1] + 1, previous[j - 1] + (c != d)))
        if min(row) > 2:
            return False
    return row[-1] <= 2

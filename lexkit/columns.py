"""All words of a lexicon as columns of letters, so that a search goes through them all at once.

The words of one length are a table: a row a word, a column a place. The file holds each table
column by column, a byte a letter. *All words of eight letters whose third is an r* is then one
pass over one column, by `bytes.translate` and arithmetic on large integers, which work through
a million bytes in about a millisecond; a word itself is put together only once it is found.

Whatever is computed of every row is kept as *lanes*: an integer with a byte a row. That trick
needs no library; the same by numpy would be no faster and 60 MB larger.

The file: a line of JSON (format, letters by code point, pairs of length and number of words), then
the tables by length, each its columns in order. A letter is its place among the letters, from 1.
The rows of a table are sorted by code point.
"""

from __future__ import annotations

import codecs
import json
import mmap
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from operator import itemgetter
from pathlib import Path

from lexkit.errors import LexkitError

#: The name of the file in a lexicon's folder, and the version of its layout.
FILE, FORMAT = "words.columns", 1

#: A letter is a byte, and 0 stands for a letter that no word has.
MOST_LETTERS = 255

#: How many letters `Table.passing` can follow: a byte has a bit for each, and one for the start.
FOLLOWED = 7

#: Up to this length, the counts of two letters fit into one byte.
_HALF_BYTE = 15


def build(words: Iterable[str], path: Path) -> None:
    """Write the columns of ``words``, which are sorted and have at most `MOST_LETTERS` letters."""
    by_length: dict[int, list[str]] = {}
    for word in words:
        by_length.setdefault(len(word), []).append(word)
    letters = "".join(sorted(set().union(*(set("".join(ws)) for ws in by_length.values()))))
    codes = codecs.charmap_build(f"\0{letters}".ljust(256, "\ufffe"))
    lengths = sorted(by_length)
    told = {
        "format": FORMAT,
        "letters": letters,
        "tables": [[length, len(by_length[length])] for length in lengths],
    }
    with path.open("wb") as file:
        file.write(json.dumps(told, ensure_ascii=False).encode() + b"\n")
        for length in lengths:
            rows, _ = codecs.charmap_encode("".join(by_length[length]), "strict", codes)
            for place in range(length):
                file.write(rows[place::length])


class Columns:
    """The file at ``path``, opened; ``tables`` by length.

    Raises `LexkitError` if it is missing or not whole.
    """

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                told = json.loads(file.readline())
                start = file.tell()
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            letters: str = told["letters"]
            shapes = [(int(length), int(count)) for length, count in told["tables"]]
            whole = start + sum(length * count for length, count in shapes) == len(data)
        except OSError:
            raise _unreadable(path, "the columns of words are missing") from None
        except (ValueError, KeyError, TypeError):
            raise _unreadable(path, "the columns of words cannot be read") from None
        if told["format"] != FORMAT or not whole:
            raise _unreadable(path, f"not whole, or not the columns of format {FORMAT}")
        self.tables: list[Table] = []
        for length, count in shapes:
            self.tables.append(Table(data, start, length, count, letters))
            start += length * count

    def between(self, least: int, most: int | None) -> Columns:
        """The same with the words of ``least`` to ``most`` letters alone."""
        some = copy(self)
        some.tables = [
            table
            for table in self.tables
            if least <= table.length and (most is None or table.length <= most)
        ]
        return some

    @property
    def longest(self) -> int:
        """The length of the longest word, 0 if there is none."""
        return self.tables[-1].length if self.tables else 0


def _unreadable(path: Path, message: str) -> LexkitError:
    return LexkitError(message, path=path, remedy="build the lexicon again")


class Table:
    """The words of one length, or those among them that begin alike (`starting`)."""

    def __init__(self, data: mmap.mmap, start: int, length: int, count: int, letters: str) -> None:
        self.length = length
        self.count = count
        self._data = data
        #: Where the first letter of the first word is, and how far the next letter is from it.
        self._start, self._step = start, count
        self._letters = letters

    def starting(self, prefix: str) -> Table:
        """The words that begin with ``prefix``: they stand together."""
        narrowed = copy(self)
        for place, letter in enumerate(prefix):
            column, code = narrowed.column(place), narrowed._letters.find(letter) + 1
            first = max(0, column.find(code))
            narrowed._start += first
            narrowed.count = column.rfind(code) + 1 - first
        return narrowed

    def column(self, place: int) -> bytes:
        """The letters of all words at ``place``, from 0, a byte each."""
        start = self._start + place * self._step
        return self._data[start : start + self.count]

    def every(self) -> int:
        """Lanes of 1: every word."""
        return int.from_bytes(b"\1" * self.count, "little")

    def having(self, letters: Mapping[int, str]) -> int:
        """Lanes of 1 for the words that have these letters at these places."""
        found = self.every()
        for place, letter in letters.items():
            found &= self._marked(place, self._marks({letter: 1}))
        return found

    def passing(self, pieces: Sequence[str], start: int, stop: int, gap: str) -> int:
        """Lanes of 1 for the words that hold ``pieces``, in order, from ``start`` to ``stop``.

        ``gap`` in a piece stands for any letter. The pieces have `FOLLOWED` letters in all. Bit k
        of a byte says that the first k of them have been met; each column moves the bits of all
        words on, and between two pieces a bit may wait.
        """
        text = "".join(pieces)
        assert len(text) <= FOLLOWED
        enters = dict.fromkeys(self._letters, 0)
        for k, letter in enumerate(text, 1):
            for each in enters if letter == gap else enters.keys() & {letter}:
                enters[each] |= 1 << k
        marks = self._marks(enters)
        waits, met = 1, 0
        for piece in pieces:
            met += len(piece)
            waits |= 1 << met
        state = every = self.every()
        waiting = every * waits
        for place in range(start, stop):
            # What is shifted out of one byte falls on bit 0 of the next, which no mark has.
            state = (state << 1) & self._marked(place, marks) | state & waiting
        return (state >> len(text)) & every

    def beyond(self, supply: Mapping[str, int]) -> bytes:
        """How many letters each word has beyond ``supply``, a byte a word."""
        outside = {letter: 0 for letter in self._letters if not supply.get(letter)}
        counted = [{letter: 1} for letter in self._letters if letter not in outside]
        fields = [dict.fromkeys(outside, 1), *counted]
        least = [0, *(supply[letter] for each in counted for letter in each)]
        beyond = 0
        # Two counts share a byte where neither can outgrow its half.
        step, width = (2, 4) if self.length <= _HALF_BYTE else (1, 8)
        for i in range(0, len(fields), step):
            marks = self._marks(
                {
                    letter: 1 << (width * k)
                    for k, field in enumerate(fields[i : i + step])
                    for letter in field
                }
            )
            counts = sum(self._marked(place, marks) for place in range(self.length))
            over = bytes(
                sum(
                    max(0, (value >> (width * k)) % (1 << width) - enough)
                    for k, enough in enumerate(least[i : i + step])
                )
                for value in range(256)
            )
            beyond += self._lanes(self._bytes(counts).translate(over))
        return self._bytes(beyond)

    def at_most(self, counts: bytes, most: int) -> int:
        """Lanes of 1 for the words whose byte in ``counts`` is at most ``most``."""
        return self._lanes(counts.translate(bytes(value <= most for value in range(256))))

    def words(self, found: int, most: int | None = None) -> list[str]:
        """The words with a 1 in ``found``, sorted by code point; of many the first ``most``."""
        lanes, places = self._bytes(found), list[int]()
        place = lanes.find(1)
        while place >= 0 and len(places) != most:
            places.append(place)
            place = lanes.find(1, place + 1)
        if not places:
            return []
        # The first row once more: itemgetter gives no tuple for a single one.
        letters_at = itemgetter(*places, 0)
        rows = bytearray(self.length * len(places))
        for place in range(self.length):
            rows[place :: self.length] = bytes(letters_at(self.column(place))[:-1])
        text, _ = codecs.charmap_decode(rows, "strict", f"\0{self._letters}")
        return [text[i : i + self.length] for i in range(0, len(text), self.length)]

    def _marks(self, marks: Mapping[str, int]) -> bytes:
        """A table for `bytes.translate`: the byte of each letter to its mark, all others to 0."""
        table = bytearray(256)
        for letter, mark in marks.items():
            table[self._letters.find(letter) + 1] = mark
        table[0] = 0
        return bytes(table)

    def _marked(self, place: int, marks: bytes) -> int:
        return self._lanes(self.column(place).translate(marks))

    @staticmethod
    def _lanes(data: bytes) -> int:
        return int.from_bytes(data, "little")

    def _bytes(self, lanes: int) -> bytes:
        return lanes.to_bytes(self.count, "little")

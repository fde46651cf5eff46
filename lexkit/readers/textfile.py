"""The lines of a text file, in blocks or one by one; what cannot be read is reported by its line.

Memory stays flat whatever is in the file: a line longer than any reader could use is reported and
left out while it goes by.
"""

from __future__ import annotations

from collections.abc import Iterator

from lexkit.packed import open_bytes
from lexkit.readers.base import Input, Report
from lexkit.readers.encodings import MARK, Decoder

#: How much is read at a time (bytes).
BLOCK = 1 << 16

#: Longer lines are left out (characters).
LONGEST_LINE = 1 << 23


def lines(given: Input) -> Iterator[tuple[int, str]]:
    """The lines of the main file with their numbers (from 1), without those that cannot be read."""
    for first, block in blocks(given):
        for number, line in enumerate(block, first):
            if line is not None:
                yield number, line


def blocks(given: Input) -> Iterator[tuple[int, list[str | None]]]:
    """The lines of the main file in blocks, each with the number of its first line.

    `None` stands for a line that is reported and left out: one that is not in the encoding that the
    options give or that was found out, or is too long.

    A line ends in LF or CRLF, and where the file begins without any LF, in CR: a vertical tab or
    U+2028 inside a word is the word's fault, to be reported with it.
    """
    path, report = given.main, given.report
    decoder = Decoder(given)
    cut = _Cutting(path.name, report)
    with open_bytes(path) as file:
        while block := file.read1(BLOCK):
            first = cut.number
            if found := cut.lines(decoder.decode(block, first, last=False)):
                yield first, _checked(found, first, decoder, path.name, report)
        first = cut.number
        if found := cut.last(decoder.decode(b"", first, last=True)):
            yield first, _checked(found, first, decoder, path.name, report)


_ENDS = [f"{i:03}" for i in range(1000)]


def places(name: str, first: int, count: int) -> list[str]:
    """The places of ``count`` lines from ``first`` on, as `f"{name}:{number}"` would name them.

    A thousand lines share all but three digits, which makes this twice as fast.
    """
    found: list[str] = []
    number, end = first, first + count
    while number < end:
        thousands, ones = divmod(number, 1000)
        upto = min(1000, ones + end - number)
        if thousands:
            head = f"{name}:{thousands}"
            found += [head + ending for ending in _ENDS[ones:upto]]
        else:
            found += [f"{name}:{i}" for i in range(ones, upto)]
        number += upto - ones
    return found


class _Cutting:
    """Cuts a text that comes in pieces into lines; ``number`` is that of the line to come."""

    def __init__(self, name: str, report: Report) -> None:
        self._name, self._report = name, report
        self._end = ""
        self._rest: list[str] = []
        self._size = 0
        self._passing = False
        self.number = 1

    def lines(self, text: str) -> list[str | None]:
        """The lines that end in ``text``; what is left over begins the next one."""
        if not self._end:
            text, self._rest, self._size = "".join((*self._rest, text)), [], 0
            self._end = _found_end(text)
            if self._end == "\r":
                self._report.note("the lines end in CR alone", f"{self._name}:1")
        found: list[str | None] = []
        if self._passing:
            _, end, text = text.partition(self._end or "\n")
            if not end:
                return []
            self._passing = False
            found.append(None)
        # A long line is put together once: each piece added would copy all before it.
        first, end, others = text.partition(self._end or "\n")
        self._rest.append(first)
        self._size += len(first)
        if end:
            text = "".join(self._rest) + end + others
            if "\r\n" in text:  # twice: some files went through Windows twice
                text = text.replace("\r\r\n", "\n").replace("\r\n", "\n")
            *whole, rest = text.split(end)
            found += whole
            self._rest, self._size = [rest], len(rest)
        self.number += len(found)
        if self._size > LONGEST_LINE:
            says = f"a line of more than {LONGEST_LINE:,} characters"
            self._report.skip(says, f"{self._name}:{self.number}")
            self._rest, self._size, self._passing = [], 0, True
        return found

    def last(self, text: str) -> list[str | None]:
        """What is left when no more ``text`` follows."""
        found = self.lines(text)
        rest = "".join(self._rest).rstrip("\r")
        return [*found, rest] if rest else found


def _found_end(text: str) -> str:
    """What ends the lines, as ``text`` shows; nothing while CRs at its end may be half of CRLF."""
    if "\n" in text:
        return "\n"
    return "\r" if "\r" in text.rstrip("\r") else ""


def _checked(
    found: list[str | None], first: int, decoder: Decoder, name: str, report: Report
) -> list[str | None]:
    """``found`` without the lines that ``decoder`` has doubts about, which are reported."""
    if not (decoder.broken or decoder.suspect):
        return found
    for i, line in enumerate(found):
        if line is None:
            continue
        if MARK in line:
            report.skip(f"not {decoder.shown}", f"{name}:{first + i}")
            found[i] = None
        elif decoder.suspect and decoder.is_utf8(line):
            if decoder.guessed:
                report.skip(f"utf-8 in a file taken for {decoder.shown}", f"{name}:{first + i}")
                found[i] = None
            else:
                says = f"given as {decoder.shown}, but good utf-8"
                report.note(says, f"{name}:{first + i}")
    return found

"""The members of a large JSON object, one at a time: a file of 24 MB is never in memory at once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from lexkit.errors import LexkitError
from lexkit.packed import open_text

#: How many characters are read at once, and at least.
CHUNK = 1 << 16


def _number(digits: str) -> int | float:
    """A whole number; one of 5,000 digits, which `int` refuses, is past all measure."""
    return int(digits) if len(digits) < 1000 else float(digits)


#: Objects become tuples of pairs: unlike a dict they keep what stands there twice, and unlike a
#: list they are told from one.
_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_int=_number)

#: What follows a name or a value that is whole.
_ENDED = re.compile(r"[ \t\r\n]*[:,}]")


def members(path: Path, encoding: str) -> Iterator[tuple[str, Any]]:
    """The names and values of the object in the JSON file ``path``, in their order.

    Objects inside a value are tuples of pairs, all else is as `json` reads it. Raises
    `LexkitError` with the line for what is no JSON (RFC 8259) or no object at the top.
    """
    with open_text(path, encoding) as file:
        text = _Text(file, path)
        text.expect("{", "the file is no JSON object")
        if text.next() != "}":
            yield text.name(), text.value()
            while text.next() == ",":
                text.expect(",")
                yield text.name(), text.value()
        text.expect("}")
        if text.next():
            raise text.error("something follows the end of the object")


class _Text:
    """The text of a file, a piece of it at a time, and a place in it."""

    def __init__(self, file: IO[str], path: Path) -> None:
        self._file = file
        self._path = path
        self._text = ""
        self._at = 0
        self._lines = 0

    def next(self) -> str:
        """The next character that is no blank, which then is the place; empty at the end."""
        while True:
            while self._at < len(self._text):
                character = self._text[self._at]
                if character not in " \t\r\n":
                    return character
                self._at += 1
            if not self._more():
                return ""

    def expect(self, character: str, otherwise: str | None = None) -> None:
        """Go past ``character``, which must be next."""
        if self.next() != character:
            raise self.error(otherwise or f"expected {character!r}")
        self._at += 1

    def name(self) -> str:
        """Go past the name of a member and its colon."""
        if self.next() != '"':
            raise self.error("expected a name in double quotes")
        name: str = self.value()
        self.expect(":")
        return name

    def value(self) -> Any:
        """Go past one value."""
        self.next()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._more():
                    continue
                raise self.error(error.msg, error.pos) from None
            except RecursionError:
                raise self.error("nested too deeply") from None
            # Where what is read ends, 12 may be the beginning of 123 or of 12.5.
            if _ENDED.match(self._text, end) or not self._more():
                self._at = end
                return value

    def error(self, message: str, at: int | None = None) -> LexkitError:
        line = self._lines + self._text.count("\n", 0, self._at if at is None else at) + 1
        return LexkitError(f"not the JSON it should be: {message}", path=self._path, line=line)

    def _more(self) -> bool:
        """Read on, twice as far each time while a value does not end; false at the end."""
        piece = self._file.read(max(CHUNK, len(self._text) - self._at))
        if piece:
            self._lines += self._text.count("\n", 0, self._at)
            self._text, self._at = self._text[self._at :] + piece, 0
        return bool(piece)

"""The `game` of a ruleset, read and checked (docs/rulesets.md, "The game").

Raises `LexkitError` with file, line and remedy for whatever cannot be meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from lexkit import yamlfile
from lexkit.errors import LexkitError
from lexkit.game import ANYWHERE, Game, Wild
from lexkit.orthography import Spelling
from lexkit.packed import open_text
from lexkit.yamlfile import Fields, Text

#: The folder beside a ruleset that holds lists too long for the ruleset itself, and what their
#: names end in: no letter is a dot, so a name is never taken for a word.
LISTS, SUFFIX = "lists", ".txt"

_SHARE = re.compile(r"[0-9]{0,3}\.?[0-9]{1,6}|[0-9]{1,6}/[0-9]{1,6}")


def read(fields: Fields, spelling: Spelling) -> Game:
    """The game data in ``fields``, whose words are in ``spelling``."""
    also = _also(fields, spelling)
    game = Game(
        tiles=_by_letter(fields, "tiles", spelling),
        points=_by_letter(fields, "points", spelling),
        blanks=fields.number("blanks", 0),
        rack=fields.number("rack", 0),
        first_word=fields.number("first_word", 0),
        also=also,
        apart=_apart(fields, spelling, list(also.values())),
        wild=_wild(fields, spelling),
    )
    fields.done()
    return game


def _by_letter(fields: Fields, key: str, spelling: Spelling) -> dict[str, int]:
    """The whole numbers under ``key``, by letter."""
    inner = Fields(fields.table_of(key), fields.path, f"{key!r}")
    numbers: dict[str, int] = {}
    for letter in inner.table:
        inner.required(letter)
        numbers[_letter(inner, letter, spelling)] = inner.number(letter, 0)
    return numbers


def _letter(fields: Fields, letter: object, spelling: Spelling) -> str:
    text = unicodedata.normalize("NFC", str(letter))
    if len(text) != 1 or text not in spelling.alphabet:
        raise fields.error(
            f"{text!r} is no letter of the alphabet",
            letter,
            "letters that one tile lays together belong under 'also'"
            if len(text) > 1
            else f"the letters are {spelling.alphabet}",
        )
    return text


def _also(fields: Fields, spelling: Spelling) -> dict[str, str]:
    inner = Fields(fields.table_of("also"), fields.path, "'also'")
    also: dict[str, str] = {}
    for tile in inner.table:
        text = inner.required(tile)
        letters = unicodedata.normalize("NFC", text)
        letter = _letter(inner, tile, spelling)
        if not set(letters) <= set(spelling.alphabet):
            raise inner.error(
                f"{letters!r} are no letters of the alphabet",
                text,
                f"write small letters, such as {letter}: {spelling.alphabet[:2]}",
            )
        if letters == letter:
            raise inner.error(f"a tile {letter!r} lays {letter!r} anyway", text, "leave it out")
        also[letter] = letters
    return also


def _apart(fields: Fields, spelling: Spelling, together: list[str]) -> tuple[str, ...]:
    """The entries of `apart`, folded; each must hold letters that a tile might lay together."""
    entries: dict[str, None] = {}
    for text in fields.texts("apart"):
        if not together:
            raise fields.error(
                "'apart' without 'also'",
                text,
                "say under 'also' what a tile lays together",
            )
        for entry, path, line in _listed(fields, text):
            anywhere = ANYWHERE if entry.startswith(ANYWHERE) else ""
            letters = spelling.letters(entry.removeprefix(ANYWHERE))
            if not letters:
                raise LexkitError(
                    f"{entry!r} is no word of this alphabet",
                    path=path,
                    line=line,
                    remedy=f"write WORD, *WORD for all words that hold it, or LIST{SUFFIX}",
                )
            if not any(pair in letters for pair in together):
                raise LexkitError(
                    f"{entry!r} holds no letters that one tile may lay ({', '.join(together)})",
                    path=path,
                    line=line,
                    remedy="leave it out",
                )
            entries[anywhere + letters] = None
    return tuple(sorted(entries))


def _listed(fields: Fields, text: Text) -> Iterator[tuple[str, Path, int]]:
    """The entry ``text``, or those in the list that it names, with their file and line."""
    if not text.endswith(SUFFIX):
        yield str(text), fields.path, text.line
        return
    if not yamlfile.NAME.fullmatch(text):
        raise fields.error(f"{str(text)!r} is no name of a list", text, f"it stands in {LISTS}/")
    path = fields.path.parent / LISTS / text
    if not path.is_file():
        raise fields.error(f"there is no list {LISTS}/{text}", text, f"put it at {path}")
    with open_text(path) as file:
        for number, line in enumerate(file, 1):
            entry = line.partition("#")[0].strip()
            if entry:
                yield entry, path, number


def _wild(fields: Fields, spelling: Spelling) -> Wild | None:
    if not (table := fields.table_of("wild")):
        return None
    inner = Fields(table, fields.path, "'wild'")
    sign = inner.required("sign")
    if len(sign) != 1 or spelling.lay(sign) != (None, "", sign) or sign == ANYWHERE:
        raise inner.error(
            f"{str(sign)!r} cannot be the sign of a wild key",
            sign,
            'write one mark that no word holds, such as "?"',
        )
    written = inner.required("share")
    fits = _SHARE.fullmatch(written) and not re.search(r"/0+$", written)
    share = Fraction(str(written)) if fits else Fraction(0)
    if not 0 < share <= 1:
        raise inner.error(
            f"'share' is {str(written)!r}", written, "write a part of a word's keys: 0.5, or 1/3"
        )
    inner.done()
    return Wild(str(sign), share.as_integer_ratio())

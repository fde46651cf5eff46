"""Reading the ``.dic``: a count, then one stem a line.

*chat/S po:nom* is the stem *chat*, the flag ``S``, and a morphological field. Where the stem
ends is the whole difficulty: *ad hoc* is one stem with a space in it, *je po:pronoun* ends
before the field (two letters and a colon after a blank), everything after a tab is remarks,
and ``km\\/h`` is a stem with a slash in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from lexkit.affix.affixes import Affixes
from lexkit.affix.flags import FlagType
from lexkit.affix.lines import file_lines, number_at_start
from lexkit.affix.rules import morphological_fields

#: Blanks, two letters and a colon: here the morphological fields begin.
_FIELDS = re.compile(rb"[ \t]+[^ \t][^ \t]:")
#: A slash that is not escaped.
_SLASH = re.compile(rb"(?<!\\)/")
_COUNT = re.compile(rb"[ \t]*[+-]?\d")

#: What asks for a second look: blanks, colons, backslashes, NUL, a slash at the start.
_SPECIAL = re.compile(rb"[ \t:\\\0]|^/")
#: What stands before a licence line that no tab leads.
_REMARK = re.compile(rb"[#/](?:[ \t]|$)")

#: Told of a line that holds something lost (``True``) or merely odd, with its number.
Told = Callable[[str, int, bool], None]


class Stem(NamedTuple):
    """One line: the stem, its flags as written (aliases resolved), its fields, its number."""

    spelling: str
    flags: bytes
    fields: tuple[str, ...]
    line: int


def read_stems(path: Path, affixes: Affixes, told: Told) -> Iterator[Stem]:
    """All stems of a ``.dic`` in their order.

    The first line counts the stems and is no stem, also when a byte-order mark stands before
    the number. Lines that begin with a tab hold no stem: Debian puts licences there. Others put
    them behind ``#`` or ``/`` before the first stem; hunspell would have ``#`` for a word then,
    which nobody meant.
    """
    at_head, encoding = True, affixes.encoding
    simple = (
        affixes.flag_aliases is None and affixes.flags.type is FlagType.CHAR and not affixes.ignore
    )
    for number, line in enumerate(file_lines(path), 1):
        if number == 1:
            if _COUNT.match(line):
                continue
            told("the first line is not the number of stems", 1, False)
        if at_head and _REMARK.match(line):
            told("a remark before the first stem", number, False)
        elif line and not line.startswith(b"\t"):
            at_head = False
            if simple and not _SPECIAL.search(line):
                # By far the most: a word, perhaps a slash and flags.
                word, _, flags = line.partition(b"/")
                try:
                    yield Stem(word.decode(encoding), flags, (), number)
                    continue
                except UnicodeDecodeError:
                    pass
            if stem := _stem(line, number, affixes, told):
                yield stem


def _stem(line: bytes, number: int, affixes: Affixes, told: Told) -> Stem | None:
    """One line of a ``.dic``; what cannot be read is told.

    Hunspell drops blanks before a word that is typed, so a stem that begins with one is never
    found, and a slash at the start it takes for the whole word.
    """
    if line[:1] in (b" ", b"/"):
        told("begins with a blank or a slash: hunspell finds no word here", number, True)
        return None
    fields: tuple[str, ...] = ()
    flags = b""
    if b"\t" in line or b":" in line:
        line, remark = split_remark(line)
        if remark:
            text = remark.decode(affixes.encoding, errors="replace")
            fields = morphological_fields(text, affixes.field_aliases)
    if b"/" in line:
        line, flags = split_flags(line)
    try:
        spelling = line.decode(affixes.encoding)
    except UnicodeDecodeError:
        told(f"not {affixes.encoding}", number, True)
        return None
    if "\0" in spelling:
        told("a NUL character in the word", number, True)
        return None
    if affixes.ignore:
        spelling = affixes.without_ignored(spelling)
    if not spelling:
        return None
    if flags and (affixes.flag_aliases is not None or affixes.flags.type is not FlagType.CHAR):
        flags = _resolved(flags, number, affixes, told)
    return Stem(spelling, flags, fields, number)


def split_remark(line: bytes) -> tuple[bytes, bytes]:
    """*chat/S po:nom* -> *chat/S* and its field; ``voici<TAB>89`` -> *voici* and the rest.

    A colon in the word itself begins no field: *ad:hoc*, *k:a*.
    """
    found = _FIELDS.search(line)
    end = found.start() if found and found.start() > 0 else len(line)
    rest = found.end() - 3 if found and found.start() > 0 else len(line)
    tab = line.find(b"\t")
    if 0 <= tab < end:
        end, rest = tab, tab + 1
    return line[:end], line[rest:]


def split_flags(line: bytes) -> tuple[bytes, bytes]:
    """*Haus/EPSm* -> *Haus* and ``EPSm``; ``km\\/h/S`` -> *km/h* and ``S``."""
    if b"\\" not in line:
        word, _, flags = line.partition(b"/")
        return word, flags.rstrip(b" \t")
    found = _SLASH.search(line)
    word, flags = (line[: found.start()], line[found.end() :]) if found else (line, b"")
    return word.replace(b"\\/", b"/"), flags.rstrip(b" \t")


def _resolved(flags: bytes, number: int, affixes: Affixes, told: Told) -> bytes:
    """The flags meant: with an ``AF`` table, *werk/1* has those of its first line."""
    if affixes.flag_aliases is not None:
        at = number_at_start(flags) or 0
        if not 0 < at <= len(affixes.flag_aliases):
            told("the AF table has no such alias: the flags are lost", number, True)
            return b""
        return affixes.flag_aliases[at - 1]
    if (fault := affixes.flags.fault(flags)) is not None:
        told(fault, number, True)
    return flags

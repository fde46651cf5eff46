"""Flags: the marks behind the slash, in each of the four ways hunspell writes them.

*Haus/EPSm* has four flags of one character, *Haus/AaBb* (``FLAG long``) two of two characters,
*Haus/412,7* (``FLAG num``) two numbers, *Haus/Äß* (``FLAG UTF-8``) two characters beyond ASCII.
A flag is always taken whole: whoever compares the first character only gives *Tier/Ab* the
rules of ``Aa`` as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from lexkit.affix.lines import number_at_start


class FlagType(Enum):
    """What ``FLAG`` says; without it, a flag is one character."""

    CHAR = "char"
    LONG = "long"
    NUM = "num"
    UTF8 = "UTF-8"

    @classmethod
    def named(cls, name: str) -> FlagType | None:
        """``FLAG utf-8`` is taken for ``FLAG UTF-8``."""
        return {"long": cls.LONG, "num": cls.NUM, "utf-8": cls.UTF8}.get(name.lower())


@dataclass(frozen=True, slots=True)
class FlagReader:
    """Splits the text behind a slash into flags.

    The text comes as bytes, for a reason: hunspell's plain flags are *bytes*, whatever the
    encoding of the words. The Hungarian dictionary is UTF-8 and yet writes its flags in bytes
    that are no UTF-8 at all, and the Swedish one has ``NEEDAFFIX ¤``, which is two bytes, the
    first of which is the flag. So a flag is kept as a string of Latin 1, byte for character.
    """

    type: FlagType
    encoding: str

    def split(self, text: bytes) -> tuple[str, ...]:
        """All flags in the order written; what is no whole flag is left out, see ``fault``."""
        match self.type:
            case FlagType.CHAR:
                return tuple(text.decode("latin-1"))
            case FlagType.LONG:
                whole = text.decode("latin-1")
                return tuple(whole[i : i + 2] for i in range(0, len(whole) - 1, 2))
            case FlagType.NUM:
                numbers = map(number_at_start, text.split(b","))
                return tuple(str(number) for number in numbers if number is not None)
            case FlagType.UTF8:
                return tuple(text.decode("utf-8", errors="ignore"))

    def first(self, text: bytes) -> str | None:
        """The flag that a directive names: ``NEEDAFFIX ¤``."""
        flags = self.split(text)
        return flags[0] if flags else None

    def fault(self, text: bytes) -> str | None:
        """What is wrong with a text of flags, if anything."""
        if self.type is FlagType.LONG and len(text) % 2:
            return "odd number of characters in flags of two characters each"
        if self.type is FlagType.NUM:
            for item in text.split(b","):
                if not item.strip().isdigit() or number_at_start(item.strip()) is None:
                    return "flag that is not a number"
        if self.type is FlagType.UTF8:
            try:
                text.decode("utf-8")
            except UnicodeDecodeError:
                return "flags are not UTF-8"
        return None

    def names(self, text: bytes, rules: set[str]) -> list[str]:
        """The flags that are not affix rules, as a person writes them.

        In a UTF-8 file, ``¤`` is one name, although hunspell sees two flags in it.
        """
        if self.type is FlagType.CHAR and self.encoding == "utf-8":
            written = text.decode("utf-8", errors="replace")
            return [c for c in written if self.first(c.encode("utf-8")) not in rules]
        return [self.name(flag) for flag in self.split(text) if flag not in rules]

    def name(self, flag: str) -> str:
        """A flag as it stands in the file: the bytes of a plain flag are read in its encoding."""
        if self.type in (FlagType.CHAR, FlagType.LONG):
            return flag.encode("latin-1").decode(self.encoding, errors="replace")
        return flag

"""The encoding of a text: as given, told by a mark, UTF-8, or guessed, which is then reported.

A guess weighs single-byte encodings by what they make of the lines that are not ASCII: letters of
one script, small within a word, speak for an encoding (*Bär*), signs within a word against it
(*B‰r*). No list of a language's words is asked, so *élève* in Windows' western and eastern
European pages (*élčve*) weighs the same; then the first in the order wins, and the report names
the others.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from lexkit.errors import LexkitError
from lexkit.readers.base import Input, Options

ENCODING = "the file's encoding (else told by a byte-order mark or its bytes; a guess is reported)"

#: Stands in a decoded text for bytes that are not in the encoding.
MARK = "\udcff"
_MARKING = "lexkit-marking"

#: Encodings that are guessed, the commoner first.
GUESSED = (
    "cp1252", "cp1250", "iso8859-2", "cp1251", "koi8-r", "cp1253", "iso8859-7", "cp1254",
    "mac_roman", "cp850", "cp852", "cp437", "cp866",
)  # fmt: skip

#: What surely tells an encoding. That of UTF-32 begins with that of UTF-16.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

#: A character of UTF-8 that is not ASCII, by its bytes.
_WIDE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
#: Control characters that no text holds.
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")

#: How many lines a guess looks at.
_LOOKED_AT = 2000


def _mark(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return MARK, error.end


codecs.register_error(_MARKING, _mark)


def encoding(options: Options) -> str | None:
    """The `encoding` option, checked; `None` if it is not given."""
    name = options.text("encoding")
    if not name:
        return None
    try:
        # This asks for a codec of text: rot13 and base64 are codecs too.
        codec = codecs.lookup(io.TextIOWrapper(io.BytesIO(), encoding=name).encoding).name
        # Some (idna, undefined) cannot go past what is not in them, or decode nothing at all.
        codecs.getincrementaldecoder(codec)(_MARKING).decode(b"", final=True)
    except (LookupError, ValueError):
        raise options.error(
            "encoding", f"unknown encoding {name!r}", "for example iso-8859-1"
        ) from None
    return "utf-8-sig" if codec == "utf-8" else codec


class Decoder:
    """Decodes the blocks of the main file of an input, in the encoding that its options give.

    Without one, the bytes decide. What cannot be decoded comes out as `MARK`. Raises `LexkitError`
    for what is no text at all, and for what can only be guessed where the reader may not.
    """

    def __init__(self, given: Input) -> None:
        self._path, self._report = given.main, given.report
        self._may_guess = given.may_guess
        self._given = encoding(given.options)
        self._begun = False
        self._settled = self._given is not None
        self._use(self._given or "utf-8-sig")
        self.guessed = False
        #: Whether there was a `MARK`, or what may be UTF-8 though the text is in another encoding.
        self.broken = self.suspect = False

    @property
    def shown(self) -> str:
        """The name of the encoding, for people."""
        return self.encoding.removesuffix("-sig")

    def decode(self, block: bytes, line: int, last: bool) -> str:
        """The text of the next ``block``, which begins in the line ``line``."""
        if not self._begun:
            self._begin(block)
            self._begun = True
        text = self._decoder.decode(block, last)
        if not self._settled and not text.isascii():
            self._settle(block, line, MARK in text)
            if self.guessed:
                text = self._decoder.decode(block, last)
        self.broken = self.broken or MARK in text
        self.suspect = self.suspect or (self._narrow and _WIDE.search(block) is not None)
        return text

    def is_utf8(self, line: str) -> bool:
        """Whether a ``line`` as decoded would be good UTF-8 too: *MÃ¤use* is *Mäuse*."""
        if line.isascii():
            return False
        try:
            line.encode(self.encoding).decode("utf-8")
        except UnicodeError:
            return False
        return True

    def _use(self, encoding: str) -> None:
        self.encoding = encoding
        self._decoder = codecs.getincrementaldecoder(encoding)(_MARKING)
        self._narrow = _is_narrow(encoding)

    def _begin(self, block: bytes) -> None:
        for mark, encoding in _BYTE_ORDER_MARKS:
            if block.startswith(mark) and self._given in (None, encoding):
                self._settled = True
                self._use(encoding)
                return
        if self._given in ("utf-16", "utf-32"):
            self._use(f"{self._given}-le")  # as Windows writes them, without a mark too
        if self._given is not None:
            return
        if (wide := _wide_order(block)) is not None:
            self._guess(wide, 1, "")
        elif len(block) > 1000 and len(_CONTROL.findall(block)) > len(block) / 10:
            raise LexkitError(
                "this is no text: it is full of control characters",
                path=self._path,
                remedy="name the reader that it is for, or its encoding",
            )

    def _settle(self, block: bytes, line: int, broken: bool) -> None:
        """Decide at the first block that is not ASCII."""
        self._settled = True
        lines = block.split(b"\n")
        wide = [one for one in lines if not one.isascii()]
        good = sum(map(_is_utf8, wide))
        if not broken or good >= len(wide) - good:
            return
        weights = guesses(one for one in wide if not _is_utf8(one))
        best, _ = weights[0]
        also = ", ".join(name for name, weight in weights[1:4] if weight >= weights[0][1])
        first = next(i for i, one in enumerate(lines) if not one.isascii())
        self._guess(best, line + first, f"; {also} would fit as well" if also else "")

    def _guess(self, encoding: str, line: int, also: str) -> None:
        if not self._may_guess:
            raise LexkitError(
                "not utf-8, and the manifest gives no encoding",
                path=self._path,
                line=line,
                remedy=f"write options: {{encoding: {encoding}}}, if that is it{also}",
            )
        self._settled = self.guessed = True
        self._use(encoding)
        says = f"not utf-8: the encoding is taken for {encoding}, a guess{also}"
        self._report.note(says, f"{self._path.name}:{line}")


@cache
def _is_narrow(encoding: str) -> bool:
    """Whether the encoding has a byte a character, so that any text in UTF-8 can pass for one."""
    try:
        return len(bytes(range(0xC0, 0x100)).decode(encoding)) == 64
    except UnicodeError:
        return encoding in GUESSED


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeError:
        return False
    return True


def _wide_order(block: bytes) -> str | None:
    """UTF-16 without a mark: nearly every other byte of a western text is zero."""
    zeros = [block[i::2].count(0) / max(1, len(block[i::2])) for i in (0, 1)]
    if zeros[1] > 0.7 and zeros[0] < 0.05:
        return "utf-16-le"
    return "utf-16-be" if zeros[0] > 0.7 and zeros[1] < 0.05 else None


def guesses(lines: Iterable[bytes]) -> list[tuple[str, float]]:
    """Single-byte encodings with their weight for ``lines``, the best first.

    An encoding that makes the same of them as a better one is left out.
    """
    looked = list(dict.fromkeys(lines))[:_LOOKED_AT]
    texts: dict[str, str] = {}
    for name in GUESSED:
        text = "\n".join(line.decode(name, _MARKING) for line in looked)
        texts.setdefault(text, name)
    weighed = [(name, _weight(text)) for text, name in texts.items()]
    return sorted(weighed, key=lambda item: -item[1])


def _weight(text: str) -> float:
    """How much ``text`` looks like words."""
    total = 0.0
    accents = 0
    for before, char, after in zip("\n" + text, text, text[1:] + "\n", strict=False):
        if char.isascii():
            accents = 0
            continue
        sort, script = _character(char)
        neighbours = [_character(c) for c in (before, after)]
        letters = [kind for kind, _ in neighbours if kind in ("small", "capital")]
        if sort not in ("small", "capital"):
            within = 1.0 if len(letters) == 2 else 0.5 if letters else 0.1
            total -= 4.0 if sort == "control" else 0.0 if char in "’‘·" else 2 * within
            accents = 0
            continue
        accents += 1
        if any(kind in ("small", "capital") and of != script for kind, of in neighbours):
            total -= 2.0
        elif sort == "small":
            total += 1.0
        else:
            total += 0.5 if neighbours[0][0] != "small" else -1.0
        if script == "LATIN" and accents > 2:  # Cyrillic taken for Latin: ïðèâåò
            total -= 1.5
    return total


@cache
def _character(char: str) -> tuple[str, str]:
    """The sort of a character (small, capital, control, other), and a letter's script."""
    category = unicodedata.category(char)
    if category in ("Ll", "Lu"):
        script = unicodedata.name(char, "?").split()[0]
        return ("small" if category == "Ll" else "capital"), script
    return ("control" if category in ("Cc", "Cs", "Co", "Cn") and char != "\n" else "other"), ""

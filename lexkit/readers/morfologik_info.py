"""The ``.info`` of a Morfologik dictionary: a Java properties file that says how to read it.

Keys and values are those of `DictionaryAttribute.java` in morfologik-stemming
(https://github.com/morfologik/morfologik-stemming); the syntax is that of
`java.util.Properties.load`: ``key=value``, ``key:value`` or ``key value``, comments with ``#`` or
``!``, a backslash to go on in the next line, ``\\t`` and ``\\u00e4``.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexkit.errors import LexkitError, suggest

#: How many counts the code of a lemma begins with, by encoder.
COUNTS = {"none": 0, "suffix": 1, "prefix": 2, "infix": 3}

#: Bytes of the file; real ones have a few hundred.
MAX_FILE = 1024 * 1024

_KEY_VALUE = re.compile(r"((?:\\.|[^\\=:\s])*)[ \t\f]*[=:]?[ \t\f]*(.*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}

Properties = dict[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Info:
    """What reading needs: text encoding, separator byte, how lemmas are coded, conversions."""

    encoding: str
    separator: int
    encoder: str
    frequency: bool
    conversions: tuple[tuple[str, str], ...]

    def convert(self, text: str) -> str:
        for old, new in self.conversions:
            text = text.replace(old, new)
        return text


def load(path: Path) -> Info:
    """Read ``path``; raise `LexkitError` with the line for what is missing or makes no sense."""
    properties = _properties(path)
    encoding = _encoding(path, properties)
    return Info(
        encoding,
        _separator(path, properties, encoding),
        _encoder(path, properties),
        _flag(path, properties, "fsa.dict.frequency-included"),
        _pairs(path, properties, "fsa.dict.output-conversion"),
    )


def _properties(path: Path) -> Properties:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except FileNotFoundError:
        raise LexkitError(
            "this description of the dictionary is missing",
            path=path,
            remedy="put the .info beside the .dict, or give it as a further file",
        ) from None
    except OSError as error:
        raise LexkitError(f"cannot be read: {error.strerror}", path=path) from None
    if len(data) > MAX_FILE:
        raise LexkitError("this is no .info of a dictionary: it is too large", path=path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("iso-8859-1")  # what Java wrote before version 9
    properties: Properties = {}
    for number, line in _lines(text):
        if match := _KEY_VALUE.match(line):
            key, value = map(_unescape, match.groups())
            properties[key] = (value, number)
    return properties


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Logical lines with the number of their first: comments dropped, continuations joined."""
    started, parts = 0, list[str]()
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = raw.lstrip(" \t\f")
        if not parts:
            if not line or line[0] in "#!":
                continue
            started = number
        goes_on = (len(line) - len(line.rstrip("\\"))) % 2
        parts.append(line[:-1] if goes_on else line)
        if not goes_on:
            yield started, "".join(parts)
            parts = []
    if parts:
        yield started, "".join(parts)


def _unescape(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code = match[1]
        return chr(int(code[1:], 16)) if len(code) == 5 else _CONTROL.get(code, code)

    return _ESCAPE.sub(plain, text)


def _required(path: Path, properties: Properties, key: str, remedy: str) -> tuple[str, int]:
    if key not in properties:
        raise LexkitError(f"no {key} is given", path=path, remedy=remedy)
    return properties[key]


def _encoding(path: Path, properties: Properties) -> str:
    value, line = _required(path, properties, "fsa.dict.encoding", "fsa.dict.encoding=UTF-8")
    try:
        codec = codecs.lookup(value.strip())
        if b"A".decode(codec.name) != "A":
            raise LookupError
    except (LookupError, ValueError, UnicodeError):
        raise LexkitError(
            f"the encoding {value.strip()!r} cannot be used",
            path=path,
            line=line,
            remedy="write one in which a plain letter is one byte, for example UTF-8",
        ) from None
    return codec.name


def _separator(path: Path, properties: Properties, encoding: str) -> int:
    remedy = "one character, for example fsa.dict.separator=+"
    value, line = _required(path, properties, "fsa.dict.separator", remedy)
    value = value if len(value) == 1 else value.strip()
    try:
        code = value.encode(encoding)
    except UnicodeError:
        code = b""
    if len(code) != 1:
        raise LexkitError(
            f"the separator {value!r} is not one byte in {encoding}",
            path=path,
            line=line,
            remedy=remedy,
        )
    return code[0]


def _encoder(path: Path, properties: Properties) -> str:
    """The encoder; dictionaries from before version 1.9 say so with flags, suffix by default."""
    key = "fsa.dict.encoder"
    if key not in properties:
        old = ("infix", "prefix", "suffix")
        flags = {
            name: _flag(path, properties, f"fsa.dict.uses-{name}es", name == "suffix")
            for name in old
        }
        if any(f"fsa.dict.uses-{name}es" in properties for name in old):
            return next((name for name in old if flags[name]), "none")
    value, line = _required(path, properties, key, f"{key}=SUFFIX, PREFIX, INFIX or NONE")
    if (name := value.strip().lower()) not in COUNTS:
        raise LexkitError(
            f"unknown encoder {value.strip()!r}",
            path=path,
            line=line,
            remedy=suggest(name, list(COUNTS)),
        )
    return name


def _flag(path: Path, properties: Properties, key: str, default: bool = False) -> bool:
    if key not in properties:
        return default
    value, line = properties[key]
    if (word := value.strip().lower()) in ("true", "yes", "on"):
        return True
    if word in ("false", "no", "off"):
        return False
    raise LexkitError(f"{key} is {value!r}", path=path, line=line, remedy="write true or false")


def _pairs(path: Path, properties: Properties, key: str) -> tuple[tuple[str, str], ...]:
    if key not in properties:
        return ()
    value, line = properties[key]
    pairs: dict[str, str] = {}
    for item in value.split(","):
        old, *rest = item.split() or [""]
        if len(rest) != 1 or old in pairs:
            raise LexkitError(
                f"{key} does not consist of pairs: {item.strip()!r}",
                path=path,
                line=line,
                remedy="two strings with a space between, pairs parted by commas, "
                "each string to replace once",
            )
        pairs[old] = rest[0]
    return tuple(pairs.items())

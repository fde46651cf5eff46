"""libhunspell itself, through ctypes: what it says of a word is what the expansion must say."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import re
from pathlib import Path
from types import TracebackType

#: Directives that make compounds. Without them, libhunspell accepts what the expansion holds.
COMPOUNDING = re.compile(
    rb"^(?:COMPOUND\w*|CHECKCOMPOUND\w*|SIMPLIFIEDTRIPLE|SYLLABLENUM|FORCEUCASE)\b.*$",
    re.MULTILINE,
)


def find_library() -> str | None:
    """The shared library of hunspell 1.7, wherever the system keeps it."""
    names = ["libhunspell-1.7.so.0", "libhunspell-1.7.so", "libhunspell-1.7.dylib"]
    found = ctypes.util.find_library("hunspell-1.7") or ctypes.util.find_library("hunspell")
    for name in [*([found] if found else []), *names]:
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return name
    return None


class Oracle:
    """One dictionary opened by libhunspell."""

    def __init__(self, aff: Path, dic: Path) -> None:
        name = find_library()
        if name is None:
            raise OSError("libhunspell 1.7 is not installed")
        self._library = ctypes.CDLL(name)
        self._library.Hunspell_create.restype = ctypes.c_void_p
        self._library.Hunspell_create.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
        self._library.Hunspell_destroy.argtypes = [ctypes.c_void_p]
        self._library.Hunspell_spell.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self._library.Hunspell_spell.restype = ctypes.c_int
        self._library.Hunspell_get_dic_encoding.argtypes = [ctypes.c_void_p]
        self._library.Hunspell_get_dic_encoding.restype = ctypes.c_char_p
        self._handle = self._library.Hunspell_create(os.fsencode(aff), os.fsencode(dic))
        # microsoft-cp1251 and TIS-620 under the names that Python has for them.
        said = self._library.Hunspell_get_dic_encoding(self._handle).decode()
        self.encoding = said.lower().removeprefix("microsoft-")

    def spell(self, word: str) -> bool:
        """Whether libhunspell accepts the word. What its encoding cannot write, it does not."""
        try:
            encoded = word.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return bool(self._library.Hunspell_spell(self._handle, encoded))

    def __enter__(self) -> Oracle:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._library.Hunspell_destroy(self._handle)


def without_compounds(aff: Path, folder: Path) -> Path:
    """A copy of the ``.aff`` without its compounding directives, and without ``BREAK``.

    ``BREAK 0`` takes the place of what the file says, since its absence would mean hyphens.
    """
    raw = COMPOUNDING.sub(b"", aff.read_bytes().replace(b"\r\n", b"\n"))
    raw = re.sub(rb"^BREAK\b.*$", b"", raw, flags=re.MULTILINE)
    copy = folder / aff.name
    copy.write_bytes(raw.rstrip(b"\n") + b"\nBREAK 0\n")
    return copy

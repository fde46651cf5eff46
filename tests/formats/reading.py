"""A reader for each format, which shares no code with its writer."""

from __future__ import annotations

import ctypes
import json
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cache
from pathlib import Path

import dawg

from tests.requirements import need


def txt(path: Path) -> list[str]:
    raw = path.read_bytes()
    assert raw == b"" or raw.endswith(b"\n")
    return [line.decode() for line in raw.split(b"\n")[:-1]]


def dic(path: Path) -> list[str]:
    """A .dic without flags, read by its manual page: a count, then a word a line."""
    count, *lines = txt(path)
    assert int(count) == len(lines)
    words = []
    for line in lines:
        pieces = line.split("\\/")
        assert not any(sign in piece for piece in pieces for sign in "/\t"), line
        words.append("/".join(pieces))
    return words


def automaton(path: Path) -> list[str]:
    completion = dawg.CompletionDAWG()
    completion.load(str(path))
    return list(completion.keys())


def jsonl(path: Path) -> list[str]:
    return [json.loads(line)["letters"] for line in txt(path)]


def sqlite(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        return [letters for (letters,) in db.execute("SELECT letters FROM word ORDER BY letters")]


#: By format: what reads it back.
READERS: dict[str, Callable[[Path], list[str]]] = {
    "txt": txt,
    "hunspell": dic,
    "automaton": automaton,
    "jsonl": jsonl,
    "sqlite": sqlite,
}


@cache
def _library() -> ctypes.CDLL | None:
    for name in ("libhunspell-1.7.so.0", "libhunspell-1.7.so", "libhunspell-1.7.dylib"):
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        library.Hunspell_create.restype = ctypes.c_void_p
        library.Hunspell_create.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
        library.Hunspell_spell.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        library.Hunspell_destroy.argtypes = [ctypes.c_void_p]
        return library
    return None


def spelt(path: Path, words: Iterable[str]) -> set[str]:
    """Those of ``words`` that hunspell itself accepts with the dictionary ``path``."""
    library = _library()
    need(library is not None, "libhunspell 1.7 (apt-get install libhunspell-1.7-0)")
    assert library is not None
    affixes = path.with_suffix(".aff")
    handle = library.Hunspell_create(str(affixes).encode(), str(path).encode())
    try:
        return {word for word in words if library.Hunspell_spell(handle, word.encode())}
    finally:
        library.Hunspell_destroy(handle)

"""Readers of word lists: a file a format. To add one, write the module and enter it here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lexkit.readers import glosses, hunspell, morfologik, numerals, table, wiktextract, wordlist
from lexkit.readers.base import Options, Reader

READERS: dict[str, Reader] = {
    "glosses": glosses,
    "hunspell": hunspell,
    "morfologik": morfologik,
    "numerals": numerals,
    "table": table,
    "wiktextract": wiktextract,
    "wordlist": wordlist,
}

#: Readers that work by tables, `lexkit.readers.tables`, and which ones they need.
_SHAPED_BY: dict[str, Callable[[Options], list[Path]]] = {
    "wiktextract": wiktextract.shaped_by,
}


def shaped_by(reader: str, options: Options) -> list[Path]:
    """The tables that shape what ``reader`` makes of a file, and say what its labels mean."""
    find = _SHAPED_BY.get(reader)
    return find(options) if find else []

"""Readers of word lists: a file a format. To add one, write the module and enter it here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lexkit.readers import (
    cldr,
    glosses,
    hunspell,
    lmf,
    morfologik,
    nested,
    numerals,
    table,
    tagcounts,
    tei,
    unimorph,
    wiktextract,
    wiktionary,
    wordlist,
)
from lexkit.readers.base import Options, Reader

READERS: dict[str, Reader] = {
    "cldr": cldr,
    "glosses": glosses,
    "hunspell": hunspell,
    "lmf": lmf,
    "morfologik": morfologik,
    "nested": nested,
    "numerals": numerals,
    "table": table,
    "tagcounts": tagcounts,
    "tei": tei,
    "unimorph": unimorph,
    "wiktextract": wiktextract,
    "wiktionary": wiktionary,
    "wordlist": wordlist,
}

#: Readers that work by tables, `lexkit.readers.tables`, and which ones they need.
_SHAPED_BY: dict[str, Callable[[Options], list[Path]]] = {
    "lmf": lmf.shaped_by,
    "tei": tei.shaped_by,
    "unimorph": unimorph.shaped_by,
    "wiktextract": wiktextract.shaped_by,
    "wiktionary": wiktionary.shaped_by,
}


def shaped_by(reader: str, options: Options) -> list[Path]:
    """The tables that shape what ``reader`` makes of a file, and say what its labels mean."""
    find = _SHAPED_BY.get(reader)
    return find(options) if find else []

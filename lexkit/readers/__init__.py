"""Readers of word lists: a file a format. To add one, write the module and enter it here."""

from __future__ import annotations

from lexkit.readers import (
    cldr,
    glosses,
    hunspell,
    morfologik,
    nested,
    numerals,
    table,
    tagcounts,
    wordlist,
)
from lexkit.readers.base import Reader

READERS: dict[str, Reader] = {
    "cldr": cldr,
    "glosses": glosses,
    "hunspell": hunspell,
    "morfologik": morfologik,
    "nested": nested,
    "numerals": numerals,
    "table": table,
    "tagcounts": tagcounts,
    "wordlist": wordlist,
}

"""Formats a lexicon is given out in: a file a format. To add one, write the module and enter it.

`docs/formats.md` describes each for those who read the files.
"""

from __future__ import annotations

from lexkit.formats import automaton, hunspell, jsonl, sqlite, txt
from lexkit.formats.base import Format

FORMATS: dict[str, Format] = {
    "txt": txt,
    "hunspell": hunspell,
    "automaton": automaton,
    "jsonl": jsonl,
    "sqlite": sqlite,
}

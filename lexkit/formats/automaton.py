"""The runtime automaton: the file that lexkit itself looks words up in."""

from __future__ import annotations

import shutil
from pathlib import Path

from lexkit.automaton import FILE
from lexkit.lexicon import Lexicon

SUMMARY = "the automaton that lexkit itself looks words up in"
SUFFIX = Path(FILE).suffix
STREAMS = False


def write(lexicon: Lexicon, path: Path) -> None:
    """Copy the lexicon's automaton, which holds the same bytes whatever order its words had."""
    shutil.copyfile(lexicon.folder / FILE, path)

"""What the tests of hunspell dictionaries have in common: read one, and what came out."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from lexkit.model import Entry
from lexkit.readers import hunspell
from lexkit.readers.base import Input, Options, Report


class Read(NamedTuple):
    """The entries of a dictionary, and the report about it."""

    entries: list[Entry]
    report: Report

    @property
    def good(self) -> set[str]:
        """The forms that stand."""
        return {entry.form for entry in self.entries if hunspell.FORBIDDEN not in entry.labels}

    @property
    def forbidden(self) -> set[str]:
        return {entry.form for entry in self.entries if hunspell.FORBIDDEN in entry.labels}

    def form(self, form: str) -> Entry:
        """The one entry with this form."""
        (entry,) = (entry for entry in self.entries if entry.form == form)
        return entry


def read(dic: Path, aff: Path | None = None) -> Read:
    """Read a dictionary, with the ``.aff`` beside it unless one is given."""
    files = {dic.name: dic} if aff is None else {dic.name: dic, aff.name: aff}
    report = Report()
    options = Options({}, hunspell.OPTIONS)
    return Read(list(hunspell.read(Input(files, options, report))), report)


def write(folder: Path, aff: str, dic: str, encoding: str = "utf-8") -> Path:
    """A dictionary in a folder, the stems without their count; the path of its ``.dic``."""
    stems = dic.strip("\n")
    path = folder / "words.dic"
    path.write_bytes(f"{stems.count(chr(10)) + 1}\n{stems}\n".encode(encoding))
    path.with_suffix(".aff").write_bytes(f"{aff.strip(chr(10))}\n".encode(encoding))
    return path

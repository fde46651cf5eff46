"""The readings of one source, stored once and shared by every ruleset that names it.

A store is a text file, a reading a line, sorted by form: `form tags lemma place paradigm cell`
separated by tabs. Sorted files can be merged as streams, so a build holds one form at a time.
Its name carries a key over everything that shaped it, so a changed manifest, file or reader
makes a new store and an old one is never taken for it.
"""

from __future__ import annotations

import hashlib
import heapq
import os
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import IO

import lexkit
from lexkit.errors import LexkitError
from lexkit.model import Reading
from lexkit.source import Manifest

#: Raised whenever the lines of a store change their meaning.
FORMAT = 1

#: Lines sorted in memory at once; a larger source is sorted in pieces and merged.
CHUNK = 1_000_000

#: The modules a stored reading depends on: changing one makes every store anew.
_SHAPED_BY = (
    "readers",
    "affix",
    "orthography.py",
    "tagset.py",
    "source.py",
    "readings.py",
)


def key(manifest: Manifest) -> str:
    """A hash over what shapes the readings of ``manifest``: its text, files, reader, versions."""
    digest = hashlib.sha256()
    for part in (
        str(FORMAT),
        lexkit.__version__,
        unicodedata.unidata_version,
        code_hash(_SHAPED_BY),
        *(f"{name}={value}" for name, value in sorted(manifest.files.items())),
        *manifest.libraries,
    ):
        digest.update(part.encode() + b"\0")
    for path in (manifest.path, *manifest.tables):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def code_hash(names: tuple[str, ...]) -> str:
    """A hash over the code of the modules and folders ``names`` of the package."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for name in names:
        path = package / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if file.is_file():
                digest.update(file.relative_to(package).as_posix().encode() + b"\0")
                digest.update(file.read_bytes())
    return digest.hexdigest()


def write(path: Path, readings: Iterable[Reading]) -> int:
    """Write ``readings`` sorted to ``path``, all or nothing; return how many forms there are.

    Equal readings (form, tags and lemma) of a source are kept once.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".sorting-") as folder:
        pieces = _sorted_pieces(readings, Path(folder))
        target = Path(folder) / "sorted"
        with ExitStack() as stack, target.open("w", encoding="utf-8", newline="\n") as file:
            files = [stack.enter_context(p.open(encoding="utf-8", newline="\n")) for p in pieces]
            count = _write_distinct(heapq.merge(*files) if len(files) > 1 else files[0], file)
            file.flush()
            os.fsync(file.fileno())
        target.replace(path)
    return count


def _sorted_pieces(readings: Iterable[Reading], folder: Path) -> list[Path]:
    pieces: list[Path] = []
    lines: list[str] = []

    def flush() -> None:
        lines.sort()
        piece = folder / f"piece-{len(pieces)}"
        with piece.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(lines)
        pieces.append(piece)
        lines.clear()

    words: dict[frozenset[str], str] = {}  # each set of tags is written the same way
    for form, lemma, tags, _, place, paradigm, cell in readings:
        text = words.get(tags)
        if text is None:
            text = words[tags] = " ".join(sorted(tags))
        lines.append(f"{form}\t{text}\t{lemma or ''}\t{place}\t{paradigm or ''}\t{cell or ''}\n")
        if len(lines) >= CHUNK:
            flush()
    if lines or not pieces:
        flush()
    return pieces


def _write_distinct(lines: Iterable[str], file: IO[str]) -> int:
    """Write the first of the lines that agree in form, tags and lemma; count the forms."""
    forms = 0
    last_form, last_reading = "", ""
    for line in lines:
        form, tags, lemma, _ = line.split("\t", 3)
        reading = f"{form}\t{tags}\t{lemma}"
        if reading == last_reading:
            continue
        last_reading = reading
        if form != last_form:
            forms += 1
            last_form = form
        file.write(line)
    return forms


def lines(path: Path) -> Iterator[str]:
    """The lines of a store, without their ends."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for line in file:
                yield line[:-1]
    except OSError as error:
        raise LexkitError(f"cannot be read: {error.strerror}", path=path) from None


def merged(streams: Iterable[tuple[Iterator[str], int]]) -> Iterator[list[str]]:
    """The lines of sorted ``streams``, those of a form together, in the order of the forms.

    Each stream comes with a number, which its lines then end in. What begins with the same
    letter is sorted at once: Python's sort finds the runs that the stores are, and merges them
    far faster than a merge line by line, while memory holds one letter's worth.
    """
    ahead = [_Ahead(lines, f"\t{number}") for lines, number in streams]
    while ahead := [stream for stream in ahead if stream.first]:
        letter = min(stream.first for stream in ahead)
        chunk: list[str] = []
        for stream in ahead:
            if stream.first == letter:
                stream.take(chunk)
        chunk.sort()
        yield from _by_form(chunk)


class _Ahead:
    """A sorted stream of lines, read one ahead to see which letter comes first."""

    def __init__(self, lines: Iterator[str], ending: str) -> None:
        self._lines = lines
        self._ending = ending
        self._next = next(lines, "")

    @property
    def first(self) -> str:
        return self._next[:1]

    def take(self, chunk: list[str]) -> None:
        """Move the lines that begin with the first letter to ``chunk``."""
        ending, letter = self._ending, self.first
        chunk.append(self._next + ending)
        self._next = ""
        for line in self._lines:
            if line[0] != letter:
                self._next = line
                return
            chunk.append(line + ending)


def _by_form(lines: Iterable[str]) -> Iterator[list[str]]:
    """Sorted ``lines`` in groups with the same form."""
    group: list[str] = []
    start = "\t"  # no form begins with it
    for line in lines:
        if not line.startswith(start):
            if group:
                yield group
            group = []
            start = line[: line.index("\t") + 1]
        group.append(line)
    if group:
        yield group

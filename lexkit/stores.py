"""The first step of a build: each source fetched, read once, and inflected, as sorted stores.

A source has a store of what it lists, and one for each paradigm of the ruleset with what that
makes of it and of the paradigms before (*Schiffahrten* is an inflected form, respelt). Stores are
shared by all rulesets that ask for the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from lexkit import paradigm as paradigms
from lexkit import publish, readings
from lexkit.fetch import fetch
from lexkit.model import Reading
from lexkit.progress import progress
from lexkit.readers import READERS
from lexkit.readers.base import Input, Options, Report
from lexkit.readers.typed import readings as typed
from lexkit.source import Manifest
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace

#: The modules that a generated reading depends on.
_SHAPED_BY = (
    "paradigm.py",
    "respelling",
    "conjugation",
    "endings.py",
    "stores.py",
    "readings.py",
    "tagset.py",
)


@dataclass
class Stores:
    """Finds, or makes, the stores of sources; ``reports`` tells what was left out in reading."""

    workspace: Workspace
    tagset: Tagset
    cache: Path
    mirror: Path | None = None
    offline: bool = False
    reports: dict[str, Report] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return self.workspace.build / ".readings"

    def files(self, manifest: Manifest) -> dict[str, Path]:
        """The files of a source, fetched if need be."""
        return fetch(
            manifest.name,
            manifest.files,
            manifest.fetch,
            manifest=manifest.path,
            cache=self.cache,
            mirror=self.mirror,
            offline=self.offline,
        )

    def of(self, manifest: Manifest, tables: Sequence[Path] = ()) -> tuple[Path, ...]:
        """The store of a source and those that the paradigms in ``tables`` make, in their order."""
        found = [self._read(manifest)]
        for table in tables:
            store = self._generated(manifest, tuple(found), table)
            found.append(store)
        return tuple(found)

    def _read(self, manifest: Manifest) -> Path:
        store = self.folder / f"{manifest.name}-{readings.key(manifest)[:16]}.tsv"
        if not store.is_file():
            report = self.reports[manifest.name] = Report()
            read = readings_of(manifest, self.files(manifest), report)
            self._write(store, progress(read, f"reading {manifest.name}", "readings"))
        return store

    def _generated(self, manifest: Manifest, stores: tuple[Path, ...], table: Path) -> Path:
        digest = hashlib.sha256(readings.code_hash(_SHAPED_BY).encode())
        digest.update(table.read_bytes())
        digest.update(paradigms.versions().encode())
        digest.update(" ".join(store.name for store in stores).encode())
        store = self.folder / f"{manifest.name}+{table.stem}-{digest.hexdigest()[:16]}.tsv"
        if not store.is_file():
            paradigm = paradigms.load(table, self.tagset)

            def known() -> Iterable[Reading]:
                return chain.from_iterable(_stored(path, manifest.name) for path in stores)

            made = paradigm.generate(known)
            says = f"{table.stem} of {manifest.name}"
            self._write(store, progress(made, says, "readings"))
        return store

    def _write(self, store: Path, made: Iterable[Reading]) -> None:
        with publish.writing(self.folder):
            readings.write(store, made)
        prefix = store.name[:-20]  # without "-<16 digits>.tsv"
        for older in self.folder.glob(f"{prefix}-????????????????.tsv"):
            if older != store:
                older.unlink(missing_ok=True)


def readings_of(manifest: Manifest, files: Mapping[str, Path], report: Report) -> Iterator[Reading]:
    """The readings of a source, from its ``files``."""
    reader = READERS[manifest.reader]
    options = Options(manifest.options, reader.OPTIONS, manifest.path)
    return typed(reader, Input(files, options, report), manifest.labels, manifest.name)


def _stored(store: Path, source: str) -> Iterator[Reading]:
    """The readings in a store."""
    known: dict[str, frozenset[str]] = {}
    for line in readings.lines(store):
        form, text, lemma, place, paradigm, cell = line.split("\t")
        tags = known.get(text)
        if tags is None:
            tags = known[text] = frozenset(text.split())
        yield Reading(form, lemma or None, tags, source, place, paradigm or None, cell or None)

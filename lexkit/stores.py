"""The first step of a build: each source fetched, read once, and inflected, as sorted stores.

A source has a store of what it lists, and one for each paradigm of the ruleset with what that
makes of it and of the paradigms before (*Schiffahrten* is an inflected form, respelt). Stores are
shared by all rulesets that ask for the same.
"""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from lexkit import paradigm as paradigms
from lexkit import publish, readings
from lexkit import source as sources
from lexkit.errors import LexkitError, suggest
from lexkit.fetch import fetch
from lexkit.model import Reading
from lexkit.progress import progress
from lexkit.readers import READERS
from lexkit.readers.base import Input, Options, Report
from lexkit.readers.selection import Selection
from lexkit.readers.typed import readings as typed
from lexkit.source import Manifest
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace

#: The modules that a generated reading depends on.
_SHAPED_BY = (
    "paradigm.py",
    "respelling",
    "conjugation",
    "endings",
    "stores.py",
    "readings.py",
    "tagset.py",
)


@dataclass
class Stores:
    """Finds, or makes, the stores of sources; ``reports`` tells what was left out in reading them.

    What was left out is kept beside a store, so that it is told of sources read long ago too.
    """

    workspace: Workspace
    tagset: Tagset
    cache: Path
    mirror: Path | None = None
    offline: bool = False
    reports: dict[str, Report] = field(default_factory=dict)
    #: Whether bars are shown: not by several processes at once.
    shown: bool = True

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

    def all(
        self, manifests: Sequence[Manifest], tables: Sequence[Path] = ()
    ) -> list[tuple[Path, ...]]:
        """The stores of every source, those that are missing made side by side, a core a source.

        Nothing is shared between sources, so this is where a second core is worth having.
        """
        missing = [manifest for manifest in manifests if not self._whole(manifest, tables)]
        cores = min(len(missing), os.cpu_count() or 1)
        if cores > 1:
            worker = replace(self, shown=False, reports={})
            with ProcessPoolExecutor(cores) as pool:
                made = pool.map(worker.of, missing, [tables] * len(missing))
                deque(progress(made, "reading", "sources", len(missing)), maxlen=0)
        return [self.of(manifest, tables) for manifest in manifests]

    def _whole(self, manifest: Manifest, tables: Sequence[Path]) -> bool:
        """Whether all stores of a source are there; what follows a missing one is missing too."""
        found: list[Path] = []
        for table in (None, *tables):
            store = self._place(manifest, found, table)
            if not self._is_there(store, table):
                return False
            found.append(store)
        return True

    def _is_there(self, store: Path, table: Path | None) -> bool:
        return store.is_file() and (table is not None or _beside(store).is_file())

    def of(self, manifest: Manifest, tables: Sequence[Path] = ()) -> tuple[Path, ...]:
        """The store of a source and those that the paradigms in ``tables`` make, in their order."""
        found: list[Path] = []
        for table in (None, *tables):
            store = self._place(manifest, found, table)
            if not self._is_there(store, table):
                if table is None:
                    made, says = self._read(manifest), f"reading {manifest.name}"
                else:
                    made = self._generated(manifest, tuple(found), table)
                    says = f"{table.stem} of {manifest.name}"
                self._write(store, progress(made, says, "readings") if self.shown else made)
                if table is None:
                    _beside(store).write_text(self.reports[manifest.name].as_json(), "utf-8")
            found.append(store)
        self.reports[manifest.name] = Report.from_json(_beside(found[0]).read_text("utf-8"))
        return tuple(found)

    def _place(self, manifest: Manifest, before: Sequence[Path], table: Path | None) -> Path:
        """Where a store is: its name holds a hash over everything that shapes it."""
        if table is None:
            return self.folder / f"{manifest.name}-{self._key(manifest)[:16]}.tsv"
        digest = hashlib.sha256(readings.code_hash(_SHAPED_BY).encode())
        digest.update(table.read_bytes())
        digest.update(paradigms.versions().encode())
        digest.update(" ".join(store.name for store in before).encode())
        return self.folder / f"{manifest.name}+{table.stem}-{digest.hexdigest()[:16]}.tsv"

    def _key(self, manifest: Manifest) -> str:
        """What shapes the readings of a source; another one too, if its lemmas must stand there."""
        key = readings.key(manifest)
        if manifest.reads.lemmas_of is None:
            return key
        other = readings.key(self._other(manifest))
        return hashlib.sha256(f"{key} {other}".encode()).hexdigest()

    def _other(self, manifest: Manifest) -> Manifest:
        """The source in which the lemmas of ``manifest`` must stand."""
        name = manifest.reads.lemmas_of
        assert name is not None
        if name not in self.workspace.sources:
            raise LexkitError(
                f"there is no source {name!r}, which 'lemmas_of' names",
                path=manifest.path,
                remedy=suggest(name, list(self.workspace.sources)),
            )
        other = sources.load(self.workspace.source(name), self.tagset)
        if other.reads.lemmas_of is not None or other.is_curated:
            raise LexkitError(
                f"{other.name!r} is no list by itself, so no other source can go by its words",
                path=manifest.path,
                remedy="name a source that is neither curated nor has 'lemmas_of'",
            )
        return other

    def _read(self, manifest: Manifest) -> Iterator[Reading]:
        report = self.reports[manifest.name] = Report()
        listed = frozenset[str]()
        if manifest.reads.lemmas_of is not None:
            (store,) = self.of(self._other(manifest))
            listed = frozenset(line[: line.index("\t")] for line in readings.lines(store))
        return readings_of(manifest, self.files(manifest), report, listed)

    def _generated(
        self, manifest: Manifest, stores: tuple[Path, ...], table: Path
    ) -> Iterator[Reading]:
        paradigm = paradigms.load(table, self.tagset)
        if not paradigm.wants(manifest.labels.possible):
            return iter(())

        def known() -> Iterable[Reading]:
            return chain.from_iterable(_stored(path, manifest.name) for path in stores)

        return paradigm.generate(known)

    def _write(self, store: Path, made: Iterable[Reading]) -> None:
        with publish.writing(self.folder):
            readings.write(store, made)
        prefix = store.name[:-21]  # without "-<16 digits>.tsv"
        for older in self.folder.glob(f"{prefix}-????????????????.tsv"):
            if older != store:
                older.unlink(missing_ok=True)
                _beside(older).unlink(missing_ok=True)


def _beside(store: Path) -> Path:
    """Where it is kept what was left out of a store."""
    return store.with_suffix(".json")


def readings_of(
    manifest: Manifest, files: Mapping[str, Path], report: Report, listed: Set[str] = frozenset()
) -> Iterator[Reading]:
    """The readings of a source, from its ``files``; ``listed`` are the forms of `lemmas_of`."""
    reader = READERS[manifest.reader]
    options = Options(manifest.options, reader.OPTIONS, manifest.path)
    given = Input(files, options, report, may_guess=False)
    wanted = None if manifest.reads == Selection() else manifest.reads.test(listed)
    return typed(reader, given, manifest.labels, manifest.name, wanted)


def _stored(store: Path, source: str) -> Iterator[Reading]:
    """The readings in a store."""
    known: dict[str, frozenset[str]] = {}
    new = tuple.__new__  # without the detour through keyword arguments, millions of times
    for line in readings.lines(store):
        form, text, lemma, place, paradigm, cell = line.split("\t")
        tags = known.get(text)
        if tags is None:
            tags = known[text] = frozenset(text.split())
        yield new(
            Reading, (form, lemma or None, tags, source, place, paradigm or None, cell or None)
        )

"""The pipeline: fetch, read, gather evidence, judge, compile; each step is redone only if it must.

1. The readings of each source are stored once (`lexkit.stores`).
2. The stores of a ruleset's sources are merged to forms with evidence (`lexkit.evidence`).
3. Each distinct evidence is judged by the rules (`lexkit.policy`).
4. Words, automaton, ledger, notice and manifest make the lexicon (`lexkit.compile`), which takes
   its place at once (`lexkit.publish`).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lexkit import automaton, compile, curated, decided, evidence, heads, lexicon, publish, readings
from lexkit import ruleset as rulesets
from lexkit import source as sources
from lexkit import tagset as tagsets
from lexkit.errors import LexkitError
from lexkit.policy import Policy
from lexkit.readers.base import Report
from lexkit.ruleset import Ruleset
from lexkit.source import Manifest
from lexkit.stores import Stores
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace

#: The modules that shape a lexicon after its evidence is gathered.
_SHAPED_BY = (
    "automaton.py", "build.py", "columns.py", "compile.py", "evidence.py", "game.py",
    "gamefile.py", "ledger.py", "lexicon.py", "notice.py", "orthography.py", "policy.py",
    "ruleset.py", "source.py", "tagset.py",
)  # fmt: skip


@dataclass
class Result:
    """What a build did: the lexicon, its counts, the seconds of each step, what was left out."""

    ruleset: str
    folder: Path
    version: str
    counts: Mapping[str, int]
    unchanged: bool
    seconds: dict[str, float] = field(default_factory=dict)
    reports: dict[str, Report] = field(default_factory=dict)


#: The folder of `build/` that holds the evidence of each ruleset.
EVIDENCE = ".evidence"

#: The folder of `build/` for lexicons that are looked at and thrown away.
PREVIEWS = ".previews"

#: What writes beside a fresh lexicon: given its folder, that of the lexicon before it (if there is
#: one), and what reading left out.
Beside = Callable[[Path, Path | None, Mapping[str, Report]], None]


@dataclass(frozen=True)
class Builder:
    """Builds the rulesets of a workspace. ``mirror`` is looked at before anything is fetched.

    ``beside`` is called when a lexicon is whole and before it takes its place: while the one
    before it is still there. What it raises fails the build.

    For a preview, ``instead`` names curated files that are read in the place of others, and
    ``into`` a folder for lexicons that are not in their place yet; what is in place is left alone.
    """

    workspace: Workspace
    cache: Path
    mirror: Path | None = None
    offline: bool = False
    beside: Beside | None = None
    instead: Mapping[Path, Path] = field(default_factory=dict)
    into: Path | None = None

    def build(
        self, name: str, choices: Mapping[str, str] | None = None, extra: Sequence[str] = ()
    ) -> Result:
        """Build the lexicon of the ruleset ``name`` and put it in its place.

        ``choices`` are options of the ruleset, ``extra`` optional sources to use as well. Raises
        `LexkitError` for whatever is wrong with the inputs; the last good lexicon then stays.
        """
        clock = _Clock()
        tagset = tagsets.load(self.workspace.tags_files)
        ruleset = rulesets.load(self.workspace.ruleset(name), tagset).choose(choices or {})
        manifests = self.manifests(ruleset, tagset, extra)
        decisions = _decisions(ruleset, manifests, tagset)
        stores = self.stores(tagset)
        with clock.step("read"):
            tables = self._tables(ruleset)
            used = _used(manifests, tables, stores)
        inflected = decided.key(decisions, tables)
        evidence_key = evidence.key(ruleset.spelling, used, decisions, inflected)
        key = _key(ruleset, manifests, evidence_key)
        target = self.workspace.build / ruleset.id
        if (present := _present(target, key)) is not None:
            counts, version, unchanged = present["counts"], present["version"], True
        else:
            target = (self.into or self.workspace.build) / ruleset.id
            with clock.step("gather"):
                base = self._evidence(ruleset, used, decisions, tables, tagset, evidence_key)
            with publish.replacing(target) as folder:
                with clock.step("judge"):
                    shutil.copyfile(base, folder / lexicon.LEDGER)
                    policy = _policy(ruleset, manifests, tagset)
                    words = compile.judge(folder / lexicon.LEDGER, policy, ruleset)
                with clock.step("compile"):
                    manifest = compile.write(folder, words, ruleset, manifests, key)
                if self.beside is not None:
                    former = target.resolve() if (target / lexicon.MANIFEST).is_file() else None
                    with clock.step("report"):
                        self.beside(folder, former, stores.reports)
            counts, version, unchanged = words.counts, manifest["version"], False
        return Result(ruleset.id, target, version, counts, unchanged, clock.seconds, stores.reports)

    def policy(
        self, name: str, choices: Mapping[str, str] | None = None, extra: Sequence[str] = ()
    ) -> tuple[Policy, list[str]]:
        """How the forms of such a lexicon are judged now, and the names of its sources in order."""
        tagset = tagsets.load(self.workspace.tags_files)
        ruleset = rulesets.load(self.workspace.ruleset(name), tagset).choose(choices or {})
        manifests = self.manifests(ruleset, tagset, extra)
        return _policy(ruleset, manifests, tagset), [manifest.name for manifest in manifests]

    def stores(self, tagset: Tagset) -> Stores:
        """Where the readings of sources are, or are put."""
        return Stores(self.workspace, tagset, self.cache, self.mirror, self.offline)

    def manifests(
        self, ruleset: Ruleset, tagset: Tagset, extra: Sequence[str] = ()
    ) -> list[Manifest]:
        """The manifests of the sources a build uses, in their order."""
        for name in extra:
            if name not in ruleset.optional_sources:
                self.workspace.source(name)
                raise LexkitError(
                    f"{name!r} is no optional source of {ruleset.name}",
                    path=ruleset.path,
                    remedy="add it to optional_sources",
                )
        found = []
        for name in [*ruleset.sources, *(n for n in ruleset.optional_sources if n in extra)]:
            try:
                manifest = sources.load(self.workspace.source(name), tagset)
                other = self.instead.get(manifest.curated_file) if manifest.is_curated else None
                found.append(replace(manifest, other_file=other))
            except LexkitError as error:
                if error.path is None:
                    error.path, error.line = ruleset.path, ruleset.lines.get(name)
                raise
        return found

    def _tables(self, ruleset: Ruleset) -> list[Path]:
        try:
            return [self.workspace.paradigm(name) for name in ruleset.paradigms]
        except LexkitError as error:
            error.path = error.path or ruleset.path
            raise

    def _evidence(
        self,
        ruleset: Ruleset,
        used: Sequence[evidence.Source],
        decisions: curated.Decisions,
        tables: Sequence[Path],
        tagset: Tagset,
        key: str,
    ) -> Path:
        """The evidence of all forms, gathered unless it is there already under ``key``."""
        name = f"{ruleset.name}-{key[:16]}.sqlite"
        own, passing = (self.workspace.build / f for f in (EVIDENCE, f"{PREVIEWS}/{EVIDENCE}"))
        folder = own if self.into is None else passing
        path = next((f / name for f in (own, passing) if (f / name).is_file()), folder / name)
        if not path.is_file():
            with publish.writing(folder):
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryDirectory(dir=folder, prefix=".gathering-") as temporary:
                    fresh = Path(temporary) / "evidence.sqlite"
                    spread = heads.collect([source.stores[:1] for source in used], tagset)
                    made = list(decided.forms(decisions, tables, tagset))
                    evidence.write(fresh, ruleset.spelling, used, decisions, spread, made)
                    with fresh.open("rb") as file:
                        os.fsync(file.fileno())
                    fresh.replace(path)
        if self.into is None:
            if path.parent == passing:  # what a preview has gathered serves the build after it
                own.mkdir(exist_ok=True)
                path = path.replace(own / name)
            _sweep([own, passing], ruleset.name, path, least=0)
        else:
            path.touch()
            _sweep([passing], ruleset.name, path, least=1)
        return path


def _sweep(folders: Sequence[Path], ruleset: str, used: Path, least: int) -> None:
    """Remove what was gathered for a ruleset before, but for ``used`` and the ``least`` newest."""
    found = [
        path
        for folder in folders
        for path in folder.glob(f"{ruleset}-????????????????.sqlite")
        if path != used
    ]
    with suppress(FileNotFoundError):  # another build sweeps too
        for older in sorted(found, key=lambda path: path.stat().st_mtime)[: len(found) - least]:
            older.unlink()


def _used(
    manifests: Sequence[Manifest], tables: Sequence[Path], stores: Stores
) -> list[evidence.Source]:
    lists = [manifest for manifest in manifests if not manifest.is_curated]
    found = dict(zip((m.name for m in lists), stores.all(lists, tables), strict=True))
    return [evidence.Source(m.name, m.attests, found.get(m.name, ())) for m in manifests]


def _decisions(
    ruleset: Ruleset, manifests: Sequence[Manifest], tagset: Tagset
) -> curated.Decisions:
    lines = (
        decision
        for manifest in manifests
        if manifest.is_curated
        for decision in curated.read(manifest.curated_file, manifest.name, tagset)
    )
    return curated.Decisions(lines, ruleset.name)


def _policy(ruleset: Ruleset, manifests: Sequence[Manifest], tagset: Tagset) -> Policy:
    return Policy(
        ruleset.rules,
        ruleset.default,
        # A decision attests by what it decides (Policy), not by being there.
        attests=tuple(m.attests and not m.is_curated for m in manifests),
        capitals=tuple(m.capitals for m in manifests),
        telling=frozenset({*tagset.parts_of_speech, *tagset.kinds}),
    )


def _key(ruleset: Ruleset, manifests: Sequence[Manifest], evidence_key: str) -> str:
    """A hash over everything that shapes a lexicon, its code included."""
    digest = hashlib.sha256(evidence_key.encode())
    digest.update(readings.code_hash(_SHAPED_BY).encode())
    digest.update(ruleset.path.read_bytes())
    digest.update(repr(sorted(ruleset.chosen.items())).encode())
    digest.update(repr(ruleset.game.apart).encode())  # it may stand in a file of its own
    for manifest in manifests:  # its title and licence are in NOTICE
        digest.update(manifest.path.read_bytes())
        digest.update(repr(sorted(compile.file_hashes(manifest).items())).encode())
    digest.update(automaton.library().encode())
    return digest.hexdigest()


def _present(target: Path, key: str) -> dict[str, Any] | None:
    """The manifest of the lexicon at ``target``, if it was made from the same inputs."""
    try:
        manifest: dict[str, Any] = json.loads((target / lexicon.MANIFEST).read_bytes())
        whole = all((target / name).is_file() for name in manifest["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return manifest if whole and manifest.get("key") == key else None


class _Clock:
    """Where the time of a build goes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - start

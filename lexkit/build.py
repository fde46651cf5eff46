"""The pipeline: fetch, read, gather evidence, judge, compile; each step is redone only if it must.

1. The readings of each source are stored once (`lexkit.readings`).
2. The stores of a ruleset's sources are merged to forms with evidence (`lexkit.evidence`).
3. Each distinct evidence is judged by the rules (`lexkit.policy`).
4. Words, automaton, ledger, notice and manifest make the lexicon, which takes its place at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import lexkit
from lexkit import automaton, curated, evidence, ledger, lexicon, notice, publish, readings
from lexkit import ruleset as rulesets
from lexkit import source as sources
from lexkit import tagset as tagsets
from lexkit.errors import LexkitError
from lexkit.fetch import fetch
from lexkit.model import Reading, Verdict
from lexkit.policy import Policy
from lexkit.progress import progress
from lexkit.readers import READERS
from lexkit.readers.base import Input, Options, Report
from lexkit.readers.typed import readings as typed
from lexkit.ruleset import Ruleset
from lexkit.source import Manifest
from lexkit.workspace import Workspace


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


@dataclass(frozen=True)
class Builder:
    """Builds the rulesets of a workspace. ``mirror`` is looked at before anything is fetched."""

    workspace: Workspace
    cache: Path
    mirror: Path | None = None
    offline: bool = False

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
        decisions = curated.Decisions(
            (
                decision
                for manifest in manifests
                if manifest.is_curated
                for decision in curated.read(manifest.curated_file, manifest.name, tagset)
            ),
            ruleset.name,
        )
        reports: dict[str, Report] = {}
        with clock.step("read"):
            used = [self._source(manifest, reports) for manifest in manifests]
        evidence_key = evidence.key(ruleset.spelling, used, decisions)
        key = _key(ruleset, manifests, evidence_key)
        target = self.workspace.build / ruleset.id
        if (present := _present(target, key)) is not None:
            return Result(
                ruleset.id, target, present["version"], present["counts"], True, clock.seconds,
                reports,
            )  # fmt: skip
        with clock.step("gather"):
            base = self._evidence(ruleset, used, decisions, evidence_key)
        with publish.replacing(target) as folder:
            kinds = {**tagset.parts_of_speech, **tagset.kinds}
            judge = Policy(
                ruleset.rules,
                ruleset.default,
                # A decision attests by what it decides (Policy), not by being there.
                tuple(source.attests and source.store is not None for source in used),
                frozenset(kinds),
            )
            with clock.step("judge"):
                shutil.copyfile(base, folder / lexicon.LEDGER)
                words, counts = _judge(folder / lexicon.LEDGER, judge, ruleset)
            with clock.step("compile"):
                manifest = _compile(folder, words, counts, ruleset, manifests, key)
        return Result(
            ruleset.id, target, manifest["version"], counts, False, clock.seconds, reports
        )

    def manifests(
        self, ruleset: Ruleset, tagset: tagsets.Tagset, extra: Sequence[str] = ()
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
                found.append(sources.load(self.workspace.source(name), tagset))
            except LexkitError as error:
                if error.path is None:
                    error.path, error.line = ruleset.path, ruleset.lines.get(name)
                raise
        return found

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

    def _source(self, manifest: Manifest, reports: dict[str, Report]) -> evidence.Source:
        if manifest.is_curated:
            return evidence.Source(manifest.name, manifest.attests, None)
        folder = self.workspace.build / ".readings"
        store = readings.store_path(folder, manifest)
        if not store.is_file():
            report = reports[manifest.name] = Report()
            read = readings_of(manifest, self.files(manifest), report)
            with publish.writing(folder):
                readings.write(store, progress(read, f"reading {manifest.name}", "readings"))
            readings.prune(folder, manifest)
        return evidence.Source(manifest.name, manifest.attests, store)

    def _evidence(
        self,
        ruleset: Ruleset,
        used: Sequence[evidence.Source],
        decisions: curated.Decisions,
        key: str,
    ) -> Path:
        folder = self.workspace.build / ".evidence"
        path = folder / f"{ruleset.name}-{key[:16]}.sqlite"
        if not path.is_file():
            with publish.writing(folder):
                folder.mkdir(parents=True, exist_ok=True)
                with tempfile.TemporaryDirectory(dir=folder, prefix=".gathering-") as temporary:
                    fresh = Path(temporary) / "evidence.sqlite"
                    evidence.write(fresh, ruleset.spelling, used, decisions)
                    with fresh.open("rb") as file:
                        os.fsync(file.fileno())
                    fresh.replace(path)
            for older in folder.glob(f"{ruleset.name}-????????????????.sqlite"):
                if older != path:
                    older.unlink(missing_ok=True)
        return path


def readings_of(manifest: Manifest, files: Mapping[str, Path], report: Report) -> Iterator[Reading]:
    """The readings of a source, from its ``files``."""
    reader = READERS[manifest.reader]
    options = Options(manifest.options, reader.OPTIONS, manifest.path)
    return typed(reader, Input(files, options, report), manifest.labels, manifest.name)


def _judge(path: Path, judge: Policy, ruleset: Ruleset) -> tuple[list[str], dict[str, int]]:
    """Judge the evidence in the ledger ``path``; return the accepted words and the counts."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        decisions, found = evidence.load(connection)
        numbers = {id(decision): i for i, decision in enumerate(decisions, 1)}
        judged = {number: judge.judge(seen) for number, seen in found}
        ledger.add_judgements(
            connection,
            (
                (
                    number,
                    judgement.verdict,
                    judgement.findings[0].rule,
                    json.dumps(
                        [
                            [f.verdict, f.rule, f.member, f.decision and numbers[id(f.decision)]]
                            for f in judgement.findings
                        ]
                    ),
                )
                for number, judgement in judged.items()
            ),
        )
        accepted = {n for n, j in judged.items() if j.verdict is Verdict.ACCEPTED}
        least = ruleset.spelling.min_letters
        words: set[str] = set()
        counts: Counter[str] = Counter()
        for letters, unlayable, number in connection.execute(
            "SELECT key, unlayable, evidence FROM form"
        ):
            counts["forms"] += 1
            if unlayable is not None:
                counts["unlayable"] += 1
            elif number in accepted:
                counts["accepted"] += 1
                if len(letters) >= least:
                    words.add(letters)
            else:
                counts[judged[number].verdict.value] += 1
        counts["words"] = len(words)
    finally:
        connection.close()
    return sorted(words), dict(sorted(counts.items()))


def _compile(
    folder: Path,
    words: list[str],
    counts: Mapping[str, int],
    ruleset: Ruleset,
    manifests: Sequence[Manifest],
    key: str,
) -> dict[str, Any]:
    """Write the files of a lexicon beside its ledger; return its manifest."""
    with (folder / lexicon.WORDS).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{word}\n" for word in words)
    automaton.build(words, folder / automaton.FILE)
    text = notice.text(ruleset, manifests)
    (folder / lexicon.NOTICE).write_text(text, encoding="utf-8", newline="\n")
    hashed = [lexicon.WORDS, automaton.FILE, lexicon.LEDGER, lexicon.NOTICE]
    manifest: dict[str, Any] = {
        "format": lexicon.FORMAT,
        "ledger_format": ledger.FORMAT,
        "ruleset": ruleset.id,
        "title": ruleset.title,
        "language": ruleset.language,
        "reference": ruleset.reference,
        "assumptions": list(ruleset.assumptions),
        "options": dict(ruleset.chosen),
        "key": key,
        "lexkit": lexkit.__version__,
        "libraries": [automaton.library(), f"SQLite {sqlite3.sqlite_version}"],
        "spelling": asdict(ruleset.spelling),
        "game": dict(ruleset.game),
        "rules": {
            rule.name: {"verdict": rule.verdict, "says": rule.says, "clause": rule.clause}
            for rule in ruleset.rules
        },
        "sources": [
            {
                "name": m.name,
                "title": m.title,
                "licence": m.licence,
                "attests": m.attests,
                "files": _file_hashes(m),
            }
            for m in manifests
        ],
        "counts": counts,
        "files": {name: _sha256(folder / name) for name in hashed},
    }
    version = hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()[:16]
    manifest["version"] = version
    (folder / lexicon.MANIFEST).write_text(
        json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n"
    )
    return manifest


def _file_hashes(manifest: Manifest) -> dict[str, str]:
    if manifest.is_curated:
        return {manifest.curated_file.name: _sha256(manifest.curated_file)}
    return dict(manifest.files)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _key(ruleset: Ruleset, manifests: Sequence[Manifest], evidence_key: str) -> str:
    """A hash over everything that shapes a lexicon, its code included."""
    digest = hashlib.sha256(evidence_key.encode())
    digest.update(readings.code_hash(_SHAPED_BY).encode())
    digest.update(ruleset.path.read_bytes())
    digest.update(repr(sorted(ruleset.chosen.items())).encode())
    for manifest in manifests:  # its title and licence are in NOTICE
        digest.update(manifest.path.read_bytes())
        digest.update(repr(sorted(_file_hashes(manifest).items())).encode())
    digest.update(automaton.library().encode())
    return digest.hexdigest()


_SHAPED_BY = (
    "automaton.py", "build.py", "evidence.py", "ledger.py", "lexicon.py", "notice.py",
    "orthography.py", "policy.py", "ruleset.py", "source.py", "tagset.py",
)  # fmt: skip


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

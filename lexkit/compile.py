"""The last steps of a build: the evidence judged, and the files of the lexicon written."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import lexkit
from lexkit import automaton, evidence, ledger, lexicon, notice
from lexkit.model import Verdict
from lexkit.policy import Judgement, Policy
from lexkit.ruleset import Ruleset
from lexkit.source import Manifest


def judge(path: Path, policy: Policy, ruleset: Ruleset) -> tuple[list[str], dict[str, int]]:
    """Judge the evidence in the ledger ``path``; return the accepted words, sorted, and counts."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        decisions, found = evidence.load(connection)
        numbers = {id(decision): i for i, decision in enumerate(decisions, 1)}
        judged = {number: policy.judge(seen) for number, seen in found}
        ledger.add_judgements(
            connection, (_row(number, judgement, numbers) for number, judgement in judged.items())
        )
        bare = {number for number, seen in found if policy.knows_no_capitals(seen)}
        return _words(connection, judged, bare, ruleset.spelling.min_letters)
    finally:
        connection.close()


def _row(number: int, judgement: Judgement, numbers: Mapping[int, int]) -> tuple[object, ...]:
    findings = [
        [f.verdict, f.rule, f.member, f.decision and numbers[id(f.decision)]]
        for f in judgement.findings
    ]
    return number, judgement.verdict, judgement.findings[0].rule, json.dumps(findings)


def _words(
    connection: sqlite3.Connection, judged: Mapping[int, Judgement], bare: set[int], least: int
) -> tuple[list[str], dict[str, int]]:
    """The letters of the accepted forms, and how many forms there are of each verdict.

    ``bare`` is the evidence of forms whose capitals nobody knows: *rostock* in a list in small
    letters counts only where no other form has these letters.
    """
    accepted = {n for n, judgement in judged.items() if judgement.verdict is Verdict.ACCEPTED}
    words: set[str] = set()
    known: set[str] = set()
    small: set[str] = set()
    counts: Counter[str] = Counter()
    for letters, unlayable, number in connection.execute(
        "SELECT key, unlayable, evidence FROM form"
    ):
        counts["forms"] += 1
        if unlayable is not None:
            counts["unlayable"] += 1
            continue
        counts[judged[number].verdict.value] += 1
        if number in bare:
            if number in accepted:
                small.add(letters)
            continue
        if bare:
            known.add(letters)
        if number in accepted:
            words.add(letters)
    words |= small - known
    kept = sorted(word for word in words if len(word) >= least)
    counts["words"] = len(kept)
    return kept, dict(sorted(counts.items()))


def write(
    folder: Path,
    words: Sequence[str],
    counts: Mapping[str, int],
    ruleset: Ruleset,
    manifests: Sequence[Manifest],
    key: str,
) -> dict[str, Any]:
    """Write the files of a lexicon beside its ledger in ``folder``; return its manifest."""
    with (folder / lexicon.WORDS).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{word}\n" for word in words)
    automaton.build(words, folder / automaton.FILE)
    text = notice.text(ruleset, manifests)
    (folder / lexicon.NOTICE).write_text(text, encoding="utf-8", newline="\n")
    hashed = [lexicon.WORDS, automaton.FILE, lexicon.LEDGER, lexicon.NOTICE]
    manifest = {
        **dict(_about(ruleset, manifests)),
        "key": key,
        "counts": counts,
        "files": {name: sha256(folder / name) for name in hashed},
    }
    manifest["version"] = version = _version(manifest)
    assert version
    (folder / lexicon.MANIFEST).write_text(
        json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n"
    )
    return manifest


def _version(manifest: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()[:16]


def _about(ruleset: Ruleset, manifests: Sequence[Manifest]) -> Iterator[tuple[str, Any]]:
    """What an answer needs of the ruleset, and what the lexicon was made of."""
    yield "format", lexicon.FORMAT
    yield "ledger_format", ledger.FORMAT
    yield "ruleset", ruleset.id
    yield "title", ruleset.title
    yield "language", ruleset.language
    yield "reference", ruleset.reference
    yield "assumptions", list(ruleset.assumptions)
    yield "options", dict(ruleset.chosen)
    yield "lexkit", lexkit.__version__
    yield "libraries", [automaton.library(), f"SQLite {sqlite3.sqlite_version}"]
    yield "spelling", asdict(ruleset.spelling)
    yield "game", dict(ruleset.game)
    yield (
        "rules",
        {
            rule.name: {"verdict": rule.verdict, "says": rule.says, "clause": rule.clause}
            for rule in ruleset.rules
        },
    )
    yield (
        "sources",
        [
            {
                "name": manifest.name,
                "title": manifest.title,
                "licence": manifest.licence,
                "attests": manifest.attests,
                "capitals": manifest.capitals,
                "files": file_hashes(manifest),
            }
            for manifest in manifests
        ],
    )


def file_hashes(manifest: Manifest) -> dict[str, str]:
    """The checksums of what a source is read from."""
    if manifest.is_curated:
        return {manifest.curated_file.name: sha256(manifest.curated_file)}
    return dict(manifest.files)


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""The last steps of a build: the evidence judged, and the files of the lexicon written."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import lexkit
from lexkit import automaton, columns, evidence, ledger, lexicon, notice
from lexkit.fetch import sha256_of
from lexkit.model import Verdict
from lexkit.orthography import Spelling
from lexkit.policy import Judgement, Policy
from lexkit.ruleset import Ruleset
from lexkit.source import Manifest


@dataclass(frozen=True)
class Words:
    """The accepted words, sorted; those of them that rest on one bare source alone, with its
    place in the order; and how many forms there are of each verdict."""

    accepted: list[str]
    weak: dict[str, int]
    counts: dict[str, int]


def judge(path: Path, policy: Policy, ruleset: Ruleset) -> Words:
    """Judge the evidence in the ledger ``path``."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        decisions, found = evidence.load(connection)
        numbers = {id(decision): i for i, decision in enumerate(decisions, 1)}
        judged = {number: policy.judge(seen) for number, seen in found}
        ledger.add_judgements(
            connection, (_row(number, judgement, numbers) for number, judgement in judged.items())
        )
        kinds = _Kinds(
            judged,
            small={number for number, seen in found if policy.knows_no_capitals(seen)},
            bare={
                n: source for n, seen in found if (source := policy.bare_source(seen)) is not None
            },
        )
        return _words(connection, kinds, ruleset.spelling)
    finally:
        connection.close()


@dataclass(frozen=True)
class _Kinds:
    """The evidence by number: judged, of forms in small letters only, resting on a bare source."""

    judged: Mapping[int, Judgement]
    small: set[int]
    bare: Mapping[int, int]


def _row(number: int, judgement: Judgement, numbers: Mapping[int, int]) -> tuple[object, ...]:
    findings = [
        [f.verdict, f.rule, f.member, f.decision and numbers[id(f.decision)]]
        for f in judgement.findings
    ]
    return number, judgement.verdict, judgement.findings[0].rule, json.dumps(findings)


def _words(connection: sqlite3.Connection, kinds: _Kinds, spelling: Spelling) -> Words:
    """The letters of the accepted forms.

    *rostock* in a list in small letters counts only where no other form has these letters.
    """
    judged = kinds.judged
    accepted = {n for n, judgement in judged.items() if judgement.verdict is Verdict.ACCEPTED}
    strong: set[str] = set()
    weak: dict[str, int] = {}
    known: set[str] = set()
    small: dict[str, int] = {}
    counts: Counter[str] = Counter(forms=0)
    for letters, unlayable, number in connection.execute(
        "SELECT key, unlayable, evidence FROM form"
    ):
        counts["forms"] += 1
        if unlayable is not None:
            counts["unlayable"] += 1
            continue
        counts[judged[number].verdict.value] += 1
        source = kinds.bare.get(number)
        if number in kinds.small:
            if number in accepted:
                small[letters] = -1 if source is None else source
            continue
        if kinds.small:
            known.add(letters)
        if number not in accepted:
            continue
        if source is None or weak.get(letters, source) != source:
            strong.add(letters)
        else:
            weak[letters] = source
    for letters in small.keys() - known:
        if small[letters] < 0:
            strong.add(letters)
        else:
            weak[letters] = small[letters]
    # A small-letter list does not make a weak word strong: it may be made from the same stuff.
    kept = sorted(word for word in strong | weak.keys() if not spelling.wrong_length(word))
    lonely = {word: weak[word] for word in kept if word in weak and word not in strong}
    counts["words"] = len(kept)
    counts["weak"] = len(lonely)
    return Words(kept, lonely, dict(sorted(counts.items())))


def write(
    folder: Path,
    words: Words,
    ruleset: Ruleset,
    manifests: Sequence[Manifest],
    key: str,
) -> dict[str, Any]:
    """Write the files of a lexicon beside its ledger in ``folder``; return its manifest."""
    with (folder / lexicon.WORDS).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{word}\n" for word in words.accepted)
    with (folder / lexicon.WEAK).open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(
            f"{word}\t{manifests[source].name}\n" for word, source in words.weak.items()
        )
    automaton.build(words.accepted, folder / automaton.FILE)
    searched = [columns.FILE] if len(ruleset.spelling.alphabet) <= columns.MOST_LETTERS else []
    for name in searched:
        columns.build(words.accepted, folder / name)
    text = notice.text(ruleset, manifests)
    (folder / lexicon.NOTICE).write_text(text, encoding="utf-8", newline="\n")
    files = (lexicon.WORDS, lexicon.WEAK, automaton.FILE, *searched, lexicon.LEDGER, lexicon.NOTICE)
    manifest = {
        **dict(_about(ruleset, manifests)),
        "key": key,
        "counts": words.counts,
        "files": {name: sha256_of(folder / name) for name in files},
    }
    manifest["version"] = version(manifest)
    (folder / lexicon.MANIFEST).write_text(
        json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n"
    )
    return manifest


def version(manifest: Mapping[str, Any]) -> str:
    """The version of a lexicon: a hash of what it was made of and what came out.

    The key is left out: a comment changed in the code makes nothing new. So is what a release adds.
    """
    without = ("key", "version", lexicon.RELEASE)
    content = {name: value for name, value in manifest.items() if name not in without}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def _about(ruleset: Ruleset, manifests: Sequence[Manifest]) -> Iterator[tuple[str, Any]]:
    """What an answer needs of the ruleset, and what the lexicon was made of."""
    yield "format", lexicon.FORMAT
    yield "ledger_format", ledger.FORMAT
    yield "columns_format", columns.FORMAT
    yield "ruleset", ruleset.id
    yield "title", ruleset.title
    yield "language", ruleset.language
    yield "reference", ruleset.reference
    yield "assumptions", list(ruleset.assumptions)
    yield "options", dict(ruleset.chosen)
    yield "lexkit", lexkit.__version__
    yield (
        "libraries",
        [
            automaton.library(),
            f"SQLite {sqlite3.sqlite_version}",
            # Python's own tables decide what a letter, an accent and a small letter is.
            f"Unicode {unicodedata.unidata_version}",
            *sorted({library for manifest in manifests for library in manifest.libraries}),
        ],
    )
    yield "spelling", asdict(ruleset.spelling)
    yield "game", ruleset.game.as_json()
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
        return {manifest.curated_file.name: sha256_of(manifest.curated_file)}
    return dict(manifest.files)

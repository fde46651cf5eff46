"""Lexicons to export: built by the real pipeline from lists of words in a small workspace."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from lexkit.build import Builder
from lexkit.lexicon import Lexicon
from lexkit.workspace import Workspace

LATIN = "abcdefghijklmnopqrstuvwxyz"


def _source(root: Path, name: str, content: bytes, more: str) -> None:
    (root / "sources" / f"{name}.txt").write_bytes(content)
    (root / "sources" / f"{name}.yaml").write_text(
        f"source: {name}\ntitle: The {name}\nlanguage: en\nlicence: CC0-1.0\nreader: wordlist\n"
        f"files: {{{name}.txt: {hashlib.sha256(content).hexdigest()}}}\n"
        f"fetch: [{{path: {name}.txt, members: {{}}}}]\n{more}",
        encoding="utf-8",
    )


def workspace(
    root: Path,
    words: Iterable[str] | bytes,
    *,
    alphabet: str = LATIN,
    names: Iterable[str] = (),
    hearsay: Iterable[str] = (),
    min_letters: int = 1,
) -> Path:
    """A workspace whose ruleset *game* takes ``words``, in their order, and refuses ``names``.

    ``hearsay`` comes from a source that attests nothing; nothing is folded but capitals.
    """
    (root / "rules").mkdir(parents=True, exist_ok=True)
    (root / "sources").mkdir(exist_ok=True)
    raw = words if isinstance(words, bytes) else "".join(f"{word}\n" for word in words).encode()
    _source(root, "names", "".join(f"{name}\n" for name in names).encode(),
            "options: {label: N}\ntags: {N: surname}\n")  # fmt: skip
    _source(root, "words", raw, "")
    _source(root, "hearsay", "".join(f"{word}\n" for word in hearsay).encode(), "attests: no\n")
    (root / "rules" / "game.yaml").write_text(
        f"ruleset: game\ntitle: A game\nlanguage: en\nspelling:\n"
        f"  alphabet: {json.dumps(alphabet, ensure_ascii=False)}\n"
        f"  strip_accents: no\n  min_letters: {min_letters}\n"
        "sources: [names, words, hearsay]\n"
        "rules:\n"
        "  - {rule: surnames, reject: {any: [surname]}, says: A name is no word., clause: Names}\n",
        encoding="utf-8",
    )
    return root


def build(root: Path) -> Lexicon:
    """The lexicon of the ruleset *game* in the workspace ``root``."""
    return Lexicon(Builder(Workspace(root), root / "cache", offline=True).build("game").folder)


def command(root: Path, *arguments: str | Path) -> list[str]:
    """`lexkit --workspace ROOT ARGUMENTS` as a process of its own."""
    run = "from lexkit.cli import main; main()"
    return [sys.executable, "-c", run, "--workspace", str(root), *map(str, arguments)]


def lexkit(root: Path, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run the command line; a traceback is never right."""
    ran = subprocess.run(command(root, *arguments), capture_output=True, check=False, timeout=60)
    assert b"Traceback" not in ran.stderr, ran.stderr.decode()
    return ran

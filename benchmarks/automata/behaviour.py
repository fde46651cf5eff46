"""What a candidate does with odd keys, and whether the same words give the same bytes."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from pathlib import Path

from benchmarks.automata.candidates import Candidate, named
from benchmarks.memory import ROOT
from benchmarks.words import SEED, Words

#: What makes Python run this package.
MODULE = ("-m", "benchmarks.automata")

#: The keys to build from and the keys then asked for. Each case has a process of its own, because
#: some crash.
ODD = {
    "empty key": (["", "a"], [""]),
    "NUL in a key": (["x", "x\0y"], ["x\0y"]),
    "unsorted": (["zee", "äpfel", "abacus", "ab"], ["zee", "äpfel", "abacus", "ab"]),
    "duplicates": (["a", "a", "b"], ["a", "b"]),
    "astral": (["ﬁsh", "😀"], ["ﬁsh", "😀"]),
    "no key": ([], []),
    "100,000 letters": (["a" * 100_000], ["a" * 100_000]),
}


def try_odd(name: str, case: str, path: Path) -> None:
    """In a child: build and open a lexicon of odd keys and say what happens."""
    candidate = named(name)
    given, asked = ODD[case]
    path.unlink(missing_ok=True)
    try:
        candidate.build(given, path)
        lexicon = candidate.open(path)
        way = candidate.ways[0]
        keys = [key.encode() if way.takes_bytes else key for key in asked]
        missing = [key for key in keys if key not in lexicon]
        print("lost" if missing else "kept")
    except Exception as problem:
        print(f"refused ({type(problem).__name__})")


def odd_behaviour(c: Candidate, case: str, folder: Path) -> str:
    """What a candidate does with odd keys: kept, lost, refused or crashed."""
    command = [sys.executable, *MODULE, "--odd", c.name, case, str(folder / "odd")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else f"crashed ({done.returncode})"


def digest(path: Path) -> str:
    """The sha256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def same_bytes(c: Candidate, words: Words, path: Path, folder: Path) -> str:
    """Which disorder of the input leaves the built file as it is: order, duplicates."""
    shuffled = random.Random(SEED).sample(words, len(words))
    other = folder / "other"
    results = []
    for label, given in (("order", shuffled), ("duplicates", sorted(words + words[::10]))):
        try:
            c.build(given, other)
            results.append(f"{label}: {'same' if digest(other) == digest(path) else 'differs'}")
        except Exception as problem:
            results.append(f"{label}: refused ({type(problem).__name__})")
    return ", ".join(results)


def same_elsewhere(c: Candidate, words_path: Path, path: Path, folder: Path) -> bool:
    """Whether another process, with another hash seed, writes the same bytes."""
    other = folder / "elsewhere"
    command = [sys.executable, *MODULE, "--build", c.name, str(words_path), str(other)]
    subprocess.run(command, cwd=ROOT, check=True)
    return digest(other) == digest(path)

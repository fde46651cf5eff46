"""The command: measure, print the tables, write the JSON."""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import benchmarks.automata
from benchmarks import memory
from benchmarks.automata.behaviour import (
    MODULE,
    ODD,
    odd_behaviour,
    same_bytes,
    same_elsewhere,
    try_odd,
)
from benchmarks.automata.candidates import CANDIDATES, Candidate, build_text, named
from benchmarks.automata.measuring import (
    Questions,
    check_answers,
    keys_for,
    measure_lookups,
    searches,
)
from benchmarks.automata.report import report
from benchmarks.timing import ROUNDS, Timings, timed
from benchmarks.words import SEED, Words, read_words

HOLDER_LOOKUPS = 10_000


def time_building(c: Candidate, words: Words, path: Path, times: Timings) -> None:
    """One round of building and opening, with a first look-up."""
    way = c.ways[0]
    first = words[0].encode() if way.takes_bytes else words[0]
    times.add(c.name, "build", timed(lambda: c.build(words, path)))
    times.add(c.name, "open", timed(lambda: first in c.open(path)))


def hold(name: str, path: Path, keys_path: Path, empty: bool) -> None:
    """In a child: open the lexicon, look up, and stay."""
    candidate = named(name)
    import_module(candidate.module)
    way = candidate.ways[0]
    keys = keys_for(way, keys_path.read_bytes().split(b"\n"))

    def opened() -> Any:
        lexicon = frozenset[str]() if empty else candidate.open(path)
        way.ask(lexicon, keys)
        return lexicon

    memory.stay(opened)


def measure_memory(c: Candidate, path: Path, keys_path: Path) -> dict[str, int] | None:
    """What the lexicon adds to four processes."""
    command = [*MODULE, "--hold", c.name, str(path), str(keys_path)]
    used = memory.added(command, [*command, "--empty"])
    return asdict(used) if used else None


def measure_facts(c: Candidate, words: Words, path: Path, folder: Path) -> dict[str, Any]:
    """Everything about a candidate that takes no nine rounds."""
    words_path, keys_path = folder / "words.txt", folder / "keys"
    return {
        "bytes": path.stat().st_size,
        "memory": measure_memory(c, path, keys_path),
        "same_bytes": same_bytes(c, words, path, folder),
        "same_elsewhere": same_elsewhere(c, words_path, path, folder),
        "odd": {case: odd_behaviour(c, case, folder) for case in ODD},
    }


def run(words: Words, folder: Path, say: Callable[[str], None]) -> dict[str, Any]:
    """Measure every installed candidate on these words."""
    questions = Questions.draw(words)
    build_text(words, folder / "words.txt")
    (folder / "keys").write_bytes(b"\n".join(questions.hits[:HOLDER_LOOKUPS]))
    chosen = [c for c in CANDIDATES if c.installed]
    paths = {c.name: folder / f"lexicon{i}" for i, c in enumerate(chosen)}
    times = Timings()
    for i in range(ROUNDS):
        say(f"building and opening, round {i + 1}")
        for c in chosen:
            time_building(c, words, paths[c.name], times)
    facts: dict[str, Any] = {}
    for c in chosen:
        say(f"memory and behaviour, {c.name}")
        facts[c.name] = measure_facts(c, words, paths[c.name], folder)
    opened = {c.name: c.open(paths[c.name]) for c in chosen}
    for c in chosen:
        say(f"checking the answers, {c.name}")
        check_answers(c, opened[c.name], questions, words)
    for i in range(ROUNDS):
        say(f"looking up and searching, round {i + 1}")
        for c in chosen:
            measure_lookups(c, opened[c.name], questions, times)
            for column, count, work in searches(c, opened[c.name], questions):
                times.add(c.name, column, timed(work) / count)
    return {"about": about(words, chosen), "facts": facts, "times": times.rounds}


def about(words: Words, chosen: list[Candidate]) -> dict[str, Any]:
    """What was measured, and on what."""
    names = {"dawg": "DAWG2", "marisa_trie": "marisa-trie", "ducer": "ducer"}
    libraries = sorted({names[c.module] for c in chosen if c.module in names})
    return {
        "words": len(words),
        "letters_per_word": round(sum(map(len, words)) / len(words), 1),
        "python": platform.python_version(),
        "system": platform.platform(),
        "libraries": {name: metadata.version(name) for name in libraries},
        "rounds": ROUNDS,
    }


def parser() -> argparse.ArgumentParser:
    """The command line; the options without help are for the child processes."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks.automata", description=benchmarks.automata.__doc__
    )
    made.add_argument("words", nargs="?", type=Path, metavar="WORDS.txt", help="one word a line")
    made.add_argument("--json", type=Path, metavar="FILE", help="write every round as JSON")
    made.add_argument("--hold", nargs=3, help=argparse.SUPPRESS)
    made.add_argument("--empty", action="store_true", help=argparse.SUPPRESS)
    made.add_argument("--odd", nargs=3, help=argparse.SUPPRESS)
    made.add_argument("--build", nargs=3, help=argparse.SUPPRESS)
    return made


def made_up_words(count: int) -> Words:
    """Words out of syllables, for a run without a word list."""
    dice = random.Random(SEED)
    syllables = [a + b + c for a in "bdfghklmnrst" for b in "aeiouäöü" for c in ("", "n", "r", "s")]
    made = {"".join(dice.choices(syllables, k=dice.randint(2, 5))) for _ in range(count)}
    return sorted(made)


def main() -> None:
    """Measure, print the tables, write the JSON."""
    options = parser().parse_args()
    if options.hold:
        name, path, keys = options.hold
        hold(name, Path(path), Path(keys), options.empty)
    elif options.odd:
        name, case, path = options.odd
        try_odd(name, case, Path(path))
    elif options.build:
        name, words_path, path = options.build
        named(name).build(read_words(Path(words_path)), Path(path))
    else:
        words = read_words(options.words) if options.words else made_up_words(100_000)
        with tempfile.TemporaryDirectory() as folder:
            result = run(words, Path(folder), lambda line: print(line, file=sys.stderr))
        print(report(result))
        if options.json:
            text = json.dumps(result, indent=1, ensure_ascii=False)
            options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

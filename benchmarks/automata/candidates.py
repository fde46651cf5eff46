"""The structures that can hold a lexicon: how each is built, opened and questioned."""

from __future__ import annotations

import mmap
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.automata.walking import DawgSteps, PrefixSteps, Steps, as_regex, fixed_start
from benchmarks.words import Words

Ask = Callable[[Any, list[Any]], None]


def ask_in(lexicon: Any, keys: list[Any]) -> None:
    """`key in lexicon`."""
    for key in keys:
        _ = key in lexicon


def ask_encoded(lexicon: Any, keys: list[Any]) -> None:
    """`key.encode() in lexicon`, for a library that takes bytes alone."""
    for key in keys:
        _ = key.encode() in lexicon


def ask_method(name: str) -> Ask:
    """`has(key)`, where `has` is a method bound once."""

    def ask(lexicon: Any, keys: list[Any]) -> None:
        has = getattr(lexicon, name)
        for key in keys:
            has(key)

    return ask


@dataclass(frozen=True)
class Way:
    """One way to ask whether a word is in the lexicon."""

    label: str
    ask: Ask
    takes_bytes: bool = False


@dataclass(frozen=True)
class Candidate:
    """A structure that can hold a lexicon: how to build, open and question it."""

    name: str
    module: str
    build: Callable[[Words, Path], None]
    open: Callable[[Path], Any]
    ways: tuple[Way, ...]
    starts_with: Callable[[Any, str], Iterable[str]] | None = None
    steps: Callable[[Any], Steps] | None = None
    match: Callable[[Any, str], set[str]] | None = None

    @property
    def installed(self) -> bool:
        """Whether the library can be imported here."""
        try:
            import_module(self.module)
        except ImportError:
            return False
        return True


def build_text(words: Words, path: Path) -> None:
    """One word a line, as in words.txt."""
    path.write_text("".join(f"{word}\n" for word in words), encoding="utf-8", newline="\n")


def open_frozenset(path: Path) -> frozenset[str]:
    """The words of a text file as a frozenset."""
    with path.open(encoding="utf-8", newline="\n") as file:
        return frozenset(line[:-1] for line in file)


def scan_starts(lexicon: frozenset[str], prefix: str) -> list[str]:
    """Words with a prefix, by trying every word."""
    return [word for word in lexicon if word.startswith(prefix)]


def build_dawg(kind: str, words: Words, path: Path) -> None:
    """Write a DAWG or CompletionDAWG of DAWG2 (imported as dawg)."""
    getattr(import_module("dawg"), kind)(words).save(str(path))


def load_dawg(kind: str, path: Path) -> Any:
    """Read a DAWG or CompletionDAWG into memory; the library maps no files."""
    return getattr(import_module("dawg"), kind)().load(str(path))


def dawg_candidates() -> Iterator[Candidate]:
    """DAWG, CompletionDAWG, and the latter's file walked in Python."""
    ways = (
        Way("`in`", ask_in),
        Way("`has_key`", ask_method("has_key")),
        Way("`b_has_key`, bytes", ask_method("b_has_key"), takes_bytes=True),
    )
    build = partial(build_dawg, "DAWG")
    yield Candidate("DAWG2 DAWG", "dawg", build, partial(load_dawg, "DAWG"), ways)
    build = partial(build_dawg, "CompletionDAWG")
    yield Candidate(
        "DAWG2 CompletionDAWG",
        "dawg",
        build,
        partial(load_dawg, "CompletionDAWG"),
        ways,
        starts_with=lambda d, prefix: d.keys(prefix),
        steps=lambda d: PrefixSteps(d.has_keys_with_prefix, d.has_key),
    )
    yield Candidate(
        "DAWG2 file walked in Python", "dawg", build, DawgSteps, ways[:1], steps=lambda d: d
    )


def marisa_candidate(label: str, kind: str = "Trie", **options: str | int) -> Candidate:
    """marisa_trie.Trie or BinaryTrie with options; a string names a constant of the module."""
    binary = kind == "BinaryTrie"

    def build(words: Words, path: Path) -> None:
        marisa = import_module("marisa_trie")
        chosen = {k: getattr(marisa, v) if isinstance(v, str) else v for k, v in options.items()}
        keys = [word.encode() for word in words] if binary else words
        getattr(marisa, kind)(keys, **chosen).save(str(path))

    def load(path: Path) -> Any:
        return getattr(import_module("marisa_trie"), kind)().mmap(str(path))

    def starts(trie: Any, prefix: str) -> list[str]:
        keys: list[str] = trie.keys(prefix)
        return keys

    if binary:
        ways = (Way("`in`, bytes", ask_in, True), Way("`in`, str encoded", ask_encoded))
        return Candidate(f"marisa {kind}{label}", "marisa_trie", build, load, ways)
    return Candidate(
        f"marisa {kind}{label}",
        "marisa_trie",
        build,
        load,
        (Way("`in`", ask_in), Way("`get`", ask_method("get"))),
        starts_with=starts,
        steps=lambda t: PrefixSteps(
            lambda prefix: next(t.iterkeys(prefix), None) is not None, t.__contains__
        ),
    )


def ducer_candidate() -> Candidate:
    """ducer.Set over a mapped file."""

    def build(words: Words, path: Path) -> None:
        import_module("ducer").Set.build(str(path), (word.encode() for word in words))

    def load(path: Path) -> Any:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return import_module("ducer").Set(data)

    def starts(lexicon: Any, prefix: str) -> list[str]:
        return [key.decode() for key in lexicon.starts_with(prefix.encode())]

    def steps(lexicon: Any) -> Steps:
        return PrefixSteps(
            lambda prefix: next(lexicon.starts_with(prefix.encode()), None) is not None,
            lambda word: word.encode() in lexicon,
        )

    def match(lexicon: Any, pattern: str) -> set[str]:
        """ducer has no regular expressions: start and order of letters prune, a regex decides."""
        automaton = import_module("ducer").Automaton
        letters = re.sub(r"[?*]", "", pattern).encode()
        start = automaton.str(fixed_start(pattern).encode()).starts_with()
        query = automaton.subsequence(letters).intersection(start)
        matches = as_regex(pattern).fullmatch
        return {w for w in (key.decode() for key in lexicon.search(query)) if matches(w)}

    ways = (Way("`in`, bytes", ask_in, True), Way("`in`, str encoded", ask_encoded))
    return Candidate("ducer Set", "ducer", build, load, ways, starts, steps, match)


FROZENSET = Candidate(
    "frozenset", "builtins", build_text, open_frozenset, (Way("`in`", ask_in),), scan_starts
)
CANDIDATES = (
    FROZENSET,
    *dawg_candidates(),
    marisa_candidate(""),
    marisa_candidate(" LABEL_ORDER", order="LABEL_ORDER"),
    marisa_candidate(" num_tries=1", num_tries=1),
    marisa_candidate(" num_tries=1 HUGE_CACHE", num_tries=1, cache_size="HUGE_CACHE"),
    marisa_candidate(" binary tail", binary=True),
    marisa_candidate("", "BinaryTrie"),
    ducer_candidate(),
)


def named(name: str) -> Candidate:
    """The candidate of this name."""
    return next(c for c in CANDIDATES if c.name == name)

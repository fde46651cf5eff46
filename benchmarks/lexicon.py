"""An opened lexicon beside a frozenset of the same words: time, memory, answers."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks import memory
from benchmarks.holder import words_of
from benchmarks.place import Outcome, Place, Target
from benchmarks.timing import ROUNDS, Timings, cell, fresh, table, timed, times_as_long
from benchmarks.words import SEED, Words, exchanged, letters_of, misses_for, read_words
from lexkit.lexicon import LEDGER, WORDS, Lexicon
from lexkit.model import Verdict

LOOKUPS = 100_000
HOT = 1_000
HELD_LOOKUPS = 10_000
ANSWERS = 1_000
HINTED = 100
LENGTHS = (5, 8, 12, 16)
UNKNOWN_EACH = 20

OURS, BASE = "lexicon", "frozenset"
SQL = "a bare SQLite look-up"
#: What words are looked up in.
Held = Lexicon | frozenset[str]

#: How far from a word an unattested string is made: letters exchanged in a word of the lexicon.
STROKES = {"one stroke off": 1, "three strokes off": 3}


def run(place: Place, say: Callable[[str], None]) -> Outcome:
    """Measure all of it."""
    folder = place.lexicon()
    words = read_words(folder / WORDS)
    outcome = Outcome([f"{len(words):,} words."])
    for part in (_looking_up, _holding, _answering):
        say(f"the lexicon:{part.__name__.replace('_', ' ')}")
        found = part(folder, words)
        outcome.text += found.text
        outcome.targets += found.targets
        outcome.data |= found.data
    return outcome


# -- Opening and looking up -------------------------------------------------------------------


def _ask(lexicon: Held, keys: list[str]) -> None:
    for key in keys:
        _ = key in lexicon


def _open(opener: Callable[[Path], Held], folder: Path, word: str) -> bool:
    return word in opener(folder)


def _looking_up(folder: Path, words: Words) -> Outcome:
    dice = random.Random(SEED)
    hits = [dice.choice(words).encode() for _ in range(LOOKUPS)]
    asked = {
        "hit": hits,
        "hot hit": [hits[i % HOT] for i in range(LOOKUPS)],
        "miss": [word.encode() for word in misses_for(words, LOOKUPS, dice)],
    }
    openers: dict[str, Callable[[Path], Held]] = {
        BASE: words_of,
        OURS: Lexicon,
    }
    held = {row: opener(folder) for row, opener in openers.items()}
    times = Timings()
    for _ in range(ROUNDS):
        for row, opener in openers.items():
            times.add(row, "open", timed(partial(_open, opener, folder, words[0])))
        for column, encoded in asked.items():
            for row, lexicon in held.items():
                keys = fresh(encoded)
                seconds = timed(partial(_ask, lexicon, keys))
                times.add(row, column, seconds / len(keys))
    text = table(
        ["", "open ms", *(f"{column} ns (ratio)" for column in asked)],
        (
            [
                row,
                cell(times, row, "open", 1e-3),
                *(cell(times, row, column, 1e-9, BASE) for column in asked),
            ]
            for row in openers
        ),
    )
    opened = times.median(OURS, "open") or 0
    return Outcome(
        [text],
        [
            Target("opening, with a first look-up", opened * 1e3, 5, " ms"),
            Target("a hit, to the frozenset", times.ratio(OURS, "hit", BASE) or 0, 1),
        ],
        {"seconds": times.rounds},
    )


# -- Memory -----------------------------------------------------------------------------------


def _holding(folder: Path, words: Words) -> Outcome:
    dice = random.Random(SEED)
    keys = folder.parent / "benchmark-keys"
    keys.write_text("\n".join(dice.choices(words, k=HELD_LOOKUPS)), encoding="utf-8")

    def command(kind: str) -> list[str]:
        return ["-m", "benchmarks.holder", kind, str(folder), str(keys)]

    rows = {
        BASE: "frozenset",
        OURS: "opened",
        f"{OURS}, after {HELD_LOOKUPS:,} answers": "answering",
    }
    try:
        used = {row: memory.added(command(kind), command("nothing")) for row, kind in rows.items()}
    finally:
        keys.unlink()
    base, ours = used[BASE], used[OURS]
    if base is None or ours is None:
        return Outcome(["Memory: this system has no /proc to ask."])
    text = table(
        ["", "private MB of each process (share)", "PSS MB of four processes (share)"],
        (
            [
                row,
                f"{use.private / memory.HOLDERS / 1e6:.2f} (1/{base.private / use.private:.0f})",
                f"{use.pss / 1e6:.1f} (1/{base.pss / use.pss:.0f})",
            ]
            for row, use in used.items()
            if use is not None
        ),
    )
    return Outcome(
        [text],
        [
            Target("private memory, to the frozenset", ours.private / base.private, 1 / 20),
            Target("PSS of four processes, to the frozenset", ours.pss / base.pss, 1 / 20),
        ],
        {"memory": {row: asdict(use) for row, use in used.items() if use is not None}},
    )


# -- Answers ----------------------------------------------------------------------------------


def _answering(folder: Path, words: Words) -> Outcome:
    lexicon = Lexicon(folder)
    dice = random.Random(SEED)
    questions = {"accepted": dice.sample(words, min(ANSWERS, len(words)))}
    questions["rejected"] = _refused(folder, dice)
    questions["with a hint"] = _respelt(lexicon, words, dice)
    for length in LENGTHS:
        for how, strokes in STROKES.items():
            questions[f"{length} letters, {how}"] = _unknown(lexicon, words, length, strokes, dice)
    questions = {row: asked for row, asked in questions.items() if asked}
    times = Timings()
    each: dict[str, list[list[float]]] = {row: [] for row in questions}
    ledger = sqlite3.connect(f"file:{folder / LEDGER}?mode=ro", uri=True)
    for _ in range(ROUNDS):
        bare = _each(partial(_bare, ledger), questions["accepted"])
        times.add(SQL, "answer", median(bare))
        for row, asked in questions.items():
            took = _each(lexicon.answer, asked)
            times.add(row, "answer", median(took))
            each[row].append(took)
    ledger.close()
    worst = {row: max(map(median, zip(*rounds, strict=True))) for row, rounds in each.items()}
    text = table(
        ["answer()", "questions", "median µs", "to an accepted word", "per second", "worst ms"],
        (
            [
                row,
                f"{len(questions.get(row, questions['accepted'])):,}",
                cell(times, row, "answer", 1e-6),
                times_as_long(times.ratio(row, "answer", "accepted")),
                f"{1 / (times.median(row, 'answer') or 1):,.0f}",
                f"{worst[row] * 1e3:.3g}" if row in worst else "–",
            ]
            for row in (SQL, *questions)
        ),
    )
    return Outcome([text], [], {"answers": times.rounds, "worst": worst})


def _each(answer: Callable[[str], object], asked: Words) -> list[float]:
    """The seconds of each question."""
    took: list[float] = []

    def ask() -> None:
        for word in asked:
            start = time.perf_counter()
            answer(word)
            took.append(time.perf_counter() - start)

    timed(ask)
    return took


def _bare(ledger: sqlite3.Connection, key: str) -> object:
    return ledger.execute("SELECT form, readings FROM form WHERE key = ?", (key,)).fetchall()


def _refused(folder: Path, dice: random.Random) -> Words:
    """Forms that fall by a rule."""
    ledger = sqlite3.connect(f"file:{folder / LEDGER}?mode=ro", uri=True)
    try:
        rows = ledger.execute(
            "SELECT form FROM form JOIN judgement USING (evidence)"
            " WHERE verdict = ? AND unlayable IS NULL ORDER BY form",
            (Verdict.REJECTED,),
        ).fetchall()
    finally:
        ledger.close()
    forms = [str(form) for (form,) in rows]
    return dice.sample(forms, min(ANSWERS, len(forms)))


def _respelt(lexicon: Lexicon, words: Words, dice: random.Random) -> Words:
    """Words typed as the ruleset's hints say that people type them: *baeume*."""
    found = []
    for word in dice.sample(words, len(words)):
        typed = word
        for pair, letter in lexicon.spelling.hints.items():
            typed = typed.replace(letter, pair)
        if typed != word and typed not in lexicon:
            found.append(typed)
            if len(found) == HINTED:
                break
    return found


def _unknown(
    lexicon: Lexicon, words: Words, length: int, strokes: int, dice: random.Random
) -> Words:
    """Unattested strings of a length, some strokes from a word behind its first two letters."""
    of_length, letters = [word for word in words if len(word) == length], letters_of(words)
    found: Words = []
    while of_length and len(found) < UNKNOWN_EACH:
        word = dice.choice(of_length)
        for _ in range(strokes):
            word = word[:2] + exchanged(word[2:], letters, dice)
        if lexicon.answer(word).verdict is Verdict.UNATTESTED:
            found.append(word)
    return found

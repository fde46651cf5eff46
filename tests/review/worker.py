"""One of many processes that propose and decide at once, for `test_together`.

    python -m tests.review.worker PLACE NAME FOLDER AT MANY COUNT

It is number AT of MANY that share COUNT words, some of which two of them want. It proposes its own
in an order of its own, waits for the others to have done the same (a word that is refused may be
proposed again), and decides on what it was given. What the store has confirmed it notes in a file
in FOLDER, so that it goes on where it was killed.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

from lexkit.model import Verdict
from lexkit.review.records import Action, Concern, Draft, MovedError, Ruling
from lexkit.review.store import Store

#: What a log holds when all words are proposed, and when all is decided.
PROPOSED, DECIDED = "proposed all\n", "decided all\n"


def main(place: str, name: str, folder: Path, many: int, words: list[str]) -> None:
    log = folder / f"{name}.log"
    store = Store.open(place if "://" in place else Path(place), wait=60)
    known = {line.split()[0]: line.split()[1] for line in read(log)}
    decided = {line.split()[1] for line in read(log) if line.startswith("decided")}
    with os.fdopen(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "w") as file:

        def say(text: str) -> None:
            file.write(text + "\n")
            file.flush()

        for word in words:
            if word not in known:
                known[word] = str(propose(store, name, word))
                say(f"{word} {known[word]}")
        say(PROPOSED.strip())
        while sum(PROPOSED in read(other) for other in folder.glob("*.log")) < many:
            time.sleep(0.05)
        for word in words:
            if known[word] not in decided:
                say(f"decided {known[word]} {decide(store, name, int(known[word]))}")
        say(DECIDED.strip())


def read(log: Path) -> list[str]:
    """The whole lines of the log; the last may have been cut off by a kill."""
    try:
        text = log.read_text()
    except FileNotFoundError:
        return []
    return [line for line in text.splitlines(keepends=True) if line.endswith("\n")]


def own_words(at: int, many: int, count: int) -> list[str]:
    """The words of worker ``at``; every fourth is its neighbour's too."""
    shared = [n for n in range(count) if n % 4 == 0 and (n // 4) % many == (at + 1) % many]
    own = [n for n in range(count) if (n // 4) % many == at]
    return [f"wort{n}" for n in sorted({*own, *shared})]


def propose(store: Store, name: str, word: str) -> int:
    concern = Concern("spiel", word, word, Verdict.UNATTESTED, "v1")
    made = store.propose(Draft(word, Action.ADD, (concern,), name, f"{name} wants {word}"))
    return (made.proposal or made.held["spiel"]).number


def decide(store: Store, name: str, number: int) -> str:
    accept = sum(map(ord, name)) % 2 == number % 2
    try:
        store.decide(number, Ruling(accept, name, f"{name} says so"))
    except MovedError:
        return "moved"
    return "accepted" if accept else "rejected"


if __name__ == "__main__":
    place, name, folder, at, many, count = sys.argv[1:]
    mine = own_words(int(at), int(many), int(count))
    random.Random(name).shuffle(mine)
    main(place, name, Path(folder), int(many), mine)

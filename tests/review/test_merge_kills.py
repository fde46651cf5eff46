"""A merge that is killed at any moment leaves the file and the store as they were, or as they are
to be; and the next one finishes what it began."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from lexkit.review.merge import Merge
from lexkit.review.records import Deed, Ruling, State
from lexkit.review.store import Store
from tests.conftest import Shop, program
from tests.curation.making import content, row
from tests.database import Place
from tests.review.conftest import draft

#: How often something is killed at a moment drawn by chance.
ROUNDS = 5

FILE = "sources/curated/xx.tsv"
#: Kills itself at the moment that the first argument names.
_KILLED = """
import os, signal, sys
from pathlib import Path
from lexkit import disk
from lexkit.cli import main
from lexkit.preview import Preview
from lexkit.review.store import Store

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def after(function):
    return lambda *given: (function(*given), die())

moment = sys.argv.pop(1)
if moment == "previewing":
    Preview.after = die
elif moment == "before":
    disk.exchange = die
elif moment in ("replacing", "replaced"):
    replace = Path.replace
    def killed(path, target):
        curated = path.name.endswith(".tsv.new")
        if not curated or moment == "replaced":
            replace(path, target)
        if curated:
            die()
    Path.replace = killed
elif moment == "exchanged":
    disk.exchange = after(disk.exchange)
elif moment == "marked":
    Store.mark_merged = after(Store.mark_merged)
main()
"""


@pytest.fixture
def kept(game: Shop, monkeypatch: pytest.MonkeyPatch) -> Shop:
    monkeypatch.setenv("LEXKIT_BY", "max")
    game.curated()
    game.ruleset()
    game.write(FILE, content(row("Aal", by="ida"), row("zoo", by="ida")))
    game.build()
    return game


def accept(store: Store, count: int, lead: str) -> list[int]:
    """Propose and accept new words that begin with ``lead``; the numbers of the proposals."""
    numbers = []
    for n in range(count):
        made = store.propose(draft(f"fee{lead}{chr(ord('a') + n)}")).proposal
        assert made is not None
        numbers.append(store.decide(made.number, Ruling(True, "max", "as it is")).number)
    return numbers


def start(game: Shop, place: Place, *command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*(command or program()), "merge", "--yes"],
        cwd=game.root,
        env={**os.environ, "LEXKIT_DATABASE_URL": place.url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(game: Shop, place: Place) -> None:
    """Merge once more; this one is left alone."""
    merging = start(game, place)
    _, said = merging.communicate()
    assert merging.returncode == 0, said


@dataclass
class Before:
    """A game with accepted proposals: its file as it is, and as it will be."""

    game: Shop
    store: Store
    numbers: list[int]

    def __post_init__(self) -> None:
        self.old = (self.game.root / FILE).read_bytes()
        with Merge(self.store, self.game.builder).looked_at() as found:
            (home,) = found.plan.files
            self.new = home.text()
        assert self.old != self.new

    def state(self) -> tuple[bool, bool]:
        """Whether the file is the new one, and whether the proposals are marked: all or none."""
        content = (self.game.root / FILE).read_bytes()
        assert content in (self.old, self.new)
        states = {self.store.get(number).state for number in self.numbers}
        assert states in ({State.ACCEPTED}, {State.MERGED})
        return content == self.new, states == {State.MERGED}


@pytest.mark.parametrize(
    ("moment", "left"),
    [
        ("previewing", (False, False)),
        ("before", (False, False)),
        ("replacing", (False, False)),
        ("replaced", (True, False)),
        ("exchanged", (True, False)),
        ("marked", (True, True)),
    ],
)
def test_every_moment(kept: Shop, place: Place, moment: str, left: tuple[bool, bool]) -> None:
    before = Before(kept, place.open(), accept(place.open(), 5, ""))
    merging = start(kept, place, sys.executable, "-c", _KILLED, moment)
    _, said = merging.communicate()
    assert merging.returncode == -signal.SIGKILL, said
    assert before.state() == left
    finish(kept, place)
    assert before.state() == (True, True)
    for number in before.numbers:
        deeds = [event.deed for event in before.store.history(number)]
        assert deeds == [Deed.PROPOSED, Deed.ACCEPTED, Deed.MERGED]
    finish(kept, place)
    assert before.state() == (True, True)
    assert [path.name for path in (kept.root / FILE).parent.iterdir()] == ["xx.tsv"]


def test_any_moment(kept: Shop, place: Place) -> None:
    store = place.open()
    began = time.monotonic()
    accept(store, 1, "first")
    finish(kept, place)
    took = time.monotonic() - began
    moments = random.Random(place.kind)
    for number in range(ROUNDS):
        before = Before(kept, store, accept(store, 3, chr(ord("a") + number)))
        merging = start(kept, place)
        time.sleep(took * moments.uniform(0.3, 1.2))
        merging.send_signal(signal.SIGKILL)
        merging.communicate()
        written, marked = before.state()
        assert written or not marked
        finish(kept, place)
        assert before.state() == (True, True)
    words = [line.split("\t")[0] for line in (kept.root / FILE).read_text().splitlines()[1:]]
    assert len(words) == len(set(words)) == 2 + 1 + ROUNDS * 3
    assert words == sorted(words)


def test_several_at_once_and_kills(kept: Shop, place: Place) -> None:
    """Merges, decisions and kills all together: every word is there once in the end."""
    store = place.open()
    numbers = []
    moments = random.Random(place.kind)
    for number in range(ROUNDS):
        numbers += accept(store, 4, chr(ord("a") + number))
        merges = [start(kept, place) for _ in range(3)]
        time.sleep(moments.uniform(0.2, 1.5))
        numbers += accept(store, 2, f"x{chr(ord('a') + number)}")
        merges.pop(moments.randrange(3)).send_signal(signal.SIGKILL)
        for merging in merges:
            _, said = merging.communicate()
            assert merging.returncode in (0, 1), said
            if merging.returncode:
                assert b"changed meanwhile" in said or b"it cannot be merged" in said
    finish(kept, place)
    words = [line.split("\t")[0] for line in (kept.root / FILE).read_text().splitlines()[1:]]
    assert words == sorted({"Aal", "zoo", *(store.get(number).word for number in numbers)})
    assert {store.get(number).state for number in numbers} == {State.MERGED}
    for number in numbers:
        assert [e.deed for e in store.history(number)].count(Deed.MERGED) == 1

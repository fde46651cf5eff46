"""Many at once: nothing is lost, nothing doubled, whoever is killed at whatever moment."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from lexkit.errors import LexkitError
from lexkit.review.queue import Wanted
from lexkit.review.records import Deed, MovedError, Ruling, State
from lexkit.review.signoff import SignOffs
from lexkit.review.store import Store
from tests.conftest import REPOSITORY, Shop, program
from tests.database import Place
from tests.review.conftest import draft, number
from tests.review.worker import DECIDED, read

WORKERS, WORDS, KILLS = 8, 2_000, 16


def test_of_twenty_at_once_one_gets_the_proposal(place: Place) -> None:
    stores = [place.open() for _ in range(20)]
    together = Barrier(20)

    def ask(at: int) -> tuple[int | None, int | None]:
        together.wait()
        made = stores[at].propose(draft("Tischfee", by=f"p{at}"))
        held = made.held.get("spiel")
        taken = made.proposal
        return (taken.number if taken else None), (held.number if held else None)

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(ask, range(20)))
    given = [taken for taken, _ in answers if taken is not None]
    assert len(given) == 1
    assert [held for taken, held in answers if taken is None] == given * 19
    (proposal,) = stores[0].queue(Wanted())
    assert proposal.number == given[0]
    assert len(stores[0].history(proposal.number)) == 1


def test_two_that_want_the_same_for_several_games_do_not_block_each_other(place: Place) -> None:
    stores = [place.open() for _ in range(6)]
    together = Barrier(6)
    games = ["a", "b", "c", "d"]

    def ask(at: int) -> None:
        shuffled = random.Random(at).sample(games, len(games))
        for n in range(20):
            together.wait()
            stores[at].propose(draft(f"wort{n}", *shuffled, by=f"p{at}"))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(ask, range(6)))
    held = Counter(
        (concern.ruleset, concern.letters)
        for proposal in stores[0].queue(Wanted())
        for concern in proposal.concerns
    )
    assert held == {(game, f"wort{n}"): 1 for game in games for n in range(20)}


def test_of_ten_deciding_at_once_one_decides(place: Place) -> None:
    stores = [place.open() for _ in range(10)]
    numbers = [number(stores[0], f"wort{n}") for n in range(10)]
    together = Barrier(10)

    def decide(at: int) -> list[bool]:
        made = []
        for n in numbers:
            together.wait()
            try:
                stores[at].decide(n, Ruling(at % 2 == 0, f"m{at}", "so it is"), seen=1)
                made.append(True)
            except MovedError:
                made.append(False)
        return made

    with ThreadPoolExecutor(10) as pool:
        made = list(pool.map(decide, range(10)))
    for n, row in zip(numbers, zip(*made, strict=True), strict=True):
        assert sum(row) == 1
        ruling = stores[0].get(n).ruling
        assert ruling is not None
        assert ruling.by == f"m{row.index(True)}"
        assert [e.deed for e in stores[0].history(n)][1:] == [ruling.deed]


def test_a_word_is_signed_off_once(place: Place) -> None:
    stores = [place.open() for _ in range(8)]
    together = Barrier(8)

    def sign(at: int) -> tuple[str, bool]:
        together.wait()
        found, new = SignOffs(stores[at].database).sign("spiel", "ab", f"m{at}", "v1")
        return found.by, new

    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(sign, range(8)))
    assert sum(new for _, new in said) == 1
    assert len({by for by, _ in said}) == 1


class Crowd:
    """Eight workers, of whom any may be killed; each is started again until it is done."""

    def __init__(self, place: Place, folder: Path) -> None:
        self._place = place
        self._folder = folder
        self._running = {at: self._start(at) for at in range(WORKERS)}
        self.kills: Counter[str] = Counter()

    def _start(self, at: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.review.worker", str(self._place.address),
                   f"w{at}", str(self._folder), str(at), str(WORKERS), str(WORDS)]  # fmt: skip
        return subprocess.Popen(
            command, cwd=REPOSITORY, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": "."}
        )

    def run(self, dice: random.Random) -> None:
        until = time.monotonic() + 240
        next_kill = time.monotonic() + 1
        while self._running:
            assert time.monotonic() < until, "the workers do not come to an end"
            time.sleep(0.05)
            if sum(self.kills.values()) < KILLS and time.monotonic() > next_kill:
                at = dice.choice(sorted(self._running))
                self._running[at].send_signal(signal.SIGKILL)
                self.kills[f"w{at}"] += 1
                next_kill = time.monotonic() + dice.uniform(0.05, 0.6)
            for at, process in list(self._running.items()):
                if process.poll() is None:
                    continue
                said = process.stderr.read() if process.stderr else b""
                assert process.returncode in (0, -signal.SIGKILL), said.decode()
                del self._running[at]
                if process.returncode:
                    self._running[at] = self._start(at)


def test_every_proposal_and_decision_of_eight_processes_is_accounted_for(
    place: Place, tmp_path: Path
) -> None:
    store = place.open()
    folder = tmp_path / "logs"
    folder.mkdir()
    crowd = Crowd(place, folder)
    crowd.run(random.Random(8))
    assert sum(crowd.kills.values()) == KILLS
    logs = {log.stem: [line.split() for line in read(log)] for log in folder.glob("*.log")}
    assert len(logs) == WORKERS
    assert all(lines[-1] == DECIDED.split() for lines in logs.values())

    found = {p.number: p for p in store.queue(Wanted())}
    by_word = {p.word: p.number for p in found.values()}
    # Every word once, and what each worker was told of it is true.
    assert len(found) == len(by_word) == WORDS
    told: Counter[str] = Counter()
    for name, lines in logs.items():
        for first, second, *_ in lines:
            if first.startswith("wort"):
                assert by_word[first] == int(second), (name, first)
                told[first] += 1
    assert set(told) == set(by_word)
    assert Counter(told.values()) == {1: WORDS * 3 // 4, 2: WORDS // 4}

    # Every proposal decided once, by the one who was told so, if somebody lived to be told.
    confirmed: dict[int, str] = {}
    for name, lines in logs.items():
        for line in lines:
            if line[0] == "decided" and line[-1] in ("accepted", "rejected"):
                n = int(line[1])
                assert n not in confirmed, f"{n} was decided by {confirmed[n]} and {name}"
                confirmed[n] = name
                ruling = found[n].ruling
                assert ruling is not None
                assert (ruling.by, ruling.state) == (name, line[2])
    unheard = Counter(p.ruling.by for p in found.values() if p.ruling and p.number not in confirmed)
    assert all(count <= crowd.kills[name] for name, count in unheard.items())
    for n, proposal in found.items():
        proposed, decided = store.history(n)
        assert (proposed.deed, proposed.by) == (Deed.PROPOSED, proposal.by)
        assert decided == proposal.ruling
        assert proposal.state in (State.ACCEPTED, State.REJECTED)
        assert proposal.version == 2


def test_killed_at_any_moment_a_change_is_whole_or_not_there(place: Place, tmp_path: Path) -> None:
    """Killed before, within and after a transaction, by a clock and not by chance."""
    store = place.open()
    for n, delay in enumerate([0.15, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.8]):
        command = [sys.executable, "-m", "tests.review.worker", str(place.address), f"w{n}",
                   str(tmp_path), "0", "1", "5000"]  # fmt: skip
        process = subprocess.Popen(command, cwd=REPOSITORY, env={**os.environ, "PYTHONPATH": "."})
        time.sleep(delay)
        process.kill()
        process.wait()
        for proposal in store.queue(Wanted()):
            history = store.history(proposal.number)
            assert [event.seq for event in history] == list(range(1, proposal.version + 1))
            assert history[-1].state is proposal.state
            assert len(proposal.concerns) == 1
    assert number(store, "afterwards")


def test_a_file_of_proposals_killed_again_and_again_is_taken_whole(
    game: Shop, place: Place
) -> None:
    words = [f"fee{a}{b}" for a in "bcdfghjklm" for b in "nopqrstuvwxyz"]
    game.write("words.txt", "\n".join(words))
    command = [*program(), "propose", "--file", "words.txt", "--reason", "x", "--by", "anna"]
    environment = {**os.environ, "LEXKIT_DATABASE_URL": place.url}
    store = place.open()
    dice = random.Random(5)
    for _ in range(6):
        process = subprocess.Popen(
            command, cwd=game.root, env=environment, stdout=subprocess.DEVNULL
        )
        time.sleep(dice.uniform(0.3, 0.9))
        process.kill()
        process.wait()
    last = subprocess.run(command, cwd=game.root, env=environment, capture_output=True, check=False)
    assert last.returncode in (0, 1), last.stderr
    assert len(last.stdout.splitlines()) == len(words)
    assert [p.word for p in store.queue()] == words


def test_a_store_opened_by_many_at_once_for_the_first_time(place: Place) -> None:
    together = Barrier(12)

    def opened(_: int) -> Store | LexkitError:
        together.wait()
        try:
            return place.open()
        except LexkitError as error:
            return error

    with ThreadPoolExecutor(12) as pool:
        stores = list(pool.map(opened, range(12)))
    for n, store in enumerate(stores):
        assert isinstance(store, Store), store
        assert number(store, f"wort{n}") == n + 1

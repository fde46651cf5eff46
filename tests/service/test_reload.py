"""New lexicons under load: no answer is dropped, none is mixed, none comes from half a lexicon."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

from lexkit.lexicon import MANIFEST, Lexicon
from tests.conftest import Shop
from tests.service.conftest import Start
from tests.service.running import Service


def until(holds: Callable[[], bool]) -> None:
    """Wait until it holds; it must within ten seconds."""
    for _ in range(200):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it never came about")


def version(running: Service) -> str:
    return str(running.word("ab").json["lexicon"])


class Askers:
    """Threads that ask for the same word all the time; what they were told, and what failed."""

    def __init__(self, running: Service, word: str) -> None:
        self._running, self._word = running, word
        self._stop = threading.Event()
        self.told: set[tuple[str, str]] = set()
        self.count = 0
        self.failed: list[str] = []
        self._threads = [threading.Thread(target=self._ask) for _ in range(4)]
        for thread in self._threads:
            thread.start()

    def _ask(self) -> None:
        while not self._stop.is_set():
            try:
                reply = self._running.word(self._word).json
                self.told.add((reply["lexicon"], reply["verdict"]))
                some = self._running.check([self._word] * 300).json
                (verdict,) = {word["verdict"] for word in some["words"]}
                self.told.add((some["lexicon"], verdict))
                self.count += 1
            except Exception as error:
                self.failed.append(repr(error))

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()


def test_builds_under_load(own: Shop, start: Start) -> None:
    running = start(own.root, workers=2)
    askers = Askers(running, "neuwort")
    expected = {(version(running), "unattested")}
    for turn in range(8):
        own.words("liste", ["ab", "ort", f"wort{'x' * turn}", *(["neuwort"] if turn % 2 else [])])
        own.result()
        built = Lexicon(own.root / "build" / "spiel").version
        expected.add((built, "accepted" if turn % 2 else "unattested"))
        until(lambda built=built: {version(running) for _ in range(6)} == {built})  # type: ignore[misc]
    askers.stop()
    assert askers.failed == []
    assert askers.told <= expected
    assert {version for version, _ in askers.told} == {version for version, _ in expected}
    assert askers.count > 50


def copied(lexicon: Path, target: Path) -> None:
    """Copy a lexicon as people do: a file after the other, the manifest first."""
    target.mkdir()
    files = sorted(lexicon.iterdir(), key=lambda path: path.name != MANIFEST)
    for path in files:
        shutil.copyfile(path, target / path.name)
        time.sleep(0.4)


def test_half_a_copy_is_never_taken_up(own: Shop, start: Start) -> None:
    running = start(own.root)
    other = own.root / "build" / "kopie"
    seen = set()
    copying = threading.Thread(target=copied, args=((own.root / "build" / "spiel"), other))
    copying.start()
    while copying.is_alive():
        seen.add(running.word("ab", "kopie").status)
        time.sleep(0.02)
    assert seen <= {404}
    # When all is there it is taken up, though its manifest has been there from the beginning.
    until(lambda: running.word("ab", "kopie").status == 200)
    # It is told what is missing, not again and again.
    assert [e["event"] for e in running.events()].count("lexicon refused") <= 5


def test_a_damaged_lexicon_leaves_the_last_good_one(own: Shop, start: Start) -> None:
    running = start(own.root)
    before = version(running)
    bad = own.root / "build" / ".lexicons" / "spiel-bad"
    shutil.copytree(own.root / "build" / "spiel", bad)
    (bad / "words.dawg").write_bytes(b"no automaton")
    (bad / MANIFEST).write_text((bad / MANIFEST).read_text().replace('"format": 2', '"format": 9'))
    link = own.root / "build" / "spiel.new"
    link.symlink_to(".lexicons/spiel-bad")
    link.replace(own.root / "build" / "spiel")
    until(lambda: any(e["event"] == "lexicon refused" for e in running.events()))
    assert version(running) == before
    assert running.ask("/healthz/ready").status == 200
    own.words("liste", ["ab", "ganzneu"])
    own.result()
    until(lambda: version(running) != before)
    assert running.word("ganzneu").json["verdict"] == "accepted"


def test_what_is_taken_away_is_gone(own: Shop, start: Start) -> None:
    running = start(own.root)
    (own.root / "build" / "spiel").unlink()
    until(lambda: running.word("ab").status == 404)
    own.result()
    until(lambda: running.word("ab").status == 200)


def worker_of(running: Service) -> Path:
    """What the system tells of the one process that answers."""
    found = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children").read_text()
    workers = [
        Path(f"/proc/{pid}")
        for pid in found.split()
        if "resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_text()
    ]
    (worker,) = workers
    return worker


def test_many_builds_take_no_memory(own: Shop, start: Start) -> None:
    running = start(own.root)
    worker = worker_of(running)

    def private() -> int:
        lines = (worker / "smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if "Private" in line)

    def turn(number: int) -> None:
        letter = "abcdefghij"[number % 10]
        own.words("liste", ["ab", *(f"wort{letter}{'x' * n}" for n in range(40))])
        own.result()
        built = Lexicon(own.root / "build" / "spiel").version
        until(lambda: version(running) == built)
        for word in ("ab", "zzz", "wort"):
            running.word(word)
        running.ask("/v1/rulesets/spiel/search?pattern=*")

    for number in range(4):
        turn(number)
    before = private()
    for number in range(10):
        turn(number)
    assert private() - before < 3_000  # KiB
    # Files that were removed are let go of.
    opened = [str(link.readlink()) for link in (worker / "fd").iterdir()]
    assert not (gone := [path for path in opened if "(deleted)" in path]), gone

"""A soak of the service: minutes of look-ups, lists and proposals, while new lexicons are built.

    python -m benchmarks.soak --minutes 5 [--database URL]

Two workers answer three clients; every 20 seconds another lexicon is built of the workspace, so
both cores are busy. At the end every request must have been answered, every answer must be that of
one of the lexicons that were built, every proposal must be kept, and the memory of the workers must
not have grown. Prints what was asked and found; the exit code is 1 if anything is amiss.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from benchmarks.build import RULE
from benchmarks.place import Place
from benchmarks.service import private, wait
from benchmarks.words import SEED, read_words
from lexkit.errors import LexkitError

PORT = 8378
CLIENTS, WORKERS = 3, 2
#: How often a lexicon is built (seconds), and how long the service warms up before it is measured.
EVERY, WARM = 20.0, 60.0


@dataclass
class Asked:
    """What one client has asked, and what came of it."""

    words: int = 0
    lists: int = 0
    proposals: list[int] = field(default_factory=list)
    versions: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)


def client(number: int, ruleset: str, words: list[str], until: float) -> Asked:
    """Ask until the time is over: mostly for words, now and then for a list, or propose."""
    dice, found = random.Random(SEED + number), Asked()
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)

    def ask(method: str, path: str, body: object = None) -> dict[str, object]:
        sent = None if body is None else json.dumps(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        line.request(method, path, sent, headers)
        reply = line.getresponse()
        content = reply.read()
        if reply.status not in (200, 201):
            raise LexkitError(f"{method} {path}: {reply.status} {content[:200]!r}")
        told: dict[str, object] = json.loads(content)
        return told

    while time.time() < until:
        try:
            turn = dice.random()
            if turn < 0.95:
                word = dice.choice(words) + dice.choice(["", "", "", "x"])
                told = ask("GET", f"/v1/rulesets/{ruleset}/words/{quote(word)}")
                found.words += 1
            elif turn < 0.99:
                some = {"words": dice.sample(words, 500)}
                told = ask("POST", f"/v1/rulesets/{ruleset}/check", some)
                found.lists += 1
            else:
                made = f"{dice.choice(words)}{dice.choice('bcdfg')}{dice.choice('xqy')}{number}"
                letters = made[:60].replace("0", "a").replace("1", "b").replace("2", "c")
                asked = {"word": letters, "rulesets": [ruleset], "reason": "a soak", "by": "me"}
                told = ask("POST", "/v1/proposals", asked)
                if isinstance(told["proposal"], int):
                    found.proposals.append(told["proposal"])
                continue
            found.versions.add(str(told["lexicon"]))
        except (OSError, http.client.HTTPException, LexkitError, ValueError) as error:
            found.errors.append(repr(error))
            line.close()
    return found


def builds(place: Place, until: float) -> set[str]:
    """Build a lexicon after the other, each with a rule of its own; the versions there were."""
    versions = {_version(place)}
    text = place.rules.read_text("utf-8")
    for turn in range(10**6):
        begun = time.time()
        if begun > until - EVERY:
            break
        rule = RULE.format(number=turn)
        place.rules.write_text(text.replace("\nrules:\n", f"\nrules:{rule}", 1), "utf-8")
        place.lexkit("build", place.ruleset)
        versions.add(_version(place))
        time.sleep(max(0.0, begun + EVERY - time.time()))
    return versions


def _version(place: Place) -> str:
    told = json.loads((place.build / place.ruleset / "manifest.json").read_bytes())
    return str(told["version"])


def memory(pid: int) -> float:
    """What the workers of a service hold for themselves (MiB)."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(private(int(child)) for child in children)


def main() -> int:
    """Soak, and say what came of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--ruleset", default="de-wordox")
    parser.add_argument("--database", help="the address of an empty database (else SQLite)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lexkit-soak-") as folder:
        place = Place.make(Path(folder), options.ruleset)
        words = read_words(place.lexicon() / "words.txt")
        database = options.database or f"sqlite:///{folder}/review.sqlite"
        settings = {"LEXKIT_DATABASE_URL": database, "LEXKIT_SERVE_PROPOSALS_PER_HOUR": "1000000"}
        command = [sys.executable, "-m", "lexkit", "--workspace", folder, "serve",
                   "--port", str(PORT), "--workers", str(WORKERS)]  # fmt: skip
        with subprocess.Popen(command, env={**os.environ, **settings}) as service:
            try:
                wait("/healthz", PORT)
                return soak(place, words, service.pid, options.minutes * 60)
            finally:
                service.send_signal(signal.SIGTERM)


def soak(place: Place, words: list[str], pid: int, seconds: float) -> int:
    """Ask, build and measure for so long; 1 if anything is amiss."""
    until = time.time() + seconds
    with multiprocessing.Pool(CLIENTS + 1) as pool:
        clients = [
            pool.apply_async(client, (n, place.ruleset, words[n::CLIENTS], until))
            for n in range(CLIENTS)
        ]
        builder = pool.apply_async(builds, (place, until))
        time.sleep(min(WARM, seconds / 2))
        before = memory(pid)
        asked = [each.get() for each in clients]
        versions = builder.get()
        after = memory(pid)
    lost = [n for each in asked for n in each.proposals if not _kept(n)]
    errors = [error for each in asked for error in each.errors]
    strange = set().union(*(each.versions for each in asked)) - versions
    print(
        f"{sum(a.words for a in asked):,} words, {sum(a.lists for a in asked):,} lists of 500,"
        f" {sum(len(a.proposals) for a in asked):,} proposals in {seconds / 60:g} minutes;"
        f" {len(versions)} versions; {len(errors)} errors, {len(lost)} proposals lost,"
        f" {len(strange)} unknown versions; private memory {before:.1f} → {after:.1f} MiB"
    )
    print("\n".join(errors[:5]), end="")
    return 1 if errors or lost or strange or after > before * 1.05 + 4 else 0


def _kept(number: int) -> bool:
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
    line.request("GET", f"/v1/proposals/{number}")
    status = line.getresponse().status
    line.close()
    return status == 200


if __name__ == "__main__":
    raise SystemExit(main())

"""The service: requests per second beside an empty route, many words at once, starting, memory.

Requests come from `wrk` (Debian's package of that name), over loopback, one client with 16
connections, to one process; client and server have a core each.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import quote

from benchmarks.place import Outcome, Place, Target
from benchmarks.timing import ROUNDS, Timings, table, timed
from benchmarks.words import SEED, read_words
from lexkit.lexicon import Lexicon

#: How long each answerer is asked in each round (seconds).
SECONDS = 2
#: So many different words are asked for, and so many sent at once.
WORDS, AT_ONCE = 30_000, 10_000
PORT = 8377

BY_HAND, EMPTY = "ASGI by hand", "Litestar, an empty JSON route"
AGAIN, WORD = "a word by GET, asked lately", "a word by GET, never asked before"
_MORE = "a worker more, over its imports"
MANY, IN_PROCESS = "10,000 words by POST", "the same in process"


@dataclass(frozen=True)
class Load:
    """What wrk has measured."""

    per_second: float
    p99: float


def run(place: Place, say: Callable[[str], None]) -> Outcome:
    """Measure with the lexicon of the workspace."""
    if shutil.which("wrk") is None:
        raise SystemExit("the benchmark of the service needs wrk (Debian: apt-get install wrk)")
    folder = place.lexicon()
    words = random.Random(SEED).sample(read_words(folder / "words.txt"), WORDS)
    script = _script(folder.parent, place.ruleset, words)
    lexicon = Lexicon(folder)
    times, loads = Timings(), dict[str, list[Load]]()
    body = json.dumps({"words": words[:AT_ONCE]}).encode()
    for i in range(ROUNDS):
        say(f"asking, round {i + 1}")
        for name, target in ((BY_HAND, "by_hand"), (EMPTY, "by_litestar")):
            with _bare(target):
                loads.setdefault(name, []).append(_wrk("/"))
        with _serving(place):
            loads.setdefault(WORD, []).append(_wrk("/", script))
            path = f"/v1/rulesets/{place.ruleset}/words/{quote(words[0])}"
            loads.setdefault(AGAIN, []).append(_wrk(path))
            times.add(MANY, "s", timed(lambda: _post(place.ruleset, body)))
        times.add(IN_PROCESS, "s", timed(lambda: [lexicon.counts(w) for w in words[:AT_ONCE]]))
    started = [_started(place) for _ in range(ROUNDS)]
    memory = _memory(place)
    return _outcome(times, loads, started, memory)


def _outcome(
    times: Timings, loads: dict[str, list[Load]], started: list[float], memory: dict[str, float]
) -> Outcome:
    def against(name: str, figure: Callable[[Load], float]) -> float:
        pairs = zip(loads[name], loads[EMPTY], strict=True)
        return median(figure(each) / figure(empty) for each, empty in pairs)

    def targets(name: str) -> list[Target]:
        rate = 1 / against(name, lambda load: load.per_second)
        return [
            Target(f"an empty route's requests a second, to {name}", rate, 1.43),
            Target(f"{name}: p99, to that of the empty route", against(name, lambda x: x.p99), 3),
        ]

    many = times.ratio(MANY, "s", IN_PROCESS) or 0.0
    rows = [
        [name, f"{median(x.per_second for x in each):,.0f}",
         f"{1e3 * median(x.p99 for x in each):.2f}"]
        for name, each in loads.items()
    ]  # fmt: skip
    seconds = {name: times.median(name, "s") or 0.0 for name in (MANY, IN_PROCESS)}
    others = [
        [name, f"{AT_ONCE / seconds[name]:,.0f}", f"{1e3 * seconds[name]:.1f}"] for name in seconds
    ]
    return Outcome(
        [
            table(["", "requests a second", "p99 ms"], rows),
            table(["", "words a second", "ms"], others),
            table(["a process takes", "MiB"], [[k, f"{v:.1f}"] for k, v in memory.items()]),
            f"Ready {1e3 * median(started):,.0f} ms after it is started.",
        ],
        [
            *targets(AGAIN),
            *targets(WORD),
            Target("10,000 words by POST, to the look-ups in process", many, 5),
            Target("from its start until it is ready", median(started), 1, "s"),
            Target(_MORE, memory[_MORE], 25, " MiB"),
        ],
        {
            "loads": {name: [vars(x) for x in each] for name, each in loads.items()},
            "seconds": times.rounds, "started": started, "memory": memory,
        },
    )  # fmt: skip


def _script(folder: Path, ruleset: str, words: list[str]) -> Path:
    """A script for wrk that asks for a word after the other."""
    paths = folder / "wrk-paths.txt"
    paths.write_text("".join(f"/v1/rulesets/{ruleset}/words/{quote(w)}\n" for w in words))
    script = folder / "wrk.lua"
    script.write_text(
        "local requests, n = {}, 0\n"
        f'init = function() for path in io.lines("{paths}") do'
        ' requests[#requests + 1] = wrk.format("GET", path) end end\n'
        "request = function() n = n % #requests + 1 return requests[n] end\n"
    )
    return script


def _wrk(path: str, script: Path | None = None) -> Load:
    command = ["wrk", "-t1", "-c16", f"-d{SECONDS}s", "--latency"]
    command += [] if script is None else ["-s", str(script)]
    url = f"http://127.0.0.1:{PORT}{path}"
    out = subprocess.run([*command, url], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in out:
        raise SystemExit(f"some requests failed:\n{out}")
    rate = re.search(r"Requests/sec:\s+([\d.]+)", out)
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s)", out)
    assert rate is not None and p99 is not None
    return Load(float(rate[1]), float(p99[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1.0}[p99[2]])


@contextmanager
def _bare(target: str) -> Iterator[int]:
    command = [sys.executable, "-m", "granian", "--interface", "asginl", "--no-log", "--port",
               str(PORT), f"benchmarks.bare:{target}"]  # fmt: skip
    with _process(command, "/") as pid:
        yield pid


@contextmanager
def _serving(place: Place, workers: int = 1) -> Iterator[int]:
    command = [sys.executable, "-m", "lexkit", "--workspace", str(place.root), "serve", "--port",
               str(PORT), "--workers", str(workers)]  # fmt: skip
    with _process(command, "/healthz") as pid:
        yield pid


@contextmanager
def _process(command: list[str], path: str) -> Iterator[int]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait(path)
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def wait(path: str, port: int = PORT) -> None:
    """Wait until a server answers."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", path)
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.005)
        finally:
            connection.close()
    raise SystemExit("it did not answer")


def _started(place: Place) -> float:
    begun = time.perf_counter()
    with _serving(place):
        return time.perf_counter() - begun


def _post(ruleset: str, body: bytes) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
    headers = {"Content-Type": "application/json"}
    connection.request("POST", f"/v1/rulesets/{ruleset}/check", body, headers)
    reply = connection.getresponse()
    if reply.status != 200 or len(json.loads(reply.read())["words"]) != AT_ONCE:
        raise SystemExit("10,000 words were not answered")
    connection.close()


def _memory(place: Place) -> dict[str, float]:
    """What a worker takes, and what its imports alone do, in MiB."""
    imports = (
        "import lexkit.service.app, granian, uvloop, sys; print('ready', flush=True);"
        " sys.stdin.read()"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", imports], stdin=pipe, stdout=pipe) as alone:
        assert alone.stdout is not None and alone.stdin is not None
        alone.stdout.readline()
        bare = private(alone.pid)
        alone.stdin.close()
    with _serving(place, workers=4) as pid:
        for _ in range(400):
            wait(f"/v1/rulesets/{place.ruleset}/words/ab")
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        taken = [private(int(child)) for child in children]
        workers = sorted(each for each in taken if each > bare / 2)
    one = median(workers)
    return {"its imports": bare, "a worker": one, _MORE: one - bare}


def private(pid: int) -> float:
    """What a process holds for itself alone (MiB): what it has written to.

    Pages of files that are mapped, such as a ledger's, are the system's, whoever looks at them.
    """
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return (
        sum(int(kib) for kib in re.findall(r"^Private_Dirty:\s+(\d+)", text, re.MULTILINE)) / 1024
    )

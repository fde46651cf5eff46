"""What four processes that hold a thing at once use for it, by /proc/PID/smaps_rollup."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

#: The checkout: where `python -m benchmarks` finds itself.
ROOT = Path(__file__).resolve().parent.parent

HOLDERS = 4
TRIALS = 3


@dataclass(frozen=True)
class Use:
    """Bytes of all holders together; `shared` those of the one that shares most."""

    pss: int
    private: int
    shared: int


def stay(hold: Callable[[], object]) -> None:
    """In a holder: make the thing, say so, and keep it until standard input ends."""
    held = hold()
    print("ready", flush=True)
    sys.stdin.read()
    del held


def added(command: list[str], nothing: list[str]) -> Use | None:
    """What the holders of ``command`` use beyond those of ``nothing``: medians of three trials.

    Both are arguments to Python, run from the checkout, that end in `stay`. None where /proc has
    no say.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        return None
    trials = [(asdict(_used(command)), asdict(_used(nothing))) for _ in range(TRIALS)]
    return Use(**{part: int(median(a[part] - b[part] for a, b in trials)) for part in trials[0][0]})


def _used(command: list[str]) -> Use:
    pipe = subprocess.PIPE
    children = [
        subprocess.Popen([sys.executable, *command], stdin=pipe, stdout=pipe, cwd=ROOT)
        for _ in range(HOLDERS)
    ]
    try:
        for child in children:
            assert child.stdout is not None
            if child.stdout.readline().strip() != b"ready":
                raise SystemExit(f"a process could not hold its own: {' '.join(command)}")
        used = [_smaps(child.pid) for child in children]
    finally:
        for child in children:
            child.communicate()
    return Use(
        pss=sum(one["Pss"] for one in used),
        private=sum(one["Private_Clean"] + one["Private_Dirty"] for one in used),
        shared=max(one["Shared_Clean"] + one["Shared_Dirty"] for one in used),
    )


def _smaps(pid: int) -> dict[str, int]:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    pairs = re.findall(r"^(\w+): +(\d+) kB$", text, re.MULTILINE)
    return {name: 1024 * int(size) for name, size in pairs}

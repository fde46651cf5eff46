"""Whole processes: how long they take and how much memory they reach.

Python runs this file too, as a small process between the benchmark and the one it measures: the
peak that the system reports for a process begins with that of the process it was started from.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spent:
    """What a process took and said."""

    seconds: float
    peak: int
    code: int
    out: str


def spent(
    command: Sequence[str], environment: Mapping[str, str] | None = None, *, times: int = 1
) -> Spent:
    """Run a command; with ``times`` several times over, the seconds being those of one.

    Bytecode is kept, whatever the environment says, as it is where pip has installed lexkit.
    """
    environment = {**(environment or os.environ)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    between = subprocess.run(
        [sys.executable, __file__, str(times), *command],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return Spent(**json.loads(between.stdout))


def _measure(times: int, command: list[str]) -> dict[str, object]:
    start = time.perf_counter()
    for _ in range(times):
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    seconds = (time.perf_counter() - start) / times
    # Linux counts in KiB, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    return {"seconds": seconds, "peak": peak, "code": done.returncode, "out": done.stdout}


if __name__ == "__main__":
    print(json.dumps(_measure(int(sys.argv[1]), sys.argv[2:])))

"""Fuzz readers, guided by which lines of them an input reaches.

    python -m tests.fuzz [READER…] [--minutes N]

Inputs that reach something new are kept in `.fuzz/<reader>/`, so that the next run goes on from
there. What makes a reader fail is written to `.fuzz/found-<reader>-…`: run it again with
`--again FILE`, mend the fault, and make a folder of the input in `tests/readers/cases/`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.conftest import REPOSITORY
from tests.fuzz.target import NAMES, check, seeds

KEPT = REPOSITORY / ".fuzz"

#: What libFuzzer says all the time.
_CHATTER = ("INFO:", "WARNING:", "stat::", "#")

#: The longest that one input may take (seconds), and the memory (MiB).
PATIENCE, MEMORY = 20, 1500


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    made.add_argument("readers", nargs="*", metavar="READER", help=f"of {', '.join(NAMES)} (all)")
    made.add_argument("--minutes", type=float, default=5, help="for all of them (%(default)s)")
    made.add_argument("--again", type=Path, metavar="FILE", help="try one input, for one reader")
    return made


def main() -> int:
    """Fuzz each reader in a process of its own, one after the other; 1 if anything was found."""
    made = parser()
    options = made.parse_args()
    names = options.readers or list(NAMES)
    if unknown := [name for name in names if name not in NAMES]:
        made.error(f"there is no reader {unknown[0]!r}, only {', '.join(NAMES)}")
    if options.again:
        with tempfile.TemporaryDirectory() as folder:
            check(names[0], options.again.read_bytes(), Path(folder))
        return 0
    seconds = max(1, round(options.minutes * 60 / len(names)))
    found = [name for name in names if not _fuzzed(name, seconds)]
    if found:
        print(f"found something in {', '.join(found)}: see {KEPT}")
    return 1 if found else 0


def _fuzzed(name: str, seconds: int) -> bool:
    corpus = KEPT / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(seeds(name).inputs):
        (corpus / f"seed-{number:04}").write_bytes(content)
    print(f"{name}: {seconds} s", flush=True)
    start = time.monotonic()
    command = [
        sys.executable, "-m", "tests.fuzz.guided", name, str(corpus),
        f"-max_total_time={seconds}", f"-timeout={PATIENCE}", f"-rss_limit_mb={MEMORY}",
        f"-artifact_prefix={KEPT}/found-{name}-", "-max_len=20000", "-print_final_stats=1",
        "-verbosity=0", "-close_fd_mask=0",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    tried = [line.split()[-1] for line in done.stderr.splitlines() if "number_of_executed" in line]
    print(f"{name}: {''.join(tried) or '?'} inputs, {time.monotonic() - start:.0f} s", flush=True)
    if done.returncode:
        told = (line for line in done.stderr.splitlines() if not line.startswith(_CHATTER))
        print("\n".join(told)[-3000:])
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())

"""Set lexkit up and run it, or its tests, on a machine that has only Python and pip.

    python3 dev.py demo     install, build de-wordox, check a few words
    python3 dev.py test     install, run the tests (more arguments go to pytest)
    python3 dev.py lint     ruff, mypy --strict and the import contract
    python3 dev.py bench    the benchmarks (benchmarks/README.md)
    python3 dev.py fuzz     look for inputs that readers fail on ([READER…] [--minutes N])

Everything goes into the virtual environment .venv beside this file, so it does not matter whether
the distribution manages the system's Python. Only the standard library is used here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OLDEST = (3, 11)


def main(arguments: list[str]) -> int:
    tasks = {"demo": demo, "test": test, "lint": lint, "bench": bench, "fuzz": fuzz}
    if not arguments or arguments[0] not in tasks:
        print(__doc__)
        return 2
    return tasks[arguments[0]](arguments[1:])


def demo(_: list[str]) -> int:
    install("-e", ".")
    lexkit = str(BIN / "lexkit")
    steps = [
        [lexkit, "build", "de-wordox"],
        [lexkit, "check", "Adonis", "Krone", "Straße", "-r", "de-wordox"],
    ]
    return run_all(steps)


def test(arguments: list[str]) -> int:
    install("-e", ".[test]")
    return run_all([[str(PYTHON), "-m", "pytest", *arguments]])


def lint(_: list[str]) -> int:
    install("-e", ".[test]")
    return run_all(
        [
            [str(PYTHON), "-m", "ruff", "check", "."],
            [str(PYTHON), "-m", "ruff", "format", "--check", "."],
            [str(PYTHON), "-m", "mypy"],
            [str(BIN / "lint-imports")],
        ]
    )


def bench(arguments: list[str]) -> int:
    install("-e", ".[bench]")
    return run_all([[str(PYTHON), "-m", "benchmarks", *arguments]])


def fuzz(arguments: list[str]) -> int:
    install("-e", ".[fuzz]")
    return run_all([[str(PYTHON), "-m", "tests.fuzz", *arguments]])


def install(*what: str) -> None:
    """Install lexkit into .venv, which is made if it is missing."""
    if not PYTHON.exists():
        make_venv()
    pip = [sys.executable, "-m", "pip"]
    if subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode:
        pip = [str(PYTHON), "-m", "pip"]
    else:
        # pip works on another environment, so that one needs no pip of its own.
        pip += ["--python", str(PYTHON)]
    command = [*pip, "install", "--quiet", "--disable-pip-version-check", *what]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        sys.exit(f"could not be installed: {' '.join(command)}")


def make_venv() -> None:
    python = new_enough()
    if shutil.which(python) is None:
        sys.exit("lexkit needs Python 3.11 or newer")
    # Debian's Python has no ensurepip unless python3-venv is installed; pip --python needs none.
    made = subprocess.run([python, "-m", "venv", "--without-pip", str(VENV)], check=False)
    if made.returncode:
        sys.exit("the virtual environment .venv could not be made")


def new_enough() -> str:
    """The Python that runs this, or another one on the path that is new enough."""
    if sys.version_info >= OLDEST:
        return sys.executable
    names = [f"python3.{minor}" for minor in (13, 12, 11)]
    return next((name for name in names if shutil.which(name)), "")


def run_all(commands: list[list[str]]) -> int:
    for command in commands:
        print("$", " ".join(command), flush=True)
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

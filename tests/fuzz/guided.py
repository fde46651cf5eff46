"""One reader under atheris; `python -m tests.fuzz` runs this in a process of its own."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["lexkit"]):
    from tests.fuzz.target import check


def main() -> None:
    """Fuzz the reader named first; the other arguments are libFuzzer's."""
    name, *others = sys.argv[1:]
    with tempfile.TemporaryDirectory(dir=_in_memory()) as folder:
        atheris.Setup([sys.argv[0], *others], lambda data: check(name, data, Path(folder)))
        atheris.Fuzz()


def _in_memory() -> str | None:
    shared = Path("/dev/shm")
    return str(shared) if shared.is_dir() else None


if __name__ == "__main__":
    main()

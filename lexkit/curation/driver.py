"""The merge driver for git: what it does with the three files git hands it, and its setting up.

Git reads which files the driver is for from `.gitattributes`, which is kept in the repository, and
how it is called from the configuration of the clone, which every maintainer sets once.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lexkit import disk
from lexkit.curation import mending, threeway
from lexkit.curation.rows import HEADER, Row
from lexkit.curation.threeway import Conflict, Merged, Rows
from lexkit.errors import LexkitError

#: The name of the driver in git's files.
NAME = "lexkit-curated"

#: The files of a workspace it is for.
FILES = "sources/curated/*.tsv"

_TITLE = "decisions on words, merged as a set"


@dataclass(frozen=True)
class Versions:
    """The three versions of a curated file, and the text of the one that the result takes over."""

    base: Rows
    ours: Rows
    theirs: Rows
    text: bytes


def read(base: Path, ours: Path, theirs: Path, name: str) -> Versions:
    """Read the three files; ``name`` is that of the file in the repository.

    Raises `LexkitError` for one that is no curated file.
    """
    path = Path(name)
    texts = [_bytes(file) for file in (base, ours, theirs)]
    # Where branches were merged both ways, git merges their common ancestors first, and what comes
    # out as the base may hold conflicts.
    before = mending.parse(texts[0], path, unsettled=True).rows
    own, other = (mending.parse(text, path).rows for text in texts[1:])
    return Versions(before, own, other, texts[1])


def merge(versions: Versions, ours: Path) -> list[Conflict]:
    """Merge ``versions`` into the file ``ours``; return the conflicts, which it then marks."""
    merged = threeway.merge(versions.base, versions.ours, versions.theirs)
    disk.exchange(ours, versions.text, render(merged))
    return merged.conflicts


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LexkitError(f"cannot be read: {error.strerror}", path=path) from None


def render(merged: Merged) -> bytes:
    """The merged file: canonical, with each conflict marked where its lines belong."""
    parts: list[tuple[object, list[str]]] = [(row.key, [row.line()]) for row in merged.rows]
    for conflict in merged.conflicts:
        first = min(row.key for row in (*conflict.ours, *conflict.theirs))
        parts.append((first, list(_marked(conflict))))
    lines = [HEADER, *(line for _, part in sorted(parts) for line in part)]
    return "".join(f"{line}\n" for line in lines).encode()


def _marked(conflict: Conflict) -> Sequence[str]:
    def lines(rows: Sequence[Row]) -> list[str]:
        return [row.line() for row in rows if row.decision]

    before = lines(conflict.base)
    return [
        f"<<<<<<< ours: {conflict.told('ours')}",
        *lines(conflict.ours),
        *(["||||||| before", *before] if before else []),
        "=======",
        *lines(conflict.theirs),
        f">>>>>>> theirs: {conflict.told('theirs')}",
    ]


def as_text(base: Path, ours: Path, theirs: Path) -> None:
    """Merge files that are no curated ones into ``ours`` as git merges any text.

    Nothing of either side is lost so; whoever merges has to look at it in any case.
    """
    labels = ["-L", "ours", "-L", "before", "-L", "theirs"]
    try:
        _git("merge-file", *labels, str(ours), str(base), str(theirs), most=127)
    except LexkitError as error:
        raise LexkitError(f"cannot be merged as text either: {error}", path=ours) from None


def setting_up(command: str = "lexkit") -> list[tuple[str, str]]:
    """What git is told: the keys of its configuration with their values."""
    return [
        (f"merge.{NAME}.name", _TITLE),
        (f"merge.{NAME}.driver", f"{command} merge-driver %O %A %B %P"),
    ]


def attributes() -> str:
    """The line of `.gitattributes`, in the folder of the workspace."""
    return f"{FILES} text eol=lf merge={NAME}"


def install(root: Path) -> list[str]:
    """Set the driver up in the clone that holds the workspace ``root``; say what was done.

    Raises `LexkitError` if git is not there, or no repository.
    """
    _git("-C", str(root), "rev-parse", "--show-toplevel")  # says so if there is no repository
    command = f"{shlex.quote(sys.executable)} -m lexkit"
    done = []
    for key, value in setting_up(command):
        _git("-C", str(root), "config", "--local", key, value)
        done.append(f"git config {key} {shlex.quote(value)}")
    path = root / ".gitattributes"
    line = attributes()
    old = path.read_bytes() if path.is_file() else b""
    if line.encode() not in old.splitlines():
        end = b"" if not old or old.endswith(b"\n") else b"\n"
        path.touch()
        disk.exchange(path, old, old + end + line.encode() + b"\n")
        done.append(f"{path}: {line}")
    return done


def _git(*arguments: str, most: int = 0) -> str:
    """What git says; raises `LexkitError` with its own words if its code is above ``most``."""
    try:
        found = subprocess.run(["git", *arguments], capture_output=True, check=False)
    except OSError as error:
        raise LexkitError(f"git cannot be run: {error.strerror}", remedy="install git") from None
    if not 0 <= found.returncode <= most:
        said = found.stderr.decode("utf-8", "replace").strip().splitlines()
        raise LexkitError(f"git {arguments[0]}: {said[-1] if said else 'failed'}")
    return found.stdout.decode("utf-8", "replace")

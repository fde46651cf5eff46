"""What a manifest says of an origin, and the contract between `fetch` and a kind of origin."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from lexkit.fetch.shelf import Shelf

#: No file, and no member of an archive, may be larger: what grows without end is not a word list.
LARGEST = 8 * 1024**3

#: Names that Windows keeps for devices, whatever their suffix.
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


@dataclass(frozen=True)
class Origin:
    """An alternative of a manifest's ``fetch``.

    ``kind`` is a key of `lexkit.fetch.ORIGINS`, ``target`` what it fetches
    (``german-nouns==1.2.5``, an address, a path). ``members`` maps file names of the manifest to
    paths inside the package or archive; the empty path means the thing itself, and so do no
    members at all where the source has one file. ``line`` is its place in the manifest.
    """

    kind: str
    target: str
    members: Mapping[str, str]
    line: int | None = None

    def __str__(self) -> str:
        return f"{self.kind} {self.target}"


class UnavailableError(Exception):
    """An origin cannot give its files here and now; the text is the reason, for people."""


@dataclass(frozen=True)
class Order:
    """What a fetcher is asked for.

    ``files`` maps the names wanted to their sha256; `Origin.members` has the same names.
    ``shelf`` is the source's folder in the cache; what is made on the way goes to corners of it.
    """

    origin: Origin
    files: Mapping[str, str]
    manifest: Path
    shelf: Shelf


class OriginFetcher(Protocol):
    """A module of this package.

    ``SUMMARY`` says in a line what it does; a target must match ``TARGET``, and ``EXAMPLE`` is
    one that does; ``NETWORK`` says whether it needs one, ``PLAIN`` whether the target can be the
    file itself rather than an archive.
    """

    SUMMARY: str
    TARGET: re.Pattern[str]
    EXAMPLE: str
    NETWORK: bool
    PLAIN: bool

    def fetch(self, order: Order) -> dict[str, Path]:
        """Get the files of ``order``, by name; raise `UnavailableError` if that cannot be done.

        Checksums are compared by the caller. Files inside the shelf's room are moved to the
        cache, all others are used where they lie.
        """
        ...


def misnamed(name: str) -> str | None:
    """Why ``name`` cannot name a file in the cache, on any system; `None` if it can."""
    if not name:
        return "is empty"
    if any(c in '/\\:*?"<>|' or not c.isprintable() for c in name):
        return "has a character that is not for file names"
    if name.startswith("."):
        return "begins with a dot"
    if name.endswith((".", " ")):
        return "ends in a dot or a space"
    if _DEVICE.fullmatch(name):
        return "is the name of a device"
    try:
        length = len(name.encode())
    except UnicodeEncodeError:
        return "is not Unicode"
    return "is too long" if length > 200 else None


def refuse_target(target: str) -> str:
    """``target`` as shown in an error: quoted, and short."""
    return repr(target if len(target) <= 100 else target[:99] + "…")

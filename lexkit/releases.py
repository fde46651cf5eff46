"""The releases of a workspace: `releases/<lexicon>@<name>/`, each a lexicon that never changes.

A release is a lexicon's folder with, in its `manifest.json`, an object `release`: which it is, who
made it and when, what it was compared with, and what the gate found.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexkit.errors import LexkitError, suggest
from lexkit.lexicon import MANIFEST, RELEASE, SIGN

#: What a release may be called: it is part of a folder's name, on every system.
_NAME = re.compile(r"\w(?:[\w.-]{0,62}\w)?")

#: What an unreadable release is answered with.
_REMEDY = "lexkit verify tells what is wrong with it; restore it from a copy, or put it away"


@dataclass(frozen=True)
class Release:
    """A release as its manifest tells of it; ``number`` counts those of a lexicon from 1."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def told(self) -> dict[str, Any]:
        """The object `release` of the manifest."""
        found: dict[str, Any] = self.manifest[RELEASE]
        return found

    @property
    def lexicon(self) -> str:
        return str(self.manifest["ruleset"])

    @property
    def number(self) -> int:
        return int(self.told["number"])

    @property
    def name(self) -> str:
        """The whole name, with that of the lexicon."""
        return f"{self.lexicon}{SIGN}{self.told['name']}"


def checked(name: str) -> str:
    """``name`` as a release may be called, in NFC; raises `LexkitError` for what none may be."""
    found = _composed(name)
    if not _NAME.fullmatch(found):
        raise LexkitError(
            f"{name!r} cannot name a release",
            remedy="use letters, digits and - . _, 64 at most, first and last no sign",
        )
    return found


def folders(folder: Path) -> dict[str, Path]:
    """The folders of the releases in ``folder``, whole or not, by name."""
    if not folder.is_dir():
        return {}
    return {
        _composed(path.name): path
        for path in sorted(folder.iterdir())
        if SIGN in path.name and not path.name.startswith(".")
    }


def find(folder: Path, name: str) -> Path:
    """The folder of the release ``name`` (with its lexicon: *spiel@2*) in ``folder``.

    Names are looked up, never joined to a path.
    """
    known = folders(folder)
    try:
        return known[_composed(name)]
    except KeyError:
        raise LexkitError(
            f"there is no release {name!r}", remedy=suggest(name, list(known))
        ) from None


def read(folder: Path) -> Release:
    """The release in ``folder``; raises `LexkitError` if its manifest is not whole."""
    path = folder / MANIFEST
    try:
        found = Release(folder, json.loads(path.read_bytes()))
        if found.number < 1 or not found.name:
            raise ValueError
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    except (ValueError, KeyError, TypeError):
        why = "is no manifest of a release"
    else:
        return found
    raise LexkitError(why, path=path, remedy=_REMEDY)


def of(folder: Path, lexicon: str) -> list[Release]:
    """The releases of ``lexicon`` in ``folder``, the oldest first; all must be readable."""
    begins = _composed(lexicon) + SIGN
    known = folders(folder)
    found = [read(path) for name, path in known.items() if name.startswith(begins)]
    return sorted(found, key=lambda release: release.number)


def checksum(manifest: Mapping[str, Any]) -> str:
    """The checksum of all that the manifest of a release says, but for the checksum itself."""
    import hashlib  # here, as whoever asks a release for a word need not wait for it

    told = {name: value for name, value in manifest[RELEASE].items() if name != "checksum"}
    text = json.dumps({**manifest, RELEASE: told}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _composed(name: str) -> str:
    """``name`` as it is compared: some systems take the letters of files' names apart."""
    return unicodedata.normalize("NFC", name)

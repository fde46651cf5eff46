"""The lexicons that a process of the service has open: what is built, and the releases asked for.

A question takes one `Lexicon` from the shelf and is answered by it from beginning to end, so that
no answer is mixed of two. A new build takes the place of the old one between two questions; whoever
has the old one open keeps it until they are done.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock

from lexkit import releases
from lexkit.errors import LexkitError, suggest
from lexkit.lexicon import MANIFEST, SIGN, Lexicon, built
from lexkit.publish import STORE
from lexkit.workspace import Workspace

log = logging.getLogger(__name__)

#: How many releases are kept open: each takes a few megabytes.
OPEN_RELEASES = 8

#: What tells one lexicon in a place from another: its folder, and its manifest's inode and time.
_Mark = tuple[Path, int, int]

#: What tells whether anything has been done to what was refused: its files' names, sizes and times.
_Files = tuple[tuple[str, int, int], ...]


class UnknownNameError(LexkitError):
    """There is no such ruleset, or it has no such release."""


class Shelf:
    """The lexicons of ``place``. All that is built is opened at once; threads may share a shelf.

    Names are looked up among those there are, never joined to a path.
    """

    def __init__(self, place: Workspace) -> None:
        self._place = place
        self._lock = Lock()
        self._marks: dict[str, _Mark] = {}
        self._failed: dict[str, _Files] = {}
        self._told: dict[str, tuple[_Mark | None, str]] = {}
        self._releases: OrderedDict[str, tuple[_Mark, Lexicon]] = OrderedDict()
        #: The built lexicons by name. A new mapping takes its place; none is ever changed.
        self.lexicons: Mapping[str, Lexicon] = {}
        self.refresh()

    def refresh(self) -> None:
        """Take up what was built since the last time, and put away what is gone.

        What cannot be opened is logged once, and the lexicon before it stays. It is tried again
        when any of its files has changed: a copy may begin with the manifest.
        """
        with self._lock:
            known = built(self._place.build)
            fresh = {name: self.lexicons[name] for name in known if name in self.lexicons}
            for name, folder in known.items():
                mark = _mark(folder)
                if mark is None or mark == self._marks.get(name):
                    continue
                files = _files(folder)
                if files == self._failed.get(name):
                    continue
                try:
                    fresh[name] = _opened(folder)
                except LexkitError as error:
                    self._failed[name] = files
                    self.refused(folder, error)
                else:
                    self._marks[name] = mark
                    self._failed.pop(name, None)
                    version = fresh[name].version
                    log.info("lexicon opened", extra={"lexicon": name, "version": version})
            for name in self.lexicons.keys() - known.keys():
                del self._marks[name]
                log.warning("lexicon gone", extra={"lexicon": name})
            self.lexicons = {name: fresh[name] for name in sorted(fresh)}

    def find(self, ruleset: str, release: str | None = None) -> Lexicon:
        """The newest lexicon of ``ruleset``, or its ``release`` (*2*, or *de-wordox@2*).

        Raises `UnknownNameError` if there is none, and `LexkitError` for a release that cannot be
        opened.
        """
        if release is None:
            try:
                return self.lexicons[ruleset]
            except KeyError:
                raise self._no_ruleset(ruleset) from None
        name = release if SIGN in release else f"{ruleset}{SIGN}{release}"
        known = self.releases(ruleset)
        if not known and ruleset not in self.lexicons:
            raise self._no_ruleset(ruleset)
        if name not in known:
            raise UnknownNameError(
                f"{ruleset} has no release {release!r}", remedy=suggest(name, list(known))
            )
        return self._release(name, known[name])

    def releases(self, ruleset: str) -> dict[str, Path]:
        """The folders of the releases of ``ruleset`` by their whole names."""
        begins = f"{ruleset}{SIGN}"
        known = releases.folders(self._place.releases)
        return {name: folder for name, folder in known.items() if name.startswith(begins)}

    def refused(self, folder: Path, error: LexkitError) -> None:
        """Log, once, that what is in ``folder`` cannot be read."""
        told = _mark(folder), str(error)
        if self._told.get(folder.name) != told:
            self._told[folder.name] = told
            log.error("lexicon refused", extra={"lexicon": folder.name, "error": str(error)})

    def _no_ruleset(self, name: str) -> UnknownNameError:
        if not self.lexicons:
            return UnknownNameError("no lexicon is built yet", remedy="lexkit build RULESET")
        remedy = suggest(name, list(self.lexicons))
        return UnknownNameError(f"there is no ruleset {name!r}", remedy=remedy)

    def _release(self, name: str, folder: Path) -> Lexicon:
        mark = _mark(folder)
        with self._lock:
            found = self._releases.get(name)
            if found is None or found[0] != mark:
                found = (mark or (folder, 0, 0), Lexicon(folder))
                self._releases[name] = found
            self._releases.move_to_end(name)
            while len(self._releases) > OPEN_RELEASES:
                self._releases.popitem(last=False)
            return found[1]


def _mark(folder: Path) -> _Mark | None:
    """What tells the lexicon that is in its place in ``folder`` now; `None` if it has just gone."""
    try:
        path = folder.resolve(strict=True)
        found = (path / MANIFEST).stat()
    except OSError:
        return None
    return path, found.st_ino, found.st_mtime_ns


def _files(folder: Path) -> _Files:
    """What the files in ``folder`` are now; they may go while it is looked."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            told = path.stat()
            found.append((path.name, told.st_size, told.st_mtime_ns))
    return tuple(sorted(found))


def _opened(folder: Path) -> Lexicon:
    """The lexicon in ``folder``, if it is whole.

    What a build has put there is: a link is turned to it when it is on the disk. What somebody
    copies there comes file by file, so every byte of it is read first.
    """
    if not (folder.is_symlink() and folder.resolve().parent.name == STORE):
        from lexkit import verify  # here, as nothing else needs it

        verify.whole(folder, "copy it again")
    return Lexicon(folder)

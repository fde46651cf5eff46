"""Get the files of a source, each pinned by its sha256: from a mirror, the cache, or an origin.

An origin is where a file comes from, a module a kind. To add one, write the module (its contract
is `base.OriginFetcher`) and enter it in `ORIGINS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from lexkit.errors import LexkitError, suggest
from lexkit.fetch import apt, library, npm, path, pypi, url
from lexkit.fetch.base import (
    Order,
    Origin,
    OriginFetcher,
    UnavailableError,
    misnamed,
    refuse_target,
)
from lexkit.fetch.shelf import Shelf, sha256_of

__all__ = ["ORIGINS", "Origin", "OriginFetcher", "fetch", "sha256_of"]

ORIGINS: dict[str, OriginFetcher] = {
    "pypi": pypi,
    "apt": apt,
    "npm": npm,
    "url": url,
    "path": path,
    "library": library,
}


def fetch(
    source: str,
    files: Mapping[str, str],
    origins: Sequence[Origin],
    *,
    manifest: Path,
    cache: Path,
    mirror: Path | None = None,
    offline: bool = False,
) -> dict[str, Path]:
    """Where each of ``files`` (name → sha256) of ``source`` lies, checked, in the same order.

    They are looked for in ``mirror`` (``<mirror>/<source>/<file>``, used in place), in ``cache``
    (``<cache>/<source>/<file>``), then from ``origins`` in order; what an origin downloads or
    unpacks goes to the cache, a plain file of the kind ``path`` is used in place. With
    ``offline``, origins that need a network are passed over. ``manifest`` is the file that says
    all this: relative paths start from its folder, and errors lead to it.

    Raises `LexkitError` for mistakes in the manifest, for a file of the mirror with the wrong
    checksum, when the disk refuses, and, naming every origin tried, when none has a file.
    """
    expected = {name: digest.lower() for name, digest in files.items()}
    _check_names(source, expected, manifest)
    origins = [_checked(origin, expected, manifest) for origin in origins]
    found = _mirrored(source, expected, mirror, manifest) if mirror is not None else {}
    search = _Search(source, expected, manifest, Shelf(cache.absolute() / source), offline, found)
    if search.missing:
        search.look_in_cache()
    if search.missing:
        search.ask(origins)
    return {name: found[name] for name in expected}


@dataclass
class _Search:
    """One call of `fetch`: what is found so far, and why the rest is not."""

    source: str
    expected: Mapping[str, str]
    manifest: Path
    shelf: Shelf
    offline: bool
    found: dict[str, Path]
    failures: list[str] = field(default_factory=list)
    differs: bool = False

    @property
    def missing(self) -> dict[str, str]:
        return {name: sha for name, sha in self.expected.items() if name not in self.found}

    def look_in_cache(self) -> None:
        self.found |= self.shelf.held(self.missing)

    def ask(self, origins: Sequence[Origin]) -> None:
        """Ask ``origins`` in order until no file is missing."""
        with ExitStack() as stack:
            for origin in origins:
                wanted = {n: sha for n, sha in self.missing.items() if n in origin.members}
                if not wanted:
                    continue
                fetcher = ORIGINS[origin.kind]
                if self.offline and fetcher.NETWORK:
                    self.failures.append(f"{origin}: not tried, as no network is to be used")
                    continue
                # What is used in place needs no room in the cache, which may be read-only or busy:
                # a plain file, and what is installed.
                unpacked = fetcher.PLAIN and any(origin.members.values())
                if not self.shelf.is_open and (fetcher.NETWORK or unpacked):
                    stack.enter_context(self.shelf)
                    self.look_in_cache()  # another process may have fetched it meanwhile
                    wanted = {n: sha for n, sha in wanted.items() if n not in self.found}
                if wanted:
                    self._try(origin, fetcher, wanted)
            if self.missing:
                raise self._defeat(origins)
            if self.shelf.is_open:
                self.shelf.drop_partials()

    def _try(self, origin: Origin, fetcher: OriginFetcher, wanted: Mapping[str, str]) -> None:
        asked = replace(origin, members={n: m for n, m in origin.members.items() if n in wanted})
        try:
            given = fetcher.fetch(Order(asked, wanted, self.manifest, self.shelf))
            for name, file in given.items():
                self._accept(origin, name, file)
        except UnavailableError as reason:
            self.failures.append(f"{origin}: {reason}")

    def _accept(self, origin: Origin, name: str, file: Path) -> None:
        digest = sha256_of(file)
        if digest != self.expected[name]:
            self.differs = True
            self.failures.append(
                f"{origin}: gives another {name}: expected sha256 {self.expected[name]}, "
                f"found {digest}"
            )
        else:
            self.found[name] = self.shelf.put(name, file) if self.shelf.holds(file) else file

    def _defeat(self, origins: Sequence[Origin]) -> LexkitError:
        """The error when files stay missing: every origin with its reason."""
        failures = [
            f"{self.shelf.folder / name}: in the cache, but its sha256 is {digest}"
            for name, digest in self.shelf.wrong.items()
        ] + self.failures
        names = ", ".join(self.missing)
        reasons = "; ".join(failures) or "no alternative of 'fetch' offers it"
        here = ", ".join(str(self.shelf.folder / name) for name in self.missing)
        remedy = f"connect to the network, or put the file at {here}, or use --mirror"
        if self.differs:
            remedy += "; if the other content is wanted, write its sha256 into the manifest"
        return LexkitError(
            f"{self.source}: cannot get {names}: {reasons}",
            path=self.manifest,
            line=origins[0].line if len(origins) == 1 else None,
            remedy=remedy,
        )


def _mirrored(
    source: str, expected: Mapping[str, str], mirror: Path, manifest: Path
) -> dict[str, Path]:
    """The files that ``mirror`` holds."""
    if not mirror.is_dir():
        raise LexkitError(
            f"the mirror {mirror} is not a folder",
            remedy="--mirror and LEXKIT_MIRROR take a folder that holds <source>/<file>",
        )
    shelf = Shelf(mirror.absolute() / source)
    found = shelf.held(expected)
    for name, digest in shelf.wrong.items():
        raise LexkitError(
            f"the mirror's {shelf.folder / name} is not the {name} of the manifest: "
            f"expected sha256 {expected[name]}, found {digest}",
            path=manifest,
            remedy="replace or remove the mirror's file, or correct the manifest",
        )
    return found


def _check_names(source: str, files: Mapping[str, str], manifest: Path) -> None:
    """Names become file names, so none may lead out of the cache."""
    for what, name in [("source", source), *(("file", name) for name in files)]:
        if reason := misnamed(name):
            raise LexkitError(
                f"the {what} name {name!r} {reason}", path=manifest, remedy="use a plain file name"
            )
    for name, digest in files.items():
        if len(digest) != 64 or not set(digest) <= set("0123456789abcdef"):
            raise LexkitError(
                f"the sha256 of {name} is {digest!r}",
                path=manifest,
                remedy="write 64 hexadecimal digits, as sha256sum prints them",
            )


def _checked(origin: Origin, files: Mapping[str, str], manifest: Path) -> Origin:
    """``origin`` with its members spelled out; raise `LexkitError` if it is mistaken.

    All are checked before any is asked: an alternative that will be needed some other day should
    not break on that day.
    """

    def mistake(message: str, remedy: str) -> LexkitError:
        return LexkitError(message, path=manifest, line=origin.line, remedy=remedy)

    fetcher = ORIGINS.get(origin.kind)
    if fetcher is None:
        raise mistake(f"unknown origin {origin.kind!r}", suggest(origin.kind, list(ORIGINS)))
    if not fetcher.TARGET.fullmatch(origin.target):
        raise mistake(
            f"{origin.kind} cannot fetch {refuse_target(origin.target)}",
            f"write it like {fetcher.EXAMPLE}",
        )
    members = dict(origin.members)
    if not members and fetcher.PLAIN and len(files) == 1:
        members = dict.fromkeys(files, "")  # the only file is the thing itself
    if not members:
        raise mistake(f"{origin} has no 'members'", "say which file of it is which: NAME: path")
    if list(members.values()).count("") > (1 if fetcher.PLAIN else 0):
        raise mistake(f"{origin}: a member has no path", "write NAME: path inside it")
    for name, member in members.items():
        if name not in files:
            raise mistake(f"{origin}: no file is called {name!r}", suggest(name, list(files)))
        if "\0" in member or member.startswith("/") or ".." in member.split("/"):
            raise mistake(
                f"{origin}: the member {member!r} leads out of it",
                "write a path inside it, without a leading / and without ..",
            )
    return replace(origin, members=members)

"""Whether the folders of lexicons, built or released, still hold what their manifests say."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from lexkit import compile, releases
from lexkit.errors import LexkitError
from lexkit.fetch import sha256_of
from lexkit.lexicon import CHANGES, CHANGES_TEXT, MANIFEST, RELEASE, REPORT, SIGN
from lexkit.progress import progress

#: What a build writes beside a lexicon for people; no manifest tells of it.
BESIDE = frozenset({REPORT, CHANGES, CHANGES_TEXT})


class Problem(NamedTuple):
    """What is wrong with one file of a folder, in a few words: *differs*, *is missing*."""

    file: str
    says: str


@dataclass
class Checked:
    """A lexicon's folder with its manifest (empty if none can be read), and what is wrong there."""

    name: str
    folder: Path
    manifest: Mapping[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def version(self) -> str | None:
        """What the manifest says the version is."""
        return self.manifest.get("version")

    @property
    def files(self) -> dict[str, str]:
        """The files that must be there beside the manifest, each with its checksum."""
        more = self.manifest.get(RELEASE) or {}
        return {**self.manifest.get("files", {}), **more.get("files", {})}


def check(folders: Mapping[str, Path]) -> list[Checked]:
    """Check the lexicons in ``folders``, which have the names in the workspace, or their paths.

    Every byte is read, which takes about a second for 300 MB. If a build takes the place of one
    meanwhile, it is the new one that is checked.
    """
    before = {name: os.path.realpath(folder) for name, folder in folders.items()}
    found = [_opened(name, folder) for name, folder in folders.items()]
    files = [(each, *file) for each in found for file in each.files.items()]
    for each, file, expected in progress(files, "verifying", "files", len(files)):
        if says := _compared(each.folder, file, expected):
            each.problems.append(Problem(file, says))
    for each in found:
        each.problems.extend(_too_much(each))
    replaced = {
        each.name: each.folder
        for each in found
        if each.problems and os.path.realpath(each.folder) != before[each.name]
    }
    again = {each.name: each for each in check(replaced)} if replaced else {}
    return [again.get(each.name, each) for each in found]


def whole(folder: Path, remedy: str) -> None:
    """Raise `LexkitError`, with what to do about it, if the lexicon in ``folder`` is damaged."""
    (found,) = check({str(folder): folder})
    damaged = [problem for problem in found.problems if problem.file in (*found.files, MANIFEST)]
    if damaged:
        file, says = damaged[0]
        raise LexkitError(says, path=folder / file, remedy=remedy)


def _opened(name: str, folder: Path) -> Checked:
    path = folder / MANIFEST
    problem = "is not that of a lexicon"
    try:
        manifest = json.loads(path.read_bytes())
        found = Checked(name, folder, manifest)
        if isinstance(found.version, str) and found.files:
            found.problems += (Problem(MANIFEST, says) for says in _claims(name, manifest))
            return found
    except FileNotFoundError:
        problem = "is missing"
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
    except (ValueError, RecursionError):
        problem = "is not valid JSON"
    except (AttributeError, TypeError, KeyError):
        pass
    return Checked(name, folder, problems=[Problem(MANIFEST, problem)])


def _claims(name: str, manifest: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with what a manifest says of itself."""
    if manifest["version"] != compile.version(manifest):
        yield "has been changed: its version is not that of what it says"
    called, told = str(manifest["ruleset"]), manifest.get(RELEASE)
    if told is not None:
        called = f"{called}{SIGN}{told['name']}"
        if releases.checksum(manifest) != told.get("checksum"):
            yield "has been changed: its checksum is not that of what it says"
    if os.sep not in name and called != name:
        yield f"is that of {called}"


def _compared(folder: Path, file: str, expected: str) -> str | None:
    """What is wrong with ``file``, if anything is."""
    path = folder / file
    if path.name != file or file.startswith(".") or file == MANIFEST:
        return "cannot be a file of a lexicon"
    if not os.path.lexists(path):
        return "is missing"
    if path.is_symlink() or not path.is_file():
        return "is no file"
    try:
        return None if sha256_of(path) == expected else "differs"
    except LexkitError as error:
        return error.message


def _too_much(found: Checked) -> Iterator[Problem]:
    if found.manifest:
        known = {MANIFEST, *found.files} | (set() if RELEASE in found.manifest else BESIDE)
        try:
            there = sorted(path.name for path in found.folder.iterdir())
        except OSError as error:
            yield Problem(MANIFEST, f"cannot be read: {error.strerror}")
            return
        for name in there:
            if name not in known:
                yield Problem(name, "does not belong there")

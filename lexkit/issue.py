"""Issuing a release: a lexicon copied, compared, passed by the gate, and in its place for good.

One process at a time issues releases in a workspace, so that each is compared with the one before
it. Nothing is in its place until it is whole and on the disk; a process that is killed leaves a
folder that the next one removes.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from lexkit import cases, compile, decisions, diff, disk, gate, publish, releases, verify
from lexkit import source as sources
from lexkit import tagset as tagsets
from lexkit.errors import LexkitError
from lexkit.fetch import sha256_of
from lexkit.gate import Gate
from lexkit.lexicon import CHANGES, CHANGES_TEXT, MANIFEST, RELEASE, SIGN, Lexicon
from lexkit.releases import Release
from lexkit.ruleset import Case
from lexkit.workspace import Workspace

#: The changes in lines, beside those in JSON and in Markdown.
CHANGES_LINES = "changes.txt"

#: How many words each way are in the Markdown, which people read.
TOLD = 5000

_AGAINST = "restore it, or name another to compare with: --against LEXICON"


@dataclass(frozen=True)
class Candidate:
    """A lexicon to be released, and by what it is judged.

    ``cases`` are those of its ruleset, ``may_leave`` is how many words may leave without a
    decision, ``against`` the lexicon to compare with instead of the last release.
    """

    lexicon: Lexicon
    cases: Sequence[Case]
    may_leave: int | None = None
    against: Lexicon | None = None


@dataclass(frozen=True)
class Override:
    """Why somebody releases in spite of the gate."""

    reason: str
    by: str


def preview(candidate: Candidate, folder: Path, name: str | None = None) -> Gate:
    """What the gate says of ``candidate``, compared with the last of its releases in ``folder``.

    It is to be called ``name``.
    """
    new, old = candidate.lexicon, candidate.against
    verify.whole(new.folder, "build it again")
    if old is None and (earlier := releases.of(folder, new.ruleset)):
        try:
            old = Lexicon(earlier[-1].folder)
        except LexkitError as error:
            error.remedy = _AGAINST
            raise
    if old is not None:
        verify.whole(old.folder, _AGAINST)
    outcomes = cases.run(candidate.cases, new)
    return gate.look(new, old, outcomes, candidate.may_leave, name)


def stale(lexicon: Lexicon, workspace: Workspace) -> list[str]:
    """The sources of ``lexicon`` that hold something else by now, or are gone: build it again?"""
    tagset = tagsets.load(workspace.tags_files)
    found = []
    for told in lexicon.manifest["sources"]:
        try:
            manifest = sources.load(workspace.source(told["name"]), tagset)
            same = compile.file_hashes(manifest) == told["files"]
        except LexkitError:
            same = False
        if not same:
            found.append(told["name"])
    return found


def free(folder: Path, lexicon: str, name: str) -> Path:
    """The folder that a release ``name`` of ``lexicon`` would have in ``folder``.

    Raises `LexkitError` if that is no name, or taken.
    """
    whole = f"{lexicon}{SIGN}{releases.checked(name)}"
    if SIGN in lexicon or Path(whole).name != whole or whole.startswith("."):
        raise LexkitError(f"a lexicon called {lexicon!r} cannot be released")
    for taken in releases.folders(folder):
        # Not every system tells a@Spring from a@spring.
        if taken.casefold() == whole.casefold():
            raise LexkitError(
                f"there is a release {taken} already, and it does not change", remedy="name another"
            )
    return folder / whole


def issue(
    candidate: Candidate,
    folder: Path,
    name: str,
    by: str | None = None,
    override: Override | None = None,
) -> tuple[Gate, Release | None]:
    """Release ``candidate`` as ``name`` in ``folder``, unless something stands in the way.

    Returns what the gate found, and the release if there is one now. Raises `LexkitError` if the
    name is none or taken, the lexicon damaged, or ``folder`` cannot be written to.
    """
    lexicon = candidate.lexicon
    free(folder, lexicon.ruleset, name)
    publish.make(folder)
    with disk.alone(folder):
        target = free(folder, lexicon.ruleset, name)  # somebody may have taken it meanwhile
        found = preview(candidate, folder, target.name)
        if found.problems and override is None:
            return found, None
        number = 1 + max((r.number for r in releases.of(folder, lexicon.ruleset)), default=0)
        with publish.adding(target) as fresh:
            _copy(lexicon, fresh)
            told = {
                "name": target.name.rpartition(SIGN)[2],
                "number": number,
                "at": datetime.now(UTC).isoformat(timespec="seconds"),
                "by": by,
                **_gate(found, override),
                "files": _changes(found, fresh),
            }
            _write(fresh, {**_plain(lexicon), RELEASE: told})
    return found, releases.read(target)


def _plain(lexicon: Lexicon) -> dict[str, Any]:
    """The manifest of ``lexicon`` as its build wrote it, even if it is a release itself."""
    return {name: value for name, value in lexicon.manifest.items() if name != RELEASE}


def _copy(lexicon: Lexicon, fresh: Path) -> None:
    for name, expected in lexicon.manifest["files"].items():
        path = lexicon.folder / name
        if not path.is_file():
            raise LexkitError(
                "is no longer there", path=path, remedy="if a build has taken its place, try again"
            )
        shutil.copyfile(path, fresh / name)
        if sha256_of(fresh / name) != expected:
            raise LexkitError("was not copied whole", path=path, remedy="try again")


def _gate(found: Gate, override: Override | None) -> dict[str, Any]:
    """What the gate found, in figures; and why it was passed over, if it was."""
    before, difference = None, found.difference
    if difference is not None and difference.old.lexicon is not None:
        before = {"name": difference.old.name, "lexicon": difference.old.lexicon.version}
    passed_over = None
    if found.problems and override is not None:
        passed_over = {**asdict(override), "problems": found.problems}
    return {
        "before": before,
        "gate": {
            "flipped": len(found.flipped),
            "cases": found.cases,
            "failing": len(found.failing),
            "decided": found.decided,
            "undecided": found.left,
            "may_leave": found.may_leave,
        },
        "override": passed_over,
    }


def _changes(found: Gate, fresh: Path) -> dict[str, str]:
    """Write the changes since the release before, if there is one; their checksums by file."""
    if found.difference is None:
        return {}
    told = {**diff.as_json(found.difference), "decisions": decisions.as_json(found.lines)}
    lines = chain(diff.text(found.difference), decisions.text(found.lines))
    page = diff.markdown(found.difference, most=TOLD) + decisions.markdown(found.lines)
    written = {
        CHANGES: json.JSONEncoder(ensure_ascii=False).iterencode(told),
        CHANGES_TEXT: [page],
        CHANGES_LINES: (f"{line}\n" for line in lines),  # there may be a million
    }
    for name, parts in written.items():
        with (fresh / name).open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
    return {name: sha256_of(fresh / name) for name in written}


def _write(fresh: Path, manifest: dict[str, Any]) -> None:
    manifest[RELEASE]["checksum"] = releases.checksum(manifest)
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    (fresh / MANIFEST).write_text(text, encoding="utf-8", newline="\n")

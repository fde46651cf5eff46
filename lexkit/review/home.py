"""Where decisions on the words of a ruleset are kept: its curated file, as it is now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexkit import curated
from lexkit import ruleset as rulesets
from lexkit.curated import EVERY, Decision
from lexkit.curation import mending, variants
from lexkit.curation.rows import Key, Row, text
from lexkit.errors import LexkitError, suggest
from lexkit.orthography import Spelling
from lexkit.ruleset import Ruleset
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace


@dataclass
class Home:
    """A curated file: what it holds, and the rows that it is to hold.

    ``content`` is what stands there; ``decisions`` are its lines by key, for `lexkit.curation` to
    judge; ``rulesets`` are those it decides in.
    """

    path: Path
    source: str
    content: bytes
    decisions: dict[Key, Decision]
    rulesets: dict[str, Ruleset]
    rows: dict[Key, Row]
    #: The number of each line, as long as nothing is changed.
    lines: dict[Key, int]
    _before: dict[Key, Row] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._before = dict(self.rows)

    @property
    def changed(self) -> bool:
        return self.rows != self._before

    def text(self) -> bytes:
        """What the file is to hold; as it is, if nothing is decided otherwise."""
        return text(self.rows.values()) if self.changed else self.content

    @property
    def spelling(self) -> Spelling:
        return next(iter(self.rulesets.values())).spelling

    def affected(self) -> Iterator[Ruleset]:
        """The rulesets for which something is decided otherwise than before."""
        for name, rules in self.rulesets.items():
            if _view(self.rows, name) != _view(self._before, name):
                yield rules


def _view(rows: Mapping[Key, Row], ruleset: str) -> set[tuple[bool, Row]]:
    """What ``rows`` decide for a ruleset, whatever others they name beside it."""
    return {
        (EVERY in row.names, row._replace(rulesets=""))
        for row in rows.values()
        if EVERY in row.names or ruleset in row.names
    }


class Homes:
    """The curated files of a workspace, each read when it is first asked for."""

    def __init__(self, place: Workspace, tagset: Tagset) -> None:
        self._place = place
        self._tagset = tagset
        self.opened: dict[Path, Home] = {}

    def of(self, ruleset: str) -> Home:
        """The file with the decisions on ``ruleset``.

        Raises `LexkitError` if there is no such ruleset, if it has no such file in the workspace,
        and for a file that cannot be read as it is.
        """
        if ruleset not in self._place.rulesets:
            names = list(self._place.rulesets)
            raise NoHomeError(f"there is no ruleset {ruleset!r}", remedy=suggest(ruleset, names))
        rules = rulesets.load(self._place.ruleset(ruleset), self._tagset)
        manifest = variants.curated_of(self._place, rules, self._tagset)
        if manifest is None:
            raise NoHomeError(
                f"{ruleset} has no curated source",
                path=rules.path,
                remedy="put one among its sources",
            )
        path = manifest.curated_file
        root = self._place.root
        # The file itself may be a link, into a repository that several workspaces share.
        if root is None or not path.parent.resolve().is_relative_to(root.resolve()):
            raise NoHomeError(
                f"the decisions on {ruleset} are lexkit's own",
                path=path,
                remedy=f"put a {manifest.path.name} with its file into sources/ of your workspace",
            )
        if path not in self.opened:
            self.opened[path] = self._read(path, manifest.name)
        return self.opened[path]

    def _read(self, path: Path, source: str) -> Home:
        # Strictly first: what a build cannot read is no base for a change.
        decisions = curated.read(path, source, self._tagset)
        content, found = mending.read(path)
        readers = variants.readers_of(path, self._place, self._tagset)
        return Home(
            path=path,
            source=source,
            content=content,
            decisions={(d.word, d.scope.value, d.rulesets): d for d in decisions},
            rulesets={name: rules for name, (rules, _) in readers.items()},
            rows=found.rows,
            lines=found.lines,
        )


class NoHomeError(LexkitError):
    """There is no file for the decisions on a ruleset."""

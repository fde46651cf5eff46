"""Where things are measured: a workspace for one run, and what a benchmark hands back."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.process import Spent, spent
from lexkit import ruleset as rulesets
from lexkit import tagset as tagsets
from lexkit.build import Builder
from lexkit.workspace import RULES, SOURCES, Workspace, cache_folder, mirror_folder, shipped


@dataclass(frozen=True)
class Target:
    """Something asked for: a figure that may not be larger than a limit."""

    what: str
    figure: float
    limit: float
    unit: str = ""

    @property
    def met(self) -> bool:
        """Whether the figure is within the limit."""
        return self.figure <= self.limit

    def cells(self) -> list[str]:
        """The row of the table of targets."""
        met = "yes" if self.met else "**no**"
        return [self.what, f"{self.figure:.3g}{self.unit}", f"{self.limit:g}{self.unit}", met]


@dataclass
class Outcome:
    """What a benchmark found: its tables, the targets, every round."""

    text: list[str] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """A workspace in a temporary folder, with copies of the rules and sources in use."""

    root: Path
    ruleset: str

    @classmethod
    def make(cls, root: Path, ruleset: str) -> Place:
        """Copy the rules and sources, as benchmarks change them; fetch what is missing."""
        origin = Workspace.find().root or shipped()
        for folder in (RULES, SOURCES):
            shutil.copytree(origin / folder, root / folder)
        place = cls(root, ruleset)
        list(place.source_files())
        return place

    @property
    def rules(self) -> Path:
        """The file of the ruleset, copied here if it is one that comes with lexkit."""
        own = self.root / RULES / f"{self.ruleset}.yaml"
        if not own.is_file():
            shutil.copyfile(Workspace(self.root).ruleset(self.ruleset), own)
        return own

    @property
    def build(self) -> Path:
        """Where lexkit puts what it builds."""
        return Workspace(self.root).build

    def lexicon(self) -> Path:
        """The folder of the lexicon, built if it is not there."""
        folder = self.build / self.ruleset
        if not folder.is_dir():
            self.lexkit("build", self.ruleset)
        return folder

    def source_files(self) -> Iterator[Path]:
        """Every file that a build of the ruleset reads, decisions included."""
        workspace = Workspace(self.root)
        tagset = tagsets.load(workspace.tags_files)
        builder = Builder(workspace, cache_folder(), mirror_folder())
        for manifest in builder.manifests(rulesets.load(self.rules, tagset), tagset):
            if manifest.is_curated:
                yield manifest.curated_file
            else:
                yield from builder.stores(tagset).files(manifest).values()

    def lexkit(self, *arguments: str, times: int = 1) -> Spent:
        """Run `lexkit` on this workspace; stop if it fails."""
        environment = {**os.environ, "LEXKIT_WORKSPACE": str(self.root)}
        done = spent([*command(), *arguments], environment, times=times)
        if done.code not in (0, 1):
            raise SystemExit(f"lexkit {' '.join(arguments)} ended with {done.code}")
        return done

    def built(self) -> tuple[Spent, dict[str, Any]]:
        """Build the lexicon; what it took, and what `lexkit build --json` says."""
        done = self.lexkit("build", self.ruleset, "--json")
        said: dict[str, Any] = json.loads(done.out)
        return done, said


def command() -> list[str]:
    """How `lexkit` is started here: by the script of the environment, if it is installed there."""
    script = Path(sys.executable).with_name("lexkit")
    if script.is_file():
        return [str(script)]
    return [sys.executable, "-c", "from lexkit.cli import main; main()"]

"""What a change of decisions would make of lexicons: really built, beside those in their place.

The readings of all sources are there already and are shared. What is gathered for the lexicons to
come is kept for a while, so that a second look, and the build after the change, need not do it
again.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType

from lexkit import publish
from lexkit.build import PREVIEWS, Builder
from lexkit.lexicon import Lexicon


@dataclass(frozen=True)
class Variant:
    """A lexicon of a ruleset: with these options chosen, and these optional sources."""

    ruleset: str
    choices: Mapping[str, str] = field(default_factory=dict)
    extra: tuple[str, ...] = ()


class Preview:
    """A place for lexicons that are looked at and thrown away, in the workspace of ``builder``.

    A context manager: everything in it goes when it is left.
    """

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._made = 0

    def __enter__(self) -> Preview:
        parent = self._builder.workspace.build / PREVIEWS
        with publish.writing(parent):
            parent.mkdir(parents=True, exist_ok=True)
            self._folder = Path(tempfile.mkdtemp(dir=parent))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def before(self, variant: Variant) -> Lexicon:
        """The lexicon as it is: the one in its place, or what a build would put there now."""
        return self._built(replace(self._builder, into=self._folder / "before"), variant)

    def after(self, variant: Variant, files: Mapping[Path, bytes]) -> Lexicon:
        """The lexicon as it would be with ``files`` (curated files, and what they would hold)."""
        self._made += 1
        folder = self._folder / f"after-{self._made}"
        instead = {}
        for number, (path, content) in enumerate(files.items()):
            # Its name is in the grounds of a verdict.
            instead[path] = folder / f"curated-{number}" / path.name
            with publish.writing(folder):
                instead[path].parent.mkdir(parents=True)
                instead[path].write_bytes(content)
        return self._built(replace(self._builder, into=folder, instead=instead), variant)

    def _built(self, builder: Builder, variant: Variant) -> Lexicon:
        made = builder.build(variant.ruleset, variant.choices, variant.extra)
        return Lexicon(made.folder)

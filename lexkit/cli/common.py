"""What several commands share: finding lexicons, completing names, colours."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from lexkit.errors import LexkitError, suggest
from lexkit.lexicon import MANIFEST, SIGN, Lexicon
from lexkit.lexicon import built as lexicons_in
from lexkit.model import Verdict
from lexkit.workspace import Workspace

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from lexkit.ruleset import Ruleset

COLOURS = {Verdict.ACCEPTED: "green", Verdict.REJECTED: "red", Verdict.UNATTESTED: "yellow"}


def workspace(ctx: click.Context) -> Workspace:
    """The workspace that the options and the environment name."""
    root = ctx.find_root().obj
    return Workspace.find(root if isinstance(root, Path) else None)


def built(place: Workspace) -> dict[str, Path]:
    """The lexicons that are built in the workspace, by name."""
    return lexicons_in(place.build)


def is_path(name: str) -> bool:
    """Whether ``name`` is meant as a path: the name of a lexicon has no separator in it."""
    return any(sign in name for sign in (os.sep, os.altsep) if sign)


def holds_lexicon(path: Path) -> bool:
    """Whether ``path`` is the folder of a lexicon."""
    try:
        return (path / MANIFEST).is_file()
    except ValueError:  # there is a NUL in it
        return False


def folder(place: Workspace, name: str) -> Path:
    """The folder of the lexicon ``name``: one that is built, a release, or a path to one.

    The error says how to build it, or which names there are.
    """
    known = built(place)
    if name in known:
        return known[name]
    if is_path(name):
        if not holds_lexicon(Path(name)):
            raise LexkitError(f"there is no lexicon in {name!r}", remedy="name its folder")
        return Path(name)
    if SIGN in name:
        from lexkit import releases  # here, as most checks ask what is built

        return releases.find(place.releases, name)
    if name.partition("+")[0] not in place.rulesets:
        names = sorted({*known, *place.rulesets})
        raise LexkitError(f"there is no ruleset {name!r}", remedy=suggest(name, names))
    name = chosen(place, name).id  # it may name a default, or options in another order
    if name not in known:
        raise LexkitError(f"{name} is not built yet", remedy=f"lexkit build {name}")
    return known[name]


def chosen(place: Workspace, name: str) -> Ruleset:
    """The ruleset that ``name`` names, with its options: *nl-woordspel+places=dutch-names*."""
    from lexkit import ruleset, tagset  # here, as what looks words up reads no YAML

    base, choices = ruleset.split(name)
    return ruleset.load(place.ruleset(base), tagset.load(place.tags_files)).choose(choices)


def lexicon(place: Workspace, name: str) -> Lexicon:
    """The lexicon ``name``, as `folder` finds it, opened."""
    return Lexicon(folder(place, name))


def lexicons(place: Workspace, names: tuple[str, ...]) -> list[Lexicon]:
    """The lexicons ``names``, or all that are built."""
    if names:
        return [lexicon(place, name) for name in names]
    known = built(place)
    if not known:
        example = next(iter(place.own_rulesets), "RULESET")
        raise LexkitError("no lexicon is built yet", remedy=f"lexkit build {example}")
    return [Lexicon(path) for path in known.values()]


@contextmanager
def serving(who: str) -> Iterator[None]:
    """Import what needs the libraries of the extra `serve`; the error says how to get them.

    ``who`` begins its sentence: *the service needs*.
    """
    try:
        yield
    except ImportError as error:
        if (error.name or "").startswith("lexkit"):
            raise
        raise LexkitError(
            f"{who} the library {error.name}", remedy='pip install "lexkit[serve]"'
        ) from None


class RulesetName(click.ParamType[str]):
    """The name of a ruleset or of a built lexicon; the shell completes it."""

    name = "ruleset"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        place = workspace(ctx)
        return _completed({*built(place), *place.rulesets}, incomplete)


class LexiconName(click.ParamType[str]):
    """The name of a built lexicon, a release, or the path of a lexicon; the shell completes it."""

    name = "lexicon"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        from lexkit import releases

        if is_path(incomplete):
            return [CompletionItem(incomplete, type="dir")]
        place = workspace(ctx)
        return _completed({*built(place), *releases.folders(place.releases)}, incomplete)


class SourceName(click.ParamType[str]):
    """The name of a source; the shell completes it."""

    name = "source"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return _completed(workspace(ctx).sources, incomplete)


def _completed(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in sorted(names) if name.startswith(incomplete)]


RULESET, LEXICON, SOURCE = RulesetName(), LexiconName(), SourceName()

MIRROR = click.option(
    "--mirror",
    type=click.Path(path_type=Path),
    help="A folder <source>/<file> to look in first (LEXKIT_MIRROR).",
)


def json_line(value: object) -> str:
    """``value`` as one line of JSON; what standard output cannot show is escaped, not lost."""
    encoding = (sys.stdout.encoding or "ascii") if sys.stdout is not None else "ascii"
    return json.dumps(value, ensure_ascii=encoding.lower() not in ("utf-8", "utf8"))


def is_terminal(stream: TextIO | None) -> bool:
    """Whether ``stream`` is a terminal; one that is closed (``>&-``) is `None`."""
    return stream is not None and stream.isatty()


def printable(text: str) -> str:
    """``text`` without what could steer a terminal: words come from anywhere."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)


def verdict_text(verdict: Verdict) -> str:
    return click.style(verdict.value, fg=COLOURS[verdict], bold=True)

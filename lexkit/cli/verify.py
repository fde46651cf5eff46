"""`lexkit verify`: whether lexicons and releases still hold what was written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from lexkit import releases
from lexkit import verify as checking
from lexkit.cli.common import LEXICON, folder, json_line, printable, workspace
from lexkit.errors import LexkitError
from lexkit.verify import Checked
from lexkit.workspace import Workspace


@click.command()
@click.argument("names", nargs=-1, type=LEXICON, metavar="[NAME]...")
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines, an object a lexicon.")
@click.pass_context
def verify(ctx: click.Context, names: tuple[str, ...], as_lines: bool) -> int:
    """Compute every checksum of lexicons and releases anew, and compare them with the manifests.

    Without a NAME, of all that are built or released in the workspace. Names what differs, is
    missing, or does not belong there; the exit code is 1 if anything is wrong.

    \b
    Examples:
      lexkit verify
      lexkit verify de-wordox@1
      lexkit verify ~/copies/de-wordox@1 --json
    """
    place = workspace(ctx)
    there = dict(_all(place))
    if not there and not names:
        raise LexkitError("no lexicon is built or released yet", remedy="lexkit build RULESET")
    # A folder without a manifest is no lexicon to other commands, but it should be one here.
    asked = {name: there.get(name) or folder(place, name) for name in names}
    found = checking.check(asked or there)
    for each in found:
        lines = [json_line(_as_json(each))] if as_lines else _shown(each)
        for line in lines:
            click.echo(line)
    return 1 if any(each.problems for each in found) else 0


def _all(place: Workspace) -> Iterator[tuple[str, Path]]:
    """Everything that should be a lexicon in the workspace, whole or not."""
    if place.build.is_dir():
        for path in sorted(place.build.iterdir()):
            if not path.name.startswith("."):
                yield path.name, path
    yield from releases.folders(place.releases).items()


def _shown(found: Checked) -> Iterator[str]:
    good = not found.problems
    says = click.style("good" if good else "damaged", fg="green" if good else "red")
    version = f", version {printable(str(found.version))}" if found.version else ""
    yield f"{printable(found.name)}: {says}{version}"
    for problem in found.problems:
        yield f"  {printable(str(found.folder / problem.file))} {printable(problem.says)}"


def _as_json(found: Checked) -> dict[str, object]:
    return {
        "name": found.name,
        "folder": str(found.folder),
        "lexicon": found.version,
        "good": not found.problems,
        "problems": [problem._asdict() for problem in found.problems],
    }

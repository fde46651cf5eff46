"""`lexkit export`: a built lexicon as the file that a game or a program reads."""

from __future__ import annotations

from pathlib import Path

import click

from lexkit.cli.common import LEXICON, lexicon, workspace
from lexkit.errors import LexkitError
from lexkit.formats import FORMATS
from lexkit.formats.output import export as write_files
from lexkit.formats.output import print_out

_LISTED = "\n".join(f"  {name:<10} {chosen.SUMMARY}" for name, chosen in FORMATS.items())

#: `-o` with this writes to standard output.
STDOUT = "-"


@click.command(
    epilog=f"\b\nFormats (described in docs/formats.md):\n{_LISTED}",
)
@click.argument("ruleset", type=LEXICON)
@click.option("--format", "name", type=click.Choice(list(FORMATS)),
              help="By default the one that the suffix of PATH belongs to; txt for -.")  # fmt: skip
@click.option("-o", "--output", "output", required=True, metavar="PATH",
              type=click.Path(path_type=Path, allow_dash=True),
              help="The file to write, replacing an old one; - is standard output.")  # fmt: skip
@click.pass_context
def export(ctx: click.Context, ruleset: str, name: str | None, output: Path) -> int:
    """Write the lexicon of RULESET in a format that other programs read.

    RULESET can also be a release, or the folder of a lexicon. The file is put in its place when it
    is whole; whatever goes wrong, an old one stays as it was.

    \b
    Examples:
      lexkit export de-wordox --format hunspell -o de-wordox.dic
      lexkit export de-wordox -o de-wordox.sqlite
      lexkit export de-wordox --format txt -o - | wc -l
    """
    chosen = FORMATS[name or _by_suffix(output)]
    opened = lexicon(workspace(ctx), ruleset)
    if str(output) == STDOUT:
        print_out(opened, chosen)
        return 0
    files = write_files(opened, chosen, output)
    click.echo(f"{len(opened):,} words: {' and '.join(map(str, files))}")
    return 0


def _by_suffix(output: Path) -> str:
    """The format whose files end as ``output`` does."""
    if str(output) == STDOUT:
        return "txt"
    for name, chosen in FORMATS.items():
        if output.suffix.lower() == chosen.SUFFIX:
            return name
    raise LexkitError(
        f"no format is known by the name {output.name}",
        remedy=f"choose one with --format: {', '.join(FORMATS)}",
    )

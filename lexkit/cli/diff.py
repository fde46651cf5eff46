"""`lexkit diff`: the words in which two lexicons, or a lexicon and a list, differ."""

from __future__ import annotations

from pathlib import Path

import click

from lexkit import diff as comparing
from lexkit.cli.common import (
    LEXICON,
    built,
    holds_lexicon,
    is_path,
    json_line,
    lexicon,
    printable,
    workspace,
)
from lexkit.diff import Side
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.workspace import Workspace


@click.command()
@click.argument("old", type=LEXICON)
@click.argument("new", type=LEXICON)
@click.option("--reasons", is_flag=True, help="Also the words that fall or stand by another rule.")
@click.option("--grounds", is_flag=True, help="Say of each word why, before and now.")
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text",
              show_default=True, help="How the differences are written.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--encoding", default="utf-8", show_default=True, help="That of a word list.")
@click.pass_context
def diff(
    ctx: click.Context,
    old: str,
    new: str,
    reasons: bool,
    grounds: bool,
    form: str,
    as_json: bool,
    encoding: str,
) -> int:
    """Show which words come in and which go out from OLD to NEW.

    Each is a built lexicon or a release by its name, the folder of one by a path (with a / in it),
    or a word list, one word a line, folded with the spelling of the other. The exit code is 0 if
    nothing differs, 1 if something does.

    \b
    Examples:
      lexkit diff nl-woordspel nl-woordspel+places=dutch-names
      lexkit diff de-wordox@1 de-wordox --reasons --grounds
      lexkit diff words.txt de-wordox --format markdown
    """
    found = comparing.compare(*_sides(workspace(ctx), old, new, encoding), reasons=reasons)
    if as_json or form == "json":
        click.echo(json_line(comparing.as_json(found, with_grounds=grounds)))
    elif form == "markdown":
        click.echo(comparing.markdown(found, with_grounds=grounds), nl=False)
    else:
        for line in comparing.text(found, with_grounds=grounds):
            colour = {"-": "red", "+": "green"}.get(line[0])
            click.echo(click.style(printable(line), fg=colour) if colour else printable(line))
        for side in (found.old, found.new):
            if side.unlayable:
                click.echo(f"{side.unlayable:,} words of {printable(side.name)} cannot be laid")
    return 1 if found else 0


def _sides(place: Workspace, old: str, new: str, encoding: str) -> tuple[Side, Side]:
    """The two that are compared; a list is folded by the spelling of the other."""
    left, right = _lexicon(place, old), _lexicon(place, new)
    if left is not None and right is not None:
        return Side.of(left, old), Side.of(right, new)
    if left is not None:
        return Side.of(left, old), Side.listed(Path(new), encoding, left.spelling)
    if right is not None:
        return Side.listed(Path(old), encoding, right.spelling), Side.of(right, new)
    raise LexkitError("neither of the two is a lexicon", remedy="name one by its ruleset")


def _lexicon(place: Workspace, name: str) -> Lexicon | None:
    """The lexicon ``name``, or `None` if that is the file of a word list."""
    path = Path(name)
    if name not in built(place) and path.is_file():
        return None
    if is_path(name) and not holds_lexicon(path):
        raise LexkitError("is neither a lexicon's folder nor a word list", path=path)
    # The error of a name that is no file either says which names there are.
    return lexicon(place, name)

"""`lexkit search`: words by pattern, from a rack, with a tile more, near another."""

from __future__ import annotations

from collections.abc import Sequence

import click

from lexkit.cli.common import LEXICON, json_line, lexicon, workspace
from lexkit.rack import Laying
from lexkit.search import SORTS, Hook, Search


@click.command()
@click.argument("ruleset", type=LEXICON)
@click.argument("pattern", required=False)
@click.option("--rack", metavar="LETTERS", help="Words from these tiles; ? is a blank.")
@click.option("--anagrams", metavar="LETTERS", help="Words of all these letters.")
@click.option("--hooks", metavar="WORD", help="Words of this one and a tile before or behind it.")
@click.option("--near", metavar="WORD", help="Words a stroke or two from this one.")
@click.option("--sort", type=click.Choice(SORTS),
              help="By default a rack's words by score or length, others by word.")  # fmt: skip
@click.option("--min", "least", type=click.IntRange(1), default=1, help="The fewest letters.")
@click.option("--max", "most", type=click.IntRange(1), help="The most letters.")
@click.option("--limit", type=click.IntRange(1), help="No more words than this.")
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines, described in docs/cli.md.")
@click.pass_context
def search(
    ctx: click.Context,
    ruleset: str,
    pattern: str | None,
    rack: str | None,
    anagrams: str | None,
    hooks: str | None,
    near: str | None,
    sort: str | None,
    least: int,
    most: int | None,
    limit: int | None,
    as_lines: bool,
) -> int:
    """Search the lexicon of RULESET.

    In PATTERN, ? is one letter and * any number of them. Together with --rack, its letters lie on
    the board and its signs are filled from the rack. The exit code is 1 if nothing is found.

    \b
    Examples:
      lexkit search de-wordox 'sch??fahrt*'
      lexkit search de-wordox --rack 'aeinrst??' --limit 20
      lexkit search de-wordox '*qu*' --rack aeinrst
      lexkit search de-wordox --hooks ast
      lexkit search de-wordox --anagrams regen
      lexkit search de-wordox --near Schifffart
    """
    others = [value for value in (anagrams, hooks, near) if value is not None]
    asked = [*others, *([] if pattern is None and rack is None else [pattern])]
    if len(asked) != 1:
        raise click.UsageError("name one of PATTERN (also with --rack), --rack, --anagrams, "
                               "--hooks, --near")  # fmt: skip
    opened = lexicon(workspace(ctx), ruleset)
    by = Search(opened, least=least, most=most, sort=sort, limit=limit)
    found: Sequence[Laying | Hook]
    if hooks is not None:
        found = by.hooks(hooks)
    elif near is not None:
        found = by.near(near)
    elif anagrams is not None:
        found = by.anagrams(anagrams)
    elif rack is not None:
        found = by.rack(rack, pattern)
    else:
        found = by.pattern(pattern or "")
    if as_lines:
        lines = [json_line(each._asdict()) for each in found]
    else:
        scored = rack is not None or sort == "score"
        lines = [_shown(each, scored=scored) for each in found]
    if lines:  # at once: there may be a million
        click.echo("\n".join(lines))
    return 0 if lines else 1


def _shown(found: Laying | Hook, *, scored: bool) -> str:
    """The word, then what is to be said of it; a word of its own letters alone stands alone."""
    if isinstance(found, Hook):
        return f"{found.word}  {found.before}-{found.after}"
    parts = [found.word]
    if scored and found.score is not None:
        parts.append(str(found.score))
    if found.tiles != found.word:
        parts.append(f"laid {found.tiles}")
    if found.blanks:
        parts.append(f"? = {', '.join(found.blanks)}")
    return "  ".join(parts)

"""`lexkit rules`: the rulesets there are, shown, linted, and the schema for editors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import click

from lexkit import lint as linting
from lexkit import ruleset, schema, source, tagset
from lexkit.cli.common import RULESET, chosen, json_line, workspace
from lexkit.errors import LexkitError
from lexkit.game import Game
from lexkit.ruleset import Clause
from lexkit.source import Manifest


@click.group()
def rules() -> None:
    """The rules of the games.

    \b
    Examples:
      lexkit rules list
      lexkit rules show de-wordox
      lexkit rules lint
    """


@rules.command("list")
@click.option("--json", "as_lines", is_flag=True, help="As JSON Lines.")
@click.pass_context
def list_(ctx: click.Context, as_lines: bool) -> None:
    """List the rulesets: name, language, title.

    \b
    Example:
      lexkit rules list
    """
    place = workspace(ctx)
    vocabulary = tagset.load(place.tags_files)
    for path in place.rulesets.values():
        rules = ruleset.load(path, vocabulary)
        if as_lines:
            options = {n: list(option.values) for n, option in rules.options.items()}
            click.echo(json_line({"ruleset": rules.name, "title": rules.title,
                                  "language": rules.language, "path": str(path),
                                  "options": options, "chosen": rules.chosen}))  # fmt: skip
        else:
            name = click.style(f"{rules.name:<20}", bold=True)
            choices = "".join(f"  +{n}={'|'.join(o.values)}" for n, o in rules.options.items())
            click.echo(f"{name} {rules.language:<3} {rules.title}{choices}")


@rules.command()
@click.argument("name", type=RULESET, metavar="RULESET")
@click.pass_context
def show(ctx: click.Context, name: str) -> None:
    """Show a ruleset in plain words, in the order in which its rules are asked.

    \b
    Example:
      lexkit rules show de-wordox
      lexkit rules show nl-woordspel+places=dutch-names
    """
    place = workspace(ctx)
    rules = chosen(place, name)
    click.echo(click.style(rules.title, bold=True) + f"  ({rules.path})")
    if rules.reference:
        click.echo(f"Reference: {rules.reference}")
    click.echo(f"Letters: {rules.spelling.alphabet}")
    click.echo("Sources: " + ", ".join(rules.sources))
    for option, (values, default, says, _) in rules.options.items():
        others = ", ".join(value for value in values if value != rules.chosen[option])
        by = " (the default)" if rules.chosen[option] == default else ""
        click.echo(f"Option {option}: {rules.chosen[option]}{by}, or {others}. {says}")
    for number, clause in enumerate(rules.clauses, 1):
        click.echo("\n".join(_shown(number, clause, rules.chosen)))
    words = "is accepted" if rules.default == "accepted" else "is refused"
    click.echo(f"What no rule speaks of {words}.")
    for line in _laid_with(rules.game):
        click.echo(line)
    for text in rules.assumptions:
        click.echo(f"Assumed: {text}")


def _shown(number: int, clause: Clause, choices: Mapping[str, str]) -> list[str]:
    rule = clause.rule
    cited = f" “{rule.clause}”" if rule.clause else ""
    lines = [f"{number:>3}. {click.style(rule.name, bold=True)}{cited}", f"     {rule.says}"]
    if clause.when:
        only = " and ".join(f"{n} is {' or '.join(sorted(v))}" for n, v in clause.when.items())
        here = "" if clause.active(choices) else ", so not here"
        lines.append(f"     Only where {only}{here}.")
    for verdict in ("accepted", "rejected", "unattested"):
        words = [case.word for case in clause.cases if case.verdict == verdict]
        if words:
            lines.append(f"     {verdict}: {', '.join(words)}")
    return lines


def _laid_with(game: Game) -> Iterator[str]:
    """The game data, a line a piece of it."""
    if game.tiles or game.blanks:
        shown = [f"{letter} {count}" for letter, count in game.tiles.items()]
        shown += [f"blank {game.blanks}"] if game.blanks else []
        yield f"Tiles: {', '.join(shown)} ({sum(game.tiles.values()) + game.blanks} in all)"
    if game.points:
        yield "Points: " + ", ".join(f"{letter} {n}" for letter, n in game.points.items())
    if game.rack:
        yield f"A rack holds {game.rack} tiles."
    if game.first_word:
        yield f"The first word has at least {game.first_word} letters."
    for tile, letters in game.also.items():
        yield f"A tile {tile} may also lay {letters}."
    if game.apart:
        yield "Never by one tile in: " + ", ".join(game.apart)
    if game.wild:
        share = game.wild.share_in_words
        yield f"{game.wild.sign} stands for any letter; at most {share} of a word's keys may."


@rules.command()
@click.argument("names", nargs=-1, type=RULESET, metavar="[RULESET]...")
@click.pass_context
def lint(ctx: click.Context, names: tuple[str, ...]) -> int:
    """Check rulesets (all, without a name) and sources for mistakes and for what is doubtful.

    The exit code is 1 if anything is found.

    \b
    Example:
      lexkit rules lint de-wordox
    """
    place = workspace(ctx)
    vocabulary = tagset.load(place.tags_files)
    found = False
    manifests: dict[str, Manifest] = {}
    for name in place.sources:
        try:
            manifests[name] = source.load(place.source(name), vocabulary)
        except LexkitError as error:
            click.echo(str(error))
            found = True
    for name in names or place.rulesets:
        try:
            rules = chosen(place, name)
        except LexkitError as error:
            if error.path is None:
                raise
            click.echo(str(error))
            found = True
            continue
        for remark in linting.lint(rules, manifests):
            click.echo(f"{rules.path}:{remark.line}: {remark.text}")
            found = True
    return 1 if found else 0


@rules.command("schema")
@click.pass_context
def schema_(ctx: click.Context) -> None:
    """Print the JSON Schema of a ruleset, for editors that check YAML while it is written.

    \b
    Example:
      lexkit rules schema > ruleset.schema.json
    """
    place = workspace(ctx)
    vocabulary = tagset.load(place.tags_files)
    click.echo(json.dumps(schema.ruleset(vocabulary, list(place.sources)), indent=2))

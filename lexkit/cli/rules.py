"""`lexkit rules`: the rulesets there are, shown, linted, and the schema for editors."""

from __future__ import annotations

import json

import click

from lexkit import lint as linting
from lexkit import ruleset, schema, source, tagset
from lexkit.cli.common import RULESET, json_line, workspace
from lexkit.errors import LexkitError
from lexkit.ruleset import Clause, Ruleset
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
            click.echo(json_line({"ruleset": rules.name, "title": rules.title,
                                  "language": rules.language, "path": str(path)}))  # fmt: skip
        else:
            name = click.style(f"{rules.name:<20}", bold=True)
            click.echo(f"{name} {rules.language:<3} {rules.title}")


@rules.command()
@click.argument("name", type=RULESET, metavar="RULESET")
@click.pass_context
def show(ctx: click.Context, name: str) -> None:
    """Show a ruleset in plain words, in the order in which its rules are asked.

    \b
    Example:
      lexkit rules show de-wordox
    """
    place = workspace(ctx)
    rules = ruleset.load(place.ruleset(name), tagset.load(place.tags_files))
    click.echo(click.style(rules.title, bold=True) + f"  ({rules.path})")
    if rules.reference:
        click.echo(f"Reference: {rules.reference}")
    click.echo(f"Letters: {rules.spelling.alphabet}")
    click.echo("Sources: " + ", ".join(rules.sources))
    for number, clause in enumerate(rules.clauses, 1):
        click.echo("\n".join(_shown(number, clause)))
    words = "is accepted" if rules.default == "accepted" else "is refused"
    click.echo(f"What no rule speaks of {words}.")
    for text in rules.assumptions:
        click.echo(f"Assumed: {text}")


def _shown(number: int, clause: Clause) -> list[str]:
    rule = clause.rule
    cited = f" “{rule.clause}”" if rule.clause else ""
    lines = [f"{number:>3}. {click.style(rule.name, bold=True)}{cited}", f"     {rule.says}"]
    for verdict in ("accepted", "rejected", "unattested"):
        words = [case.word for case in clause.cases if case.verdict == verdict]
        if words:
            lines.append(f"     {verdict}: {', '.join(words)}")
    return lines


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
            rules: Ruleset = ruleset.load(place.ruleset(name), vocabulary)
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

"""`lexkit test`: the cases of rulesets against their built lexicons."""

from __future__ import annotations

import click

from lexkit import cases, ruleset, tagset
from lexkit.cases import Outcome
from lexkit.cli.common import RULESET, built, json_line, workspace
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.ruleset import Ruleset
from lexkit.workspace import Workspace


@click.command()
@click.argument("rulesets", nargs=-1, type=RULESET, metavar="[RULESET]...")
@click.option("--json", "as_lines", is_flag=True, help="Every case with its outcome as JSON Lines.")
@click.pass_context
def test(ctx: click.Context, rulesets: tuple[str, ...], as_lines: bool) -> int:
    """Check every case in the rulesets against the built lexicons.

    Without a name, those of all built lexicons. The exit code is 1 if a case fails.

    \b
    Examples:
      lexkit test
      lexkit test de-wordox
    """
    place = workspace(ctx)
    names = rulesets or tuple(built(place))
    if not names:
        raise LexkitError("no lexicon is built yet", remedy="lexkit build RULESET")
    good = True
    for name in names:
        lexicon, rules = _pair(place, name)
        outcomes = list(cases.run(rules.all_cases(), lexicon))
        failed = [outcome for outcome in outcomes if outcome.wrong]
        good = good and not failed
        if as_lines:
            for outcome in outcomes:
                click.echo(json_line(_as_json(name, outcome)))
            continue
        for outcome in failed:
            click.echo(f"{rules.path}:{outcome.case.line}: {outcome.case.word} {outcome.wrong}")
        shown = click.style(f"{len(failed)} failed", fg="red" if failed else "green")
        click.echo(f"{name}: {len(outcomes)} cases, {shown}")
    return 0 if good else 1


def _pair(place: Workspace, name: str) -> tuple[Lexicon, Ruleset]:
    """The lexicon ``name`` and the ruleset it was built from, with its options chosen."""
    known = built(place)
    if name not in known:
        place.ruleset(name.partition("+")[0])
        raise LexkitError(f"{name} is not built yet", remedy=f"lexkit build {name}")
    lexicon = Lexicon(known[name])
    vocabulary = tagset.load(place.tags_files)
    rules = ruleset.load(place.ruleset(name.partition("+")[0]), vocabulary)
    return lexicon, rules.choose(lexicon.manifest["options"])


def _as_json(name: str, outcome: Outcome) -> dict[str, object]:
    grounds = outcome.answer.grounds
    return {
        "ruleset": name,
        "word": outcome.case.word,
        "line": outcome.case.line,
        "expected": outcome.case.verdict,
        "expected_rule": outcome.case.rule,
        "verdict": outcome.answer.verdict,
        "rule": grounds[0].rule if grounds else None,
        "wrong": outcome.wrong,
    }

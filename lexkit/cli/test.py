"""`lexkit test`: the cases of rulesets against their built lexicons."""

from __future__ import annotations

import click

from lexkit import cases
from lexkit.cases import Outcome
from lexkit.cli.common import LEXICON, built, chosen, json_line, lexicon, workspace
from lexkit.errors import LexkitError


@click.command()
@click.argument("rulesets", nargs=-1, type=LEXICON, metavar="[RULESET]...")
@click.option("--json", "as_lines", is_flag=True, help="Every case with its outcome as JSON Lines.")
@click.pass_context
def test(ctx: click.Context, rulesets: tuple[str, ...], as_lines: bool) -> int:
    """Check every case in the rulesets against the built lexicons.

    Without a name, those of all built lexicons. The cases are those of the ruleset as it is now,
    also for a release. The exit code is 1 if a case fails.

    \b
    Examples:
      lexkit test
      lexkit test de-wordox
      lexkit test nl-woordspel+places=dutch-names
    """
    place = workspace(ctx)
    names = rulesets or tuple(built(place))
    if not names:
        raise LexkitError("no lexicon is built yet", remedy="lexkit build RULESET")
    good = True
    for name in names:
        opened = lexicon(place, name)
        rules = chosen(place, opened.ruleset)
        outcomes = list(cases.run(rules.all_cases(), opened))
        failed = [outcome for outcome in outcomes if outcome.wrong]
        good = good and not failed
        if as_lines:
            for outcome in outcomes:
                click.echo(json_line(_as_json(rules.id, outcome)))
            continue
        for outcome in failed:
            click.echo(f"{rules.path}:{outcome.case.line}: {outcome.case.word} {outcome.wrong}")
        shown = click.style(f"{len(failed)} failed", fg="red" if failed else "green")
        click.echo(f"{rules.id}: {len(outcomes)} cases, {shown}")
    return 0 if good else 1


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

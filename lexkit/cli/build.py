"""`lexkit build`: from sources and rules to a lexicon."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from lexkit.build import Builder, Result
from lexkit.cli.common import MIRROR, RULESET, SOURCE, chosen, json_line, workspace
from lexkit.lexicon import REPORT, WEAK
from lexkit.readers.base import Report
from lexkit.workspace import cache_folder, mirror_folder


@click.command()
@click.argument("rulesets", nargs=-1, type=RULESET, metavar="RULESET...")
@click.option("--all", "every", is_flag=True, help="Every ruleset of the workspace.")
@click.option("--with", "extra", multiple=True, type=SOURCE, help="Use an optional source too.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
              help="A choice the game leaves open; each makes a lexicon of its own.")  # fmt: skip
@MIRROR
@click.option("--offline", is_flag=True, help="Fetch nothing from a network.")
@click.option("--json", "as_lines", is_flag=True, help="The counts and seconds as JSON Lines.")
@click.pass_context
def build(
    ctx: click.Context,
    rulesets: tuple[str, ...],
    every: bool,
    extra: tuple[str, ...],
    options: tuple[str, ...],
    mirror: Path | None,
    offline: bool,
    as_lines: bool,
) -> int:
    """Build the lexicons of rulesets.

    Fetches the sources that are missing, reads and judges them, and puts the lexicon in its place
    at once: a build that fails leaves the last good one. Only what has changed is done again.

    \b
    Examples:
      lexkit build de-wordox
      lexkit build --all --offline
      lexkit build nl-woordspel --option places=dutch-names
      lexkit build de-wordox --mirror ~/lists
    """
    place = workspace(ctx)
    names = place.own_rulesets if every else list(dict.fromkeys(rulesets))
    if not names:
        known = ", ".join(place.rulesets)
        raise click.UsageError(f"name a ruleset, or --all (there are {known})")
    # All that was named is looked at before anything is built.
    wanted = [chosen(place, "+".join([name, *options])) for name in names]
    builder = Builder(place, cache_folder(), mirror_folder(mirror), offline, _report)
    for rules in wanted:
        result = builder.build(rules.name, rules.chosen, extra)
        if not (result.folder / REPORT).is_file():  # removed, or not written the last time
            _report(result.folder, None, result.reports)
        click.echo(json_line(_as_json(result)) if as_lines else _shown(result))
    return 0


def _report(folder: Path, former: Path | None, reports: Mapping[str, Report]) -> None:
    """Write the report of a fresh lexicon. Whatever goes wrong with it, the lexicon is good."""
    try:
        from lexkit import report  # only here: a build that finds nothing to do need not wait

        report.write(folder, former, reports)
    except Exception as error:
        says = click.style("lexkit: ", fg="yellow")
        click.echo(f"{says}the report could not be written: {error}", err=True)


def _as_json(result: Result) -> dict[str, object]:
    return {
        "ruleset": result.ruleset,
        "lexicon": result.version,
        "folder": str(result.folder),
        "unchanged": result.unchanged,
        "counts": result.counts,
        "seconds": {step: round(seconds, 3) for step, seconds in result.seconds.items()},
        "left_out": {
            source: {**report.skipped, **report.noted} for source, report in result.reports.items()
        },
    }


def _shown(result: Result) -> str:
    counts = result.counts
    name = click.style(result.ruleset, bold=True)
    lines = [f"{name}  {counts['words']:,} words  (version {result.version})"]
    told = [
        f"{counts[key]:,} {key}"
        for key in ("accepted", "rejected", "unattested", "unlayable")
        if counts.get(key)
    ]
    lines.append(f"  of {counts['forms']:,} forms: " + ", ".join(told))
    if counts.get("weak"):
        lines.append(
            f"  {counts['weak']:,} words rest on one bare source alone: {result.folder / WEAK}"
        )
    for source, report in result.reports.items():
        for what, found in (("left out", report.skipped), ("noted", report.noted)):
            for reason, count in found.most_common():
                first = report.places.get(reason, [])[:1]
                where = f", first at {first[0]}" if first else ""
                lines.append(f"  {what} of {source}: {reason} ({count:,}{where})")
    if result.unchanged:
        lines.append("  nothing has changed since it was built")
    else:
        spent = ", ".join(f"{step} {seconds:.1f} s" for step, seconds in result.seconds.items())
        lines.append(f"  {sum(result.seconds.values()):.1f} s: {spent}")
    lines.append(f"  {result.folder}")
    return "\n".join(lines)

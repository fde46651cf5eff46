"""`lexkit merge`: what was decided on proposals, written into the curated files."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from lexkit import diff as comparing
from lexkit.build import Builder
from lexkit.cli import keyboard
from lexkit.cli.common import MIRROR, json_line, printable, verdict_text, workspace
from lexkit.cli.proposals import BY
from lexkit.curation.rows import Row
from lexkit.disk import ChangedError
from lexkit.review.merge import Merge, Prospect, Unmet
from lexkit.review.plan import Change, Held
from lexkit.review.records import MovedError
from lexkit.review.store import Store
from lexkit.workspace import cache_folder, mirror_folder


@click.command()
@click.option("--yes", is_flag=True, help="Write without asking.")
@click.option("--dry-run", is_flag=True, help="Only show what would be written.")
@click.option("--replace", "over", type=int, multiple=True, metavar="N",
              help="Let proposal N replace what was decided otherwise meanwhile.")  # fmt: skip
@click.option("--by", default="", envvar=BY, help="Who merges (LEXKIT_BY, else who is logged in).")
@click.option("--json", "as_object", is_flag=True, help="Everything, as one JSON object.")
@MIRROR
@click.option("--offline", is_flag=True, help="Fetch nothing from a network.")
@click.pass_context
def merge(
    ctx: click.Context,
    yes: bool,
    dry_run: bool,
    over: tuple[int, ...],
    by: str,
    as_object: bool,
    mirror: Path | None,
    offline: bool,
) -> int:
    """Write the accepted proposals into the curated files, after showing what comes of it.

    Every lexicon affected is built as it would be, beside the one that is there, and the words
    that come in and go out are shown, inflected forms too. Then the lines are written at once, in
    their sorted places, and the proposals marked as merged. A proposal that meets a decision which
    another maintainer has made meanwhile is held back, and the exit code is 1.

    \b
    Examples:
      lexkit merge --dry-run
      lexkit merge --by max
      lexkit merge --yes --json --by max
    """
    if not (yes or dry_run or (keyboard.interactive() and not as_object)):
        raise click.UsageError("nobody can be asked here: --yes to write, --dry-run to look")
    place = workspace(ctx)
    name = by.strip() or _login()
    store = Store.open(place.database)
    builder = Builder(place, cache_folder(), mirror_folder(mirror), offline)
    merging = Merge(store, builder, over)
    with merging.looked_at() as found:
        if not as_object:
            for line in _shown(found):
                click.echo(line)
        problem, written = "", False
        something = not dry_run and bool(found.plan.merged or found.plan.files)
        if something and (yes or click.confirm("Write this?")):
            try:
                merging.write(found, name)
                written = True
            except (ChangedError, MovedError) as error:
                problem = str(error)
        if as_object:
            click.echo(json_line({**_as_json(found), "written": written, "problem": problem}))
        elif problem:
            click.echo(f"lexkit: {problem}", err=True)
        elif written:
            click.echo(_done(found))
    return 1 if problem or found.plan.held else 0


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        raise click.UsageError(f"say who merges: --by WHO (or {BY})") from None


def _shown(found: Prospect) -> Iterator[str]:
    changes = found.plan.changes
    if not changes and not found.plan.held:
        yield "Nothing waits to be merged."
    path = None
    for change in changes:
        if change.path != path:
            path = change.path
            yield click.style(str(path), bold=True)
        yield from _change(change)
    for held in found.plan.held:
        yield f"{click.style('held back', fg='yellow')}  {held.number} {printable(_why(held))}"
    for difference in found.differences:
        counts = comparing.counts(difference).items()
        told = ", ".join(f"{count:,} {what}" for what, count in counts)
        yield f"{click.style(difference.new.name, bold=True)}: {told}"
        yield from (click.style(f"  - {printable(word)}", fg="red") for word in difference.went)
        yield from (click.style(f"  + {printable(word)}", fg="green") for word in difference.came)
    for unmet in found.unmet:
        yield _unmet(unmet)


def _change(change: Change) -> Iterator[str]:
    lead = f"{change.number} {printable(change.word)}"
    if change.note:
        yield f"  {lead}: {change.note}"
    for row in change.old:
        yield click.style(f"  - {printable(_line(row))}", fg="red") + f"  [{lead}]"
    for row in change.new:
        yield click.style(f"  + {printable(_line(row))}", fg="green") + f"  [{lead}]"


def _line(row: Row) -> str:
    return f"{row.word} ({row.scope}) {row.told()}"


def _why(held: Held) -> str:
    remedy = f" ({held.remedy})" if held.remedy else ""
    return f"{held.word}: {held.why}{remedy}"


def _unmet(unmet: Unmet) -> str:
    answer = unmet.answer
    why = f": {comparing.ground_text(answer.grounds[0])}" if answer.grounds else ""
    note = click.style("nevertheless", fg="yellow")
    return (
        f"{note}  {unmet.number} {printable(answer.word)} is {verdict_text(answer.verdict)} in "
        f"{unmet.ruleset}{printable(why)}"
    )


def _done(found: Prospect) -> str:
    names = sorted({difference.new.name.partition("+")[0] for difference in found.differences})
    build = f" Now: lexkit build {' '.join(names)}" if names else ""
    count = len(found.plan.merged)
    return f"{count} {'proposal is' if count == 1 else 'proposals are'} merged.{build}"


def _as_json(found: Prospect) -> dict[str, Any]:
    return {
        "changes": [
            {
                "proposal": change.number,
                "word": change.word,
                "path": str(change.path),
                "old": [row._asdict() for row in change.old],
                "new": [row._asdict() for row in change.new],
                "note": change.note,
            }
            for change in found.plan.changes
        ],
        "held": [
            {
                "proposal": held.number,
                "word": held.word,
                "why": held.why,
                "remedy": held.remedy,
                "line": None if held.row is None else held.row._asdict(),
            }
            for held in found.plan.held
        ],
        "merged": sorted(found.plan.merged),
        "preview": [comparing.as_json(difference) for difference in found.differences],
        "nevertheless": [
            {
                "proposal": unmet.number,
                "word": unmet.answer.word,
                "ruleset": unmet.ruleset,
                "verdict": unmet.answer.verdict,
            }
            for unmet in found.unmet
        ],
    }

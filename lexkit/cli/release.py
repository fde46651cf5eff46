"""`lexkit release`: a lexicon that never changes, or what stands in its way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from lexkit import decisions, diff, gate, issue, releases
from lexkit.cli.common import LEXICON, chosen, json_line, lexicon, printable, workspace
from lexkit.decisions import Lines
from lexkit.errors import LexkitError
from lexkit.gate import Gate
from lexkit.issue import Candidate, Override
from lexkit.lexicon import SIGN
from lexkit.releases import Release
from lexkit.workspace import Workspace

#: How many reasons for which words leave are shown to people, and how many decisions.
_REASONS, _LINES = 12, 20


@click.command()
@click.argument("ruleset", type=LEXICON, required=False)
@click.option("--name", help="What the release is called; it becomes RULESET@NAME.")
@click.option("--check", "--dry-run", "only", is_flag=True, help="Release nothing, only look.")
@click.option("--against", type=LEXICON, help="Compare with this instead of the last release.")
@click.option("--may-leave", type=click.IntRange(0), metavar="N",
              help="How many words may leave without a decision.")  # fmt: skip
@click.option("--override", metavar="REASON", help="Release in spite of what is found, and why.")
@click.option("--by", metavar="WHO", help="Who releases; needed with --override.")
@click.option("--list", "listing", is_flag=True, help="The releases there are (of RULESET).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; with --list, JSON Lines.")
@click.pass_context
def release(
    ctx: click.Context,
    ruleset: str | None,
    name: str | None,
    only: bool,
    against: str | None,
    may_leave: int | None,
    override: str | None,
    by: str | None,
    listing: bool,
    as_json: bool,
) -> int:
    """Release the lexicon of RULESET: a copy that never changes, with what is new in it.

    Nothing is released if a decision of a maintainer has flipped, a case fails, or more words
    leave without a decision than may: that is found by comparing with the release before, and
    shown by --check. The exit code is 1 then. With --override REASON --by WHO it is released all
    the same, and that is recorded.

    \b
    Examples:
      lexkit release de-wordox --check
      lexkit release de-wordox --name 2027-01 --by ida
      lexkit release de-wordox --check --against ~/before/de-wordox
      lexkit release --list
    """
    place = workspace(ctx)
    if listing:
        return _list(place, ruleset, as_json)
    if ruleset is None:
        raise click.UsageError("name a ruleset, or --list")
    if name is None and not only:
        raise click.UsageError("name the release with --name, or look first with --check")
    over = _override(override, by)
    opened = lexicon(place, ruleset)
    rules = chosen(place, opened.ruleset)
    candidate = Candidate(
        opened,
        tuple(rules.all_cases()),
        rules.may_leave if may_leave is None else may_leave,
        None if against is None else lexicon(place, against),
    )
    made: Release | None = None
    for source in issue.stale(opened, place):
        says = click.style("lexkit: ", fg="yellow")
        since = f"{source} is not as it was when {opened.ruleset} was built"
        click.echo(f"{says}{since} (lexkit build {opened.ruleset})", err=True)
    if only:
        target = None if name is None else issue.free(place.releases, opened.ruleset, name).name
        found = issue.preview(candidate, place.releases, target)
    else:
        found, made = issue.issue(candidate, place.releases, name or "", by, over)
    if as_json:
        told = None if made is None else {"name": made.name, "folder": str(made.folder)}
        click.echo(json_line({**gate.as_json(found), "release": told}))
    else:
        for line in (*_shown(found), *_outcome(found, made, only=only)):
            click.echo(line)
    return 0 if made is not None or (only and not found.problems) else 1


def _override(reason: str | None, by: str | None) -> Override | None:
    if reason is None:
        return None
    if not reason.strip() or by is None or not by.strip():
        raise click.UsageError("an override needs a reason and a name: --override REASON --by WHO")
    return Override(reason.strip(), by.strip())


def _list(place: Workspace, ruleset: str | None, as_json: bool) -> int:
    found = [*releases.folders(place.releases).items()]
    if ruleset is not None:
        found = [pair for pair in found if pair[0].startswith(f"{ruleset}{SIGN}")]
    if not found and not as_json:
        of = f" of {ruleset}" if ruleset else ""
        click.echo(f"there is no release{of} yet: lexkit release RULESET --name NAME")
    good: list[Release] = []
    for name, path in found:
        try:
            good.append(releases.read(path))
        except LexkitError as error:
            click.echo(f"{printable(name)}: {error}", err=True)
    for made in sorted(good, key=lambda made: (made.lexicon, made.number)):
        click.echo(json_line(_as_json(made)) if as_json else _line(made))
    return 0 if len(good) == len(found) else 1


def _line(made: Release) -> str:
    told = made.told
    by = f" by {told['by']}" if told["by"] else ""
    over = f", in spite of the gate: {told['override']['reason']}" if told["override"] else ""
    words = made.manifest["counts"]["words"]
    day = told["at"].partition("T")[0]
    version = made.manifest["version"]
    return printable(f"{made.name}  {day}{by}  {words:,} words  (version {version}){over}")


def _as_json(made: Release) -> dict[str, Any]:
    manifest = made.manifest
    return {
        "release": made.name,
        "folder": str(made.folder),
        "ruleset": made.lexicon,
        "lexicon": manifest["version"],
        "words": manifest["counts"]["words"],
        **{key: made.told[key] for key in ("number", "at", "by", "before", "gate", "override")},
    }


def _shown(found: Gate) -> Iterator[str]:
    new, difference = found.lexicon, found.difference
    head = f"{click.style(new.ruleset, bold=True)}  {len(new):,} words  (version {new.version})"
    if difference is None:
        yield f"{head}, the first release"
        yield f"  {gate.many(len(found.lines.made), 'decision')} of maintainers"
    else:
        yield f"{head}, compared with {printable(difference.old.name)}"
        yield f"  {gate.many(len(difference.came), 'word')} in, {len(difference.went):,} out"
        yield from _decided(found.lines)
    for line in found.lines.idle[:_LINES]:
        yield f"  without effect: {printable(decisions.told(line))}"
    if difference is not None:
        yield _headed(f"{gate.many(len(found.flipped), 'decision')} flipped", not found.flipped)
    for flip in found.flipped[:_LINES]:
        yield f"    {printable(flip.change.word)}: {printable(diff.change(flip.change))}"
        yield f"      though {printable(decisions.told(flip.line))}; {flip.line.place}"
    yield from _more(len(found.flipped), _LINES)
    failing = len(found.failing)
    yield _headed(f"{failing:,} of {gate.many(found.cases, 'case')} failed", not failing)
    for outcome in found.failing[:_LINES]:
        yield f"    {printable(outcome.case.word)} {outcome.wrong} (line {outcome.case.line})"
    yield from _more(failing, _LINES)
    if difference is not None:
        yield from _leaving(found)


def _decided(lines: Lines) -> Iterator[str]:
    counted = [
        f"{len(found):,} {says}"
        for says, found in (
            ("made", lines.made), ("changed", lines.changed), ("taken back", lines.taken_back),
            ("no longer asked", lines.unasked),
        )
        if found
    ]  # fmt: skip
    yield f"  decisions: {', '.join(counted) or 'as before'}"
    for line in lines.unasked[:_LINES]:
        yield f"    no longer asked: {printable(decisions.told(line))}; {line.source}"


def _leaving(found: Gate) -> Iterator[str]:
    good = found.left <= found.may_leave
    says = f"{gate.many(found.left, 'word')} left without a decision, {found.may_leave:,} may"
    yield _headed(f"{says}; {found.decided:,} left by one", good)
    for group in found.leaving[:_REASONS]:
        yield f"    {len(group.words):,} {diff.reason(group.old)} → {diff.reason(group.new)}"
        yield f"      {printable(gate.some(group.words))}"
    yield from _more(len(found.leaving), _REASONS)


def _headed(text: str, good: bool) -> str:
    return f"  {click.style('good' if good else 'stop', fg='green' if good else 'red')}  {text}"


def _more(count: int, shown: int) -> Iterator[str]:
    if count > shown:
        yield f"    and {count - shown:,} more (--json)"


def _outcome(found: Gate, made: Release | None, *, only: bool) -> Iterator[str]:
    if made is not None:
        over = ", in spite of what was found; that is recorded" if found.problems else ""
        yield f"released as {click.style(made.name, bold=True)}{over}"
        yield f"  {made.folder}"
    elif found.problems:
        yield "not to be released:" if only else "not released:"
        yield from (f"  {printable(problem)}" for problem in found.problems)
    else:
        yield "nothing stands in the way of a release"

"""`lexkit merge-driver`: how git merges two branches of a curated file."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from lexkit.cli.common import printable, workspace
from lexkit.curation import driver
from lexkit.errors import LexkitError


@click.command("merge-driver")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path),
                metavar="BASE OURS THEIRS [PATH]")  # fmt: skip
@click.option("--setup", is_flag=True, help="Print what sets it up in git.")
@click.option("--install", is_flag=True, help="Set it up in this clone.")
@click.pass_context
def merge_driver(ctx: click.Context, files: tuple[Path, ...], setup: bool, install: bool) -> int:
    """Merge curated files as sets of decisions: git calls this with three versions of one.

    OURS becomes the merged file; PATH is its name in the repository. Lines that either side has
    added are both there, and a line that one side has removed stays removed. In conflict are only
    contradicting decisions on one key; they are marked, with who decided and why, and the exit
    code is 1. What is no curated file is merged as text, with the code 1 too.

    \b
    Examples:
      lexkit merge-driver --install
      lexkit merge-driver base.tsv ours.tsv theirs.tsv
    """
    if setup or install:
        if files:
            raise click.UsageError("--setup and --install take no files")
        _set_up(ctx, install)
        return 0
    if len(files) not in (3, 4):
        raise click.UsageError("name BASE, OURS and THEIRS (git does), or --setup")
    base, ours, theirs = files[:3]
    name = str(files[3] if len(files) == 4 else ours)
    try:
        versions = driver.read(base, ours, theirs, name)
    except LexkitError as error:
        driver.as_text(base, ours, theirs)
        click.echo(f"lexkit: {error}; merged as text, to be looked at", err=True)
        return 1
    conflicts = driver.merge(versions, ours)
    for conflict in conflicts:
        click.echo(
            f"lexkit: {name}: conflict about {printable(conflict.word)} ({conflict.scope}): "
            f"ours: {printable(conflict.told('ours'))} | "
            f"theirs: {printable(conflict.told('theirs'))}",
            err=True,
        )
    return 1 if conflicts else 0


def _set_up(ctx: click.Context, install: bool) -> None:
    if install:
        root = workspace(ctx).root
        if root is None:
            raise LexkitError("there is no workspace here", remedy="--workspace DIR names one")
        for line in driver.install(root):
            click.echo(line)
        return
    click.echo("# a line of .gitattributes, in the repository:")
    click.echo(driver.attributes())
    click.echo("# once in each clone:")
    for key, value in driver.setting_up():
        click.echo(f"git config {key} {shlex.quote(value)}")

"""`lexkit curated`: the files of decisions, kept canonical and free of mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from lexkit import disk, tagset
from lexkit.build import Builder
from lexkit.cli.common import json_line, printable, workspace
from lexkit.curated import Decision
from lexkit.curation import mending, mistakes, variants
from lexkit.curation.effect import Effect
from lexkit.curation.mistakes import File, Remark
from lexkit.errors import LexkitError
from lexkit.workspace import Workspace, cache_folder

FILES = click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")


@click.group()
def curated() -> None:
    """The decisions of maintainers, in sources/curated/.

    \b
    Examples:
      lexkit curated format
      lexkit curated lint
    """


@curated.command("format")
@FILES
@click.option("--check", is_flag=True, help="Only say what is not canonical; the code is 1 then.")
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines, one a file.")
@click.pass_context
def format_(ctx: click.Context, files: tuple[Path, ...], check: bool, as_lines: bool) -> int:
    """Bring curated files (all of the workspace, without a name) into their canonical form.

    That is: sorted, cells parted by tabs and not in quotes, UTF-8 in NFC without a byte-order mark,
    LF. What a spreadsheet or an editor has done to a file is mended; a conflict of git, a word
    decided twice and what can mean two things is refused with its line, and the file left alone.

    \b
    Examples:
      lexkit curated format
      lexkit curated format --check sources/curated/de.tsv
    """
    read = [(path, *mending.read(path)) for path in _files(ctx, files)]
    changed = False
    for path, content, found in read:
        text = found.text()
        differs = text != content
        changed |= differs
        if differs and not check:
            disk.exchange(path, content, text)
        said = dict(+found.said)
        if as_lines:
            told = {"path": str(path), "lines": len(found.rows), "changed": differs, "mended": said}
            click.echo(json_line(told))
        elif differs:
            what = ", ".join(f"{name} ({count})" for name, count in said.items()) or "spelling"
            click.echo(f"{path}: {'not canonical' if check else 'mended'}: {what}")
    return 1 if changed and check else 0


@curated.command()
@FILES
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines, one a remark.")
@click.pass_context
def lint(ctx: click.Context, files: tuple[Path, ...], as_lines: bool) -> int:
    """Check curated files (all, without a name) for mistakes and for lines gone stale.

    A line is stale if the sources and the rules say the same without it, or if no source has its
    word any more; that is seen in the lexicons that are built. The exit code is 1 if anything is
    found.

    \b
    Examples:
      lexkit curated lint
      lexkit curated lint sources/curated/de.tsv --json
    """
    place = workspace(ctx)
    vocabulary = tagset.load(place.tags_files)
    any_found = False
    for path in _files(ctx, files):
        readers = variants.readers_of(path, place, vocabulary)
        file = File(path, vocabulary, readers, list(place.rulesets), list(place.paradigms))
        decisions, remarks = mistakes.read(file)
        notes: list[str] = []
        if not any(remark.check in ("mistake", "unreadable") for remark in remarks):
            file.effects, notes = _effects(place, file, decisions)
        found = sorted([*remarks, *mistakes.lint(file)], key=lambda remark: remark.line)
        any_found = any_found or bool(found)
        for remark in found:
            click.echo(_as_json(path, remark) if as_lines else _shown(path, remark))
        for note in notes:
            click.echo(f"lexkit: {note}", err=True)
    return 1 if any_found else 0


def _files(ctx: click.Context, files: Sequence[Path]) -> list[Path]:
    if files:
        return list(files)
    found = workspace(ctx).curated_files
    if not found:
        raise LexkitError("there are no curated files here", remedy="name one")
    return found


def _effects(
    place: Workspace, file: File, decisions: Sequence[Decision]
) -> tuple[dict[str, list[Effect]], list[str]]:
    """The effects of each decision, by its place, where they are known in all its rulesets.

    And why nothing is known of the others.
    """
    builder = Builder(place, cache_folder(), offline=True)
    found: dict[str, list[Effect]] = {}
    unknown, notes = set[str](), list[str]()
    for name, (rules, _) in file.rulesets.items():
        mine = [decision for decision in decisions if decision.concerns(name)]
        built = list(variants.built(place, rules))
        why = "" if any(opened.ruleset == name for _, opened in built) else "it is not built"
        waiting = set[str]()
        for variant, opened in built if mine else ():
            effects = variants.effects(builder, variant, opened, decisions)
            if effects is None:
                why = "it was built from other sources"
                continue
            for decision in mine:
                if (effect := effects.of(decision)) is None:
                    waiting.add(decision.place)
                else:
                    found.setdefault(decision.place, []).append(effect)
        if mine and why:
            waiting = {decision.place for decision in mine}
            notes.append(f"what the lines for {name} do is not known: {why} (lexkit build {name})")
        elif waiting:
            told = f"what {len(waiting)} of the lines for {name} make is not known"
            notes.append(f"{told}: they are not built yet (lexkit build {name})")
        unknown |= waiting
    return {place: told for place, told in found.items() if place not in unknown}, notes


def _shown(path: Path, remark: Remark) -> str:
    remedy = f" ({remark.remedy})" if remark.remedy else ""
    return printable(f"{path}:{remark.line}: {remark.text}{remedy}")


def _as_json(path: Path, remark: Remark) -> str:
    return json_line({"path": str(path), **asdict(remark)})

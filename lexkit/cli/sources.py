"""`lexkit sources`: the word lists there are, fetched and verified."""

from __future__ import annotations

from pathlib import Path

import click

from lexkit import curated, source, tagset
from lexkit.cli.add import add
from lexkit.cli.common import MIRROR, SOURCE, json_line, workspace
from lexkit.errors import LexkitError
from lexkit.fetch import fetch as fetch_files
from lexkit.source import Manifest
from lexkit.workspace import cache_folder, mirror_folder


@click.group()
def sources() -> None:
    """The word lists that rulesets are built from.

    \b
    Examples:
      lexkit sources list
      lexkit sources fetch german-nouns
      lexkit sources verify
      lexkit sources add words.csv
    """


sources.add_command(add)


def _manifests(ctx: click.Context, names: tuple[str, ...]) -> list[Manifest]:
    place = workspace(ctx)
    vocabulary = tagset.load(place.tags_files)
    return [source.load(place.source(name), vocabulary) for name in names or place.sources]


@sources.command("list")
@click.option("--json", "as_lines", is_flag=True, help="The manifests as JSON Lines.")
@click.pass_context
def list_(ctx: click.Context, as_lines: bool) -> None:
    """List the sources: name, language, reader, licence, title.

    \b
    Example:
      lexkit sources list
    """
    for manifest in _manifests(ctx, ()):
        if as_lines:
            told = {
                "source": manifest.name,
                "title": manifest.title,
                "language": manifest.language,
                "licence": manifest.licence,
                "homepage": manifest.homepage,
                "reader": manifest.reader,
                "attests": manifest.attests,
                "files": dict(manifest.files),
            }
            click.echo(json_line(told))
        else:
            name = click.style(f"{manifest.name:<28}", bold=True)
            facts = f"{manifest.language:<3} {manifest.reader:<12} {manifest.licence:<20}"
            click.echo(f"{name} {facts} {manifest.title}")


@sources.command()
@click.argument("names", nargs=-1, type=SOURCE, metavar="[SOURCE]...")
@MIRROR
@click.pass_context
def fetch(ctx: click.Context, names: tuple[str, ...], mirror: Path | None) -> None:
    """Fetch the files of sources into the cache (of all, without a name).

    \b
    Example:
      lexkit sources fetch german-nouns
    """
    for manifest in _manifests(ctx, names):
        for name, path in _fetched(manifest, mirror_folder(mirror), offline=False).items():
            click.echo(f"{manifest.name}: {name} at {path}")


@sources.command()
@click.argument("names", nargs=-1, type=SOURCE, metavar="[SOURCE]...")
@MIRROR
@click.pass_context
def verify(ctx: click.Context, names: tuple[str, ...], mirror: Path | None) -> int:
    """Check the files that are here against their checksums, without a network.

    The exit code is 1 if a file is missing or differs.

    \b
    Example:
      lexkit sources verify
    """
    vocabulary = tagset.load(workspace(ctx).tags_files)
    good = True
    for manifest in _manifests(ctx, names):
        try:
            if manifest.is_curated:
                count = len(curated.read(manifest.curated_file, manifest.name, vocabulary))
                click.echo(f"{manifest.name}: {count:,} decisions, well-formed")
                continue
            for name, path in _fetched(manifest, mirror_folder(mirror), offline=True).items():
                click.echo(f"{manifest.name}: {name} is as pinned ({path})")
        except LexkitError as error:
            good = False
            click.echo(f"{manifest.name}: {error}", err=True)
    return 0 if good else 1


def _fetched(manifest: Manifest, mirror: Path | None, *, offline: bool) -> dict[str, Path]:
    if manifest.is_curated:
        return {}
    return fetch_files(
        manifest.name,
        manifest.files,
        manifest.fetch,
        manifest=manifest.path,
        cache=cache_folder(),
        mirror=mirror,
        offline=offline,
    )

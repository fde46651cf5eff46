"""`lexkit read`: the readings in any file, to see what a reader makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from lexkit import tagset
from lexkit.cli.common import json_line, workspace
from lexkit.errors import LexkitError, suggest
from lexkit.model import Reading
from lexkit.packed import STDIN
from lexkit.progress import progress
from lexkit.readers import READERS, shaped_by, tables
from lexkit.readers.base import Input, Options, OptionValue, Report
from lexkit.readers.labels import Labels
from lexkit.readers.typed import readings
from lexkit.tagset import Tagset

#: `--option tag:Toponym=toponym` maps a label to tags, as a manifest's `tags` does.
TAG = "tag:"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--reader", required=True, metavar="READER", help=f"One of {', '.join(READERS)}.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE",
              help="An option of the reader, or tag:LABEL=TAG to map a label.")  # fmt: skip
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines: form, lemma, tags, place.")
@click.pass_context
def read(
    ctx: click.Context, file: Path, reader: str, options: tuple[str, ...], as_lines: bool
) -> int:
    """Print the readings in FILE; - is standard input.

    What cannot be read goes to standard error with its place, and makes the exit code 1.

    \b
    Examples:
      lexkit read words.txt --reader wordlist
      lexkit read nouns.csv --reader table --option forms=lemma --option labels=pos --json
      lexkit read list.tsv --reader table --option tag:Toponym=toponym
      curl …/dewiktionary-….xml.bz2 | lexkit read - --reader wiktionary
    """
    if reader not in READERS:
        raise LexkitError(f"there is no reader {reader!r}", remedy=suggest(reader, list(READERS)))
    if file != STDIN and (not file.exists() or file.is_dir()):
        raise LexkitError("there is no such file", path=file)
    vocabulary = tagset.load(workspace(ctx).tags_files)
    values, mapped = _options(options, vocabulary)
    report = Report()
    given = Input({file.name: file}, Options(values, READERS[reader].OPTIONS), report)
    meant = tables.meanings(shaped_by(reader, given.options), vocabulary)
    themselves = {tag: frozenset({tag}) for tag in vocabulary.names if not vocabulary.is_shape(tag)}
    labels = Labels(mapped, meant={**themselves, **meant})
    found = readings(READERS[reader], given, labels, "")
    _print(progress(found, f"reading {file.name}", "readings"), as_lines)
    for line in report.lines():
        click.echo(line, err=True)
    return 1 if report.skipped else 0


def _options(
    options: tuple[str, ...], vocabulary: Tagset
) -> tuple[dict[str, OptionValue], dict[str, frozenset[str]]]:
    """The reader's options, and what labels are mapped to."""
    values: dict[str, OptionValue] = {}
    mapped: dict[str, frozenset[str]] = {}
    for option in options:
        key, sign, value = option.partition("=")
        if not sign:
            raise LexkitError(f"the option {option!r} has no value", remedy="write KEY=VALUE")
        if key.startswith(TAG):
            names = value.replace(",", " ").split()
            mapped[key.removeprefix(TAG)] = frozenset(
                vocabulary.check(name, path=None, line=None, given=True)
                for name in names
                if name != "-"
            )
        else:
            values[key] = value
    return values, mapped


def _print(found: Iterable[Reading], as_lines: bool) -> None:
    for reading in found:
        tags = sorted(reading.tags)
        if as_lines:
            shown = {
                "form": reading.form, "lemma": reading.lemma, "tags": tags, "place": reading.place,
            }  # fmt: skip
            click.echo(json_line(shown))
        else:
            of = f"  of {reading.lemma}" if reading.lemma not in (None, reading.form) else ""
            click.echo(f"{reading.form}{of}  {', '.join(tags)}  {reading.place}")

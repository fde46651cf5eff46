"""`lexkit read`: the readings in any file, to see what a reader makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from lexkit import tagset
from lexkit.cli.common import json_line, printable, workspace
from lexkit.cli.reading import prepare
from lexkit.model import Reading
from lexkit.progress import progress
from lexkit.readers import READERS
from lexkit.readers.guess import Guess

#: How many readings are printed at once.
AT_ONCE = 500


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--reader", metavar="READER", help=f"One of {', '.join(READERS)} (guessed).")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE",
              help="An option of the reader, tag:LABEL=TAG or pattern:REGEX=TAG.")  # fmt: skip
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines: form, lemma, tags, place.")
@click.pass_context
def read(
    ctx: click.Context, file: Path, reader: str | None, options: tuple[str, ...], as_lines: bool
) -> int:
    """Print the readings in FILE; - is standard input. Packed files are unpacked.

    What cannot be read goes to standard error with its place, and makes the exit code 1. What is
    guessed is said there too.

    \b
    Examples:
      lexkit read words.txt
      lexkit read nouns.csv --reader table --option forms=lemma --option labels=pos --json
      lexkit read list.tsv --reader table --option tag:Toponym=toponym
      xzcat dump.xml.xz | lexkit read - --reader tei
    """
    prepared = prepare(file, reader, options, tagset.load(workspace(ctx).tags_files))
    if prepared.guess is not None:
        click.echo(_guessed(prepared.guess), err=True)
    found = progress(prepared.readings(), f"reading {file.name}", "readings")
    _print(found, as_lines)
    for line in prepared.report.lines():
        click.echo(printable(line), err=True)
    return 1 if prepared.report.skipped else 0


def _guessed(guess: Guess) -> str:
    told = "".join(f" --option {key}={_typed(value)}" for key, value in guess.options.items())
    doubts = "".join(f"; {doubt}" for doubt in guess.unsure)
    return printable(f"a guess: --reader {guess.reader}{told}, as {'; '.join(guess.why)}{doubts}")


def _typed(value: object) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


def _print(found: Iterable[Reading], as_lines: bool) -> None:
    """Print the readings, many at once: each print alone would be a call of the system."""
    lines: list[str] = []
    try:
        for reading in found:
            lines.append(_as_line(reading) if as_lines else _as_text(reading))
            if len(lines) >= AT_ONCE:
                click.echo("\n".join(lines))
                lines.clear()
    finally:  # what was read before something went wrong is good
        if lines:
            click.echo("\n".join(lines))


def _as_line(reading: Reading) -> str:
    tags = sorted(reading.tags)
    return json_line(
        {"form": reading.form, "lemma": reading.lemma, "tags": tags, "place": reading.place}
    )


def _as_text(reading: Reading) -> str:
    of = f"  of {reading.lemma}" if reading.lemma not in (None, reading.form) else ""
    return f"{reading.form}{of}  {', '.join(sorted(reading.tags))}  {printable(reading.place)}"

"""`lexkit sources add`: from a file that someone has to a manifest."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import click

from lexkit import draft, source, tagset
from lexkit.cli.common import is_terminal, json_line, printable, workspace
from lexkit.cli.reading import Prepared, prepare
from lexkit.errors import LexkitError
from lexkit.model import Reading
from lexkit.packed import STDIN
from lexkit.readers import READERS
from lexkit.readers.guess import Guess

#: How many readings are looked at, and shown.
LOOKED_AT, SHOWN = 20_000, 8


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="The name of the source (after the file).")
@click.option("--title", help="What the list is called.")
@click.option("--language", help="Its language, such as nl.")
@click.option("--licence", help="Its licence by its SPDX identifier, such as CC-BY-SA-4.0.")
@click.option("--reader", metavar="READER", help=f"One of {', '.join(READERS)} (guessed).")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE",
              help="An option of the reader, tag:LABEL=TAG or pattern:REGEX=TAG.")  # fmt: skip
@click.option("--yes", is_flag=True, help="Ask nothing, write at once.")
@click.option("--json", "as_line", is_flag=True, help="What was found as a line of JSON.")
@click.pass_context
def add(
    ctx: click.Context,
    file: Path,
    name: str | None,
    title: str | None,
    language: str | None,
    licence: str | None,
    reader: str | None,
    options: tuple[str, ...],
    yes: bool,
    as_line: bool,
) -> int:
    """Look at FILE, propose how it is read, and write its manifest, sources/NAME.yaml.

    Says why, what it is unsure of, and shows the first readings. On a terminal it asks for what is
    missing and before it writes; elsewhere what is missing is left empty, to be filled in.

    \b
    Examples:
      lexkit sources add words.csv --language nl --licence CC0-1.0
      lexkit sources add dump.jsonl.gz --name my-words --reader wiktextract
    """
    place = workspace(ctx)
    if place.root is None:
        raise LexkitError("there is no workspace here", remedy="make one with: lexkit init DIR")
    if file == STDIN or file.is_fifo() or file.is_char_device():
        raise LexkitError("a pipe cannot be fetched again", remedy="save it to a file")
    name = name or draft.name_for(file)
    path = place.root / "sources" / f"{name}.yaml"
    if name in place.sources or path.exists():
        raise LexkitError(
            f"there is a source {name!r} already", path=place.sources.get(name, path),
            remedy="choose another with --name",
        )  # fmt: skip
    vocabulary = tagset.load(place.tags_files)
    prepared = prepare(file, reader, options, vocabulary)
    guess = prepared.guess or Guess(prepared.reader, why=["--reader says so"])
    readings = list(islice(prepared.readings(), LOOKED_AT))
    asks = not yes and not as_line and is_terminal(sys.stdin)
    if not as_line:
        click.echo("\n".join(_shown(prepared, guess, readings)))
    if asks:
        language = language or click.prompt("Its language", guess.language)
        licence = licence or click.prompt("Its licence (SPDX)", "", show_default=False)
    written = _options(prepared, guess)
    text = draft.manifest(
        name,
        list(prepared.given.files.values()),
        path.parent,
        prepared.reader,
        draft.tables_from(path.parent, prepared.reader, written),
        language=language or guess.language,
        licence=licence or "",
        title=title or file.name,
        tags=_tags(prepared),
        patterns=[(pattern.pattern, tags) for pattern, tags in prepared.labels.patterns],
        unmapped=sorted(prepared.labels.unmapped),
    )
    if asks and not click.confirm(f"{text}\nWrite this to {path}?", default=True):
        return 1
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8", newline="\n") as target:
        target.write(text)
    missing = [
        key
        for key, value in (("language", language or guess.language), ("licence", licence))
        if not value
    ]
    if not missing:
        try:
            source.load(path, vocabulary)  # what is written must be sound
        except LexkitError:
            path.unlink()
            raise
    if as_line:
        click.echo(json_line(_as_json(name, path, prepared, guess, readings, missing)))
    else:
        left = [f"  {key} is to be filled in" for key in missing]
        click.echo("\n".join([f"wrote {path}", *left]))
    return 0


def _options(prepared: Prepared, guess: Guess) -> dict[str, str | list[str] | dict[str, str]]:
    options = dict(prepared.given.options.values)
    if guess.encoding and "encoding" not in options:
        options["encoding"] = guess.encoding
    return options


def _tags(prepared: Prepared) -> dict[str, frozenset[str]]:
    """The labels that need a line in the manifest: those typed, and those that are tags."""
    met = {label: prepared.labels.tags((label,)) for label in sorted(prepared.labels.met)}
    themselves = {label: tags for label, tags in met.items() if tags == frozenset({label})}
    return {**themselves, **prepared.mapped}


def _shown(prepared: Prepared, guess: Guess, readings: list[Reading]) -> list[str]:
    lines = [f"reader    {prepared.reader}"]
    for key, value in _options(prepared, guess).items():
        lines.append(f"          {key}: {', '.join(value) if isinstance(value, list) else value}")
    lines += [f"because   {why}" for why in guess.why]
    lines += [f"unsure    {doubt}" for doubt in guess.unsure]
    lines.append(f"readings  {_counted(readings)}, the first:")
    for reading in readings[:SHOWN]:
        of = f" of {reading.lemma}" if reading.lemma not in (None, reading.form) else ""
        lines.append(f"          {reading.form}{of}  {', '.join(sorted(reading.tags))}")
    lines += [f"report    {line}" for line in prepared.report.lines()]
    return list(map(printable, lines))


def _counted(readings: list[Reading]) -> str:
    return f"{len(readings):,}" + (" and more" if len(readings) == LOOKED_AT else "")


def _as_json(
    name: str,
    path: Path,
    prepared: Prepared,
    guess: Guess,
    readings: list[Reading],
    missing: list[str],
) -> dict[str, object]:
    shown = [
        {"form": r.form, "lemma": r.lemma, "tags": sorted(r.tags), "place": r.place}
        for r in readings[:SHOWN]
    ]
    return {
        "source": name,
        "manifest": str(path),
        "reader": prepared.reader,
        "options": _options(prepared, guess),
        "why": guess.why,
        "unsure": guess.unsure,
        "missing": missing,
        "readings": shown,
        "looked_at": len(readings),
        "lost": prepared.report.skipped,
        "noted": prepared.report.noted,
        "places": prepared.report.places,
    }

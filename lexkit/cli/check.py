"""`lexkit check`: the verdict on words, with its reason."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from lexkit.answers import as_json
from lexkit.cli.common import RULESET, json_line, lexicons, printable, verdict_text, workspace
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.model import Answer, Ground, Verdict


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="WORD...")
@click.option("-r", "--ruleset", "rulesets", multiple=True, type=RULESET, help="Only this game's.")
@click.option("--lexicon", "lexicon_name", type=RULESET, help="A lexicon by its full name.")
@click.option("--file", "file", type=click.Path(path_type=Path, allow_dash=True),
              help="Words from a file, one a line; - reads standard input.")  # fmt: skip
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines, by docs/check.schema.json.")
@click.pass_context
def check(
    ctx: click.Context,
    words: tuple[str, ...],
    rulesets: tuple[str, ...],
    lexicon_name: str | None,
    file: Path | None,
    as_lines: bool,
) -> int:
    """Say whether words count, and why.

    Without -r, every built ruleset answers, side by side. The exit code is 0 if all the words are
    accepted, 1 if any is not.

    \b
    Examples:
      lexkit check Adonis Linz Baeume
      lexkit check Straße -r de-wordox --json
      lexkit check --file words.txt -r de-wordox
    """
    # A suffix is asked for as it is written (-heit), so what begins with one hyphen is a word.
    if mistyped := next((word for word in words if word.startswith("--")), None):
        raise click.UsageError(f"there is no option {mistyped}")
    if not words and file is None:
        raise click.UsageError("name a word, or --file FILE")
    names = (*rulesets, *([] if lexicon_name is None else [lexicon_name]))
    opened = lexicons(workspace(ctx), names)
    accepted = True
    for word in (*words, *(_lines(file) if file is not None else ())):
        answers = [lexicon.answer(word) for lexicon in opened]
        accepted &= all(answer.verdict is Verdict.ACCEPTED for answer in answers)
        for answer in answers:
            if as_lines:
                click.echo(json_line(as_json(answer)))
        if not as_lines:
            click.echo("\n".join(_shown(answers, opened)))
    return 0 if accepted else 1


def _lines(file: Path) -> Iterator[str]:
    """The words in ``file``, one a line; blank lines are passed over."""
    try:
        raw = sys.stdin.buffer if str(file) == "-" else file.open("rb")
    except OSError as error:
        raise LexkitError(f"cannot be read: {error.strerror}", path=file) from None
    with raw:
        for number, line in enumerate(raw, 1):
            try:
                word = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            except UnicodeDecodeError:
                raise LexkitError(
                    "not UTF-8", path=file, line=number, remedy="save the file as UTF-8"
                ) from None
            if word:
                yield word


def _shown(answers: list[Answer], opened: list[Lexicon]) -> Iterator[str]:
    """The answers to one word, a block a ruleset."""
    for answer in answers:
        name = f"  [{answer.ruleset}]" if len(opened) > 1 else ""
        word = click.style(printable(answer.word), bold=True)
        yield f"{word}  {verdict_text(answer.verdict)}{name}"
        for number, ground in enumerate(answer.grounds):
            yield from _ground(ground, also=number > 0)
        if not answer.grounds:
            yield "  No source knows it."
        if answer.hints:
            yield "  Is it " + " or ".join(answer.hints) + "?"
        if answer.near:
            yield "  Near it: " + ", ".join(answer.near)


def _ground(ground: Ground, *, also: bool) -> Iterator[str]:
    rule = f"rule {ground.rule}" + (f", “{ground.clause}”" if ground.clause else "")
    dim = click.style(f"({rule})", dim=True)
    lead = f"  also {ground.verdict}: " if also else "  "
    yield f"{lead}{printable(ground.says)} {dim}"
    if ground.source:
        reading = ground.form or ""
        if ground.lemma and ground.lemma != ground.form:
            reading += f", form of {ground.lemma}"
        if ground.cell:
            cell = f"{ground.paradigm}: {ground.cell}" if ground.paradigm else ground.cell
            reading += f" ({cell})"
        tags = ", ".join(ground.tags) or "no tags"
        yield f"    {printable(reading)}: {tags}; {ground.source}, {ground.place}"

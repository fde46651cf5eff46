"""`lexkit check`: the verdict on words, with its reason."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from lexkit.answers import as_json
from lexkit.cli.common import LEXICON, RULESET, json_line, lexicons, workspace
from lexkit.cli.verdicts import alone, side_by_side
from lexkit.errors import LexkitError
from lexkit.model import Verdict


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="WORD...")
@click.option("-r", "--ruleset", "rulesets", multiple=True, type=RULESET, help="Only this game's.")
@click.option("--lexicon", "lexicon_name", type=LEXICON,
              help="A lexicon by its full name, a release, or a path.")  # fmt: skip
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

    Without -r, every built ruleset answers, a line each side by side; with one ruleset every ground
    is told. The exit code is 0 if all the words are accepted, 1 if any is not.

    \b
    Examples:
      lexkit check Adonis Linz Baeume
      lexkit check Straße -r de-wordox --json
      lexkit check --file words.txt -r de-wordox
      lexkit check 't?a?' -r en-keywords
      lexkit check Linz --lexicon de-wordox@1
    """
    # A suffix is asked for as it is written (-heit), so what begins with one hyphen is a word.
    if mistyped := next((word for word in words if word.startswith("--")), None):
        raise click.UsageError(f"there is no option {mistyped}")
    if not words and file is None:
        raise click.UsageError("name a word, or --file FILE")
    names = (*rulesets, *([] if lexicon_name is None else [lexicon_name]))
    opened = lexicons(workspace(ctx), names)
    called = [lexicon.name for lexicon in opened]
    accepted = True
    for word in (*words, *(_lines(file) if file is not None else ())):
        answers = [lexicon.answer(word) for lexicon in opened]
        accepted &= all(answer.verdict is Verdict.ACCEPTED for answer in answers)
        for answer in answers:
            if as_lines:
                click.echo(json_line(as_json(answer)))
        if not as_lines:
            lines = side_by_side(answers, called) if len(answers) > 1 else alone(answers[0])
            click.echo("\n".join(lines))
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

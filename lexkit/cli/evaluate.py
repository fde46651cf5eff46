"""`lexkit evaluate`: recall and false accepts against lists of words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from lexkit import evaluate as measuring
from lexkit import tagset
from lexkit.cli.common import LEXICON, json_line, lexicon, printable, verdict_text, workspace
from lexkit.errors import LexkitError
from lexkit.evaluate import Measure
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict

#: How many values of a division are shown to people; `--json` has them all.
_SHOWN = 12

#: How many samples of each class are shown to people.
_FEW = 8

_TITLES = {
    "part_of_speech": "part of speech", "rule": "rule", "source": "source", "paradigm": "paradigm",
    "length": "length",
}  # fmt: skip


@click.command()
@click.argument("ruleset", type=LEXICON)
@click.option("--gold", type=click.Path(path_type=Path), help="Words that should be accepted.")
@click.option("--reject-gold", type=click.Path(path_type=Path),
              help="Words that should not.")  # fmt: skip
@click.option("--encoding", default="utf-8", show_default=True, help="That of the lists.")
@click.option("--seed", default=0, show_default=True, help="Draws the samples.")
@click.option("--samples", default=20, show_default=True, type=click.IntRange(0),
              help="How many words of each verdict and rule.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Everything as one JSON object.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a page with charts too.")
@click.pass_context
def evaluate(
    ctx: click.Context,
    ruleset: str,
    gold: Path | None,
    reject_gold: Path | None,
    encoding: str,
    seed: int,
    samples: int,
    as_json: bool,
    html: Path | None,
) -> int:
    """Measure the lexicon of RULESET against lists of words, one a line.

    Recall is the share of the words of --gold that are accepted, false accepts that of the words of
    --reject-gold. The lists are folded with the ruleset's own spelling; words written twice count
    once, and those that cannot be laid are counted apart. RULESET can also be a release, or the
    folder of a lexicon.

    \b
    Examples:
      lexkit evaluate de-wordox --gold words.txt
      lexkit evaluate de-wordox --gold words.txt --reject-gold names.txt --json
      lexkit evaluate de-wordox --gold list.gz --encoding iso-8859-1 --html page.html
    """
    if gold is None and reject_gold is None:
        raise click.UsageError("name a list: --gold FILE, --reject-gold FILE")
    place = workspace(ctx)
    opened = lexicon(place, ruleset)
    parts = tuple(tagset.load(place.tags_files).parts_of_speech)

    def measured(path: Path | None) -> Measure | None:
        if path is None:
            return None
        listed = measuring.read(path, encoding, opened.spelling)
        return measuring.measure(opened, listed, path.name, parts, seed=seed, samples=samples)

    found = {"gold": measured(gold), "reject_gold": measured(reject_gold)}
    if html is not None:
        from lexkit import report  # only here: it loads the libraries that draw

        _written(html, report.evaluation(opened, found["gold"], found["reject_gold"]))
    click.echo(json_line(_as_json(opened, seed, found)) if as_json else _shown(opened, found))
    return 0


def _written(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise LexkitError(f"cannot be written to: {error.strerror}", path=path) from None


def _as_json(opened: Lexicon, seed: int, found: dict[str, Measure | None]) -> dict[str, object]:
    gold, reject_gold = found["gold"], found["reject_gold"]
    return {
        "ruleset": opened.ruleset,
        "lexicon": opened.version,
        "seed": seed,
        "recall": gold and gold.share,
        "false_accepts": reject_gold and reject_gold.share,
        **{name: m and measuring.as_json(m) for name, m in found.items()},
    }


def _shown(opened: Lexicon, found: dict[str, Measure | None]) -> str:
    lines = [f"{click.style(opened.ruleset, bold=True)}  (version {opened.version})"]
    if (gold := found["gold"]) is not None:
        lines += ["", _headline("recall", gold), *_details(gold)]
    if (refused := found["reject_gold"]) is not None:
        lines += ["", _headline("false accepts", refused), *_details(refused)]
    return "\n".join(lines)


def _headline(what: str, measured: Measure) -> str:
    share = "no words" if measured.share is None else f"{measured.share:.2%}"
    accepted = measured.verdicts[Verdict.ACCEPTED]
    name = click.style(f"{what} {share}", bold=True)
    return f"{name}: {accepted:,} of {measured.words:,} words in {printable(measured.file)}"


def _details(measured: Measure) -> Iterator[str]:
    yield (
        f"  of {measured.lines:,} lines, {measured.duplicates:,} repeat a word and"
        f" {measured.unlayable:,} cannot be laid"
    )
    yield f"  {'':24}" + "".join(f"{verdict.value:>12}" for verdict in Verdict)
    yield "  " + _row("all", measured.verdicts)
    for division, title in _TITLES.items():
        rows = measuring.divided(measured, division)
        if all(value is None for value, _ in rows):
            continue
        yield f"  by {title}"
        for value, counts in rows[:_SHOWN] if division != "length" else rows:
            yield "    " + _row("none" if value is None else str(value), counts, 22)
        if division != "length" and len(rows) > _SHOWN:
            yield f"    and {len(rows) - _SHOWN} more (--json)"
    if measured.lemmas:
        yield f"  {'by lemma':24}{'all forms':>12}{'some':>12}{'none':>12}"
        for part, c in measured.lemmas.items():
            name = part or "no part of speech"
            yield f"    {name:22}{c.whole:12,}{c.partly:12,}{c.none:12,}"
    for shown in measured.classes:
        words = ", ".join(printable(sample.word) for sample in shown.samples[:_FEW])
        by = f" by {shown.rule}" if shown.rule else ""
        if words:
            more = ", …" if shown.count > _FEW else ""
            yield f"  {verdict_text(shown.verdict)}{by} ({shown.count:,}): {words}{more}"
    if measured.unlayable_samples:
        words = ", ".join(map(printable, measured.unlayable_samples[:_FEW]))
        yield f"  cannot be laid ({measured.unlayable:,}): {words}"


def _row(name: str, counts: dict[str, int], width: int = 24) -> str:
    return f"{name:{width}}" + "".join(f"{counts.get(verdict, 0):12,}" for verdict in Verdict)

"""`lexkit propose`: ask for a word to be added, removed, or given other tags."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import click

from lexkit import tagset
from lexkit.answers import as_json
from lexkit.cli.common import RULESET, built, is_terminal, json_line, lexicon, printable, workspace
from lexkit.cli.proposals import BY, dated
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.packed import open_text
from lexkit.progress import progress
from lexkit.review import intake, listing
from lexkit.review.intake import Outcome, Reply, Request
from lexkit.review.listing import Listed
from lexkit.review.records import Action, Proposal
from lexkit.review.store import Store
from lexkit.review.told import proposal_json
from lexkit.workspace import Workspace

_COLOURS = {Outcome.TAKEN: "green", Outcome.PROPOSED: "yellow", Outcome.DECIDED: "yellow"}


@click.command()
@click.argument("words", nargs=-1, metavar="WORD...")
@click.option("-r", "--ruleset", "rulesets", multiple=True, type=RULESET, help="For this game.")
@click.option("--reason", default="", help="Why; needed unless a file says it.")
@click.option("--reference", default="", help="Where it can be looked up.")
@click.option("--by", default="", help="Who proposes it; needed unless a file says it (LEXKIT_BY).",
              envvar=BY)  # fmt: skip
@click.option("--remove", is_flag=True, help="The word should not count.")
@click.option("--tags", default="", metavar="TAG,TAG", help="The word has these tags.")
@click.option("--dispute", metavar="RULE", help="This rule, which refuses the word, is mistaken.")
@click.option("--file", "file", type=click.Path(path_type=Path, allow_dash=True),
              help="A word a line, or a table; - is standard input.")  # fmt: skip
@click.option("--answer", "answered", type=int, metavar="N", help="Answer a question about N.")
@click.option("--withdraw", "withdrawn", type=int, metavar="N", help="Take proposal N back.")
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines, one a word and ruleset.")
@click.pass_context
def propose(
    ctx: click.Context,
    words: tuple[str, ...],
    rulesets: tuple[str, ...],
    reason: str,
    reference: str,
    by: str,
    remove: bool,
    tags: str,
    dispute: str | None,
    file: Path | None,
    answered: int | None,
    withdrawn: int | None,
    as_lines: bool,
) -> int:
    """Propose words for a game's dictionary, to be decided by its maintainers.

    What counts already, or falls by a rule, is answered at once with its ground; who thinks the
    rule mistaken disputes it by its name. The exit code is 0 if everything was taken.

    \b
    Examples:
      lexkit propose Tischfee -r de-wordox --reason "in every game" --by anna
      lexkit propose Rand --dispute currencies --reason "also an edge" --by anna
      lexkit propose --file words.csv -r de-wordox --by anna
    """
    place = workspace(ctx)
    if remove and tags:
        raise click.UsageError("--remove and --tags are two proposals")
    if answered is not None or withdrawn is not None:
        if words or file is not None:
            raise click.UsageError("--answer and --withdraw are about a proposal, not a word")
        return _about_own(place, answered, withdrawn, by, reason, reference, as_lines)
    if not words and file is None:
        raise click.UsageError("name a word, or --file FILE")
    action = Action.REMOVE if remove else Action.TAG if tags else Action.ADD
    given = Request("", action, by, reason, reference, _tags(tags), dispute)
    asked = [Listed(replace(given, word=word), (), 0) for word in words]
    if file is not None:
        asked += listing.read(_lines(file), file, given)
    opened = _Lexicons(place, rulesets)
    known = tagset.load(place.tags_files)
    for item in asked:  # all that can be wrong is, before the first is stored
        for tag in item.request.tags:
            known.check(tag, path=file if item.line else None, line=item.line or None, given=True)
        _require(item, file)
        opened.of(item)
    store = Store.open(place.database)
    taken = True
    # On a terminal the answers themselves show how far it is.
    visible = is_terminal(sys.stdout)
    shown = asked if visible else progress(asked, "proposing", "words", len(asked))
    for item in shown:
        for reply in intake.propose(store, opened.of(item), item.request):
            taken &= reply.outcome is Outcome.TAKEN
            click.echo(json_line(_as_json(reply, item.request)) if as_lines else _shown(reply))
    return 0 if taken else 1


def _tags(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def _require(item: Listed, file: Path | None) -> None:
    """Raise for a proposal that lacks a text, or has one that cannot be kept."""
    for name in ("reason", "by"):
        if not getattr(item.request, name).strip():
            raise LexkitError(
                f"{item.request.word!r} has no {name!r}",
                path=file if item.line else None,
                line=item.line or None,
                remedy=f"give --{name}",
            )
    if item.request.action is Action.TAG and not item.request.tags:
        raise LexkitError("no tags are given", path=file, line=item.line, remedy="name them")
    try:
        intake.checked(item.request)
    except LexkitError as error:
        if item.line:
            error.path, error.line = file, item.line
        raise


def _lines(file: Path) -> Iterator[str]:
    """The lines of ``file``, with their ends (a text in quotes may go over several)."""
    with open_text(file, newline="") as lines:
        yield from lines


class _Lexicons:
    """The lexicons by which proposals are judged, each opened once."""

    def __init__(self, place: Workspace, names: tuple[str, ...]) -> None:
        self._place = place
        self._names = names
        self._opened: dict[str, Lexicon] = {}

    def of(self, item: Listed) -> list[Lexicon]:
        """Those that ``item`` names, else those of the command, else all of the one language."""
        names = item.rulesets or self._names or self._all
        for name in names:
            if name not in self._opened:
                self._opened[name] = lexicon(self._place, name)
        return [self._opened[name] for name in dict.fromkeys(names)]

    @property
    def _all(self) -> tuple[str, ...]:
        """All that are built, without those of special options; their language must be one."""
        names = tuple(name for name in built(self._place) if "+" not in name)
        if not names:
            raise LexkitError("no lexicon is built yet", remedy="lexkit build RULESET")
        found = {name: lexicon(self._place, name) for name in names if name not in self._opened}
        self._opened |= found
        if len({self._opened[name].manifest["language"] for name in names}) > 1:
            raise LexkitError(
                "lexicons of several languages are built",
                remedy=f"say for which game: -r {' or -r '.join(names)}",
            )
        self._names = names
        return names


def _about_own(
    place: Workspace, answered: int | None, withdrawn: int | None, by: str, reason: str,
    reference: str, as_line: bool,
) -> int:  # fmt: skip
    """Answer a question about one's proposal, or take it back."""
    if not by:
        raise click.UsageError("say who you are: --by")
    store = Store.open(place.database)
    proposals: list[Proposal] = []
    if answered is not None:
        proposals.append(store.answer(answered, by, reason, reference))
    if withdrawn is not None:
        proposals.append(store.withdraw(withdrawn, by, reason))
    for now in proposals:
        text = f"{now.number}  {printable(now.word)}  {now.state}"
        click.echo(json_line(proposal_json(now)) if as_line else text)
    return 0


def _as_json(reply: Reply, request: Request) -> Mapping[str, object]:
    return {
        "word": reply.answer.word,
        "letters": reply.answer.letters,
        "ruleset": reply.ruleset,
        "action": request.action,
        "outcome": reply.outcome,
        "proposal": None if reply.proposal is None else reply.proposal.number,
        "answer": as_json(reply.answer),
        "earlier": [proposal_json(proposal) for proposal in reply.earlier],
    }


def _shown(reply: Reply) -> str:
    answer = reply.answer
    colour = _COLOURS.get(reply.outcome, "red")
    head = click.style(printable(answer.word), bold=True)
    lines = [f"{head}  {click.style(_said(reply), fg=colour)}  [{reply.ruleset}]"]
    if reply.outcome not in (Outcome.TAKEN, Outcome.PROPOSED, Outcome.DECIDED) and answer.grounds:
        ground = answer.grounds[0]
        clause = f", “{ground.clause}”" if ground.clause else ""
        lines.append(f"  rule {ground.rule}: {printable(ground.says)}{clause}")
        if ground.source:
            reading = f"{ground.form}: {', '.join(ground.tags) or 'no tags'}"
            lines.append(f"    {printable(reading)}; {ground.source}, {ground.place}")
    if reply.outcome is Outcome.REJECTED and answer.grounds:
        lines.append(f"  If the rule is mistaken here: --dispute {answer.grounds[0].rule}")
    if answer.hints:
        lines.append("  Is it " + " or ".join(answer.hints) + "?")
    lines += [f"  Before: {dated(proposal)}" for proposal in reply.earlier]
    return "\n".join(lines)


def _said(reply: Reply) -> str:
    number = reply.proposal.number if reply.proposal is not None else 0
    return {
        Outcome.TAKEN: f"taken as proposal {number}",
        Outcome.PROPOSED: f"already proposed, see {number}",
        Outcome.DECIDED: f"already decided, see {number}: it waits for the next build",
        Outcome.ACCEPTED: "counts already",
        Outcome.REJECTED: "rejected by a rule",
        Outcome.IMPOSSIBLE: "cannot be proposed",
        Outcome.ABSENT: "does not count anyway",
        Outcome.SAME: "has these tags already",
    }[reply.outcome]

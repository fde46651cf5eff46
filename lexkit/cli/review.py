"""`lexkit review`: the queue of proposals, decided at a terminal or by a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import click

from lexkit.cli import keyboard
from lexkit.cli.common import built, json_line, lexicon, printable, workspace
from lexkit.cli.dossiers import dossier_json, dossier_lines, queue_lines
from lexkit.cli.filters import Choice, filters
from lexkit.cli.proposals import BY, state_text
from lexkit.cli.session import Session
from lexkit.cli.signing import Signing
from lexkit.curated import Scope
from lexkit.lexicon import Lexicon
from lexkit.review.dossier import Desk
from lexkit.review.lines import amended, line_for
from lexkit.review.queue import Wanted
from lexkit.review.records import PENDING, MovedError, Proposal, Ruling
from lexkit.review.signoff import short_words, weak_words
from lexkit.review.store import Store
from lexkit.review.told import event_json, proposal_json
from lexkit.workspace import Workspace

_DEEDS = ("accept", "reject", "ask", "undo", "note")
_MANY = ("accept_all", "reject_all")
_SIGNING = ("short", "weak", "sign", "unsign")
#: The columns of a curated line that an acceptance can be given, and their options.
_LINE = ("lemma", "scope", "tags", "paradigm", "clause")


@click.command()
@click.argument("numbers", nargs=-1, type=int, metavar="N...")
@filters
@click.option("--list", "listing", is_flag=True, help="Print the queue instead of asking.")
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines; with numbers, the evidence.")
@click.option("--accept", type=int, multiple=True, metavar="N", help="Accept proposal N.")
@click.option("--reject", type=int, multiple=True, metavar="N", help="Reject it.")
@click.option("--ask", type=int, multiple=True, metavar="N", help="Ask the proposer (--reply).")
@click.option("--undo", type=int, multiple=True, metavar="N", help="Take the last decision back.")
@click.option("--note", type=int, multiple=True, metavar="N", help="Put a note (--reason) to it.")
@click.option("--accept-all", is_flag=True, help="Accept all that the filters name.")
@click.option("--reject-all", is_flag=True, help="Reject all that the filters name.")
@click.option("--reason", default="", help="Why.")
@click.option("--reference", default="", help="Where it can be looked up.")
@click.option("--reply", default="", help="What the proposer is told or asked.")
@click.option("--by", default="", envvar=BY, help="Who decides (LEXKIT_BY).")
@click.option("--lemma", help="Accept under this lemma (a plural proposed: its singular).")
@click.option("--scope", type=click.Choice([s.value for s in Scope]),
              help="What the decision is about: lemma, form or letters.")  # fmt: skip
@click.option("--tags", metavar="TAG,TAG", help="The tags that an accepted word is given.")
@click.option("--paradigm", metavar="NAME", help="The table that inflects it.")
@click.option("--clause", metavar="TEXT", help="The heading in the rule text that it rests on.")
@click.option("--short", is_flag=True, help="Sign off the words of up to four letters.")
@click.option("--weak", is_flag=True, help="Sign off the words that rest on one bare source.")
@click.option("--sign", multiple=True, metavar="WORD", help="Sign this word off.")
@click.option("--unsign", multiple=True, metavar="WORD", help="Take that back.")
@click.pass_context
def review(ctx: click.Context, /, **given: Any) -> int:
    """Decide on proposals: at a terminal one after the other, a key for each decision.

    In a pipe, or with --list, the queue is printed; with numbers, all that is known of those.
    The exit code is 1 if a decision could not be made because somebody else has made one.

    \b
    Examples:
      lexkit review -r de-wordox
      lexkit review --kind demonym --list --json
      lexkit review --accept 12 --reason "in use since 1995" --by max
      lexkit review --from demonyms.csv --accept-all --reason "listed" --by max
      lexkit review --short -r de-wordox
    """
    place = workspace(ctx)
    choice = Choice.of(given)
    decides, signs = _asked(given, (*_DEEDS, *_MANY)), _asked(given, _SIGNING)
    told = [*(["a number"] if given["numbers"] else []), *decides[:1], *signs[:1]]
    if len(told) > 1:
        raise click.UsageError(f"{' and '.join(told)} are asked for apart")
    if signs:
        return _sign_off(place, choice, given)
    store = Store.open(place.database)
    if decides:
        return _decide(place, store, choice, given)
    if given["numbers"]:
        proposals = [store.get(number) for number in given["numbers"]]
    else:
        proposals = choice.sorted(store.queue(choice.pending))
    quiet = given["listing"] or given["as_lines"] or not keyboard.interactive()
    decided_all = proposals and not any(p.state in PENDING for p in proposals)
    if quiet or decided_all:
        _print(place, store, choice, proposals, given)
        return 0
    if not proposals:
        click.echo("Nothing waits for a decision.")
        return 0
    numbers = [proposal.number for proposal in proposals]
    desk = Desk(store, _lexicons(place), place, choice.frequencies)
    decided = Session(desk, _by(given), numbers, choice.pending).run()
    click.echo(f"{decided} decided, {len(store.queue(choice.pending))} left.")
    return 0


def _asked(given: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Those of the options ``names`` that are given."""
    return [f"--{name.replace('_', '-')}" for name in names if given[name]]


def _lexicons(place: Workspace) -> list[Lexicon]:
    """All built lexicons; there may be none, as when the database is elsewhere."""
    return [lexicon(place, name) for name in built(place)]


def _by(given: Mapping[str, Any]) -> str:
    by: str = given["by"].strip()
    if not by:
        raise click.UsageError(f"say who decides: --by WHO (or {BY})")
    return by


def _print(
    place: Workspace, store: Store, choice: Choice, proposals: Sequence[Proposal],
    given: Mapping[str, Any],
) -> None:  # fmt: skip
    """The queue; or, for proposals by their numbers, everything about each."""
    if not given["numbers"]:
        if given["as_lines"]:
            for proposal in proposals:
                click.echo(json_line(_with_frequency(proposal, choice)))
        else:
            found = {p.number: choice.frequency(p.word) for p in proposals}
            counts = {number: count for number, count in found.items() if count is not None}
            for line in queue_lines(proposals, counts):
                click.echo(line)
        return
    desk = Desk(store, _lexicons(place), place, choice.frequencies)
    for at, proposal in enumerate(proposals):
        about = (desk.dossier(proposal.word, proposal), proposal, store.history(proposal.number))
        if given["as_lines"]:
            click.echo(json_line(dossier_json(*about)))
        else:
            click.echo("\n".join([*([""] if at else []), *dossier_lines(*about)]))


def _with_frequency(proposal: Proposal, choice: Choice) -> Mapping[str, Any]:
    frequency = choice.frequency(proposal.word)
    return {**proposal_json(proposal), "frequency": frequency}


def _decide(place: Workspace, store: Store, choice: Choice, given: Mapping[str, Any]) -> int:
    """Decisions from a script, each on its own; 1 if somebody was faster with one of them."""
    by, reason = _by(given), given["reason"]
    if not reason.strip() and any(
        given[name] for name in ("accept", "reject", "note", "accept_all", "reject_all")
    ):
        raise click.UsageError("say why: --reason TEXT")
    if given["ask"] and not given["reply"].strip():
        raise click.UsageError("say what to ask: --reply TEXT")
    changes = [name for name in _LINE if given[name] is not None]
    if changes and not (given["accept"] or given["accept_all"]):
        raise click.UsageError(f"--{changes[0]} goes with --accept")
    made = True
    for number, deed in _deeds(place, store, choice, by, given):
        try:
            now = deed(number)
        except MovedError as moved:
            made = False
            now, told = moved.current, moved.message
        else:
            told = ""
        if given["as_lines"]:
            event = event_json(store.history(number)[-1])
            click.echo(json_line({**proposal_json(now), "done": not told, "last": event}))
        else:
            text = printable(told) or state_text(now.state)
            click.echo(f"{now.number}  {printable(now.word)}  {text}")
    return 0 if made else 1


Deed = Callable[[int], Proposal]


def _deeds(
    place: Workspace, store: Store, choice: Choice, by: str, given: Mapping[str, Any]
) -> Iterator[tuple[int, Deed]]:
    """What is to be done, proposal by proposal."""
    reason, reference, reply = given["reason"], given["reference"], given["reply"]
    changes = {"word" if name == "lemma" else name: given[name] for name in _LINE}

    def accept(number: int, seen: int | None = None) -> Proposal:
        line = None
        if any(value is not None for value in changes.values()):
            line = amended(line_for(store.get(number)), place, **changes)
        return store.decide(number, Ruling(True, by, reason, reference, reply, line), seen)

    def reject(number: int, seen: int | None = None) -> Proposal:
        return store.decide(number, Ruling(False, by, reason, reference, reply), seen)

    yield from ((number, accept) for number in given["accept"])
    yield from ((number, reject) for number in given["reject"])
    for number in given["ask"]:
        yield number, lambda n: store.ask_back(n, by, reply)
    for number in given["undo"]:
        yield number, lambda n: store.undo(n, by, reason)
    for number in given["note"]:
        yield number, lambda n: store.note(n, by, reason)
    if given["accept_all"] or given["reject_all"]:
        deed = accept if given["accept_all"] else reject
        for proposal in _all(store, choice.pending, choice, given):
            yield proposal.number, partial(deed, seen=proposal.version)


def _all(store: Store, wanted: Wanted, choice: Choice, given: Mapping[str, Any]) -> list[Proposal]:
    """All pending proposals that the filters name, of which there must be one."""
    if given["accept_all"] and given["reject_all"]:
        raise click.UsageError("--accept-all or --reject-all")
    if not wanted.is_narrow:
        raise click.UsageError("say which ones: --kind, --letters, --from, --proposer …")
    return [p for p in choice.sorted(store.queue(wanted)) if p.state in PENDING]


def _sign_off(place: Workspace, choice: Choice, given: Mapping[str, Any]) -> int:
    """The words of one lexicon, for signing off."""
    if given["short"] and given["weak"]:
        raise click.UsageError("--short or --weak")
    if given["sign"] and given["unsign"]:
        raise click.UsageError("--sign or --unsign")
    found = _the_lexicon(place, given["rulesets"])
    store = Store.open(place.database)
    words = _words(found, choice, given)
    quiet = given["listing"] or given["as_lines"] or not keyboard.interactive()
    act = given["sign"] or given["unsign"] or not quiet
    desk = Desk(store, [found], place, choice.frequencies)
    signing = Signing(desk, found, words, _by(given) if act else "")
    if given["unsign"]:
        return 0 if signing.unsign(given["unsign"], given["reason"]) else 1
    if given["sign"]:
        new = signing.sign(given["sign"], given["reason"], as_lines=given["as_lines"])
        return 0 if new else 1
    if quiet:
        signing.listed(as_lines=given["as_lines"])
        return 0
    click.echo(f"{signing.run()} decided.")
    return 0


def _the_lexicon(place: Workspace, names: Sequence[str]) -> Lexicon:
    names = names or [name for name in built(place) if "+" not in name]
    if len(names) != 1:
        raise click.UsageError("words are signed off for one game: -r RULESET")
    return lexicon(place, names[0])


def _words(found: Lexicon, choice: Choice, given: Mapping[str, Any]) -> list[str]:
    """The words to look at, the most frequent first where counts are known."""
    if not given["short"] and not given["weak"]:
        return []
    words = short_words(found) if given["short"] else weak_words(found)
    if choice.frequencies:
        counts = choice.frequencies
        words = sorted(words, key=lambda word: -counts.get(word, 0))
        if choice.least is not None:
            words = [word for word in words if counts.get(word, 0) >= choice.least]
    return words

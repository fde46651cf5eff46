"""From the stores of a ruleset's sources to forms with their evidence, one form at a time.

The stores are sorted by form, so they are merged as streams. What comes out does not depend on
the rules: a changed rule finds the evidence as it was.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lexkit import decided, ledger, readings
from lexkit.curated import EVERY, Action, Decision, Decisions, Scope
from lexkit.heads import Heads
from lexkit.model import Reading
from lexkit.orthography import Spelling
from lexkit.policy import Evidence, Member
from lexkit.tagset import CARRIED

#: The modules that shape the evidence: changing one makes it anew.
_SHAPED_BY = (
    "evidence.py",
    "decided.py",
    "heads.py",
    "ledger.py",
    "orthography.py",
    "curated.py",
    "policy.py",
    "readings.py",
)


@dataclass(frozen=True)
class Source:
    """A source as a ruleset uses it: its stores, or (none) the ruleset's decisions."""

    name: str
    attests: bool
    stores: tuple[Path, ...]


#: A distinct evidence while it is collected: shape, decision and members, decisions by number
#: (0 for none), tags as the stores write them.
_Found = tuple[frozenset[str], int, tuple[tuple[int, str, int], ...]]


def key(
    spelling: Spelling, sources: Sequence[Source], decisions: Decisions, inflected: str = ""
) -> str:
    """A hash over all that shapes the evidence: spelling, stores, decisions, code.

    ``inflected`` is the key of what makes the forms of the decisions (`decided.key`).
    """
    digest = hashlib.sha256(readings.code_hash(_SHAPED_BY).encode())
    parts = [
        json.dumps({k: v for k, v in asdict(spelling).items() if k != "hints"}),
        *(f"{s.name} {s.attests} {[store.name for store in s.stores]}" for s in sources),
        *(repr(_row(0, decision)) for decision in _in_order(decisions)),
        inflected,
    ]
    for part in parts:
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


def _in_order(decisions: Decisions) -> list[Decision]:
    return sorted(decisions, key=lambda decision: (decision.word, decision.scope))


def write(
    path: Path,
    spelling: Spelling,
    sources: Sequence[Source],
    decisions: Decisions,
    heads: Heads | None = None,
    inflected: Sequence[Reading] = (),
) -> None:
    """Write a ledger to ``path`` that lacks only its judgements; kinds spread by ``heads``.

    ``inflected`` are the forms of the lemmas decided on (`decided.forms`).
    """
    numbered = _in_order(decisions)
    found: dict[_Found, int] = {}
    connection = ledger.create(path)
    try:
        connection.executemany(
            "INSERT INTO source VALUES (?, ?, ?)",
            [(i, source.name, source.attests) for i, source in enumerate(sources)],
        )
        rows = collect(spelling, sources, numbered, found, heads or {}, inflected)
        ledger.add_forms(connection, rows)
        ledger.add_evidence(
            connection,
            (
                (number, " ".join(sorted(shape)), decision or None, _members(members))
                for (shape, decision, members), number in found.items()
            ),
            (_row(number, decision) for number, decision in enumerate(numbered, 1)),
        )
    finally:
        connection.close()


def _members(members: Iterable[tuple[int, str, int]]) -> str:
    return json.dumps([[source, tags.split(), d or None] for source, tags, d in members])


def load(connection: sqlite3.Connection) -> tuple[list[Decision], list[tuple[int, Evidence]]]:
    """The decisions (numbered from 1) and every evidence of a ledger, as the rules judge them."""
    rows = connection.execute("SELECT * FROM decision ORDER BY id")
    decisions = [decision_of(row) for row in rows]

    def decision(number: int | None) -> Decision | None:
        return decisions[number - 1] if number else None

    found = []
    for number, shape, about, members in connection.execute("SELECT * FROM evidence ORDER BY id"):
        seen = tuple(
            Member(source, frozenset(tags), decision(d)) for source, tags, d in json.loads(members)
        )
        found.append((number, Evidence(frozenset(shape.split()), decision(about), seen)))
    return decisions, found


def decision_of(row: Sequence[Any]) -> Decision:
    """The curated line in a row of the table `decision`."""
    _, word, scope, action, rulesets, tags, *rest = row
    fixed = (tuple(rulesets.split()), frozenset(tags.split()))
    return Decision(word, Scope(scope), Action(action), *fixed, *rest)


def collect(
    spelling: Spelling,
    sources: Sequence[Source],
    decisions: Sequence[Decision],
    known: dict[_Found, int],
    heads: Heads,
    inflected: Sequence[Reading] = (),
) -> Iterator[ledger.FormRow]:
    """Stream every form with its key and the number of its evidence, in the order of the forms.

    ``known`` is filled with the distinct evidence found, numbered from 1 in that order.
    """
    numbers: Mapping[Scope, dict[str, int]] = {scope: {} for scope in Scope}
    for number, decision in enumerate(decisions, 1):
        if decision.scope is not Scope.LETTERS:
            numbers[decision.scope][decision.word] = number
    # Straße and strasse are the same letters: the line that names the ruleset comes first here too.
    for number, decision in sorted(enumerate(decisions, 1), key=lambda n: EVERY in n[1].rulesets):
        if decision.scope is Scope.LETTERS:
            numbers[decision.scope].setdefault(spelling.lay(decision.word).bare, number)
    by_letters, by_form = numbers[Scope.LETTERS], numbers[Scope.FORM]
    by_lemma = numbers[Scope.LEMMA]
    streams = [
        (lines, i)
        for i, source in enumerate(sources)
        for lines in _lines(source, decisions, inflected)
    ]
    for lines in readings.merged(streams):
        form = lines[0][: lines[0].index("\t")]
        laid = spelling.lay(form)
        told = [line[len(form) + 1 :] for line in lines]
        fields = [text.split("\t", 2) for text in told]
        # Jeans is a headword, not only what Jean would be in the genitive: what is carried over
        # from another lemma has no say of it.
        own = any(lemma == form for _, lemma, _ in fields)
        if own and len(told) > 1:
            kept = [i for i, f in enumerate(fields) if f[1] == form or CARRIED not in f[0].split()]
            told, fields = [told[i] for i in kept], [fields[i] for i in kept]
        seen = []
        carrying = set()
        for tags, lemma, tail in fields:
            index = int(tail[tail.rindex("\t") + 1 :])
            # Where a list names no lemma, the form is its own: a decision on *haus* meets *haus*.
            seen.append((index, tags, by_lemma.get(lemma or form, 0)))
            if not own and lemma in heads:
                carrying.add((lemma, index))
        for lemma in sorted({lemma for lemma, _ in carrying}):
            for index, rest in heads[lemma]:
                if (lemma, index) not in carrying:
                    seen.append((index, rest.partition("\t")[0], by_lemma.get(lemma, 0)))
                    told.append(f"{rest}\t{index}")
        about = by_letters.get(laid.bare) or by_form.get(form, 0)
        members = tuple(seen) if len(seen) == 1 else tuple(sorted(set(seen)))
        found = (spelling.shape(form, laid), about, members)
        number = known.setdefault(found, len(known) + 1)
        yield laid.bare, form, laid.unlayable, number, "\n".join(told)


def _lines(
    source: Source, decisions: Iterable[Decision], inflected: Iterable[Reading]
) -> Iterator[Iterator[str]]:
    """The sorted streams that a source gives: one a store, or that of its decisions."""
    if not source.stores:
        told = decided.lines(source.name, decisions)
        yield iter(sorted([*told, *decided.form_lines(source.name, inflected)]))
    for store in source.stores:
        yield readings.lines(store)


def _row(number: int, d: Decision) -> tuple[object, ...]:
    return (
        number, d.word, d.scope, d.action, " ".join(d.rulesets), " ".join(sorted(d.tags)),
        d.paradigm, d.clause, d.reason, d.reference, d.by, d.date, d.source, d.place,
    )  # fmt: skip

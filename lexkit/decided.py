"""The readings that curated decisions are: each line one, and the forms of the lemmas among them.

A line on a lemma that names its part of speech is inflected by the paradigms of the ruleset, like
a headword of any source: who accepts the verb *googeln* accepts *googelte*. All these forms have
the lemma of the line, so that the line decides on them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from lexkit import paradigm as paradigms
from lexkit import readings
from lexkit.curated import Action, Decision, Scope
from lexkit.model import Reading
from lexkit.tagset import Tagset

#: The modules that the forms depend on.
_SHAPED_BY = ("decided.py", "paradigm.py", "respelling", "conjugation", "endings", "tagset.py")


def lines(source: str, decisions: Iterable[Decision]) -> Iterator[str]:
    """The decisions of ``source`` as lines of a store: a decision attests the word it is about.

    So *mys* is known though no list holds it.
    """
    for decision in decisions:
        if decision.source == source:
            tags = " ".join(sorted(decision.tags)) if decision.action is Action.TAG else ""
            lemma = decision.word if decision.scope is Scope.LEMMA else ""
            yield f"{decision.word}\t{tags}\t{lemma}\t{decision.place}\t\t"


def inflected(decisions: Iterable[Decision]) -> list[Decision]:
    """Those of ``decisions`` whose forms are made: on a lemma, with tags."""
    return [d for d in decisions if d.scope is Scope.LEMMA and d.tags]


def key(decisions: Iterable[Decision], tables: Sequence[Path]) -> str:
    """A hash over what makes the forms; empty where there are none to be made."""
    if not tables or not inflected(decisions):
        return ""
    digest = hashlib.sha256(readings.code_hash(_SHAPED_BY).encode())
    digest.update(paradigms.versions().encode())
    for table in tables:
        digest.update(table.name.encode() + b"\0" + table.read_bytes())
    return digest.hexdigest()


def forms(
    decisions: Iterable[Decision], tables: Sequence[Path], tagset: Tagset
) -> Iterator[Reading]:
    """The forms that ``tables`` make of the lemmas decided on, one table after the other.

    A line that names its paradigm is left alone by the tables before that one; where the ruleset
    does not have it, nothing is made of the line.
    """
    found = inflected(decisions)
    if not found:
        return
    names = [table.stem for table in tables]
    own = {(decision.word, decision.source) for decision in found}
    known: dict[int, list[Reading]] = {}  # by the first table that may take them
    for d in found:
        if d.paradigm is None or d.paradigm in names:
            first = names.index(d.paradigm) if d.paradigm else 0
            known.setdefault(first, []).append(Reading(d.word, d.word, d.tags, d.source, d.place))
    for number, path in enumerate(tables):
        told = sorted(
            chain.from_iterable(known[first] for first in known if first <= number),
            key=lambda reading: (reading.form, reading.source),
        )
        table = paradigms.load(path, tagset)
        if table.wants(frozenset(chain.from_iterable(reading.tags for reading in told))):
            # What is another word (Bäckerin, of Bäcker) is another decision.
            made = [r for r in table.generate(told.copy) if (r.lemma, r.source) in own]
            known.setdefault(number, []).extend(made)
            yield from made


def form_lines(source: str, made: Iterable[Reading]) -> Iterator[str]:
    """The forms of ``source`` among ``made`` as lines of a store, each once."""
    seen = set()
    for r in made:
        if r.source == source and (r.form, r.tags, r.lemma) not in seen:
            seen.add((r.form, r.tags, r.lemma))
            tags = " ".join(sorted(r.tags))
            yield f"{r.form}\t{tags}\t{r.lemma}\t{r.place}\t{r.paradigm or ''}\t{r.cell or ''}"

"""Why a form counts or not: the grounds of its verdict, put together from the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lexkit.ledger import Entry, Ledger
from lexkit.model import DECISION, UNLAYABLE, Ground, Reading, Verdict

#: What the default says; the other built-in rules say what they met.
_DEFAULT_SAYS = {
    Verdict.ACCEPTED: "A word that no rule refuses.",
    Verdict.REJECTED: "No rule admits it.",
}


class Grounds:
    """The grounds of the forms of ``ledger``; ``rules`` are those of the lexicon's manifest."""

    def __init__(self, ledger: Ledger, rules: Mapping[str, Mapping[str, Any]]) -> None:
        self._ledger = ledger
        self._rules = rules

    def of(self, entry: Entry) -> Iterator[Ground]:
        """The grounds of the verdict on one form of the ledger, the one that decided first."""
        if entry.unlayable is not None:
            says = f"It is written {entry.form}. {no_tile(entry.unlayable)}"
            yield built_in(UNLAYABLE, says, entry.readings[0])
        lines: set[int] = set()
        for verdict, rule, member, number in entry.findings:
            if entry.unlayable is not None and verdict != Verdict.REJECTED:
                continue
            if number in lines:  # one line speaks for all the readings it concerns
                continue
            reading = self._reading(entry, member, number)
            if number is None:
                yield self._ground(Verdict(verdict), rule, entry, reading)
                continue
            lines.add(number)
            line = self._ledger.decision(number)
            tags = frozenset(line["tags"].split()) or reading.tags
            decided = reading._replace(tags=tags, source=line["source"], place=line["place"])
            ground = self._ground(Verdict(verdict), rule, entry, decided)
            if rule == DECISION:
                says = line["reason"] or f"Decided by {line['by'] or 'a maintainer'}."
                ground = replace(ground, says=says, clause=line["clause"] or None)
            yield ground

    def _reading(self, entry: Entry, member: int | None, decision: int | None) -> Reading:
        """The first reading that is the member of a finding."""
        if member is None or len(entry.readings) == 1:
            return entry.readings[0]
        index, tags, about = entry.members[member]
        source = self._ledger.sources[index]
        # Of Essen under Esse and Essen under Essen, alike but for a decision on the lemma Esse, it
        # is the one with that decision or the one without.
        of_member = self._lemmas(number for _, _, number in entry.members if number == about)
        of_others = self._lemmas(number for _, _, number in entry.members if number != about)
        alike = [
            reading
            for reading in entry.readings
            if reading.source == source
            and reading.tags == tags
            and (
                (reading.lemma or reading.form) in of_member
                if about
                else (reading.lemma or reading.form) not in of_others
            )
        ]
        # Of two readings that are alike to the rules, a form's place in a paradigm tells more.
        return next((r for r in alike if r.paradigm), next(iter(alike), entry.readings[0]))

    def _lemmas(self, decisions: Iterable[int | None]) -> set[str]:
        return {self._ledger.decision(number)["word"] for number in decisions if number}

    def _ground(self, verdict: Verdict, rule: str, entry: Entry, reading: Reading) -> Ground:
        told = self._rules.get(rule, {})
        return Ground(
            verdict=verdict,
            rule=rule,
            says=told.get("says") or _DEFAULT_SAYS[verdict],
            clause=told.get("clause"),
            form=entry.form,
            lemma=reading.lemma,
            tags=_sorted(reading.tags, entry.shape),
            source=reading.source or None,
            place=reading.place or None,
            paradigm=reading.paradigm,
            cell=reading.cell,
        )


def built_in(rule: str, says: str, reading: Reading, verdict: Verdict = Verdict.REJECTED) -> Ground:
    """The ground of a rule that no ruleset writes."""
    return Ground(
        verdict=verdict,
        rule=rule,
        says=says,
        clause=None,
        form=reading.form,
        lemma=reading.lemma,
        tags=tuple(sorted(reading.tags)),
        source=reading.source or None,
        place=reading.place or None,
    )


def no_tile(mark: str) -> str:
    """The sentence that there is no tile for the character ``mark``."""
    name = "a space" if mark.isspace() else f"“{mark}”"
    return f"There is no tile for {name}."


@lru_cache(1000)
def _sorted(tags: frozenset[str], shape: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(tags.union(shape)))

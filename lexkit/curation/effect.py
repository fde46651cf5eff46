"""What a line of a curated file does in a lexicon: its verdicts with the line, and without it.

The ledger has the readings of every form, so the few forms that a line concerns are judged again,
from the same readings but for the line's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from lexkit.curated import EVERY, Action, Decision, Scope
from lexkit.ledger import FormRow
from lexkit.lexicon import Lexicon
from lexkit.model import DECISION, Verdict
from lexkit.policy import Evidence, Member, Policy
from lexkit.tagset import CARRIED


class Reason(NamedTuple):
    """A verdict, and the rule and clause it rests on; both `None` where nobody knows the form."""

    verdict: Verdict
    rule: str | None = None
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Formed:
    """A form that a line concerns. ``known`` says whether anything but the line knows it."""

    form: str
    letters: str
    known: bool
    with_it: Reason
    without: Reason


@dataclass(frozen=True, slots=True)
class Effect:
    """What a line does in one lexicon. ``instead`` is the line that decides in its place."""

    line: Decision
    instead: Decision | None
    forms: tuple[Formed, ...]

    @property
    def known(self) -> bool:
        """Whether any source knows a form that can be laid, so that there is what to decide on."""
        return any(found.known for found in self.forms)

    @property
    def changes(self) -> list[Formed]:
        """The forms of which the lexicon would say something else without the line."""
        return [found for found in self.forms if not self._same(found)]

    def _same(self, found: Formed) -> bool:
        now, then = found.with_it, found.without
        if self.line.action is Action.TAG:
            return now == then
        # A line that cites a clause may be there to cite it: another place than the rules name.
        return now.verdict is then.verdict and self.line.clause in (None, then.clause)


class Effects:
    """The effects in ``lexicon`` of ``lines``, all decisions of the file it was built with.

    ``policy`` is how its forms are judged now; its sources must be those of the lexicon.
    """

    def __init__(self, lexicon: Lexicon, policy: Policy, lines: Iterable[Decision]) -> None:
        self._lexicon = lexicon
        self._policy = policy
        ruleset = lexicon.ruleset.partition("+")[0]
        found = [line for line in lines if line.concerns(ruleset)]
        self._ranked: dict[tuple[Scope, str], list[Decision]] = {}
        for line in sorted(found, key=lambda line: (EVERY in line.rulesets, line.word)):
            self._ranked.setdefault(self._about(line), []).append(line)

    def of(self, line: Decision) -> Effect:
        """What ``line`` does, which must be one of the lines that concern the ruleset."""
        first = self._ranked[self._about(line)][0]
        if first != line:
            return Effect(line, first, ())
        forms = (self._formed(row, line) for row in self._rows.get(self._about(line), ()))
        return Effect(line, None, tuple(form for form in forms if form is not None))

    def without(self, letters: str, lines: Sequence[Decision]) -> Verdict:
        """The verdict on ``letters`` if none of ``lines`` were there."""
        rows = (row for row in self._lexicon.ledger.forms([letters]) if row[2] is None)
        found = [seen for row in rows if (seen := self._evidence(row, lines)) is not None]
        # What a list in small letters has counts only where no other form has these letters.
        standing = [seen for seen in found if not self._policy.knows_no_capitals(seen)] or found
        verdicts = {self._policy.judge(seen).verdict for seen in standing}
        return next((verdict for verdict in Verdict if verdict in verdicts), Verdict.UNATTESTED)

    def _about(self, line: Decision) -> tuple[Scope, str]:
        """What a line is about: letters are the same however they are written."""
        letters = line.scope is Scope.LETTERS
        return line.scope, self._lexicon.spelling.lay(line.word).bare if letters else line.word

    @cached_property
    def _rows(self) -> dict[tuple[Scope, str], list[FormRow]]:
        """The forms that decisions concern, by what these are about."""
        ledger = self._lexicon.ledger
        named: dict[int, tuple[Scope, str]] = {}
        concerned: dict[int, set[tuple[Scope, str]]] = {}
        for number, _, about, members in ledger.evidence():
            for decision in {about, *(d for *_, d in members)} - {None}:
                assert decision is not None
                if decision not in named:
                    line = ledger.decision(decision)
                    named[decision] = self._named(Scope(line["scope"]), line["word"])
                concerned.setdefault(number, set()).add(named[decision])
        rows: dict[tuple[Scope, str], list[FormRow]] = {}
        for row in ledger.with_evidence(concerned):
            for about_it in concerned[row[3]]:
                rows.setdefault(about_it, []).append(row)
        return rows

    def _named(self, scope: Scope, word: str) -> tuple[Scope, str]:
        return scope, self._lexicon.spelling.lay(word).bare if scope is Scope.LETTERS else word

    @cached_property
    def _shapes(self) -> dict[int, frozenset[str]]:
        found = self._lexicon.ledger.evidence()
        return {number: frozenset(shape.split()) for number, shape, *_ in found}

    def _formed(self, row: FormRow, line: Decision) -> Formed | None:
        key, form, unlayable, *_ = row
        if unlayable is not None:
            return None
        without = self._evidence(row, [line])
        reasons = (self._told(self._evidence(row, ())), self._told(without))
        return Formed(form, key, without is not None, *reasons)

    def _evidence(self, row: FormRow, but: Sequence[Decision]) -> Evidence | None:
        """What the verdict on a form rests on without the lines ``but``; `None` for nothing."""
        key, form, _, number, text = row
        members, stands = set(), False
        for told in text.split("\n"):
            named, lemma, _, paradigm, _, index = told.split("\t")
            tags = frozenset(named.split())
            decision = self._first(Scope.LEMMA, lemma or form, but)
            # A line is the reading of its word, and the lemma of the forms made of it; of two on
            # one word the ledger knows that which comes first alone.
            if int(index) not in self._curated or (paradigm and self._makes(decision, lemma)):
                members.add(Member(int(index), tags, decision))
                # What is carried over from the lemma is there only if something else is.
                stands = stands or CARRIED not in tags or paradigm != ""
        for line in self._lines_of(key, form, but):
            tags = line.tags if line.action is Action.TAG else frozenset()
            decision = self._first(Scope.LEMMA, form, but)
            members.add(Member(self._sources[line.source], tags, decision))
            stands = True
        about = self._first(Scope.LETTERS, key, but) or self._first(Scope.FORM, form, but)
        if not stands:
            return None
        ordered = sorted(members, key=lambda member: (member.source, sorted(member.tags)))
        return Evidence(self._shapes[number], about, tuple(ordered))

    def _makes(self, line: Decision | None, lemma: str) -> bool:
        """Whether ``line`` makes the forms of ``lemma`` that the line which comes first makes."""
        first = self._ranked[Scope.LEMMA, lemma][0]
        return line is not None and (line.tags, line.paradigm) == (first.tags, first.paradigm)

    def _lines_of(self, key: str, form: str, but: Sequence[Decision]) -> Iterator[Decision]:
        """The lines that attest ``form``, whose letters are ``key``."""
        for scope in Scope:
            lines = self._ranked.get((scope, key if scope is Scope.LETTERS else form), ())
            # Of the same letters written in two ways, each has its line.
            yield from islice((x for x in lines if x not in but and x.word == form), 1)

    @cached_property
    def _sources(self) -> dict[str, int]:
        return {name: index for index, name in self._lexicon.ledger.sources.items()}

    @cached_property
    def _curated(self) -> set[int]:
        lines = (line for ranked in self._ranked.values() for line in ranked)
        return {self._sources[line.source] for line in lines}

    def _first(self, scope: Scope, word: str, but: Sequence[Decision]) -> Decision | None:
        lines = self._ranked.get((scope, word), ())
        return next((line for line in lines if line not in but), None)

    def _told(self, evidence: Evidence | None) -> Reason:
        if evidence is None:
            return Reason(Verdict.UNATTESTED)
        judged = self._policy.judge(evidence)
        first = judged.findings[0]
        if first.rule == DECISION and first.decision is not None:
            return Reason(judged.verdict, first.rule, first.decision.clause)
        clause = next((r.clause for r in self._policy.rules if r.name == first.rule), None)
        return Reason(judged.verdict, first.rule, clause)

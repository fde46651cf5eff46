"""What a line of a curated file does in a lexicon: its verdicts with the line, and without it.

The ledger has the readings of every form, so the few forms that a line concerns are judged again,
from the same readings but for the line's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
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
    """The effects in ``lexicon`` of ``lines``, all decisions of a curated file.

    The lexicon need not be built with these; what a source has it knows anyway. ``policy`` is how
    its forms are judged now, and its sources must be those of the lexicon.
    """

    def __init__(self, lexicon: Lexicon, policy: Policy, lines: Iterable[Decision]) -> None:
        self._lexicon = lexicon
        self._policy = policy
        ruleset = lexicon.ruleset.partition("+")[0]
        found = [line for line in lines if line.concerns(ruleset)]
        self._ranked: dict[tuple[Scope, str], list[Decision]] = {}
        for line in sorted(found, key=lambda line: (EVERY in line.rulesets, line.word)):
            self._ranked.setdefault(self._about(line), []).append(line)

    def of(self, line: Decision) -> Effect | None:
        """What ``line`` does, which must be one of the lines that concern the ruleset.

        `None` if the lexicon does not know the forms that the line makes.
        """
        about = self._about(line)
        if (first := self._ranked[about][0]) != line:
            return Effect(line, first, ())
        if line.scope is Scope.LEMMA and line.tags and self._made.get(line.word) != _makes(line):
            return None
        forms = (self._formed(row, line) for row in self._rows[about].values())
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
    def _rows(self) -> dict[tuple[Scope, str], dict[str, FormRow]]:
        """What each line concerns: the rows of the ledger by their forms."""
        ledger, lay = self._lexicon.ledger, self._lexicon.spelling.lay
        lines = [line for ranked in self._ranked.values() for line in ranked]
        found: dict[tuple[Scope, str], dict[str, FormRow]] = {about: {} for about in self._ranked}
        # The words themselves, though no list may have them: a decision attests what it is about.
        laid = {line.word: lay(line.word) for line in lines}
        new = ((told.bare, word, told.unlayable, 0, "") for word, told in laid.items())
        known = ledger.forms({told.bare for told in laid.values()})
        for row in chain(new, known):
            for about in ((Scope.LETTERS, row[0]), (Scope.FORM, row[1]), (Scope.LEMMA, row[1])):
                if about in found:
                    found[about][row[1]] = row
        lemmas = {word for scope, word in found if scope is Scope.LEMMA}
        for lemma, row in ledger.with_lemma(lemmas):
            found[Scope.LEMMA, lemma][row[1]] = row
        return found

    @cached_property
    def _made(self) -> dict[str, tuple[frozenset[str], str | None]]:
        """The lemmas whose forms were made of a line when the lexicon was built, and of what."""
        words = {word for scope, word in self._ranked if scope is Scope.LEMMA}
        told = self._lexicon.ledger.decisions_on(words)
        return {
            line["word"]: (frozenset(line["tags"].split()), line["paradigm"] or None)
            for line in told
            if line["scope"] == Scope.LEMMA and line["tags"]
        }

    def _formed(self, row: FormRow, line: Decision) -> Formed | None:
        key, form, unlayable, *_ = row
        if unlayable is not None:
            return None
        without = self._evidence(row, [line])
        reasons = (self._told(self._evidence(row, ())), self._told(without))
        return Formed(form, key, without is not None, *reasons)

    def _evidence(self, row: FormRow, but: Sequence[Decision]) -> Evidence | None:
        """What the verdict on a form rests on without the lines ``but``; `None` for nothing."""
        key, form, _, _, text = row
        members, stands = set(), False
        for told in text.split("\n") if text else ():
            named, lemma, _, paradigm, _, index = told.split("\t")
            tags = frozenset(named.split())
            decision = self._first(Scope.LEMMA, lemma or form, but)
            # A line is the reading of its word, and the lemma of the forms made of it; of two on
            # one word the ledger knows that which comes first alone.
            made = paradigm and decision and self._made.get(lemma) == _makes(decision)
            if int(index) not in self._curated or made:
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
        spelling = self._lexicon.spelling
        return Evidence(spelling.shape(form, spelling.lay(form)), about, tuple(ordered))

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


def _makes(line: Decision) -> tuple[frozenset[str], str | None]:
    """What the forms of a line depend on."""
    return line.tags, line.paradigm

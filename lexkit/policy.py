"""Rules over tags, and how they judge the readings of a form.

A rule looks at tags only, so the verdict of a form is a function of the tags and sources of its
readings: `Evidence`. Forms by the hundred thousand share one evidence, which is judged once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from lexkit.curated import Action, Decision
from lexkit.model import DECISION, DEFAULT, Verdict
from lexkit.tagset import CARRIED, FORBIDDEN


@dataclass(frozen=True)
class Rule:
    """One rule of a ruleset: ``any``, ``all`` and ``none`` over tags, ANDed; empty ones hold."""

    name: str
    verdict: Verdict
    says: str
    clause: str | None = None
    any: frozenset[str] = frozenset()
    all: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()

    def matches(self, tags: frozenset[str]) -> bool:
        return (
            (not self.any or not self.any.isdisjoint(tags))
            and self.all <= tags
            and self.none.isdisjoint(tags)
        )

    @property
    def names(self) -> frozenset[str]:
        """The tags the rule names."""
        return self.any | self.all | self.none


#: Kinds of readings that say something of a form, but never that it exists.
NEVER_ATTEST = frozenset({FORBIDDEN, CARRIED})


class Member(NamedTuple):
    """What the rules see of one reading: its source and tags, and a decision on its lemma.

    ``source`` is the place of its source in the order of the ruleset, from 0.
    """

    source: int
    tags: frozenset[str]
    decision: Decision | None = None


class Evidence(NamedTuple):
    """All that a verdict on one form depends on.

    ``shape`` is what the form itself shows, ``decision`` a curated line on the letters or the
    form, ``members`` the distinct members of its readings.
    """

    shape: frozenset[str]
    decision: Decision | None
    members: tuple[Member, ...]


class Finding(NamedTuple):
    """One ground of a judgement: a verdict, the rule, and the index of the member it met.

    ``member`` is `None` where a decision on the form itself decided; ``decision`` is the curated
    line behind the finding, if one is.
    """

    verdict: Verdict
    rule: str
    member: int | None
    decision: Decision | None = None


class Judgement(NamedTuple):
    """The verdict on a form, and its findings, the one that decided first."""

    verdict: Verdict
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Policy:
    """An ordered list of rules with a default, and which sources attest (by their order)."""

    rules: tuple[Rule, ...]
    default: Verdict
    attests: tuple[bool, ...]
    #: Which sources keep the capitals of their forms (by their order).
    capitals: tuple[bool, ...]
    #: The tags that make a reading an opinion if a rule names them: kinds and parts of speech.
    telling: frozenset[str]
    _order: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        order = {rule.name: i for i, rule in enumerate(self.rules)}
        object.__setattr__(self, "_order", order)

    @cached_property
    def opinions(self) -> frozenset[str]:
        """The tags with which a reading has an opinion: *interjection*, *toponym*."""
        named = frozenset[str]().union(*(rule.names for rule in self.rules))
        return named & self.telling

    def first_match(self, tags: frozenset[str]) -> tuple[Verdict, str]:
        """The verdict and name of the first rule that ``tags`` meet, else of the default."""
        for rule in self.rules:
            if rule.matches(tags):
                return rule.verdict, rule.name
        return self.default, DEFAULT

    def judge(self, evidence: Evidence) -> Judgement:
        """Judge one form by section 3 of the design: curated, then opinions, then the rest."""
        if evidence.decision is not None:
            return self._by_decision(evidence, evidence.decision)
        decided = [i for i, member in enumerate(evidence.members) if member.decision]
        if not decided:
            return self._by_sources(evidence, list(range(len(evidence.members))))
        return self._by_lemma(evidence, decided)

    def _by_decision(self, evidence: Evidence, decision: Decision) -> Judgement:
        """A curated line on the letters or the form decides outright, or retags every reading."""
        members = range(len(evidence.members))
        if decision.action is Action.TAG:
            found = self.first_match(evidence.shape | decision.tags)
            findings = [Finding(*found, i, decision) for i in members]
            return self._weigh(evidence, findings or [Finding(*found, None, decision)])
        verdict = Verdict.ACCEPTED if decision.action is Action.ACCEPT else Verdict.REJECTED
        return Judgement(verdict, (Finding(verdict, DECISION, None, decision),))

    def _by_lemma(self, evidence: Evidence, decided: list[int]) -> Judgement:
        """A curated line on a lemma speaks for the readings of that lemma.

        If they fall, the form may still stand by another lemma: refusing the lemma *Esse* must
        not take *Essen*, the meal, with it. A bare reading, which only says that the form
        exists, is no other lemma.
        """
        findings = []
        for i in decided:
            member = evidence.members[i]
            decision = member.decision
            assert decision is not None
            if decision.action is Action.TAG:
                found = self.first_match(evidence.shape | decision.tags)
                findings.append(Finding(*found, i, decision))
            else:
                accept = decision.action is Action.ACCEPT
                verdict = Verdict.ACCEPTED if accept else Verdict.REJECTED
                findings.append(Finding(verdict, DECISION, i, decision))
        own = self._weigh(evidence, findings)
        if own.verdict is Verdict.ACCEPTED:
            return own
        others = [i for i, m in enumerate(evidence.members) if not m.decision and m.tags]
        if others:
            rest = self._by_sources(evidence, others)
            if rest.verdict is Verdict.ACCEPTED:
                return Judgement(rest.verdict, (*rest.findings, *own.findings))
        return own

    def _by_sources(self, evidence: Evidence, candidates: list[int]) -> Judgement:
        """The first source with an opinion decides; where none has one, all readings do."""
        members = evidence.members
        for i in candidates:  # in the order of their sources
            if not self.opinions.isdisjoint(members[i].tags):
                source = members[i].source
                candidates = [j for j in candidates if members[j].source == source]
                break
        findings = [
            Finding(*self.first_match(evidence.shape | members[i].tags), i) for i in candidates
        ]
        return self._weigh(evidence, findings)

    def _weigh(self, evidence: Evidence, findings: list[Finding]) -> Judgement:
        """One accepted finding accepts an attested form; else the first rule in order decides."""
        accepted = [f for f in findings if f.verdict is Verdict.ACCEPTED]
        rejected = [f for f in findings if f.verdict is not Verdict.ACCEPTED]
        rejected.sort(key=lambda f: self._order.get(f.rule, -1 if f.rule == DECISION else 1 << 30))
        if not accepted:
            return Judgement(Verdict.REJECTED, tuple(rejected))
        if not self._attested(evidence, accepted):
            return Judgement(Verdict.UNATTESTED, tuple(accepted + rejected))
        # A reading that attests makes the better ground than one that only has the opinion.
        accepted.sort(key=lambda f: not self._shows(evidence, f))
        return Judgement(Verdict.ACCEPTED, tuple(accepted + rejected))

    def _attested(self, evidence: Evidence, accepted: list[Finding]) -> bool:
        """Whether any source attests the form; a curated line does, *forbidden* never."""
        return any(f.decision for f in accepted) or any(
            self.attests[m.source] and NEVER_ATTEST.isdisjoint(m.tags) for m in evidence.members
        )

    def _shows(self, evidence: Evidence, finding: Finding) -> bool:
        if finding.member is None:
            return True
        member = evidence.members[finding.member]
        return self.attests[member.source] and NEVER_ATTEST.isdisjoint(member.tags)

    def bare_source(self, evidence: Evidence) -> int | None:
        """The only source of the form, if that says no more than that the form exists.

        What a maintainer has decided on rests on more.
        """
        if evidence.decision or any(member.decision for member in evidence.members):
            return None
        sources = {m.source for m in evidence.members if CARRIED not in m.tags}
        bare = all(not m.tags or CARRIED in m.tags for m in evidence.members)
        if bare and len(sources) == 1:
            return sources.pop()
        return None

    def knows_no_capitals(self, evidence: Evidence) -> bool:
        """Whether the form stands only in lists that write everything in small letters."""
        return evidence.decision is None and not any(
            self.capitals[member.source] for member in evidence.members
        )

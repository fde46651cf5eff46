"""From accepted proposals to lines of the curated files: looked at first, then written at once.

The file is written while the store holds the proposals fast, just before they are marked. So a
merge that is broken off leaves both as they were, or (in the instant between the two) the file
written and the proposals still accepted; the next merge finds their lines there and marks them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date

from lexkit import diff, disk, lexicon, tagset
from lexkit.build import Builder
from lexkit.curated import Decision
from lexkit.curation import variants
from lexkit.curation.effect import Effects
from lexkit.diff import Difference, Side
from lexkit.lexicon import Lexicon
from lexkit.model import Answer, Verdict
from lexkit.preview import Preview, Variant
from lexkit.review import queue
from lexkit.review.home import Home, Homes
from lexkit.review.plan import DECIDED, Judge, Plan, plan
from lexkit.review.queue import Wanted
from lexkit.review.records import Action, Event, Proposal, State
from lexkit.review.store import Store
from lexkit.ruleset import Ruleset
from lexkit.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Unmet:
    """A proposal whose word will not be as was decided, in one ruleset: another line or a rule
    comes first."""

    number: int
    ruleset: str
    answer: Answer


@dataclass
class Prospect:
    """What a merge would write, and what every lexicon would make of it."""

    plan: Plan
    differences: list[Difference] = field(default_factory=list)
    unmet: list[Unmet] = field(default_factory=list)


class Merge:
    """A merge of all that is accepted in ``store``, for the workspace of ``builder``.

    A context manager, as what it shows is built in a place that goes with it.
    """

    def __init__(self, store: Store, builder: Builder, over: Collection[int] = ()) -> None:
        self._store = store
        self._builder = builder
        self._over = over
        self._preview = Preview(builder)
        self._effects: dict[str, Effects] = {}

    @contextmanager
    def looked_at(self) -> Iterator[Prospect]:
        """What the merge would do. Raises `LexkitError` for files and builds that fail."""
        with self._preview:
            place = self._builder.workspace
            found = Prospect(_planned(self._store, place, self._verdict, self._over))
            self._look(found)
            yield found

    def write(self, prospect: Prospect, by: str) -> tuple[Proposal, ...]:
        """Write what was looked at, and mark its proposals as merged, by ``by``.

        Raises `ChangedError` if a file, and `MovedError` if a decision, is no longer what it was
        then; nothing is written and nothing marked in that case.
        """
        merged = prospect.plan.merged
        built = lexicon.built(self._builder.workspace.build)
        versions = {name: Lexicon(folder).version for name, folder in built.items()}
        seen = {number: _ruling(proposal).seq for number, proposal in merged.items()}
        return self._store.mark_merged(
            list(merged), by, versions, seen, lambda: _write(prospect.plan.files)
        )

    def _look(self, found: Prospect) -> None:
        """Build every lexicon affected, as it is and as it would be, and compare."""
        files = {home.path: home.text() for home in found.plan.files}
        after: dict[str, Lexicon] = {}
        for home in found.plan.files:
            for rules in home.affected():
                for variant, name in self._variants(rules):
                    old = self._preview.before(variant)
                    new = self._preview.after(variant, files)
                    found.differences.append(diff.compare(Side.of(old, name), Side.of(new, name)))
                    after.setdefault(rules.name, new)
        for change in found.plan.changes:
            proposal = found.plan.merged.get(change.number)
            if proposal is None or not (change.new or change.note == DECIDED):
                continue
            rulesets = found.plan.homes.opened[change.path].rulesets
            for name in (name for name in proposal.rulesets if name in rulesets):
                new = after[name] if name in after else self._preview.before(Variant(name))
                answer = new.verdict(change.word)
                if not _meets(answer, proposal):
                    found.unmet.append(Unmet(change.number, name, answer))

    def _variants(self, rules: Ruleset) -> list[tuple[Variant, str]]:
        """The lexicons of a ruleset that are built, and first the one without any option."""
        built = variants.built(self._builder.workspace, rules)
        found = {opened.ruleset: variant for variant, opened in built}
        found = {rules.name: Variant(rules.name), **found}
        return [(variant, name) for name, variant in found.items()]

    def _verdict(self, home: Home, name: str, letters: str, gone: list[Decision]) -> Verdict:
        """The verdict on ``letters`` in a ruleset, were it not for the lines ``gone``."""
        if name not in self._effects:
            ((variant, _), *_) = self._variants(home.rulesets[name])
            opened = self._preview.before(variant)
            lines = list(home.decisions.values())
            found = variants.effects(self._builder, variant, opened, lines)
            assert found is not None  # as it was just built, or might have been
            self._effects[name] = found
        return self._effects[name].without(letters, gone)


def planned(store: Store, builder: Builder) -> Plan:
    """What a merge would write, as far as the lexicons know that are built: at once, without any
    being built for it. Raises `LexkitError` for files that cannot be read.

    Whether the removal of a word needs a line depends on what the sources say of it. If they, or
    the rules, are others than those of the lexicon, the merge itself may find another answer.
    """
    return _planned(store, builder.workspace, _Built(builder).verdict)


def _planned(store: Store, place: Workspace, judge: Judge, over: Collection[int] = ()) -> Plan:
    homes = Homes(place, tagset.load(place.tags_files))
    accepted = store.queue(Wanted(states=(State.ACCEPTED,)))
    taken_back = store.events(queue.taken_back())

    def merged_on(day: date) -> tuple[Event, ...]:
        return store.events(queue.merged_on(day))

    return plan(accepted, taken_back, merged_on, homes, judge, over)


@dataclass
class _Built:
    """The verdicts of the lexicons that are built."""

    builder: Builder
    _effects: dict[str, Effects | None] = field(default_factory=dict)

    def verdict(self, home: Home, name: str, letters: str, gone: list[Decision]) -> Verdict:
        for variant, opened in variants.built(self.builder.workspace, home.rulesets[name]):
            if not gone:
                return opened.verdict(letters).verdict
            if name not in self._effects:
                lines = list(home.decisions.values())
                self._effects[name] = variants.effects(self.builder, variant, opened, lines)
            if (effects := self._effects[name]) is not None:
                return effects.without(letters, gone)
        return Verdict.ACCEPTED  # nobody knows, so the line is shown


def _ruling(proposal: Proposal) -> Event:
    assert proposal.ruling is not None
    return proposal.ruling


def _meets(answer: Answer, proposal: Proposal) -> bool:
    """Whether a word is as was decided; what a change of tags leads to is for the rules to say."""
    if proposal.action is Action.TAG:
        return True
    return (answer.verdict is Verdict.ACCEPTED) is (proposal.action is Action.ADD)


def _write(files: Sequence[Home]) -> None:
    """Write ``files``, of which none may have changed; those written already are passed over."""
    found = [(home, home.path.read_bytes()) for home in files]
    for home, content in found:
        if content not in (home.content, home.text()):
            raise disk.changed(home.path)
    for home, content in found:
        if content != home.text():
            disk.exchange(home.path, home.content, home.text())

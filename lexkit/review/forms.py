"""The forms that the paradigms of a ruleset make of a word: what accepting it would bring in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from lexkit import paradigm as paradigms
from lexkit import ruleset as rulesets
from lexkit import tagset as tagsets
from lexkit.model import Reading
from lexkit.paradigm import Paradigm
from lexkit.workspace import Workspace


class Forms:
    """The paradigms of one ruleset of a workspace, loaded when first asked."""

    def __init__(self, workspace: Workspace, ruleset: str) -> None:
        self._workspace = workspace
        self._ruleset = ruleset

    @cached_property
    def _paradigms(self) -> Sequence[Paradigm]:
        tagset = tagsets.load(self._workspace.tags_files)
        ruleset = rulesets.load(self._workspace.ruleset(self._ruleset), tagset)
        tables = (self._workspace.paradigm(name) for name in ruleset.paradigms)
        return [paradigms.load(table, tagset) for table in tables]

    def of(self, lemma: str, tags: frozenset[str]) -> list[Reading]:
        """The forms made of the headword ``lemma`` with ``tags``, each once, in their order.

        That is what the tables make of it alone, one after the other as in a build: what a source
        would show besides (which plural, which genitive) they cannot know.
        """
        known = [Reading(lemma, lemma, tags, "", "")]
        for table in self._paradigms:
            if table.wants(frozenset(chain.from_iterable(r.tags for r in known))):
                known += list(table.generate(known.copy))
        made = {reading.form: reading for reading in reversed(known[1:]) if reading.form != lemma}
        return list(reversed(made.values()))

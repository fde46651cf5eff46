"""How a verb falls apart: *aufstehen* into *auf* and *stehen*, *umfahren* in both ways."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import NamedTuple

from lexkit.conjugation.principal import Principal
from lexkit.conjugation.table import Parting, Way


class Analysis(NamedTuple):
    """A way to understand a verb: what parts from it, and what is inflected.

    *anvertrauen* is *an* + *vertrauen*, *vertrauen* nothing + *vertrauen*.
    """

    way: Way
    prefix: str
    core: str


@dataclass(frozen=True)
class Parts:
    """Tells how verbs fall apart, by the table, the verbs of the source and its other forms.

    ``verbs`` are the infinitives attested, ``forms`` all forms of the source: that it lists
    *kaputtzugehen* shows that *kaputt* parts from *gehen*, a prefix the table may not know.
    """

    parting: Parting
    principal: Principal
    verbs: Set[str]
    forms: Set[str]

    def of(self, verb: str) -> list[Analysis]:
        """All ways to understand ``verb``, at least one."""
        if verb in self.parting.whole:
            return [self._whole(verb)]
        for cut in range(len(verb) - 2, 0, -1):  # the longest prefix first: voraus, not vor
            prefix, core = verb[:cut], verb[cut:]
            if (either := self.parting.either.get(prefix)) is not None:
                if self._is_verb(core) or verb in either.other or verb in either.both:
                    ways = either.ways(verb)
                    if Way.SEPARABLE not in ways and self._shown(prefix, core):
                        ways = (*ways, Way.SEPARABLE)
                    return [
                        Analysis(way, prefix, core)
                        if way is Way.SEPARABLE
                        else Analysis(way, "", verb)
                        for way in ways
                    ]
            elif prefix in self.parting.separable:
                if self._is_verb(core):
                    return [Analysis(Way.SEPARABLE, prefix, core)]
            elif self._is_verb(core) and self._shown(prefix, core):
                return [Analysis(Way.SEPARABLE, prefix, core)]
        if prefix := self.principal.parted(verb):
            return [Analysis(Way.SEPARABLE, prefix, verb.removeprefix(prefix))]
        return [self._whole(verb)]

    def _whole(self, verb: str) -> Analysis:
        parting = self.parting
        for cut in range(len(verb) - 2, 0, -1):
            prefix = verb[:cut]
            if prefix in parting.inseparable and self._is_verb(verb[cut:]):
                return Analysis(Way.INSEPARABLE, "", verb)
            known = prefix in parting.inseparable or prefix in parting.either
            if known and not self._begins_participles(verb):  # verliezen; there is no liezen
                return Analysis(Way.INSEPARABLE, "", verb)
        return Analysis(Way.SIMPLE, "", verb)

    def _begins_participles(self, verb: str) -> bool:
        """Whether some participle of ``verb`` begins as those of simple verbs do."""
        start = self.parting.participle
        if verb.startswith(start):  # geven: gegeven, but geloven: geloofd
            start += start
        participles = self.principal.participles(verb)
        return not participles or any(form.startswith(start) for form in participles)

    def _is_verb(self, core: str) -> bool:
        return core in self.verbs or core in self.parting.bases

    def _shown(self, prefix: str, core: str) -> bool:
        """Whether the source has a form in which ``prefix`` stands apart from ``core``."""
        between = self.parting.between
        if between and prefix + between + core in self.forms:
            return True
        return any(
            prefix + participle in self.forms
            for participle in self.principal.participles(core)
            if participle.startswith(self.parting.participle)
        )

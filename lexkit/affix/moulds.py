"""All stems of a dictionary at once: rules tried for a mould, not for a stem.

*Versicherung*, *Wanderung* and some thousand others have the flags ``P`` and ``S``. Rules look
at the edges of a stem only, here at the last two letters, and take nothing else away. So what
they make of *…ng* they make of all: the stem, and the stem with *en*. Such a **mould** is found
once, by expanding a stem whose middle is a hole, and afterwards a stem is poured into it: cut
out its middle, put it between what stands before and after the hole.

How far the rules of a set of flags reach into a stem is computed beforehand (``Grip``). A stem
too short to have a middle is expanded for itself; there are few of those, and they repeat.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from lexkit.affix.affixes import Affixes
from lexkit.affix.expand import expand
from lexkit.affix.rule import Affix, Rule

#: Stands for the middle of a stem. No word contains it.
HOLE = "\0"

#: How many casts are remembered over all sets of flags, so that a dictionary with a thousand
#: forms a stem (Hungarian) does not fill the memory.
REMEMBERED = 400_000

#: A mould with more casts than this is poured out as it is made, and not remembered: one
#: Hungarian noun has five million forms. Only among the first of them is each form kept once.
LARGEST = 20_000


class Cast(NamedTuple):
    """One form of a mould: what stands before and after the hole, and how it came about.

    ``cell`` names the rules in the order in which they were applied (``"SFX A PFX U"``), and
    is ``None`` for the stem itself; ``fields`` are what the rules say of the form
    (``is:plural``).
    """

    before: str
    after: str
    cell: str | None
    fields: tuple[str, ...]


class Grip:
    """How far rules reach into a stem, from the front and from the back."""

    def __init__(self, affixes: Affixes) -> None:
        self.affixes = affixes
        #: By the flags of a continuation: how far the suffixes behind it reach into the word
        #: before, how far the prefixes named by it reach, and those named by the suffixes.
        self.continued: dict[frozenset[str], tuple[int, int, int]] = {}
        self.by_flag: dict[tuple[str, str], tuple[int, int]] = {}

    def of(self, flags: frozenset[str], edge: str) -> tuple[int, int]:
        """The characters at the front and at the back that decide for stems with these flags.

        ``edge`` is the character at the end where affixes stack. German adjectives: for one in
        *-el* or *-er*, the two letters before that matter as well (*edel*, *edle*), for one in
        *-t* none does.
        """
        outer, inner = 0, 0
        for flag in flags:
            further = self.by_flag.get((flag, edge))
            if further is None:
                further = self.by_flag[flag, edge] = self._of_flag(flag, edge)
            outer, inner = max(outer, further[0]), max(inner, further[1])
        return (inner, outer) if self.affixes.complexprefixes else (outer, inner)

    def _of_flag(self, flag: str, edge: str) -> tuple[int, int]:
        """For prefixes and for suffixes; a prefix can also let suffixes on."""
        # The edge itself is looked at as soon as there is a rule at its end.
        outer, inner = 0, 0
        suffixes, prefixes = self.affixes.named(frozenset({flag}))
        for prefix in _rules(prefixes):
            outer = max(outer, prefix.reach)
            for affix in self.affixes.named(prefix.continuation)[0]:
                inner = max(inner, 1)
                for unlocked in affix.candidates(edge):
                    outer, inner = self._with(unlocked, outer, inner)
        for affix in suffixes:
            for suffix in affix.candidates(edge):
                outer, inner = self._with(suffix, outer, inner)
            inner = max(inner, 1)
        return outer, inner

    def _with(self, first: Rule, outer: int, inner: int) -> tuple[int, int]:
        """A second rule looks at what the first added, and only beyond that at the stem."""
        second, prefix, prefix_of_second = self._continued(first.continuation)
        beyond = max(0, second - len(first.add))
        return (
            max(outer, prefix, prefix_of_second),
            max(inner, first.reach, len(first.strip) + beyond),
        )

    def _continued(self, continuation: frozenset[str]) -> tuple[int, int, int]:
        found = self.continued.get(continuation)
        if found is None:
            suffixes, prefixes = self.affixes.named(continuation)
            seconds = _rules(suffixes)
            named_later = {rule.continuation for rule in seconds}
            found = self.continued[continuation] = (
                _reach(seconds),
                _reach(_rules(prefixes)),
                max((_reach(_rules(self.affixes.named(f)[1])) for f in named_later), default=0),
            )
        return found


def _rules(affixes: list[Affix]) -> list[Rule]:
    return [rule for affix in affixes for rule in affix.rules]


def _reach(rules: list[Rule]) -> int:
    return max((rule.reach for rule in rules), default=0)


class Moulds:
    """The moulds of a dictionary, kept within bounds."""

    def __init__(self, affixes: Affixes) -> None:
        self.affixes = affixes
        self.grip = Grip(affixes)
        self.held = 0
        self.sets: dict[frozenset[str], FlagMoulds] = {}

    def of(self, flags: frozenset[str]) -> FlagMoulds:
        """The moulds for stems with these flags."""
        moulds = self.sets.get(flags)
        if moulds is None:
            moulds = self.sets[flags] = FlagMoulds(flags, self)
        return moulds

    def hold(self, casts: int) -> None:
        """Count what is remembered; when it is too much, forget everything and begin anew."""
        self.held += casts
        if self.held > REMEMBERED:
            for moulds in self.sets.values():
                moulds.made.clear()
            self.held = casts


class FlagMoulds:
    """The moulds for one set of flags, made as stems ask for them."""

    def __init__(self, flags: frozenset[str], shared: Moulds) -> None:
        self.flags = flags
        self.shared = shared
        self.edge = 0 if shared.affixes.complexprefixes else -1
        self.grips: dict[str, tuple[int, int]] = {}
        self.made: dict[str, list[Cast]] = {}

    def pour(self, stem: str) -> tuple[str, Iterable[Cast]]:
        """The middle of a stem and its mould; each ``before + middle + after`` is a form."""
        front, back = self.grips.get(stem[self.edge]) or self._grip(stem[self.edge])
        cut = len(stem) - back
        if cut <= front:
            edges, middle = stem, ""
        else:
            edges, middle = stem[:front] + HOLE + stem[cut:], stem[front:cut]
        mould = self.made.get(edges)
        return middle, self._make(edges) if mould is None else mould

    def _grip(self, edge: str) -> tuple[int, int]:
        refused = self.shared.affixes.refuses(self.flags)
        grip = (0, 0) if refused else self.shared.grip.of(self.flags, edge)
        self.grips[edge] = grip
        return grip

    def _make(self, edges: str) -> Iterable[Cast]:
        """Expand a stem with a hole, and keep each form once: the first way to it counts."""
        forms = expand(edges, self.flags, self.shared.affixes)
        casts: dict[str, Cast] = {}
        for form, rules in forms:
            if form not in casts:
                casts[form] = _cast(form, rules)
                if len(casts) > LARGEST:
                    return chain(casts.values(), (_cast(*rest) for rest in forms))
        self.shared.hold(len(casts))
        self.made[edges] = mould = list(casts.values())
        return mould


def _cast(form: str, rules: tuple[Rule, ...]) -> Cast:
    before, _, after = form.partition(HOLE)
    if not rules:
        return Cast(before, after, None, ())
    cell = rules[0].name if len(rules) == 1 else " ".join(rule.name for rule in rules)
    return Cast(before, after, cell, tuple(field for rule in rules for field in rule.fields))

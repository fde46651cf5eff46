"""Affix rules: what one line of ``PFX`` or ``SFX`` does to a word.

``SFX N y ies [^aeiou]y`` says: from a stem that ends in a consonant and *y*, strip the *y* and
add *ies*. So *berry* becomes *berries*, and *day* is left to another rule of the same flag.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from lexkit.affix.condition import Condition


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One line of an affix.

    ``cross`` says whether it combines with an affix at the other end of the word;
    ``continuation`` are the flags behind the slash of the added text (*0/L* adds nothing and
    lets the rules of ``L`` on). Three of those flags are marks on the rule itself: ``virtual``
    (``NEEDAFFIX``: what it makes is no word yet), ``circumfix`` (it is half of a pair, as *ge-*
    and *-t* are in *gespielt*) and ``linking`` (``ONLYINCOMPOUND``: the *s* of *Arbeitsamt*).
    """

    prefix: bool
    flag: str
    name: str
    cross: bool
    strip: str
    add: str
    condition: Condition
    continuation: frozenset[str]
    fields: tuple[str, ...]
    virtual: bool
    circumfix: bool
    linking: bool
    #: It does nothing but write the start of a word large: *ijs* -> *IJs*.
    capitalises: bool

    @property
    def reach(self) -> int:
        """How many characters of the stem's edge it looks at or takes away."""
        return max(len(self.strip), len(self.condition))

    def apply(self, word: str, fullstrip: bool = False, lenient: bool = False) -> str | None:
        """The word with the affix on it, or ``None`` if the rule does not take this word.

        *berry* and ``y ies [^aeiou]y``: ends in the *y* to strip, something is left (hunspell
        lets a rule eat the whole stem only under ``FULLSTRIP``), the condition holds on the
        stem as it was: *berr* + *ies*.
        """
        kept = len(word) - len(self.strip)
        if kept < 0 or (kept == 0 and not fullstrip):
            return None
        if self.prefix:
            if not word.startswith(self.strip) or not self.condition.at_start(word, lenient):
                return None
            return self.add + word[len(self.strip) :]
        if not word.endswith(self.strip) or not self.condition.at_end(word):
            return None
        return word[:kept] + self.add


class Affix(NamedTuple):
    """All rules of one flag at one end of the word, sorted by the edge they need.

    The Hungarian dictionary has flags with more than a thousand rules; by the last letter of
    the stem, a few dozen of them are left to try.
    """

    rules: tuple[Rule, ...]
    by_edge: dict[str, tuple[Rule, ...]]
    anywhere: tuple[Rule, ...]

    def candidates(self, word: str) -> tuple[Rule, ...]:
        """The rules worth trying on this word."""
        if not word:
            return self.rules
        return self.by_edge.get(word[0 if self.rules[0].prefix else -1], self.anywhere)


def gather(rules: Iterable[Rule]) -> Affix:
    """Sort the rules of a flag by the character at the edge of the stems they take."""
    rules = tuple(rules)
    edges = [_edge(rule) for rule in rules]
    named = frozenset().union(*(edge for edge in edges if edge is not None))
    return Affix(
        rules,
        {
            character: tuple(
                rule
                for rule, edge in zip(rules, edges, strict=True)
                if edge is None or character in edge
            )
            for character in named
        },
        tuple(rule for rule, edge in zip(rules, edges, strict=True) if edge is None),
    )


def _edge(rule: Rule) -> frozenset[str] | None:
    """The characters one of which must stand at the edge, or ``None`` if many may."""
    at = 0 if rule.prefix else -1
    if rule.strip:
        return frozenset(rule.strip[at])
    if rule.condition.items and not rule.condition.items[at].refused:
        return rule.condition.items[at].characters
    return None

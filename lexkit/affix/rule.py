"""Affix rules: what one line of ``PFX`` or ``SFX`` does to a word.

``SFX N y ies [^aeiou]y`` says: from a stem that ends in a consonant and *y*, strip the *y* and
add *ies*. So *berry* becomes *berries*, and *day* is left to another rule of the same flag.
"""

from __future__ import annotations

from dataclasses import dataclass

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

    def takes(self, word: str, fullstrip: bool = False, lenient: bool = False) -> bool:
        """Whether the rule can be applied to this word.

        *berry* and ``y ies [^aeiou]y``: it ends in the *y* to strip, something is left of it
        (hunspell lets a rule eat the whole stem only under ``FULLSTRIP``), and the condition
        holds on the stem as it was.
        """
        kept = len(word) - len(self.strip)
        if kept < 0 or (kept == 0 and not fullstrip):
            return False
        if self.prefix:
            return word.startswith(self.strip) and self.condition.at_start(word, lenient)
        return word.endswith(self.strip) and self.condition.at_end(word)

    def on(self, word: str) -> str:
        """The word with the affix on it: *berr* + *ies*."""
        if self.prefix:
            return self.add + word[len(self.strip) :]
        return word[: len(word) - len(self.strip)] + self.add


#: How many edges of words an affix remembers the rules for.
REMEMBERED = 50_000


class Affix:
    """All rules of one flag at one end of the word.

    The Hungarian dictionary has flags with more than a thousand rules. By the last letter of
    the stem, a few dozen of them are left to try (``candidates``); and what was found for one
    word holds for all that end alike (``taking``).
    """

    def __init__(self, rules: tuple[Rule, ...], edges: list[frozenset[str] | None]) -> None:
        self.rules = rules
        self.prefix = rules[0].prefix
        self.reach = max(rule.reach for rule in rules)
        self._anywhere = tuple(
            rule for rule, edge in zip(rules, edges, strict=True) if edge is None
        )
        self._by_edge = {
            character: tuple(
                rule
                for rule, edge in zip(rules, edges, strict=True)
                if edge is None or character in edge
            )
            for character in frozenset().union(*(edge for edge in edges if edge is not None))
        }
        self._found: dict[str, list[Rule]] = {}

    def candidates(self, word: str) -> tuple[Rule, ...]:
        """The rules worth trying on this word."""
        if not word:
            return self.rules
        return self._by_edge.get(word[0 if self.prefix else -1], self._anywhere)

    def taking(self, word: str, fullstrip: bool, lenient: bool = False) -> list[Rule]:
        """The rules that take this word."""
        if len(word) <= self.reach:
            # So short that a rule may eat it up: this word is judged for itself.
            return [rule for rule in self.candidates(word) if rule.takes(word, fullstrip, lenient)]
        edge = word[: self.reach] if self.prefix else word[len(word) - self.reach :]
        found = self._found.get(edge)
        if found is None:
            if len(self._found) >= REMEMBERED:
                self._found.clear()
            found = [rule for rule in self.candidates(word) if rule.takes(word)]
            self._found[edge] = found
        return found


def gather(rules: list[Rule]) -> Affix:
    """The rules of a flag, sorted by the character at the edge of the stems they take."""
    return Affix(tuple(rules), [_edge(rule) for rule in rules])


def _edge(rule: Rule) -> frozenset[str] | None:
    """The characters one of which must stand at the edge, or ``None`` if many may."""
    at = 0 if rule.prefix else -1
    if rule.strip:
        return frozenset(rule.strip[at])
    if rule.condition.items and not rule.condition.items[at].refused:
        return rule.condition.items[at].characters
    return None

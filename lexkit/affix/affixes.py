"""What a whole ``.aff`` says, ready for use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from lexkit.affix.conversion import Conversion
from lexkit.affix.flags import FlagReader
from lexkit.affix.rule import Affix


@dataclass
class Affixes:
    """The rules and marks of one dictionary.

    ``stacked`` and ``single`` are the two sides of a word. Suffixes stack, two deep (*frei*,
    *Freiheit*, *Freiheiten*); prefixes do not. Under ``COMPLEXPREFIXES`` it is the other way
    round: prefixes stack and suffixes do not, for languages that build at the front.

    ``needaffix``, ``onlyincompound``, ``forbiddenword``, ``circumfix`` and ``warn`` are the flags
    so named, if the file names them. Whatever makes compounds is read over: a compound is a word
    only where something lists it.
    """

    path: Path
    encoding: str
    flags: FlagReader
    flag_aliases: list[bytes] | None = None
    field_aliases: list[str] | None = None
    stacked: dict[str, Affix] = field(default_factory=dict)
    single: dict[str, Affix] = field(default_factory=dict)
    #: All flags that stand for affixes, also for those that make no forms outside compounds.
    rule_flags: set[str] = field(default_factory=set)
    complexprefixes: bool = False
    fullstrip: bool = False
    forbidwarn: bool = False
    needaffix: str | None = None
    onlyincompound: str | None = None
    forbiddenword: str | None = None
    circumfix: str | None = None
    warn: str | None = None
    ignore: frozenset[str] = frozenset()
    iconv: Conversion = field(default_factory=Conversion)
    oconv: Conversion = field(default_factory=Conversion)
    #: What a maintainer of the dictionary should look at: the reason, and the line.
    notes: list[tuple[str, int]] = field(default_factory=list)

    _continued: dict[frozenset[str], tuple[list[Affix], list[Affix]]] = field(default_factory=dict)

    def named(self, flags: frozenset[str]) -> tuple[list[Affix], list[Affix]]:
        """The affixes that flags name, those that stack and the others.

        They come in the order of the flags, so that output never varies.
        """
        found = self._continued.get(flags)
        if found is None:
            found = self._continued[flags] = (
                [self.stacked[flag] for flag in sorted(flags) if flag in self.stacked],
                [self.single[flag] for flag in sorted(flags) if flag in self.single],
            )
        return found

    def without_ignored(self, word: str) -> str:
        """``IGNORE`` drops characters from words and from what is typed: Arabic vowel signs."""
        if self.ignore and not self.ignore.isdisjoint(word):
            return "".join(c for c in word if c not in self.ignore)
        return word

    def looked_up(self, typed: str) -> str:
        """What hunspell looks up when this is typed: *prijs* -> *prĳs*."""
        return self.without_ignored(self.iconv.convert(typed))

    def plain(self, form: str) -> str | None:
        """A form in plain letters: *prĳs* -> *prijs*, or ``None`` if no typing leads to it.

        What ``OCONV`` makes of the form is right if ``ICONV`` leads back from it; else the form
        may stand as it is. Where ``ICONV`` rewrites every *ij*, a stem *bijou* written with two
        letters is never reached: typed *bijou* is looked up as *bĳou*.
        """
        for typed in (self.oconv.convert(form), form):
            if self.looked_up(typed) == form:
                return typed
        return None

    def refuses(self, flags: Iterable[str]) -> bool:
        """Whether hunspell takes no form at all of a stem with these flags (compounds aside)."""
        return (self.onlyincompound is not None and self.onlyincompound in flags) or (
            self.forbidwarn and self.warn is not None and self.warn in flags
        )

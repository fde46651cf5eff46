"""From a reading to the readings of its other spellings.

1. Find in the form, by one pattern, whether any stem of the table is in it; few forms go on.
2. Keep the stems whose neighbourhood is right: *rau* before *e*, not before *b* (*Raub*).
3. Add the letters that stand three times, or twice where two parts meet.
4. Respell: all that a reform has replaced together, what has two right spellings each by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from lexkit.model import Reading
from lexkit.respelling.parts import Parts
from lexkit.respelling.table import Edge, Group, Respelt, Side, Table

#: A form with more places to respell than this is a sentence or a joke.
MOST_PLACES = 5


class Place(NamedTuple):
    """Letters of a form, from ``start`` to ``end``, and what they can become."""

    start: int
    end: int
    respelt: tuple[tuple[str, Side], ...]


class Respelling:
    """The paradigm whose cells are the other spellings of a form."""

    def __init__(self, name: str, table: Table) -> None:
        self._name = name
        self._table = table
        self._stem = re.compile(_pattern(table.stems))
        self._lengths: dict[str, tuple[int, ...]] = {}
        for first in {stem[0] for stem in table.stems}:
            found = {len(stem) for stem in table.stems if stem[0] == first}
            self._lengths[first] = tuple(sorted(found, reverse=True))
        self._doubled: re.Pattern[str] | None = None
        if table.triples is not None:
            letters, vowels = re.escape(table.triples.letters), re.escape(table.triples.vowels)
            self._doubled = re.compile(rf"(?<=[{vowels}])([{letters}])\1\1?(?=[{vowels}])")

    @property
    def name(self) -> str:
        return self._name

    def wants(self, tags: frozenset[str]) -> bool:
        """Every form can have another spelling, whatever its tags."""
        return True

    def generate(self, readings: Callable[[], Iterable[Reading]]) -> Iterator[Reading]:
        """The other spellings of ``readings``, which are gone through twice.

        The lemma stays the one that the source attests: *Schiffahrten* is in the table of
        *Schifffahrt*.
        """
        forms = {reading.form for reading in readings()}
        parts = Parts(self._table.joints, forms)
        tag = self._table.tag
        last: tuple[str, str | None] = ("", None)
        spellings: tuple[tuple[str, Side], ...] = ()
        for reading in readings():
            form, lemma, tags = reading.form, reading.lemma, reading.tags
            if (form, lemma) != last:
                last = form, lemma
                spellings = self._spellings(form, lemma, parts)
            for spelling, side in spellings:
                if side is Side.OLD:
                    shown = tags | {tag}
                elif side is Side.NEW:
                    shown = tags - {tag}
                else:
                    shown = tags
                yield Reading(
                    spelling, lemma, shown, reading.source, reading.place,
                    self._name, f"{side.value} of {form}",
                )  # fmt: skip

    def spellings(self, form: str, attested: Iterable[str] = ()) -> list[tuple[str, Side]]:
        """The other spellings of one ``form``, where the forms ``attested`` are known."""
        parts = Parts(self._table.joints, set(attested))
        return list(self._spellings(form, None, parts))

    def _spellings(
        self, form: str, lemma: str | None, parts: Parts
    ) -> tuple[tuple[str, Side], ...]:
        small = form.lower()
        found = self._stem.search(small)
        doubled = self._doubled.search(small) if self._doubled is not None else None
        if found is None and doubled is None:
            return ()
        if len(small) != len(form):  # İ is two letters when small
            return ()
        places: list[Place] = []
        if found is not None:
            places += self._stems(form, small, found.start(), parts)
        if doubled is not None:
            places += self._triples(form, small, lemma, parts)
        if not places:
            return ()
        return tuple(_respelt(form, _apart(places)))

    def _stems(self, form: str, small: str, start: int, parts: Parts) -> Iterator[Place]:
        """The stems in ``small`` that can be respelt; of two, one in the other, the longer.

        *tipp* hides the *tip* in it even where it is not respelt itself (*tippen*).
        """
        hidden = -1
        for i in range(start, len(small)):
            for length in self._lengths.get(small[i], ()):
                respelt = self._table.stems.get(small[i : i + length])
                if respelt is None or i + length > len(small) or i + length <= hidden:
                    continue
                hidden = i + length
                fitting = tuple(
                    (r.stem, r.side) for r in respelt if _fits(r, form, small, i, i + length, parts)
                )
                if fitting:
                    yield Place(i, i + length, fitting)

    def _triples(self, form: str, small: str, lemma: str | None, parts: Parts) -> Iterator[Place]:
        """Letters to drop (*Schifffahrt*) or to add (*Schiffahrt*, of *Schiff* and *fahrt*)."""
        triples = self._table.triples
        if triples is None or self._doubled is None:
            return
        for match in self._doubled.finditer(small):
            start, end = match.span()
            letter = match[1]
            if end - start == 3:
                yield Place(start, end, ((letter * 2, Side.OLD),))
                continue
            left, right = _word(small, start, end)
            if not form[left].isupper() or not self._join(small[left:right], start - left, parts):
                continue
            if _barred(triples.barred, small, left, start, end, right):
                continue
            # What holds of Balletten must hold of Ballett, which is not Ball and Lett.
            base = (lemma or "").lower()
            alike = len(base) > end and base.startswith(small[:end])
            if alike and not self._join(base[left:], start - left, parts):
                continue
            yield Place(start, end, ((letter * 3, Side.NEW),))

    def _join(self, word: str, at: int, parts: Parts) -> bool:
        """Do two parts meet in the doubled letter at ``at``, and in no other way?

        *Schiff* and *Fahrt*, but not *Schaf* and *Fell*, *Abfall* and *Art*, *Wetter* and *Mann*.
        """
        triples = self._table.triples
        if triples is None:
            return False
        first, second = word[: at + 2], word[at + 1 :]
        if len(second) < triples.least or not first.endswith(triples.firsts):
            return False
        if not parts.last_noun(second) or not self._ends_in_first(first, parts):
            return False
        single = word[: at + 1]
        if parts.word(single) or parts.prefix(single):
            return False
        if parts.inflected_noun(second[1:]):
            return False
        return not any(
            parts.word(word[:i]) and parts.last_noun(word[i:])
            for i in range(at + 3, len(word) - triples.least + 2)
        )

    def _ends_in_first(self, text: str, parts: Parts) -> bool:
        """*kontroll* and *öldruckkontroll* for *kontroll*, but not *witzroll* for *roll*."""
        firsts = self._table.triples.firsts if self._table.triples else ()
        return parts.word(text) or any(
            not (before := text[: -len(first)]) or parts.prefix(before) or parts.first(before)
            for first in firsts
            if text.endswith(first)
        )


def _fits(respelt: Respelt, form: str, small: str, start: int, end: int, parts: Parts) -> bool:
    """Is the stem from ``start`` to ``end`` where its group wants it?"""
    group = respelt.group
    left, right = _word(small, start, end)
    if group.capital and not form[left:right].istitle():
        return False
    if group.barred and _barred(group.barred, small, left, start, end, right):
        return False
    return _before(group, small[left:start], parts) and _after(group, small[end:right], parts)


def _before(group: Group, text: str, parts: Parts) -> bool:
    if not text or group.before is Edge.ANY:
        return True
    if group.before is Edge.NONE:
        return False
    return parts.prefix(text) or (group.before is Edge.PART and parts.first(text))


def _after(group: Group, text: str, parts: Parts) -> bool:
    if not text or group.after is Edge.ANY:
        return True
    if group.after is Edge.NONE:
        return False
    return text in group.endings or (group.after is Edge.PART and parts.following(text))


def _word(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the word around ``start`` and ``end`` begins and ends: *Foto* in *Foto-Album*."""
    while start > 0 and text[start - 1].isalpha():
        start -= 1
    while end < len(text) and text[end].isalpha():
        end += 1
    return start, end


def _barred(barred: Iterable[str], text: str, left: int, start: int, end: int, right: int) -> bool:
    """Do the letters from ``start`` to ``end`` stand in something that is barred?

    The edges of the word around them, from ``left`` to ``right``, read ``^`` and ``$``, or ``-``
    where a hyphen is.
    """
    before = "-" if text[left - 1 : left] == "-" else "^"
    after = "-" if text[right : right + 1] == "-" else "$"
    word = f"{before}{text[left:right]}{after}"
    start, end = start - left + 1, end - left + 1
    return any(word.find(b, max(0, end - len(b)), start + len(b)) >= 0 for b in barred)


def _apart(places: list[Place]) -> list[Place]:
    """``places`` in order; of two that overlap, the one that begins first."""
    kept: list[Place] = []
    for place in sorted(places):
        if not kept or place.start >= kept[-1].end:
            kept.append(place)
    return kept[:MOST_PLACES]


def _respelt(form: str, places: list[Place]) -> Iterator[tuple[str, Side]]:
    """All spellings in which the old ones go with the old ones, the new ones with the new ones."""
    choices = [((None, None), *place.respelt) for place in places]
    known = {form}
    for chosen in product(*choices):
        sides = {side for _, side in chosen}
        # Stengelstop becomes Stängelstopp, not Stängelstop.
        if any(
            (side is None or side is Side.OTHER)
            and any(s in sides for _, s in place.respelt if s is not Side.OTHER)
            for place, (_, side) in zip(places, chosen, strict=True)
        ):
            continue
        text, position = "", 0
        for place, (stem, _) in zip(places, chosen, strict=True):
            if stem is not None:
                text += form[position : place.start] + _cased(stem, form[place.start : place.end])
                position = place.end
        text += form[position:]
        if text not in known:
            known.add(text)
            yield text, next((s for s in (Side.OLD, Side.NEW) if s in sides), Side.OTHER)


def _cased(stem: str, like: str) -> str:
    """``stem`` with the capitals of ``like``: *Stengel*, *STENGEL*."""
    if len(like) > 1 and like.isupper():
        return stem.upper()
    return stem[0].upper() + stem[1:] if like[0].isupper() else stem


def _pattern(stems: Iterable[str]) -> str:
    """A pattern that finds any of ``stems``, those that begin alike tried together.

    A stem with another as its beginning is left to it: finding one is all that is asked.
    """
    tree: dict[str, dict[str, object]] = {}
    for stem in sorted(stems):
        node = tree
        for letter in stem:
            node = node.setdefault(letter, {})  # type: ignore[assignment]
        node[""] = {}
    return _branch(tree) if tree else r"(?!)"


def _branch(tree: dict[str, dict[str, object]]) -> str:
    if "" in tree:
        return ""
    branches = [re.escape(c) + _branch(rest) for c, rest in tree.items()]  # type: ignore[arg-type]
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"

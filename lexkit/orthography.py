"""From a form to the letters on the board: one function for reading, checking and export alike.

*Straße* is laid as *strasse*, *Café* as *cafe*, *Bäume* as *bäume*; *X-Beine* cannot be laid.
The steps and their order are the contract of section 3 of the design.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import NamedTuple

from lexkit.model import TOO_LONG, TOO_SHORT

#: The marks people and programs type for an apostrophe: *foto’s*, *foto's*, *foto`s* are one word.
APOSTROPHES = "’‘‛ʼʹ′＇`´"
_UNIFY = {ord(mark): "'" for mark in APOSTROPHES} | {ord(mark): "-" for mark in "‐‑"}
_UNIFIED = re.compile(f"[{APOSTROPHES}‐‑]")

#: A word with more letter pairs than this to respell is not worth a hint (2**6 spellings).
HINTED_PAIRS = 6


def normalise(text: str) -> str:
    """``text`` in NFC, without format characters and surrounding blanks, its apostrophes unified.

    Soft hyphens, zero-width joiners and byte-order marks (category Cf) hide in lists that came
    from web pages: *Schiff\\u00adfahrt* is *Schifffahrt*.
    """
    if text.isascii():
        # The backtick is the one ASCII mark that stands for an apostrophe.
        return text.strip().replace("`", "'")
    text = unicodedata.normalize("NFC", text)
    if _UNIFIED.search(text):
        text = text.translate(_UNIFY)
    if not text.isprintable():
        text = "".join(c for c in text if unicodedata.category(c) != "Cf")
        # A character that hid between a letter and its mark kept them from composing.
        text = unicodedata.normalize("NFC", text)
    return text.strip()


class Laid(NamedTuple):
    """How a form comes out on the board.

    ``letters`` is `None` when it cannot be laid; ``unlayable`` is then the first character that
    has no tile, and ``bare`` what is left without such characters (*X-Beine*: ``xbeine``).
    """

    letters: str | None
    bare: str
    unlayable: str | None


@dataclass(frozen=True)
class Spelling:
    """The spelling of one ruleset: its alphabet, and how forms are folded to it.

    ``folds`` are applied in their order, after lower case; ``drop`` lists marks that are left
    out; ``strip_accents`` takes the marks off letters that are not in the alphabet;
    ``transliterate`` asks Unidecode for letters without a decomposition (*ø*). ``hints`` are
    spellings people type for a letter of the alphabet (*ae* for *ä*), never folded.
    ``min_letters`` is the length of the shortest word, ``max_letters`` of the longest (0: as long
    as it likes), ``vowels`` what *no-vowel* looks for.
    """

    alphabet: str
    folds: Mapping[str, str] = field(default_factory=dict)
    drop: str = ""
    strip_accents: bool = True
    transliterate: bool = False
    hints: Mapping[str, str] = field(default_factory=dict)
    min_letters: int = 2
    max_letters: int = 0
    vowels: str = "aeiouy"

    @cached_property
    def _letters(self) -> frozenset[str]:
        return frozenset(self.alphabet)

    @cached_property
    def _plain(self) -> frozenset[str]:
        """Letters that no fold touches: a form made of them alone is laid as it is."""
        touched = {c for key in self.folds for c in key} | set(self.drop)
        return self._letters - touched

    def lay(self, form: str) -> Laid:
        """Fold ``form`` to letters."""
        lowered = form.lower()
        if self._plain.issuperset(lowered):
            return Laid(lowered, lowered, None)
        # Lower case, not casefold, which would decide ß for the ruleset; ẞ becomes ß here.
        text = normalise(form).lower()
        for key, fold in self.folds.items():
            text = text.replace(key, fold)
        for mark in self.drop:
            text = text.replace(mark, "")
        if not self._letters.issuperset(text):
            if self.strip_accents:
                text = self._without_accents(text)
            if self.transliterate:
                text = self._transliterated(text)
            text = unicodedata.normalize("NFC", text)
        missing = [c for c in text if c not in self._letters]
        if not missing:
            return Laid(text, text, None)
        bare = "".join(c for c in text if c in self._letters)
        return Laid(None, bare, missing[0])

    def letters(self, form: str) -> str | None:
        """The letters of ``form``, or `None` if it cannot be laid."""
        return self.lay(form).letters

    def wrong_length(self, letters: str) -> str | None:
        """The built-in rule by which ``letters`` fall if they are too few or too many."""
        if len(letters) < self.min_letters:
            return TOO_SHORT
        if self.max_letters and len(letters) > self.max_letters:
            return TOO_LONG
        return None

    def _without_accents(self, text: str) -> str:
        """Take accents off, except where letter and accent are a letter of the alphabet.

        With *ä* in the alphabet, *ä* stays, *ǟ* becomes *ä*, *é* becomes *e*.
        """
        kept: list[str] = []
        for c in unicodedata.normalize("NFD", text):
            if not unicodedata.combining(c):
                kept.append(c)
            elif kept:
                composed = unicodedata.normalize("NFC", kept[-1] + c)
                if composed in self._letters:
                    kept[-1] = composed
        return "".join(kept)

    def _transliterated(self, text: str) -> str:
        """Put the letters that Unidecode names in the place of those without a decomposition.

        What it has no letters for stays as it is, to be named: *ə* is @ to it, *ъ* an apostrophe.
        """
        from unidecode import unidecode

        def letters(c: str) -> str:
            if c in self._letters or not c.isalpha():
                return c
            found = unidecode(c).lower()
            return found if found and self._letters.issuperset(found) else c

        return "".join(map(letters, text))

    def respellings(self, letters: str) -> Iterator[str]:
        """The spellings that ``letters`` may have been typed for: *baeume* gives *bäume*.

        All combinations of the pairs in ``hints``, the fullest replacement first.
        """
        spots: list[tuple[int, str]] = []
        position = 0
        while position < len(letters):
            pair = next((k for k in self.hints if letters.startswith(k, position)), None)
            if pair:
                spots.append((position, pair))
            position += len(pair) if pair else 1
        if not spots or len(spots) > HINTED_PAIRS:
            return
        for chosen in product((True, False), repeat=len(spots)):
            text = letters
            for (position, pair), respell in reversed(list(zip(spots, chosen, strict=True))):
                if respell:
                    text = text[:position] + self.hints[pair] + text[position + len(pair) :]
            if text != letters:
                yield text

    def shape(self, form: str, laid: Laid) -> frozenset[str]:
        """The shape tags that ``form``, laid as ``laid``, shows (see `rules/tags.yaml`)."""
        tags = _shape(self._one_capital(form))
        if not self._vowel_in(laid.bare):
            tags |= {"no-vowel"}
        return tags

    @cached_property
    def _pairs(self) -> tuple[str, ...]:
        """What stands for one letter that has a capital: IJ, as *ĳ* is laid *ij*; not SS of *ß*."""
        return tuple(
            laid.upper() for one, laid in self.folds.items()
            if len(one.upper()) == 1 < len(laid)
        )  # fmt: skip

    def _one_capital(self, form: str) -> str:
        """``form`` with the two capitals of one letter as one: *IJsland* is written like *Peru*."""
        for pair in self._pairs:
            if form.startswith(pair) and form != pair:
                return form[0] + form[len(pair) :]
        return form

    @cached_property
    def _vowels(self) -> frozenset[str]:
        return frozenset(self.vowels)

    def _vowel_in(self, letters: str) -> bool:
        return not self._vowels.isdisjoint(letters)


_NONE: frozenset[str] = frozenset()
_CAPITALISED = frozenset({"capitalised"})
_ALL_CAPS = frozenset({"all-caps"})
_MIXED_CASE = frozenset({"mixed-case"})

_MARKS: dict[str, Callable[[str], bool]] = {
    "has-hyphen": lambda form: "-" in form,
    "hanging-hyphen": lambda form: form.startswith("-") or form.endswith("-"),
    "has-apostrophe": lambda form: "'" in form,
    "has-space": lambda form: any(c.isspace() for c in form),
    "has-dot": lambda form: "." in form,
    "has-digit": lambda form: any(c.isdigit() for c in form),
}

#: The shapes that `Spelling.shape` finds; `rules/tags.yaml` describes the same ones.
SHAPES = ("capitalised", "all-caps", "mixed-case", *_MARKS, "no-vowel")


def _shape(form: str) -> frozenset[str]:
    """The shapes of ``form`` that do not depend on a ruleset."""
    if form.isalpha():
        return _case(form)
    letters = "".join(c for c in form if c.isalpha())
    return _case(letters) | {name for name, shown in _MARKS.items() if shown(form)}


def _case(letters: str) -> frozenset[str]:
    """*Haus* is capitalised, *NATO* all in capitals, *iPhone* and *PCs* mixed."""
    if not letters or letters.islower():
        return _NONE
    rest = letters[1:]
    if not rest or rest.islower():
        return _CAPITALISED if letters[0].isupper() or letters[0].istitle() else _NONE
    if not any(c.islower() for c in letters):
        # Many scripts have no capitals at all.
        return _ALL_CAPS if letters.isupper() else _NONE
    mixed = _MIXED_CASE if any(c.isupper() for c in rest) else _NONE
    return mixed if letters[0].islower() else mixed | _CAPITALISED

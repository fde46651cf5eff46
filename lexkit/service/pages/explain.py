"""A verdict laid out for somebody who has never seen a linguistic term.

The grounds of a verdict name every reading in every source, as maintainers want them. A player
wants the rule in a sentence, and the words that the letters can be, each once: *gingst*, a form of
*gehen*, a verb.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from lexkit.lexicon import Lexicon
from lexkit.model import (
    DECISION,
    DEFAULT,
    TOO_LONG,
    TOO_SHORT,
    TOO_WILD,
    UNLAYABLE,
    WILD,
    Answer,
    Ground,
    Verdict,
)
from lexkit.service.pages.language import Language
from lexkit.tagset import Tagset

#: How many words of a spelling are told apart.
MOST_READINGS = 8

#: Words that are longer are not laid in tiles (letters): no board has room for them.
_MOST_TILES = 24


class Tile(NamedTuple):
    """A tile: its letter, what it scores if the game says so, and whether there is no such tile."""

    letter: str
    points: int | None
    is_missing: bool


class Reason(NamedTuple):
    """Why: a rule in a sentence, and the heading of the game's text that it rests on."""

    rule: str
    says: str
    clause: str | None


class Word(NamedTuple):
    """A word that the letters can be: how it is written, what it is a form of (if of another
    word), what sorts of word it is, and whether it counts by itself."""

    form: str
    lemma: str | None
    kinds: tuple[str, ...]
    verdict: Verdict


class Explained(NamedTuple):
    """All that a page says of an answer."""

    answer: Answer
    tiles: tuple[Tile, ...]
    reasons: tuple[Reason, ...]
    words: tuple[Word, ...]


def explained(answer: Answer, lexicon: Lexicon, language: Language, tags: Tagset) -> Explained:
    """``answer`` of ``lexicon``, to be read in ``language``."""
    decided = [ground for ground in answer.grounds if ground.verdict is answer.verdict]
    reasons = [_reason(ground, answer, lexicon, language) for ground in decided]
    return Explained(
        answer,
        tuple(_tiles(answer, lexicon)),
        tuple(dict.fromkeys(reasons)),
        tuple(_words(answer.grounds, language, tags)),
    )


def kind(tag: str, language: Language, tags: Tagset) -> str:
    """What ``tag`` means in plain words; empty for what says nothing to a player."""
    if tag in language.tags:
        return language.tags[tag]
    if tags.is_shape(tag):
        return ""
    known = {**tags.parts_of_speech, **tags.kinds, **tags.marks}
    return known.get(tag, tag)


def _tiles(answer: Answer, lexicon: Lexicon) -> Iterator[Tile]:
    """The letters of the word one by one; what cannot be laid is shown as it was typed."""
    shown = answer.word if answer.letters is None else answer.letters
    if len(shown) > _MOST_TILES:
        return
    wild = lexicon.game.wild.sign if lexicon.game.wild is not None else ""
    for letter in shown:
        missing = letter != wild and lexicon.spelling.letters(letter) is None
        yield Tile(letter, lexicon.game.points.get(letter), missing)


def _reason(ground: Ground, answer: Answer, lexicon: Lexicon, language: Language) -> Reason:
    return Reason(ground.rule, _says(ground, answer, lexicon, language), ground.clause)


def _says(ground: Ground, answer: Answer, lexicon: Lexicon, language: Language) -> str:
    """The rule in a sentence: a ruleset's own, or that of a rule which none writes."""
    t, rule = language.text, ground.rule
    if rule == DEFAULT:
        return t(f"rule.default-{ground.verdict}")
    if rule == DECISION:
        return t("rule.curated", says=language.sentence(ground.says))
    if rule == UNLAYABLE:
        return _unlayable(ground, answer, lexicon, language)
    if rule == TOO_SHORT:
        return t("rule.too-short", count=lexicon.spelling.min_letters)
    if rule == TOO_LONG:
        return t("rule.too-long", count=lexicon.spelling.max_letters)
    if rule == WILD:
        return t(f"rule.wild-{ground.verdict}")
    if rule == TOO_WILD and lexicon.game.wild is not None:
        part, whole = lexicon.game.wild.share
        return t("rule.too-wild", part=part, whole=whole)
    return language.sentence(ground.says)


def _unlayable(ground: Ground, answer: Answer, lexicon: Lexicon, language: Language) -> Markup:
    form = ground.form or answer.word
    mark = lexicon.spelling.lay(form).unlayable or ""
    name = language.text("rule.space") if mark.isspace() else language.text("quoted", text=mark)
    if form == answer.word:
        return language.text("rule.no-tile", mark=name)
    return language.text("rule.unlayable", form=form, mark=name)


def _words(grounds: Sequence[Ground], language: Language, tags: Tagset) -> Iterator[Word]:
    """The words among ``grounds``, in their order, each once.

    Of a form that some source knows more of, what others list without a word is left out, and so
    is a lemma that nobody says anything of: *gingst* is filed under *ging* by a spelling
    dictionary, which saves it a line.
    """
    found: dict[tuple[str, str | None, Verdict], list[str]] = {}
    for ground in grounds:
        if ground.form is None or ground.source is None:
            continue
        lemma = None if ground.lemma == ground.form else ground.lemma
        kinds = found.setdefault((ground.form, lemma, ground.verdict), [])
        kinds += [k for k in _kinds(ground.tags, language, tags) if k not in kinds]
    informed = {(form, verdict) for (form, _, verdict), kinds in found.items() if kinds}
    related = {(form, verdict) for form, lemma, verdict in found if lemma is not None}
    shown = 0
    for (form, lemma, verdict), kinds in found.items():
        if not kinds and (form, verdict) in informed:
            continue
        if not kinds and lemma is None and (form, verdict) in related:
            continue
        yield Word(form, lemma, tuple(kinds), verdict)
        shown += 1
        if shown == MOST_READINGS:
            return


def _kinds(given: Iterable[str], language: Language, tags: Tagset) -> list[str]:
    return [name for tag in given if (name := kind(tag, language, tags))]

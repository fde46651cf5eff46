"""The records that the stages pass on: readings in, verdicts and their grounds out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """What lexkit says of a word.

    *Unattested* is not *rejected*: no source knows the word, so no rule was asked.
    """

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNATTESTED = "unattested"


#: The names of the rules that no ruleset writes.
DEFAULT, DECISION, UNLAYABLE = "default", "curated", "unlayable"
TOO_SHORT, TOO_LONG = "too-short", "too-long"
#: What is typed with wild keys is some word, or none; and it may have too many of them.
WILD, TOO_WILD = "wild", "too-wild"
BUILT_IN = (DEFAULT, DECISION, UNLAYABLE, TOO_SHORT, TOO_LONG, WILD, TOO_WILD)


class Entry(NamedTuple):
    """What a reader finds in a file, in the file's own labels.

    ``form`` is the word as written there, ``lemma`` its citation form (``None`` where the file
    does not say), ``labels`` whatever the file says of it (``("Substantiv", "Toponym")``),
    ``place`` where it stands (``"nouns.csv:1234"``), ``cell`` the place in the paradigm of the
    lemma, where the file says so (``"genitiv singular"``).
    """

    form: str
    lemma: str | None
    labels: tuple[str, ...]
    place: str
    cell: str | None = None


class Reading(NamedTuple):
    """One way to understand a form: *Essen* as a city, *Essen* as a meal.

    ``form`` is NFC with its capitals; ``tags`` come from the vocabulary of ``tagset``;
    ``source`` is the name of the word list and ``place`` the place in it. ``paradigm`` and
    ``cell`` say which table made the form, if none of the lists holds it as such.
    """

    form: str
    lemma: str | None
    tags: frozenset[str]
    source: str
    place: str
    paradigm: str | None = None
    cell: str | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """Why: a rule (or a decision of a maintainer) and the reading it met."""

    verdict: Verdict
    rule: str
    says: str
    clause: str | None
    form: str | None = None
    lemma: str | None = None
    tags: tuple[str, ...] = ()
    source: str | None = None
    place: str | None = None
    paradigm: str | None = None
    cell: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What ``lexkit check`` says of one word under one ruleset.

    ``letters`` is ``None`` when the word cannot be laid; ``hints`` name likely spellings,
    ``near`` the neighbours of an unattested word, ``stands_for`` what a query with wild cards
    can be. The first ground is the one that decided.
    """

    word: str
    letters: str | None
    ruleset: str
    lexicon: str
    verdict: Verdict
    grounds: tuple[Ground, ...] = ()
    hints: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()

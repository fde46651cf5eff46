"""What a maintainer needs to know of a word before deciding: its dossier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lexkit.lexicon import Lexicon
from lexkit.model import Answer, Ground, Reading, Verdict
from lexkit.orthography import normalise
from lexkit.review.forms import Forms
from lexkit.review.intake import keys_of, ruleset_of
from lexkit.review.records import Proposal
from lexkit.review.store import Store
from lexkit.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Known:
    """A reading that some source has of the word, and the lexicons whose verdict rests on it."""

    reading: Reading
    decides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """A form that the paradigm makes of the word, and the verdict on it as it is now."""

    reading: Reading
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Ruled:
    """A line of a curated source on the word or its lemma, as the built lexicons have it."""

    word: str
    scope: str
    decision: str
    rulesets: str
    tags: str
    reason: str
    by: str
    date: str
    place: str


@dataclass(frozen=True, slots=True)
class Dossier:
    """All about a word. ``answers`` are by lexicon; ``forms`` by ruleset; ``earlier`` are other
    proposals about the word or its lemma, of any state; ``frequency`` is `None` where none is
    known."""

    word: str
    answers: Mapping[str, Answer]
    readings: tuple[Known, ...]
    near: tuple[str, ...]
    forms: Mapping[str, tuple[Brought, ...]]
    earlier: tuple[Proposal, ...]
    lines: tuple[Ruled, ...]
    frequency: int | None = None


@dataclass
class Desk:
    """What dossiers are gathered from: a store, lexicons and the workspace of their rulesets.

    ``frequencies`` are counts by letters in lower case, as far as the keeper has a list of them.
    """

    store: Store
    lexicons: Sequence[Lexicon]
    workspace: Workspace
    frequencies: Mapping[str, int] = field(default_factory=dict)
    _forms: dict[str, Forms] = field(default_factory=dict)

    def dossier(self, word: str, proposal: Proposal | None = None) -> Dossier:
        """The dossier of ``word``, for ``proposal`` if it is about one."""
        word = normalise(word)
        answers = {lexicon.ruleset: lexicon.answer(word) for lexicon in self.lexicons}
        readings = self._readings(word, answers)
        lemmas = {known.reading.lemma or known.reading.form for known in readings} | {word}
        return Dossier(
            word=word,
            answers=answers,
            readings=readings,
            near=self._near(word, answers),
            forms=self._brought(word, proposal, readings),
            earlier=self._earlier(lemmas, proposal),
            lines=self._lines(word, lemmas, answers),
            frequency=self.frequency(word),
        )

    def frequency(self, word: str) -> int | None:
        """How often ``word`` is counted in the keeper's list; `None` if it is not there."""
        return self.frequencies.get(normalise(word).lower())

    def _readings(self, word: str, answers: Mapping[str, Answer]) -> tuple[Known, ...]:
        """Every reading in every source, once, with the lexicons that it decides in."""
        decides: dict[Reading, list[str]] = {}
        for lexicon in self.lexicons:
            answer = answers[lexicon.ruleset]
            grounds = set(map(_of_ground, answer.grounds))
            for entry in lexicon.ledger.find(answer.letters or lexicon.spelling.lay(word).bare):
                for reading in entry.readings:
                    found = decides.setdefault(reading, [])
                    if _of_reading(reading) in grounds and lexicon.ruleset not in found:
                        found.append(lexicon.ruleset)
        return tuple(Known(reading, tuple(found)) for reading, found in decides.items())

    def _near(self, word: str, answers: Mapping[str, Answer]) -> tuple[str, ...]:
        near: dict[str, None] = {}
        for lexicon in self.lexicons:
            answer = answers[lexicon.ruleset]
            found = answer.near  # those of a word that nobody knows
            if not found and answer.letters is not None:
                found = lexicon.near(answer.letters)
            near |= dict.fromkeys(other for other in found if other != answer.letters)
        return tuple(near)

    def _brought(
        self, word: str, proposal: Proposal | None, readings: Sequence[Known]
    ) -> dict[str, tuple[Brought, ...]]:
        """By ruleset, the forms made of the word with the tags it would have, or has."""
        tags = frozenset(proposal.tags) if proposal is not None else frozenset[str]()
        if not tags:
            own = (k.reading for k in readings if (k.reading.lemma or k.reading.form) == word)
            tags = frozenset().union(*(reading.tags for reading in own))
        forms = {}
        for lexicon in self.lexicons:
            name = ruleset_of(lexicon)
            concerned = proposal is None or name in proposal.rulesets
            if tags and concerned and name in self.workspace.rulesets:
                made = self._forms.setdefault(name, Forms(self.workspace, name)).of(word, tags)
                forms[name] = tuple(Brought(r, lexicon.verdict(r.form).verdict) for r in made)
        return forms

    def _earlier(self, lemmas: Iterable[str], proposal: Proposal | None) -> tuple[Proposal, ...]:
        keys = {
            key
            for lexicon in self.lexicons
            for lemma in lemmas
            if (laid := lexicon.verdict(lemma).letters) is not None
            for key in keys_of(lexicon, laid)
        }
        number = proposal.number if proposal is not None else None
        return tuple(other for other in self.store.about(keys) if other.number != number)

    def _lines(
        self, word: str, lemmas: set[str], answers: Mapping[str, Answer]
    ) -> tuple[Ruled, ...]:
        lines: dict[Ruled, None] = {}
        for lexicon in self.lexicons:
            asked = lemmas | {word, answers[lexicon.ruleset].letters or word}
            for line in lexicon.ledger.decisions_on(asked):
                told = {name: line[name] or "" for name in Ruled.__slots__}
                lines[Ruled(**told)] = None
        return tuple(lines)


def _of_ground(ground: Ground) -> tuple[str | None, ...]:
    return ground.form, ground.lemma, ground.source, ground.place, ground.cell


def _of_reading(reading: Reading) -> tuple[str | None, ...]:
    return reading.form, reading.lemma, reading.source, reading.place, reading.cell

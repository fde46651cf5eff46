"""The compiled lexicon: open it, look words up, explain a verdict.

A lexicon is a folder: `words.txt`, the automaton, `ledger.sqlite`, `NOTICE` and `manifest.json`,
which holds all that an answer needs, so that a copy of the folder answers anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexkit.automaton import FILE, Automaton
from lexkit.errors import LexkitError
from lexkit.game import Game, Wild
from lexkit.grounds import Grounds, built_in, no_tile
from lexkit.ledger import Entry, Ledger
from lexkit.model import (
    TOO_LONG,
    TOO_WILD,
    UNLAYABLE,
    WILD,
    Answer,
    Ground,
    Reading,
    Verdict,
)
from lexkit.near import SHOWN, neighbours
from lexkit.orthography import Spelling, normalise
from lexkit.tiles import Tiles

if TYPE_CHECKING:
    from lexkit.columns import Columns

#: The version of the folder's layout and of `manifest.json`.
FORMAT = 2

MANIFEST, WORDS, LEDGER, NOTICE = "manifest.json", "words.txt", "ledger.sqlite", "NOTICE"

#: The words that rest on one bare source alone, each with the name of that source.
WEAK = "weak.tsv"

#: Beside them, for people, and not hashed: the page that a build writes, and what has changed.
REPORT, CHANGES, CHANGES_TEXT = "report.html", "changes.json", "changes.md"

#: In the manifest of a release, what makes it one (`lexkit.releases`); and between the name of its
#: lexicon and its own.
RELEASE, SIGN = "release", "@"

#: Of several forms with the same letters, one that is accepted decides, else one that is rejected.
_VERDICTS = tuple(Verdict)


def built(folder: Path) -> dict[str, Path]:
    """The folders of the lexicons that are in their place in ``folder``, by name."""
    if not folder.is_dir():
        return {}
    return {
        path.name: path
        for path in sorted(folder.iterdir())
        if not path.name.startswith(".") and (path / MANIFEST).is_file()
    }


class Lexicon:
    """A built lexicon, opened from its folder. Opening reads the automaton, but lists no words."""

    manifest: Mapping[str, Any] = {}

    def __init__(self, folder: Path) -> None:
        while True:
            #: The folder itself, not a link to it, so that a new build cannot mix in.
            self.folder = folder.resolve()
            try:
                self._open(folder)
                return
            except LexkitError as error:
                if folder.resolve() == self.folder:
                    if RELEASE in self.manifest or SIGN in self.folder.name:
                        made = f"lexkit {self.manifest.get('lexkit', 'of its time')}"
                        error.remedy = f"a release is never made anew: use {made}, or a copy of it"
                    raise
                # A new build took its place just now.

    def _open(self, folder: Path) -> None:
        path = self.folder / MANIFEST
        try:
            told = json.loads(path.read_bytes())
        except OSError:
            raise LexkitError(
                f"{folder} holds no lexicon", remedy="build it: lexkit build RULESET"
            ) from None
        except ValueError:
            raise LexkitError("not valid JSON", path=path, remedy="build it again") from None
        self.manifest = told if isinstance(told, dict) else {}
        found = self.manifest.get("format")
        if found != FORMAT:
            raise LexkitError(
                f"a lexicon of format {found}; this lexkit reads {FORMAT}",
                path=path,
                remedy="build it again",
            )
        try:
            self.ruleset: str = self.manifest["ruleset"]
            self.version: str = self.manifest["version"]
            self.spelling = Spelling(**self.manifest["spelling"])
            self.game = Game.from_json(self.manifest["game"])
        except (KeyError, TypeError, ValueError):
            raise LexkitError("is not whole", path=path, remedy="build it again") from None
        self.tiles = Tiles(self.game)
        #: The sources that write everything in small letters, by their place in the order.
        self._small = {i for i, s in enumerate(self.manifest["sources"]) if not s["capitals"]}
        self._words = Automaton(self.folder / FILE)
        #: Opened at once: once open, it outlives a new build, which removes the folder.
        self.ledger = Ledger(self.folder / LEDGER)
        #: Why its forms count or not.
        self.grounds = Grounds(self.ledger, self.manifest["rules"])

    @property
    def name(self) -> str:
        """What people call it: the ruleset with its options, and the release if it is one."""
        release = self.manifest.get(RELEASE)
        return f"{self.ruleset}{SIGN}{release['name']}" if release else self.ruleset

    def __contains__(self, letters: str) -> bool:
        """Whether ``letters`` (already folded) are an accepted word."""
        return letters in self._words

    def __len__(self) -> int:
        """How many words are accepted."""
        return int(self.manifest["counts"]["words"])

    def words(self, prefix: str = "") -> Iterator[str]:
        """The accepted words that begin with ``prefix``, sorted by code point."""
        return self._words.words(prefix)

    @cached_property
    def columns(self) -> Columns:
        """The words as columns, to be searched; opened when first asked for."""
        from lexkit import columns  # here, as few checks need it, and all would wait for it

        if columns.FILE not in self.manifest["files"]:
            raise LexkitError(
                f"{self.ruleset} cannot be searched: more than {columns.MOST_LETTERS} letters"
            )
        return columns.Columns(self.folder / columns.FILE)

    def read(self, letters: str) -> str:
        """The accepted word that is laid by tiles named ``letters``: *ijs* for *ys*.

        That is ``letters`` itself where it is one, and where nothing is one.
        """
        if not self.tiles or letters in self:
            return letters
        readings = self.tiles.readings(letters)
        return next((word for word, allowed in readings if allowed and word in self), letters)

    def near(self, letters: str, most: int | None = SHOWN) -> tuple[str, ...]:
        """Words one or two strokes from ``letters`` (`lexkit.near`)."""
        return neighbours(self._words, letters, self.spelling.alphabet, most)

    def answer(self, word: str) -> Answer:
        """The verdict on ``word``, with its grounds, hints and neighbours.

        Raises `LexkitError` for an empty word, which is no question.
        """
        return self.completed(self.verdict(word))

    def completed(self, found: Answer) -> Answer:
        """A `verdict` with its hints and neighbours."""
        if found.letters is None or found.verdict is Verdict.ACCEPTED:
            return found
        near: tuple[str, ...] = ()
        if found.verdict is Verdict.UNATTESTED:
            near = self.near(found.letters)
        return replace(found, hints=tuple(self._hints(found.letters)), near=near)

    def verdict(self, word: str, *, tiles: bool = True) -> Answer:
        """The same without hints and neighbours, which take far longer to find.

        Without ``tiles``, ``word`` is its own letters and no tiles that may lay others.
        """
        word = normalise(word)
        if not word:
            raise LexkitError("an empty word cannot be checked")
        if self.game.wild is not None and self.is_wild(word):
            return self._wild(word, self.game.wild)
        laid = self.spelling.lay(word)
        found = self.ledger.find(laid.bare)
        if laid.letters is None:
            return self._unlayable(word, None, laid.unlayable or "", found)
        if (rule := self.spelling.wrong_length(laid.letters)) is not None:
            return self._wrong_length(word, laid.letters, rule)
        if tiles and (letters := self._by_tiles(laid.letters, known=bool(found))):
            return self._judged(word, letters, self._laid(self.ledger.find(letters)))
        entries = self._laid(found)
        if not entries and found:
            return self._unlayable(word, laid.letters, "", found)
        return self._judged(word, laid.letters, entries)

    def is_wild(self, word: str) -> bool:
        """Whether ``word`` has keys that stand for any letter."""
        return self.game.wild is not None and self.game.wild.sign in word

    def counts(self, word: str) -> tuple[str | None, Verdict]:
        """The letters of ``word`` and the verdict, without grounds: several times as fast.

        Raises `LexkitError` for an empty word.
        """
        word = normalise(word)
        if not self.is_wild(word):
            letters = self.spelling.lay(word).letters
            # What counts is in the automaton, where most words are found.
            if letters and letters in self and self.spelling.wrong_length(letters) is None:
                return letters, Verdict.ACCEPTED
        answer = self.verdict(word)
        return answer.letters, answer.verdict

    def _by_tiles(self, typed: str, *, known: bool) -> str | None:
        """The word that tiles named ``typed`` lay, if that is another one and counts.

        Or is refused, where ``typed`` itself is not ``known`` at all: *yburg* as *ijburg*.
        """
        if not self.tiles:
            return None
        if (letters := self.read(typed)) != typed:
            return letters
        if known or typed in self:
            return None
        readings = self.tiles.readings(typed)
        return next(
            (word for word, allowed in readings if allowed and self._laid(self.ledger.find(word))),
            None,
        )

    def _laid(self, found: list[Entry]) -> list[Entry]:
        """Of the forms found, those that can be laid and count."""
        return self.standing([entry for entry in found if entry.unlayable is None])

    def _wrong_length(self, word: str, letters: str, rule: str) -> Answer:
        says = f"A word has at least {self.spelling.min_letters} letters."
        if rule == TOO_LONG:
            says = f"A word has at most {self.spelling.max_letters} letters."
        ground = built_in(rule, says, Reading(word, None, frozenset(), "", ""))
        return self._answer(word, letters, Verdict.REJECTED, (ground,))

    def _wild(self, word: str, wild: Wild) -> Answer:
        """What is typed with keys that stand for any letter counts if some word fits it."""
        from lexkit import pattern  # see `columns`

        parts = [self.spelling.lay(part) for part in word.split(wild.sign)]
        if mark := next((part.unlayable for part in parts if part.letters is None), None):
            return self._unlayable(word, None, mark, [])
        keys = pattern.ANY.join(part.bare for part in parts)
        letters, count = keys.replace(pattern.ANY, wild.sign), len(parts) - 1
        if (rule := self.spelling.wrong_length(keys)) is not None:
            return self._wrong_length(word, letters, rule)
        fitting: tuple[str, ...] = ()
        if not wild.allows(count, len(keys)):
            rule, share = TOO_WILD, wild.share_in_words
            says = f"{count} of {len(keys)} keys are wild, at most {share} may be."
        else:
            rule, says = WILD, "No word that counts fits it."
            if fitting := tuple(pattern.find(pattern.Pattern(keys), self.columns, self.tiles)):
                more = len(fitting) - 1
                others = f" or {more:,} other word{'s' * (more > 1)}" if more else ""
                says = f"It can be {fitting[0]}{others}."
        verdict = Verdict.ACCEPTED if fitting else Verdict.REJECTED
        ground = built_in(rule, says, Reading(word, None, frozenset(), "", ""), verdict)
        answer = self._answer(word, letters, verdict, (ground,))
        return replace(answer, stands_for=fitting)

    def standing(self, entries: list[Entry]) -> list[Entry]:
        """Without the forms of lists in small letters, where others know the capitals."""
        if len(entries) < 2:
            return entries
        known = [entry for entry in entries if not self._knows_no_capitals(entry)]
        return known or entries

    def _knows_no_capitals(self, entry: Entry) -> bool:
        decided = any(number for *_, number in entry.findings)
        return not decided and all(source in self._small for source, _, _ in entry.members)

    def _judged(self, word: str, letters: str, entries: list[Entry]) -> Answer:
        """The letters are accepted if any form with these letters is."""
        verdicts = {entry.verdict for entry in entries}
        verdict = next((v for v in _VERDICTS if v in verdicts), Verdict.UNATTESTED)
        # First the forms that decided, among them the one that was typed.
        if len(entries) > 1:
            entries = sorted(entries, key=lambda e: (e.verdict != verdict, e.form != word))
        grounds = [ground for entry in entries for ground in self.grounds.of(entry)]
        if len(grounds) > 1:
            grounds = list(dict.fromkeys(grounds))
        return self._answer(word, letters, verdict, tuple(grounds))

    def _unlayable(self, word: str, letters: str | None, mark: str, found: list[Entry]) -> Answer:
        """Refused because it has a character without a tile, or is a word only with one."""
        grounds: list[Ground] = []
        for entry in sorted(found, key=lambda e: e.form != word):
            if entry.unlayable is not None and (letters is not None or entry.form == word):
                grounds += self.grounds.of(entry)
        if not grounds:
            reading = Reading(word, None, frozenset(), "", "")
            grounds = [built_in(UNLAYABLE, no_tile(mark), reading)]
        return self._answer(word, letters, Verdict.REJECTED, tuple(grounds))

    def _answer(
        self, word: str, letters: str | None, verdict: Verdict, grounds: tuple[Ground, ...]
    ) -> Answer:
        return Answer(word, letters, self.ruleset, self.version, verdict, grounds)

    def _hints(self, letters: str) -> Iterator[str]:
        for word, allowed in self.tiles.readings(letters):
            if not allowed and word in self:  # byou: there the i and the j are two letters
                yield word
        for respelt in self.spelling.respellings(letters):
            if respelt in self:
                entries = [e for e in self.ledger.find(respelt) if e.verdict == Verdict.ACCEPTED]
                yield entries[0].form if entries else respelt

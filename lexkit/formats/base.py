"""What every format is given, and what it owes: a lexicon in, files out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple, NoReturn, Protocol

from lexkit.errors import LexkitError
from lexkit.ledger import Entry
from lexkit.lexicon import Lexicon
from lexkit.model import Ground, Verdict
from lexkit.progress import progress


class Format(Protocol):
    """A way to write a lexicon down: a module with these names.

    ``SUMMARY`` is its line in `lexkit export --help`; ``SUFFIX`` ends the names of its files, and
    a file so named needs no ``--format``; ``STREAMS`` says that it is one file of text, which can
    go to standard output.
    """

    SUMMARY: str
    SUFFIX: str
    STREAMS: bool

    def write(self, lexicon: Lexicon, path: Path) -> None:
        """Write ``lexicon`` to ``path``, a new file in a folder of its own.

        A format of several files puts the others beside it. The same lexicon gives the same
        bytes, and memory does not grow with it. Raises `LexkitError` for a word that the format
        cannot hold; whoever called then drops the folder (`lexkit.formats.output`).
        """
        ...


class Form(NamedTuple):
    """A form of the ledger with its verdict; ``letters`` is `None` if it cannot be laid."""

    form: str
    letters: str | None
    verdict: Verdict
    grounds: tuple[Ground, ...]


def words(lexicon: Lexicon) -> Iterator[str]:
    """The accepted words, sorted by code point, each once: *zee*, *äpfel*, *😀*.

    A damaged automaton may list too many or too few, or list them out of order; that raises
    `LexkitError`, so that no format passes it on.
    """
    count, last = 0, ""
    for word in progress(lexicon.words(), "exporting", "words", total=len(lexicon)):
        if word <= last:
            raise _damaged(lexicon)
        count, last = count + 1, word
        yield word
    if count != len(lexicon):
        raise _damaged(lexicon)


def forms(lexicon: Lexicon) -> Iterator[Form]:
    """Every form judged, those with the same letters together, in the order of the letters.

    Without those that have no say, as in an answer: *rostock* in a list in small letters, where
    another list knows *Rostock*.
    """
    total = lexicon.manifest["counts"].get("forms")
    entries = progress(lexicon.ledger.entries(), "exporting", "forms", total=total)
    for key, entry in _with_a_say(lexicon, entries):
        if entry.unlayable is not None:
            letters, verdict = None, Verdict.REJECTED
        else:
            letters, verdict = key, Verdict(entry.verdict)
        grounds = tuple(dict.fromkeys(lexicon.grounds.of(entry)))
        if letters is not None and lexicon.spelling.wrong_length(letters):
            # The ledger has accepted the form *A*, but the lexicon refuses words so short.
            verdict, length = Verdict.REJECTED, lexicon.answer(entry.form).grounds[0]
            grounds = (replace(grounds[0], verdict=verdict, rule=length.rule, says=length.says,
                               clause=length.clause),)  # fmt: skip
        yield Form(entry.form, letters, verdict, grounds)


def _with_a_say(
    lexicon: Lexicon, entries: Iterable[tuple[str, Entry]]
) -> Iterator[tuple[str, Entry]]:
    for key, group in groupby(entries, key=itemgetter(0)):
        alike = [entry for _, entry in group]
        laid = [entry for entry in alike if entry.unlayable is None]
        silent = {entry.form for entry in laid} - {entry.form for entry in lexicon.standing(laid)}
        yield from ((key, entry) for entry in alike if entry.form not in silent)


#: The keys of a ground as JSON, in the order of `lexkit check --json`.
_KEYS = tuple(field.name for field in fields(Ground))


def ground_as_json(ground: Ground) -> dict[str, object]:
    """``ground`` as in `lexkit check --json` (which copies deeply: too slow for whole lexicons)."""
    return {key: getattr(ground, key) for key in _KEYS}


def refuse(word: str, why: str) -> NoReturn:
    """Raise the error for a ``word`` that a format cannot hold, for the reason ``why``."""
    raise LexkitError(
        f"the word {word!r} cannot be written in this format: {why}",
        remedy="export as jsonl or sqlite, or take the character out of the alphabet",
    )


def breaks_lines(word: str) -> bool:
    """Whether ``word`` would be more than one line for some reader of lines."""
    return word.splitlines() != [word]


def _damaged(lexicon: Lexicon) -> LexkitError:
    return LexkitError(
        "the lexicon is damaged: its words are not those that were counted",
        path=lexicon.folder,
        remedy="build it again",
    )

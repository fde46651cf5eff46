"""What every reader is given, and what it owes: entries, and a report of what it left out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from lexkit.errors import LexkitError, one_line, suggest
from lexkit.model import Entry

#: How many places are kept for each reason in a report, and how many reasons.
PLACES_KEPT, REASONS_KEPT = 5, 1000

#: Every form of an entry is read once for each of its senses, so that a forged one of a megabyte
#: would make a thousand million readings. No word has more than these.
MOST_READINGS = 200_000
TOO_MANY = f"an entry of more than {MOST_READINGS:,} readings"

#: Options as they come from a manifest or from ``--option K=V``: text, or lists and tables of it.
OptionValue = str | list[str] | dict[str, str]


@dataclass
class Report:
    """What a reader could not read or left out: counts by reason, with the first places.

    ``skip`` is for what is lost (an unreadable line: ``lexkit read`` then exits with 1);
    ``note`` for what is expected (a comment, a soft hyphen dropped).
    """

    skipped: Counter[str] = field(default_factory=Counter)
    noted: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=dict)

    def skip(self, reason: str, place: str) -> None:
        self._count(self.skipped, reason, place)

    def note(self, reason: str, place: str) -> None:
        self._count(self.noted, reason, place)

    def lines(self) -> Iterator[str]:
        """A line for people on each reason, what is lost first: reason, count, first places."""
        for counts in (self.skipped, self.noted):
            for reason, count in counts.most_common():
                places = self.places.get(reason, [])
                more = ", …" if places and count > len(places) else ""
                where = f": {', '.join(places)}{more}" if places else ""
                yield f"{reason} ({count:,}){where}"

    def as_json(self) -> str:
        """All of it, to be kept; `from_json` reads it back."""
        return json.dumps(vars(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Report:
        kept = json.loads(text)
        return cls(Counter(kept["skipped"]), Counter(kept["noted"]), kept["places"])

    def _count(self, counts: Counter[str], reason: str, place: str) -> None:
        if reason not in counts:
            reason = one_line(reason) if len(counts) < REASONS_KEPT else "other reasons"
        counts[reason] += 1
        places = self.places.setdefault(reason, [])
        if len(places) < PLACES_KEPT:
            places.append(place)


@dataclass(frozen=True)
class Options:
    """A reader's options, checked against the ones it knows.

    ``known`` maps each option to its description, the text of the documentation; ``path`` and
    ``lines`` lead an error to the place in the manifest where the option stands.
    """

    values: Mapping[str, OptionValue]
    known: Mapping[str, str]
    path: Path | None = None
    lines: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.values:
            if name not in self.known:
                raise self.error(name, f"unknown option {name!r}", suggest(name, list(self.known)))

    def error(self, name: str, message: str, remedy: str | None = None) -> LexkitError:
        return LexkitError(message, path=self.path, line=self.lines.get(name), remedy=remedy)

    def text(self, name: str, default: str | None = None) -> str | None:
        value = self.values.get(name, default)
        if value is not None and not isinstance(value, str):
            raise self.error(name, f"option {name!r} takes a single value")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.text(name)
        if value is None:
            return default
        if value in ("yes", "true", "on"):
            return True
        if value in ("no", "false", "off"):
            return False
        raise self.error(name, f"option {name!r} is {value!r}", "write yes or no")

    def number(self, name: str, default: int) -> int:
        value = self.text(name)
        if value is None:
            return default
        if not (value.isascii() and value.isdecimal() and len(value) < 10):
            raise self.error(name, f"option {name!r} is {value!r}", "write a whole number")
        return int(value)

    def items(self, name: str) -> list[str]:
        """A list; on the command line, where all is text, values are separated by commas."""
        value = self.values.get(name, [])
        if isinstance(value, dict):
            raise self.error(name, f"option {name!r} takes a list")
        return value if isinstance(value, list) else [v for v in value.split(",") if v]

    def table(self, name: str) -> dict[str, str]:
        """A table; on the command line ``key:value``, separated by commas."""
        value = self.values.get(name, {})
        if isinstance(value, list):
            raise self.error(name, f"option {name!r} takes keys with values")
        if isinstance(value, dict):
            return value
        table = {}
        for pair in filter(None, value.split(",")):
            key, colon, text = pair.rpartition(":")
            if not colon:
                raise self.error(
                    name, f"option {name!r} has no key for {text!r}", "write key:value"
                )
            table[key] = text
        return table


@dataclass(frozen=True)
class Input:
    """What a reader is given: files by their name in the manifest (the first is the main one).

    A reader that has labels by the dozen need give only those in ``telling``, which some tag
    depends on, unless ``any_label`` may tell. An encoding is guessed only if the reader
    ``may_guess``: what is built must not rest on a guess.
    """

    files: Mapping[str, Path]
    options: Options
    report: Report
    telling: frozenset[str] = frozenset()
    any_label: bool = True
    may_guess: bool = True

    @property
    def main(self) -> Path:
        return next(iter(self.files.values()))

    def file(self, suffix: str) -> Path:
        """The one file whose name ends in ``suffix`` (``".aff"``)."""
        for name, path in self.files.items():
            if name.endswith(suffix):
                return path
        raise LexkitError(f"no {suffix} file is given", path=self.main)


class Reader(Protocol):
    """A module of this package: what it reads, the options it knows, and the reading itself."""

    @property
    def SUMMARY(self) -> str: ...  # noqa: N802 - a constant of the module

    @property
    def OPTIONS(self) -> Mapping[str, str]: ...  # noqa: N802

    def read(self, given: Input) -> Iterator[Entry]:
        """Stream the entries of ``given``; report, never swallow, what cannot be read."""
        ...

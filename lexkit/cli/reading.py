"""Reading a file by what the command line says: `lexkit read` and `lexkit sources add`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexkit.errors import LexkitError, suggest
from lexkit.model import Reading
from lexkit.packed import STDIN
from lexkit.readers import READERS, shaped_by, tables
from lexkit.readers.base import Input, Options, OptionValue, Report
from lexkit.readers.guess import Guess, guess, together
from lexkit.readers.labels import Labels
from lexkit.readers.typed import readings
from lexkit.tagset import Tagset

#: `--option tag:Toponym=toponym` maps a label to tags, as a manifest's `tags` does, and
#: `--option "pattern:Stadt in=toponym"` what its `patterns` do.
TAG, PATTERN = "tag:", "pattern:"


@dataclass
class Prepared:
    """A file that is ready to be read, and what was guessed about it, if anything had to be."""

    reader: str
    given: Input
    labels: Labels
    guess: Guess | None
    mapped: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def report(self) -> Report:
        return self.given.report

    def readings(self) -> Iterator[Reading]:
        """Stream what is in the file."""
        return readings(READERS[self.reader], self.given, self.labels, "")


def prepare(path: Path, reader: str | None, options: tuple[str, ...], tagset: Tagset) -> Prepared:
    """The file ``path`` with the options as typed; without a ``reader``, one is guessed.

    What is typed comes before what is guessed. Labels that are tags need no mapping. Raises
    `LexkitError` if there is no such file or reader, or an option is mistaken.
    """
    if reader is not None and reader not in READERS:
        raise LexkitError(f"there is no reader {reader!r}", remedy=suggest(reader, list(READERS)))
    if path != STDIN and (not path.exists() or path.is_dir()):
        raise LexkitError("there is no such file", path=path)
    typed, mapped, patterns = _options(options, tagset)
    guessed = guess(path) if reader is None else None
    values = {**(guessed.options if guessed else {}), **typed}
    name = reader or (guessed.reader if guessed else "")
    given = Input(
        {file.name: file for file in together(name, path)},
        Options(values, READERS[name].OPTIONS),
        Report(),
    )
    meant = tables.meanings(shaped_by(name, given.options), tagset)
    themselves = {tag: frozenset({tag}) for tag in tagset.names if not tagset.is_shape(tag)}
    labels = Labels(mapped, patterns, meant={**themselves, **meant})
    return Prepared(name, given, labels, guessed, mapped)


def _options(
    options: tuple[str, ...], tagset: Tagset
) -> tuple[
    dict[str, OptionValue],
    dict[str, frozenset[str]],
    tuple[tuple[re.Pattern[str], frozenset[str]], ...],
]:
    """The reader's options, what labels are mapped to, and what patterns over labels are."""
    values: dict[str, OptionValue] = {}
    mapped: dict[str, frozenset[str]] = {}
    patterns: list[tuple[re.Pattern[str], frozenset[str]]] = []
    for option in options:
        key, sign, value = option.partition("=")
        if not sign:
            raise LexkitError(f"the option {option!r} has no value", remedy="write KEY=VALUE")
        if key.startswith((TAG, PATTERN)):
            key, _, value = option.rpartition("=")  # a label may hold a sign of its own
        if key.startswith(TAG):
            mapped[key.removeprefix(TAG)] = _tags(value, tagset)
        elif key.startswith(PATTERN):
            patterns.append((_pattern(key.removeprefix(PATTERN)), _tags(value, tagset)))
        else:
            values[key] = value
    return values, mapped, tuple(patterns)


def _tags(value: str, tagset: Tagset) -> frozenset[str]:
    names = (name for name in value.replace(",", " ").split() if name != "-")
    return frozenset(tagset.check(name, path=None, line=None, given=True) for name in names)


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise LexkitError(f"the pattern {text!r}: {error}") from None

"""Reading the ``.aff``: line by line, the directives that decide about forms.

Two kinds of lines need care. Where a ``#`` stands, a comment may begin, or it may be a flag
(``SFX # Y 1``): so nothing is cut off at a ``#``. Each directive takes the number of fields it
has, and what follows is nobody's business. And the first pass looks for what changes the
meaning of other lines (``SET``, ``FLAG``, ``AF`` ...), since those may stand at the end of the
file: ``KEEPCASE Kc`` is one flag, even if ``FLAG long`` comes only afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from lexkit.affix.affixes import Affixes
from lexkit.affix.charset import DEFAULT, codec
from lexkit.affix.conversion import Conversion
from lexkit.affix.flags import FlagReader, FlagType
from lexkit.affix.lines import Line, fields_of, file_lines, number_at_start
from lexkit.affix.rule import Rule, gather
from lexkit.affix.rules import RuleReader
from lexkit.errors import LexkitError


def read_affixes(path: Path) -> Affixes:
    """Read an ``.aff``; what hunspell would stumble over is an error with its line."""
    return _AffixFile(path, file_lines(path)).read()


class _AffixFile:
    """One ``.aff`` while it is read."""

    def __init__(self, path: Path, lines: list[bytes]) -> None:
        self.path = path
        self.lines = lines
        self.affixes = Affixes(path, DEFAULT, FlagReader(FlagType.CHAR, DEFAULT))
        self.rules: dict[tuple[bool, str], list[Rule]] = {}
        self.seen: dict[str, bytes] = {}
        self.tables: set[str] = set()

    def read(self) -> Affixes:
        """``SET`` and ``FLAG`` first, then the aliases written with them, then the rest."""
        self._pass({"SET": self._set, "FLAG": self._flag})
        affixes = self.affixes
        affixes.flags = FlagReader(affixes.flags.type, affixes.encoding)
        self._pass(
            {
                "AF": self._flag_aliases,
                "AM": self._field_aliases,
                "COMPLEXPREFIXES": self._switch,
                "FULLSTRIP": self._switch,
                "FORBIDWARN": self._switch,
                "NEEDAFFIX": self._mark,
                "PSEUDOROOT": self._mark,
                "ONLYINCOMPOUND": self._mark,
                "FORBIDDENWORD": self._mark,
                "CIRCUMFIX": self._mark,
                "WARN": self._mark,
                "ICONV": self._conversion,
                "OCONV": self._conversion,
                "BREAK": self._break,
            }
        )
        # IGNORE cleans the affixes that follow it, so it is read in step with them.
        self._pass({"IGNORE": self._ignore, "PFX": self._affix, "SFX": self._affix})
        for (prefix, flag), rules in self.rules.items():
            affixes.rule_flags.add(flag)
            side = affixes.stacked if prefix is affixes.complexprefixes else affixes.single
            # What lives in compounds only makes no form here: the *s* of *Arbeitsamt*.
            if free := [rule for rule in rules if not rule.linking]:
                side[flag] = gather(free)
        return affixes

    def _pass(self, readers: dict[str, Callable[[Line, Iterator[Line]], None]]) -> None:
        """Give each line that starts with one of these words to its reader.

        A reader of a table takes the lines of the table from the iterator.
        """
        names = {name.encode(): reader for name, reader in readers.items()}
        lines = (fields_of(raw, number) for number, raw in enumerate(self.lines, 1))
        for line in lines:
            if line.fields and line.raw.startswith(line.fields[0]):
                reader = names.get(line.fields[0])
                if reader is not None:
                    reader(line, lines)

    def error(self, line: Line, message: str, remedy: str) -> LexkitError:
        return LexkitError(message, path=self.path, line=line.number, remedy=remedy)

    def text(self, line: Line, piece: bytes) -> str:
        try:
            return piece.decode(self.affixes.encoding)
        except UnicodeDecodeError:
            raise self.error(
                line,
                f"{piece!r} is not {self.affixes.encoding}",
                "correct SET, or the encoding of the file",
            ) from None

    def _value(self, line: Line) -> bytes:
        """The one field of ``SET UTF-8``; said twice, it must be the same."""
        name = line.fields[0].decode()
        if len(line.fields) < 2:
            raise self.error(line, f"{name} says nothing", f"write a value behind {name}")
        value = line.fields[1]
        if self.seen.setdefault(name, value) != value:
            raise self.error(
                line, f"{name} is given a second time", "keep one: hunspell stops reading here"
            )
        return value

    def _set(self, line: Line, _: Iterator[Line]) -> None:
        name = self._value(line).decode("latin-1")
        self.affixes.encoding = codec(name, self.path, line.number)

    def _flag(self, line: Line, _: Iterator[Line]) -> None:
        name = self._value(line).decode("latin-1")
        if (flag_type := FlagType.named(name)) is None:
            raise self.error(
                line,
                f"FLAG {name} is none of hunspell's flag types",
                "write long, num or UTF-8, or no FLAG at all for flags of one character",
            )
        self.affixes.flags = FlagReader(flag_type, self.affixes.encoding)

    def _switch(self, line: Line, _: Iterator[Line]) -> None:
        setattr(self.affixes, line.fields[0].decode().lower(), True)

    def _mark(self, line: Line, _: Iterator[Line]) -> None:
        """``NEEDAFFIX h``. PSEUDOROOT is its old name."""
        flag = self.affixes.flags.first(self._value(line))
        if flag is None:
            raise self.error(
                line,
                f"{line.fields[1].decode('latin-1')!r} is no flag under FLAG "
                f"{self.affixes.flags.type.value}",
                "write a flag of that type",
            )
        name = line.fields[0].decode().lower().replace("pseudoroot", "needaffix")
        setattr(self.affixes, name, flag)

    def _count(self, line: Line, at: int = 1) -> int:
        """How many lines of a table follow. Digits are read, whatever stands behind them."""
        if len(line.fields) > at and (count := number_at_start(line.fields[at])) is not None:
            return count
        raise self.error(
            line,
            f"{line.fields[0].decode()} needs the number of its lines in field {at + 1}",
            "write how many lines follow",
        )

    def _table(self, line: Line, following: Iterator[Line]) -> Iterator[Line]:
        """The lines that a table announces."""
        name = line.fields[0]
        count = self._count(line)
        for number in range(count):
            row = next(following, None)
            if row is None or row.fields[:1] != [name] or len(row.fields) < 2:
                raise self.error(
                    row or line,
                    f"{name.decode()} in line {line.number} announces {count} lines, "
                    f"but {number} are there",
                    f"write {name.decode()} {number}, or the missing lines",
                )
            yield row

    def _once(self, line: Line) -> None:
        name = line.fields[0].decode()
        if name in self.tables:
            raise self.error(
                line,
                f"{name} has more lines than it announces, or a second table",
                "correct the number of lines",
            )
        self.tables.add(name)

    def _flag_aliases(self, line: Line, following: Iterator[Line]) -> None:
        """``AF``: *werk/1* means the first set of flags in this table, never the flag 1."""
        self._once(line)
        self.affixes.flag_aliases = [row.fields[1] for row in self._table(line, following)]

    def _field_aliases(self, line: Line, following: Iterator[Line]) -> None:
        """``AM``: the same for the morphological fields."""
        self._once(line)
        self.affixes.field_aliases = [
            row.rest(1).decode(self.affixes.encoding, errors="replace")
            for row in self._table(line, following)
        ]

    def _conversion(self, line: Line, following: Iterator[Line]) -> None:
        self._once(line)
        conversion = Conversion()
        for row in self._table(line, following):
            if len(row.fields) < 3:
                name = row.fields[0].decode()
                raise self.error(row, f"{name} has no replacement", "write both fields")
            conversion.add(self.text(row, row.fields[1]), self.text(row, row.fields[2]))
        setattr(self.affixes, line.fields[0].decode().lower(), conversion)

    def _break(self, line: Line, following: Iterator[Line]) -> None:
        """``BREAK -`` lets hunspell accept *foo-bar* for *foo* and *bar*: not a word of its own."""
        self._once(line)
        if list(self._table(line, following)):
            self.affixes.notes.append(
                ("BREAK is left alone: what is joined by its patterns is no word", line.number)
            )

    def _ignore(self, line: Line, _: Iterator[Line]) -> None:
        self.affixes.ignore = frozenset(self.text(line, self._value(line)))

    def _affix(self, line: Line, following: Iterator[Line]) -> None:
        """``SFX N Y 4`` and four rules."""
        reader = RuleReader(self.affixes, self.text, self.error)
        flag, cross = reader.header(line)
        prefix = line.fields[0] == b"PFX"
        rules = self.rules.setdefault((prefix, flag), [])
        count = self._count(line, 3)
        for number in range(count):
            row = next(following, None)
            if row is None or not reader.continues(line, row, flag):
                raise self.error(
                    row or line,
                    f"{line.fields[0].decode()} {line.fields[1].decode('latin-1')} in line "
                    f"{line.number} announces {count} rules, but {number} are there",
                    f"write {number} there, or the missing rules",
                )
            rules.append(reader.rule(row, prefix, flag, cross))

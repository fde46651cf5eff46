"""Reading the rules of ``PFX`` and ``SFX``: a header and the lines it announces.

``SFX N Y 4`` says: suffix of the flag ``N``, combines with prefixes, four rules follow. A rule
has the text to strip, the text to add with its continuation flags, the condition, and then
whatever: ``SFX N y ies/S [^aeiou]y is:plural``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lexkit.affix.affixes import Affixes
from lexkit.affix.condition import ALWAYS, Condition, ConditionError, parse_condition
from lexkit.affix.lines import Line, number_at_start
from lexkit.affix.rule import Rule
from lexkit.errors import LexkitError

#: A morphological field: two letters and a colon, ``is:plural``.
FIELD = re.compile(r"\S\S:\S+")


def morphological_fields(text: str, aliases: list[str] | None) -> tuple[str, ...]:
    """``po:noun is:plural`` -> both; ``12`` -> those of the twelfth alias, if there are any.

    What is no field, such as an old licence text or a comment, is left out.
    """
    if aliases is not None and (number := re.match(r"\s*(\d{1,9})(?!\d)", text)):
        at = int(number[1])
        text = aliases[at - 1] if 0 < at <= len(aliases) else ""
    return tuple(piece for piece in text.split() if FIELD.fullmatch(piece))


class RuleReader:
    """Reads headers and rules for one ``.aff``."""

    def __init__(
        self,
        affixes: Affixes,
        text: Callable[[Line, bytes], str],
        error: Callable[[Line, str, str], LexkitError],
    ) -> None:
        self.affixes = affixes
        self.text = text
        self.error = error

    def header(self, line: Line) -> tuple[str, bool]:
        """The flag, and whether it makes cross products: only ``Y`` says so."""
        kind = line.fields[0].decode()
        if len(line.fields) < 4:
            raise self.error(
                line,
                f"{kind} needs a flag, Y or N, and the number of its rules",
                f"write {kind} A Y 1",
            )
        flag = self.affixes.flags.first(line.fields[1])
        if flag is None:
            raise self.error(
                line,
                f"{line.fields[1].decode('latin-1')!r} is no flag under FLAG "
                f"{self.affixes.flags.type.value}",
                "write a flag of that type",
            )
        if not re.match(rb"0*[1-9]", line.fields[3]):
            raise self.error(
                line,
                f"{kind} {line.fields[1].decode('latin-1')} announces no rules here",
                "correct the number of rules in this header, or in the one above",
            )
        return flag, line.fields[2].startswith(b"Y")

    def continues(self, header: Line, row: Line, flag: str) -> bool:
        """Whether a line is a rule under this header."""
        return (
            row.fields[:1] == header.fields[:1]
            and len(row.fields) >= 4
            and self.affixes.flags.first(row.fields[1]) == flag
        )

    def rule(self, row: Line, prefix: bool, flag: str, cross: bool) -> Rule:
        """One rule. In ``0/L`` the slash comes first: *0* added, then the flag ``L``."""
        affixes = self.affixes
        strip = self.text(row, row.fields[2])
        added, _, behind = row.fields[3].partition(b"/")
        continuation = self._flags(row, behind)
        add = affixes.without_ignored(self.text(row, added))
        strip, add = ("" if text == "0" else text for text in (strip, add))
        return Rule(
            prefix=prefix,
            flag=flag,
            name=f"{'PFX' if prefix else 'SFX'} {affixes.flags.name(flag)}",
            cross=cross,
            strip=strip,
            add=add,
            condition=self._condition(row),
            continuation=continuation,
            fields=self._fields(row),
            virtual=affixes.needaffix in continuation,
            circumfix=affixes.circumfix in continuation,
            linking=affixes.onlyincompound in continuation,
            capitalises=prefix and strip != add and strip == add.lower(),
        )

    def _flags(self, row: Line, behind: bytes) -> frozenset[str]:
        """Continuation flags, through the aliases if there are any: ``er/2``."""
        affixes = self.affixes
        if affixes.flag_aliases is not None and behind:
            at = number_at_start(behind) or 0
            if not 0 < at <= len(affixes.flag_aliases):
                affixes.notes.append(("the AF table has no such alias", row.number))
                return frozenset()
            behind = affixes.flag_aliases[at - 1]
        if behind and (fault := affixes.flags.fault(behind)):
            affixes.notes.append((fault, row.number))
        return frozenset(affixes.flags.split(behind))

    def _condition(self, row: Line) -> Condition:
        """The fifth field; a rule without one takes any stem.

        A comment may not stand in its place: ``SFX A 0 s # plural`` wants a stem that ends in
        ``#``, and that is how hunspell reads it.
        """
        if len(row.fields) < 5:
            return ALWAYS
        if row.fields[4] == b"#":
            self.affixes.notes.append(
                ("the condition is #: a comment cannot stand in its place", row.number)
            )
        try:
            return parse_condition(self.text(row, row.fields[4]))
        except ConditionError as error:
            raise self.error(row, str(error), "close it") from None

    def _fields(self, row: Line) -> tuple[str, ...]:
        if len(row.fields) < 6:
            return ()
        text = row.rest(5).decode(self.affixes.encoding, errors="replace")
        text = re.split(r"(?:^|\s)#", text, maxsplit=1)[0]
        return morphological_fields(text, self.affixes.field_aliases)

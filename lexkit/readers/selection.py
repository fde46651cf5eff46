"""Which entries of a file become readings: the key `reads` of a manifest."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path

from lexkit import yamlfile
from lexkit.bounded import TookTooLongError, bounded
from lexkit.model import Entry
from lexkit.readers.labels import KEPT, LONGEST_KEPT, pattern, ran_away


@dataclass(frozen=True)
class Selection:
    """What is asked of an entry; each left out holds.

    ``form`` must match the whole form, ``label`` the beginning of some label, and the lemma must
    stand in the source called ``lemmas_of``: so a large list inflects only what a careful one has.
    """

    form: re.Pattern[str] | None = None
    label: re.Pattern[str] | None = None
    lemmas_of: str | None = None
    #: Where the manifest is, and the line that each pattern stands in.
    path: Path | None = None
    lines: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def parse(cls, fields: yamlfile.Fields) -> Selection:
        """Read the key `reads` of a manifest."""
        table = yamlfile.Fields(fields.table_of("reads"), fields.path, "'reads'")
        form, label, lemmas_of = table.text("form"), table.text("label"), table.text("lemmas_of")
        table.done()
        return cls(
            None if form is None else pattern(table, form),
            None if label is None else pattern(table, label),
            None if lemmas_of is None else str(lemmas_of),
            fields.path,
            {str(text): text.line for text in (form, label) if text is not None},
        )

    def test(self, listed: Set[str]) -> Callable[[Entry], bool]:
        """What says of each entry whether it is read; ``listed`` are the forms of `lemmas_of`."""
        seen: dict[tuple[str, ...], bool] = {}  # thousands of entries share their labels

        def labelled(pattern: re.Pattern[str], labels: tuple[str, ...]) -> bool:
            if (known := seen.get(labels)) is None:
                known = any(self._meets(pattern, label) for label in labels)
                if len(seen) < KEPT and sum(map(len, labels)) < LONGEST_KEPT:
                    seen[labels] = known
            return known

        def wanted(entry: Entry) -> bool:
            return (
                (self.label is None or labelled(self.label, entry.labels))
                and (self.lemmas_of is None or (entry.lemma or entry.form) in listed)
                and (self.form is None or self._meets(self.form, entry.form, whole=True))
            )

        return wanted

    def _meets(self, pattern: re.Pattern[str], text: str, *, whole: bool = False) -> bool:
        """Whether ``pattern`` meets the beginning of ``text``, or the whole, in a bounded time."""
        match = pattern.fullmatch if whole else pattern.match
        try:
            return bounded(lambda: match(text)) is not None
        except TookTooLongError:
            line = self.lines.get(pattern.pattern)
            raise ran_away(pattern.pattern, text, self.path, line) from None

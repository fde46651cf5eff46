"""Which entries of a file become readings: the key `reads` of a manifest."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from dataclasses import dataclass

from lexkit import yamlfile
from lexkit.model import Entry
from lexkit.readers.labels import pattern


@dataclass(frozen=True)
class Selection:
    """What is asked of an entry; each left out holds.

    ``form`` must match the whole form, ``label`` the beginning of some label, and the lemma must
    stand in the source called ``lemmas_of``: so a large list inflects only what a careful one has.
    """

    form: re.Pattern[str] | None = None
    label: re.Pattern[str] | None = None
    lemmas_of: str | None = None

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
        )

    def test(self, listed: Set[str]) -> Callable[[Entry], bool]:
        """What says of each entry whether it is read; ``listed`` are the forms of `lemmas_of`."""
        seen: dict[tuple[str, ...], bool] = {}  # thousands of entries share their labels

        def labelled(labels: tuple[str, ...]) -> bool:
            if (known := seen.get(labels)) is None:
                assert self.label is not None
                known = seen[labels] = any(map(self.label.match, labels))
            return known

        def wanted(entry: Entry) -> bool:
            return (
                (self.label is None or labelled(entry.labels))
                and (self.lemmas_of is None or (entry.lemma or entry.form) in listed)
                and (self.form is None or self.form.fullmatch(entry.form) is not None)
            )

        return wanted

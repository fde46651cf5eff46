"""From a reader's entries to readings: forms made sound, labels turned into tags."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from lexkit.model import Entry, Reading
from lexkit.orthography import normalise
from lexkit.readers.base import Report
from lexkit.readers.labels import Labels

#: How many unmapped labels a report names.
LABELS_SHOWN = 10


def readings(
    entries: Iterable[Entry], report: Report, labels: Labels, source: str
) -> Iterator[Reading]:
    """Stream the readings that ``entries`` make; what cannot be one is told in ``report``.

    Forms come out in NFC, without invisible format characters and surrounding blanks. A form
    with a control character in it (a tab, NUL, a line break) is reported and left out; an empty
    one is passed over.
    """
    last: str | None = None
    lemma: str | None = None
    cells: dict[str | None, str | None] = {None: None}
    for entry in entries:
        form = sound(entry.form, entry.place, report)
        if form is None:
            continue
        if entry.lemma != last:
            last = entry.lemma
            lemma = sound(last, entry.place, Report()) if last is not None else None
        cell = cells.get(entry.cell)
        if cell is None and entry.cell is not None:
            # A heading may be broken into lines, which a store of lines cannot hold.
            cell = cells[entry.cell] = " ".join(entry.cell.split())
        tags = labels.tags(entry.labels)
        if not tags and labels.forms:
            tags = labels.tags_of_form(form)
        yield Reading(form, lemma, tags, source, entry.place, None, cell)
    for label, count in labels.unmapped.most_common(LABELS_SHOWN):
        report.noted[f"the label {label!r} is mapped to no tag"] = count
    if (more := len(labels.unmapped) - LABELS_SHOWN) > 0:
        report.noted["more labels are mapped to no tag"] = more


#: A longer line is no word but a file that is not what it seems; the automaton has limits too.
LONGEST = 255


def sound(form: str, place: str, report: Report) -> str | None:
    """``form`` normalised, or `None` if it is empty or unreadable, which is then reported."""
    text = normalise(form)
    if not form.isprintable():
        if any(unicodedata.category(c) == "Cf" for c in form):
            report.note("invisible characters dropped", place)
        if any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in text):
            report.skip("a control character inside the word", place)
            return None
    if len(text) > LONGEST:
        report.skip(f"longer than {LONGEST} characters", place)
        return None
    return text or None

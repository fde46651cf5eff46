"""From a reader's entries to readings: forms made sound, labels turned into tags."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace

from lexkit.errors import one_line
from lexkit.model import Entry, Reading
from lexkit.orthography import normalise
from lexkit.readers.base import Input, Reader, Report
from lexkit.readers.labels import Labels

#: How many unmapped labels a report names.
LABELS_SHOWN = 10


def readings(
    reader: Reader,
    given: Input,
    labels: Labels,
    source: str,
    wanted: Callable[[Entry], bool] | None = None,
) -> Iterator[Reading]:
    """Stream the readings that ``reader`` finds in ``given``, of the entries ``wanted`` (all).

    Forms come out in NFC, without invisible format characters and surrounding blanks. A form
    with a control character in it (a tab, NUL, a line break) is reported and left out; an empty
    one is passed over.
    """
    report = given.report
    any_label = bool(labels.patterns) or wanted is not None
    given = replace(given, telling=labels.telling, any_label=any_label)
    entries = reader.read(given)
    if wanted is not None:
        entries = filter(wanted, entries)
    lemma = cell = last_lemma = last_cell = None
    last_labels: tuple[str, ...] = ()
    tags = labels.tags(last_labels)
    new = tuple.__new__  # without the detour through keyword arguments, millions of times
    for form, raw_lemma, raw_labels, place, raw_cell in entries:
        text = form
        if not (form.isascii() and form.isalpha() and len(form) <= LONGEST):
            if (whole := sound(form, place, report)) is None:
                continue
            text = whole
        # The many forms of a stem come with one and the same lemma and labels.
        if raw_lemma is not last_lemma:
            last_lemma = raw_lemma
            lemma = sound(raw_lemma, place, Report()) if raw_lemma is not None else None
        if raw_labels is not last_labels:
            last_labels = raw_labels
            tags = labels.tags(raw_labels)
        if raw_cell is not last_cell:
            last_cell = raw_cell
            cell = _cell(raw_cell) if raw_cell is not None else None
        shown = labels.tags_of_form(text) if labels.forms and not tags else tags
        yield new(Reading, (text, lemma, shown, source, place, None, cell))
    for label, count in labels.unmapped.most_common(LABELS_SHOWN):
        report.noted[f"the label {one_line(label, 60)!r} is mapped to no tag"] = count
    if (more := len(labels.unmapped) - LABELS_SHOWN) > 0:
        report.noted["more labels are mapped to no tag"] = more


def _cell(text: str) -> str:
    """``text`` as a store of lines can hold it: a heading may be broken into lines, or, in JSON,
    hold half a character."""
    cell = " ".join(text.split())
    return cell if cell.isprintable() else one_line(cell)


#: A longer line is no word but a file that is not what it seems; the automaton has limits too.
LONGEST = 255

#: What is longer as it is written is not even normalised, which takes time by the square of the
#: number of accents on one letter; the longest word with an accent or two each is shorter.
_LONGEST_WRITTEN = 16 * LONGEST


def sound(form: str, place: str, report: Report) -> str | None:
    """``form`` normalised, or `None` if it is empty or unreadable, which is then reported."""
    if len(form) > _LONGEST_WRITTEN and len(form := form.strip()) > _LONGEST_WRITTEN:
        report.skip(f"longer than {LONGEST} characters", place)
        return None
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

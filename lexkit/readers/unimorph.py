"""UniMorph's tables: a lemma, one of its forms, and the features of that form on each line.

The schema is that of https://unimorph.github.io/schema/. A feature is a label: the first one, which
is the part of speech, always, the others where some tag depends on them. The features as written
are the cell. A fourth column, with the form in its parts, is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lexkit.model import Entry
from lexkit.readers import encodings, tables, textfile
from lexkit.readers.base import Input, Options
from lexkit.readers.labels import KEPT, LONGEST_KEPT

SUMMARY = "UniMorph's tables: lemma, form and features of the form on each line"
OPTIONS = {
    "encoding": encodings.ENCODING,
    "table": "the table of what features mean (unimorph), or a file of one's own",
}

#: What parts features: `V;IND;NOM(3,SG)`, `N;{NOM/ACC};PL`.
_FEATURES = re.compile(r"[^;(){}/,\s]+")

#: What stands in place of a form that does not exist.
_NONE = ("", "-", "–", "—", "_")


def shaped_by(options: Options) -> list[Path]:
    """The table that shapes what is read."""
    return [tables.find(options, "table", "unimorph")]


def read(given: Input) -> Iterator[Entry]:
    """Stream the forms in the order of the file; report what is no line of such a table."""
    report, name = given.report, given.main.name
    known: dict[str, tuple[str, ...]] = {}
    for number, line in textfile.lines(given):
        if not line or line.isspace():
            continue
        columns = line.split("\t")
        place = f"{name}:{number}"
        if not 3 <= len(columns) <= 4 or not columns[0].strip():
            report.skip("not a lemma, a form and features, with tabs between", place)
            continue
        lemma, form, features = columns[:3]
        labels = known.get(features)
        if labels is None:
            labels = _labels(features, given)
            if len(known) < KEPT and len(features) < LONGEST_KEPT:
                known[features] = labels
        if form.strip() in _NONE:
            report.note("a lemma that lacks this form", place)
        elif not labels:
            report.skip("a form without features", place)
        else:
            yield Entry(form, lemma, labels, place, features.strip())


def _labels(features: str, given: Input) -> tuple[str, ...]:
    found = _FEATURES.findall(features)
    wanted = (f for f in found[1:] if given.any_label or f in given.telling)
    return tuple(dict.fromkeys([*found[:1], *wanted]))

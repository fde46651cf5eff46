"""Lexicons of taggers, as MBT and Frog write them: a form with its tags and how often each is met.

`106 nadelen N(soort,mv,basis):106` says that *nadelen* was seen 106 times, each time a plural. What
is seen once in a thousand is the tagger's slip of the pen, so a share is asked of every tag.
"""

from __future__ import annotations

from collections.abc import Iterator

from lexkit.model import Entry
from lexkit.readers import encodings, textfile
from lexkit.readers.base import Input

SUMMARY = "a tagger's lexicon: a form and its tags with how often each is met"
OPTIONS = {
    "encoding": encodings.ENCODING,
    "least": "the share of a form's occurrences that a tag must have to count, in per cent (5)",
}


def read(given: Input) -> Iterator[Entry]:
    """Stream an entry for each tag of a form that is met often enough: `count form tag:count …`."""
    options, path = given.options, given.main
    least = options.number("least", 5)
    if least > 100:
        raise options.error("least", f"'least' is {least}", "write a whole number up to 100")
    for number, line in textfile.lines(given):
        place = f"{path.name}:{number}"
        count, *rest = line.split() or ("",)
        if not rest:
            if count:
                given.report.skip("neither a form nor tags behind the count", place)
            continue
        form, *tags = rest
        met = [tag.rpartition(":") for tag in tags]
        if not _is_count(count) or not all(tag and _is_count(n) for tag, _, n in met):
            given.report.skip("not a count, a form, and tags with their counts", place)
            continue
        for tag, _, n in met:
            if int(n) * 100 >= int(count) * least:
                yield Entry(form, None, (tag,), place)


def _is_count(text: str) -> bool:
    """Whether ``text`` is a number that something can be counted to: not one of 5,000 digits."""
    return text.isdecimal() and len(text) < 20

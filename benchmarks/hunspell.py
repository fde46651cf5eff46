"""How fast a hunspell dictionary is expanded, beside a straightforward expander.

    python benchmarks/hunspell.py de_DE_frami.dic [--rounds 5]

The straightforward expander is what one writes first: for each stem, for each of its flags, for
each rule of that flag, try the condition (a compiled regular expression) and make the form; then
the same for continuation classes and prefixes. It is written for the German "frami" edition,
knows what that one needs, and gives the same forms there, which is checked before anything is
timed. Both read both files and make an ``Entry`` of each form. They take turns, what is measured is
the time of the processor (others may use it meanwhile), and what counts is the median of the
ratios.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lexkit.model import Entry
from lexkit.readers import hunspell
from lexkit.readers.base import Input, Options, Report


class PlainRule(NamedTuple):
    strip: str
    add: str
    condition: re.Pattern[str]
    continuation: str
    cross: bool


class PlainAffixes(NamedTuple):
    """What the baseline reads of an ``.aff`` with flags of one character."""

    encoding: str
    suffixes: dict[str, list[PlainRule]]
    prefixes: dict[str, list[PlainRule]]
    marks: dict[str, str]


def read_plain(aff: Path) -> PlainAffixes:
    lines = aff.read_text("latin-1").splitlines()
    encoding = next(line.split()[1] for line in lines if line.startswith("SET"))
    lines = aff.read_text(encoding).splitlines()
    suffixes: dict[str, list[PlainRule]] = defaultdict(list)
    prefixes: dict[str, list[PlainRule]] = defaultdict(list)
    marks: dict[str, str] = {}
    cross: dict[str, bool] = {}
    for line in lines:
        match line.split():
            case [("PFX" | "SFX"), flag, ("Y" | "N") as product, count] if count.isdigit():
                cross[flag] = product == "Y"
            case [("PFX" | "SFX") as kind, flag, strip, added, condition, *_]:
                add, _, continuation = added.partition("/")
                pattern = f"^{condition}" if kind == "PFX" else f"{condition}$"
                rule = PlainRule(
                    "" if strip == "0" else strip,
                    "" if add == "0" else add,
                    re.compile(pattern),
                    continuation,
                    cross[flag],
                )
                (prefixes if kind == "PFX" else suffixes)[flag].append(rule)
            case [name, flag, *_]:
                marks[name] = flag
    return PlainAffixes(encoding, suffixes, prefixes, marks)


def plain_suffixed(stem: str, rule: PlainRule) -> str | None:
    if len(stem) > len(rule.strip) and stem.endswith(rule.strip) and rule.condition.search(stem):
        return stem[: len(stem) - len(rule.strip)] + rule.add
    return None


def plain_forms(stem: str, flags: str, affixes: PlainAffixes) -> Iterator[str]:
    """All forms of a stem, rule by rule."""
    virtual = affixes.marks["NEEDAFFIX"]
    linking = affixes.marks["ONLYINCOMPOUND"]
    circumfix = affixes.marks["CIRCUMFIX"]
    if linking in flags:
        return
    suffixed: list[tuple[str, PlainRule | None]] = [(stem, None)]
    for flag in flags:
        for rule in affixes.suffixes.get(flag, ()):
            if linking in rule.continuation:
                continue
            form = plain_suffixed(stem, rule)
            if form is not None:
                suffixed.append((form, rule))
    for form, last in list(suffixed):
        for flag in last.continuation if last else "":
            for rule in affixes.suffixes.get(flag, ()):
                twice = plain_suffixed(form, rule)
                if twice is not None and linking not in rule.continuation:
                    suffixed.append((twice, rule))
    for form, last in suffixed:
        half = last is not None and circumfix in last.continuation
        incomplete = virtual in (last.continuation if last else flags)
        if not half and not incomplete:
            yield form
        for flag in flags:
            for rule in affixes.prefixes.get(flag, ()):
                if last is not None and not (last.cross and rule.cross):
                    continue
                if (circumfix in rule.continuation) != half or linking in rule.continuation:
                    continue
                if form.startswith(rule.strip) and rule.condition.search(form):
                    yield rule.add + form[len(rule.strip) :]


def plain_entries(dic: Path) -> Iterator[Entry]:
    """The straightforward expander."""
    affixes = read_plain(dic.with_suffix(".aff"))
    forbidden = affixes.marks["FORBIDDENWORD"]
    stems: list[tuple[int, str, str]] = []
    for number, line in enumerate(dic.read_text(affixes.encoding).split("\n")[1:], 2):
        if line and not line.startswith(("#", "\t")):
            stem, _, flags = line.partition("/")
            stems.append((number, stem, flags))
    banned = {
        form
        for _, stem, flags in stems
        if forbidden in flags
        for form in (stem, *plain_forms(stem, flags, affixes))
    }
    banned -= {stem for _, stem, flags in stems if forbidden not in flags} - {
        stem for _, stem, flags in stems if forbidden in flags
    }
    for number, stem, flags in stems:
        place = f"{dic.name}:{number}"
        if forbidden in flags:
            continue
        for form in dict.fromkeys(plain_forms(stem, flags, affixes)):
            if form not in banned:
                yield Entry(form, stem, (), place)


def entries(dic: Path) -> Iterator[Entry]:
    """What lexkit reads."""
    return hunspell.read(Input({dic.name: dic}, Options({}, hunspell.OPTIONS), Report()))


def seconds(reader: Iterator[Entry]) -> float:
    start = time.process_time()
    for _ in reader:
        pass
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("dic", type=Path, help="de_DE_frami.dic, its .aff beside it")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    dic: Path = arguments.dic
    good = (entry for entry in entries(dic) if hunspell.FORBIDDEN not in entry.labels)
    ours = {(entry.form, entry.place) for entry in good}
    plain = {(entry.form, entry.place) for entry in plain_entries(dic)}
    difference = sorted(ours ^ plain)
    print(f"{len(ours):,} readings, {len({form for form, _ in ours}):,} forms")
    print(f"the baseline differs in {len(difference):,}: {difference[:5]}")
    ours.clear()
    plain.clear()
    ratios = []
    for number in range(arguments.rounds):
        mine, baseline = seconds(entries(dic)), seconds(plain_entries(dic))
        ratios.append(mine / baseline)
        print(f"round {number + 1}: {mine:.2f} s, baseline {baseline:.2f} s: {ratios[-1]:.2f}")
    print(f"median of the ratios: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()

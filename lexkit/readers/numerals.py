"""Number words, written out from a table of how a language builds them.

No list holds them all, and no grammar rests them on a lemma: *dreitausendfünfhundert* follows
from *drei*, *tausend*, *fünf* and *hundert*. So the table is a source of its own. It has sets of
words by number, made of each other, and says which of them are entries:

```yaml
sets:
  unit: [{words: {1: ein, 2: zwei, 3: drei}}]
  ten: [{words: {20: zwanzig, 30: dreißig}}]
  cardinal:
    - {words: {1: eins, 2: zwei, 3: drei}}
    - {numbers: 20-39, by: 10, write: ["{base:ten}", "{rest:unit}und{base:ten}"]}
  ordinal: [{numbers: 20-39, write: "{all:cardinal}st"}]
entries:
  - {of: cardinal, numbers: 1-39, label: cardinal}
  - {of: ordinal, numbers: 20-39, label: ordinal, endings: [e, en, er, es, em]}
```

In a template stand ``{all:SET}`` for the number itself, ``{rest:SET}`` for what remains after
division by ``by``, ``{whole:SET}`` for the quotient and ``{base:SET}`` for the number without
the rest. A template with ``{rest:…}`` is for numbers that leave one, any other for those that do
not, if there is a ``by``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from lexkit import yamlfile
from lexkit.model import Entry
from lexkit.readers.base import Input

SUMMARY = "number words, from a table of how a language builds them"
OPTIONS: dict[str, str] = {}

_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?(?:/([1-9]\d{0,8}))?")
_NUMBER = re.compile(r"\d{1,9}")
_PLACEHOLDER = re.compile(r"\{(all|rest|whole|base):([\w-]+)\}")


def read(given: Input) -> Iterator[Entry]:
    """Stream the entries of the table; the place of one is its number (`de.yaml:3500`)."""
    path = given.main
    fields = yamlfile.Fields(yamlfile.load(path), path, "a table of numerals")
    sets: dict[str, Set] = {}
    for name, node in fields.table_of("sets").items():
        outer = yamlfile.Table({yamlfile.Text("rules"): node})
        outer.line = getattr(name, "line", 1)
        rules = yamlfile.Fields(outer, path, f"the set {str(name)!r}").items("rules")
        sets[str(name)] = Set(tuple(_rule(rule, fields) for rule in rules))
    made = [_made(item, fields, sets) for item in fields.items("entries")]
    fields.done()
    for numbers, entries in made:
        for number in numbers:
            yield from entries.of(number, sets, f"{path.name}:{number}")


@dataclass(frozen=True)
class Rule:
    """Words for the numbers that ``words`` names, or those in ``numbers`` by the templates."""

    words: Mapping[int, tuple[str, ...]]
    numbers: tuple[range, ...]
    by: int
    templates: tuple[str, ...]

    def spell(self, number: int, sets: Mapping[str, Set]) -> Iterator[str]:
        yield from self.words.get(number, ())
        if not any(number in numbers for numbers in self.numbers):
            return
        whole, rest = divmod(number, self.by) if self.by else (0, 0)
        values = {"all": number, "rest": rest, "whole": whole, "base": number - rest}
        for template in self.templates:
            if self.by and ("{rest:" in template) != (rest > 0):
                continue
            # text, place, set, text, place, set, … text
            pieces = _PLACEHOLDER.split(template)
            choices = [
                sets[name].spell(values[place], sets)
                for place, name in zip(pieces[1::3], pieces[2::3], strict=True)
            ]
            for chosen in product(*choices):
                yield pieces[0] + "".join(
                    word + text for word, text in zip(chosen, pieces[3::3], strict=True)
                )


@dataclass(frozen=True)
class Set:
    """The words of some numbers, remembered once they are spelt."""

    rules: tuple[Rule, ...]
    known: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def spell(self, number: int, sets: Mapping[str, Set]) -> tuple[str, ...]:
        words = self.known.get(number)
        if words is None:
            self.known[number] = ()  # a set that leads back to itself ends here
            found = (word for rule in self.rules for word in rule.spell(number, sets))
            words = self.known[number] = tuple(dict.fromkeys(found))
        return words


@dataclass(frozen=True)
class Entries:
    """What is listed of a set: its words with endings. The first ending makes the lemma."""

    of_set: str
    label: str
    endings: tuple[str, ...]

    def of(self, number: int, sets: Mapping[str, Set], place: str) -> Iterator[Entry]:
        for stem in sets[self.of_set].spell(number, sets):
            lemma = stem + self.endings[0]
            for ending in self.endings:
                cell = f"{self.label} -{ending}" if ending else self.label
                yield Entry(stem + ending, lemma, (self.label,), place, cell)


def _rule(item: yamlfile.Table, outer: yamlfile.Fields) -> Rule:
    fields = yamlfile.Fields(item, outer.path, "a rule of a set")
    words = {}
    for key, node in fields.table_of("words").items():
        texts = [node] if isinstance(node, yamlfile.Text) else node
        if not _NUMBER.fullmatch(key) or isinstance(texts, yamlfile.Table):
            raise fields.error(f"{str(key)!r} is no number with its words", key)
        words[int(key)] = tuple(str(text) for text in texts)
    rule = Rule(
        words, _numbers(fields), fields.number("by", 0), tuple(map(str, fields.texts("write")))
    )
    fields.done()
    return rule


def _made(
    item: yamlfile.Table, outer: yamlfile.Fields, sets: Mapping[str, Set]
) -> tuple[list[int], Entries]:
    fields = yamlfile.Fields(item, outer.path, "a line of entries")
    of_set, label = str(fields.required("of")), str(fields.required("label"))
    for name in (of_set, *_asked(sets)):
        if name not in sets:
            raise fields.error(f"there is no set {name!r}", item)
    endings = tuple(map(str, fields.texts("endings"))) or ("",)
    numbers = sorted({number for numbers in _numbers(fields) for number in numbers})
    fields.done()
    return numbers, Entries(of_set, label, endings)


def _asked(sets: Mapping[str, Set]) -> Iterator[str]:
    for made in sets.values():
        for rule in made.rules:
            for template in rule.templates:
                yield from _PLACEHOLDER.split(template)[2::3]


def _numbers(fields: yamlfile.Fields) -> tuple[range, ...]:
    """Ranges as *1-99*, *7* and, in steps, *1000-9000/1000*."""
    ranges = []
    for text in fields.texts("numbers"):
        match = _RANGE.fullmatch(text)
        if match is None:
            raise fields.error(f"{str(text)!r} is no range of numbers", text, "write 1-99")
        first, last, step = match.groups()
        ranges.append(range(int(first), int(last or first) + 1, int(step or 1)))
    return tuple(ranges)

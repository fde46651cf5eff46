"""From a source's labels to tags: the part of a manifest that types readings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from lexkit import yamlfile
from lexkit.tagset import Tagset

#: A pattern with a repeated group that repeats within can run away on a long line.
_NESTED_REPEAT = re.compile(r"\([^()]*[+*}][^()]*\)[+*{]")

#: How many different labels are remembered: a glossary has one for each of its senses.
KEPT = 10_000


@dataclass
class Labels:
    """Maps each label of a source to tags: exact labels first, then patterns, then nothing.

    ``exact`` holds labels as the source writes them (``Toponym``); ``patterns`` are regular
    expressions that must match at the beginning of a label (``Stadt in``), the first that does
    deciding. A label mapped to ``-`` is known and gives no tag; one that is not mapped at all is
    counted in ``unmapped``, for the report (not where patterns read free text). ``forms`` are
    patterns of the whole form, for what no label gives a tag: a Dutch noun with a capital that ends
    in *-aar* is an inhabitant.
    """

    exact: Mapping[str, frozenset[str]] = field(default_factory=dict)
    patterns: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = ()
    forms: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = ()
    unmapped: Counter[str] = field(default_factory=Counter)
    _last: tuple[str, ...] = field(default=(), repr=False)
    _last_tags: frozenset[str] = field(default=frozenset(), repr=False)
    _known: dict[tuple[str, ...], frozenset[str]] = field(default_factory=dict, repr=False)

    @classmethod
    def parse(cls, fields: yamlfile.Fields, tagset: Tagset) -> Labels:
        """Read the keys `tags`, `patterns` and `forms` of a manifest."""
        exact = {str(k): _tags(fields, v, tagset) for k, v in fields.table_of("tags").items()}
        patterns, forms = (
            tuple(
                (pattern(fields, key), _tags(fields, value, tagset))
                for key, value in table.items()
            )
            for table in (fields.table_of("patterns"), fields.table_of("forms"))
        )
        return cls(exact, patterns, forms)

    @property
    def possible(self) -> frozenset[str]:
        """Every tag that a reading can get."""
        found = (*self.patterns, *self.forms)
        mapped = [*self.exact.values(), *(tags for _, tags in found)]
        return frozenset[str]().union(*mapped)

    def tags(self, labels: tuple[str, ...]) -> frozenset[str]:
        """The tags of an entry with ``labels``; the same labels give the same object."""
        if labels is self._last:
            return self._last_tags
        known = self._known.get(labels)
        if known is None:
            known = frozenset().union(*map(self._tags_of, labels)) if labels else frozenset()
            if len(self._known) < KEPT:
                self._known[labels] = known
        # The many forms of one stem come with one and the same labels.
        self._last, self._last_tags = labels, known
        return known

    def tags_of_form(self, form: str) -> frozenset[str]:
        """The tags that ``form`` shows by itself, the first pattern that matches all of it."""
        for pattern, tags in self.forms:
            if pattern.fullmatch(form):
                return tags
        return frozenset()

    def _tags_of(self, label: str) -> frozenset[str]:
        if label in self.exact:
            return self.exact[label]
        for pattern, tags in self.patterns:
            if pattern.match(label):
                return tags
        if not self.patterns and (label in self.unmapped or len(self.unmapped) < KEPT):
            self.unmapped[label] += 1
        return frozenset()


def pattern(fields: yamlfile.Fields, text: str) -> re.Pattern[str]:
    """The regular expression ``text`` of a manifest; refused if it is none or could run away."""
    if _NESTED_REPEAT.search(text):
        raise fields.error(
            f"the pattern {str(text)!r} repeats a repetition and could run away",
            text,
            "write it without the outer + or *",
        )
    try:
        return re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise fields.error(f"the pattern {str(text)!r}: {error}", text) from None


def _tags(fields: yamlfile.Fields, node: yamlfile.Node, tagset: Tagset) -> frozenset[str]:
    if isinstance(node, yamlfile.Table):
        raise fields.error("a label is mapped to a tag or a list of tags", node)
    items = [node] if isinstance(node, yamlfile.Text) else list(node)
    names = [name for item in items for name in str(item).replace(",", " ").split()]
    line = getattr(node, "line", None)
    return frozenset(
        tagset.check(name, path=fields.path, line=line, given=True) for name in names if name != "-"
    )

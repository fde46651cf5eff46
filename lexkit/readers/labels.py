"""From a source's labels to tags: the part of a manifest that types readings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexkit import yamlfile
from lexkit.bounded import TookTooLongError, bounded
from lexkit.errors import LexkitError, one_line
from lexkit.tagset import Tagset

#: A pattern with a repeated group that repeats within can run away on a long line.
_NESTED_REPEAT = re.compile(r"\([^()]*[+*}][^()]*\)[+*{]")

#: How many different labels are remembered (a glossary has one for each of its senses), and how
#: long they may be together (characters).
KEPT, LONGEST_KEPT = 10_000, 1000

#: Patterns with the tags that they give.
Patterns = tuple[tuple[re.Pattern[str], frozenset[str]], ...]


@dataclass
class Labels:
    """Maps each label of a source to tags: exact labels, then patterns, then what is ``meant``.

    ``exact`` holds labels as the source writes them (``Toponym``); ``patterns`` are regular
    expressions that must match at the beginning of a label (``Stadt in``), the first that does
    deciding; ``path`` and ``lines`` say where they stand; ``meant`` is what the format itself says
    of its labels. A label mapped to ``-`` is known and gives no tag; one that is not mapped at all
    is counted in ``unmapped``, for the report (not where patterns read free text). ``forms`` are
    patterns of the whole form, for what no label gives a tag: a Dutch noun with a capital that ends
    in *-aar* is an inhabitant.
    """

    exact: Mapping[str, frozenset[str]] = field(default_factory=dict)
    patterns: Patterns = ()
    forms: Patterns = ()
    meant: Mapping[str, frozenset[str]] = field(default_factory=dict)
    path: Path | None = None
    lines: Mapping[str, int] = field(default_factory=dict)
    unmapped: Counter[str] = field(default_factory=Counter)
    _last: tuple[str, ...] = field(default=(), repr=False)
    _last_tags: frozenset[str] = field(default=frozenset(), repr=False)
    _known: dict[tuple[str, ...], frozenset[str]] = field(default_factory=dict, repr=False)

    @classmethod
    def parse(
        cls,
        fields: yamlfile.Fields,
        tagset: Tagset,
        meant: Mapping[str, frozenset[str]] | None = None,
    ) -> Labels:
        """Read the keys `tags`, `patterns` and `forms` of a manifest; they come before what is
        ``meant``."""
        exact = {str(k): _tags(fields, v, tagset) for k, v in fields.table_of("tags").items()}
        lines: dict[str, int] = {}
        found: list[Patterns] = []
        for table in (fields.table_of("patterns"), fields.table_of("forms")):
            found.append(
                tuple(
                    (pattern(fields, key), _tags(fields, value, tagset))
                    for key, value in table.items()
                )
            )
            lines |= {str(key): getattr(key, "line", 1) for key in table}
        patterns, forms = found
        return cls(exact, patterns, forms, meant or {}, fields.path, lines)

    @property
    def possible(self) -> frozenset[str]:
        """Every tag that a reading can get."""
        patterns = [tags for _, tags in (*self.patterns, *self.forms)]
        return frozenset[str]().union(*self.exact.values(), *patterns, *self.meant.values())

    @property
    def telling(self) -> frozenset[str]:
        """The labels that give a tag by themselves; what patterns find is not among them."""
        known = {**self.meant, **self.exact}
        return frozenset(label for label, tags in known.items() if tags)

    @property
    def met(self) -> frozenset[str]:
        """The labels that came along, as far as they are remembered."""
        return frozenset(label for labels in self._known for label in labels)

    def tags(self, labels: tuple[str, ...]) -> frozenset[str]:
        """The tags of an entry with ``labels``; the same labels give the same object."""
        if labels is self._last:
            return self._last_tags
        known = self._known.get(labels)
        if known is None:
            known = frozenset().union(*map(self._tags_of, labels)) if labels else frozenset()
            if len(self._known) < KEPT and sum(map(len, labels)) < LONGEST_KEPT:
                self._known[labels] = known
        # The many forms of one stem come with one and the same labels.
        self._last, self._last_tags = labels, known
        return known

    def tags_of_form(self, form: str) -> frozenset[str]:
        """The tags that ``form`` shows by itself, the first pattern that matches all of it."""
        return self._first(self.forms, form, whole=True) or frozenset()

    def _tags_of(self, label: str) -> frozenset[str]:
        if label in self.exact:
            return self.exact[label]
        if self.patterns and (found := self._first(self.patterns, label)) is not None:
            return found
        if label in self.meant:
            return self.meant[label]
        if not self.patterns and (label in self.unmapped or len(self.unmapped) < KEPT):
            self.unmapped[label[:LONGEST_KEPT]] += 1
        return frozenset()

    def _first(
        self, patterns: Patterns, text: str, *, whole: bool = False
    ) -> frozenset[str] | None:
        """The tags of the first of ``patterns`` that meets ``text``, its beginning or the whole."""
        trying = ""

        def first() -> frozenset[str] | None:
            nonlocal trying
            for pattern, tags in patterns:
                trying = pattern.pattern
                if pattern.fullmatch(text) if whole else pattern.match(text):
                    return tags
            return None

        try:
            return bounded(first)
        except TookTooLongError:
            raise ran_away(trying, text, self.path, self.lines.get(trying)) from None


def ran_away(pattern: str, text: str, path: Path | None, line: int | None) -> LexkitError:
    """The error for a ``pattern`` that was interrupted on ``text``."""
    return LexkitError(
        f"the pattern {one_line(pattern, 60)!r} takes for ever on {one_line(text, 60)!r}",
        path=path,
        line=line,
        remedy="write it so that there is one way only to meet a text",
    )


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

"""The languages of the pages: their texts, the names of tags, and how they write numbers.

A language is a file in `lexkit/service/languages`, and what rulesets say is translated in
`rules/translations`. Nothing here knows which languages there are.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal
from litestar import Request
from markupsafe import Markup, escape

from lexkit import yamlfile
from lexkit.errors import LexkitError
from lexkit.service.pages import cookies
from lexkit.workspace import Workspace
from lexkit.yamlfile import Fields, Table, Text

log = logging.getLogger(__name__)

#: The cookie that holds the language somebody has chosen.
COOKIE = "lexkit-language"

#: A text with these keys has a form for each number (CLDR's plural categories).
_OTHER = "other"
_CATEGORIES = frozenset({"zero", "one", "two", "few", "many", _OTHER})

_Texts = Mapping[str, str | Mapping[str, str]]


@dataclass(frozen=True)
class Language:
    """A language of the pages.

    ``tag`` is BCP 47, ``name`` what its speakers call it, ``direction`` *ltr* or *rtl*. ``tags``
    says in plain words what the tags of readings mean; an empty one is for no player to see.
    ``sentences`` translates what rulesets say, by what they say.
    """

    tag: str
    name: str
    direction: str
    is_fallback: bool
    texts: _Texts
    tags: Mapping[str, str]
    sentences: Mapping[str, str]

    @cached_property
    def locale(self) -> Locale:
        return Locale.parse(self.tag, sep="-")

    def text(self, key: str, /, **values: object) -> Markup:
        """The text ``key``, with ``values`` in their places, escaped unless they are `Markup`.

        ``count`` chooses among the forms of a text that has several, and whole numbers are written
        as the language writes them.
        """
        found = self.texts[key]
        if not isinstance(found, str):
            count = values["count"]
            assert isinstance(count, int)
            found = found.get(self.locale.plural_form(count)) or found[_OTHER]
        shown = {
            name: self.number(value) if isinstance(value, int) else value
            for name, value in values.items()
        }
        return escape(found).format(**shown) if shown else escape(found)

    def number(self, value: int) -> str:
        """``value`` as the language writes it: *1.548.454* or *1,548,454*."""
        return str(format_decimal(value, locale=self.locale))

    def date(self, day: date) -> str:
        """``day`` as the language writes it."""
        return str(format_date(day, "long", locale=self.locale))

    def sentence(self, says: str) -> str:
        """What a ruleset ``says``, in this language if somebody has translated it."""
        return self.sentences.get(says, says)


class Languages:
    """The languages there are, in the order of their tags."""

    def __init__(self, found: Iterable[Language]) -> None:
        self.all: Mapping[str, Language] = {each.tag: each for each in found}
        self._by_small_tag = {tag.lower(): each for tag, each in self.all.items()}
        (self.fallback,) = (each for each in self.all.values() if each.is_fallback)

    def of(self, request: Request[Any, Any, Any], about: str | None = None) -> Language:
        """The language somebody has chosen, else one their browser prefers, else that of the
        game the page is ``about``: who asks without a browser makes a preview of it.
        """
        chosen = self.all.get(cookies.value(request, COOKIE) or "")
        if chosen is not None:
            return chosen
        wanted = [
            *accepted(request.headers.get("accept-language", "")),
            *([about] if about else []),
        ]
        return next(filter(None, map(self._nearest, wanted)), self.fallback)

    def _nearest(self, tag: str) -> Language | None:
        """The language ``tag``, or the one it is a variety of: *de* for *de-AT* (RFC 4647, 3.4)."""
        while tag:
            if (found := self._by_small_tag.get(tag.lower())) is not None:
                return found
            tag = tag.rpartition("-")[0]
        return None


def accepted(header: str) -> list[str]:
    """The tags that an Accept-Language names, the preferred first (RFC 9110, 12.5.4)."""
    weighed = []
    for part in header[:1000].split(","):
        tag, _, weight = part.partition(";")
        tag = tag.strip()
        try:
            quality = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            continue
        if quality > 0 and tag.replace("-", "").isalnum() and tag.isascii():
            weighed.append((-quality, tag))
    return [tag for _, tag in sorted(weighed, key=lambda each: each[0])]


def load(place: Workspace) -> Languages:
    """All languages, with the translations that ``place`` has of what its rulesets say."""
    sentences: dict[str, dict[str, str]] = {}
    for path in place.translations:
        try:
            sentences.setdefault(path.stem, {}).update(_sentences(path))
        except LexkitError as error:  # the pages say it as the ruleset does
            log.error("translations refused", extra={"error": str(error)})
    return Languages(_language(path, sentences) for path in _files())


def _files() -> list[Path]:
    folder = Path(str(resources.files("lexkit.service") / "languages"))
    return sorted(folder.glob("*.yaml"))


def _language(path: Path, sentences: Mapping[str, Mapping[str, str]]) -> Language:
    fields = Fields(yamlfile.load(path), path, "a language of the pages")
    found = Language(
        tag=fields.name("language", "language"),
        name=str(fields.required("name")),
        direction=str(fields.required("direction")),
        is_fallback=fields.flag("fallback", False),
        texts=dict(_flat(fields.table_of("texts"), "")),
        tags=fields.pairs("tags"),
        sentences=sentences.get(path.stem, {}),
    )
    fields.done()
    return found


def _sentences(path: Path) -> dict[str, str]:
    fields = Fields(yamlfile.load(path), path, "translations of what rulesets say")
    found = fields.pairs("sentences")
    fields.done()
    return found


def _flat(table: Table, prefix: str) -> Iterable[tuple[str, str | Mapping[str, str]]]:
    """The texts of ``table`` by their paths: *answer.accepted*."""
    for key, node in table.items():
        if isinstance(node, Text):
            yield prefix + key, str(node)
        elif isinstance(node, Table):
            if _OTHER in node and _CATEGORIES.issuperset(node):
                yield prefix + key, {str(k): str(v) for k, v in node.items()}
            else:
                yield from _flat(node, f"{prefix}{key}.")

"""The pages of a MediaWiki XML dump, in the format of Special:Export and of dumps.wikimedia.org.

The format is described at https://www.mediawiki.org/wiki/Help:Export and in its schema,
https://www.mediawiki.org/xml/export-0.11.xsd; older ones lack the number of the namespace.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lexkit.readers import xmlfile
from lexkit.readers.base import Report

if TYPE_CHECKING:
    from lxml import etree

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"

#: https://de.wiktionary.org/wiki/… is the wiki *dewiktionary*.
_BASE = re.compile(r"https?://([\w-]+)\.(\w+)\.org/")


class Page(NamedTuple):
    """A page of the main namespace; ``text`` is `None` where it has been deleted."""

    title: str
    text: str | None
    is_redirect: bool


class Dump:
    """A dump as a stream of pages; ``wiki`` is its name, known with the first page."""

    def __init__(self, path: Path, report: Report) -> None:
        self.wiki: str | None = None
        self._path = path
        self._report = report
        self._prefixes: frozenset[str] = frozenset()

    def pages(self) -> Iterator[Page]:
        """The pages of the main namespace, each as its latest revision left it."""
        latest = _Latest()
        for element in xmlfile.elements(
            self._path,
            ("siteinfo", "page", "logitem"),
            self._report,
            roots=("mediawiki",),
            parts=("revision", "upload"),
        ):
            name = xmlfile.local_name(element)
            if name == "revision":
                latest.take(element)
            elif name == "page":
                if self.wiki is None:
                    self._by_language(element)
                parts = xmlfile.inside(element)
                title = _text(parts, "title")
                if title and self._is_main(title, _text(parts, "ns")):
                    yield Page(title, latest.text, "redirect" in parts)
                latest = _Latest()
            elif name == "siteinfo":
                self._look_at(xmlfile.inside(element))

    def _look_at(self, siteinfo: Mapping[str, etree._Element]) -> None:
        base = _BASE.match(_text(siteinfo, "base"))
        self.wiki = _text(siteinfo, "dbname") or ("".join(base.groups()) if base else None)
        names = siteinfo.get("namespaces", ())
        self._prefixes = frozenset(name.text for name in names if name.text)

    def _by_language(self, page: etree._Element) -> None:
        root = page.getroottree().getroot()
        if language := root.get(_LANGUAGE):
            self.wiki = f"{language}wiktionary"

    def _is_main(self, title: str, number: str) -> bool:
        if number:
            return number == "0"
        return title.partition(":")[0] not in self._prefixes or ":" not in title


def _text(parts: Mapping[str, etree._Element], name: str) -> str:
    """The text of one of ``parts``, empty if it is not there."""
    part = parts.get(name)
    return "" if part is None else str(part.text or "").strip()


class _Latest:
    """The latest revision of a page: the last one, where times do not say otherwise."""

    def __init__(self) -> None:
        self.text: str | None = None
        self._time = ""

    def take(self, revision: etree._Element) -> None:
        parts = xmlfile.inside(revision)
        time = _text(parts, "timestamp")
        if time < self._time:
            return
        text = parts.get("text")
        self._time = time
        self.text = None
        if text is not None and text.get("deleted") is None and revision.get("deleted") is None:
            self.text = str(text.text or "")

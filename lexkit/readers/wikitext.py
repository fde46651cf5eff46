"""Wikitext as far as it is needed: template calls and the plain text of their parameters.

A parser of wikitext takes eighty times as long as a page takes to come out of the XML. So calls
are found and taken apart by plain string work, and only one with other calls inside goes through
mwparserfromhell. The syntax is described at https://www.mediawiki.org/wiki/Help:Templates.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lexkit.readers.edition import TITLE, Edition

if TYPE_CHECKING:
    from mwparserfromhell.nodes import Node, Template
    from mwparserfromhell.wikicode import Wikicode

#: A longer call is no table of forms (characters).
LONGEST = 20_000

#: What goes through the parser: its time grows with the square of both, and beyond.
LONGEST_NESTED, MOST_NESTED = 4_000, 20

#: What a page shows as it stands, and what it does not show at all; either may be left open.
_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)|<nowiki\s*>.*?(?:</nowiki\s*>|\Z)|<nowiki\s*/>", re.S)
_NOTE = re.compile(r"<ref\b[^<>]*/>|<ref\b.*?</ref\s*>", re.S | re.I)
_NOTE_ALONE = re.compile(r"<ref\b[^<>]*/>", re.I)
_NOTE_END = re.compile(r"</ref\s*>", re.I)
_BREAK = re.compile(r"<br\s*(?:/\s*)?>", re.I)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_LINK = re.compile(r"\[\[(?:[^\[\]|{}]*\|)?([^\[\]|{}]*)\]\]")
_BRACES = re.compile(r"\{\{|\}\}")
_QUOTES = re.compile(r"'{2,}")


def shown(text: str) -> str:
    """``text`` without comments, and without what stands in *nowiki*."""
    return _HIDDEN.sub("", text) if "<!--" in text or "<nowiki" in text else text


@dataclass
class Call:
    """A template with its parameters; the value of one that cannot be told is `None`."""

    name: str
    parameters: dict[str, str | None] = field(default_factory=dict)

    def positional(self) -> Iterator[str]:
        """The values of the parameters that have no names, up to the first that is missing."""
        number = 1
        while (value := self.parameters.get(str(number))) is not None:
            yield value
            number += 1


class BrokenError(ValueError):
    """A call that does not end, is too long, or has too many others inside."""


def body(text: str, start: int) -> str:
    """What stands between the braces of the call that begins at ``start``."""
    end = text.find("}}", start, start + LONGEST)
    if end >= 0 and text.find("{{", start + 2, end) < 0:
        return text[start + 2 : end]
    depth = 0
    for braces in _BRACES.finditer(text, start, start + LONGEST):
        depth += 1 if braces[0] == "{{" else -1
        if depth == 0:
            return text[start + 2 : braces.start()]
    raise BrokenError


def parse(text: str, title: str, edition: Edition) -> Call:
    """The call whose ``text`` stands between its braces, on the page ``title``."""
    if "<ref" in text:
        text = _without_notes(text)
    if "{{" in text:
        for name, shows in edition.inside.items():
            if shows in (TITLE, ""):
                text = text.replace("{{" + name + "}}", title if shows else "")
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub(" , ", text))
    if "''" in text:
        text = _QUOTES.sub("", text)
    if "{{" in text:
        return _nested(text, title, edition)
    if "[[" in text:
        text = _LINK.sub(r"\1", text)
    name, *fields = text.split("|")
    call = Call(_name(name))
    number = 0
    for field_ in fields:
        key, equals, value = field_.partition("=")
        if not equals:
            number += 1
            key, value = str(number), field_
        call.parameters[key.strip()] = _plain(value)
    return call


def _without_notes(text: str) -> str:
    """``text`` without its notes.

    Behind the end of the last one none is closed, and each would look for its end in vain.
    """
    end = max((found.end() for found in _NOTE_END.finditer(text)), default=0)
    return _NOTE.sub("", text[:end]) + _NOTE_ALONE.sub("", text[end:])


def _name(text: str) -> str:
    return " ".join(text.replace("_", " ").split())


def _plain(text: str) -> str:
    return (html.unescape(text) if "&" in text else text).strip()


def _nested(text: str, title: str, edition: Edition) -> Call:
    """A call with others inside, by the parser."""
    import mwparserfromhell  # here: most sources have no wikitext, and it takes a while to load

    if len(text) > LONGEST_NESTED or text.count("{{") > MOST_NESTED:
        raise BrokenError
    code = mwparserfromhell.parse("{{" + text.replace("<", "") + "}}")
    found = code.filter_templates(recursive=False)
    if not found:
        raise BrokenError
    call = Call(_name(str(found[0].name)))
    for parameter in found[0].params:
        value = _words(parameter.value, title, edition.inside)
        call.parameters[str(parameter.name).strip()] = None if value is None else _plain(value)
    return call


def _words(code: Wikicode, title: str, inside: Mapping[str, str]) -> str | None:
    """The text that ``code`` shows, `None` if a template that is not known decides it."""
    words = [_word(node, title, inside) for node in code.nodes]
    return None if None in words else "".join(word for word in words if word)


def _word(node: Node, title: str, inside: Mapping[str, str]) -> str | None:
    from mwparserfromhell import nodes

    match node:
        case nodes.Template():
            return _shown_by(node, title, inside)
        case nodes.Wikilink():
            return _words(node.title if node.text is None else node.text, title, inside)
        case nodes.Argument():
            return ""
    return str(node)


def _shown_by(template: Template, title: str, inside: Mapping[str, str]) -> str | None:
    shows = inside.get(_name(str(template.name)))
    if shows == TITLE:
        return title
    if shows == "":
        return ""
    if shows is None or not template.has(shows):
        return None
    return _words(template.get(shows).value, title, inside)

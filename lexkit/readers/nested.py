"""JSON that maps each lemma to its forms, in a tree: `{"Haus": {"DAT": {"PLU": "Häusern"}}}`.

What the keys of the tree mean, the manifest says. The first key on the way to a form is its
label, and all of them together are its cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lexkit.model import Entry
from lexkit.readers.base import Input, Options, Report
from lexkit.readers.encodings import encoding
from lexkit.readers.jsonstream import members

SUMMARY = "JSON that maps each lemma to a tree of its forms"
OPTIONS = {
    "encoding": "the file's encoding (utf-8)",
    "lemma": "the key directly below a name whose text is the lemma (the name itself)",
    "head": "the label with which the name is a form itself (it is none)",
    "skip": "the keys below which there are no forms",
    "lists": "what the lists below a key are: `each` item a form, or the parts of one form, to be "
    "`joined` as they stand or `reversed`; an empty key is for all others (no list is read)",
    "cells": "what a key is called in a cell (as it is)",
}

#: How a list becomes forms: ["arbeite", "ab"] is abarbeite, reversed.
_LISTS: dict[str, Callable[[list[str]], list[str]]] = {
    "each": lambda parts: parts,
    "joined": lambda parts: ["".join(parts)],
    "reversed": lambda parts: ["".join(reversed(parts))],
}


def read(given: Input) -> Iterator[Entry]:
    """Stream the forms of each lemma; one that fills several cells comes once, with the first."""
    options, path = given.options, given.main
    tree = _Tree.of(options, given.report)
    lemma_key, head = options.text("lemma"), options.text("head")
    for name, value in members(path, encoding(options) or "utf-8-sig"):
        place = f"{path.name}:{_shown(name)}"
        lemma = _text_of(value, lemma_key) or name
        seen: set[tuple[str, ...]] = set()
        if head is not None:
            seen.add((name, head))
            yield Entry(name, lemma, (head,), place)
        for keys, form in tree.forms(value, place):
            label = keys[:1]
            if (form, *label) not in seen:
                seen.add((form, *label))
                yield Entry(form, lemma, label, place, tree.cell(keys))


def _text_of(value: Any, key: str | None) -> str | None:
    """The text that a lemma has directly under ``key``."""
    found = dict(value).get(key) if isinstance(value, tuple) else None
    return found if isinstance(found, str) else None


@dataclass
class _Tree:
    """What the keys mean, and where what cannot be read is told."""

    skip: frozenset[str]
    lists: Mapping[str, str]
    cells: Mapping[str, str]
    report: Report

    @classmethod
    def of(cls, options: Options, report: Report) -> _Tree:
        lists = options.table("lists")
        for key, way in lists.items():
            if way not in _LISTS:
                raise options.error(
                    "lists", f"the lists below {key!r} are {way!r}", "write " + ", ".join(_LISTS)
                )
        return cls(frozenset(options.items("skip")), lists, options.table("cells"), report)

    def forms(self, value: Any, place: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """Each form in ``value`` with the keys that lead to it, from the top."""
        ahead: list[tuple[tuple[str, ...], Any]] = [((), value)]
        while ahead:
            keys, value = ahead.pop()
            if isinstance(value, str):
                yield keys, value
            elif isinstance(value, tuple):
                inner = [((*keys, key), item) for key, item in value if key not in self.skip]
                ahead += reversed(inner)
            elif isinstance(value, list):
                for form in self._listed(keys, value, place):
                    yield keys, form
            elif value is None:
                self.report.note("null in place of a form", _at(place, keys))
            else:
                self.report.skip("a number or truth value in place of a form", _at(place, keys))

    def _listed(self, keys: tuple[str, ...], parts: list[Any], place: str) -> list[str]:
        """The forms of a list, by the innermost key that says what it is."""
        way = next((self.lists[key] for key in (*keys[::-1], "") if key in self.lists), None)
        if way is None:
            self.report.skip("a list of which the option 'lists' says nothing", _at(place, keys))
        elif not all(isinstance(part, str) for part in parts):
            self.report.skip("a list of something else than texts", _at(place, keys))
        else:
            return _LISTS[way](parts)
        return []

    def cell(self, keys: tuple[str, ...]) -> str | None:
        """The keys by their names in the manifest: *dative plural*."""
        names = (self.cells.get(key, key) for key in keys)
        return " ".join(_shown(name) for name in names if name) or None


def _at(place: str, keys: tuple[str, ...]) -> str:
    return "/".join((place, *map(_shown, keys)))


def _shown(key: str) -> str:
    """``key`` as it can stand in a place or a cell: a key of JSON may hold a line break."""
    return key if key.isprintable() else ascii(key)

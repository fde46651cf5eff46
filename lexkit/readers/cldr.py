"""Territories, currencies and their codes in a language, from the CLDR as Babel holds it.

Babel's data are pickles, which lexkit never loads on its own: the files of such a source are
those of the installed Babel, which is asked by its functions for what is in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from lexkit.errors import LexkitError
from lexkit.model import Entry
from lexkit.readers.base import Input, Options, Report

if TYPE_CHECKING:
    from babel import Locale  # it takes its time, and only such a source needs it

SUMMARY = "territories, currencies and their codes, as the installed Babel names them"
OPTIONS = {
    "what": "which are read: territory, territory-code, currency, currency-code (all)",
    "without": "the codes of what is left out",
    "unit": "a pattern for the whole name of a currency, whose group is its unit: that is read in "
    "place of the name (none)",
}

#: Counting so far shows every plural that a language has for whole numbers.
_COUNTS = 201


def read(given: Input) -> Iterator[Entry]:
    """Stream the names of each thing in the locales among the files, each once for its label.

    A file that holds no locale, as the one from which all locales inherit, is named by the
    manifest for its checksum.
    """
    options = given.options
    what = options.items("what") or list(_KINDS)
    for kind in what:
        if kind not in _KINDS:
            raise options.error("what", f"there is no {kind!r}", "known are " + ", ".join(_KINDS))
    found = {file: _locale(path) for file, path in given.files.items()}
    locales = {file: locale for file, locale in found.items() if locale is not None}
    names = _Names(locales, frozenset(options.items("without")), _pattern(options), given.report)
    seen = set()
    for kind in what:
        for entry in _KINDS[kind](names):
            if (kind, entry.form) not in seen:
                seen.add((kind, entry.form))
                yield entry


@dataclass(frozen=True)
class _Names:
    """What the locales, by their files, call things. The place of an entry is a thing's code."""

    locales: Mapping[str, Locale]
    without: frozenset[str]
    unit: re.Pattern[str] | None
    report: Report

    def territories(self) -> Iterator[Entry]:
        """Countries, and what has a code like them: continents, parts of countries."""
        for file, locale in self.locales.items():
            for code in self._kept(locale.territories):
                name = locale.territories[code]
                yield Entry(name, name, ("territory",), f"{file}:{code}")

    def territory_codes(self) -> Iterator[Entry]:
        """The letters of ISO 3166; the numbers of continents are no sign of anything."""
        for file, locale in self.locales.items():
            for code in filter(str.isalpha, self._kept(locale.territories)):
                yield Entry(code, code, ("territory-code",), f"{file}:{code}")

    def currencies(self) -> Iterator[Entry]:
        """What was legal tender somewhere, some time; the rest is gold, tests, units of account."""
        for file, locale in self.locales.items():
            for code in self._kept(locale.currencies):
                if code in _tender():
                    yield from self._currency(code, file, locale)
                else:
                    self.report.note("a currency that is no legal tender", f"{file}:{code}")

    def _currency(self, code: str, file: str, locale: Locale) -> Iterator[Entry]:
        """The unit within a name, else the whole name, in the singular and each plural."""
        from babel.numbers import get_currency_name

        label, place = ("currency",), f"{file}:{code}"
        name = get_currency_name(code, locale=locale)
        unit = self._unit(name)
        if unit is None and self.unit is not None:
            self.report.note("a currency in whose name 'unit' finds none", place)
        lemma = unit or name
        yield Entry(lemma, lemma, label, place)
        for plural, count in _plurals(locale).items():
            whole = get_currency_name(code, count, locale)
            form = whole if unit is None else self._unit(whole)
            if form is not None:
                yield Entry(form, lemma, label, place, plural)

    def currency_codes(self) -> Iterator[Entry]:
        """The letters of ISO 4217, those of gold and of units of account too."""
        for file, locale in self.locales.items():
            for code in self._kept(locale.currencies):
                yield Entry(code, code, ("currency-code",), f"{file}:{code}")

    def _kept(self, codes: Iterable[str]) -> list[str]:
        return sorted(code for code in codes if code not in self.without)

    def _unit(self, name: str) -> str | None:
        """*Dollar* in *Kanadischer Dollar*."""
        found = self.unit.fullmatch(name) if self.unit is not None else None
        return found[1] if found else None


_KINDS: dict[str, Callable[[_Names], Iterator[Entry]]] = {
    "territory": _Names.territories,
    "territory-code": _Names.territory_codes,
    "currency": _Names.currencies,
    "currency-code": _Names.currency_codes,
}


def _plurals(locale: Locale) -> dict[str, int]:
    """The plural forms of the language (*one, few, other*) with a number that takes each."""
    return {locale.plural_form(count): count for count in range(_COUNTS)}


def _pattern(options: Options) -> re.Pattern[str] | None:
    text = options.text("unit")
    if text is None:
        return None
    try:
        pattern = re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise options.error("unit", f"the pattern {text!r}: {error}") from None
    if pattern.groups != 1:
        raise options.error(
            "unit", f"the pattern {text!r} has {pattern.groups} groups", "write one"
        )
    return pattern


def _locale(path: Path) -> Locale | None:
    """The locale that the file holds; raise `LexkitError` if it is not the installed Babel's."""
    from babel import Locale, localedata

    own = resources.files("babel")
    beside = [own / path.name, own / "locale-data" / path.name]
    content = path.read_bytes()
    if not any(file.is_file() and file.read_bytes() == content for file in beside):
        raise LexkitError(
            "is no file of the Babel that is installed, and no other is read",
            path=path,
            remedy=f"give one of {own / 'locale-data'}",
        )
    return Locale.parse(path.stem) if path.stem in localedata.locale_identifiers() else None


@cache
def _tender() -> frozenset[str]:
    """The codes of all currencies that are or were legal tender."""
    from babel.core import get_global
    from babel.numbers import get_territory_currencies

    ever = (date.min, date.max)
    return frozenset(
        code
        for territory in get_global("territory_currencies")
        for code in get_territory_currencies(territory, *ever)
    )

"""How one edition of Wiktionary writes its pages: a table in `rules/readers/`, named as its wiki.

`docs/sources.md` describes the keys. Patterns are regular expressions; `LABELS` in one stands for
any of the labels that the table knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexkit import yamlfile

#: MediaWiki knows the English word in every language (`redirect` in its messages).
REDIRECT = "#REDIRECT"

#: In the place of a parameter or argument: the title of the page.
TITLE = "*"


@dataclass(frozen=True)
class Marker:
    """A template that says something of the word: its label, and what an argument must be."""

    template: re.Pattern[str]
    label: str
    argument: re.Pattern[str] | None = None


@dataclass(frozen=True)
class Made:
    """Forms that a template makes itself: ``endings`` on a parameter, ``when`` others say so."""

    origin: str
    endings: tuple[str, ...]
    when: Mapping[str, str]
    cell: str


@dataclass(frozen=True)
class Table:
    """A template with forms in its parameters, ``of`` a part of speech if it does not stand in it.

    Parameters whose value is one of ``no_forms`` hold none, whatever their name.
    """

    template: re.Pattern[str]
    of: str | None
    forms: tuple[tuple[re.Pattern[str], str], ...]
    made: tuple[Made, ...]
    no_forms: frozenset[str]
    _cells: dict[str, str | None] = field(default_factory=dict, repr=False)

    def cell(self, parameter: str) -> str | None:
        """The cell that ``parameter`` fills (empty, if it has no name), or `None`."""
        if parameter not in self._cells:
            self._cells[parameter] = None
            for pattern, cell in self.forms:
                if found := pattern.fullmatch(parameter):
                    self._cells[parameter] = found.expand(cell).strip()
                    break
        return self._cells[parameter]


@dataclass(frozen=True)
class Edition:
    """The table of one edition, its patterns compiled.

    ``headings`` finds, at the beginning of a line, headings of a language (group ``language``)
    and of a part of speech; ``templates`` finds the beginning of every template that matters.
    """

    language: str
    languages: Mapping[str, str]
    headings: re.Pattern[str]
    part_label: re.Pattern[str]
    redirects: tuple[str, ...]
    plain: frozenset[str]
    markers: tuple[Marker, ...]
    form_of: re.Pattern[str] | None
    form_kind: re.Pattern[str] | None
    form_kinds: Mapping[str, str]
    table_pages: re.Pattern[str] | None
    tables: tuple[Table, ...]
    inside: Mapping[str, str]
    templates: re.Pattern[str]
    _tables: dict[str, Table | None] = field(default_factory=dict, repr=False)

    def name_of(self, language: str | None) -> str:
        """How headings name a language that is given by its code, or by that name itself."""
        code = language or self.language
        return self.languages.get(code, code)

    def table(self, template: str) -> Table | None:
        """The table of forms that ``template`` is, if it is one."""
        if template not in self._tables:
            fitting = (table for table in self.tables if table.template.fullmatch(template))
            self._tables[template] = next(fitting, None)
        return self._tables[template]

    def is_redirect(self, text: str) -> bool:
        """Whether a page says in its text that it only leads to another."""
        return text[:64].lstrip().upper().startswith(self.redirects)


def load(path: Path) -> Edition:
    """Read the table in ``path``; raise `LexkitError` with the line for any mistake."""
    fields = yamlfile.Fields(yamlfile.load(path), path, "the table of an edition")
    labels = [str(label) for label in fields.table_of("tags")]
    language = _pattern(fields, "language_heading", labels)
    part = _pattern(fields, "part_heading", labels)
    kinds = fields.pairs("form_kinds")
    markers = tuple(_marker(item, path) for item in fields.items("markers"))
    tables = tuple(_table(item, path) for item in fields.items("tables"))
    form_of = _optional(fields, "form_of", labels)
    names = [marker.template.pattern for marker in markers]
    names += [table.template.pattern for table in tables]
    names += [form_of.pattern] if form_of else []
    part_label = _pattern(fields, "part_label", labels)
    form_kind = _optional(fields, "form_kind", list(kinds))
    table_pages = _optional(fields, "table_pages", labels)
    for key, pattern, what in (
        ("language_heading", language, "the name of the language"),
        ("part_label", part_label, "the label"),
        ("form_kind", form_kind, "one of the keys of 'form_kinds'"),
        ("table_pages", table_pages, "the lemma"),
    ):
        if pattern is not None and pattern.groups != 1:
            raise fields.error(f"{key!r} needs one group, {what}", fields.table[key])
    edition = Edition(
        language=str(fields.required("language")),
        languages=fields.pairs("languages"),
        headings=re.compile(rf"\n(?:{language.pattern}|{_uncaptured(part.pattern)})"),
        part_label=part_label,
        redirects=tuple(word.upper() for word in (REDIRECT, *map(str, fields.texts("redirects")))),
        plain=frozenset(map(str, fields.texts("plain"))),
        markers=markers,
        form_of=form_of,
        form_kind=form_kind,
        form_kinds=kinds,
        table_pages=table_pages,
        tables=tables,
        inside=fields.pairs("inside"),
        templates=re.compile(rf"\{{\{{\s*(?:{_anywhere(names)})\s*(?=[|}}])"),
    )
    fields.done()
    return edition


def _uncaptured(pattern: str) -> str:
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)


def _anywhere(templates: Iterable[str]) -> str:
    """Any of ``templates``, in whose names a blank may be written as an underscore."""
    return "|".join(_uncaptured(name).replace(" ", "[ _]") for name in templates)


def _labels(labels: Iterable[str]) -> str:
    """Any of ``labels``, the longest first."""
    return "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True))


def _compiled(fields: yamlfile.Fields, text: yamlfile.Text, labels: list[str]) -> re.Pattern[str]:
    try:
        return re.compile(text.replace("LABELS", _labels(labels)))
    except (re.error, OverflowError, RecursionError) as error:
        raise fields.error(f"the pattern {str(text)!r}: {error}", text) from None


def _pattern(fields: yamlfile.Fields, key: str, labels: list[str]) -> re.Pattern[str]:
    return _compiled(fields, fields.required(key), labels)


def _optional(fields: yamlfile.Fields, key: str, labels: list[str]) -> re.Pattern[str] | None:
    text = fields.text(key)
    return None if text is None else _compiled(fields, text, labels)


def _marker(item: yamlfile.Table, path: Path) -> Marker:
    fields = yamlfile.Fields(item, path, "a marker")
    marker = Marker(
        _pattern(fields, "template", []),
        str(fields.required("label")),
        _optional(fields, "argument", []),
    )
    fields.done()
    return marker


def _table(item: yamlfile.Table, path: Path) -> Table:
    fields = yamlfile.Fields(item, path, "a table of forms")
    forms = []
    for key, cell in fields.pairs("forms").items():
        written = yamlfile.Text(key)
        written.line = item.line
        pattern = _compiled(fields, written, [])
        try:
            pattern.sub(cell, "")  # which asks for its groups, though there is nothing to meet
        except (re.error, IndexError) as error:
            raise fields.error(f"the cell {cell!r} of {key!r}: {error}", written) from None
        forms.append((pattern, cell))
    table = Table(
        template=_pattern(fields, "template", []),
        of=fields.text("of"),
        forms=tuple(forms),
        made=tuple(_made(inner, path) for inner in fields.items("made")),
        no_forms=frozenset(map(str, fields.texts("no_forms"))),
    )
    fields.done()
    return table


def _made(item: yamlfile.Table, path: Path) -> Made:
    fields = yamlfile.Fields(item, path, "a form that is made")
    made = Made(
        str(fields.required("from")),
        tuple(map(str, fields.texts("endings"))),
        fields.pairs("when"),
        fields.text("cell") or "",
    )
    fields.done()
    return made

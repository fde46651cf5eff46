"""A game's ruleset: one YAML file that a player can read, turned into spelling and policy.

Raises `LexkitError` with file, line and remedy for whatever cannot be meant; what is merely
doubtful is `lexkit.lint`'s business.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from lexkit import gamefile, yamlfile
from lexkit.errors import LexkitError, suggest
from lexkit.game import Game
from lexkit.model import BUILT_IN, Verdict
from lexkit.orthography import Spelling, normalise
from lexkit.policy import Rule
from lexkit.tagset import Tagset
from lexkit.yamlfile import Fields, Text

#: What a ruleset may write for a verdict, in `default` and as the key of a rule's predicate.
VERDICTS = {"accept": Verdict.ACCEPTED, "reject": Verdict.REJECTED}


class Case(NamedTuple):
    """An example word and what must come of it.

    ``rule`` is set for a case that must fall by that very rule; ``line`` is where it stands.
    """

    word: str
    verdict: Verdict
    rule: str | None
    line: int


class Option(NamedTuple):
    """A choice that a game leaves open: its values, the default one, what it means, its line."""

    values: tuple[str, ...]
    default: str
    says: str
    line: int


@dataclass(frozen=True)
class Clause:
    """A rule as the file has it: with its cases, its line, and the options it depends on."""

    rule: Rule
    cases: tuple[Case, ...]
    when: Mapping[str, frozenset[str]]
    line: int

    def active(self, chosen: Mapping[str, str]) -> bool:
        return all(chosen[option] in values for option, values in self.when.items())


@dataclass(frozen=True)
class Ruleset:
    """One game's rules. ``chosen`` holds the value of every option."""

    name: str
    path: Path
    title: str
    language: str
    reference: str
    spelling: Spelling
    sources: tuple[str, ...]
    optional_sources: tuple[str, ...]
    paradigms: tuple[str, ...]
    clauses: tuple[Clause, ...]
    default: Verdict
    cases: tuple[Case, ...]
    options: Mapping[str, Option]
    game: Game
    assumptions: tuple[str, ...]
    #: How many words may leave a release without a decision; `None` leaves it to `lexkit.gate`.
    may_leave: int | None = None
    lines: Mapping[str, int] = field(default_factory=dict)
    game_line: int = 1
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The name of its lexicon: *nl-woordspel*, or *nl-woordspel+places=dutch-names*."""
        picked = [
            f"+{n}={v}" for n, v in sorted(self.chosen.items()) if v != self.options[n].default
        ]
        return self.name + "".join(picked)

    @property
    def active(self) -> tuple[Clause, ...]:
        """The rules that the chosen options leave in force, in their order."""
        return tuple(clause for clause in self.clauses if clause.active(self.chosen))

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(clause.rule for clause in self.active)

    def all_cases(self) -> Iterator[Case]:
        for clause in self.active:
            yield from clause.cases
        yield from self.cases

    def choose(self, choices: Mapping[str, str]) -> Ruleset:
        """The same ruleset with options chosen; raises `LexkitError` for what it does not have."""
        for name, value in choices.items():
            if name not in self.options:
                raise LexkitError(
                    f"there is no option {name!r} in {self.name}",
                    remedy=suggest(name, list(self.options)),
                )
            if value not in self.options[name].values:
                raise LexkitError(
                    f"the option {name!r} of {self.name} cannot be {value!r}",
                    remedy=suggest(value, list(self.options[name].values)),
                )
        return replace(self, chosen={**self.chosen, **choices})


def split(name: str) -> tuple[str, dict[str, str]]:
    """The ruleset and the choices that ``name`` names: *nl-woordspel+places=dutch-names*.

    Raises `LexkitError` for a choice without a value, and for an option chosen twice.
    """
    base, *picked = name.split("+")
    choices: dict[str, str] = {}
    for choice in picked:
        option, sign, value = choice.partition("=")
        if not sign:
            raise LexkitError(f"the option {option!r} has no value", remedy="write NAME=VALUE")
        if choices.setdefault(option, value) != value:
            raise LexkitError(
                f"the option {option!r} cannot be both {choices[option]!r} and {value!r}",
                remedy="each choice is a lexicon of its own: build them one by one",
            )
    return base, choices


def load(path: Path, tagset: Tagset) -> Ruleset:
    """Read the ruleset in ``path``, with the default of each option chosen."""
    fields = Fields(yamlfile.load(path), path, "a ruleset")
    name = fields.required("ruleset")
    if name != path.stem:
        raise fields.error(
            f"the ruleset is called {str(name)!r} in the file {path.name}",
            name,
            f"write ruleset: {path.stem}",
        )
    options = _options(fields)
    default = fields.text("default") or Text("accept")
    if default not in VERDICTS:
        raise fields.error(f"default is {str(default)!r}", default, "accept or reject")
    spelling = _spelling(fields)
    ruleset = Ruleset(
        name=str(name),
        path=path,
        title=str(fields.required("title")),
        language=fields.name("language", "language"),
        reference=str(fields.text("reference") or ""),
        spelling=spelling,
        sources=_names(fields, "sources"),
        optional_sources=_names(fields, "optional_sources"),
        paradigms=_names(fields, "paradigms"),
        clauses=_clauses(fields, tagset, options),
        default=VERDICTS[default],
        cases=_cases(fields, fields.table_of("cases"), None),
        options=options,
        game=gamefile.read(Fields(fields.table_of("game"), path, "'game'"), spelling),
        assumptions=tuple(str(text) for text in fields.texts("assumptions")),
        may_leave=fields.number("may_leave", 0) if fields.text("may_leave") else None,
        lines={**_lines(fields, "sources"), **_lines(fields, "optional_sources")},
        game_line=fields.table_of("game").line,
        chosen={name: option.default for name, option in options.items()},
    )
    fields.done()
    if not ruleset.sources:
        raise fields.error("a ruleset has no sources", remedy="add sources: [NAME, …]")
    return ruleset


def _names(fields: Fields, key: str) -> tuple[str, ...]:
    names = fields.texts(key)
    for i, name in enumerate(names):
        if name in names[:i]:
            raise fields.error(f"{str(name)!r} stands twice in {key!r}", name)
    return tuple(str(name) for name in names)


def _lines(fields: Fields, key: str) -> dict[str, int]:
    return {str(name): name.line for name in fields.texts(key)}


def _spelling(fields: Fields) -> Spelling:
    inner = Fields(fields.table_of("spelling"), fields.path, "'spelling'")
    written = inner.required("alphabet")
    # A file may come with its letters taken apart: a and U+0308 for ä.
    alphabet = unicodedata.normalize("NFC", written)
    if len(set(alphabet)) != len(alphabet):
        twice = next(c for c in alphabet if alphabet.count(c) > 1)
        raise inner.error(f"the letter {twice!r} stands twice in the alphabet", written)
    if alphabet != alphabet.lower():
        raise inner.error("the alphabet holds capitals", written, "write it in small letters")
    if unseen := [c for c in alphabet if c.isspace() or not c.isprintable()]:
        raise inner.error(f"{unseen[0]!r} in the alphabet is no letter", written)
    spelling = Spelling(
        alphabet=alphabet,
        folds=_respelt(inner, "folds"),
        drop=unicodedata.normalize("NFC", "".join(inner.texts("drop"))),
        strip_accents=inner.flag("strip_accents", True),
        transliterate=inner.flag("transliterate", False),
        hints=_respelt(inner, "hints"),
        min_letters=inner.number("min_letters", 2),
        max_letters=inner.number("max_letters", 0),
        vowels=unicodedata.normalize("NFC", inner.text("vowels") or Spelling.vowels),
    )
    if spelling.min_letters < 1:
        raise inner.error("'min_letters' is 0", inner.text("min_letters"), "a word has a letter")
    if 0 < spelling.max_letters < spelling.min_letters:
        raise inner.error(
            "'max_letters' is less than 'min_letters', so that no word fits",
            inner.text("max_letters"),
            "leave it out if a word may have any length",
        )
    inner.done()
    return spelling


def _respelt(fields: Fields, key: str) -> dict[str, str]:
    """The mapping of letters to letters under ``key``, composed."""
    pairs = fields.pairs(key)
    if "" in pairs:
        raise fields.error(f"{key!r} has an empty key", fields.table_of(key))
    return {
        unicodedata.normalize("NFC", k): unicodedata.normalize("NFC", v) for k, v in pairs.items()
    }


def _options(fields: Fields) -> dict[str, Option]:
    options: dict[str, Option] = {}
    for name, node in fields.table_of("options").items():
        if not isinstance(node, yamlfile.Table):
            raise fields.error(f"the option {str(name)!r} needs values, default and says", node)
        inner = Fields(node, fields.path, f"the option {str(name)!r}")
        values = tuple(str(value) for value in inner.texts("values"))
        for part in (name, *inner.texts("values")):  # they name the lexicon's folder
            if not yamlfile.NAME.fullmatch(str(part)):
                raise inner.error(
                    f"{str(part)!r} cannot name an option or a value of it",
                    part,
                    "use letters, digits and - . _",
                )
        if len(values) < 2 or len(set(values)) < len(values):
            raise inner.error(
                f"the option {str(name)!r} needs at least two values, each written once", node
            )
        default = inner.required("default")
        if default not in values:
            raise inner.error(f"the default {str(default)!r} is none of the values", default)
        line = name.line if isinstance(name, Text) else node.line
        options[str(name)] = Option(values, str(default), str(inner.required("says")), line)
        inner.done()
    return options


def _clauses(fields: Fields, tagset: Tagset, options: Mapping[str, Option]) -> tuple[Clause, ...]:
    clauses: list[Clause] = []
    names: set[str] = set()
    for item in fields.items("rules"):
        clause = _clause(Fields(item, fields.path, "a rule"), tagset, options)
        if clause.rule.name in names:
            raise fields.error(f"there are two rules {clause.rule.name!r}", item)
        names.add(clause.rule.name)
        clauses.append(clause)
    return tuple(clauses)


def _clause(fields: Fields, tagset: Tagset, options: Mapping[str, Option]) -> Clause:
    name = fields.required("rule")
    if name in BUILT_IN:
        raise fields.error(f"{str(name)!r} is the name of a built-in rule", name)
    given = [key for key in VERDICTS if key in fields.table]
    if len(given) != 1:
        raise fields.error(
            f"the rule {str(name)!r} must have either 'accept' or 'reject'",
            name,
            "write reject: {any: [tag, tag]}",
        )
    verdict = VERDICTS[given[0]]
    predicate = Fields(fields.table_of(given[0]), fields.path, f"{given[0]!r}")
    tags = {key: _tags(predicate, key, tagset) for key in ("any", "all", "none")}
    predicate.done()
    if not any(tags.values()):
        raise fields.error(
            f"the rule {str(name)!r} would meet every word", name, "name tags under any, all, none"
        )
    rule = Rule(
        name=str(name),
        verdict=verdict,
        says=str(fields.required("says")),
        clause=None if (clause := fields.text("clause")) is None else str(clause),
        **tags,
    )
    cases = _cases(fields, fields.table_of("cases"), rule.name)
    when = _when(fields, options)
    fields.done()
    return Clause(rule, cases, when, name.line)


def _tags(fields: Fields, key: str, tagset: Tagset) -> frozenset[str]:
    return frozenset(
        tagset.check(tag, path=fields.path, line=tag.line) for tag in fields.texts(key)
    )


def _when(fields: Fields, options: Mapping[str, Option]) -> dict[str, frozenset[str]]:
    inner = Fields(fields.table_of("when"), fields.path, "'when'")
    when: dict[str, frozenset[str]] = {}
    for name in inner.table:
        if name not in options:
            raise inner.error(
                f"there is no option {str(name)!r}", name, suggest(name, list(options))
            )
        values = inner.texts(name)
        for value in values:
            if value not in options[name].values:
                remedy = suggest(value, list(options[name].values))
                raise inner.error(f"{str(name)!r} cannot be {str(value)!r}", value, remedy)
        if not values:
            raise inner.error(
                f"the rule would never take part, as {str(name)!r} has no value here",
                name,
                "name one or more of " + ", ".join(options[name].values),
            )
        when[str(name)] = frozenset(map(str, values))
    return when


def _cases(fields: Fields, table: yamlfile.Table, rule: str | None) -> tuple[Case, ...]:
    inner = Fields(table, fields.path, "'cases'")
    cases = []
    for verdict in Verdict:
        for word in inner.texts(verdict.value):
            if not normalise(word):
                raise inner.error("a case without a word", word, "write it down or leave it out")
            by = rule if verdict is Verdict.REJECTED else None
            cases.append(Case(str(word), verdict, by, word.line))
    inner.done()
    return tuple(cases)

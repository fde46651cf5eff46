"""What is wrong or doubtful in a curated file: a check a function, its docstring the text.

To add a check, write the function and enter it in `CHECKS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from lexkit import curated
from lexkit.curated import EVERY, Action, Decision, Scope
from lexkit.curation import mending
from lexkit.curation.effect import Effect
from lexkit.curation.rows import Key, Row
from lexkit.errors import LexkitError, suggest
from lexkit.ruleset import Ruleset
from lexkit.tagset import Tagset


@dataclass(frozen=True, slots=True)
class Remark:
    """What was found: the line it concerns, the check that found it, and what to do about it.

    ``word`` and ``scope`` are empty where it concerns the file as a whole.
    """

    line: int
    check: str
    text: str
    remedy: str = ""
    word: str = ""
    scope: str = ""


@dataclass
class File:
    """A curated file with what is known about it.

    ``rulesets`` are those it decides in, with the name of its source in each; ``games`` are all
    rulesets and ``paradigms`` all tables there are. ``effects`` are those of the decisions, by the
    place of each, in every ruleset in which it can be known.
    """

    path: Path
    tagset: Tagset
    rulesets: Mapping[str, tuple[Ruleset, str]]
    games: Sequence[str]
    paradigms: Sequence[str]
    rows: dict[Key, Row] = field(default_factory=dict)
    lines: dict[Key, int] = field(default_factory=dict)
    effects: Mapping[str, Sequence[Effect]] = field(default_factory=dict)

    def named(self, row: Row) -> list[Ruleset]:
        """The rulesets that ``row`` decides in."""
        every = row.rulesets == EVERY
        return [rules for name, (rules, _) in self.rulesets.items() if every or name in row.names]


#: So many lines that cite it make a clause a heading of the rule text, though no rule cites it.
HEADING = 3

#: What a check yields: the row, what it is about, and a remedy.
Found = Iterator[tuple[Row, str, str]]
Check = Callable[[File], Found]


def unknown_ruleset(file: File) -> Found:
    """names a ruleset that there is not"""
    for row in file.rows.values():
        for name in row.names:
            if name not in (*file.games, EVERY):
                yield row, name, suggest(name, list(file.rulesets))


def other_file(file: File) -> Found:
    """names a ruleset that does not read this file"""
    for row in file.rows.values():
        for name in row.names:
            if name in file.games and name not in file.rulesets:
                yield row, name, "add the source to the ruleset, or take the name out"


def unknown_clause(file: File) -> Found:
    """cites a clause that no rule of its rulesets cites"""
    counts = Counter(row.clause for row in file.rows.values())
    for row in file.rows.values():
        cited = {clause.rule.clause for rules in file.named(row) for clause in rules.clauses}
        known = sorted(clause for clause in cited if clause)
        if not row.clause or not known or row.clause in known:
            continue
        # A heading of the text that is about single words may have no rule, only lines.
        is_like_one = get_close_matches(row.clause, known, n=1, cutoff=0.8)
        if is_like_one or counts[row.clause] < HEADING:
            yield row, row.clause, suggest(row.clause, known)


def unknown_paradigm(file: File) -> Found:
    """names a paradigm that there is not"""
    for row in file.rows.values():
        if row.paradigm and row.paradigm not in file.paradigms:
            yield row, row.paradigm, suggest(row.paradigm, list(file.paradigms))


def idle_paradigm(file: File) -> Found:
    """names a paradigm that makes no forms of it"""
    for row in file.rows.values():
        if row.paradigm not in file.paradigms:
            continue
        if row.scope != Scope.LEMMA or not row.tags:
            yield row, row.paradigm, "forms are made of a lemma with its part of speech in tags"
        elif not any(row.paradigm in rules.paradigms for rules in file.named(row)):
            yield row, row.paradigm, "none of its rulesets has that among its paradigms"


def contradicted(file: File) -> Found:
    """is decided otherwise by another line, for a ruleset that both name"""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in file.rows.values():
        for other in groups.setdefault((row.word, row.scope), []):
            if row.contradicts(other):
                yield row, f"line {file.lines[other.key]}", "name each ruleset in one of the two"
        groups[row.word, row.scope].append(row)


def without_account(file: File) -> Found:
    """does not say why, by whom or when"""
    for row in file.rows.values():
        missing = [name for name in ("reason", "by", "date") if not getattr(row, name)]
        if missing:
            yield row, ", ".join(missing), "fill in what is missing"


def outranked(file: File) -> Found:
    """decides nothing, as another line comes first"""
    for row, effects in _seen(file):
        if all(effect.instead for effect in effects):
            places = {effect.instead.place for effect in effects if effect.instead}
            yield row, ", ".join(sorted(places)), "take one of the two out"


def nowhere(file: File) -> Found:
    """is about a word that no source has any more"""
    for row, effects in _seen(file):
        open_to = [effect for effect in effects if effect.instead is None]
        laid = any(effect.forms for effect in open_to)
        accepts = row.decision == Action.ACCEPT
        if laid and not accepts and not any(effect.known for effect in open_to):
            yield row, row.decision, "take the line out"


def cannot_be_laid(file: File) -> Found:
    """is about a word that cannot be laid in any of its games"""
    for row, effects in _seen(file):
        open_to = [effect for effect in effects if effect.instead is None]
        if open_to and not any(effect.forms for effect in open_to):
            yield row, row.decision, "take the line out"


def says_the_same(file: File) -> Found:
    """changes nothing: the sources and the rules say the same without it"""
    for row, effects in _seen(file):
        open_to = [effect for effect in effects if effect.instead is None]
        known = any(effect.known for effect in open_to)
        if known and not any(effect.changes for effect in open_to):
            yield row, row.decision, "take the line out"


def _seen(file: File) -> Iterator[tuple[Row, Sequence[Effect]]]:
    """The lines whose effects are known in every ruleset they decide in."""
    for key, row in file.rows.items():
        found = file.effects.get(_place(file, key), ())
        if found:
            yield row, found


CHECKS: tuple[Check, ...] = (
    unknown_ruleset,
    other_file,
    unknown_clause,
    unknown_paradigm,
    idle_paradigm,
    contradicted,
    without_account,
    outranked,
    nowhere,
    cannot_be_laid,
    says_the_same,
)


def _place(file: File, key: Key) -> str:
    return f"{file.path.name}:{file.lines[key]}"


def read(file: File) -> tuple[list[Decision], list[Remark]]:
    """Read the lines of ``file`` into it; the decisions, and what is wrong with it as a file."""
    remarks = []
    try:
        content, found = mending.read(file.path, strict=False)
    except LexkitError as error:
        return [], [_of(error, "unreadable")]
    file.rows, file.lines = found.rows, found.lines
    if not file.rulesets:
        remedy = "name its source among the sources of a ruleset"
        remarks.append(Remark(1, "unread", "no ruleset reads this file", remedy))
    remarks += (_of(error, "unreadable") for error in found.errors)
    if not found.errors and content != found.text():
        told = ", ".join(sorted(+found.said)) or "defaults left out, or blanks"
        text = f"is not in its canonical form: {told}"
        remarks.append(Remark(1, "not-canonical", text, "lexkit curated format"))
    decisions = []
    source = next((name for _, name in file.rulesets.values()), "")
    for key, row in found.rows.items():
        try:
            line = found.lines[key]
            decisions.append(curated.decision(row._asdict(), file.path, line, source, file.tagset))
        except LexkitError as error:
            remarks.append(_of(error, "mistake", row))
    return decisions, remarks


def _of(error: LexkitError, check: str, row: Row | None = None) -> Remark:
    word, scope = (row.word, row.scope) if row is not None else ("", "")
    text = f"{word} ({scope}): {error.message}" if word else error.message
    return Remark(error.line or 1, check, text, error.remedy or "", word, scope)


def lint(file: File) -> Iterator[Remark]:
    """Everything that the checks find, in the order of the checks."""
    for check in CHECKS:
        name = check.__name__.replace("_", "-")
        for row, what, remedy in check(file):
            text = f"{row.word} ({row.scope}) {check.__doc__}: {what}"
            yield Remark(file.lines[row.key], name, text, remedy, row.word, row.scope)

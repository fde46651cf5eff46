"""What is doubtful in a ruleset though it can be built: a check a function, its docstring the text.

To add a check, write the function and enter it in `CHECKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from lexkit.policy import Rule
from lexkit.ruleset import Case, Ruleset
from lexkit.source import Manifest


class Remark(NamedTuple):
    """What was found, and the line of the ruleset it concerns."""

    line: int
    text: str


Found = Iterator[tuple[int, str]]
#: The choices a rule depends on: for each option the values under which it takes part.
When = Mapping[str, frozenset[str]]
Check = Callable[[Ruleset, Mapping[str, Manifest]], Found]


def unknown_source(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """names a source that has no manifest"""
    for name in (*rules.sources, *rules.optional_sources):
        if name not in manifests:
            yield rules.lines.get(name, 1), name


def other_language(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """names a source in another language"""
    for name in (*rules.sources, *rules.optional_sources):
        manifest = manifests.get(name)
        if manifest is not None and manifest.language != rules.language:
            yield rules.lines.get(name, 1), f"{name} ({manifest.language})"


def nothing_attests(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has no source that attests, so no word can be accepted"""
    used = [manifests[name] for name in rules.sources if name in manifests]
    if used and not any(m.attests and not m.is_curated for m in used):
        yield rules.lines.get(rules.sources[0], 1), rules.name


def never_reached(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has a rule that can never be reached, as an earlier one meets all it meets"""
    for i, clause in enumerate(rules.clauses):
        for earlier in rules.clauses[:i]:
            same_choice = all(
                option in clause.when and clause.when[option] <= values
                for option, values in earlier.when.items()
            )
            if same_choice and _covers(earlier.rule, clause.rule):
                yield clause.line, f"{clause.rule.name}, after {earlier.rule.name}"
                break


def _covers(earlier: Rule, later: Rule) -> bool:
    """Whether every set of tags that meets ``later`` surely meets ``earlier``."""
    all_met = earlier.all <= later.all
    none_met = earlier.none <= later.none
    any_met = (
        not earlier.any
        or (bool(later.any) and later.any <= earlier.any)
        or not earlier.any.isdisjoint(later.all)
    )
    return all_met and none_met and any_met


def contradicts_itself(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has a rule that asks for a tag and its absence, so that nothing meets it"""
    for clause in rules.clauses:
        rule = clause.rule
        wanted_absent = rule.all & rule.none
        if wanted_absent or (rule.any and rule.any <= rule.none):
            yield clause.line, rule.name


def without_clause(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has a rule that rejects and cites no clause of the rule text"""
    # What a source itself calls wrong is no clause of a game's text.
    of_the_source = {"misspelling", "forbidden"}
    for clause in rules.clauses:
        rule = clause.rule
        if (
            rule.verdict == "rejected"
            and not rule.clause
            and not rule.any | rule.all <= of_the_source
        ):
            yield clause.line, rule.name


def unused_option(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has an option on which no rule depends"""
    for name, option in rules.options.items():
        if not any(name in clause.when for clause in rules.clauses):
            remedy = f"write when: {{{name}: {option.default}}} to a rule, or leave it out"
            yield option.line, f"{name} ({remedy})"


def no_condition(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has a rule that names every value of an option under 'when', which is no condition"""
    for clause in rules.clauses:
        for name, values in clause.when.items():
            if values >= set(rules.options[name].values):
                yield clause.line, f"{clause.rule.name} ({name}; leave it out)"


def decided_twice(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has a word among its cases with two different verdicts"""
    seen: dict[str, list[tuple[When, str]]] = {}
    for case, when in _cases(rules):
        verdict = case.verdict.value
        others = seen.setdefault(case.word, [])
        for earlier, other in others:
            if other != verdict and _together(when, earlier):
                yield case.line, f"{case.word} ({other} and {verdict})"
                break
        others.append((when, verdict))


def _cases(rules: Ruleset) -> Iterator[tuple[Case, When]]:
    """Every case, with the choices under which it is tested."""
    for clause in rules.clauses:
        for case in clause.cases:
            yield case, clause.when
    for case in rules.cases:
        yield case, {}


def _together(one: When, other: When) -> bool:
    """Whether there is a choice under which both hold."""
    return all(values & other[name] for name, values in one.items() if name in other)


def cannot_be_accepted(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has a case to be accepted that its own spelling cannot lay"""
    wild = rules.game.wild
    for case, _ in _cases(rules):
        if case.verdict != "accepted":
            continue
        # What a wild key stands for does not matter here: any letter will do.
        any_letter = rules.spelling.alphabet[0]
        word = case.word.replace(wild.sign, any_letter) if wild else case.word
        if rules.spelling.letters(word) is None:
            yield case.line, case.word


def odd_fold(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """folds a letter to something that is not in its alphabet"""
    for key, fold in {**rules.spelling.folds, **rules.spelling.hints}.items():
        later = set(rules.spelling.folds) | set(rules.spelling.alphabet)
        if any(c not in later for c in fold):
            yield 1, f"{key}: {fold}"


def fold_never_met(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """folds a capital, which is never met, as words are put in small letters first"""
    for key in (*rules.spelling.folds, *rules.spelling.hints):
        if key != key.lower():
            yield 1, key


def named_twice(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """names a source twice, which counts where it stands first"""
    names = [*rules.sources, *rules.optional_sources]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield rules.lines.get(name, 1), name


def letter_without_tile(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has a letter that no tile of its game lays"""
    game = rules.game
    laid = {*game.tiles, *game.also.values()}
    for letter in rules.spelling.alphabet:
        if game.tiles and letter not in laid:
            yield rules.game_line, letter


def points_without_tile(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has points for a letter that no tile of its game lays"""
    game = rules.game
    if game.tiles:
        for letter in sorted(game.points.keys() - game.tiles.keys()):
            yield rules.game_line, letter


def rack_too_large(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Found:
    """has a game whose rack, or whose first word, needs more tiles than there are"""
    game = rules.game
    count = sum(game.tiles.values()) + game.blanks
    if game.tiles and max(game.rack, game.first_word) > count:
        yield rules.game_line, f"{count:,} tiles"


CHECKS: tuple[Check, ...] = (
    unknown_source,
    other_language,
    nothing_attests,
    never_reached,
    contradicts_itself,
    without_clause,
    unused_option,
    no_condition,
    decided_twice,
    cannot_be_accepted,
    odd_fold,
    fold_never_met,
    named_twice,
    letter_without_tile,
    points_without_tile,
    rack_too_large,
)


def lint(rules: Ruleset, manifests: Mapping[str, Manifest]) -> Iterator[Remark]:
    """Everything the checks find in ``rules``, in the order of the checks."""
    for check in CHECKS:
        for line, what in check(rules, manifests):
            yield Remark(line, f"{rules.name} {check.__doc__}: {what}")

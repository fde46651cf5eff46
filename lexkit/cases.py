"""The cases of a ruleset against its lexicon: every example word, and the rule it must fall by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lexkit.lexicon import Lexicon
from lexkit.model import Answer, Verdict
from lexkit.ruleset import Case


class Outcome(NamedTuple):
    """A case with the answer it got; ``wrong`` says what is wrong with it, if anything is."""

    case: Case
    answer: Answer
    wrong: str | None


def run(cases: Iterable[Case], lexicon: Lexicon) -> Iterator[Outcome]:
    """Check each case against ``lexicon``."""
    for case in cases:
        answer = lexicon.answer(case.word)
        yield Outcome(case, answer, _wrong(case, answer))


def _wrong(case: Case, answer: Answer) -> str | None:
    """A word under a rule's `rejected` must fall by that very rule, any other by any."""
    if answer.verdict is not case.verdict:
        return f"is {answer.verdict}, should be {case.verdict}"
    if case.rule is not None and case.verdict is Verdict.REJECTED:
        by = answer.grounds[0].rule
        if by != case.rule:
            return f"falls by the rule {by}, should fall by {case.rule}"
    return None

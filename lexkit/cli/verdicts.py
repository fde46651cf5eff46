"""How answers are shown to people: one ruleset with all its grounds, or several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from lexkit.cli.common import printable, verdict_text
from lexkit.model import Answer, Ground, Verdict

#: How many of the words are shown that one with wild keys can be.
SHOWN = 20


def alone(answer: Answer) -> Iterator[str]:
    """The lines of an answer with every ground; a rule that several readings met is said once."""
    yield f"{_word(answer)}  {verdict_text(answer.verdict)}"
    for number, grounds in enumerate(_by_rule(answer.grounds)):
        first = grounds[0]
        lead = f"  also {first.verdict}: " if number else "  "
        yield f"{lead}{printable(first.says)} " + click.style(f"({_rule(first)})", dim=True)
        for reading, lists in _by_reading(grounds):
            yield f"    {printable(reading)}; {printable('; '.join(lists))}"
    yield from (f"  {line}" for line in _more(answer))


def side_by_side(answers: Sequence[Answer], names: Sequence[str]) -> Iterator[str]:
    """The lines of the answers to one word: the word, and a line a lexicon with what decided.

    ``names`` are those of the lexicons that answered.
    """
    yield _word(answers[0])
    width = max(map(len, names))
    verdicts = max(len(verdict) for verdict in Verdict)
    for answer, name in zip(answers, names, strict=True):
        gap = " " * (verdicts - len(answer.verdict))
        reason = " ".join([*_reason(answer), *_more(answer)])
        yield f"  {name:{width}}  {verdict_text(answer.verdict)}{gap}  {reason}"


def _word(answer: Answer) -> str:
    return click.style(printable(answer.word), bold=True)


def _reason(answer: Answer) -> Iterator[str]:
    """What decided, and in which lists it was met."""
    groups = _by_rule(answer.grounds)
    if groups:
        first = groups[0][0]
        lists = ", ".join(dict.fromkeys(g.source for g in groups[0] if g.source))
        told = _rule(first) + (f"; {lists}" if lists else "")
        yield f"{printable(first.says)} " + click.style(f"({printable(told)})", dim=True)


def _more(answer: Answer) -> Iterator[str]:
    """What an answer says besides its grounds."""
    if not answer.grounds:
        yield "No source knows it."
    if answer.letters not in (None, answer.word.lower()):
        yield f"Its letters: {answer.letters}"
    if answer.stands_for:
        yield _listed(answer.stands_for)
    if answer.hints:
        yield "Is it " + printable(" or ".join(answer.hints)) + "?"
    if answer.near:
        yield "Near it: " + printable(", ".join(answer.near))


def _listed(words: tuple[str, ...]) -> str:
    """What a word with wild keys can be, as far as it goes into a few lines."""
    more = f" and {len(words) - SHOWN:,} more (--json names all)" if len(words) > SHOWN else ""
    return f"It stands for: {', '.join(words[:SHOWN])}{more}"


def _by_rule(grounds: Sequence[Ground]) -> list[list[Ground]]:
    """The grounds of each rule together, in the order of the first of them."""
    groups: dict[tuple[str, ...], list[Ground]] = {}
    for ground in grounds:
        key = (ground.verdict, ground.rule, ground.says, ground.clause or "")
        groups.setdefault(key, []).append(ground)
    return list(groups.values())


def _by_reading(grounds: Sequence[Ground]) -> Iterator[tuple[str, list[str]]]:
    """Each reading that a rule met, told once, with the lists and places that have it."""
    readings: dict[str, list[str]] = {}
    for ground in grounds:
        if ground.source:
            readings.setdefault(_reading(ground), []).append(f"{ground.source}, {ground.place}")
    yield from readings.items()


def _reading(ground: Ground) -> str:
    """*Häuser, form of Haus (plural): noun*."""
    text = ground.form or ""
    if ground.lemma and ground.lemma != ground.form:
        text += f", form of {ground.lemma}"
    if ground.cell:
        text += f" ({ground.paradigm}: {ground.cell})" if ground.paradigm else f" ({ground.cell})"
    return f"{text}: {', '.join(ground.tags) or 'no tags'}"


def _rule(ground: Ground) -> str:
    return f"rule {ground.rule}" + (f", “{ground.clause}”" if ground.clause else "")

"""From one stem to all its forms, as hunspell would accept them.

Hunspell goes the other way: it takes *unfreiheiten* apart until a stem is left, and asks at each
step whether the flags allow it. What follows are the same questions, asked while building:

========================  =====================================================================
*frei*                    the stem, unless ``NEEDAFFIX`` says that it is none by itself
*freiheit*                a suffix that a flag of the stem names
*freiheiten*              a suffix that a flag of the suffix before names; a third never follows
*unfrei*                  a prefix that a flag of the stem names; a second never follows
*unfreiheit*              both, if both rules make cross products (``Y``). Here one of the two
                          may be named by the other instead of by the stem
*unfreiheiten*            a prefix before two suffixes
========================  =====================================================================

A prefix is put on last, so its condition is asked of *freiheit*, not of *frei*.

Three marks are judged on the finished form. ``ONLYINCOMPOUND``: a rule so marked (the *s* of
*Arbeitsamt*) makes no word, so those are not even here. ``NEEDAFFIX``: the form is a word as
soon as one of its affixes has no such mark; *leg-* from *legen* is none, *leg-st* is.
``CIRCUMFIX``: *ge-* and *-t* come together or not at all; *gespielt*, but neither *gespiel* nor
*spielt*.

Under ``COMPLEXPREFIXES`` all this holds with the two ends of the word exchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lexkit.affix.affixes import Affixes
from lexkit.affix.rule import Affix, Rule

#: A form and the rules that made it, in the order in which they were applied.
Form = tuple[str, tuple[Rule, ...]]


def expand(stem: str, flags: frozenset[str], affixes: Affixes) -> Iterator[Form]:
    """All forms of a stem with these flags. Two ways to one form give it twice.

    Dutch capitalises *ijs* as *IJs*, which hunspell would not know by itself, so a prefix rule
    says it. That is another way to write *ijs*, as *Huis* is one to write *huis*, and like that
    it is left out, if the form without it is there.
    """
    for form, rules in _accepted(stem, flags, affixes):
        if not (rules and rules[-1].capitalises and _stands(rules[:-1], flags, affixes)):
            yield form, rules


def _stands(suffixes: tuple[Rule, ...], flags: frozenset[str], affixes: Affixes) -> bool:
    """Whether the form without the prefix is a word."""
    if not suffixes:
        return affixes.needaffix not in flags
    return (
        suffixes[0].flag in flags
        and not any(rule.circumfix for rule in suffixes)
        and not all(rule.virtual for rule in suffixes)
    )


def _accepted(stem: str, flags: frozenset[str], affixes: Affixes) -> Iterator[Form]:
    """What hunspell accepts of this stem."""
    if affixes.refuses(flags):
        return
    if affixes.needaffix not in flags:
        yield stem, ()
    suffixes, prefixes = affixes.named(flags)
    for affix in prefixes:
        for prefix in affix.taking(stem, affixes.fullstrip, lenient=True):
            if not (prefix.virtual or prefix.circumfix) and (form := prefix.on(stem)):
                yield form, (prefix,)
    for affix in suffixes:
        for suffix in affix.taking(stem, affixes.fullstrip):
            yield from _suffixed(suffix.on(stem), suffix, prefixes, affixes)
    if prefixes:
        yield from _unlocked(stem, flags, prefixes, affixes)


def _suffixed(form: str, suffix: Rule, prefixes: list[Affix], affixes: Affixes) -> Iterator[Form]:
    """*freiheit*: the form itself, with a prefix, with a second suffix, with both."""
    if form and not (suffix.virtual or suffix.circumfix):
        yield form, (suffix,)
    seconds, by_suffix = affixes.named(suffix.continuation)
    allowed = [*prefixes, *by_suffix] if by_suffix else prefixes
    if suffix.cross and allowed:
        for prefix in _taking(allowed, form, affixes, lenient=True):
            yield from _crossed(form, suffix, prefix)
    for affix in seconds:
        for second in affix.taking(form, affixes.fullstrip):
            yield from _twice(second.on(form), (suffix, second), allowed, affixes)


def _taking(
    prefixes: list[Affix], form: str, affixes: Affixes, lenient: bool = False
) -> Iterable[Rule]:
    """The prefix rules that take a form, each once: stem and suffix may name the same."""
    found = (rule for affix in prefixes for rule in affix.taking(form, affixes.fullstrip, lenient))
    return found if len(prefixes) == 1 else dict.fromkeys(found)


def _crossed(form: str, suffix: Rule, prefix: Rule) -> Iterator[Form]:
    """*un-* on *freiheit*, if these two may stand together."""
    if (
        prefix.cross
        and prefix.circumfix == suffix.circumfix
        and not (prefix.virtual and suffix.virtual)
        and (whole := prefix.on(form))
    ):
        yield whole, (suffix, prefix)


def _twice(
    form: str, suffixes: tuple[Rule, Rule], allowed: list[Affix], affixes: Affixes
) -> Iterator[Form]:
    """*freiheiten*, and *unfreiheiten*.

    A prefix named by the second suffix is a matter between those two: the first suffix is then
    not asked for a cross product, nor for its circumfix.
    """
    first, second = suffixes
    virtual = first.virtual and second.virtual
    if form and not (virtual or first.circumfix or second.circumfix):
        yield form, suffixes
    if not second.cross:
        return
    _, by_second = affixes.named(second.continuation)
    if not first.circumfix:
        for prefix in _taking(by_second, form, affixes):
            if prefix.circumfix == second.circumfix:
                yield from _before_two(form, suffixes, prefix)
    if first.cross and not second.circumfix:
        for prefix in _taking(allowed, form, affixes):
            if prefix.flag not in second.continuation and prefix.circumfix == first.circumfix:
                yield from _before_two(form, suffixes, prefix)


def _before_two(form: str, suffixes: tuple[Rule, Rule], prefix: Rule) -> Iterator[Form]:
    """*un-* on *freiheiten*."""
    virtual = prefix.virtual and suffixes[0].virtual and suffixes[1].virtual
    if prefix.cross and not virtual and (whole := prefix.on(form)):
        yield whole, (*suffixes, prefix)


def _unlocked(
    stem: str, flags: frozenset[str], prefixes: list[Affix], affixes: Affixes
) -> Iterator[Form]:
    """Suffixes that the stem does not name, but a prefix does.

    ``PFX G 0 ge/T .`` on *spiel/G*: *-t* comes only with *ge-*, so *gespielt* and no *spielt*.
    """
    for prefix in (rule for affix in prefixes for rule in affix.rules):
        if not prefix.cross or prefix.continuation <= flags:
            continue
        unlocked, _ = affixes.named(prefix.continuation - flags)
        for suffix in (rule for a in unlocked for rule in a.taking(stem, affixes.fullstrip)):
            if suffix.cross:
                yield from _behind_prefix(suffix.on(stem), suffix, prefix, affixes)


def _behind_prefix(form: str, first: Rule, prefix: Rule, affixes: Affixes) -> Iterator[Form]:
    """*spielt*, which stands only with *ge-* before it, and may go on to a second suffix.

    The second cannot name that prefix again.
    """
    if prefix.takes(form, affixes.fullstrip, lenient=True):
        yield from _crossed(form, first, prefix)
    if prefix.circumfix != first.circumfix:
        return
    for affix in affixes.named(first.continuation)[0]:
        for second in affix.taking(form, affixes.fullstrip):
            allowed = not second.circumfix and prefix.flag not in second.continuation
            twice = second.on(form)
            if second.cross and allowed and prefix.takes(twice, affixes.fullstrip):
                yield from _before_two(twice, (first, second), prefix)

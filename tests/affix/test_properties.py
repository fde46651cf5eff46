"""Small random dictionaries, compared with libhunspell in both directions.

Words are of few letters, so that rules meet: strips that fit, conditions that hold, two ways to
one form. The candidates for what libhunspell accepts and the expansion lacks are everything
that any affix could make of any stem, whatever the flags say, three affixes deep, and
neighbours of that.
"""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import hypothesis.strategies as st
from hypothesis import HealthCheck, assume, given, settings

from tests.affix.dictionary import read, write
from tests.affix.oracle import Oracle, find_library
from tests.requirements import need

LETTERS = "abë"
RULE_FLAGS = "ABCD"
#: NEEDAFFIX, ONLYINCOMPOUND, CIRCUMFIX, FORBIDDENWORD, KEEPCASE.
NEEDAFFIX, ONLYINCOMPOUND, CIRCUMFIX, FORBIDDENWORD, KEEPCASE = "nocfk"


class RuleText(NamedTuple):
    """One rule as it will be written."""

    strip: str
    add: str
    continuation: str
    condition: str

    def written(self, kind: str, flag: str) -> str:
        continuation = f"/{self.continuation}" if self.continuation else ""
        return f"{kind} {flag} {self.strip or '0'} {self.add or '0'}{continuation} {self.condition}"


class AffixText(NamedTuple):
    kind: str
    flag: str
    cross: bool
    rules: tuple[RuleText, ...]

    def written(self) -> str:
        head = f"{self.kind} {self.flag} {'Y' if self.cross else 'N'} {len(self.rules)}"
        return "\n".join([head, *(rule.written(self.kind, self.flag) for rule in self.rules)])


class DictionaryText(NamedTuple):
    encoding: str
    switches: tuple[str, ...]
    affixes: tuple[AffixText, ...]
    stems: tuple[tuple[str, str], ...]

    def aff(self) -> str:
        marks = [
            f"NEEDAFFIX {NEEDAFFIX}",
            f"ONLYINCOMPOUND {ONLYINCOMPOUND}",
            f"CIRCUMFIX {CIRCUMFIX}",
            f"FORBIDDENWORD {FORBIDDENWORD}",
            f"KEEPCASE {KEEPCASE}",
            "BREAK 0",
        ]
        affixes = [affix.written() for affix in self.affixes]
        return "\n".join([f"SET {self.encoding}", *self.switches, *marks, *affixes])

    def dic(self) -> str:
        return "\n".join(f"{stem}/{flags}" if flags else stem for stem, flags in self.stems)

    def rules(self) -> list[tuple[str, RuleText]]:
        return [(affix.kind, rule) for affix in self.affixes for rule in affix.rules]


words = st.text(LETTERS, min_size=1, max_size=4)
pieces = st.text(LETTERS, max_size=2)
#: In UTF-8, libhunspell miscounts a dot beside a letter of two bytes, so dots come in Latin 1.
items = st.one_of(
    st.sampled_from(LETTERS),
    st.builds(
        lambda caret, inside: f"[{caret}{inside}]",
        st.sampled_from(["", "^"]),
        st.text(LETTERS, min_size=1, max_size=2),
    ),
)


def conditions(dots: bool) -> st.SearchStrategy[str]:
    item = st.one_of(items, st.just(".")) if dots else items
    return st.one_of(st.just("."), st.lists(item, min_size=1, max_size=3).map("".join))


def affixes(flag: str, dots: bool, marks: str) -> st.SearchStrategy[AffixText]:
    rule = st.builds(
        RuleText,
        pieces,
        pieces,
        st.lists(st.sampled_from(RULE_FLAGS + marks), unique=True, max_size=2).map("".join),
        conditions(dots),
    )
    return st.builds(
        AffixText,
        st.sampled_from(["SFX", "SFX", "PFX"]),
        st.just(flag),
        st.sampled_from([True, True, True, False]),
        st.lists(rule, min_size=1, max_size=2).map(tuple),
    ).filter(lambda affix: affix.kind != "PFX" or not any(map(reads_on, affix.rules)))


def reads_on(rule: RuleText) -> bool:
    """Whether libhunspell may read past the end of a word that is shorter than the condition.

    *ë..* in a prefix is content with *ë*, or not, by what follows in memory.
    """
    return re.search(r"(\.|\[\^[^\]]*\])(?=.)", rule.condition) is not None


@st.composite
def dictionaries(draw: st.DrawFn, rule_marks: str = "", stem_marks: str = "") -> DictionaryText:
    encoding = draw(st.sampled_from(["UTF-8", "ISO8859-1"]))
    dots = encoding != "UTF-8"
    flags = st.lists(st.sampled_from(RULE_FLAGS + stem_marks), unique=True, max_size=3)
    return DictionaryText(
        encoding,
        tuple(draw(st.lists(st.sampled_from(["FULLSTRIP", "COMPLEXPREFIXES"]), unique=True))),
        tuple(draw(affixes(flag, dots, rule_marks)) for flag in RULE_FLAGS),
        tuple(
            draw(
                st.lists(
                    st.tuples(words, flags.map("".join)),
                    min_size=1,
                    max_size=4,
                )
            )
        ),
    )


def candidates(text: DictionaryText) -> set[str]:
    """Whatever three affixes could make of a stem, and a letter more or less."""
    made = {stem for stem, _ in text.stems}
    fresh = set(made)
    for _ in range(3):
        fresh = {
            form
            for word, (kind, rule) in itertools.product(fresh, text.rules())
            if (form := applied(word, kind, rule)) is not None
        } - made
        made |= fresh
        if len(made) > 600:
            break
    return {word for word in made if word}


def applied(word: str, kind: str, rule: RuleText) -> str | None:
    """The rule on the word, without asking whether it may be there."""
    if kind == "PFX":
        return rule.add + word.removeprefix(rule.strip) if word.startswith(rule.strip) else None
    return word.removesuffix(rule.strip) + rule.add if word.endswith(rule.strip) else None


def compare(text: DictionaryText) -> tuple[set[str], set[str]]:
    """What is expanded and refused by libhunspell, and what it accepts and is not expanded."""
    with TemporaryDirectory() as folder:
        dic = write(Path(folder), text.aff(), text.dic(), text.encoding)
        found = read(dic)
        with Oracle(dic.with_suffix(".aff"), dic) as oracle:
            refused = {form for form in found.good if not oracle.spell(form)}
            missing = {word for word in candidates(text) - found.good if oracle.spell(word)}
    return refused, missing


def expanded(text: DictionaryText) -> set[str]:
    with TemporaryDirectory() as folder:
        return read(write(Path(folder), text.aff(), text.dic(), text.encoding)).good


def unmarked(text: DictionaryText, mark: str) -> DictionaryText:
    """The same dictionary without a mark on its rules."""
    return text._replace(
        affixes=tuple(
            affix._replace(
                rules=tuple(
                    rule._replace(continuation=rule.continuation.replace(mark, ""))
                    for rule in affix.rules
                )
            )
            for affix in text.affixes
        )
    )


def behind(text: DictionaryText, kind: str, flag: str, mark: str = "") -> set[str]:
    """The flags that the rules of an affix let on, of those rules that have a mark."""
    return {
        further
        for affix in text.affixes
        for rule in affix.rules
        if affix.kind == kind and affix.flag == flag and (not mark or mark in rule.continuation)
        for further in rule.continuation
    }


def mutual(text: DictionaryText) -> bool:
    """Whether a prefix and a suffix let each other on.

    libhunspell then puts both on any stem, whether it names one of them or not.
    """
    return any(
        suffix in behind(text, "PFX", prefix) and prefix in behind(text, "SFX", suffix)
        for prefix, suffix in itertools.product(RULE_FLAGS, repeat=2)
    )


def virtual_twice(text: DictionaryText) -> bool:
    """Whether a suffix that needs an affix lets on another that does.

    libhunspell asks the first of them only, and takes the two for each other's affix.
    """
    return any(
        NEEDAFFIX in behind(text, kind, second)
        for kind in ("PFX", "SFX")
        for first in RULE_FLAGS
        for second in behind(text, kind, first, NEEDAFFIX)
    )


common = settings(
    max_examples=int(os.environ.get("LEXKIT_EXAMPLES", "100")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def need_libhunspell() -> None:
    need(find_library() is not None, "libhunspell 1.7 (apt-get install libhunspell-1.7-0)")


@common
@given(dictionaries())
def test_affixes(text: DictionaryText) -> None:
    need_libhunspell()
    assume(not mutual(text))
    assert compare(text) == (set(), set())


@common
@given(dictionaries(stem_marks=NEEDAFFIX + KEEPCASE, rule_marks=NEEDAFFIX))
def test_needaffix(text: DictionaryText) -> None:
    need_libhunspell()
    assume(not mutual(text) and not virtual_twice(text))
    assert compare(text) == (set(), set())


@common
@given(dictionaries(stem_marks=ONLYINCOMPOUND))
def test_onlyincompound_on_stems(text: DictionaryText) -> None:
    need_libhunspell()
    # libhunspell gives up on a word at the first stem that is only for compounds.
    spellings = [stem for stem, _ in text.stems]
    assume(not mutual(text) and len(set(spellings)) == len(spellings))
    refused, missing = compare(text)
    assert missing == set()
    assert not refused or any(ONLYINCOMPOUND in flags for _, flags in text.stems)


@common
@given(dictionaries(rule_marks=ONLYINCOMPOUND))
def test_onlyincompound_on_rules(text: DictionaryText) -> None:
    """libhunspell asks the first suffix only, so it accepts more, but nothing else."""
    need_libhunspell()
    assume(not mutual(text))
    refused, missing = compare(text)
    assert refused == set()
    assert missing <= expanded(unmarked(text, ONLYINCOMPOUND))


@common
@given(dictionaries(rule_marks=CIRCUMFIX, stem_marks=NEEDAFFIX))
def test_circumfix(text: DictionaryText) -> None:
    """libhunspell does not ask a prefix for its other half, so it accepts more."""
    need_libhunspell()
    assume(not mutual(text))
    refused, missing = compare(text)
    assert refused == set()
    assert missing <= expanded(unmarked(text, CIRCUMFIX))


@common
@given(dictionaries(stem_marks=FORBIDDENWORD))
def test_forbiddenword(text: DictionaryText) -> None:
    """What a forbidden stem's affixes make, other stems may make too: then order decides."""
    need_libhunspell()
    assume(not mutual(text))
    with TemporaryDirectory() as folder:
        found = read(write(Path(folder), text.aff(), text.dic(), text.encoding))
    assert not found.good & found.forbidden
    allowed = text._replace(stems=tuple(s for s in text.stems if FORBIDDENWORD not in s[1]))
    good = expanded(allowed) if allowed.stems else set()
    refused, missing = compare(text)
    assert missing <= found.forbidden & good
    assert refused == set()

"""Where libhunspell 1.7.1 itself is off, as docs/hunspell.md lists it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.affix.dictionary import read, write
from tests.affix.oracle import Oracle, find_library
from tests.requirements import need

UTF8 = "SET UTF-8\nBREAK 0\n"


class Off(NamedTuple):
    """A dictionary, what the expansion holds, and the word about which libhunspell differs."""

    aff: str
    dic: str
    good: set[str]
    word: str
    accepted: bool


CASES = {
    "half a circumfix": Off(
        "CIRCUMFIX X\nPFX P Y 1\nPFX P 0 ge/X .\nSFX S Y 1\nSFX S 0 t/X .",
        "sing/PS",
        {"sing", "gesingt"},
        "gesing",
        True,
    ),
    "a circumfix on the second suffix": Off(
        "CIRCUMFIX X\nSFX A Y 1\nSFX A 0 el/B .\nSFX B Y 1\nSFX B 0 t/X .",
        "lach/A",
        {"lach", "lachel"},
        "lachelt",
        True,
    ),
    "the second suffix lives in compounds": Off(
        "ONLYINCOMPOUND o\nSFX A Y 1\nSFX A 0 ung/B .\nSFX B Y 1\nSFX B 0 s/o .",
        "heiz/A",
        {"heiz", "heizung"},
        "heizungs",
        True,
    ),
    "two virtual suffixes": Off(
        "NEEDAFFIX n\nSFX A Y 1\nSFX A 0 b/Bn .\nSFX B Y 1\nSFX B 0 c/n .",
        "a/A",
        {"a"},
        "abc",
        True,
    ),
    "a dot beside a letter beyond ASCII": Off(
        "SFX A Y 1\nSFX A a 0 [áé].a",
        "génza/A\ngéza/A",
        {"génza", "géza", "géz"},
        "géz",
        False,
    ),
    "the capitalised twin of an all-capitals stem": Off(
        "SFX B Y 1\nSFX B a u a\nSFX A Y 1\nSFX A 0 u .",
        "ZAZ/A\nZaza/B",
        {"ZAZ", "ZAZu", "Zaza", "Zazu"},
        "Zazu",
        False,
    ),
    "prefix and suffix name each other": Off(
        "PFX P Y 1\nPFX P 0 un/S .\nSFX S Y 1\nSFX S 0 ig/P .",
        "baum",
        {"baum"},
        "unbaumig",
        True,
    ),
    "a dot in the text of an affix": Off(
        "SFX A Y 1\nSFX A 0 a.G .",
        "bund/A",
        {"bund", "bunda.G"},
        "bundaXG",
        True,
    ),
    "a forbidden abbreviation": Off("FORBIDDENWORD !", "ambt\nambt./!", {"ambt"}, "ambt.", True),
}


@pytest.mark.parametrize("name", CASES)
def test_off(name: str, tmp_path: Path) -> None:
    need(find_library() is not None, "libhunspell 1.7 (apt-get install libhunspell-1.7-0)")
    case = CASES[name]
    dic = write(tmp_path, UTF8 + case.aff, case.dic)
    assert read(dic).good == case.good
    with Oracle(dic.with_suffix(".aff"), dic) as oracle:
        assert oracle.spell(case.word) is case.accepted


def test_a_prefix_condition_may_end_behind_the_word(tmp_path: Path) -> None:
    """The corner where the expansion does follow libhunspell."""
    need(find_library() is not None, "libhunspell 1.7 (apt-get install libhunspell-1.7-0)")
    aff = UTF8 + "PFX A Y 3\nPFX A 0 x a[^b]\nPFX A 0 y [a].\nPFX A 0 z a[b]\n"
    dic = write(tmp_path, aff + "SFX S Y 1\nSFX S 0 c .", "a/A")
    good = read(dic).good
    assert good == {"a", "xa"}
    with Oracle(dic.with_suffix(".aff"), dic) as oracle:
        assert {word for word in ("a", "xa", "ya", "za") if oracle.spell(word)} == good

"""hunspell itself reads every word back, and no other."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.formats import hunspell
from tests.formats.making import LATIN, build, workspace
from tests.formats.reading import spelt
from tests.formats.test_round_trip import NASTY, WORDS, exported

#: What hunspell takes for a number, and accepts whatever the dictionary says (docs/formats.md).
NUMBER = re.compile(r"[0-9]*([-.,][0-9]+)*[-.,]?|[-.,]+")

TRICKY = [
    "km/u", "/ab", "//", "/", "a/b/c", "ab/", "\\", "\\/", "a\\/b", "a\\", "back\\slash", "1984",
    "3d", "4x4", "007", "12-5", "#hash", "#", "foto's", "'s", "s'", "''", "-ab", "ab-", "a-b-c",
    "-", "--", ".net", "net.", "a.b", ".", "*", "*a", "+a", "!", "=", "~", "{a}", "a:b", "po:x",
    "😀", "a😀b", "𐐨", "ﬁsh", "שלום", "سلام", "a\u0489", "ǆ", "ŉ", "ß",
    "ı", "a,b", "flag", "set", "utf-8", "3",
]  # fmt: skip


def dictionary(folder: Path, words: list[str], alphabet: str) -> Path:
    return exported(build(workspace(folder / "w", words, alphabet=alphabet)), "hunspell", folder)


@pytest.mark.parametrize("word", TRICKY)
def test_the_word_alone(tmp_path: Path, word: str) -> None:
    """Alone, so that the first line is it: not taken for the count, nor for a comment."""
    alphabet = "".join(dict.fromkeys(word))
    path = dictionary(tmp_path, [word], alphabet)
    assert spelt(path, [word]) == {word}


def test_all_together_and_nothing_else(tmp_path: Path) -> None:
    alphabet = "".join(dict.fromkeys("".join(TRICKY)))
    path = dictionary(tmp_path, TRICKY, alphabet)
    others = [
        "km", "u", "kmu", "ab", "qa", "foto", "hash", "back", "slash", "net", "ab-ab", "ab-po",
        "a", "b", "c", "ad", "hoc", "a/b", "b/c", "a-b", "x", "po", "1984a", "a.", "abb", "sh",
    ]  # fmt: skip
    assert spelt(path, [*TRICKY, *others]) == set(TRICKY)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(words=WORDS, others=WORDS)
def test_any_words_and_no_others(words: set[str], others: set[str]) -> None:
    words = {word for word in words if not word.endswith("..")}
    parts = {part for word in words for part in re.split("[-/'#\\\\]", word) if part}
    joined = {f"{one}-{two}" for one in words for two in list(words)[:3]}
    tried = {w for w in others | parts | joined if not NUMBER.fullmatch(w) and "." not in w}
    with TemporaryDirectory() as name:
        path = dictionary(Path(name), sorted(words), NASTY)
        assert spelt(path, words) == words
        assert spelt(path, tried) == words & tried


def alone(folder: Path, word: str) -> Path:
    """A dictionary of one word, without the pipeline, which lets fewer words through."""
    path = folder / "w.dic"
    path.write_text(f"1\n{hunspell.entry(word)}\n", encoding="utf-8", newline="\n")
    path.with_suffix(".aff").write_text("SET UTF-8\nBREAK 0\n", encoding="utf-8")
    return path


@settings(max_examples=400, deadline=None)
@given(word=st.text(st.characters(exclude_categories=["Cs", "Lu", "Lt"]), min_size=1, max_size=5))
def test_any_word_is_read_back_or_refused(word: str) -> None:
    with TemporaryDirectory() as name:
        try:
            path = alone(Path(name), word)
        except LexkitError as error:
            assert repr(word) in str(error)
            return
        assert spelt(path, [word]) == {word}


@pytest.mark.parametrize(
    "word", ["ad hoc", "a po", "a b c", "a  b", "a\u00a0b", "ab c:d", "a: b", "a ü", "a po :x"]
)
def test_blanks_that_part_nothing(tmp_path: Path, word: str) -> None:
    """No ruleset has a tile for a blank so far; a word with one is one word all the same."""
    assert spelt(alone(tmp_path, word), [word, *word.split()]) == {word}


@pytest.mark.parametrize(
    "word",
    [
        "qa\ttab", "a\nb", "a\r", "a\0b", "\x0ba", "a\u2028b", "a\x85b", " a", "a ",
        "je po:pronoun", "x é:y", "a  is:sg", "na..", "...", "é" * 150, "a" * 300,
    ],
)  # fmt: skip
def test_refused(word: str) -> None:
    with pytest.raises(LexkitError) as caught:
        hunspell.entry(word)
    assert repr(word) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize("word", ["a" * 255, "é" * 149])
def test_just_not_refused(tmp_path: Path, word: str) -> None:
    path = dictionary(tmp_path, [word], "".join(dict.fromkeys(word)))
    assert spelt(path, [word]) == {word}


def test_a_refused_word_leaves_the_old_pair(tmp_path: Path) -> None:
    for suffix in ("dic", "aff"):
        (tmp_path / f"out.{suffix}").write_text("old")
    lexicon = build(workspace(tmp_path / "w", ["good", "na.."], alphabet=LATIN + "."))
    with pytest.raises(LexkitError, match=r"'na\.\.'"):
        exported(lexicon, "hunspell", tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.aff", "out.dic", "w"]
    assert {(tmp_path / f"out.{suffix}").read_text() for suffix in ("dic", "aff")} == {"old"}


def test_the_aff(tmp_path: Path) -> None:
    lines = (
        dictionary(tmp_path, ["foto's"], LATIN + "'-19")
        .with_suffix(".aff")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    assert lines[0] == "SET UTF-8"
    assert [line for line in lines[1:] if not line.startswith("#")] == ["BREAK 0", "WORDCHARS '-19"]
    assert "# from The words (CC0-1.0)" in lines


def test_the_dic_cannot_be_called_aff(tmp_path: Path) -> None:
    lexicon = build(workspace(tmp_path / "w", ["a"]))
    with pytest.raises(LexkitError, match=r"out\.dic"):
        hunspell.write(lexicon, tmp_path / "out.aff")

"""Columns: what goes in comes out, and what is no whole file is refused."""

from __future__ import annotations

import json
import random
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import columns
from lexkit.columns import FOLLOWED, MOST_LETTERS, Columns
from lexkit.errors import LexkitError
from tests.search.conftest import Indexed

#: Letters of one, two, three and four bytes in UTF-8.
WORDS = st.sets(st.text("abzäßłжא字𐐨", min_size=1, max_size=20), max_size=40)


def listed(found: Columns) -> list[str]:
    return sorted(word for table in found.tables for word in table.words(table.every()))


@given(words=WORDS)
def test_all_words_come_back(indexed: Indexed, words: set[str]) -> None:
    found = indexed(words)
    assert listed(found) == sorted(words)
    assert found.longest == max(map(len, words), default=0)
    assert all(table.words(table.every()) == sorted(table.words(table.every()))
               for table in found.tables)  # fmt: skip


@given(words=WORDS, least=st.integers(0, 22), most=st.none() | st.integers(0, 22))
def test_some_lengths(indexed: Indexed, words: set[str], least: int, most: int | None) -> None:
    found = indexed(words).between(least, most)
    longest = 99 if most is None else most
    assert listed(found) == sorted(word for word in words if least <= len(word) <= longest)


@given(words=WORDS, prefix=st.text("abzä字?", max_size=4))
def test_words_that_begin_alike_stand_together(
    indexed: Indexed, words: set[str], prefix: str
) -> None:
    for table in indexed(words).tables:
        if table.length < len(prefix):
            continue
        some = table.starting(prefix)
        same = [word for word in words if len(word) == table.length and word.startswith(prefix)]
        assert some.count == len(same)
        assert some.words(some.every()) == sorted(same)
        assert some.words(some.every(), 2) == sorted(same)[:2]


@given(
    words=st.sets(st.text("abc", min_size=1, max_size=18), max_size=40),
    supply=st.dictionaries(st.sampled_from("abcd"), st.integers(0, 20)),
)
def test_letters_beyond_a_supply_are_counted(
    indexed: Indexed, words: set[str], supply: dict[str, int]
) -> None:
    for table in indexed(words).tables:
        counts = table.beyond(supply)
        each = table.words(table.every())
        for word, count in zip(each, counts, strict=True):
            assert count == sum(max(0, word.count(c) - supply.get(c, 0)) for c in set(word))
        for most in range(3):
            assert table.words(table.at_most(counts, most)) == [
                word for word, count in zip(each, counts, strict=True) if count <= most
            ]


def test_a_long_word_is_counted_letter_by_letter(indexed: Indexed) -> None:
    (table,) = indexed(["a" * 200 + "b" * 55]).tables
    assert list(table.beyond({"a": 150, "b": 60})) == [50]
    assert list(table.beyond({})) == [255]


@given(
    words=st.sets(st.text("ab", min_size=1, max_size=12), max_size=40),
    pieces=st.lists(st.text("ab?", min_size=1, max_size=3), min_size=1, max_size=3),
    start=st.integers(0, 2),
)
def test_pieces_one_after_another(
    indexed: Indexed, words: set[str], pieces: list[str], start: int
) -> None:
    if sum(map(len, pieces)) > FOLLOWED:
        return

    def holds(text: str, pieces: list[str]) -> bool:
        if not pieces:
            return True
        size = len(pieces[0])
        return any(
            all(p in ("?", c) for p, c in zip(pieces[0], text[i:], strict=False))
            and holds(text[i + size :], pieces[1:])
            for i in range(len(text) - size + 1)
        )

    for table in indexed(words).tables:
        if table.length >= start:
            found = table.words(table.passing(pieces, start, table.length, "?"))
            of_length = sorted(word for word in words if len(word) == table.length)
            assert found == [word for word in of_length if holds(word[start:], pieces)]


def test_as_many_letters_as_a_byte_has(indexed: Indexed) -> None:
    letters = [chr(0x4E00 + i) for i in range(MOST_LETTERS)]
    words = {letters[i] + letters[-i] for i in range(MOST_LETTERS)}
    assert listed(indexed(words)) == sorted(words)


def test_the_same_words_make_the_same_bytes(tmp_path: Path) -> None:
    dice = random.Random(6)
    words = sorted({"".join(dice.choices(string.ascii_lowercase, k=5)) for _ in range(200)})
    columns.build(words, tmp_path / "one")
    columns.build(iter(words), tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("how", ["missing", "empty", "short", "long", "format", "shape", "noise"])
def test_what_is_not_whole_is_refused(tmp_path: Path, how: str) -> None:
    path = tmp_path / columns.FILE
    columns.build(["ab", "abc"], path)
    raw = path.read_bytes()
    head, _, rows = raw.partition(b"\n")
    told = json.loads(head)
    path.unlink()
    broken = {
        "empty": b"",
        "short": raw[:-1],
        "long": raw + b"\1",
        "format": json.dumps({**told, "format": columns.FORMAT + 1}).encode() + b"\n" + rows,
        "shape": json.dumps({**told, "tables": [2]}).encode() + b"\n" + rows,
        "noise": b"\xff\x00 no columns\n",
    }
    if how in broken:
        path.write_bytes(broken[how])
    with pytest.raises(LexkitError) as caught:
        Columns(path)
    assert (caught.value.path, caught.value.remedy) == (path, "build the lexicon again")

"""Patterns against trying every word; none of them runs away."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.game import Game
from lexkit.orthography import Spelling
from lexkit.pattern import MOST_TILES, Pattern, find
from lexkit.tiles import Tiles
from tests.search import reference
from tests.search.conftest import Indexed
from tests.search.strategies import GAMES, TILED

NONE = Tiles(Game())

SPELLING = Spelling(alphabet="abcdefghijklmnopqrstuvwxyzäöü", folds={"ß": "ss"})


@given(
    words=st.sets(st.text("abc", min_size=1, max_size=14), max_size=60),
    pattern=st.text("abc??**", min_size=1, max_size=16),
    limit=st.none() | st.integers(1, 5),
)
def test_what_fits_is_found(
    indexed: Indexed, words: set[str], pattern: str, limit: int | None
) -> None:
    found = find(Pattern(pattern), indexed(words), NONE, limit)
    fitting = sorted(
        word
        for word in words
        if reference.fits(tuple((c, c) for c in word), pattern, squares=False)
    )
    assert found == {word: word for word in fitting[:limit]}
    assert list(found) == fitting[:limit]


def near(text: str) -> st.SearchStrategy[str]:
    """Words that ``text`` fits, its signs filled in, and such that miss by a letter."""
    filled = [
        st.sampled_from("ab") if c == "?" else st.text("ab", max_size=3) if c == "*" else st.just(c)
        for c in text
    ]
    words = st.tuples(*filled).map("".join).filter(bool)
    return words | st.builds(
        lambda word, at, c: word[: at % len(word)] + c + word[at % len(word) + 1 :],
        words, st.integers(0, 99), st.sampled_from("ab"),
    )  # fmt: skip


LONG = st.lists(st.text("ab?", min_size=1, max_size=12), min_size=2, max_size=5).map("*".join)


@settings(max_examples=300)
@given(data=st.data(), pattern=LONG.flatmap(lambda text: st.sampled_from([text, f"*{text}*"])))
def test_a_long_pattern_finds_what_fits_and_nothing_near_it(
    indexed: Indexed, data: st.DataObject, pattern: str
) -> None:
    words = data.draw(st.sets(near(pattern), min_size=1, max_size=12))
    fitting = {
        word
        for word in words
        if reference.fits(tuple((c, c) for c in word), pattern, squares=False)
    }
    assert find(Pattern(pattern), indexed(words), NONE).keys() == fitting


@settings(max_examples=300)
@given(
    words=st.sets(TILED, max_size=40),
    pattern=st.text("abijquyy??**", min_size=1, max_size=6),
    game=GAMES,
)
def test_tiles_are_looked_for_as_all_they_lay(
    indexed: Indexed, words: set[str], pattern: str, game: Game
) -> None:
    if sum(map(pattern.count, game.also)) > MOST_TILES:
        return
    tiles = Tiles(game)
    found = find(Pattern(pattern), indexed(words), tiles)
    fitting = {
        word
        for word in words
        if any(reference.fits(way, pattern, squares=False) for way in reference.ways(word, game))
    }
    assert list(found) == sorted(fitting)
    for word, laid in found.items():
        shown = tiles.shown(laid)
        assert any(shown == "".join(tile for tile, _ in way) for way in reference.ways(word, game))
        assert reference.fits(tuple((c, c) for c in word), pattern, squares=False) <= (laid == word)


def test_a_tile_finds_the_letters_it_lays_where_they_are_one(indexed: Indexed) -> None:
    game = Game(also={"y": "ij"}, apart=("bijou", "*minijurk"))
    words = "wijn bijou bijous baby dijk modeminijurkrij ijs yoga".split()
    found = find(Pattern("*y*"), indexed(words), Tiles(game))
    shown = {word: Tiles(game).shown(laid) for word, laid in found.items()}
    assert shown == {
        "baby": "baby", "dijk": "dyk", "ijs": "ys", "modeminijurkrij": "modeminijurkry",
        "wijn": "wyn", "yoga": "yoga",
    }  # fmt: skip
    assert find(Pattern("bab?j"), indexed(words), Tiles(game)) == {}


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("Straße", "strasse"),
        ("STRA?E", "stra?e"),
        ("?ß*", "?ss*"),
        ("Ba\u0308r**", "bär*"),
        (" *é? ", "*e?"),
        ("a***?**", "a*?*"),
    ],
)
def test_a_pattern_is_folded_like_a_word(typed: str, folded: str) -> None:
    assert Pattern.read(typed, SPELLING).text == folded


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "the pattern is empty"),
        (" \u200b ", "the pattern is empty"),
        ("a-b*", "there is no tile for “-”"),
        ("[ab]*", "there is no tile for “[”"),
        ("a b", "there is no tile for “ ”"),
        ("4?", "there is no tile for “4”"),
    ],
)
def test_what_is_no_pattern_is_refused(typed: str, says: str) -> None:
    with pytest.raises(LexkitError, match=says.replace("[", r"\[")) as caught:
        Pattern.read(typed, SPELLING)
    assert caught.value.remedy


def test_more_such_tiles_than_any_word_has_are_looked_for_as_they_stand(indexed: Indexed) -> None:
    tiles = Tiles(Game(also={"y": "ij"}))
    words = ["y" * 7, "ij" + "y" * 6, "y" * 6, "ij" + "y" * 5]
    assert find(Pattern("y" * 7), indexed(words), tiles).keys() == {"y" * 7}
    assert find(Pattern("y" * 6), indexed(words), tiles).keys() == {"y" * 6, "ij" + "y" * 5}


@pytest.mark.parametrize(
    "pattern",
    [
        "*a" * 5_000,
        "?" * 10_000,
        "*" * 10_000,
        "*?" * 5_000,
        "?*" * 20,
        "*a" * 30 + "b",
        "a*" * 30 + "b",
        "*" + "a?" * 30 + "*b*",
        "*aaaaaaaaa" * 4 + "*b",
        "y" * 10_000,
    ],
    ids=lambda pattern: f"{pattern[:12]}... ({len(pattern)})",
)
def test_no_pattern_runs_away(indexed: Indexed, pattern: str) -> None:
    words = {"a" * i + "b" * j for i in range(1, 120) for j in range(4)} - {""}
    found, tiles = indexed(words), Tiles(Game(also={"y": "ij"}))
    start = time.perf_counter()
    find(Pattern.read(pattern, SPELLING), found, tiles)
    assert time.perf_counter() - start < 2

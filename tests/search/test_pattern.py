"""Patterns against trying every word; none of them runs away."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.game import Game
from lexkit.orthography import Spelling
from lexkit.pattern import MOST_TILES, Pattern, find
from lexkit.tiles import Tiles
from tests.search import reference
from tests.search.conftest import Indexed

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


#: Tiles of all sorts: of two letters, of its own and another, of one other letter, overlapping.
GAMES = st.builds(
    Game,
    also=st.sampled_from([
        {"y": "ij"}, {"y": "ij", "q": "qu"}, {"q": "qu"}, {"y": "i"}, {"y": "ij", "q": "jj"},
    ]),
    apart=st.lists(
        st.sampled_from("bij *bij ij *jij aqu *qua jjj *jj *i".split()), max_size=3
    ).map(tuple),
)  # fmt: skip


@given(
    words=st.sets(st.text("abijquy", min_size=1, max_size=9), max_size=40),
    pattern=st.text("abijquy??**", min_size=1, max_size=8),
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


def test_too_many_tiles_that_lay_other_letters_are_refused(indexed: Indexed) -> None:
    tiles = Tiles(Game(also={"y": "ij"}))
    with pytest.raises(LexkitError, match="more than 6 tiles y"):
        find(Pattern("y" * 7), indexed(["y" * 9]), tiles)


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

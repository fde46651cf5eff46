"""Racks against trying every way of laying every word."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.game import Game, Wild
from lexkit.orthography import Spelling
from lexkit.pattern import Pattern
from lexkit.rack import Layer, Laying, Rack
from lexkit.tiles import Tiles
from tests.search import reference
from tests.search.conftest import Indexed
from tests.search.strategies import TILED

SPELLING = Spelling(alphabet="abcdefghijklmnopqrstuvwxyzäöü", folds={"ß": "ss", "ĳ": "ij"})

GAMES = st.builds(
    Game,
    points=st.just({}) | st.fixed_dictionaries({c: st.integers(0, 9) for c in "abijy"}),
    rack=st.sampled_from([0, 2, 3]),
    also=st.sampled_from([{}, {"y": "ij"}, {"y": "ij", "a": "b"}]),
    wild=st.none() | st.just(Wild("?", (1, 2))),
).flatmap(
    lambda game: st.sampled_from([game, Game(**{**vars(game), "apart": ("bij", "*jij")})])
    if game.also
    else st.just(game)
)  # fmt: skip


def laid(layer: Layer, indexed: Indexed, words: set[str]) -> dict[str, Laying]:
    found = [layer.lay(word) for word in layer.words(indexed(words))]
    return {laying.word: laying for laying in found if laying is not None}


@settings(max_examples=400)
@given(
    words=st.sets(TILED, max_size=40),
    typed=st.text("abijyy??", min_size=1, max_size=7),
    board=st.none() | st.text("abijy??**", min_size=1, max_size=4),
    whole=st.booleans(),
    game=GAMES,
)
def test_what_can_be_laid_is_found_for_the_most_points(
    indexed: Indexed, words: set[str], typed: str, board: str | None, whole: bool, game: Game
) -> None:
    rack = Rack.read(typed, SPELLING)
    through = None if board is None else Pattern(board)
    layer = Layer(rack, game, Tiles(game), board=through, whole=whole)
    lying = Counter((board or "").replace("?", "").replace("*", ""))
    held = rack.size if whole or not game.rack else min(rack.size, game.rack)
    best: dict[str, tuple[int, int]] = {}
    for word in words:
        for way in reference.ways(word, game):
            if board is not None and not reference.fits(way, board, squares=True):
                continue
            from_rack = len(way) - lying.total()
            if not (from_rack == held if whole else 1 <= from_rack <= held):
                continue
            missing = reference.blanks(way, rack.letters, lying)
            if len(missing) > rack.blanks:
                continue
            if game.wild and 2 * len(missing) > len(way):
                continue
            points = sum(game.points.get(tile, 0) for tile, _ in way)
            points -= sum(game.points.get(tile, 0) for tile in missing)
            best[word] = max(best.get(word, (-1, 0)), (points, -len(missing)))
    found = laid(layer, indexed, words)
    assert found.keys() == best.keys()
    for word, laying in found.items():
        points, blanks = best[word]
        assert (laying.score, len(laying.blanks)) == (points if game.points else None, -blanks)
        assert laying.tiles in {
            "".join(tile for tile, _ in way) for way in reference.ways(word, game)
        }
        assert not Counter(laying.blanks) - Counter(laying.tiles)


def test_the_blanks_say_what_they_stand_for(indexed: Indexed) -> None:
    game = Game(points={"a": 1, "e": 1, "n": 1, "q": 10, "u": 1, "y": 8})
    layer = Layer(Rack.read("ane??", SPELLING), game, Tiles(game))
    found = laid(layer, indexed, {"anne", "quen", "nanny", "naq", "xyz", "enten"})
    assert found == {
        "anne": Laying("anne", "anne", ("n",), 3),
        "quen": Laying("quen", "quen", ("q", "u"), 2),
        "naq": Laying("naq", "naq", ("q",), 2),
    }


def test_a_tile_lays_two_letters_for_one(indexed: Indexed) -> None:
    game = Game(points={"i": 1, "j": 4, "s": 2, "y": 7}, also={"y": "ij"}, apart=("bijou",))
    words = {"ijs", "bijou", "sys"}
    assert laid(Layer(Rack.read("ijys", SPELLING), game, Tiles(game)), indexed, words) == {
        "ijs": Laying("ijs", "ys", (), 9)  # not the 7 of i, j and s
    }
    assert laid(Layer(Rack.read("?s", SPELLING), game, Tiles(game)), indexed, words) == {
        "ijs": Laying("ijs", "ys", ("y",), 2)
    }
    layer = Layer(Rack.read("byou?", SPELLING), game, Tiles(game))
    assert laid(layer, indexed, {"bijou"}) == {}
    layer = Layer(Rack.read("bijo?", SPELLING), game, Tiles(game))
    assert laid(layer, indexed, {"bijou"}).keys() == {"bijou"}


def test_a_word_through_letters_of_the_board(indexed: Indexed) -> None:
    words = {"quast", "quasten", "bequast", "staub", "u", "qu"}
    layer = Layer(Rack.read("tsa", SPELLING), Game(), Tiles(Game()), board=Pattern("*qu*"))
    assert laid(layer, indexed, words).keys() == {"quast"}
    layer = Layer(Rack.read("tsa?", SPELLING), Game(), Tiles(Game()), board=Pattern("*u*"))
    assert {w: found.blanks for w, found in laid(layer, indexed, words).items()} == {
        "quast": ("q",), "staub": ("b",), "qu": ("q",),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "letters", "blanks"),
    [
        ("aeinrst??", "aeinrst", 2),
        ("A e\tÄ", "aeä", 0),
        ("?ß", "ss", 1),
        ("ĳs", "ijs", 0),
        ("a\u0308e", "äe", 0),
        ("fi", "fi", 0),
    ],
)
def test_a_rack_as_typed(typed: str, letters: str, blanks: int) -> None:
    assert Rack.read(typed, SPELLING) == Rack(dict(Counter(letters)), blanks)


@pytest.mark.parametrize(
    ("typed", "says"),
    [("", "without tiles"), ("  ", "without tiles"), ("a-b", "no tile for “-”"), ("a*", "“[*]”")],
)
def test_what_is_no_rack_is_refused(typed: str, says: str) -> None:
    with pytest.raises(LexkitError, match=says) as caught:
        Rack.read(typed, SPELLING)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("typed", "game", "says"),
    [
        ("aab", Game({"a": 1, "b": 1}), "2 tiles a, of which the game has 1"),
        ("ac", Game({"a": 1, "b": 1}), "1 tiles c, of which the game has 0"),
        ("a??", Game({"a": 1}, blanks=1), "2 blanks, of which the game has 1"),
        ("aa?", Game(blanks=0), None),
        ("ab?", Game({"a": 1, "b": 1}, blanks=1), None),
        ("a??", Game({"a": 1}, wild=Wild("?", (1, 2))), None),
    ],
)
def test_a_rack_has_no_more_of_a_tile_than_the_game(
    typed: str, game: Game, says: str | None
) -> None:
    rack = Rack.read(typed, SPELLING)
    if says is None:
        rack.check(game)
    else:
        with pytest.raises(LexkitError, match=says):
            rack.check(game)

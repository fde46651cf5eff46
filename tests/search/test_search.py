"""Searches of a built lexicon: patterns, racks, anagrams, hooks, neighbours; order and limits."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.rack import Laying
from lexkit.search import Hook, Search
from tests.conftest import Shop
from tests.search import reference

WORDS = """
    ast asts bast basts bastes aster basta raste rasten ei eis reis reise Reißen Bär bären Abend
    ijs mijn bijou yoga baby dijk dijken js ijsje bijt bij
""".split()

GAME = """\
game:
  tiles: {a: 5, b: 2, d: 2, e: 9, g: 1, i: 4, j: 2, k: 2, m: 1, n: 3, o: 2, r: 3, s: 4, t: 4, y: 2}
  points: {a: 1, b: 3, d: 2, e: 1, g: 3, i: 1, j: 4, k: 3, m: 3, n: 1, o: 2, r: 1, s: 1, t: 1, y: 8}
  blanks: 2
  also: {y: ij}
  apart: [bijou]
"""


@pytest.fixture
def lexicon(shop: Shop) -> Lexicon:
    shop.words("liste", WORDS)
    return shop.build(rules="", more=GAME)


def words(found: list[Laying]) -> list[str]:
    return [laying.word for laying in found]


def test_a_pattern(lexicon: Lexicon) -> None:
    search = Search(lexicon)
    assert words(search.pattern("?ast*")) == ["bast", "basta", "bastes", "basts", "raste", "rasten"]
    assert words(search.pattern("REIßE?")) == ["reissen"]
    assert search.pattern("dyk*") == [
        Laying("dijk", "dyk", (), 13), Laying("dijken", "dyken", (), 15)
    ]  # fmt: skip
    assert search.pattern("byou") == []
    assert words(Search(lexicon, least=5, most=5).pattern("*")) == [
        "abend", "aster", "basta", "basts", "bijou", "bären", "ijsje", "raste", "reise",
    ]  # fmt: skip


def test_order_and_limit(lexicon: Lexicon) -> None:
    assert words(Search(lexicon, limit=2).pattern("*a*")) == ["abend", "ast"]
    longest = words(Search(lexicon, sort="length", limit=3).pattern("*a*"))
    assert longest == ["bastes", "rasten", "abend"]
    dearest = Search(lexicon, sort="score", limit=2).pattern("*a*")
    assert [(found.word, found.score) for found in dearest] == [("baby", 15), ("yoga", 14)]
    assert words(Search(lexicon, sort="word", limit=2).rack("aest")) == ["ast"]
    by_score = Search(lexicon).rack("jimyn")
    assert by_score == [Laying("mijn", "myn", (), 12)]


def test_without_points_a_rack_goes_by_length(shop: Shop) -> None:
    shop.words("liste", WORDS)
    lexicon = shop.build(rules="")
    assert words(Search(lexicon).rack("asterb"))[:3] == ["aster", "raste", "bast"]
    with pytest.raises(LexkitError, match="spiel gives no points for a, b, c, .*sort by length"):
        Search(lexicon, sort="score")


def test_points_of_some_tiles_are_no_order(shop: Shop) -> None:
    shop.words("liste", ["ast", "tas", "rast"])
    lexicon = shop.build(
        rules="", more="game: {tiles: {a: 1, r: 0, s: 2, t: 1}, points: {a: 1, s: 9}}\n"
    )
    assert Search(lexicon).rack("ast")[0] == Laying("ast", "ast", (), None)
    with pytest.raises(LexkitError, match="gives no points for t "):
        Search(lexicon, sort="score")
    lexicon = shop.build(
        rules="", more="game: {tiles: {a: 1, s: 2, t: 1}, points: {a: 1, s: 9, t: 2}}\n"
    )
    assert Search(lexicon).rack("ast")[0] == Laying("ast", "ast", (), 12)


def test_a_rack_of_more_than_there_is(lexicon: Lexicon) -> None:
    with pytest.raises(LexkitError, match="2 tiles g, of which the game has 1"):
        Search(lexicon).rack("gag")
    with pytest.raises(LexkitError, match="3 blanks, of which the game has 2"):
        Search(lexicon).rack("a???")
    assert words(Search(lexicon).anagrams("???"))  # letters, not tiles


def test_anagrams(lexicon: Lexicon) -> None:
    search = Search(lexicon)
    assert words(search.anagrams("stare")) == ["aster", "raste"]
    assert words(search.anagrams("st?re")) == ["aster", "raste"]
    assert words(search.anagrams("ßeeinr")) == ["reissen"]
    assert words(search.anagrams("sy")) == ["ijs"]
    assert words(search.anagrams("uyob")) == []


def test_hooks(lexicon: Lexicon) -> None:
    assert Search(lexicon).hooks("ast") == [
        Hook("bast", "b", ""),
        Hook("asts", "", "s"),
        Hook("basta", "b", "a"),
        Hook("basts", "b", "s"),
        Hook("raste", "r", "e"),
    ]
    assert Search(lexicon).hooks("js") == [Hook("ijs", "i", "")]
    assert Search(lexicon, least=5).hooks("ast")[0] == Hook("basta", "b", "a")
    assert Search(lexicon, limit=1).hooks("ast") == [Hook("bast", "b", "")]


def test_hooks_by_a_tile_that_lays_two_letters(lexicon: Lexicon) -> None:
    assert Hook("bij", "", "y") in Search(lexicon).hooks("b")
    assert Hook("ijs", "y", "") in Search(lexicon).hooks("s")
    assert Search(lexicon).hooks("ou") == []
    assert Search(lexicon).hooks("dyk") == Search(lexicon).hooks("dijk")


def test_hooks_are_all_words_with_one_tile_more(shop: Shop) -> None:
    dice = random.Random(7)
    strings = ["".join(c) for size in range(1, 6) for c in product("aijy", repeat=size)]
    known = set(dice.sample(strings, len(strings) // 3))
    shop.words("liste", sorted(known))
    lexicon = shop.build(
        rules="",
        spelling="  alphabet: aijy\n  min_letters: 1\n",
        more="game: {also: {y: ij, a: ja}, apart: [aij, '*ija', ijj]}\n",
    )
    for word in dice.sample([s for s in strings if len(s) < 4], 40):
        made = set()
        letters = lexicon.read(word)
        for other in known:
            for way in reference.ways(other, lexicon.game):
                for front, back in ((1, 0), (0, 1), (1, 1)):
                    kept = way[front : len(way) - back]
                    # The tiles between are those of the word as it lies there: its own letters.
                    own = all(tile == laid for tile, laid in kept)
                    if own and "".join(tile for tile, _ in kept) == letters:
                        made.add(Hook(other, way[0][0] * front, way[-1][0] * back))
        assert set(Search(lexicon).hooks(word)) == made


def test_near(lexicon: Lexicon) -> None:
    search = Search(lexicon)
    assert words(search.near("ast")) == ["asts", "bast"]
    assert words(search.near("reisse")) == ["reise", "reissen"]
    assert words(search.near("bastese")) == ["bastes"]
    assert words(Search(lexicon, most=4).near("ast")) == ["asts", "bast"]
    assert words(Search(lexicon, limit=1).near("ast")) == ["asts"]
    assert search.near("zzzzz") == []


@pytest.mark.parametrize("word", ["", "x-y", "?"])
@pytest.mark.parametrize("how", ["hooks", "near"])
def test_what_is_no_word_is_refused(lexicon: Lexicon, how: str, word: str) -> None:
    with pytest.raises(LexkitError):
        getattr(Search(lexicon), how)(word)


def test_nothing_in_the_lexicon(shop: Shop) -> None:
    shop.table("tafel", [("Ulm", "Ulm", "toponym")])
    search = Search(shop.build())
    assert (search.pattern("*"), search.rack("ulm?"), search.anagrams("ulm")) == ([], [], [])
    assert (search.hooks("ul"), search.near("ul")) == ([], [])


def test_an_alphabet_that_is_too_large_builds_but_is_not_searched(shop: Shop) -> None:
    letters = "".join(chr(0x4E00 + i) for i in range(300))
    shop.words("liste", [letters[:3], letters[-3:]])
    lexicon = shop.build(rules="", spelling=f"  alphabet: {letters}\n")
    assert lexicon.answer(letters[-3:]).verdict == "accepted"
    with pytest.raises(LexkitError, match="spiel cannot be searched: more than 255 letters"):
        Search(lexicon).pattern("*")


def test_an_open_lexicon_is_searched_on_after_a_new_build(shop: Shop, lexicon: Lexicon) -> None:
    search = Search(lexicon)
    assert words(search.pattern("ijs*")) == ["ijs", "ijsje"]
    shop.words("liste", ["ijsco"])
    again = Lexicon(shop.result().folder)
    assert words(search.pattern("ijs*")) == ["ijs", "ijsje"]
    assert words(Search(again).pattern("ijs*")) == ["ijsco"]


def test_the_columns_belong_to_what_is_hashed(lexicon: Lexicon) -> None:
    from lexkit import columns

    assert columns.FILE in lexicon.manifest["files"]
    assert lexicon.manifest["columns_format"] == columns.FORMAT
    path: Path = lexicon.folder / columns.FILE
    path.unlink()
    with pytest.raises(LexkitError, match="columns of words are missing"):
        Search(Lexicon(lexicon.folder)).pattern("a*")

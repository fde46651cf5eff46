"""Words typed as tiles, and with keys that stand for any letter: what is said of them."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given, settings

from lexkit.answers import SCHEMA, as_json
from lexkit.game import Game
from lexkit.lexicon import Lexicon
from lexkit.tiles import Tiles
from tests.conftest import Call, Shop, rule_of
from tests.search import reference
from tests.search.strategies import GAMES, TILED

SPELLING = """\
  alphabet: abcdefghijklmnopqrstuvwxyz
  folds: {ĳ: ij}
"""

ALSO = "game: {also: {y: ij}, apart: [bijou, '*minijurk', fiji, bijectie]}\n"


@pytest.fixture
def dutch(shop: Shop) -> Lexicon:
    nouns = """
        ijs dijk wĳn tijd baby yoga yoghurt bijou bijous minijurk minijurken bijectie lijst
        yoghurtijs bijtijds dys ijzerwijn hij hypokritijk my mij mini-ijs
    """
    others = [
        ("IJburg", "IJburg", "toponym"),
        ("Fiji", "Fiji", "toponym"),
        ("wys", "", "interjection"),
        ("wijs", "wijs", "adjective"),
        ("kyk", "", "interjection"),
    ]
    shop.table("tafel", [*((word, word, "noun") for word in nouns.split()), *others])
    return shop.build(spelling=SPELLING, more=ALSO)


@pytest.mark.parametrize(
    ("typed", "letters"),
    [
        ("ys", "ijs"),
        ("Ys", "ijs"),
        ("dyk", "dijk"),
        ("wyn", "wijn"),
        ("TYD", "tijd"),
        ("bytyds", "bijtijds"),
        ("bytijds", "bijtijds"),
        ("ĳs", "ijs"),
        ("yzerwĳn", "ijzerwijn"),
        ("yoghurtys", "yoghurtijs"),
        ("hypokrityk", "hypokritijk"),
        # A word by itself comes first, though the tiles lay another.
        ("dys", "dys"),
        ("my", "my"),
        ("baby", "baby"),
        # It falls as it stands, and counts as what the tiles lay.
        ("wys", "wijs"),
    ],
)
def test_tiles_lay_a_word(dutch: Lexicon, typed: str, letters: str) -> None:
    answer = dutch.answer(typed)
    assert (answer.verdict, answer.letters) == ("accepted", letters)
    assert {ground.form.lower().replace("ĳ", "ij") for ground in answer.grounds if ground.form} == {
        letters
    }
    assert (answer.hints, answer.near) == ((), ())


@pytest.mark.parametrize(
    ("typed", "verdict", "rule", "letters"),
    [
        # The letters ij are never laid for a y.
        ("babij", "unattested", None, "babij"),
        ("ijoga", "unattested", None, "ijoga"),
        # There the i and the j are two letters, whatever follows.
        ("byou", "unattested", None, "byou"),
        ("byous", "unattested", None, "byous"),
        ("minyurk", "unattested", None, "minyurk"),
        ("minyurken", "unattested", None, "minyurken"),
        ("byectie", "unattested", None, "byectie"),
        ("fyi", "unattested", None, "fyi"),
        # Refused as what the tiles lay, or as it stands.
        ("Yburg", "rejected", "places", "ijburg"),
        ("kyk", "rejected", "exclamations", "kyk"),
        # Written with a hyphen, there it has a tile too many.
        ("y", "rejected", "too-short", "y"),
        ("miniys", "unattested", None, "miniys"),
        ("xyz", "unattested", None, "xyz"),
    ],
)
def test_tiles_do_not_lay_everything(
    dutch: Lexicon, typed: str, verdict: str, rule: str | None, letters: str
) -> None:
    assert rule_of(dutch, typed) == (verdict, rule)
    assert dutch.answer(typed).letters == letters


def test_where_the_tile_may_not_lay_it_a_hint_names_the_word(dutch: Lexicon) -> None:
    assert dutch.answer("byou").hints == ("bijou",)
    assert dutch.answer("minyurken").hints == ("minijurken",)


def test_words_hold_letters_only(dutch: Lexicon) -> None:
    known = set(dutch.words())
    assert {"ijs", "dijk", "minijurk"} <= known
    assert not {"ys", "dyk"} & known
    assert "ys" not in dutch


def test_without_such_tiles_a_y_is_a_y(shop: Shop) -> None:
    shop.words("liste", ["ijs", "dijk"])
    lexicon = shop.build(spelling=SPELLING)
    assert rule_of(lexicon, "ys") == ("unattested", None)
    assert not lexicon.tiles


def test_more_tiles_than_any_word_has_are_read_as_they_stand(dutch: Lexicon) -> None:
    assert dutch.answer("y" * 200).verdict == "unattested"
    assert dutch.answer("y" * 20_000 + "s").verdict == "unattested"


@settings(max_examples=300)
@given(word=TILED, game=GAMES)
def test_a_way_of_laying_is_read_back(word: str, game: Game) -> None:
    tiles = Tiles(game)
    laid = {tiles.shown(way) for way in tiles.layings(word, 9)}
    assert laid == {"".join(tile for tile, _ in way) for way in reference.ways(word, game)}
    for typed in laid - {word}:
        assert (word, True) in tiles.readings(typed)
    for read, allowed in tiles.readings(word):
        ways = {"".join(tile for tile, _ in way) for way in reference.ways(read, game)}
        assert allowed <= (word in ways)


# -- keys that stand for any letter ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "tiles"),
    [
        ("ijs", "ys"), ("ys", "ys"), ("ijsbijl", "ysbyl"), ("baby", "baby"), ("bijou", "bijou"),
        ("bijtijds", "bytyds"), ("minijurk", "minijurk"), ("tijd", "tyd"), ("dys", "dys"),
        ("iijj", "iyj"), ("", ""), ("reuzenminijurken", "reuzenminijurken"),
    ],
)  # fmt: skip
def test_the_fewest_tiles_that_lay_a_word(dutch: Lexicon, word: str, tiles: str) -> None:
    assert dutch.tiles.shortest(word) == tiles


WILD = "game: {wild: {sign: '?', share: 0.5}}\n"


@pytest.fixture
def keys(shop: Shop) -> Lexicon:
    shop.table(
        "tafel",
        [(word, word, "noun") for word in "toad teal that trap tea toads Straße ein".split()]
        + [("Tyre", "Tyre", "toponym")],
    )
    return shop.build(more=WILD)


@pytest.mark.parametrize(
    ("typed", "letters", "words"),
    [
        ("t?a?", "t?a?", ("teal", "that", "toad", "trap")),
        ("T?A?", "t?a?", ("teal", "that", "toad", "trap")),
        ("to?d", "to?d", ("toad",)),
        ("?o?d", "?o?d", ("toad",)),
        ("stra?e", "stra?e", ()),
        ("stra??e", "stra??e", ("strasse",)),
        ("?traße", "?trasse", ("strasse",)),
        ("toa?s", "toa?s", ("toads",)),
    ],
)
def test_what_wild_keys_stand_for(
    keys: Lexicon, typed: str, letters: str, words: tuple[str, ...]
) -> None:
    answer = keys.answer(typed)
    assert (answer.letters, answer.stands_for) == (letters, words)
    assert answer.verdict == ("accepted" if words else "rejected")
    assert [ground.rule for ground in answer.grounds] == ["wild"]
    assert answer.grounds[0].verdict == answer.verdict
    jsonschema.validate(json.loads(json.dumps(as_json(answer))), SCHEMA)


@pytest.mark.parametrize(
    ("typed", "rule", "says"),
    [
        ("t???", "too-wild", "3 of 4 keys are wild, at most half may be."),
        ("????", "too-wild", "4 of 4 keys are wild, at most half may be."),
        ("e??", "too-wild", "2 of 3 keys are wild, at most half may be."),
        ("?", "too-short", "A word has at least 2 letters."),
        ("t?r?", "wild", "No word that counts fits it."),
        ("z?x?z?", "wild", "No word that counts fits it."),
        ("t-?d", "unlayable", "There is no tile for “-”."),
        ("to?d*", "unlayable", "There is no tile for “*”."),
    ],
)
def test_wild_keys_that_stand_for_nothing(keys: Lexicon, typed: str, rule: str, says: str) -> None:
    answer = keys.answer(typed)
    assert (answer.verdict, answer.stands_for) == ("rejected", ())
    assert [(ground.rule, ground.says) for ground in answer.grounds] == [(rule, says)]
    assert (answer.letters is None) == (rule == "unlayable")


def test_without_wild_keys_the_sign_has_no_tile(shop: Shop) -> None:
    shop.words("liste", ["toad"])
    answer = shop.build().answer("to?d")
    assert (answer.verdict, answer.letters) == ("rejected", None)
    assert answer.grounds[0].rule == "unlayable"
    assert answer.stands_for == ()


def test_another_sign_and_tiles_that_lay_two_letters(shop: Shop) -> None:
    shop.words("liste", ["wijn", "wijf", "bijou", "wyt"])
    more = "game: {also: {y: ij}, apart: bijou, wild: {sign: '#', share: 1/3}}\n"
    lexicon = shop.build(spelling=SPELLING, more=more)
    assert lexicon.answer("wy#").stands_for == ("wijf", "wijn", "wyt")
    assert lexicon.answer("by#u").stands_for == ()
    assert lexicon.answer("bijo#").stands_for == ("bijou",)
    assert rule_of(lexicon, "w##n") == ("rejected", "too-wild")
    assert "at most a third may be" in lexicon.answer("w##n").grounds[0].says
    assert rule_of(lexicon, "w?jn") == ("rejected", "unlayable")


def test_cases_may_have_wild_keys_and_tiles(shop: Shop, call: Call) -> None:
    shop.words("liste", ["wijn", "bijou"])
    shop.ruleset(
        rules="",
        spelling=SPELLING,
        more="game: {also: {y: ij}, apart: bijou, wild: {sign: '?', share: 0.5}}\n"
        "cases: {accepted: [wyn, 'w?jn', 'w??n'], rejected: ['w???'], unattested: [byou]}\n",
    )
    shop.result()
    assert call("rules", "lint", "spiel") == (0, "", "")
    assert call("test", "spiel").code == 0


def test_check_shows_what_tiles_lay_and_wild_keys_can_be(shop: Shop, call: Call) -> None:
    ends = "abcdefghijklmnopqrstuvwxyz"
    shop.words("liste", ["wijn", *(f"ha{end}" for end in ends)])
    shop.ruleset(
        rules="", spelling=SPELLING,
        more="game: {also: {y: ij}, wild: {sign: '?', share: 0.5}}\n",
    )  # fmt: skip
    shop.result()
    said = call("check", "wyn")
    assert said.code == 0
    assert "  Its letters: wijn\n" in said.out
    assert "letters" not in call("check", "Wijn").out
    said = call("check", "ha?")
    assert "  It can be haa or 25 other words. (rule wild)\n" in said.out
    shown = ", ".join(f"ha{end}" for end in ends[:20])
    assert f"  It stands for: {shown} and 6 more (--json names all)\n" in said.out
    told = json.loads(call("check", "ha?", "--json").out)
    assert told["stands_for"] == [f"ha{end}" for end in ends]
    assert call("check", "h??").code == 1

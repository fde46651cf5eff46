"""The game data of a ruleset: every key, every mistake with its line, there and back as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lexkit import ruleset
from lexkit.errors import LexkitError
from lexkit.game import Game, Wild
from lexkit.lexicon import MANIFEST
from lexkit.tagset import Tagset
from tests.conftest import Call, Shop
from tests.test_lint import found

HEAD = """\
ruleset: spiel
title: A game
language: xx
spelling: {alphabet: abeijmnorsty, folds: {ĳ: ij, Ĳ: ij}}
sources: [liste]
rules: []
game:
"""


def load(tmp_path: Path, game: str, vocabulary: Tagset) -> Game:
    path = tmp_path / "spiel.yaml"
    path.write_text(HEAD + game, encoding="utf-8")
    return ruleset.load(path, vocabulary).game


WHOLE = """\
  tiles: {a: 7, y: 1, n: 0}
  points: {a: 1, y: 7}
  blanks: 2
  rack: 8
  first_word: 4
  also: {y: ij, a: ae}
  apart: ["*Bijoe", mĳn, Tae]
  wild: {sign: "?", share: 0.5}
"""


def test_every_key(tmp_path: Path, vocabulary: Tagset) -> None:
    game = load(tmp_path, WHOLE, vocabulary)
    assert game == Game(
        tiles={"a": 7, "y": 1, "n": 0},
        points={"a": 1, "y": 7},
        blanks=2,
        rack=8,
        first_word=4,
        also={"y": "ij", "a": "ae"},
        apart=("*bijoe", "mijn", "tae"),
        wild=Wild("?", (1, 2)),
    )
    assert Game.from_json(json.loads(json.dumps(game.as_json()))) == game


def test_nothing_said(tmp_path: Path, vocabulary: Tagset) -> None:
    assert load(tmp_path, "", vocabulary) == Game()
    assert Game().as_json() == {}
    assert Game.from_json({}) == Game()


def test_a_list_in_a_file_of_its_own(tmp_path: Path, vocabulary: Tagset) -> None:
    lists = tmp_path / "lists"
    lists.mkdir()
    text = "\ufeff# words with two letters\r\nbijoet\r\n\r\n*Mijnijs # a comment\r\n"
    (lists / "two.txt").write_text(text, encoding="utf-8", newline="")
    game = load(tmp_path, "  also: {y: ij}\n  apart: [two.txt, rijm]\n", vocabulary)
    assert game.apart == ("*mijnijs", "bijoet", "rijm")
    (lists / "two.txt").write_text("bijoet\nbaby\n", encoding="utf-8")
    with pytest.raises(LexkitError, match="'baby' holds no letters that one tile may lay") as found:
        load(tmp_path, "  also: {y: ij}\n  apart: two.txt\n", vocabulary)
    assert (found.value.path, found.value.line) == (lists / "two.txt", 2)


@pytest.mark.parametrize(
    ("text", "share", "words"),
    [
        ("0.5", (1, 2), "half"),
        (".25", (1, 4), "a quarter"),
        ("1", (1, 1), "all"),
        ("1/3", (1, 3), "a third"),
        ("2/4", (1, 2), "half"),
        ("0.4", (2, 5), "40 %"),
        ("1/7", (1, 7), "14.3 %"),
    ],
)
def test_a_share_is_exact(
    tmp_path: Path, vocabulary: Tagset, text: str, share: tuple[int, int], words: str
) -> None:
    wild = load(tmp_path, f"  wild: {{sign: '?', share: {text}}}\n", vocabulary).wild
    assert wild is not None
    assert (wild.share, wild.share_in_words) == (share, words)
    assert wild.allows(3 * share[0], 3 * share[1])
    assert not wild.allows(3 * share[0] + 1, 3 * share[1])


@pytest.mark.parametrize(
    ("game", "line", "says"),
    [
        ("  tile: {a: 1}\n", 8, "has no key 'tile' (did you mean tiles?)"),
        ("  tiles: [a]\n", 8, "'tiles' takes keys with values"),
        ("  tiles: {a: many}\n", 8, "'a' is 'many' (write a whole number)"),
        ("  tiles: {a: -1}\n", 8, "'a' is '-1'"),
        ("  tiles: {a: }\n", 8, "'a' is empty"),
        ("  tiles:\n    a: 1\n    A: 2\n", 10, "'A' is no letter of the alphabet"),
        ("  tiles: {ij: 2}\n", 8, "belong under 'also'"),
        ("  tiles: {q: 2}\n", 8, "'q' is no letter of the alphabet"),
        ("  points: {'': 2}\n", 8, "'' is no letter of the alphabet"),
        ("  blanks: two\n", 8, "'blanks' is 'two'"),
        ("  rack: [8]\n", 8, "'rack' takes a single value"),
        ("  also: {y: }\n", 8, "'y' is empty"),
        ("  also: {y: [i, j]}\n", 8, "'y' takes a single value"),
        ("  also: {y: IJ}\n", 8, "'IJ' are no letters of the alphabet"),
        ("  also: {ij: y}\n", 8, "'ij' is no letter of the alphabet"),
        ("  also: {y: y}\n", 8, "lays 'y' anyway"),
        ("  apart: [bijoet]\n", 8, "'apart' without 'also'"),
        ("  also: {y: ij}\n  apart: [x-y]\n", 9, "'x-y' is no word of this alphabet"),
        ("  also: {y: ij}\n  apart:\n  - bijoe\n  - baby\n", 11, "'baby' holds no letters"),
        ("  also: {y: ij}\n  apart: ['*']\n", 9, "'*' is no word"),
        ("  also: {y: ij}\n  apart: ['b*ij']\n", 9, "'b*ij' is no word"),
        ("  also: {y: ij}\n  apart: [../two.txt]\n", 9, "'../two.txt' is no name of a list"),
        ("  also: {y: ij}\n  apart: [two.txt]\n", 9, "there is no list lists/two.txt"),
        ("  wild: '?'\n", 8, "'wild' takes keys with values"),
        ("  wild: {sign: '?'}\n", 8, "'wild' has no 'share'"),
        ("  wild: {share: 0.5}\n", 8, "'wild' has no 'sign'"),
        ("  wild: {sign: a, share: 0.5}\n", 8, "'a' cannot be the sign"),
        ("  wild: {sign: '*', share: 0.5}\n", 8, "'*' cannot be the sign"),
        ("  wild: {sign: '??', share: 0.5}\n", 8, "'??' cannot be the sign"),
        ("  wild: {sign: é, share: 0.5}\n", 8, "'é' cannot be the sign"),
        ("  wild: {sign: '?', share: half}\n", 8, "'share' is 'half'"),
        ("  wild: {sign: '?', share: 0}\n", 8, "'share' is '0'"),
        ("  wild: {sign: '?', share: 50}\n", 8, "'share' is '50'"),
        ("  wild: {sign: '?', share: 1/0}\n", 8, "'share' is '1/0'"),
        ("  wild: {sign: '?', share: 0.5, most: 2}\n", 8, "'wild' has no key 'most'"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, vocabulary: Tagset, game: str, line: int, says: str
) -> None:
    with pytest.raises(LexkitError) as caught:
        load(tmp_path, game, vocabulary)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (caught.value.path, caught.value.line) == (tmp_path / "spiel.yaml", line)


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("{tiles: {a: 5, b: 2}}", ["a letter that no tile of its game lays: c"]),
        ("{tiles: {a: 5, b: 2}, also: {a: c}}", []),
        ("{tiles: {a: 5, b: 2, c: 0}}", []),
        ("{tiles: {a: 5, b: 2, c: 1}, points: {a: 1, b: 2}}", []),
        (
            "{tiles: {a: 5, c: 1}, points: {b: 2}, also: {a: b}}",
            ["points for a letter that no tile"],
        ),
        ("{tiles: {a: 5, b: 2, c: 1}, rack: 9}", ["needs more tiles than there are: 8 tiles"]),
        ("{tiles: {a: 5, b: 2, c: 1}, blanks: 1, rack: 9, first_word: 9}", []),
        ("{points: {a: 1}, rack: 9}", []),
    ],
)
def test_what_is_doubtful_is_linted(
    shop: Shop, vocabulary: Tagset, game: str, says: list[str]
) -> None:
    shop.words("liste", ["abc"])
    shop.ruleset(rules="", spelling="  alphabet: abc\n", more=f"\ngame: {game}")
    remarks = found(shop, vocabulary)
    assert [line for line, _ in remarks] == [9] * len(says)
    assert all(part in text for part, (_, text) in zip(says, remarks, strict=True))


def test_rules_show_tells_all_of_it(shop: Shop, call: Call) -> None:
    shop.words("liste", ["abc"])
    shop.ruleset(more="game:\n" + WHOLE.replace("mĳn", "mijn"))
    out = call("rules", "show", "spiel").out
    for line in (
        "Tiles: a 7, y 1, n 0, blank 2 (10 in all)",
        "Points: a 1, y 7",
        "A rack holds 8 tiles.",
        "The first word has at least 4 letters.",
        "A tile y may also lay ij.",
        "A tile a may also lay ae.",
        "Never by one tile in: *bijoe, mijn, tae",
        "? stands for any letter; at most half of a word's keys may.",
    ):
        assert f"{line}\n" in out


def test_the_lexicon_takes_the_game_along(shop: Shop) -> None:
    shop.words("liste", ["abc"])
    shop.write("rules/lists/two.txt", "bij\n")
    more = "game: {rack: 7, also: {y: ij}, apart: two.txt}\n"
    lexicon = shop.build(rules="", spelling="  alphabet: abcijy\n", more=more)
    told = json.loads((lexicon.folder / MANIFEST).read_bytes())
    assert Game.from_json(told["game"]) == Game(rack=7, also={"y": "ij"}, apart=("bij",))
    shop.write("rules/lists/two.txt", "bij\ncij\n")
    assert not shop.result().unchanged

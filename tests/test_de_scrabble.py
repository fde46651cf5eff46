"""de-scrabble as it is shipped, built from its real sources beside de-wordox."""

from __future__ import annotations

import pytest

from lexkit import cases, ruleset
from lexkit.lexicon import Lexicon
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests.conftest import build_real, rule_of

pytestmark = pytest.mark.sources

NAME = "de-scrabble"


@pytest.fixture(scope="module")
def scrabble(real: Workspace) -> Lexicon:
    return build_real(real, NAME)


def test_every_case_holds(real: Workspace, scrabble: Lexicon, vocabulary: Tagset) -> None:
    rules = ruleset.load(real.ruleset(NAME), vocabulary)
    outcomes = list(cases.run(rules.all_cases(), scrabble))
    assert [f"{case.word} {wrong}" for case, _, wrong in outcomes if wrong] == []
    assert len(outcomes) > 80


def test_the_set_has_102_tiles(scrabble: Lexicon) -> None:
    game = scrabble.manifest["game"]
    tiles, points = game["tiles"], game["points"]
    assert tiles.keys() == points.keys() == set(scrabble.spelling.alphabet)
    assert sum(tiles.values()) + game["blanks"] == 102


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Gemse", "Gämse"), ("Känguruh", "Känguru"), ("Greuel", "Gräuel"), ("schneuzt", "schnäuzt"),
        ("verbleuen", "verbläuen"), ("Quentchens", "Quäntchens"), ("Zäheit", "Zähheit"),
        ("Rauhreif", "Raureif"), ("plazierten", "platzierten"), ("Stallaterne", "Stalllaterne"),
        ("Ballettänzer", "Balletttänzer"), ("Tip", "Tipp"), ("Bendel", "Bändel"),
    ],
)  # fmt: skip
def test_of_two_spellings_the_replaced_one_falls(
    scrabble: Lexicon, wordox: Lexicon, old: str, new: str
) -> None:
    assert rule_of(scrabble, old) == ("rejected", "replaced-spellings")
    assert scrabble.verdict(new).verdict == "accepted"
    assert wordox.verdict(old).verdict == wordox.verdict(new).verdict == "accepted"


def test_what_one_game_refuses_the_other_takes(scrabble: Lexicon, wordox: Lexicon) -> None:
    for word in "uff pst miau Euro Dollar Rubel".split():
        assert word.lower() in scrabble, word
        assert word.lower() not in wordox, word
    for word in "CD DVD WC DNA Lkw".split():
        assert word.lower() not in scrabble, word
        assert word.lower() in wordox, word
    assert all(2 <= len(word) <= 15 for word in scrabble.words())

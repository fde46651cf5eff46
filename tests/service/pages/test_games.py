"""A game's own pages: rules with examples, letters, what changed, where the words are from."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexkit import notice
from lexkit.cli import run
from lexkit.notice import Credit
from lexkit.ruleset import load
from lexkit.source import load as manifest
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests.conftest import Shop
from tests.service.pages.conftest import Site, a_shop, serving, text_of


def test_a_game_shows_what_it_is_played_with(site: Site) -> None:
    page = site.get("/spiel")
    assert page.words("//h1") == "Wordox, Deutsch"
    assert "Ein Ort ist ein Name, kein Wort." in page.main
    assert "2 Steine stehen für jeden Buchstaben." in page.main
    assert "Jeder hat 7 Steine vor sich." in page.main
    assert "ß wird als SS gelegt." in page.main
    assert "ﬁ" not in page.main  # which nobody types
    (letter,) = [li for li in page.found("//*[@class='letters']/li") if text_of(li)[0] == "h"]
    assert text_of(letter) == "h2, 2 Punkte, Anzahl: 4 ×"
    assert {"/rules/spiel", "/changes/spiel", "/propose?game=spiel"} <= set(page.links())


def test_the_rules_come_with_the_examples_of_the_ruleset(site: Site) -> None:
    page = site.get("/rules/spiel", "en")
    first, second = page.found("//ol/li")
    told = text_of(first)
    assert told == (
        "A place is a name, not a word. The rules of the game say so under: “Geografische Namen”"
        " ✓ counts Essen ✕ does not count Linz"
    )
    assert "oh" in text_of(second)
    assert "/spiel/Linz" in page.links()
    assert "Tischfee" in page.main  # an example of the ruleset itself


def test_choices_are_told_with_the_one_that_was_made(tmp_path: Path) -> None:
    shop = a_shop(tmp_path / "choices")
    shop.words("worte", ["haus", "mist"])
    option = (
        "  derb:\n    values: [ja, nein]\n    default: nein\n    says: Coarse words by consent."
    )
    rules = (
        "  - rule: r\n    reject: {any: [vulgar]}\n    when: {derb: nein}\n    says: Too coarse.\n"
    )
    shop.ruleset(rules=rules, more=f"options:\n{option}")
    shop.result()
    shop.result(choices={"derb": "ja"})
    with serving(shop) as site:
        told = site.get("/rules/spiel", "en").main
        assert "Coarse words by consent. Here it is: nein" in told
        assert "Too coarse." in told
        other = site.get("/rules/spiel%2Bderb%3Dja", "en").main
        assert "Coarse words by consent. Here it is: ja" in other
        assert "Too coarse." not in other
        assert "A game (derb=ja)" in site.get("/all/haus").main
        assert site.get("/spiel%2Bderb=ja/haus").status == 200


def test_what_is_not_translated_is_marked_as_of_its_own_language(site: Site) -> None:
    page = site.get("/rules/spiel", "nl")
    told = page.words("//h2/span[@lang='en']")
    assert told == "An exclamation is no word of this game alone."
    assert not site.get("/rules/spiel", "en").found("//h2/span[@lang]")


def test_the_sources_are_named_with_licence_and_games(site: Site) -> None:
    page = site.get("/about", "en")
    assert page.words("//ul[@class='sources']//h2") == "The list tafel"
    assert "CC0-1.0" in page.main
    assert {"/spiel", "/games/about"} <= set(page.links("//ul[@class='sources']//a"))


def test_a_notice_is_read_as_it_is_written(vocabulary: Tagset) -> None:
    place = Workspace(None)
    told = load(place.ruleset("de-wordox"), vocabulary)
    known = [manifest(place.source(name), vocabulary) for name in told.sources]
    assert list(notice.credits(notice.text(told, known))) == [
        Credit(m.title, m.name, m.licence, m.homepage or "", m.attribution or "") for m in known
    ]


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A service that begins with nothing built."""
    shop = a_shop(tmp_path_factory.mktemp("moving"))
    shop.write("rules/spiel.yaml", "ruleset: spiel\n")
    with serving(shop) as found:
        yield found


def eventually(site: Site, address: str, text: str) -> str:
    """The page when it says ``text``: the service looks for new lexicons once a second."""
    until = time.monotonic() + 15
    while (page := site.get(address)).main.find(text) < 0:
        assert time.monotonic() < until, page.main
        time.sleep(0.1)
    return page.main


def words_of(shop: Shop, count: int, first: str) -> None:
    """Build the game with ``count`` long words and the word ``first``."""
    letters = "abcdefghij"
    long = ["".join(letters[int(digit)] for digit in f"{number:030}") for number in range(count)]
    shop.words("worte", [first, *long])
    shop.ruleset(rules="")
    assert run(["build", "spiel"]) == 0  # which writes down what has changed


def test_the_first_page_says_what_to_do_until_something_is_built(
    moving: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEXKIT_WORKSPACE", str(moving.shop.root))
    page = moving.get("/")
    assert page.status == 200
    assert "Noch kein Wörterbuch" in page.main
    assert "lexkit build" in page.words("//pre")
    assert "spiel" in page.main
    assert moving.get("/spiel/Haus").status == 404
    assert "kein Wörterbuch" in moving.get("/propose").main
    words_of(moving.shop, 0, "haus")
    eventually(moving, "/", "1 Wort")
    assert "Kein Wort kam dazu" in moving.get("/changes/spiel").main
    words_of(moving.shop, 1_000, "maus")
    eventually(moving, "/", "1.001 Wörter")
    page = moving.get("/changes/spiel")
    assert "1.001 Wörter kamen dazu." in page.main
    assert "Ein Wort fiel weg." in page.main
    assert "/spiel/haus" in page.links()
    seen = set[str]()
    while following := page.links("//a[@rel='next']"):
        assert len(page.text.encode()) < 100_000
        seen.update(page.links("//ul[@class='words']//a"))
        page = moving.get(following[0])
        assert page.status == 200
    seen.update(page.links("//ul[@class='words']//a"))
    assert len(seen) == 1_002
    assert "Sie stehen auf den Seiten davor." in page.main
    for name, word in (("eins", "laus"), ("zwei", "haus")):
        assert run(["release", "spiel", "--name", name, "--by", "ida"]) == 0
        words_of(moving.shop, 1_000, word)
    assert "/changes/spiel?release=zwei" in moving.get("/spiel").links()
    page = moving.get("/changes/spiel?release=zwei")
    assert "Die Ausgabe zwei (gegenüber spiel@eins)" in page.main
    assert page.links("//ul[@class='words']//a") == ["/spiel/laus", "/spiel/maus"]

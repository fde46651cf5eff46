"""The answer to a word, for somebody who has never seen a linguistic term."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from lexkit.service.pages import addresses
from lexkit.service.pages.routes import ROUTES
from tests.service.pages.conftest import Site, text_of

#: A verdict as each language says it: what counts, what does not, what nobody knows.
VERDICTS = {
    "de": ("zählt", "zählt nicht", "unbekannt"),
    "nl": ("telt", "telt niet", "onbekend"),
    "en": ("counts", "does not count", "unknown"),
}


@pytest.mark.parametrize("language", VERDICTS)
def test_the_verdict_stands_large_in_the_language_of_the_reader(site: Site, language: str) -> None:
    for word, verdict in zip(("Haus", "Linz", "Tischfee"), VERDICTS[language], strict=True):
        page = site.get(f"/spiel/{word}", language)
        assert page.status == 200
        assert page.tree.get("lang") == language == page.headers["content-language"]
        # After the sign that says the same to the eye.
        assert page.words("//main//p[@class='verdict']")[2:] == verdict
        assert page.words("//h1//*[@class='hidden']") == word
        assert word in page.words("//title")
        (shared,) = page.found("//meta[@property='og:title']")
        assert shared.get("content", "") in page.words("//title")


def test_the_rule_is_said_in_a_sentence_with_the_heading_it_rests_on(site: Site) -> None:
    page = site.get("/spiel/Linz")
    assert "Ein Ort ist ein Name, kein Wort." in page.main
    assert "„Geografische Namen“" in page.words("//cite")
    (told,) = page.found("//meta[@property='og:description']")
    assert told.get("content") == "Ein Ort ist ein Name, kein Wort."
    assert "A place is a name, not a word." in site.get("/spiel/Linz", "en").main


def test_a_rule_that_nobody_has_translated_is_said_as_the_ruleset_says_it(site: Site) -> None:
    assert "An exclamation is no word of this game alone." in site.get("/spiel/oh", "nl").main


def test_a_form_says_which_word_it_is_of_and_what_sort_of_word_that_is(site: Site) -> None:
    page = site.get("/spiel/gingst")
    assert page.words("//*[@class='readings']") == ("gingst, eine Form von gehen: Tätigkeitswort")
    assert page.links("//*[@class='readings']//a") == ["/spiel/gehen"]


def test_of_several_words_in_one_spelling_each_is_told_with_its_own_verdict(site: Site) -> None:
    readings = site.get("/spiel/Essen").found("//*[@class='readings']/li")
    assert [text_of(each) for each in readings] == [
        "Essen: Hauptwort",
        "Essen: Name eines Ortes, Landes, Berges oder Gewässers – so zählt es nicht",
    ]


def test_what_is_laid_otherwise_than_it_is_written_is_said(site: Site) -> None:
    assert "Straße wird als strasse gelegt." in site.get(f"/spiel/{quote('Straße')}").main


@pytest.mark.parametrize("word", ["X-Beine", "XBeine"])
def test_a_character_without_a_tile_is_named(site: Site, word: str) -> None:
    page = site.get(f"/spiel/{word}")
    assert "für „-“ gibt es keinen Stein" in page.main.replace("Für", "für")
    missing = page.found("//*[contains(@class, 'missing')]")
    assert [each.text for each in missing] == (["-"] if word == "X-Beine" else [])


def test_a_word_with_a_slash_has_an_address(site: Site) -> None:
    page = site.get("/spiel/km%2Fu")
    assert page.status == 200
    assert "Für „/“ gibt es keinen Stein." in page.main


def test_a_word_too_short_for_the_game_is_told_the_least(site: Site) -> None:
    assert "Ein Wort hat mindestens 2 Buchstaben." in site.get("/spiel/a").main


def test_an_unknown_word_comes_with_likely_spellings_and_the_way_to_propose_it(
    site: Site,
) -> None:
    page = site.get("/spiel/Baeume")
    assert page.links("//*[@class='hint']//a") == ["/spiel/B%C3%A4ume"]
    assert "/spiel/haus" in site.get("/spiel/Hauss").links("//ul[@class='words']//a")
    assert "/propose?word=Baeume&game=spiel" in page.links()


def test_a_word_that_a_rule_refuses_leads_to_a_dispute_of_that_rule(site: Site) -> None:
    assert "/propose?word=Linz&game=spiel&dispute=places" in site.get("/spiel/Linz").links()


def test_wild_keys_list_what_they_can_be(site: Site) -> None:
    page = site.get("/spiel/ha%3Fs")
    assert page.links("//ul[@class='words']//a") == ["/spiel/haus"]
    assert "Höchstens 1 von 2 Tasten" in site.get("/spiel/%3F%3F%3F").main


def test_other_games_are_named_with_their_verdicts(site: Site) -> None:
    page = site.get("/spiel/Haus")
    assert "Het Woordspel ✓ zählt" in page.words("//*[@class='verdicts']")
    both = site.get("/all/Haus")
    assert "Das Wort zählt in 2 von 2 Spielen." in both.main
    assert "Keines der Wörterbücher" in site.get("/all/Tischfee").main


def test_the_search_leads_to_the_address_of_the_word(site: Site) -> None:
    for asked, to in {
        "/?word=Haus&game=spiel": "/spiel/Haus",
        "/?word=+Haus+&game=": "/all/Haus",
        "/?word=km/u&game=spiel": "/spiel/km%2Fu",
        "/?word=Haus&game=about": "/games/about/Haus",
        "/?word=100%25&game=spiel": "/spiel/100%25",
    }.items():
        page = site.get(asked)
        assert (page.status, page.headers["location"]) == (303, to)
    assert "Da fehlt das Wort." in site.get("/?word=&game=spiel").main


def test_dots_alone_are_answered_where_they_are_as_no_address_can_hold_them(site: Site) -> None:
    page = site.get("/?word=..&game=spiel")
    assert page.status == 200
    assert "Für „.“ gibt es keinen Stein." in page.main


@pytest.mark.parametrize("word", ["rules", "changes"])
def test_words_that_are_called_like_pages_are_words(site: Site, word: str) -> None:
    assert site.get(f"/spiel/{word}").words("//main//p[@class='verdict']") == "✓ zählt"


def test_a_game_that_is_called_like_a_page_has_another_address(site: Site) -> None:
    assert "Woher die Wörter kommen" in site.get("/about").main
    assert "/games/about" in site.get("/").links()
    assert site.get("/games/about").words("//h1") == "Het Woordspel"
    assert site.get("/games/about/Haus").status == 200


def test_every_first_segment_of_a_page_is_taken() -> None:
    paths = [path for route in ROUTES for path in getattr(route, "paths", ())]
    first = {path.strip("/").split("/")[0] for path in paths}
    assert {each for each in first if each and not each.startswith("{")} <= addresses.TAKEN


def test_a_word_longer_than_any_is_not_looked_up(site: Site) -> None:
    page = site.get(f"/spiel/{'a' * 101}")
    assert page.status == 400
    assert "Mehr als 100 Zeichen" in page.main

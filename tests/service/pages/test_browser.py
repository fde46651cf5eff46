"""A player's whole way in a real browser: by keyboard, without scripts, small, light and dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys

from lexkit.review.store import Store
from tests.service.pages.browser import DESKTOP, PHONE, Browser, browser
from tests.service.pages.conftest import Site

#: The pages a player sees: each sort of answer, and the rest.
PAGES = (
    "/", "/spiel", "/rules/spiel", "/changes/spiel", "/about", "/propose", "/spiel/gingst",
    "/spiel/Essen", "/spiel/Linz", "/spiel/Baeume", "/spiel/X-Beine", "/spiel/ha%3Fs",
    "/spiel/Tischfee", "/all/Essen", "/propose?word=Linz&game=spiel&dispute=places", "/nowhere",
)  # fmt: skip


@pytest.fixture(scope="module")
def chromium(site: Site) -> Iterator[Browser]:
    with browser() as found:
        yield found


def fits(found: Browser) -> bool:
    """Whether the page is no wider than the window."""
    wide: bool = found.execute_script(
        "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    return wide


@pytest.mark.parametrize("page", PAGES)
def test_nothing_bars_anybody_and_everything_fits(site: Site, chromium: Browser, page: str) -> None:
    for dark in (False, True):
        for size in (PHONE, DESKTOP, (320, 600)):
            chromium.look(size, dark=dark)
            chromium.get(site.origin + page)
            assert fits(chromium), (page, size)
            for each in chromium.all("details"):
                chromium.execute_script("arguments[0].open = true", each)
            assert chromium.barriers() == [], (page, size, dark)
    told = [each for each in chromium.complaints() if "404" not in each]
    assert told == []


def test_what_bars_people_is_found(chromium: Browser) -> None:
    """Else the tests here would pass whatever the pages are."""
    page = "<html><title>t</title><p style='color: %23ccc'>hard to read</p><img src=x>"
    chromium.get(f"data:text/html,{page}")
    found = {each.partition(":")[0] for each in chromium.barriers()}
    assert {"color-contrast", "html-has-lang", "image-alt"} <= found


def test_a_form_with_mistakes_bars_nobody(site: Site, chromium: Browser) -> None:
    for dark in (False, True):
        chromium.look(PHONE, dark=dark)
        chromium.get(f"{site.origin}/propose")
        # As a browser does that does not look itself what is required.
        chromium.execute_script("document.querySelector('form[method=post]').noValidate = true")
        chromium.one("form[method=post] button").click()
        assert chromium.until("#word-wrong").text == "Welches Wort?"
        assert fits(chromium)
        assert chromium.barriers() == []


def test_a_question_is_answered(site: Site, chromium: Browser) -> None:
    chromium.look(PHONE, dark=True)
    sent = site.propose(("word", "Fragefee"))
    address = sent.headers["location"].partition("?")[0]
    store = Store.open(site.shop.workspace.database)
    store.ask_back(int(address.rpartition("/")[2]), "ida", "Welche Fee?")
    store.close()
    chromium.get(site.origin + address)
    assert fits(chromium)
    assert chromium.barriers() == []
    chromium.one("#answer").send_keys("Die vom Brunnen.")
    chromium.one("form[method=post] button").click()
    assert "Danke" in chromium.until("p[role=status]").text
    assert not chromium.all("#answer")


def press(found: Browser, *keys: str) -> None:
    found.switch_to.active_element.send_keys(*keys)


def tab_to(found: Browser, css: str) -> None:
    """Go on with the tabulator until what ``css`` names has the focus, which can be seen."""
    for _ in range(60):
        press(found, Keys.TAB)
        active = found.switch_to.active_element
        if found.execute_script("return arguments[0].matches(arguments[1])", active, css):
            style = "return getComputedStyle(arguments[0]).outlineStyle"
            assert found.execute_script(style, active) != "none", css
            return
    raise AssertionError(f"{css} cannot be reached by keyboard")


#: Languages with what the browser prefers, and words of the way in each.
WAYS = {
    "de": ("unbekannt", "Danke"),
    "nl": ("onbekend", "Bedankt"),
    "en": ("unknown", "Thank you"),
}


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
@pytest.mark.parametrize("language", WAYS)
def test_the_whole_way_by_keyboard(site: Site, language: str, scripts: bool) -> None:
    unknown, thanks = WAYS[language]
    word = f"Tastenfee{language}{'mit' if scripts else 'ohne'}"
    with browser(language, scripts=scripts) as found:
        found.look(PHONE if scripts else DESKTOP)
        found.get(site.origin)
        assert found.one("html").get_attribute("lang") == language
        # The first thing that a keyboard comes to leads past the navigation.
        tab_to(found, "a.skip")
        press(found, Keys.ENTER)
        tab_to(found, "#word")
        press(found, word)
        tab_to(found, "#game")
        press(found, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        tab_to(found, ".search button")
        press(found, Keys.ENTER)
        found.until(".verdict")
        assert found.current_url == f"{site.origin}/spiel/{word}"
        assert unknown in found.text(".verdict")
        assert found.one("[data-share]").is_displayed() == scripts
        tab_to(found, ".actions a")
        press(found, Keys.ENTER)
        found.until("#reason")
        assert found.one("#word").get_attribute("value") == word
        assert found.one("input[name=game][value=spiel]").is_selected()
        tab_to(found, "#reason")
        press(found, "<script>document.title = 'x'</script>")
        tab_to(found, "form[method=post] button")
        press(found, Keys.ENTER)
        assert thanks in found.until("p[role=status]").text
        assert "/proposals/" in found.current_url
        assert "<script>" in found.text("article")
        assert found.title != "x"
        assert scripts is False or found.barriers() == []
        # The language is changed by a link, and stays.
        other = next(tag for tag in WAYS if tag != language)
        tab_to(found, f"footer a[hreflang={other}]")
        press(found, Keys.ENTER)
        found.until(f"html[lang={other}]")
        assert "/proposals/" in found.current_url
        found.get(f"{site.origin}/spiel/Haus")
        assert found.one("html").get_attribute("lang") == other
        assert found.complaints() == []


def test_the_address_is_copied_where_scripts_run(site: Site, chromium: Browser) -> None:
    chromium.look(DESKTOP)
    chromium.get(f"{site.origin}/spiel/Haus")
    grant = {
        "origin": site.origin,
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
    }
    chromium.execute_cdp_cmd("Browser.grantPermissions", grant)
    chromium.execute_script("Object.defineProperty(navigator, 'share', {value: undefined})")
    chromium.one("[data-share]").click()
    assert chromium.until("[data-shared]:not(:empty)").text == "Die Adresse ist kopiert."


def test_another_site_cannot_send_the_form(site: Site, chromium: Browser) -> None:
    """A page that posts to ours, as an attacker's would, from a browser that has our cookie."""
    chromium.get(f"{site.origin}/propose")
    fields = "".join(
        f"<input name={name} value={value}>"
        for name, value in {
            "word": "Angriff", "game": "spiel", "reason": "r", "action": "add", "token": "0" * 64,
        }.items()
    )  # fmt: skip
    attack = f"<form method=post action={site.origin}/propose>{fields}<button>go</button></form>"
    chromium.get("data:text/html," + attack)
    chromium.one("button").click()
    assert "(403)" in chromium.until("h1").text
    assert chromium.current_url == f"{site.origin}/propose"
    assert not site.get("/spiel/Angriff").found("//main//section//a[contains(@href, 'proposals')]")

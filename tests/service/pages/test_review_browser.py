"""A maintainer's whole way in a real browser: by a key each, without scripts, on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from lexkit.review.records import Proposal, State
from tests.service.pages.browser import DESKTOP, PHONE, Browser, browser
from tests.service.pages.conftest import Site, serving
from tests.service.pages.maintaining import PASSWORD, Desk
from tests.service.pages.test_browser import fits, press, tab_to

WORDS = {
    "de": ("Vorschläge", "angenommen", "Was eine Übernahme"),
    "nl": ("Voorstellen", "aangenomen", "Wat overnemen"),
    "en": ("Proposals", "accepted", "What a merge"),
}


@pytest.fixture(scope="module")
def kept(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """The games of `site`, with proposals of their own."""
    database = f"sqlite:///{tmp_path_factory.mktemp('kept')}/review.sqlite"
    with serving(site.shop, database, proposals_per_hour=1_000) as found:
        yield Desk.of(found, database)


def sign_in(found: Browser, desk: Desk, address: str) -> None:
    """Go to a page for maintainers, and sign in there by keyboard."""
    found.get(desk.site.origin + address)
    found.until("#name:focus")  # where somebody begins to type
    press(found, "max")
    tab_to(found, "#password")
    press(found, PASSWORD, Keys.ENTER)
    at(found, desk, address)


def at(found: Browser, desk: Desk, address: str) -> None:
    """Wait until the page at ``address`` is there."""
    WebDriverWait(found, 20).until(
        lambda _: found.current_url == desk.site.origin + address, address
    )


def back_to(found: Browser, css: str) -> None:
    """Go back until what ``css`` names has the focus."""
    for _ in range(60):
        press(found, Keys.SHIFT + Keys.TAB)
        active = found.switch_to.active_element
        if found.execute_script("return arguments[0].matches(arguments[1])", active, css):
            return
    raise AssertionError(f"{css} cannot be reached by keyboard")


def state(desk: Desk, proposal: Proposal) -> State:
    return desk.store.get(proposal.number).state


@pytest.mark.parametrize("language", WORDS)
def test_the_whole_way_by_a_key_each(kept: Desk, language: str) -> None:
    ending = {"de": "zehe", "nl": "teen", "en": "toe"}[language]
    some = kept.propose(*(f"Taste{letter}{ending}" for letter in "abcd"))
    one, two, three, four = some
    query = f"letters=%2A{ending}"
    title, accepted, merge = WORDS[language]
    with browser(language) as found:
        found.look(PHONE)
        sign_in(found, kept, f"/review?{query}")
        assert found.one("html").get_attribute("lang") == language
        assert found.text("h1") == title
        found.look(DESKTOP)
        # Down to the second row and up again, and into it.
        body = found.one("body")
        body.send_keys("j", "j", "k")
        assert found.switch_to.active_element.text == one.word
        press(found, Keys.ENTER)
        at(found, kept, f"/review/{one.number}?{query}")
        # A key, the reason, Enter: it is accepted, and the next one shown.
        found.one("body").send_keys("a")
        assert found.switch_to.active_element.get_attribute("id") == "reason"
        assert found.text("[data-told]")
        press(found, "asdf", Keys.ENTER)
        at(found, kept, f"/review/{two.number}?{query}&done={one.number}")
        assert state(kept, one) is State.ACCEPTED
        assert accepted in found.text(".done")
        # The reason is there already: a key alone decides.
        found.one("body").send_keys("r")
        at(found, kept, f"/review/{three.number}?{query}&done={two.number}")
        assert state(kept, two) is State.REJECTED
        found.one("body").send_keys("u")
        at(found, kept, f"/review/{two.number}?{query}")
        assert state(kept, two) is State.OPEN
        # What is typed into a field decides nothing.
        tab_to(found, "#reply")
        press(found, "array")
        assert found.one("#reply").get_attribute("value") == "array"
        press(found, Keys.ESCAPE)
        found.one("body").send_keys("q")
        at(found, kept, f"/review/{three.number}?{query}&done={two.number}")
        assert state(kept, two) is State.ASKED_BACK
        found.one("body").send_keys("j")
        at(found, kept, f"/review/{four.number}?{query}")
        found.one("body").send_keys("k")
        at(found, kept, f"/review/{three.number}?{query}")
        # Many at once, chosen by keys.
        found.one("body").send_keys(Keys.ESCAPE)
        at(found, kept, f"/review?{query}")
        found.one("body").send_keys("j", "j", "x", "j", "x", "r")
        found.until("main .lead[role=status]")
        assert {state(kept, three), state(kept, four)} == {State.REJECTED}
        assert found.barriers() == []
        found.one("body").send_keys("u")
        WebDriverWait(found, 20).until(lambda _: state(kept, four) is State.OPEN)
        # Keys can be turned off, and stay off.
        found.get(f"{kept.site.origin}/review?{query}")
        tab_to(found, "[data-keys-on]")
        press(found, Keys.SPACE)
        found.refresh()
        found.one("body").send_keys("j", "a")
        assert found.current_url == f"{kept.site.origin}/review?{query}"
        assert state(kept, three) is State.OPEN
        found.get(f"{kept.site.origin}/merge")
        assert merge in found.text("h1")
        found.get(f"{kept.site.origin}/account")
        tab_to(found, "main form button")
        press(found, Keys.ENTER)
        at(found, kept, "/")
        found.get(f"{kept.site.origin}/review")
        assert "/sign-in" in found.current_url
        assert found.complaints() == []


@pytest.mark.parametrize("language", WORDS)
def test_the_whole_way_without_scripts(kept: Desk, language: str) -> None:
    ending = {"de": "finger", "nl": "vinger", "en": "thumb"}[language]
    one, two = kept.propose(f"Ohne{ending}", f"Auch{ending}")
    query = f"letters=%2A{ending}"
    with browser(language, scripts=False) as found:
        found.look(PHONE)
        sign_in(found, kept, f"/review?{query}")
        assert fits(found)
        assert not found.one("[data-keys]").is_displayed()
        tab_to(found, f"a.word[href*='/{one.number}?']")
        press(found, Keys.ENTER)
        at(found, kept, f"/review/{one.number}?{query}")
        assert fits(found)
        # Enter in a field sends nothing: nobody accepts by mistake.
        tab_to(found, "#reason")
        press(found, "belegt", Keys.ENTER)
        assert state(kept, one) is State.OPEN
        tab_to(found, "summary")
        press(found, Keys.ENTER)
        tab_to(found, "#tags")
        press(found, "noun")
        back_to(found, "button[value=accept]")
        press(found, Keys.ENTER)
        at(found, kept, f"/review/{two.number}?{query}&done={one.number}")
        ruling = kept.store.get(one.number).ruling
        assert ruling is not None
        assert ruling.line is not None
        assert ruling.line.tags == ("noun",)
        tab_to(found, ".done button")
        press(found, Keys.ENTER)
        at(found, kept, f"/review/{one.number}?{query}")
        assert state(kept, one) is State.OPEN
        found.get(f"{kept.site.origin}/review?{query}")
        for each in (one, two):
            tab_to(found, f"input[value^='{each.number}:']")
            press(found, Keys.SPACE)
        tab_to(found, "#reason")
        press(found, "kein Wort")
        tab_to(found, "button[value=reject]")
        press(found, Keys.ENTER)
        found.until("main .lead[role=status]")
        assert {state(kept, one), state(kept, two)} == {State.REJECTED}
        assert fits(found)


def test_another_site_cannot_decide(kept: Desk) -> None:
    """A page that posts to ours, as an attacker's would, in the browser of who is signed in."""
    (proposal,) = kept.propose("Angriffsfee")
    with browser("en") as found:
        sign_in(found, kept, "/review")
        token = found.one("input[name=token]").get_attribute("value")
        fields = "".join(
            f"<input name={name} value={value}>"
            for name, value in {"seen": "1", "reason": "r", "token": token}.items()
        )
        target = f"{kept.site.origin}/review/{proposal.number}"
        button = "<button name=do value=accept>go</button>"
        found.get(f"data:text/html,<form method=post action={target}>{fields}{button}</form>")
        found.one("button").click()
        found.until("main h1")
        assert state(kept, proposal) is State.OPEN
        # Nor is it shown in a frame there, to be clicked on.
        found.get(f"data:text/html,<iframe src={target}></iframe>")
        found.switch_to.frame(0)
        assert not found.all("button[value=accept]")


def test_nothing_bars_anybody_and_everything_fits(kept: Desk) -> None:
    long = "x" * 300
    (known,) = kept.propose("gingst", action="remove", reference=long)
    new, asked, done = kept.propose("Barrierefee", "Fragefee", "Fertigfee", reason=long)
    with browser("de") as found:
        sign_in(found, kept, "/account")
        kept.store.ask_back(asked.number, "ida", "Wo kommt es vor?")
        pages = [
            "/review", "/review?state=all&kind=verb", "/merge", "/account", "/release/spiel",
            f"/review/{known.number}", f"/review/{new.number}", f"/review/{asked.number}",
            f"/review/{new.number}?done={done.number}", "/review/999999", "/sign-in",
        ]  # fmt: skip
        for page in pages:
            for dark in (False, True):
                for size in (PHONE, DESKTOP, (320, 600)):
                    found.look(size, dark=dark)
                    found.get(kept.site.origin + page)
                    for each in found.all("details"):
                        found.execute_script("arguments[0].open = true", each)
                    assert fits(found), (page, size)
                    assert found.barriers() == [], (page, size, dark)
        assert [each for each in found.complaints() if "404" not in each] == []

"""A player proposes a word and sees what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lexkit.review.records import Deed, Ruling
from lexkit.review.store import Store
from tests.service.pages.conftest import Site, a_game, a_shop, serving


def number_of(location: str) -> int:
    return int(location.partition("?")[0].rpartition("/")[2])


def test_a_proposal_is_taken_and_what_becomes_of_it_is_told(site: Site) -> None:
    sent = site.propose(
        ("word", "Tischfee"), ("reason", "Eine Fee.\nAm Tisch."), ("reference", "Märchen, S. 3"),
        ("name", "Geheimnis"),
    )  # fmt: skip
    assert sent.status == 303
    page = site.get(sent.headers["location"])
    assert "Danke, das ist angekommen." in page.main
    assert "wartet auf eine Entscheidung" in page.main
    assert "Eine Fee. Am Tisch." in page.main
    assert "Märchen, S. 3" in page.main
    assert "Geheimnis" not in page.text
    number = number_of(sent.headers["location"])
    links = site.get("/spiel/tischfee").links()
    assert f"/proposals/{number}" in links
    assert not [link for link in links if "word=tischfee" in link]  # one is enough

    again = site.propose(("word", "TISCHFEE"))
    assert "has been proposed already" in again.main.replace("TISCHFEE ", "")
    assert f"/proposals/{number}" in again.links()

    assert "Deine Antwort" not in page.main  # where nobody has asked
    store = Store.open(site.shop.workspace.database)
    store.ask_back(number, "ida", "Welche Märchen?")
    page = site.get(f"/proposals/{number}")
    assert "Welche Märchen?" in page.main
    cookie, token = page.headers["set-cookie"].partition(";")[0], page.token
    for text, sent_with, status in (
        ("Eines.", "", 403), ("", token, 422), ("a" * 4001, token, 422),
        ("<b>Eines</b>", token, 303), ("Noch eines.", token, 409),
    ):  # fmt: skip
        fields = [("token", sent_with), ("answer", text)]
        sent = site.post(f"/proposals/{number}", fields, {"cookie": cookie})
        assert sent.status == status
        assert (status == 303) == ("location" in sent.headers)
    told = store.history(number)[-1]
    assert (told.deed, told.reason, told.by) == (Deed.ANSWERED, "<b>Eines</b>", "anonymous")
    assert "wartet auf eine Entscheidung" in site.get(f"/proposals/{number}").main
    store.decide(number, Ruling(False, "ida", "steht nirgends", "Duden", "Leider nicht."))
    store.close()
    page = site.get(f"/proposals/{number}")
    assert "Der Vorschlag ist abgelehnt." in page.main
    assert "Leider nicht." in page.main
    assert "Duden" in page.main
    assert "ida" not in page.main
    assert "abgelehnt" in site.get("/spiel/Tischfee").words("//section")


def test_a_word_that_counts_need_not_be_proposed(site: Site) -> None:
    page = site.propose(("word", "Haus"))
    assert (page.status, "counts already" in page.main) == (200, True)
    assert "does not count anyway" in site.propose(("word", "Hausxyz"), ("action", "remove")).main
    assert site.propose(("word", "Häuser"), ("action", "remove")).status == 303


def test_a_word_that_a_rule_refuses_is_told_so_and_the_rule_can_be_disputed(site: Site) -> None:
    page = site.propose(("word", "Graz"))
    assert "A place is a name, not a word." in page.main
    (dispute,) = [link for link in page.links() if "dispute=" in link]
    form = site.get(dispute, "en")
    assert "The rule says: A place is a name, not a word." in form.main
    assert form.found("//input[@name='dispute'][@value='places']")
    sent = site.propose(("word", "Graz"), ("dispute", "places"))
    assert sent.status == 303


def test_each_game_gets_its_own_answer(site: Site) -> None:
    page = site.propose(("word", "Nixe"), ("game", "spiel"))
    assert page.status == 303
    page = site.propose(("word", "Nixe"), ("game", "spiel"), ("game", "about"))
    assert "has been proposed already" in page.main
    assert "is proposed. Thank you!" in page.main
    both = site.propose(("word", "Nixen"), ("game", "spiel"), ("game", "about"))
    links = site.get(both.headers["location"]).links()
    assert {"/spiel/Nixen", "/games/about/Nixen"} <= set(links)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("word", "", "Which word?"), ("word", " \u00ad", "Which word?"),
        ("word", "a" * 101, "too long"), ("reason", "  ", "Please write why."),
        ("reason", "a" * 4001, "too long"), ("reference", "a" * 4001, "too long"),
        ("name", "a" * 201, "too long"), ("game", "nosuch", "at least one game"),
        ("game", "", "at least one game"), ("action", "tag", "one of the two"),
        ("action", "", "one of the two"),
    ],
)  # fmt: skip
def test_what_is_missing_is_said_beside_its_field_and_the_rest_is_kept(
    site: Site, field: str, value: str, says: str
) -> None:
    page = site.propose(("word", "Feld"), ("reference", "Buch"), (field, value))
    assert page.status == 422
    assert says in page.words(f"//*[@id='{field}-wrong']")
    (link,) = page.links("//*[@role='alert']//a")
    (found,) = page.found(f"//*[@id='{link[1:]}']")
    assert found.get("aria-invalid") == "true"
    assert f"{field}-wrong" in found.get("aria-describedby", "")
    if field != "reference":
        assert page.found("//input[@name='reference'][@value='Buch']")


def test_control_characters_and_half_characters_are_no_harm(site: Site) -> None:
    sent = site.propose(("word", "Steuer"), ("reason", "a\x00b\x1b[31m\r\nc\u202ed"))
    assert sent.status == 303
    assert "\x1b" not in site.get(sent.headers["location"]).text


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A service that takes two proposals an hour."""
    shop = a_shop(tmp_path_factory.mktemp("strict"))
    a_game(shop)
    with serving(shop, proposals_per_hour=2) as found:
        yield found


def test_whoever_proposes_too_often_is_told_to_wait(strict: Site) -> None:
    assert [strict.propose(("word", f"Wort{c}")).status for c in "ab"] == [303, 303]
    page = strict.propose(("word", "Wortc"))
    assert page.status == 429
    assert page.headers["content-type"].startswith("text/html")
    assert f"Try again in {int(page.headers['retry-after']):,} seconds." in page.main


def test_where_proposals_are_closed_the_form_says_so(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    shop = a_shop(tmp_path_factory.mktemp("closed"))
    a_game(shop)
    with serving(shop, open_proposals="false") as site:
        page = site.get("/propose", "en")
        assert "These pages take no proposals." in page.main
        assert not page.found("//form[@method='post']")
        assert not [link for link in site.get("/spiel/Tischfee").links() if "word=" in link]
        fields = [("word", "Tischfee"), ("game", "spiel"), ("reason", "r")]
        assert site.post("/propose", fields, {}).status == 403


def test_words_are_looked_up_while_the_database_is_away(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    shop = a_shop(tmp_path_factory.mktemp("away"))
    a_game(shop)
    with serving(shop, database="postgresql://nobody@127.0.0.1:1/none") as site:
        assert site.get("/spiel/Haus").status == 200
        for page in (site.get("/proposals/1", "en"), site.propose(("word", "Tischfee"))):
            assert page.status == 503
            assert "cannot be reached just now" in page.main
            assert page.headers["retry-after"]
            assert "127.0.0.1:1" not in page.text

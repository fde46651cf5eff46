"""The queue and the evidence on the pages: decided one by one and many at once, undone, refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from urllib.parse import quote, urlencode

import pytest

from lexkit.curated import Scope
from lexkit.review.records import Deed, Proposal, State
from tests.service.pages.conftest import Page
from tests.service.pages.maintaining import Desk, Person
from tests.service.pages.test_safety import HEAVIEST, SCRIPT

_NUMBERS = count()


@pytest.fixture(scope="module")
def max_(desk: Desk) -> Person:
    """A maintainer who is signed in."""
    return desk.person("max")


@pytest.fixture(scope="module")
def ida(desk: Desk) -> Person:
    return desk.person("ida")


@pytest.fixture
def proposal(desk: Desk) -> Proposal:
    """A proposal that nobody has seen yet."""
    (found,) = desk.propose(new_word())
    return found


def new_word(ending: str = "fee") -> str:
    """A word that was never proposed."""
    number = next(_NUMBERS)
    return "Wort" + "".join("abcdefghij"[int(digit)] for digit in str(number)) + ending


def is_clean(page: Page) -> bool:
    """Whether nothing in the page runs or looks otherwise but by our own files."""
    sources = [each.get("src") or "" for each in page.found("//script")]
    ours = all(re.fullmatch(r"/assets/(script|review)\.\w+\.js", source) for source in sources)
    strange = page.found("//img | //style | //iframe | //object | //base | //*[@style]")
    handlers = [a for e in page.found("//*") for a in e.attrib if str(a).startswith("on")]
    programs = [link for link in page.links() if link.lower().startswith("javascript:")]
    policy = page.headers["content-security-policy"]
    closed = policy.startswith("default-src 'none'; style-src 'self'; script-src 'self';")
    return (
        ours and closed and "unsafe" not in policy and not strange and not handlers
        and not programs and "21993" not in page.text and len(page.text.encode()) < HEAVIEST
    )  # fmt: skip


def test_a_decision_leads_to_the_next_and_can_be_taken_back(desk: Desk, max_: Person) -> None:
    ending = "kette"
    first, second = desk.propose(new_word(ending), new_word(ending))
    address = f"/review/{first.number}?letters=*{ending}"
    page = max_.get(address)
    assert f"/review/{second.number}?letters=%2A{ending}" in page.links("//a[@rel='next']")
    page = max_.post(
        address, ("do", "accept"), ("seen", "1"), ("reason", "it is one"), ("reference", "p. 7"),
        ("reply", "Thank you"),
    )  # fmt: skip
    assert page.status == 303
    found = desk.store.get(first.number)
    assert found.state is State.ACCEPTED
    assert found.ruling is not None
    ruling = found.ruling
    assert (ruling.by, ruling.reason, ruling.reference, ruling.reply) == (
        "max", "it is one", "p. 7", "Thank you",
    )  # fmt: skip
    page = max_.get(page.headers["location"])
    assert page.words("//h1") == second.word
    assert f"Done: {first.number}, {first.word}" in page.words("//*[@role='status']")
    (undo,) = page.found("//form[.//button[@data-key='u']]")
    seen = [
        e.get("value", "")
        for e in page.found("//form[.//button[@value='undo']]//input[@name='seen']")
    ]
    token = [e.get("value", "") for e in page.found("//input[@name='token']")]
    page = max_.post(undo.get("action", ""), ("do", "undo"), ("seen", seen[0]), token=token[0])
    assert page.status == 303
    assert desk.store.get(first.number).state is State.OPEN
    # After the last one there are none left, and the queue says so.
    max_.decide(first, "reject", ("reason", "no"))
    assert desk.store.get(first.number).state is State.OPEN  # as it was seen before all that
    for each in (first, second):
        now = desk.store.get(each.number)
        page = max_.post(
            f"/review/{each.number}?letters=*{ending}",
            ("do", "reject"), ("seen", str(now.version)), ("reason", "no"),
        )  # fmt: skip
    assert page.headers["location"].startswith("/review?letters=")
    page = max_.get(page.headers["location"])
    assert "0 proposals wait" in page.main
    assert second.word in page.words("//*[@role='status']")


def test_the_line_that_is_written_can_be_another(
    desk: Desk, max_: Person, proposal: Proposal
) -> None:
    page = max_.decide(
        proposal, "accept", ("reason", "r"), ("lemma", "Wortfee"), ("scope", "form"),
        ("tags", "noun, dated"), ("paradigm", "de-noun"), ("clause", "Märchen"),
    )  # fmt: skip
    assert page.status == 303
    ruling = desk.store.get(proposal.number).ruling
    assert ruling is not None
    assert ruling.line is not None
    line = ruling.line
    assert (line.word, line.scope, line.tags) == ("Wortfee", Scope.FORM, ("dated", "noun"))
    assert (line.paradigm, line.clause) == ("de-noun", "Märchen")
    told = max_.get(f"/review/{proposal.number}").main
    assert "accept form Wortfee · dated noun · de-noun · Märchen" in told


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ((("do", "accept"),), "Please write why."),
        ((("do", "reject"), ("reason", "  ")), "Please write why."),
        ((("do", "ask"), ("reason", "r")), "Please write what you want to ask."),
        ((("do", "note"), ("reason", "r")), "Please write the note."),
        ((("do", "accept"), ("reason", "r" * 4_001)), "This is too long."),
        ((("do", "accept"), ("reason", "r"), ("lemma", "x"), ("scope", "form"),
              ("tags", "nuon")), "nuon"),
        ((("do", "accept"), ("reason", "r"), ("lemma", "x"), ("scope", "all")), "all"),
        ((("do", "accept"), ("reason", "r"), ("lemma", "x"), ("scope", "form"),
          ("paradigm", "../../etc")), "etc"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_and_nothing_lost(
    desk: Desk, max_: Person, proposal: Proposal, fields: tuple[tuple[str, str], ...], says: str
) -> None:
    page = max_.decide(proposal, fields[0][1], *fields[1:], ("reference", "kept"))
    assert page.status == 422
    assert says in page.main
    assert [e.get("value") for e in page.found("//input[@name='reference']")] == ["kept"]
    assert desk.store.get(proposal.number) == proposal
    assert is_clean(page)


def test_asking_back_and_notes(desk: Desk, max_: Person, ida: Person, proposal: Proposal) -> None:
    assert max_.decide(proposal, "ask", ("reply", "Where is it used?")).status == 303
    asked = desk.store.get(proposal.number)
    assert asked.state is State.ASKED_BACK
    public = desk.site.get(f"/proposals/{proposal.number}", "en").main
    assert "Where is it used?" in public
    page = ida.decide(asked, "note", ("note", "I have asked a linguist"))
    assert page.headers["location"] == f"/review/{proposal.number}"
    assert [event.deed for event in desk.store.history(proposal.number)][-1] is Deed.NOTED
    assert "I have asked a linguist" in max_.get(f"/review/{proposal.number}").main
    assert "linguist" not in desk.site.get(f"/proposals/{proposal.number}", "en").text


def test_a_decision_on_what_has_changed_is_refused(
    desk: Desk, max_: Person, ida: Person, proposal: Proposal
) -> None:
    assert ida.decide(proposal, "reject", ("reason", "ida has looked it up")).status == 303
    before = desk.store.history(proposal.number)
    page = max_.decide(proposal, "accept", ("reason", "max has not"))
    assert page.status == 409
    assert "Somebody was faster" in page.words("//*[@role='alert']")
    assert "ida has looked it up" in page.main
    assert not page.found("//button[@value='accept']")
    assert max_.decide(proposal, "undo").status == 409
    # Without what was seen, nothing is decided either.
    assert max_.post(f"/review/{proposal.number}", ("do", "undo")).status == 409
    assert desk.store.history(proposal.number) == before


def test_many_are_decided_each_on_its_own(desk: Desk, max_: Person, ida: Person) -> None:
    some = desk.propose(*(new_word("liste") for _ in range(4)))
    ida.decide(some[2], "reject", ("reason", "ida was there"))
    chosen = [("number", f"{each.number}:{each.version}") for each in some]
    page = max_.post("/review?letters=*liste", *chosen, ("do", "accept"), ("reason", "listed"))
    assert page.status == 200
    assert "3 decisions are made. One was not." in page.main
    assert "ida was there" in page.main
    states = [desk.store.get(each.number).state for each in some]
    assert states == [State.ACCEPTED, State.ACCEPTED, State.REJECTED, State.ACCEPTED]
    assert is_clean(page)
    # All of them are taken back at once, as they are checked already.
    made = [("number", e.get("value", "")) for e in page.found("//input[@name='number'][@checked]")]
    token = page.found("//input[@name='token']")[0].get("value", "")
    page = max_.post("/review?letters=*liste", *made, ("do", "undo"), token=token)
    assert "3 decisions are made." in page.main
    states = [desk.store.get(each.number).state for each in some]
    assert states == [State.OPEN, State.OPEN, State.REJECTED, State.OPEN]


def test_many_need_a_reason_and_a_choice(desk: Desk, max_: Person) -> None:
    some = desk.propose(new_word("wahl"), new_word("wahl"))
    chosen = [("number", f"{each.number}:{each.version}") for each in some]
    page = max_.post("/review?letters=*wahl", *chosen, ("do", "accept"), ("reason", ""))
    assert page.status == 422
    assert len(page.found("//input[@name='number'][@checked]")) == 2
    page = max_.post("/review?letters=*wahl", ("do", "accept"), ("reason", "kept"))
    assert page.status == 422
    assert [e.get("value") for e in page.found("//input[@name='reason']")] == ["kept"]
    for fields in (
        [("number", "x:1"), ("number", f"{some[0].number}")],
        [("number", f"{n}:1") for n in range(1, 60)],
        [("number", "1:1"), ("do", "merge")],
        [("number", "1:1"), ("do", "note"), ("note", "n")],
    ):
        page = max_.post("/review", ("do", "accept"), ("reason", "r"), *fields)
        assert page.status in (400, 422) or "0 decisions are made." in page.main, fields
    unknown = max_.post("/review", ("number", "2147483647:1"), ("do", "reject"), ("reason", "r"))
    assert "0 decisions are made. One was not." in unknown.main
    assert [desk.store.get(each.number).version for each in some] == [1, 1]


def shown(page: Page) -> list[str]:
    return [str(each.text) for each in page.found("//a[@data-row]")]


def test_filters(desk: Desk, max_: Person) -> None:
    one, two = desk.propose(new_word("filter"), new_word("filter"), name="tom filter")
    (other,) = desk.propose("Linzfilter", name="anna")
    (gone,) = desk.propose("gehen", action="remove", name="anna")
    max_.decide(two, "reject", ("reason", "r"))
    mine = "letters=*filter"
    assert shown(max_.get(f"/review?{mine}")) == [one.word, other.word]
    assert shown(max_.get(f"/review?{mine}&state=all")) == [one.word, two.word, other.word]
    assert shown(max_.get(f"/review?{mine}&state=rejected")) == [two.word]
    assert shown(max_.get(f"/review?{mine}&proposer=anna")) == [other.word]
    assert shown(max_.get("/review?action=remove&proposer=anna")) == [gone.word]
    assert shown(max_.get("/review?kind=verb")) == [gone.word]
    assert shown(max_.get("/review?rule=default&proposer=anna")) == [gone.word]
    assert shown(max_.get(f"/review?{mine}&game=spiel")) == [one.word, other.word]
    assert shown(max_.get(f"/review?{mine}&game=about")) == []
    assert shown(max_.get(f"/review?{mine}&origin=nowhere.csv")) == []
    # A filter that is none, or wild signs of the database, do no harm.
    assert shown(max_.get(f"/review?{mine}&state=x&action=y")) == [one.word, other.word]
    assert shown(max_.get("/review?letters=%25filter")) == []
    assert max_.get("/review?after=-1").status == 400
    assert max_.get(f"/review?letters={'*' * 5000}").status == 200
    max_.decide(gone, "reject", ("reason", "r"))


def test_the_queue_has_pages(desk: Desk, max_: Person) -> None:
    some = desk.propose(*(new_word("seite") for _ in range(53)))
    page = max_.get("/review?letters=*seite")
    assert "53 proposals wait" in page.main
    assert shown(page) == [each.word for each in some[:50]]
    assert is_clean(page)
    (following,) = page.links("//a[@rel='next']")
    page = max_.get(following)
    assert shown(page) == [each.word for each in some[50:]]
    assert not page.links("//a[@rel='next']")
    assert "/review?letters=%2Aseite" in page.links("//main//a")


def scripted(desk: Desk) -> Iterator[tuple[str, str]]:
    """Script in every field that somebody can fill in, by the pages that show it."""
    fields = {"reason": SCRIPT, "reference": SCRIPT, "name": SCRIPT[:190]}
    (found,) = desk.propose(new_word("skript"), **fields)
    person = desk.person("max")
    texts = [(name, SCRIPT) for name in ("reason", "reference", "reply", "note", "clause")]
    person.decide(found, "note", *texts)
    person.decide(desk.store.get(found.number), "ask", *texts)
    yield f"/review/{found.number}", "4"
    yield "/review?letters=*skript", "2"
    line = [("lemma", found.word), ("scope", "lemma"), ("tags", ""), ("paradigm", "")]
    person.decide(desk.store.get(found.number), "accept", *texts, *line)
    yield f"/review/{found.number}", "7"
    yield "/review?letters=*skript&state=all", "2"
    yield f"/review?done={found.number}", "0"
    yield "/merge", "0"
    yield f"/proposals/{found.number}", "2"


def test_script_in_every_field_is_text(desk: Desk, max_: Person) -> None:
    for address, least in scripted(desk):
        page = max_.get(address)
        assert page.status == 200, address
        assert is_clean(page), address
        assert page.main.count(SCRIPT) >= int(least), (address, page.main)


def test_script_in_an_address_and_in_what_is_typed_is_text(
    desk: Desk, max_: Person, proposal: Proposal
) -> None:
    names = ("game", "state", "letters", "proposer", "kind", "rule", "origin", "done", "after")
    query = urlencode(dict.fromkeys(names[:-1], SCRIPT))
    for address in (
        f"/review?{query}",
        f"/review/{proposal.number}?{query}",
        f"/sign-in?to={quote(SCRIPT)}",
    ):
        assert is_clean(max_.get(address))
    every = [(name, SCRIPT) for name in ("reference", "reply", "lemma", "scope", "tags", "clause")]
    page = max_.decide(proposal, "accept", ("reason", SCRIPT), *every)
    assert page.status == 422
    assert is_clean(page)
    page = max_.post("/review", ("number", SCRIPT), ("do", "accept"), ("reason", SCRIPT))
    assert is_clean(page)


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/review/999999", 404), ("GET", "/review/99999999999999999999", 404),
        ("GET", "/review/0", 404), ("GET", "/review/x", 404), ("GET", "/release/nosuch", 404),
        ("GET", "/report/nosuch", 404), ("GET", "/report/..%2F..%2Fetc", 404),
        ("POST", "/review/999999", 404), ("POST", "/release/nosuch", 404),
    ],
)  # fmt: skip
def test_what_is_not_there_is_said_on_a_page(
    max_: Person, method: str, address: str, status: int
) -> None:
    if method == "GET":
        page = max_.get(address)
    else:
        token = max_.token("/account")
        fields = (("do", "reject"), ("seen", "1"), ("reason", "r"))
        page = max_.post(address, *fields, token=token)
    assert page.status == status
    assert is_clean(page)


@pytest.mark.parametrize("language", ["de", "en", "nl"])
def test_every_page_speaks_the_language_of_who_asks(
    desk: Desk, max_: Person, proposal: Proposal, language: str
) -> None:
    person = Person(desk.site, dict(max_.cookies), language)
    for address in (
        "/review",
        f"/review/{proposal.number}",
        "/merge",
        "/account",
        "/release/spiel",
    ):
        page = person.get(address)
        assert (page.status, page.headers["content-language"]) == (200, language)
        assert page.found("//html")[0].get("lang") == language
        assert len(page.found("//h1")) == 1
        assert page.words("//title")
        assert is_clean(page), address

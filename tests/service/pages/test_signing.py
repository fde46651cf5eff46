"""Signing in on the pages: who is let in, who is not, and what strangers try."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa

from lexkit.access import csrf
from lexkit.access.accounts import Accounts
from lexkit.access.roles import Role
from lexkit.access.secret import new_secret
from lexkit.access.tokens import Tokens
from lexkit.database import tables
from tests.service.pages.conftest import Page
from tests.service.pages.maintaining import COOKIE, PASSWORD, Desk, Person

#: Every page that is for maintainers alone, and the forms that are sent to them.
PAGES = ("/review", "/review/1", "/merge", "/release/spiel", "/report/spiel", "/account")
FORMS = ("/review", "/review/1", "/merge", "/release/spiel", "/account")


def is_let_in(page: Page) -> bool:
    return page.status in (200, 404) and page.headers["cache-control"] == "no-store"


def is_sent_away(page: Page) -> bool:
    return page.status == 303 and page.headers["location"].startswith("/sign-in?to=")


def alter(desk: Desk, update: sa.Update) -> None:
    desk.store.database.write(lambda connection: connection.execute(update))


def account(desk: Desk, name: str, role: Role = Role.MAINTAINER) -> None:
    Accounts(desk.store.database).create(name, role, PASSWORD, "test")


def test_a_session_is_in_a_cookie_for_this_host_and_for_no_script(desk: Desk) -> None:
    person = Person(desk.site)
    page = person.sign_in("max")
    assert (page.status, page.headers["location"]) == (303, "/review")
    told = page.headers["set-cookie"].split("; ")
    assert told[0].startswith(f"{COOKIE}=")
    assert {"HttpOnly", "Path=/", "SameSite=lax", "Secure"} <= set(told[1:])
    assert not any(each.lower().startswith("domain") for each in told)
    page = person.get("/review")
    assert page.status == 200
    assert page.headers["cache-control"] == "no-store"
    assert "Cookie" in page.headers["vary"]
    assert {"/review", "/merge", "/account"} <= set(page.links("//header//a"))
    assert person.cookies[COOKIE] not in page.text
    assert "/review" not in desk.site.get("/").links()


def test_who_is_sent_to_sign_in_is_led_back(desk: Desk) -> None:
    person = Person(desk.site)
    page = person.get("/review?game=spiel&letters=*ee")
    assert is_sent_away(page)
    page = person.get(page.headers["location"])
    (to,) = page.found("//input[@name='to']")
    page = person.sign_in("max", to=to.get("value", ""))
    assert page.headers["location"] == "/review?game=spiel&letters=*ee"


@pytest.mark.parametrize(
    "to",
    ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "evil",
     "/\t/evil.example", "/\n/evil.example", "javascript:alert(1)"],
)  # fmt: skip
def test_signing_in_leads_nowhere_else(desk: Desk, to: str) -> None:
    # An account of its own: the tries at a name are counted.
    name = f"weg{abs(hash((to, desk.store.database.name)))}"
    account(desk, name)
    assert Person(desk.site).sign_in(name, to=to).headers["location"] == "/"
    page = Person(desk.site).get(f"/sign-in?to={quote(to)}")
    assert [each.get("value") for each in page.found("//input[@name='to']")] == ["/"]


def test_a_wrong_name_and_a_wrong_password_are_told_alike(desk: Desk) -> None:
    pages = [
        Person(desk.site).sign_in(*tried)
        for tried in (("max", "falsches Passwort"), ("nobody", PASSWORD), ("max", ""), ("", ""))
    ]
    assert {page.status for page in pages} == {422}
    assert len({page.words("//main//*[@role='alert']") for page in pages}) == 1
    assert not any(COOKIE in page.headers.get("set-cookie", "") for page in pages)
    assert all(page.headers["cache-control"] == "no-store" for page in pages)
    assert PASSWORD not in pages[1].text


def test_trying_passwords_is_counted(desk: Desk) -> None:
    account(desk, "viel")
    person = Person(desk.site)
    for _ in range(10):
        assert person.sign_in("viel", "immer daneben").status == 422
    page = person.sign_in("viel")
    assert page.status == 429
    assert 0 < int(page.headers["retry-after"]) <= 900
    assert COOKIE not in person.cookies
    assert "too often" in page.main
    # Whoever sits elsewhere is not kept out by that.
    assert Person(desk.site).sign_in("viel").status == 303


def test_a_session_that_was_planted_is_not_taken(desk: Desk) -> None:
    person = Person(desk.site, {COOKIE: new_secret()})
    planted = person.cookies[COOKIE]
    assert person.sign_in("max").status == 303
    assert person.cookies[COOKIE] != planted
    assert is_sent_away(Person(desk.site, {COOKIE: planted}).get("/review"))
    # Signing in anew ends the session of before.
    former = person.cookies[COOKIE]
    assert person.sign_in("ida").status == 303
    assert is_sent_away(Person(desk.site, {COOKIE: former}).get("/review"))


@pytest.mark.parametrize(
    "forged",
    ["", "x", "A" * 43, "ä" * 20, "' OR 1=1 --", "max", "admin", "A" * 4000, '"', "%00", "null"],
)  # fmt: skip
def test_a_forged_session_is_none(desk: Desk, forged: str) -> None:
    page = desk.site.ask(
        "GET", "/review", headers={"cookie": f"{COOKIE}={quote(forged, safe=' =%')}"}
    )
    assert is_sent_away(page)
    assert "Max-Age=0" in page.headers["set-cookie"]


def digest_of(desk: Desk, person: Person) -> str:
    """The digest of the session in the database: whoever reads it cannot sign in by it."""
    from hashlib import sha256

    digest = sha256(person.cookies[COOKIE].encode()).hexdigest()
    table = tables.session
    select = sa.select(table.c.digest).where(table.c.digest == digest)
    found: str = desk.store.database.read(lambda c: c.execute(select).scalar_one())
    return found


def test_what_the_database_holds_opens_nothing(desk: Desk) -> None:
    digest = digest_of(desk, desk.person())
    for told in (digest, digest[:43]):
        assert is_sent_away(Person(desk.site, {COOKIE: told}).get("/review"))


@pytest.mark.parametrize(
    ("column", "age"), [("at", timedelta(days=7)), ("seen", timedelta(hours=12))]
)
def test_an_expired_session_is_none(desk: Desk, column: str, age: timedelta) -> None:
    person = desk.person("ida")
    assert is_let_in(person.get("/review"))
    digest, table = digest_of(desk, person), tables.session
    before = desk.store.database.read(
        lambda c: c.execute(sa.select(table.c[column]).where(table.c.digest == digest)).scalar_one()
    )
    alter(desk, table.update().where(table.c.digest == digest).values({column: before - age}))
    assert is_sent_away(person.get("/review"))
    assert COOKIE not in person.cookies


def test_a_copy_of_a_session_ends_with_it(desk: Desk) -> None:
    person = desk.person("ida")
    stolen = Person(desk.site, dict(person.cookies))
    assert is_let_in(stolen.get("/review"))
    page = person.post("/sign-out", token=person.token("/account"))
    assert (page.status, page.headers["location"]) == (303, "/")
    assert COOKIE not in person.cookies
    assert is_sent_away(stolen.get("/review"))


def test_signing_out_takes_a_form_of_ours(desk: Desk) -> None:
    person = desk.person("ida")
    assert person.post("/sign-out", token="").status == 403
    token = person.token("/account")
    assert person.post("/sign-out", token=token, origin="https://evil.example").status == 403
    assert desk.site.get("/sign-out", cookie=f"{COOKIE}={person.cookies[COOKIE]}").status == 405
    assert is_let_in(person.get("/review"))


@pytest.mark.parametrize("end", ["disable", "set_password"])
def test_a_session_ends_with_its_account_or_its_password(desk: Desk, end: str) -> None:
    account(desk, end)
    person = desk.person(end)
    told = () if end == "disable" else ("ein anderes Passwort",)
    getattr(Accounts(desk.store.database), end)(end, *told)
    assert is_sent_away(person.get("/review"))
    assert Person(desk.site).sign_in(end).status == 422


@pytest.mark.parametrize("address", PAGES)
def test_pages_for_maintainers_are_for_nobody_else(desk: Desk, address: str) -> None:
    assert is_sent_away(Person(desk.site).get(address))


def test_no_token_and_no_parameter_opens_a_page(desk: Desk) -> None:
    tokens = Tokens(desk.store.database)
    for role in Role:
        _, text = tokens.create(f"escalate-{role}", role, "test")
        headers = {"authorization": f"Bearer {text}", "cookie": f"{COOKIE}={text}; role=admin"}
        page = desk.site.ask("GET", "/review?role=admin&account=max&by=max", headers=headers)
        assert is_sent_away(page)


def test_a_session_opens_nothing_of_the_api(desk: Desk) -> None:
    """A browser would send it by itself, from whatever page."""
    person = desk.person()
    for address in ("/v1/proposals", "/v1/tokens"):
        assert person.get(address).status == 401
        told = {"authorization": f"Bearer {person.cookies[COOKIE]}"}
        assert person.get(address, **told).status == 401


def test_an_account_of_another_role_sees_nothing(desk: Desk) -> None:
    account(desk, "spieler")
    person = desk.person("spieler")
    table = tables.account
    alter(desk, table.update().where(table.c.name == "spieler").values(role=Role.GAME.value))
    for address in PAGES:
        page = person.get(address)
        assert page.status == 403, address
        assert "does not have that role" in page.main


def test_an_admin_may_do_what_a_maintainer_may(desk: Desk) -> None:
    account(desk, "chef", Role.ADMIN)
    assert is_let_in(desk.person("chef").get("/review"))


#: What another site can make a browser send: the cookie goes with it, at most.
ELSEWHERE: list[Callable[[Desk, Person], dict[str, Any]]] = [
    lambda desk, person: {"origin": "https://evil.example"},
    lambda desk, person: {"origin": "null"},
    lambda desk, person: {"sec-fetch-site": "cross-site"},
    lambda desk, person: {"sec-fetch-site": "same-site"},
    lambda desk, person: {"token": "0" * 96},
    lambda desk, person: {"token": csrf.token(new_secret())},
    lambda desk, person: {"token": Person(desk.site).token("/sign-in")},
]


@pytest.mark.parametrize("sent", range(len(ELSEWHERE)))
@pytest.mark.parametrize("address", FORMS)
def test_forms_of_other_sites_do_nothing(desk: Desk, address: str, sent: int) -> None:
    person = keep(desk)
    proposal = desk.store.queue()[0]
    told = {"token": person.token("/account"), **ELSEWHERE[sent](desk, person)}
    fields = [
        ("do", "accept"), ("seen", str(proposal.version)), ("reason", "r"),
        ("number", f"{proposal.number}:{proposal.version}"),
        ("old", PASSWORD), ("new", "eingeschleust, na klar"), ("again", "eingeschleust, na klar"),
    ]  # fmt: skip
    page = person.post(address.replace("/1", f"/{proposal.number}"), *fields, **told)
    assert page.status == 403
    assert desk.store.get(proposal.number).version == proposal.version
    assert is_let_in(person.get("/review"))


_KEPT: dict[str, Person] = {}


def keep(desk: Desk) -> Person:
    """Somebody who stays signed in from one test to the next."""
    name = desk.store.database.name
    if name not in _KEPT:
        desk.propose("Fremdfee")
        _KEPT[name] = desk.person()
    return _KEPT[name]


def test_a_form_shown_to_somebody_else_is_refused(desk: Desk) -> None:
    token = desk.person("ida").token("/account")
    assert keep(desk).post("/merge", token=token).status == 403


def test_the_form_to_sign_in_is_one_of_ours(desk: Desk) -> None:
    """Else another site could sign somebody in as somebody else."""
    person = Person(desk.site)
    fields = (("name", "max"), ("password", PASSWORD))
    assert person.post("/sign-in", *fields, token="").status == 403
    assert person.sign_in("max", origin="https://evil.example").status == 403
    assert COOKIE not in person.cookies


def test_passwords_are_not_sent_in_the_open(desk: Desk) -> None:
    """Whoever asks from afar over HTTP is read along with, and no browser would keep the cookie."""
    person = Person(desk.site)
    page = person.get("/sign-in", host="words.example")
    assert "HTTPS" in page.main
    assert not page.found("//input[@type='password']")
    host = {"host": "words.example", "origin": "http://words.example"}
    assert person.sign_in("max", **host).status == 403
    # A balancer that is believed says that HTTPS is spoken.
    secure = {"host": "words.example", "x-forwarded-proto": "https"}
    page = person.get("/sign-in", **secure)
    (field,) = page.found("//input[@name='token']")
    fields = (("name", "max"), ("password", PASSWORD))
    told = {"token": field.get("value", ""), "origin": "https://words.example", **secure}
    assert person.post("/sign-in", *fields, **told).status == 303


def test_a_password_is_changed_by_who_knows_it(desk: Desk) -> None:
    account(desk, "neu")
    person, elsewhere = desk.person("neu"), desk.person("neu")
    new = "vier Nüsse im Keller"

    def change(old: str, first: str, second: str) -> Page:
        return person.post("/account", ("old", old), ("new", first), ("again", second))

    assert change("falsches Passwort", new, new).status == 422
    assert change(PASSWORD, new, new + "!").status == 422
    short = change(PASSWORD, "kurz", "kurz")
    assert short.status == 422
    assert "at least 10" in short.main
    assert is_let_in(elsewhere.get("/review"))
    former = person.cookies[COOKIE]
    page = change(PASSWORD, new, new)
    assert (page.status, page.headers["location"]) == (303, "/account?changed=yes")
    assert person.cookies[COOKIE] != former
    assert is_let_in(person.get("/account"))
    assert is_sent_away(elsewhere.get("/review"))
    assert Person(desk.site).sign_in("neu").status == 422
    assert Person(desk.site).sign_in("neu", new).status == 303

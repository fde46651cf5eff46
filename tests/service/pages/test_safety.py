"""What strangers send is text, other sites' forms are refused, nothing is let in or left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, urlencode

import pytest

from lexkit.access import csrf
from lexkit.service.pages import addresses
from tests.service.pages.conftest import Page, Site, a_game, a_shop, serving

SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7331 * 3 }}"

#: The most that a page may weigh (bytes).
HEAVIEST = 100_000


def is_clean(page: Page) -> bool:
    """Whether there is no script but ours, no picture, no style and no handler in the page."""
    sources = [each.get("src") for each in page.found("//script")]
    ours = all(source and re.fullmatch(r"/assets/script\.\w+\.js", source) for source in sources)
    strange = page.found("//img | //style | //iframe | //object | //base | //*[@style]")
    handlers = [a for e in page.found("//*") for a in e.attrib if str(a).startswith("on")]
    programs = [link for link in page.links() if link.lower().startswith("javascript:")]
    return ours and not strange and not handlers and not programs and "21993" not in page.main


@pytest.mark.parametrize(
    "address",
    [
        f"/spiel/{quote(SCRIPT, safe='')}",
        f"/all/{quote(SCRIPT, safe='')}",
        f"/{quote(SCRIPT, safe='')}",
        f"/rules/{quote(SCRIPT, safe='')}",
        f"/changes/spiel?release={quote(SCRIPT)}",
        f"/language/{quote(SCRIPT, safe='')}",
        f"/?word=&game={quote(SCRIPT)}",
        "/propose?" + urlencode(dict.fromkeys(("word", "game", "action", "dispute"), SCRIPT)),
        f"/about?{quote(SCRIPT)}",
    ],
)
def test_script_in_an_address_is_text(site: Site, address: str) -> None:
    page = site.get(address)
    assert page.status < 500
    assert is_clean(page)


def test_script_in_every_field_of_a_proposal_is_text(site: Site) -> None:
    fields = [(name, SCRIPT) for name in ("word", "reason", "reference", "name", "dispute")]
    refused = site.propose(*fields, ("action", SCRIPT), ("game", SCRIPT))
    assert refused.status == 422
    assert is_clean(refused)
    assert SCRIPT in refused.words("//textarea")
    told = site.propose(*fields)  # which cannot be laid
    assert told.status == 200
    assert is_clean(told)
    taken = site.propose(*(field for field in fields if field[0] != "word"), ("word", "Skriptwort"))
    assert taken.status == 303
    page = site.get(taken.headers["location"])
    assert is_clean(page)
    assert page.main.count(SCRIPT) == 2
    assert "anonymous" not in page.text
    assert is_clean(site.get("/spiel/Skriptwort"))


def test_a_form_of_ours_is_taken(site: Site) -> None:
    assert site.propose(("word", "Formular")).status == 303


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"cookie": ""},
        {"cookie": "lexkit-form=" + "A" * 43},
        {"cookie": "lexkit-form=short"},
        {"cookie": "lexkit-form="},
    ],
    ids=str,
)
def test_a_form_of_another_site_or_of_another_visitor_is_refused(
    site: Site, headers: dict[str, str]
) -> None:
    page = site.propose(("word", "Fremdwort"), **headers)
    assert page.status == 403
    assert is_clean(page)
    assert "Fremdwort" not in site.get("/spiel/Fremdwort").words("//main//section")


@pytest.mark.parametrize("token", ["", "x", "ä", "0" * 64])
def test_a_form_without_its_token_is_refused(site: Site, token: str) -> None:
    cookie, _ = site.form()
    fields = [("token", token), ("word", "Markenlos"), ("game", "spiel"), ("reason", "r")]
    assert site.post("/propose", fields, {"cookie": cookie}).status == 403
    assert site.post("/propose", fields[1:], {"cookie": cookie}).status == 403


def test_an_empty_secret_makes_no_token(site: Site) -> None:
    """Whoever can set an empty cookie for the browser could work out the HMAC of nothing."""
    once = "0" * 32
    for secret in ("", "short"):
        fields = [("token", once + csrf._mac(secret, once)), ("word", "Leer"), ("game", "spiel")]
        told = {"cookie": f"lexkit-form={secret}"}
        assert site.post("/propose", [*fields, ("reason", "r")], told).status == 403


def test_the_secret_is_for_the_browser_alone(site: Site) -> None:
    cookie = site.get("/propose").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert site.get("/propose").headers["cache-control"] == "no-store"


def test_over_https_a_cookie_is_for_this_host_alone(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    shop = a_shop(tmp_path_factory.mktemp("balanced"))
    a_game(shop)
    told = {"x-forwarded-proto": "https"}
    with serving(shop, proxies="127.0.0.1") as balanced:
        cookie = balanced.get("/propose", "de", **told).headers["set-cookie"]
        assert re.match(r"__Host-lexkit-form=[\w-]{43}; ", cookie)
        assert {"HttpOnly", "Path=/", "SameSite=strict", "Secure"} == set(cookie.split("; ")[1:])
        language = balanced.get("/language/nl", "de", **told).headers["set-cookie"]
        assert language.startswith("__Host-lexkit-language=nl; ")
        assert "Secure" in language
        # A cookie that anybody could have planted is none there.
        planted = balanced.get("/", "de", cookie="lexkit-language=nl", **told)
        assert planted.tree.get("lang") == "de"


def test_who_is_no_balancer_of_ours_is_not_believed(site: Site) -> None:
    cookie = site.get("/propose", "de", **{"x-forwarded-proto": "https"}).headers["set-cookie"]
    assert cookie.startswith("lexkit-form=")
    assert "Secure" not in cookie


def test_programs_that_fill_in_every_field_are_refused(site: Site) -> None:
    assert site.propose(("word", "Roboter"), ("website", "https://evil.example")).status == 400


@pytest.mark.parametrize(
    "to",
    ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "evil",
     "/\t/evil.example", "/\n/evil.example", "javascript:alert(1)", ""],
)  # fmt: skip
def test_the_link_that_changes_the_language_leads_nowhere_else(site: Site, to: str) -> None:
    page = site.get(f"/language/nl?to={quote(to)}")
    assert (page.status, page.headers["location"]) == (303, "/")
    assert addresses.local(to) == "/"


def crawled(site: Site) -> Iterator[tuple[str, Page]]:
    """Every page that can be reached by links from the first one."""
    waiting, seen = ["/", "/nowhere", "/spiel/Tischfee", "/all/Essen"], set[str]()
    while waiting:
        address = waiting.pop().partition("#")[0]
        if address in seen or len(seen) > 150:
            continue
        seen.add(address)
        page = site.get(address or "/")
        if page.headers["content-type"].startswith("text/html"):
            yield address, page
            waiting += [link for link in page.links() if link.startswith("/")]


def test_every_page_is_light_and_closed_and_has_what_it_refers_to(site: Site) -> None:
    known, pages = set[str](), 0
    for address, page in crawled(site):
        if address.startswith("/v1"):
            continue
        pages += 1
        assert page.status == (404 if address == "/nowhere" else 200), address
        assert is_clean(page), address
        assert len(page.text.encode()) < HEAVIEST, address
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["referrer-policy"] == "same-origin"
        assert "camera=()" in page.headers["permissions-policy"]
        assert page.words("//title")
        assert len(page.found("//h1")) == 1, address
        assert page.found("//meta[@name='viewport']")
        known.update(
            each.get("href") or each.get("src") or "" for each in page.found("//link | //script")
        )
    assert pages > 20
    assert len(known) == 4, known  # two styles, as the form to sign in has one more
    for address in known:
        asset = site.get(address)
        assert asset.status == 200
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", asset.text)
        old = re.sub(r"\.\w{16}\.", ".0123456789abcdef.", address)
        assert site.get(old).status == 404


def test_a_page_stays_light_whatever_its_address_is(site: Site) -> None:
    for address in (f"/spiel/{quote('ä' * 100)}", "/rules/spiel?" + quote("ä") * 1_300):
        page = site.get(address)
        assert page.status == 200
        assert len(page.text.encode()) < 20_000


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/nosuch", 404), ("/spiel/x/y", 404), ("/proposals/999999", 404), ("/proposals/x", 404),
        ("/proposals/99999999999999999999", 404), ("/rules/nosuch", 404), ("/changes/nosuch", 404),
        ("/changes/spiel?release=nosuch", 404), ("/changes/spiel?skip=-1", 400),
        ("/changes/spiel?skip=x", 400), ("/nosuch/word", 404), ("/?word=Haus&game=nosuch", 404),
        ("/spiel/%FF", 400), ("/spiel/%00", 400), ("/assets/..%2Fapp.py", 404),
        ("/..%2F..%2Fetc%2Fpasswd", 404), ("/" + "a" * 9000, 414), ("/language/xx", 404),
    ],
)  # fmt: skip
def test_an_error_on_a_page_is_a_page_that_says_what_to_do(
    site: Site, address: str, status: int
) -> None:
    page = site.get(address)
    assert page.status == status
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert is_clean(page)
    assert "/" in page.links("//main//a")
    if status == 404:
        assert "/spiel" in page.links("//main//a")


def test_programs_still_have_their_problems(site: Site) -> None:
    for address in ("/v1/no/such", "/v1/rulesets/nosuch", "/v1/rulesets/%FF"):
        page = site.get(address)
        assert page.headers["content-type"].startswith("application/problem+json"), address
    assert site.ask("DELETE", "/about").headers["content-type"].startswith("text/html")


def test_a_page_can_be_asked_for_its_head(site: Site) -> None:
    page = site.ask("HEAD", "/spiel/Haus")
    assert (page.status, page.text) == (200, "")

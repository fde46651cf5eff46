"""One word: how its address is read, what is answered, and how long the answer keeps."""

from __future__ import annotations

import gzip
import json
import time
from urllib.parse import quote

import pytest
from jsonschema import validate

from lexkit.answers import SCHEMA
from lexkit.lexicon import Lexicon
from lexkit.service import quick
from lexkit.service.metrics import Tally
from lexkit.service.shelf import Shelf
from tests.conftest import FAULTS, Shop
from tests.service.conftest import Start
from tests.service.running import Service


@pytest.fixture(scope="module")
def lexicon(workspace: Shop) -> Lexicon:
    return Lexicon(workspace.root / "build" / "spiel")


@pytest.mark.parametrize(
    ("sent", "word"),
    [
        ("G%C3%BCter", "Güter"),
        ("Gu%CC%88ter", "Güter"),
        ("km%2Fu", "km/u"),
        ("..%2F..%2Fetc%2Fpasswd", "../../etc/passwd"),
        ("%2E%2E", ".."),
        ("..", ".."),
        ("100%2525", "100%25"),
        ("100%25", "100%"),
        ("a+b", "a+b"),
        ("a%2Bb", "a+b"),
        ("a%20b", "a b"),
        ("caf%C3%A9%3F", "café?"),
        ("%C2%ADK%C3%A4%E2%80%8Dfer", "Käfer"),
        ("%E2%80%8Fab%E2%80%AE", "ab"),
        ("words", "words"),
        ("%F0%9F%90%9E", "🐞"),
        ("%0Aab", "ab"),
        ("%zz", "%zz"),
        (quote("ⅻ" * 300), "ⅻ" * 300),
    ],
)
def test_a_word_is_decoded_once(service: Service, lexicon: Lexicon, sent: str, word: str) -> None:
    reply = service.word(sent)
    assert reply.status == 200, reply.text
    assert reply.json["word"] == word
    validate(reply.json, SCHEMA)
    expected = lexicon.answer(word)
    assert reply.json["verdict"] == expected.verdict
    assert [g["rule"] for g in reply.json["grounds"]] == [g.rule for g in expected.grounds]


@pytest.mark.parametrize("sent", ["G%FCter", "%00a", "ab%00", "%C3", "%ED%A0%80", "%C0%AF"])
def test_what_is_no_text_is_refused(service: Service, sent: str) -> None:
    told = service.word(sent).problem(400)
    assert "UTF-8" in told["detail"] or "NUL" in told["detail"]
    assert service.ask(f"/v1/rulesets/spiel/search?near={sent}").problem(400)
    assert service.ask(f"/v1/rulesets/{sent}/words/ab").problem(400)


def test_no_word_is_no_question(service: Service) -> None:
    for sent in ("", "%20", "%C2%AD", "%E2%80%8B%09"):
        assert 400 <= service.word(sent).status < 500
        assert service.word(sent).headers["content-type"] == "application/problem+json"


def test_an_endless_word_is_refused(service: Service) -> None:
    assert service.word("a" * 7000).json["verdict"] == "unattested"
    service.word("a" * 50_000).problem(414)
    assert service.word("a" * 100_000).status == 414


def test_the_shared_requests(service: Service) -> None:
    """The samples of S01, each on the address that this service has for it."""
    lines = (FAULTS / "S01" / "requests.txt").read_text("utf-8").splitlines()
    asked = [line.split()[1].removeprefix("/check") for line in lines if line.startswith("GET ")]
    assert len(asked) >= 10
    for path in asked:
        if path.startswith("?word="):
            reply = service.ask(f"/v1/rulesets/spiel/search?near={path.removeprefix('?word=')}")
            assert "“ ”" in reply.problem(422)["detail"] or "a space" in reply.text or reply.status
            continue
        reply = service.word(path.removeprefix("/"))
        wrong = path in ("/G%FCter", "/%00a", "/")
        assert (400 <= reply.status < 500) is wrong, path


def test_a_plus_in_a_query_is_a_space(service: Service) -> None:
    told = service.ask("/v1/rulesets/spiel/search?near=a+b").problem(422)
    assert "“ ”" in told["detail"]
    told = service.ask("/v1/rulesets/spiel/search?near=a%2Bb").problem(422)
    assert "“+”" in told["detail"]


def test_the_short_way_answers_as_the_long_one(service: Service) -> None:
    """A request with a condition goes through the framework; a plain one does not."""
    for word in ("Käfer", "Ulm", "zzz", "Baeume", "x-y", "a", "STRASSE", "ss"):
        path = f"/v1/rulesets/spiel/words/{quote(word)}"
        plain = service.ask(path)
        long = service.ask(path, headers={"If-None-Match": '"none"'})
        assert (plain.status, plain.body) == (long.status, long.body) == (200, plain.body)
        for name in ("etag", "cache-control", "content-type", "content-length"):
            assert plain.headers[name] == long.headers[name]


def test_what_was_asked_lately_is_answered_anew_after_a_build(own: Shop, start: Start) -> None:
    running = start(own.root)
    first = running.word("neuwort")
    assert [running.word("rast").body for _ in range(3)] == [running.word("rast").body] * 3
    own.words("liste", ["neuwort", "ab"])
    own.result()
    for _ in range(100):
        if running.word("ab").json["lexicon"] != first.json["lexicon"]:
            break
        time.sleep(0.05)
    assert running.word("neuwort").json["verdict"] == "accepted"
    assert running.word("rast").json["verdict"] == "unattested"


def test_answers_are_kept_up_to_a_size(workspace: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "KEPT", 5_000)
    words = quick.Words(Shelf(workspace.workspace), Tally())
    headers: dict[bytes, bytes] = {}
    for word in ("ab", "ort", "rast", "raste", "rasten", "ast", "taste", "hausen", "ab"):
        path = f"/v1/rulesets/spiel/words/{word}".encode()
        found = words.answer({"raw_path": path, "query_string": b""}, headers)  # type: ignore[typeddict-item]
        assert found is not None and json.loads(found.body)["word"] == word
        assert words.size <= 5_000


def test_pages_of_other_sites_are_answered_if_the_keeper_wants(
    workspace: Shop, start: Start
) -> None:
    closed, opened = start(workspace.root), start(workspace.root, origins="https://game.example")
    headers = {"Origin": "https://game.example"}
    for place, body in (("words/ab", None), ("check", {"words": ["ab"]})):
        method = "GET" if body is None else "POST"
        path = f"/v1/rulesets/spiel/{place}"
        for _ in range(2):
            assert (
                "access-control-allow-origin"
                not in closed.ask(path, method, body, headers=headers).headers
            )
            allowed = opened.ask(path, method, body, headers=headers).headers
            assert allowed["access-control-allow-origin"] == "https://game.example"
            other = opened.ask(path, method, body, headers={"Origin": "https://evil.example"})
            assert "access-control-allow-origin" not in other.headers


def test_an_answer_that_the_client_has_is_not_sent_again(
    service: Service, lexicon: Lexicon
) -> None:
    first = service.word("ab")
    assert first.headers["etag"] == f'W/"{lexicon.version}"'
    assert first.headers["cache-control"] == "public, max-age=60"
    tag = first.headers["etag"]
    strong = tag.removeprefix("W/")  # they are compared as weak ones (RFC 9110, 13.1.2)
    for known in (tag, f'"x", {tag}', f'W/"x",{tag},"y"', strong, f'"x" , {strong} ', "*"):
        again = service.ask("/v1/rulesets/spiel/words/ab", headers={"If-None-Match": known})
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]


def test_long_answers_are_compressed_if_the_client_wants(service: Service) -> None:
    words = ["ab", "ort"] * 200
    plain = service.check(words)
    small = service.ask(
        "/v1/rulesets/spiel/check", "POST", {"words": words}, headers={"Accept-Encoding": "gzip"}
    )
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in small.headers["vary"].lower()
    assert json.loads(gzip.decompress(small.body)) == plain.json
    assert len(small.body) < len(plain.body) / 5


def test_every_answer_has_an_id(service: Service) -> None:
    given = service.ask("/v1/rulesets/spiel/words/ab", headers={"X-Request-ID": "game-7.1"})
    assert given.headers["x-request-id"] == "game-7.1"
    odd = service.ask("/v1/rulesets/spiel/words/ab", headers={"X-Request-ID": 'a" b'})
    assert odd.headers["x-request-id"] != 'a" b'
    assert service.word("ab").headers["x-request-id"] != service.word("ab").headers["x-request-id"]


def test_addresses_that_there_are_not(service: Service) -> None:
    for path in ("/v1/nosuch", "/v1/", "/v1/rulesets/spiel/nosuch", "/v1/openapi", "/v1//", "/v2"):
        reply = service.ask(path)
        assert reply.status == 404, path
        if path.startswith("/v1"):
            reply.problem(404)
    told = service.ask("/v1/openapi.json").json
    assert "/v1/rulesets/{ruleset}/words/{word}" in told["paths"]
    assert not any(path.startswith(("/healthz", "/{")) for path in told["paths"])


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE"])
def test_other_methods_are_refused(service: Service, method: str) -> None:
    reply = service.ask("/v1/rulesets/spiel/words/ab", method)
    assert reply.status == 405
    assert "GET" in reply.headers["allow"]

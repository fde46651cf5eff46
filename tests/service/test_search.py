"""Searches: the same as by `lexkit search`, bounded in time, size and number."""

from __future__ import annotations

import time
from urllib.parse import quote

import pytest

from lexkit.lexicon import Lexicon
from lexkit.search import Search
from tests.conftest import Shop
from tests.service.conftest import Start
from tests.service.running import Service

SEARCH = "/v1/rulesets/spiel/search"


def words(service: Service, query: str) -> list[str]:
    return [found["word"] for found in service.ask(f"{SEARCH}?{query}").json["found"]]


def test_every_kind_of_search(service: Service, workspace: Shop) -> None:
    by = Search(Lexicon(workspace.root / "build" / "spiel"))
    assert words(service, "pattern=ra*") == [f.word for f in by.pattern("ra*")] != []
    assert words(service, "rack=astr%3F") == [f.word for f in by.rack("astr?")] != []
    assert words(service, "pattern=%3Fas*&rack=aste") == [f.word for f in by.rack("aste", "?as*")]
    assert words(service, "anagrams=satte") == ["taste"]
    assert words(service, "hooks=ast") == [f.word for f in by.hooks("ast")]
    assert "raste" in words(service, "hooks=ast")
    assert words(service, "near=orz") == ["ort"]
    assert words(service, "pattern=*&min=4&max=4&sort=word") == [
        w for w in Lexicon(workspace.root / "build" / "spiel").words() if len(w) == 4
    ]


def test_no_more_than_is_asked(service: Service) -> None:
    told = service.ask(f"{SEARCH}?pattern=*&limit=3").json
    assert (len(told["found"]), told["more"]) == (3, True)
    assert service.ask(f"{SEARCH}?pattern=*&limit=10000").json["more"] is False


@pytest.mark.parametrize(
    "query",
    [
        "", "pattern=", "pattern=a&near=b", "rack=a&near=b", "limit=0&pattern=a", "min=x&near=a",
        "limit=10001&pattern=a", "pattern=1", "sort=up&pattern=a", "rack=", "near=", "hooks=%3F",
        "max=-1&near=a", "rack=a&sort=score&anagrams=b", "pattern=" + "a" * 101,
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(service: Service, query: str) -> None:
    assert service.ask(f"{SEARCH}?{query}").problem(400, 422)


@pytest.mark.parametrize(
    "query",
    [
        "pattern=" + quote("*?" * 50), "pattern=" + quote("*a" * 50), "pattern=" + quote("?" * 100),
        "rack=" + quote("?" * 50), "rack=" + quote("a?" * 50), "anagrams=" + quote("?" * 100),
        "pattern=" + quote("*" * 100), "near=" + "ra" * 50, "rack=" + "aste" * 25 + "&pattern=*a*",
    ],
)  # fmt: skip
def test_no_pattern_runs_away(service: Service, query: str) -> None:
    begun = time.monotonic()
    assert service.ask(f"{SEARCH}?{query}").status in (200, 400)
    assert time.monotonic() - begun < 2


def test_who_searches_too_often_waits(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, searches_per_minute=5)
    statuses = [running.ask(f"{SEARCH}?near=orz").status for _ in range(12)]
    assert statuses[:5] == [200] * 5
    if len(set(statuses)) == 1:  # a new minute has begun meanwhile
        statuses = [running.ask(f"{SEARCH}?near=orz").status for _ in range(12)]
    refused = running.ask(f"{SEARCH}?near=orz")
    assert refused.problem(429)["remedy"].startswith("ask again in")
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert running.word("ab").status == 200


def test_clients_behind_a_balancer_are_told_apart(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, searches_per_minute=1, proxies="127.0.0.1")

    def ask(forwarded: str) -> int:
        return running.ask(f"{SEARCH}?near=orz", headers={"X-Forwarded-For": forwarded}).status

    assert {ask("192.0.2.1"), ask("192.0.2.2"), ask("2001:db8::1")} == {200}
    # What a client writes there itself comes before what the balancer adds, and is not believed.
    assert [ask(f"198.51.100.{n}, 192.0.2.1") for n in range(4)][1:] == [429] * 3


def test_without_balancers_nobody_is_believed(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, searches_per_minute=1)
    statuses = [
        running.ask(f"{SEARCH}?near=orz", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status
        for n in range(5)
    ]
    assert statuses.count(200) <= 2

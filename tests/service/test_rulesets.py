"""What games there are, what their rules say, and what has changed."""

from __future__ import annotations

import json
import time

import pytest

from lexkit.lexicon import Lexicon
from tests.conftest import Call, Shop
from tests.service.conftest import Start
from tests.service.running import Service


def test_all_that_is_built_can_be_asked(service: Service, workspace: Shop) -> None:
    lexicon = Lexicon(workspace.root / "build" / "spiel")
    assert service.ask("/v1/rulesets").json == {
        "rulesets": [
            {"id": "spiel", "title": "A game", "language": "xx", "lexicon": lexicon.version,
             "words": len(lexicon)},
        ]
    }  # fmt: skip


def test_a_game_in_full(service: Service, workspace: Shop) -> None:
    told = service.ask("/v1/rulesets/spiel").json
    rules = {rule["rule"]: rule for rule in told["rules"]}
    assert rules["places"] == {
        "rule": "places", "verdict": "rejected", "says": "A place is no word.",
        "clause": "Names of places",
    }  # fmt: skip
    assert told["alphabet"] == "abcdefghijklmnopqrstuvwxyzäöü"
    assert [source["name"] for source in told["sources"]] == ["tafel", "liste"]
    assert told["releases"] == []
    assert json.loads((workspace.root / "build/spiel/manifest.json").read_text())["title"]


def test_a_release_answers_for_ever(own: Shop, call: Call, start: Start) -> None:
    place = ["--workspace", str(own.root)]
    assert call(*place, "release", "spiel", "--name", "eins").code == 0
    before = Lexicon(own.root / "build" / "spiel").version
    own.words("liste", ["hausen", "ort", "neuwort"])
    assert call(*place, "build", "spiel").code == 0
    assert call(*place, "release", "spiel", "--name", "zwei", "--may-leave", "99").code == 0
    running = start(own.root)
    assert running.word("neuwort").json["verdict"] == "accepted"
    for name in ("eins", "spiel@eins"):
        reply = running.word("neuwort", query=f"?lexicon={name}")
        assert reply.json["verdict"] == "unattested"
        assert reply.json["lexicon"] == before
        assert "immutable" in reply.headers["cache-control"]
        told = running.check(["neuwort", "ab"], query=f"?lexicon={name}").json
        assert [word["verdict"] for word in told["words"]] == ["unattested", "accepted"]
    told = running.ask("/v1/rulesets/spiel").json["releases"]
    assert [release["name"] for release in told] == ["zwei", "eins"]
    changes = running.ask("/v1/rulesets/spiel/changes?lexicon=zwei").json
    assert changes["before"] == "spiel@eins"
    assert changes["came_words"] == ["neuwort"]
    assert "ab" in changes["went_words"]
    newest = running.ask("/v1/rulesets/spiel/changes?limit=1&offset=1").json
    assert newest["came"] == 1 and newest["came_words"] == []
    assert newest["went"] == len(changes["went_words"]) and len(newest["went_words"]) == 1
    running.word("ab", query="?lexicon=drei").problem(404)
    damaged = own.root / "releases" / "spiel@eins" / "manifest.json"
    damaged.parent.chmod(0o755)
    damaged.chmod(0o644)
    damaged.write_text("{")
    assert running.word("ab", query="?lexicon=eins").problem(400, 422)
    told = running.ask("/v1/rulesets/spiel").json["releases"]
    assert [release["name"] for release in told] == ["zwei"]
    assert any(event["event"] == "lexicon refused" for event in running.events())


def test_changes_of_a_first_build_are_none(service: Service) -> None:
    told = service.ask("/v1/rulesets/spiel/changes").json
    assert (told["before"], told["came"], told["went"]) == (None, 0, 0)


@pytest.mark.parametrize("query", ["limit=-1", "offset=-1", "limit=10001", "offset=x"])
def test_pages_of_changes_have_bounds(service: Service, query: str) -> None:
    assert service.ask(f"/v1/rulesets/spiel/changes?{query}").problem(400, 422)


def test_nothing_is_built(shop: Shop, start: Start) -> None:
    shop.words("liste", ["ab"])
    shop.ruleset()
    running = start(shop.root)
    assert running.ask("/v1/rulesets").json == {"rulesets": []}
    assert running.word("ab").problem(404)["remedy"] == "lexkit build RULESET"
    assert running.ask("/healthz/live").status == 200
    assert running.ask("/healthz/ready").status == 503
    assert "No lexicon is built yet: lexkit build spiel" in running.logged
    own = shop.build()
    for _ in range(100):
        if running.ask("/healthz/ready").status == 200:
            break
        time.sleep(0.05)
    assert running.word("ab").json["lexicon"] == own.version

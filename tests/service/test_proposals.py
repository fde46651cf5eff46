"""Proposals and decisions over the network, in either database, and who may do what."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from lexkit.access.roles import Role
from lexkit.access.tokens import Tokens
from lexkit.database.connection import Database
from tests.conftest import Call, Shop
from tests.postgresql import Server
from tests.requirements import need
from tests.service.conftest import Start
from tests.service.running import Reply, Service
from tests.service.test_reload import until

Make = Callable[[str, Role], str]


def propose(service: Service, word: str, token: str | None = None, **more: Any) -> Reply:
    told = {"word": word, "rulesets": ["spiel"], "reason": "in every game", "by": "anna", **more}
    return service.ask("/v1/proposals", "POST", told, token)


def decide(service: Service, number: int, token: str | None, decision: str, **more: Any) -> Reply:
    told = {"decision": decision, **more}
    return service.ask(f"/v1/proposals/{number}/decision", "POST", told, token)


def test_from_a_proposal_to_a_decision(
    workspace: Shop, database: str, start: Start, token: Make, call: Call
) -> None:
    ida = token("ida", Role.MAINTAINER)
    running = start(workspace.root, database)
    taken = propose(running, "Tischfee", reference="a novel", tags=["noun"])
    assert taken.status == 201
    number = taken.json["proposal"]
    (reply,) = taken.json["replies"]
    assert (reply["ruleset"], reply["outcome"]) == ("spiel", "taken")
    assert reply["answer"]["verdict"] == "unattested"
    again = propose(running, "TISCHFEE", by="max")
    assert (again.status, again.json["proposal"]) == (200, None)
    assert again.json["replies"][0]["outcome"] == "already-proposed"
    assert again.json["replies"][0]["proposal"] == number
    outcomes = {
        word: propose(running, word).json["replies"][0]["outcome"]
        for word in ("Käfer", "Ulm", "x", "a b")
    }
    assert outcomes == {
        "Käfer": "already-accepted", "Ulm": "rejected-by-rule", "x": "cannot-be-proposed",
        "a b": "cannot-be-proposed",
    }  # fmt: skip

    public = running.ask(f"/v1/proposals/{number}").json
    assert (public["word"], public["state"], public["reference"]) == ("Tischfee", "open", "a novel")
    assert "anna" not in str(public)
    asked = decide(running, number, ida, "ask", reply="Where is it from?", seen=1)
    assert asked.json["proposal"]["state"] == "asked-back"
    assert running.ask(f"/v1/proposals/{number}").json["question"] == "Where is it from?"
    stale = decide(running, number, ida, "accept", reason="in use", seen=1).problem(409)
    assert stale["current"]["version"] == 2
    line = {"tags": ["noun"], "clause": "Nouns", "scope": "form"}
    accepted = decide(
        running, number, ida, "accept", reason="in use", reference="Duden", reply="Thank you.",
        seen=2, line=line,
    )  # fmt: skip
    assert accepted.status == 200
    ruling = accepted.json["proposal"]["ruling"]
    assert (ruling["by"], ruling["reason"], ruling["line"]["scope"]) == ("ida", "in use", "form")
    assert [event["deed"] for event in accepted.json["history"]] == [
        "proposed", "asked-back", "accepted",
    ]  # fmt: skip
    public = running.ask(f"/v1/proposals/{number}").json
    assert (public["state"], public["answer"]) == ("accepted", "Thank you.")
    assert "ida" not in str(public)
    assert decide(running, number, ida, "accept", reason="twice").status == 409
    assert decide(running, number, ida, "undo", reason="too early").json["proposal"]["state"] == (
        "asked-back"
    )
    assert decide(running, number, ida, "reject", reason="no word").json["proposal"]["state"] == (
        "rejected"
    )
    # The command line sees the same.
    os.environ["LEXKIT_DATABASE_URL"] = database
    try:
        shown = call("--workspace", str(workspace.root), "review", str(number), "--json")
    finally:
        del os.environ["LEXKIT_DATABASE_URL"]
    assert '"state": "rejected"' in shown.out


def test_who_sees_what(workspace: Shop, database: str, start: Start, token: Make) -> None:
    arcade, other, ida = (
        token("arcade", Role.GAME), token("other", Role.GAME), token("ida", Role.MAINTAINER),
    )  # fmt: skip
    running = start(workspace.root, database)
    numbers = [
        propose(running, "eins", arcade).json["proposal"],
        propose(running, "zwei", other).json["proposal"],
        propose(running, "drei").json["proposal"],
    ]

    def seen(text: str, query: str = "") -> list[int]:
        listed = running.ask(f"/v1/proposals{query}", token=text).json
        return [each["number"] for each in listed["proposals"]]

    assert seen(arcade) == numbers[:1]
    assert seen(other) == numbers[1:2]
    assert seen(ida) == numbers
    assert seen(ida, "?letters=z*") == numbers[1:2]
    assert seen(ida, "?state=rejected") == []
    assert seen(ida, "?state=open&state=accepted&ruleset=spiel&limit=2") == numbers[:2]
    first = running.ask("/v1/proposals?limit=2", token=ida).json
    assert first["next"] == numbers[1]
    assert seen(ida, f"?limit=2&after={first['next']}") == numbers[2:]
    assert running.ask("/v1/proposals").status == 401


def test_who_may_do_what(workspace: Shop, database: str, start: Start, token: Make) -> None:
    game, ida, root = (
        token("arcade", Role.GAME), token("ida", Role.MAINTAINER), token("root", Role.ADMIN),
    )  # fmt: skip
    running = start(workspace.root, database)
    number = propose(running, "eins").json["proposal"]
    for text, status in ((None, 401), ("", 401), ("lexkit_x", 401), (game, 403)):
        refused = decide(running, number, text, "accept", reason="x").problem(status)
        assert "detail" in refused
    assert "bearer" in decide(running, number, None, "undo").headers["www-authenticate"].lower()
    for text, status in ((None, 401), (game, 403), (ida, 403)):
        for method, path, body in (
            ("GET", "/v1/tokens", None), ("DELETE", "/v1/tokens/ida", None),
            ("POST", "/v1/tokens", {"name": "me", "role": "admin"}),
        ):  # fmt: skip
            assert running.ask(path, method, body, text).status == status
    # Nobody gives himself a role by what he sends.
    for extra in ({"role": "maintainer"}, {"origin": "service:x"}, {"state": "accepted"}):
        assert propose(running, "zwei", **extra).status == 400
    forged = {"X-Forwarded-For": "127.0.0.1", "X-Role": "admin"}
    assert running.ask("/v1/tokens", headers=forged).status == 401
    assert running.ask("/v1/proposals", headers={"Authorization": f"Basic {ida}"}).status == 401
    assert running.ask(f"/v1/proposals?token={ida}").status == 401
    assert decide(running, number, ida, "accept", reason="x").status == 200
    assert running.ask("/v1/tokens", token=root).status == 200


def test_tokens_over_the_network(workspace: Shop, database: str, start: Start, token: Make) -> None:
    root = token("root", Role.ADMIN)
    running = start(workspace.root, database)
    made = running.ask("/v1/tokens", "POST", {"name": "ärcade/1", "role": "game"}, root)
    assert made.status == 201
    text = made.json["token"]
    assert running.ask("/v1/proposals", token=text).status == 200
    listed = running.ask("/v1/tokens", token=root)
    assert [t["name"] for t in listed.json["tokens"]] == ["root", "ärcade/1"]
    assert text not in listed.text and text.split("_")[-1] not in listed.text
    twice = running.ask("/v1/tokens", "POST", {"name": "ärcade/1", "role": "game"}, root)
    assert "already" in twice.problem(409)["detail"]
    revoked = running.ask("/v1/tokens/%C3%A4rcade%2F1", "DELETE", token=root)
    assert revoked.json["revoked"]
    assert running.ask("/v1/proposals", token=text).status == 401
    assert running.ask("/v1/tokens/none", "DELETE", token=root).status == 404
    assert text not in running.logged and root not in running.logged


def test_tokens_that_hold_no_longer(
    workspace: Shop, database: str, start: Start, token: Make
) -> None:
    text = token("ida", Role.MAINTAINER)
    tokens = Tokens(Database(database))
    _, short = tokens.create(
        "short", Role.MAINTAINER, "test", datetime.now(UTC) + timedelta(hours=1)
    )
    _, old = tokens.create("old", Role.MAINTAINER, "test", datetime.now(UTC) - timedelta(seconds=1))
    running = start(workspace.root, database)
    wrong = [
        old, text[:-1], text + "a", text.upper(), text.replace("lexkit", "texkit"), "é", "a" * 5000,
        f"lexkit_{'0' * 16}_{text.split('_', 2)[2]}",
    ]  # fmt: skip
    for each in wrong:
        reply = running.ask(
            "/v1/proposals", headers={"Authorization": f"Bearer {each}".encode().decode("latin-1")}
        )
        assert reply.status in (401, 400, 431), each
    assert running.ask("/v1/proposals", token=text).status == 200
    assert running.ask("/v1/proposals", token=short).status == 200
    tokens.revoke("ida")
    assert running.ask("/v1/proposals", token=text).status == 401


@pytest.mark.parametrize(
    "more",
    [
        {"word": ""}, {"word": "a" * 101}, {"word": 7}, {"rulesets": []}, {"rulesets": "spiel"},
        {"reason": ""}, {"reason": "x" * 4001}, {"by": ""}, {"tags": ["noun", "wrong"]},
        {"action": "tag"}, {"action": "burn"}, {"rulesets": ["spiel"] * 51}, {"reason": None},
        {"word": " "}, {"word": "\u00ad"}, {"reason": " "}, {"unknown": 1},
    ],
)  # fmt: skip
def test_what_is_no_proposal_is_refused(service: Service, more: dict[str, Any]) -> None:
    assert propose(service, **{"word": "Tischfee", **more}).problem(400, 422)


def test_odd_texts_are_kept_as_they_are(
    workspace: Shop, database: str, start: Start, token: Make
) -> None:
    ida = token("ida", Role.MAINTAINER)
    running = start(workspace.root, database)
    reason = "<script>alert(1)</script> \u202e\U0001f41e 'quoted' \"too\"; -- \\ %s {x}\nnext line"
    number = propose(running, "Tischfee", reason=reason, by="ann\tä").json["proposal"]
    told = running.ask("/v1/proposals", token=ida).json["proposals"][0]
    assert (told["number"], told["reason"], told["by"]) == (number, reason, "ann ä")
    assert propose(running, "Nul", reason="a\0b").json["proposal"]
    assert running.ask("/v1/proposals", "POST", b'{"word":"a\\ud800"}').status == 400


def test_numbers_that_there_are_not(service: Service) -> None:
    for number in (0, -1, 99, 2**31, 2**63, 10**30, "x", "1e3", "%31x", "%D9%A3", "1.0"):
        reply = service.ask(f"/v1/proposals/{number}")
        assert reply.status in (400, 404), number


def test_one_proposal_however_many_ask(workspace: Shop, database: str, start: Start) -> None:
    running = [start(workspace.root, database, workers=2), start(workspace.root, database)]
    with ThreadPoolExecutor(16) as pool:
        replies = list(pool.map(lambda n: propose(running[n % 2], "Eine"), range(40)))
    assert sorted(reply.status for reply in replies) == [200] * 39 + [201]
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(lambda n: propose(running[n % 2], f"wort{'x' * n}"), range(20)))
    assert len({reply.json["proposal"] for reply in made}) == 20


def test_who_proposes_too_often_waits_at_every_copy(
    workspace: Shop, database: str, start: Start, token: Make
) -> None:
    text = token("arcade", Role.GAME)
    running = [start(workspace.root, database, proposals_per_hour=4) for _ in range(2)]
    statuses = [propose(running[n % 2], "Käfer").status for n in range(9)]
    if statuses.count(200) > 4:  # a new hour has begun meanwhile
        statuses = [propose(running[n % 2], "Käfer").status for n in range(5)]
    assert statuses[-1] == 429
    refused = propose(running[0], "Käfer")
    assert refused.problem(429) and int(refused.headers["retry-after"]) <= 3600
    assert propose(running[1], "Käfer", text).status == 200


def test_only_with_a_token_if_the_keeper_wants(
    workspace: Shop, database: str, start: Start, token: Make
) -> None:
    text = token("arcade", Role.GAME)
    running = start(workspace.root, database, open_proposals="false")
    assert propose(running, "eins").status == 401
    assert propose(running, "eins", text).status == 201


def test_while_the_database_is_away_words_are_looked_up(
    workspace: Shop, server: Server, start: Start
) -> None:
    server.sql("CREATE SCHEMA away")
    running = start(workspace.root, f"{server.url()}?options=-csearch_path%3Daway")
    assert propose(running, "vorher").status == 201
    server.kill()
    try:
        for _ in range(3):
            refused = propose(running, "mitten")
            assert refused.problem(503)["remedy"] == "try again later"
            assert int(refused.headers["retry-after"]) > 0
            assert str(server.port) not in refused.text
            assert running.word("ab").status == 200
            assert running.check(["ab"] * 5000).json["accepted"]
            assert running.ask("/v1/proposals/1").status == 503
        ready = running.ask("/healthz/ready")
        assert (ready.status, ready.json["database"]) == (200, "down")
    finally:
        server.start()
    assert propose(running, "nachher").status == 201
    assert running.ask("/healthz/ready").json["database"] == "up"
    assert running.ask("/v1/proposals/1").json["word"] == "vorher"


def test_while_the_database_hangs_it_is_told_soon(
    workspace: Shop, server: Server, start: Start
) -> None:
    """A machine that is stopped, or cut off, says nothing: who asks would wait and wait."""
    server.sql("CREATE SCHEMA hangs")
    running = start(workspace.root, f"{server.url()}?options=-csearch_path%3Dhangs")
    assert propose(running, "vorher").status == 201
    first = int(Path(server.data, "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    processes = [first, *map(int, children)]
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    try:
        for _ in range(2):
            begun = time.monotonic()
            ready = running.ask("/healthz/ready")
            assert (ready.status, ready.json["database"]) == (200, "down")
            assert time.monotonic() - begun < 5
        assert running.word("ab").status == 200
    finally:
        for pid in processes:
            os.kill(pid, signal.SIGCONT)
    until(lambda: running.ask("/healthz/ready").json["database"] == "up")
    assert propose(running, "nachher").status == 201


def test_a_service_that_starts_before_its_database(
    workspace: Shop, server: Server, start: Start
) -> None:
    server.sql("CREATE SCHEMA early")
    address = f"{server.url()}?options=-csearch_path%3Dearly"
    server.kill()
    try:
        running = start(workspace.root, address)
        assert running.word("ab").status == 200
        assert propose(running, "eins").status == 503
    finally:
        server.start()
    assert propose(running, "eins").status == 201


def test_a_full_disk(workspace: Shop, start: Start, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=400k", "none", str(disk)], check=False,
        capture_output=True,
    )  # fmt: skip
    need(done.returncode == 0, "the right to mount a tmpfs")
    try:
        running = start(workspace.root, f"sqlite:///{disk}/review.sqlite", proposals_per_hour=10**6)
        statuses: list[int] = []
        kept = []
        for n in range(400):
            reply = propose(
                running, f"wort{'abcdefghij'[n % 10]}{'xyz' * (n // 10)}"[:90], reason="r" * 3000
            )
            statuses.append(reply.status)
            if reply.status == 201:
                kept.append(reply.json["proposal"])
            if statuses[-5:] == [503] * 5:
                break
        assert statuses[-5:] == [503] * 5 and kept
        assert running.word("ab").status == 200
        for number in kept:
            assert running.ask(f"/v1/proposals/{number}").status == 200
        subprocess.run(["mount", "-o", "remount,size=4m", str(disk)], check=True)
        assert propose(running, "platz").status == 201
    finally:
        running.stop()
        subprocess.run(["umount", str(disk)], check=False)


def test_stopping_finishes_what_has_begun(workspace: Shop, database: str, start: Start) -> None:
    running = start(workspace.root, database)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(propose, running, f"letzte{'x' * n}") for n in range(8)]
        time.sleep(0.05)
        running.process.send_signal(signal.SIGTERM)
        taken = []
        for each in asked:
            try:
                taken.append(each.result())
            except OSError:
                continue
    assert running.process.wait(20) == 0
    again = start(workspace.root, database)
    for reply in taken:
        assert reply.status == 201
        assert again.ask(f"/v1/proposals/{reply.json['proposal']}").status == 200

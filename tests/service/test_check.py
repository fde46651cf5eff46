"""Many words at once, as JSON or line by line."""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path

import pytest

from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from tests.conftest import Shop
from tests.service.conftest import Start
from tests.service.running import Service

CHECK = "/v1/rulesets/spiel/check"
LINES = {"Content-Type": "application/x-ndjson"}


def test_a_move_in_one_request(service: Service, workspace: Shop) -> None:
    told = service.check(["Rand", "strasse", "öl"]).json
    version = Lexicon(workspace.root / "build" / "spiel").version
    assert told["accepted"] is True
    assert (told["ruleset"], told["lexicon"]) == ("spiel", version)
    assert [word["letters"] for word in told["words"]] == ["rand", "strasse", "öl"]
    told = service.check(["Rand", "Ulm"]).json
    assert told["accepted"] is False
    assert [word["verdict"] for word in told["words"]] == ["accepted", "rejected"]
    assert set(told["words"][0]) == {"word", "letters", "verdict"}


def test_the_grounds_on_request(service: Service) -> None:
    plain = service.word("Ulm").json
    told = service.check(["Ulm", "zzz"], query="?grounds=true").json["words"]
    assert told[0]["grounds"] == plain["grounds"]
    assert told[1]["near"] == service.word("zzz").json["near"]


def test_verdicts_alone_are_those_with_grounds(workspace: Shop) -> None:
    lexicon = Lexicon(workspace.root / "build" / "spiel")
    random.seed(1)
    known = [*lexicon.words(), "Käfer", "ULM", "X-Beine", "a b", "ﬁ", "Güter"]
    for _ in range(3000):
        word = "".join(random.choice("abdefgkäöüßlmnorstuwUÜ-'. 1") for _ in range(4))
        word = random.choice([word, random.choice(known), random.choice(known) + word[:1]])
        if word.strip():
            answer = lexicon.verdict(word)
            assert lexicon.counts(word) == (answer.letters, answer.verdict), word


def test_ten_thousand_words_and_no_more(service: Service) -> None:
    words = [f"ab{n}" if n % 2 else "rasten" for n in range(10_000)]
    told = service.check(words).json["words"]
    assert len(told) == 10_000
    assert [word["word"] for word in told] == words
    assert {word["verdict"] for word in told[::2]} == {"accepted"}
    told = service.check([*words, "ab"]).problem(413)
    assert "x-ndjson" in told["remedy"]
    service.check(["x" * 1000] * 5000).problem(413)
    assert service.check([]).json["words"] == []


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'{"words": "ab"}', b'{"words": [1]}', b'{"words": [null]}',
        b'{"words": ["ab"], "grounds": true}', b'{"word": ["ab"]}', b'{"words": ["a\xfcb"]}',
        b'{"words": ["\\ud800"]}', b"[" * 100_000, b'{"words": ["ab", ""]}',
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(service: Service, body: bytes) -> None:
    told = service.ask(CHECK, "POST", body, headers={"Content-Type": "application/json"})
    assert told.problem(400, 422)


def test_other_media_types_are_refused(service: Service) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "", "application/json5"):
        told = service.ask(CHECK, "POST", b'{"words": []}', headers={"Content-Type": kind})
        assert "x-ndjson" in told.problem(415)["remedy"]
    kind = "Application/JSON; charset=utf-8"
    assert service.ask(CHECK, "POST", b'{"words":[]}', headers={"Content-Type": kind}).status == 200


def test_lines_in_and_out(service: Service) -> None:
    body = b'"Rand"\r\n{"word": "Ulm"}\n\n  \n"K\\u00e4fer"\n"ab"'
    told = [json.loads(line) for line in service.ask(CHECK, "POST", body, headers=LINES)
            .text.splitlines()]  # fmt: skip
    assert [(t["word"], t["verdict"]) for t in told] == [
        ("Rand", "accepted"), ("Ulm", "rejected"), ("Käfer", "accepted"), ("ab", "accepted"),
    ]  # fmt: skip
    assert len({t["lexicon"] for t in told}) == 1
    grounds = service.ask(f"{CHECK}?grounds=true", "POST", b'"Ulm"\n', headers=LINES).json
    assert grounds["grounds"][0]["rule"] == "places"


def test_a_bad_line_is_named_and_the_next_is_answered(service: Service) -> None:
    lines = [b'"ab"', b"ab", b'"a\xfcb"', b"7", b'""', b'{"wrod": "ab"}', b'"' + b"x" * 5000 + b'"']
    body = b"\n".join([*lines, b'"ort"'])
    told = [json.loads(line) for line in service.ask(CHECK, "POST", body, headers=LINES)
            .text.splitlines()]  # fmt: skip
    assert [t.get("line") for t in told] == [None, 2, 3, 4, 5, 6, 7, None]
    assert all(t["error"] for t in told[1:-1])


def test_any_number_of_lines(service: Service) -> None:
    words = [f"w{n}" if n % 3 else "rast" for n in range(60_000)]
    body = "\n".join(json.dumps(word) for word in words).encode()
    reply = service.ask(CHECK, "POST", body, headers=LINES)
    told = [json.loads(line) for line in reply.text.splitlines()]
    assert [t["word"] for t in told] == words
    assert sum(t["verdict"] == Verdict.ACCEPTED for t in told) == 20_000


def test_lines_are_answered_while_they_come(service: Service) -> None:
    with service.connect() as line:
        line.sendall(
            f"POST {CHECK} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
            "Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        for word in ("rand", "ast"):
            chunk = f'"{word}"\n'.encode()
            line.sendall(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            got = b""
            while f'"{word}"'.encode() not in got:
                got += line.recv(65536)
            time.sleep(0.05)
        line.sendall(b"0\r\n\r\n")
        assert line.recv(65536).endswith(b"0\r\n\r\n")


def test_an_endless_line_is_cut_off(service: Service) -> None:
    reply = service.ask(CHECK, "POST", b'"' + b"x" * 3_000_000, headers=LINES)
    assert "longer than" in reply.text
    assert len(reply.text.splitlines()) == 1


def busy(running: Service) -> float:
    """How long the processes of a service have computed so far (seconds)."""
    children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children")
    ticks = 0
    for pid in children.read_text().split():
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def test_nobody_works_on_what_took_too_long(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, request_seconds=1)
    letters = str.maketrans("0123456789", "aegikmnors")
    words = [f"{n:04}".translate(letters) * 12 for n in range(10_000)]
    begun = time.monotonic()
    assert running.check(words, query="?grounds=true").problem(408)
    assert time.monotonic() - begun < 3
    time.sleep(1)  # what was begun is done
    before = busy(running)
    time.sleep(1)
    assert busy(running) - before < 0.3
    assert running.word("ab").status == 200

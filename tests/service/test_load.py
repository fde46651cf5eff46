"""Clients that are slow, many, or leave; and a service that is started in every way."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import Shop
from tests.requirements import need
from tests.service.conftest import Start, mounted
from tests.service.running import Service
from tests.service.test_reload import until


def closed(line: socket.socket, seconds: float) -> bool:
    """Whether the other side ends the connection within some seconds."""
    line.settimeout(seconds)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def test_a_head_that_never_ends(service: Service) -> None:
    with service.connect() as line:
        line.sendall(b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n")
        assert closed(line, 20)
    assert service.word("ab").status == 200


def test_a_body_that_never_comes(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, request_seconds=1)
    with running.connect() as line:
        line.sendall(
            b"POST /v1/rulesets/spiel/check HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n"
            b"Content-Type: application/json\r\n\r\n{"
        )
        time.sleep(1.5)
        line.settimeout(5)
        assert b" 408 " in line.recv(65536)
    assert running.word("ab").status == 200


def test_an_answer_that_is_not_read(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, request_seconds=3)
    words = ["x" * 400] * 10_000  # 8 MB of answer: more than what is underway on a line
    body = json.dumps({"words": words}).encode()
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(10)
        line.connect(("127.0.0.1", running.port))
        line.sendall(
            b"POST /v1/rulesets/spiel/check HTTP/1.1\r\nHost: x\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )
        time.sleep(6)
        got = b""
        with suppress(OSError):
            while more := line.recv(1 << 20):
                got += more
    head, _, rest = got.partition(b"\r\n\r\n")
    assert b" 200 " in head
    length = int(re.search(rb"content-length: (\d+)", head)[1])  # type: ignore[index]
    # Else a few clients who do not read fill the memory, for as long as they like.
    assert length > 1 << 20 and len(rest) < length
    assert len(running.check(words).json["words"]) == len(words)


def test_two_thousand_open_connections(service: Service) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need(hard == resource.RLIM_INFINITY or hard >= 4096, "a limit of 4,096 open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    lines = []
    try:
        for _ in range(2000):
            line = service.connect()
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            lines.append(line)
        begun = time.monotonic()
        assert service.word("ab").status == 200
        assert time.monotonic() - begun < 2
        for line in lines[::100]:
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
    finally:
        for line in lines:
            line.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert service.word("ab").status == 200


def test_a_client_that_leaves_is_no_defect(start: Start, workspace: Shop) -> None:
    running = start(workspace.root)
    for path in ("/v1/rulesets/spiel/check", "/v1/proposals"):
        with running.connect() as line:
            line.sendall(
                f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
                + b'Content-Length: 100\r\n\r\n{"words": ["a'
            )
            time.sleep(0.3)
    time.sleep(0.5)
    counts = running.ask("/metrics").text
    assert 'route="/v1/proposals"' in counts and 'status="500"' not in counts


def test_clients_that_leave(service: Service) -> None:
    body = b'"ab"\n' * 200_000
    for n in range(20):
        with service.connect() as line:
            line.sendall(
                b"POST /v1/rulesets/spiel/check HTTP/1.1\r\nHost: x\r\n"
                b"Content-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n" % len(body)
            )
            line.sendall(body[: 1000 * n])
    assert service.word("ab").status == 200
    assert not any(event["event"] == "defect" for event in service.events())


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03",
        b"GET /v1/rulesets/spiel/words/\xfc HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /v1/rulesets/spiel/words/a\x00b HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 1_000_000 + b"\r\n\r\n",
        b"POST /v1/proposals HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"GET http://elsewhere/v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_no_request(service: Service, sent: bytes) -> None:
    with service.connect() as line:
        line.settimeout(15)
        try:
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            got = line.recv(65536)
        except OSError as error:  # the connection is reset, or has gone
            assert not isinstance(error, TimeoutError)
            got = b""
        assert got == b"" or got.startswith(b"HTTP/1.1 ")
        assert b" 500 " not in got[:20]
    assert service.word("ab").status == 200


def test_a_body_that_is_too_long(service: Service) -> None:
    told = service.ask("/v1/proposals", "POST", {"word": "a" * 300_000})
    assert told.problem(413)


def test_it_is_ready_within_a_second(start: Start, workspace: Shop) -> None:
    times = sorted(start(workspace.root).started for _ in range(3))
    # The machine may be busy; benchmarks/service.py measures it.
    assert times[0] < 3


def test_a_worker_that_is_killed_is_replaced(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, workers=2)

    def ready(workers: int) -> bool:
        return [e["event"] for e in running.events()].count("lexicon opened") == workers

    # The first answers before the second is there.
    until(lambda: ready(2))
    children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children")
    os.kill(int(children.read_text().split()[-1]), signal.SIGKILL)
    until(lambda: ready(3))
    assert {running.word("ab").status for _ in range(20)} == {200}


def counts_of(workers: list[int]) -> set[Path]:
    """The folders that the processes keep their counts in."""
    maps = "".join(Path(f"/proc/{pid}/maps").read_text() for pid in workers)
    return {Path(path).parent for path in re.findall(r"(/\S+/lexkit-metrics-\S+)", maps)}


def test_no_worker_outlives_who_has_started_it(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, workers=2)
    until(lambda: [e["event"] for e in running.events()].count("lexicon opened") == 2)
    children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children")
    workers = [int(pid) for pid in children.read_text().split()]
    shared = counts_of(workers)
    assert shared
    running.process.kill()
    # Else they go on to answer at the address, beside those who are started in their place.
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    assert not any(folder.exists() for folder in shared)


def test_a_full_disk_for_temporary_files(
    start: Start, workspace: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = tmp_path / "small"
    small.mkdir()
    need(mounted(small, "64k"), "the right to mount a small disk (root)")
    try:
        monkeypatch.setenv("TMPDIR", str(small))
        running = start(workspace.root)
        with suppress(OSError):
            (small / "fill").write_bytes(bytes(1 << 20))
        # What was never asked before is counted in a new place.
        for path in ("/v1/rulesets/spiel/words/ab", "/v1/rulesets", "/nowhere", "/metrics"):
            assert running.ask(path).status in (200, 404)
        assert running.word("ort").json["verdict"] == "accepted"
        running.stop()
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_its_counts_can_be_read(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, workers=2)
    for _ in range(40):
        running.word("ab")
    running.check(["ab"] * 7)
    running.ask("/nowhere")
    time.sleep(1.5)  # each process tells what it has counted once a second
    text = running.ask("/metrics").text
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(lines['lexkit_words_checked_total{ruleset="spiel"}']) == 47
    route = "/v1/rulesets/{ruleset:str}/words/{word:str}"
    assert float(lines[f'lexkit_requests_total{{method="GET",route="{route}",status="200"}}']) == 40
    assert any(line.startswith("lexkit_lexicon_words{") for line in lines)


def test_the_access_log_is_a_choice(start: Start, workspace: Shop) -> None:
    quiet, talking = start(workspace.root), start(workspace.root, access_log="true")
    for running in (quiet, talking):
        running.ask("/v1/rulesets/spiel/words/K%C3%A4fer", headers={"X-Request-ID": "seven"})
    # A request is logged when it is answered.
    until(lambda: any(event.get("request") == "seven" for event in talking.events()))
    assert not any(event["event"] == "request" for event in quiet.events())
    (told,) = [e for e in talking.events() if e.get("request") == "seven"]
    assert (told["method"], told["status"]) == ("GET", 200)
    assert told["path"] == "/v1/rulesets/spiel/words/K%C3%A4fer"


def test_nothing_but_events_is_logged(start: Start, workspace: Shop) -> None:
    running = start(workspace.root, access_log="true", request_seconds=1)
    with running.connect() as line:  # an answer that breaks off
        line.sendall(
            b"POST /v1/rulesets/spiel/check HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n"
            b'Content-Type: application/x-ndjson\r\n\r\n"ab"\n'
        )
        assert closed(line, 5)
    with running.connect() as line:  # a terminal would take \x9b for the beginning of a command
        line.sendall(b"GET /\x9b31m\x85{ HTTP/1.1\r\nHost: x\r\n\r\n")
        line.recv(65536)
    children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children")
    os.kill(int(children.read_text().split()[-1]), signal.SIGKILL)
    until(lambda: "Unexpected exit" in running.logged)
    lines = running.logged.splitlines()[1:]  # the first says where it listens
    events = [json.loads(line)["event"] for line in lines]
    assert any("raised an exception" in event for event in events)
    assert all(char.isprintable() for line in lines for char in line)

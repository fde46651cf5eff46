"""`lexkit serve` as a process of its own, and clients that say exactly what is sent."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import program


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    def problem(self, *statuses: int) -> dict[str, Any]:
        """The problem that this reply must be, with one of ``statuses``."""
        assert self.status in statuses, self.text
        assert self.headers["content-type"] == "application/problem+json"
        told: dict[str, Any] = self.json
        assert told["status"] == self.status and told["title"] and told["detail"]
        assert told["request"] == self.headers["x-request-id"]
        return told


class Service:
    """A running service; ``settings`` are variables LEXKIT_SERVE_… by the names of settings."""

    def __init__(self, root: Path, database: str | None = None, **settings: object) -> None:
        self.port = int(str(settings.pop("port", None) or free_port()))
        self.log = tempfile.NamedTemporaryFile(prefix="lexkit-serve-", suffix=".log")  # noqa: SIM115
        told = {f"LEXKIT_SERVE_{name.upper()}": str(value) for name, value in settings.items()}
        if database is not None:
            told["LEXKIT_DATABASE_URL"] = database
        begun = time.monotonic()
        self.process = subprocess.Popen(
            [*program(), "--workspace", str(root), "serve", "--port", str(self.port)],
            stdout=subprocess.DEVNULL, stderr=self.log, stdin=subprocess.DEVNULL,
            env={**os.environ, **told}, start_new_session=True,
        )  # fmt: skip
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() - begun > 30:
                self.stop()
                raise AssertionError(f"the service did not start: {self.logged}")
            time.sleep(0.02)
        #: How long it took until it answered (seconds).
        self.started = time.monotonic() - begun

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def logged(self) -> str:
        return Path(self.log.name).read_text("utf-8")

    def events(self) -> list[dict[str, Any]]:
        """What it has logged, as objects."""
        lines = self.logged.splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: object = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send a request (`send`)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        return send(connection, path, method, body, token, headers)

    def word(self, text: str, ruleset: str = "spiel", query: str = "") -> Reply:
        """Ask for a word that is percent-encoded already."""
        return self.ask(f"/v1/rulesets/{ruleset}/words/{text}{query}")

    def check(self, words: object, ruleset: str = "spiel", query: str = "") -> Reply:
        return self.ask(f"/v1/rulesets/{ruleset}/check{query}", "POST", {"words": words})

    def connect(self) -> socket.socket:
        """A bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def stop(self) -> int:
        """Ask it to stop, as a service manager does; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise

    def kill(self) -> None:
        """End all its processes at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def _answers(self) -> bool:
        try:
            return self.ask("/healthz").status == 200
        except OSError:
            return False


def send(
    connection: http.client.HTTPConnection,
    path: str,
    method: str = "GET",
    body: object = None,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Reply:
    """Send a request whose path is exactly ``path``; a body that is not bytes goes as JSON."""
    told = dict(headers or {})
    if token is not None:
        told["Authorization"] = f"Bearer {token}"
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
        told.setdefault("Content-Type", "application/json")
    try:
        connection.putrequest(method, path, skip_host="host" in told, skip_accept_encoding=True)
        for name, value in told.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        found = connection.getresponse()
        content = b"" if method == "HEAD" else found.read()
        return Reply(found.status, {k.lower(): v for k, v in found.getheaders()}, content)
    finally:
        connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

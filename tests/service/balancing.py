"""nginx as docs/deploy/nginx.conf sets it up: only ports and paths are other ones."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from tests.conftest import REPOSITORY
from tests.requirements import need
from tests.service.running import Reply, free_port, send

FILES = REPOSITORY / "docs" / "deploy"


def replaced(text: str, changes: Mapping[str, str]) -> str:
    """``text`` with changes, each of which must apply."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


class Balancer:
    """nginx before copies of the service that listen on ``ports``."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        need(program is not None, "nginx (Debian: apt-get install nginx-light)")
        need(shutil.which("openssl") is not None, "openssl (Debian: apt-get install openssl)")
        self._folder = folder
        self.port, self.plain = free_port(), free_port()
        self._certificate()
        first, second = ports
        site = replaced(
            (FILES / "nginx.conf").read_text("utf-8"),
            {
                "127.0.0.1:8001": f"127.0.0.1:{first}", "127.0.0.1:8002": f"127.0.0.1:{second}",
                "    listen [::]:80;\n": "", "    listen [::]:443 ssl;\n": "",
                "listen 80;": f"listen 127.0.0.1:{self.plain};",
                "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
                "/etc/lexkit/tls": str(folder), "/var/log/nginx": str(folder),
                "words.example.org": "localhost",
            },
        )  # fmt: skip
        (folder / "site.conf").write_text(site, encoding="utf-8")
        user = "user root;" if os.getuid() == 0 else ""
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        (folder / "nginx.conf").write_text(
            f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
            f"events {{}}\nhttp {{ {temporary} include {folder}/site.conf; }}\n",
            encoding="utf-8",
        )
        self._process = subprocess.Popen(
            [str(program), "-p", str(folder), "-e", str(folder / "error.log"),
             "-c", str(folder / "nginx.conf")], stdin=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            assert self._process.poll() is None, self.errors
            time.sleep(0.02)

    @property
    def errors(self) -> str:
        """What nginx complains of."""
        return (self._folder / "error.log").read_text("utf-8")

    @property
    def log(self) -> str:
        return (self._folder / "lexkit.log").read_text("utf-8")

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: object = None,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send a request over TLS (`send`)."""
        return send(self.connection(), path, method, body, token, headers)

    def connection(self) -> http.client.HTTPSConnection:
        """A connection over TLS."""
        return http.client.HTTPSConnection(
            "localhost", self.port, timeout=30, context=self._context
        )

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self._folder / "fullchain.pem"))

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(10)

    def _certificate(self) -> None:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost",
             "-keyout", self._folder / "privkey.pem", "-out", self._folder / "fullchain.pem"],
            check=True, capture_output=True,
        )  # fmt: skip

"""A small web server on this machine: it knows ranges, and misbehaves when told to."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Site:
    """What the server has, how it behaves, and what it was asked (the request headers)."""

    address: str = ""
    pages: dict[str, bytes] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    etag: str | None = '"first"'
    last_modified: str | None = None
    #: How many bytes each of the next answers gives before the connection drops.
    breaks: list[int] = field(default_factory=list)
    #: Seconds between two pieces of 64 KiB.
    pause: float = 0.0
    chunked: bool = False
    #: Answers a range without looking at If-Range, as some servers do.
    careless: bool = False
    #: Answers every range with the bytes from here.
    wrong_range: int | None = None
    refuses_ranges: bool = False
    requests: list[dict[str, str]] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    site: Site

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        site = self.site
        site.requests.append({k.lower(): v for k, v in self.headers.items()})
        if self.path in site.redirects:
            self.send_response(302)
            self.send_header("Location", site.redirects[self.path])
            self.end_headers()
            return
        if self.path not in site.pages:
            self.send_error(404)
            return
        body = site.pages[self.path]
        start = self._start()
        if start is not None and site.refuses_ranges:
            self.send_error(416)
            return
        if start is not None:
            start = start if site.wrong_range is None else site.wrong_range
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
            body = body[start:]
        else:
            self.send_response(200)
        if site.etag is not None:
            self.send_header("ETag", site.etag)
        if site.last_modified is not None:
            self.send_header("Last-Modified", site.last_modified)
        if site.chunked:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self._send(body)

    def _start(self) -> int | None:
        """The first byte asked for, if the condition holds."""
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        condition = self.headers.get("If-Range")
        if asked is None:
            return None
        if not self.site.careless and condition not in (self.site.etag, self.site.last_modified):
            return None
        return int(asked[1])

    def _send(self, body: bytes) -> None:
        most = self.site.breaks.pop(0) if self.site.breaks else len(body)
        for begin in range(0, most, 1 << 16):
            piece = body[begin : min(begin + (1 << 16), most)]
            try:
                if self.site.chunked:
                    piece = b"%x\r\n%s\r\n" % (len(piece), piece)
                self.wfile.write(piece)
                self.wfile.flush()
            except OSError:
                return  # the client was killed, as some tests do
            time.sleep(self.site.pause)
        if self.site.chunked and most >= len(body):
            self.wfile.write(b"0\r\n\r\n")
        self.close_connection = True


@contextmanager
def serving() -> Iterator[Site]:
    """A running server."""
    site = Site()

    class Handler(_Handler):
        protocol_version = "HTTP/1.1"

    Handler.site = site
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        site.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()

"""A file at an http or https address, or members of an archive there; resumed where it broke off.

A download goes to ``.partial-<key>`` in the source's folder of the cache, with the validator
that the server gave (a strong ETag, else Last-Modified) beside it. The next try asks for the rest
on the condition (If-Range) that the content is still the same.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lexkit import __version__
from lexkit.errors import LexkitError, one_line
from lexkit.fetch import base
from lexkit.fetch.base import Order, UnavailableError
from lexkit.fetch.progress import Progress
from lexkit.fetch.shelf import sha256_of, writing

if TYPE_CHECKING:
    from email.message import Message
    from http.client import HTTPResponse
    from urllib.request import OpenerDirector

SUMMARY = "a file, or members of an archive, at an http or https address"
TARGET = re.compile(r"https?://[!-~]+", re.IGNORECASE)
EXAMPLE = "https://example.org/words.txt, other characters percent-encoded"
NETWORK = True
PLAIN = True

#: Seconds without a byte until a connection is given up.
TIMEOUT = 30.0
#: How often a download that breaks off is taken up again in one run.
TRIES = 4
#: Seconds before it is taken up again, times the number of the try.
PAUSE = 1.0
_CHUNK = 1 << 16


def fetch(order: Order) -> dict[str, Path]:
    """Download the file, resuming an earlier run's if possible; unpack its members if it has any.

    Raises `UnavailableError` with the server's or the network's reason, `LexkitError` if the disk
    refuses.
    """
    download = _Download(order)
    given = download.deliver()
    # Bytes of an earlier run may be spoilt (by a power cut, say): once more, all of it.
    if download.resumed and not _right(given, order):
        given = download.deliver()
    if given is None:
        raise UnavailableError(download.reason)
    return given


def _right(given: dict[str, Path] | None, order: Order) -> bool:
    return given is not None and all(sha256_of(p) == order.files[n] for n, p in given.items())


class _BrokenOffError(Exception):
    """The connection broke, or the server left off, in the middle; the text says how."""


class _Download:
    """The download of one order.

    ``resumed`` says whether the content was put together from more than one answer, ``reason``
    why it could not be unpacked.
    """

    def __init__(self, order: Order) -> None:
        import hashlib

        self.order = order
        self.address = order.origin.target
        key = hashlib.sha256(self.address.encode()).hexdigest()[:16]
        self.part = order.shelf.partial(key)
        self.note = order.shelf.partial(f"{key}.json")
        self.resumed = False
        self.reason = ""

    def deliver(self) -> dict[str, Path] | None:
        """Download, then unpack; `None`, with a ``reason``, if what came is not the archive."""
        from lexkit.fetch import archive

        self._run()
        body = self.order.shelf.corner() / "download"
        with writing(body):
            self.part.replace(body)
            self._drop()
        try:
            return archive.deliver(body, self.order.origin.members, self.order.shelf.corner())
        except UnavailableError as reason:
            self.reason = str(reason)
            return None

    def _run(self) -> None:
        """Download to ``part``, whole; a connection that breaks off is taken up again."""
        opener = _opener()
        for number in range(1, TRIES + 1):
            try:
                self._try(opener, first=number == 1)
            except _BrokenOffError as error:
                if number == TRIES:
                    raise UnavailableError(f"broke off {TRIES} times, at last: {error}") from error
                time.sleep(PAUSE * number)
            except LexkitError:
                # The disk refuses: leave it the room that the beginning takes.
                self._drop()
                raise
            else:
                return

    def _try(self, opener: OpenerDirector, *, first: bool) -> None:
        """Ask for what is missing of ``part`` and append it."""
        done, validator = self._kept()
        with self._ask(opener, done, validator, first=first) as response:
            if response.status == 206 and done:
                self._check_range(response, done, validator)
                self.resumed = True
            else:
                done = 0
                self.resumed = False
                self._begin(_validator(response.headers))
            # What is to come, where the server says so.
            whole = None if response.length is None else done + response.length
            label = self.address.rstrip("/").rpartition("/")[2]
            with (
                Progress(label, counts=True, total=whole, done=done) as progress,
                writing(self.part),
                self.part.open("ab") as out,
            ):
                while whole is None or done < whole:
                    most = _CHUNK if whole is None else min(_CHUNK, whole - done)
                    chunk = _read(response, most)
                    if not chunk:
                        break
                    done += len(chunk)
                    if max(done, whole or 0) > base.LARGEST:
                        raise UnavailableError(f"is larger than {base.LARGEST} bytes")
                    out.write(chunk)
                    out.flush()  # what is here survives a kill
                    progress.add(len(chunk))
            if whole is not None and done < whole:
                raise _BrokenOffError(f"the connection ended after {done} of {whole} bytes")

    def _ask(
        self, opener: OpenerDirector, done: int, validator: str | None, *, first: bool
    ) -> HTTPResponse:
        """The server's answer, whose content is still to be read."""
        from http.client import HTTPException
        from urllib.error import HTTPError, URLError
        from urllib.request import Request

        headers = {"User-Agent": f"lexkit/{__version__}", "Accept-Encoding": "identity"}
        if done and validator is not None:
            headers |= {"Range": f"bytes={done}-", "If-Range": validator}
        try:
            response: HTTPResponse = opener.open(
                Request(self.address, headers=headers), timeout=TIMEOUT
            )
        except HTTPError as error:
            error.close()
            if error.code == 416 and done:
                self._drop()
                raise _BrokenOffError("the server does not have the rest") from error
            raise UnavailableError(f"HTTP {error.code} {one_line(str(error.reason))}") from error
        except (OSError, HTTPException, ValueError) as error:
            said = one_line(str(error.reason if isinstance(error, URLError) else error))
            if first:
                raise UnavailableError(f"no connection: {said}") from error
            raise _BrokenOffError(said) from error  # it was there a moment ago
        return response

    def _check_range(self, response: HTTPResponse, done: int, validator: str | None) -> None:
        """Is this the rest of the same content? Servers err; if not, begin anew."""
        ranges = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
        same = _validator(response.headers) in (None, validator)
        if ranges is None or int(ranges[1]) != done or not same:
            self._drop()
            raise _BrokenOffError("the server gave another part than asked for")

    def _kept(self) -> tuple[int, str | None]:
        """How many bytes are here and can be added to, and the validator they came with."""
        import json

        try:
            note = json.loads(self.note.read_bytes())
            if note["address"] == self.address and isinstance(note["validator"], str):
                return self.part.stat().st_size, note["validator"]
        except (OSError, ValueError, KeyError, TypeError):
            pass  # nothing is here, or nothing that is of use
        return 0, None

    def _begin(self, validator: str | None) -> None:
        """Make ready for the content from its first byte."""
        import json

        self._drop()
        if validator is not None:
            with writing(self.note):
                self.note.write_text(json.dumps({"address": self.address, "validator": validator}))

    def _drop(self) -> None:
        # The note goes first: without it the content, from whatever time, is not added to.
        with writing(self.part):
            self.note.unlink(missing_ok=True)
            self.part.unlink(missing_ok=True)


def _opener() -> OpenerDirector:
    """One that follows redirects, but only to http and https: no ftp, no files."""
    from urllib import request

    opener = request.OpenerDirector()
    for handler in (
        request.ProxyHandler(),
        request.UnknownHandler(),
        request.HTTPHandler(),
        request.HTTPSHandler(),
        request.HTTPDefaultErrorHandler(),
        request.HTTPRedirectHandler(),
        request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


def _read(response: HTTPResponse, most: int) -> bytes:
    from http.client import HTTPException

    try:
        return response.read1(most)
    except (OSError, HTTPException) as error:
        raise _BrokenOffError(one_line(str(error)) or type(error).__name__) from error


def _validator(headers: Message) -> str | None:
    """What tells this content from a later one; weak ETags (``W/…``) may not be used for that."""
    tag = headers.get("ETag", "")
    return tag if tag.startswith('"') else headers.get("Last-Modified")

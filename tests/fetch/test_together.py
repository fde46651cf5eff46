"""Several processes on one cache, and processes that die in the middle."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from lexkit.fetch import Origin, fetch
from tests.fetch.conftest import Place, sha
from tests.fetch.server import Site

CONTENT = random.Random(3).randbytes(2_000_000)


def fetch_once(root: str, address: str) -> str:
    place = Place(Path(root))
    return sha(
        place.fetch({"list.txt": CONTENT}, Origin("url", address, {}))["list.txt"].read_bytes()
    )


def test_many_at_once_download_once(place: Place, site: Site) -> None:
    site.pages["/list.txt"] = CONTENT
    site.pause = 0.01
    arguments = [(str(place.root), f"{site.address}/list.txt")] * 6
    with multiprocessing.get_context("spawn").Pool(6) as pool:
        assert pool.starmap(fetch_once, arguments) == [sha(CONTENT)] * 6
    assert len(site.requests) == 1
    assert place.cached() == {"list.txt"}


def test_threads_wait_for_each_other_too(place: Place, site: Site) -> None:
    site.pages["/list.txt"] = CONTENT
    site.pause = 0.005
    address = f"{site.address}/list.txt"
    threads = [
        threading.Thread(target=fetch_once, args=(str(place.root), address)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(site.requests) == 1


def test_without_locks_they_still_get_it(
    place: Place, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("lexkit.fetch.shelf.try_lock", unsupported)
    site.pages["/list.txt"] = CONTENT
    assert fetch_once(str(place.root), f"{site.address}/list.txt") == sha(CONTENT)


def begin(place: Place, address: str) -> subprocess.Popen[bytes]:
    """A process that fetches, once a part of the content has come."""
    code = "import sys; from tests.fetch.test_together import fetch_once; fetch_once(*sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(place.root), address],
        cwd=Path(__file__).parents[2],
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 20
    while not any(p.stat().st_size > 200_000 for p in place.shelf.glob(".partial-*")):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    return process


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_download_killed_in_the_middle_is_resumed(
    place: Place, site: Site, how: signal.Signals
) -> None:
    site.pages["/list.txt"] = CONTENT
    site.pause = 0.05
    address = f"{site.address}/list.txt"
    process = begin(place, address)
    process.send_signal(how)
    process.communicate()
    assert not (place.shelf / "list.txt").exists()
    if how == signal.SIGINT:
        assert not list(place.shelf.glob(".tmp-*"))
    site.pause = 0.0
    assert fetch_once(str(place.root), address) == sha(CONTENT)
    assert int(site.requests[1]["range"].removeprefix("bytes=").rstrip("-")) > 200_000
    assert place.cached() == {"list.txt"}


def test_a_killed_process_does_not_hold_up_the_one_that_waits(place: Place, site: Site) -> None:
    site.pages["/list.txt"] = CONTENT
    site.pause = 0.05
    address = f"{site.address}/list.txt"
    process = begin(place, address)
    got: list[str] = []
    waiting = threading.Thread(target=lambda: got.append(fetch_once(str(place.root), address)))
    waiting.start()
    time.sleep(0.3)
    assert len(site.requests) == 1
    site.pause = 0.0
    process.kill()
    process.communicate()
    waiting.join(20)
    assert got == [sha(CONTENT)]


def test_rooms_of_the_dead_are_removed(place: Place, site: Site) -> None:
    old = place.shelf / ".tmp-dead"
    old.mkdir(parents=True)
    (old / "half.whl").write_bytes(b"x")
    site.pages["/list.txt"] = CONTENT
    fetch_once(str(place.root), f"{site.address}/list.txt")
    assert place.cached() == {"list.txt"}


def test_the_name_appears_only_with_the_whole_content(place: Place, site: Site) -> None:
    """Whoever looks while it is fetched sees nothing, the old, or all of the new."""
    place.shelf.mkdir(parents=True)
    path = place.shelf / "list.txt"
    path.write_bytes(b"old")
    site.pages["/list.txt"] = CONTENT
    site.pause = 0.002
    seen = set()
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            seen.add(len(path.read_bytes()))

    looking = threading.Thread(target=look)
    looking.start()
    fetch_once(str(place.root), f"{site.address}/list.txt")
    done.set()
    looking.join()
    assert seen <= {3, len(CONTENT)}


def test_two_sources_do_not_wait_for_each_other(place: Place, site: Site) -> None:
    site.pages |= {"/list.txt": CONTENT, "/other.txt": b"x"}
    site.pause = 0.05
    process = begin(place, f"{site.address}/list.txt")
    site.pause = 0.0
    other = Origin("url", f"{site.address}/other.txt", {})
    fetch("other", {"o": sha(b"x")}, [other], manifest=place.manifest, cache=place.cache)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()

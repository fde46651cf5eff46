"""A file is exchanged at once, by one process at a time, and never if it has changed."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from lexkit.disk import ChangedError, exchange
from lexkit.errors import LexkitError
from tests.conftest import REPOSITORY


def test_old_gives_way_to_new(tmp_path: Path) -> None:
    path = tmp_path / "list.tsv"
    path.write_bytes(b"old")
    path.chmod(0o640)
    exchange(path, b"old", b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_changed_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "list.tsv"
    path.write_bytes(b"other")
    with pytest.raises(ChangedError, match="changed meanwhile") as caught:
        exchange(path, b"old", b"new")
    assert caught.value.path == path
    assert path.read_bytes() == b"other"
    path.unlink()
    with pytest.raises(ChangedError):
        exchange(path, b"old", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.tsv", tmp_path / "link.tsv"
    real.write_bytes(b"old")
    link.symlink_to(real.name)
    exchange(link, b"old", b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


@pytest.mark.parametrize("at", ["fsync", "replace"])
def test_a_full_disk_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    path = tmp_path / "list.tsv"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if at == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(LexkitError, match="No space left on device; it is as it was.*make room"):
        exchange(path, b"old", b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_of_many_at_once_each_is_based_on_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"")

    def add(name: str) -> None:
        for number in range(20):
            while True:
                before = path.read_bytes()
                try:
                    exchange(path, before, before + f"{name}{number}\n".encode())
                except ChangedError:
                    continue
                break

    threads = [threading.Thread(target=add, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = path.read_text().split()
    assert sorted(lines) == sorted(f"{name}{n}" for name in "abcd" for n in range(20))


_SWAPPING = """
import itertools, sys
from pathlib import Path
from lexkit.disk import exchange
path, texts = Path(sys.argv[1]), (b"a" * 100_000, b"b" * 70_000)
for number in itertools.count():
    exchange(path, path.read_bytes(), texts[number % 2])
"""


def test_whoever_is_killed_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"a" * 100_000)
    for number in range(8):
        swapping = subprocess.Popen(
            [sys.executable, "-c", _SWAPPING, path],
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        )
        time.sleep(0.15 + 0.013 * number)
        swapping.send_signal(signal.SIGKILL)
        swapping.wait()
        assert path.read_bytes() in (b"a" * 100_000, b"b" * 70_000)
    exchange(path, path.read_bytes(), b"new")
    assert list(tmp_path.iterdir()) == [path]

"""Progress is shown on a terminal after a second, and nowhere else."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fetch.conftest import Place
from tests.fetch.server import Site

CONTENT = random.Random(3).randbytes(2_000_000)  # as `fetch_once` expects
CODE = "import sys; from tests.fetch.test_together import fetch_once; fetch_once(*sys.argv[1:])"


def run(place: Place, site: Site, stderr: int) -> None:
    site.pages["/list.txt"] = CONTENT
    site.pause = 0.06
    command = [sys.executable, "-c", CODE, str(place.root), f"{site.address}/list.txt"]
    subprocess.run(command, cwd=Path(__file__).parents[2], stderr=stderr, check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_on_a_terminal(place: Place, site: Site) -> None:
    import termios

    ours, theirs = os.openpty()
    os.set_blocking(ours, False)
    termios.tcsetwinsize(theirs, (24, 80))
    try:
        run(place, site, theirs)
        shown = os.read(ours, 100_000).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    assert "list.txt" in shown
    assert "2.00M" in shown


def test_in_a_file(place: Place, site: Site) -> None:
    path = place.root / "stderr"
    with path.open("wb") as file:
        run(place, site, file.fileno())
    assert path.read_bytes() == b""

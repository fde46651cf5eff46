"""Disks that refuse: full, too small a limit, no permission, something in the way."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from lexkit.fetch import Origin
from tests.fetch.conftest import Place, sha
from tests.fetch.server import Site
from tests.fetch.test_archive import make_zip

CONTENT = random.Random(2).randbytes(3_000_000)


def origin(site: Site) -> Origin:
    site.pages["/list.txt"] = CONTENT
    return Origin("url", f"{site.address}/list.txt", {})


def mount(place: Place, options: str) -> None:
    """Make the cache a disk of its own, or skip.

    Not every machine lets us, and none has to: `test_a_limit_on_the_size_of_files` shows the
    same everywhere.
    """
    place.cache.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "none", str(place.cache)]
    if (
        sys.platform != "linux"
        or subprocess.run(command, check=False, capture_output=True).returncode
    ):
        pytest.skip("needs the right to mount a tmpfs")


@pytest.fixture
def small_disk(place: Place) -> Iterator[None]:
    """A cache on a disk of 1 MB."""
    mount(place, "size=1m")
    yield
    subprocess.run(["umount", str(place.cache)], check=True)


@pytest.fixture
def read_only(place: Place) -> Iterator[None]:
    """A cache on a disk that is read-only even for root."""
    mount(place, "ro")
    yield
    subprocess.run(["umount", str(place.cache)], check=True)


@pytest.mark.usefixtures("small_disk")
def test_a_disk_that_fills_while_downloading(place: Place, site: Site) -> None:
    said = place.refused({"list.txt": CONTENT}, origin(site))
    assert "cannot be written: No space left on device" in said
    assert "make room there, or name another cache folder with LEXKIT_CACHE" in said
    assert place.cached() == set()


@pytest.mark.usefixtures("small_disk")
def test_a_disk_that_fills_while_unpacking(place: Place) -> None:
    make_zip(place.manifest.parent / "a.zip", {"list.txt": CONTENT})
    said = place.refused({"list.txt": CONTENT}, Origin("path", "a.zip", {"list.txt": "list.txt"}))
    assert "No space left on device" in said
    assert place.cached() == set()


@pytest.mark.usefixtures("small_disk")
def test_a_full_disk_leaves_the_file_that_is_there(place: Place, site: Site) -> None:
    place.shelf.mkdir()
    (place.shelf / "list.txt").write_bytes(b"of yesterday")
    place.refused({"list.txt": CONTENT}, origin(site))
    assert (place.shelf / "list.txt").read_bytes() == b"of yesterday"


@pytest.mark.skipif(sys.platform == "win32", reason="needs RLIMIT_FSIZE")
def test_a_limit_on_the_size_of_files(place: Place, site: Site) -> None:
    """In a process of its own, as the limit holds for all that it writes."""
    code = f"""
import resource
from pathlib import Path
from lexkit.errors import LexkitError
from lexkit.fetch import Origin, fetch
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
try:
    fetch("words", {{"list.txt": "{sha(CONTENT)}"}}, [Origin("url", "{origin(site).target}", {{}})],
          manifest=Path({str(place.manifest)!r}), cache=Path({str(place.cache)!r}))
except LexkitError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.stderr == ""
    assert "cannot be written: File too large (make room there" in done.stdout
    assert place.cached() == set()


@pytest.mark.usefixtures("read_only")
def test_a_cache_that_may_not_be_written(place: Place, site: Site) -> None:
    said = place.refused({"list.txt": CONTENT}, origin(site))
    assert "see to its permissions, or name another cache folder with LEXKIT_CACHE" in said


def test_a_read_only_cache_that_holds_the_file_will_do(place: Place, site: Site) -> None:
    place.fetch({"list.txt": CONTENT}, origin(site))
    before = sorted(place.shelf.iterdir())
    place.shelf.chmod(0o500)
    try:
        assert place.fetch({"list.txt": CONTENT}, origin(site))
    finally:
        place.shelf.chmod(0o700)
    assert sorted(place.shelf.iterdir()) == before


@pytest.mark.parametrize("what", ["cache", "cache/words"])
def test_a_file_in_the_place_of_the_folder(place: Place, site: Site, what: str) -> None:
    path = place.root / what
    path.parent.mkdir(exist_ok=True)
    path.write_text("in the way")
    said = place.refused({"list.txt": CONTENT}, origin(site))
    assert "cannot be written" in said
    assert "LEXKIT_CACHE" in said

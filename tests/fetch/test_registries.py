"""Against the real package registries, as the machine's pip, apt and npm are set up."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lexkit.fetch import Origin
from tests.fetch.conftest import Place, sha
from tests.requirements import need

pytestmark = pytest.mark.sources

NOUNS = "7b34ca76bb753fa5d3d2b683ecc987824ae874b375ac999a797074fafba2768e"
NGERMAN = "4864ca7300aae638c611114092ed566ba232b35e42280fcfb5509c5d121b307d"
PACKAGE = "51c133f4e41df982aef69027249ff9d7262645029f437d079adc7c83328fb620"


def works(*command: str, folder: Path) -> bool:
    """Can this machine do that: is the program there, and does it reach its registry?"""
    if shutil.which(command[0]) is None:
        return False
    try:
        subprocess.run(command, check=True, cwd=folder, capture_output=True, timeout=120)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return False
    return True


def test_pypi(place: Place, tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:")
    reached = works(*pip, "--dest=probe", "german-nouns==1.2.5", folder=tmp_path)
    need(reached, "pip and a package index")
    gone = Origin("pypi", "german-nouns==99", {"nouns.csv": "german_nouns/nouns.csv"})
    origin = Origin("pypi", "german-nouns==1.2.5", {"nouns.csv": "german_nouns/nouns.csv"})
    found = place.fetch({"nouns.csv": NOUNS}, gone, origin)
    assert found["nouns.csv"].stat().st_size == 20_194_356
    assert place.cached() == {"nouns.csv"}
    assert place.fetch({"nouns.csv": NOUNS}, offline=True) == found
    said = place.refused({"n.csv": sha(b"")}, Origin("pypi", gone.target, {"n.csv": "n"}))
    assert "Could not find a version that satisfies the requirement german-nouns==99" in said


def test_apt(place: Place, tmp_path: Path) -> None:
    version = "20161207-11"
    reached = works("apt-get", "download", f"wngerman={version}", folder=tmp_path)
    need(reached, f"apt-get and the Debian package wngerman {version}")
    origin = Origin("apt", f"wngerman={version}", {"ngerman": "usr/share/dict/ngerman"})
    found = place.fetch({"ngerman": NGERMAN}, origin)
    assert found["ngerman"].stat().st_size == 4_725_887
    assert place.cached() == {"ngerman"}
    said = place.refused({"x": sha(b"")}, Origin("apt", "wngerman=0", {"x": "x"}))
    assert "Version '0' for 'wngerman' was not found" in said


def test_npm(place: Place, tmp_path: Path) -> None:
    reached = works("npm", "pack", "--fetch-retries=0", "is-number@7.0.0", folder=tmp_path)
    need(reached, "npm and a package registry")
    origin = Origin("npm", "is-number@7.0.0", {"package.json": "package/package.json"})
    found = place.fetch({"package.json": PACKAGE}, origin)
    assert found["package.json"].read_bytes().startswith(b"{")
    assert place.cached() == {"package.json"}
    said = place.refused({"x": sha(b"")}, Origin("npm", "is-number@99.0.0", {"x": "x"}))
    assert "No matching version found for is-number@99.0.0" in said

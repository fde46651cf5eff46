"""Installed from a wheel, or editable: what is shipped is found, outside the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.requirements import need


def environment_with_our_libraries(folder: Path) -> Path:
    """A fresh virtual environment that sees this one's libraries, but not its lexkit."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    (site,) = folder.glob("lib/python*/site-packages")
    ours = {Path(path) for path in sys.path if path.endswith("site-packages")}
    for place in ours:
        for item in place.iterdir():
            # Not lexkit, nor the .pth files, which lead to the checkout.
            if "lexkit" not in item.name.lower() and item.suffix != ".pth":
                link = site / item.name
                if not link.exists():
                    link.symlink_to(item)
    return python


def pip(*arguments: str | Path, python: Path | str = sys.executable) -> None:
    subprocess.run(
        [str(python), "-m", "pip", "--disable-pip-version-check", "-q", *map(str, arguments)],
        check=True,
        capture_output=True,
        cwd=REPOSITORY.parent,
    )


def ask(python: Path, cwd: Path, *arguments: str) -> str:
    cwd.mkdir(exist_ok=True)
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LEXKIT", "PYTHON"))
    }
    environment |= {"HOME": str(cwd), "XDG_DATA_HOME": str(cwd), "XDG_CACHE_HOME": str(cwd)}
    done = subprocess.run(
        [str(python.parent / "lexkit"), *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel; building it needs hatchling, which comes from a network unless it is here."""
    folder = tmp_path_factory.mktemp("wheel")
    try:
        pip("wheel", "--no-deps", "-w", folder, REPOSITORY)
    except subprocess.CalledProcessError as error:
        need(False, f"hatchling, to build a wheel ({error.stderr.decode()[-200:].strip()})")
    (built,) = folder.glob("lexkit-*.whl")
    return built


def test_a_wheel_holds_what_is_shipped_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "lexkit/data/rules/de-wordox.yaml", "lexkit/data/rules/tags.yaml",
        "lexkit/data/sources/german-nouns.yaml", "lexkit/data/sources/curated/de.tsv",
        "lexkit/database/migrations/env.py", "lexkit/database/migrations/versions/v0001_first.py",
        "lexkit/py.typed",
    } <= names  # fmt: skip
    service = REPOSITORY / "lexkit" / "service"
    for folder in ("assets", "languages", "templates"):
        shown = {f"lexkit/service/{folder}/{path.name}" for path in (service / folder).iterdir()}
        assert shown and shown <= names
    assert "lexkit/data/rules/translations/de.yaml" in names
    assert all(name.startswith("lexkit") for name in names)


def finds_what_is_shipped(python: Path, cwd: Path) -> None:
    assert "de-wordox" in ask(python, cwd, "rules", "list")
    assert "german-nouns" in ask(python, cwd, "sources", "list")
    assert "decisions, well-formed" in ask(python, cwd, "sources", "verify", "curated-de")
    ask(python, cwd, "init", "game")
    assert "3 words" in ask(python, cwd / "game", "build", "my-game")
    assert "accepted" in ask(python, cwd / "game", "check", "apple")
    why = ("--reason", "a fruit", "--by", "anna")
    assert "taken as proposal 1" in ask(python, cwd / "game", "propose", "quince", *why)
    assert "quince" in ask(python, cwd / "game", "review")


def test_a_wheel_finds_what_is_shipped(wheel: Path, tmp_path: Path) -> None:
    python = environment_with_our_libraries(tmp_path / "env")
    pip("--python", python, "install", "--no-deps", "--no-index", wheel)
    finds_what_is_shipped(python, tmp_path / "elsewhere")
    where = ask(python, tmp_path / "elsewhere", "rules", "show", "de-wordox")
    assert str(REPOSITORY) not in where


def test_an_editable_install_finds_what_is_shipped(wheel: Path, tmp_path: Path) -> None:
    python = environment_with_our_libraries(tmp_path / "env")
    pip("--python", python, "install", "--no-deps", "-e", REPOSITORY)
    finds_what_is_shipped(python, tmp_path / "elsewhere")
    where = ask(python, tmp_path / "elsewhere", "rules", "show", "de-wordox")
    assert str(REPOSITORY / "rules" / "de-wordox.yaml") in where

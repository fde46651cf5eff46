"""docs/maintainers.md, done as it says, and the conflict that it shows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lexkit.curation import driver, threeway
from tests.conftest import REPOSITORY
from tests.curation.making import row
from tests.pages import follow

DOC = REPOSITORY / "docs" / "maintainers.md"


def test_the_page_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    for name, value in {
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PYTHONPATH": str(REPOSITORY),
        "GIT_AUTHOR_NAME": "ida", "GIT_AUTHOR_EMAIL": "ida@example.org",
        "GIT_COMMITTER_NAME": "ida", "GIT_COMMITTER_EMAIL": "ida@example.org",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert follow(DOC, capsys) >= 30
    words = [
        line.split("\t")[0] for line in Path("sources/curated/en.tsv").read_text().splitlines()
    ]
    assert words == ["word", "banana", "cherrystone", "plum", "plumcot"]


def test_a_conflict_looks_as_the_page_shows_it() -> None:
    ours = row("plum", reason="a fruit", by="ida", date="2027-03-01")
    theirs = row("plum", "reject", reason="a colour", by="max", date="2027-03-02")
    merged = threeway.merge({}, {ours.key: ours}, {theirs.key: theirs})
    marked = driver.render(merged).decode().split("\n", 1)[1]
    assert f"```text\n{marked}```" in DOC.read_text("utf-8")
    printed = dict(driver.setting_up())["merge.lexkit-curated.driver"]
    assert driver.attributes() in DOC.read_text("utf-8")
    assert f"git config merge.lexkit-curated.driver '{printed}'" in DOC.read_text("utf-8")

"""docs/new-ruleset.md, done as it says: files written, commands run, output compared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.pages import agrees, follow

pytestmark = pytest.mark.sources

DOC = REPOSITORY / "docs" / "new-ruleset.md"


def test_the_page_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if not os.environ.get("LEXKIT_CACHE"):
        monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    assert follow(DOC, capsys) > 15


def test_output_is_compared_strictly() -> None:
    assert agrees(["a 1 b"], ["a … b"])
    assert agrees(["a", "b", "c"], ["a", "…"])
    assert agrees(["a"], ["a", "…"])
    assert agrees(["[x]?"], ["[x]?"])
    for said, expected in ((["ab"], ["a"]), (["a", "b"], ["a"]), ([], ["a"]), (["x?"], ["xy"])):
        assert not agrees(said, expected)

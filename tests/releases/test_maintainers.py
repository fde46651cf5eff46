"""What docs/maintainers.md says of releases, done as it says, in the orchard of that page."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexkit.cli import run
from lexkit.curated import COLUMNS
from tests.conftest import REPOSITORY
from tests.pages import follow

DECISIONS = [
    ("banana", "reject", "", "grows elsewhere"),
    ("cherrystone", "accept", "noun", "the stone of a cherry"),
    ("plum", "accept", "", "a fruit"),
    ("plumcot", "accept", "", "a cross of plum and apricot"),
]


def test_the_section_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (REPOSITORY / "docs" / "maintainers.md").read_text("utf-8")
    page = tmp_path / "releases.md"
    page.write_text(text[text.index("## Releases\n") :], encoding="utf-8")
    orchard = tmp_path / "orchard"
    assert run(["init", str(orchard)]) == 0
    monkeypatch.chdir(orchard)
    rules = orchard / "rules" / "my-game.yaml"
    rules.write_text(
        rules.read_text("utf-8").replace("sources: [my-words]", "sources: [my-decisions, my-words]")
    )
    (orchard / "sources" / "my-decisions.yaml").write_text(
        "source: my-decisions\ntitle: Decisions\nlanguage: en\nlicence: CC0-1.0\nreader: curated\n"
    )
    rows = ["\t".join(COLUMNS)]
    for word, decision, tags, reason in DECISIONS:
        told = {"word": word, "decision": decision, "tags": tags, "reason": reason}
        told |= {"scope": "lemma", "rulesets": "*", "by": "ida", "date": "2027-01-02"}
        rows.append("\t".join(told.get(column, "") for column in COLUMNS))
    (orchard / "sources" / "curated").mkdir(exist_ok=True)
    (orchard / "sources" / "curated" / "en.tsv").write_text("\n".join(rows) + "\n")
    assert follow(page, capsys) >= 12

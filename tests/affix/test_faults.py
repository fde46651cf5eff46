"""The faults that other tools really have: samples kept beside the project (README there)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.affix.dictionary import read
from tests.requirements import need

BESIDE = Path(__file__).parents[3] / "shared" / "faults"
FAULTS = Path(os.environ.get("LEXKIT_FAULTS", BESIDE))
SAMPLES = sorted(FAULTS.glob("H*/*.expected.tsv"))


@pytest.mark.parametrize(
    "sample", SAMPLES or [None], ids=lambda path: path.name.split(".")[0] if path else "none"
)
def test_fault(sample: Path | None) -> None:
    need(sample is not None, "the samples of faults (LEXKIT_FAULTS, or ../shared/faults)")
    assert sample is not None
    found = read(sample.with_name(sample.name.replace(".expected.tsv", ".dic")))
    notes = "\n".join(found.report.noted)
    for row in sample.read_text("utf-8").splitlines()[1:]:
        word, valid, expanded, _ = row.split("\t")
        for escape, character in (("\\t", "\t"), ("\\r", "\r"), ("\\ufeff", "\ufeff")):
            word = word.replace(escape, character)
        assert (word in found.good) == (expanded == "1") or expanded == "?", word
        assert valid != "policy(space)" or "space inside" in notes
        assert valid != "lint" or "unreachable" in notes


def test_what_is_forbidden_comes_out_as_such() -> None:
    sample = FAULTS / "H15" / "forb.dic"
    need(sample.exists(), "the samples of faults (LEXKIT_FAULTS, or ../shared/faults)")
    assert read(sample).forbidden == {"clearinghouse", "boeken", "Ijs"}

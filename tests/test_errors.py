"""One line that says where, what, and what to do about it."""

from __future__ import annotations

from pathlib import Path

from lexkit.errors import LexkitError, suggest


def test_an_error_is_one_line_with_place_and_remedy() -> None:
    error = LexkitError("is wrong", path=Path("a/b.yaml"), line=7, remedy="mend it")
    assert str(error) == "a/b.yaml:7: is wrong (mend it)"
    assert str(LexkitError("is wrong", path="b.yaml")) == "b.yaml: is wrong"
    assert str(LexkitError("is wrong")) == "is wrong"


def test_a_mistaken_name_is_answered_with_the_nearest_or_all() -> None:
    assert suggest("nuon", ["noun", "verb"]) == "did you mean noun?"
    assert suggest("xyz", ["noun", "verb"]) == "known are noun, verb"
    assert suggest("xyz", []) == "there are none"
    assert suggest("-", [f"n{i:02}" for i in range(20)]).endswith("n11 …")

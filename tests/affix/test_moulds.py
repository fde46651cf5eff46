"""Moulds give what a stem expanded for itself gives."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis.strategies as st
import pytest
from hypothesis import given

from lexkit.affix import Moulds, expand, moulds, read_affixes
from tests.affix.dictionary import read, write
from tests.affix.test_properties import (
    CIRCUMFIX,
    LETTERS,
    NEEDAFFIX,
    ONLYINCOMPOUND,
    RULE_FLAGS,
    DictionaryText,
    common,
    dictionaries,
)


@common
@given(
    dictionaries(rule_marks=NEEDAFFIX + ONLYINCOMPOUND + CIRCUMFIX),
    st.lists(st.text(LETTERS, min_size=1, max_size=14), min_size=1, max_size=20),
    st.sets(st.sampled_from(RULE_FLAGS + NEEDAFFIX)),
)
def test_a_mould_is_the_stem_with_a_hole(
    text: DictionaryText, stems: list[str], flags: set[str]
) -> None:
    with TemporaryDirectory() as folder:
        dic = write(Path(folder), text.aff(), text.dic(), text.encoding)
        affixes = read_affixes(dic.with_suffix(".aff"))
    set_of_flags = frozenset(flags)
    poured = Moulds(affixes).of(set_of_flags)
    for stem in [*stems, *stems]:
        middle, mould = poured.pour(stem)
        from_mould = {cast.before + middle + cast.after for cast in mould}
        assert from_mould == {form for form, _ in expand(stem, set_of_flags, affixes)}


AFF = "SET UTF-8\nSFX a Y 3\nSFX a 0 s [^s]\nSFX a 0 es s\nSFX a 0 lein/b .\nSFX b Y 1\nSFX b 0 s ."
DIC = "\n".join(f"{'x' * length}{end}/a" for length in range(1, 9) for end in "abs")


def test_forgetting_moulds_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dic = write(tmp_path, AFF, DIC)
    before = read(dic)
    monkeypatch.setattr(moulds, "REMEMBERED", 5)
    assert read(dic) == before


def test_a_mould_too_large_to_be_remembered_is_poured_as_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dic = write(tmp_path, AFF, DIC)
    before = read(dic)
    monkeypatch.setattr(moulds, "LARGEST", 1)
    assert read(dic) == before

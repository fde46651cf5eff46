"""The entries that a hunspell dictionary gives: lemma, labels, place, and its two files."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.readers import READERS, hunspell
from lexkit.readers.base import Input, Options, Report
from tests.affix.dictionary import read, write

AFF = """
SET UTF-8
FORBIDDENWORD !
NEEDAFFIX ?
SFX A Y 1
SFX A 0 n e is:plural
PFX B Y 1
PFX B 0 ur .
"""


def test_is_registered() -> None:
    assert READERS["hunspell"] is hunspell


def test_an_entry_says_where_it_comes_from(tmp_path: Path) -> None:
    found = read(write(tmp_path, AFF, "Oma/AB po:noun\nTante/AxB? po:noun st:Verwandte\nBase/!"))
    assert [tuple(entry) for entry in found.entries] == [
        ("Oma", "Oma", ("po:noun",), "words.dic:2", None),
        ("urOma", "Oma", ("po:noun",), "words.dic:2", "PFX B"),
        ("urTante", "Verwandte", ("flag:x", "flag:?", "po:noun"), "words.dic:3", "PFX B"),
        (
            "Tanten",
            "Verwandte",
            ("flag:x", "flag:?", "po:noun", "is:plural"),
            "words.dic:3",
            "SFX A",
        ),
        (
            "urTanten",
            "Verwandte",
            ("flag:x", "flag:?", "po:noun", "is:plural"),
            "words.dic:3",
            "SFX A PFX B",
        ),
        ("Base", "Base", ("forbidden",), "words.dic:4", None),
    ]


def test_labels_are_shared(tmp_path: Path) -> None:
    found = read(write(tmp_path, AFF, "Oma/xA\nOpa/xA\nTante/xA"))
    assert found.entries[0].labels == ("flag:x",)
    assert len({id(entry.labels) for entry in found.entries if entry.cell is None}) == 1


def test_flags_beyond_ascii_are_labels_as_written(tmp_path: Path) -> None:
    found = read(write(tmp_path, "SET UTF-8\nSFX A Y 1\nSFX A 0 s .", "kat/A¤ü"))
    assert found.form("kats").labels == ("flag:¤", "flag:ü")


def test_the_aff_lies_beside_or_is_given(tmp_path: Path) -> None:
    dic = write(tmp_path, AFF, "Tante/A")
    beside = read(dic)
    elsewhere = tmp_path / "rules" / "other.aff"
    elsewhere.parent.mkdir()
    dic.with_suffix(".aff").rename(elsewhere)
    assert read(dic, elsewhere) == beside
    with pytest.raises(LexkitError, match=r"no \.aff") as caught:
        read(dic)
    assert "words.aff" in str(caught.value)


def test_the_place_names_the_file_of_the_manifest(tmp_path: Path) -> None:
    dic = write(tmp_path, AFF, "Tante/A")
    aff = dic.with_suffix(".aff")
    given = Input({"de_DE.aff": aff, "de/de_DE.dic": dic}, Options({}, {}), Report())
    assert {entry.place for entry in hunspell.read(given)} == {"de_DE.dic:2"}


def test_a_line_of_its_own_outweighs_the_affix_of_a_forbidden_stem(tmp_path: Path) -> None:
    found = read(write(tmp_path, AFF, "Dose/!A\nDosen\nRose/A\nRosen/!\nurHose/!\nHose/B"))
    assert found.good == {"Dosen", "Rose", "Hose"}
    assert found.forbidden == {"Dose", "Rosen", "urHose"}


def test_what_is_odd_is_noted(tmp_path: Path) -> None:
    aff = "SET UTF-8\nICONV 1\nICONV ij ĳ\nBREAK 1\nBREAK -"
    found = read(write(tmp_path, aff, "bij\nad hoc\nusw.."))
    assert found.good == {"ad hoc"}
    assert set(found.report.noted) == {
        "BREAK is left alone: what is joined by its patterns is no word",
        "ICONV rewrites what would have to be typed: unreachable",
        "a space inside: one form, not several words",
        "hunspell tries one dot at the end of a word, not two",
    }
    assert not found.report.skipped


def test_forms_are_streamed(tmp_path: Path) -> None:
    """Five times the forms of a stem, and no more memory at the peak than one time."""

    def peak(suffixes: int) -> int:
        rules = "\n".join(f"SFX A 0 y{number}/B ." for number in range(suffixes))
        seconds = "\n".join(f"SFX B 0 x{number} ." for number in range(100))
        aff = f"SFX A Y {suffixes}\n{rules}\nSFX B Y 100\n{seconds}"
        dic = write(tmp_path, aff, "ab/A")
        gc.collect()
        tracemalloc.start()
        given = Input({dic.name: dic}, Options({}, {}), Report())
        assert sum(1 for _ in hunspell.read(given)) == 1 + suffixes * 101
        _, top = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return top

    assert peak(1500) < 2 * peak(300)


ENGLISH = """
SET UTF-8
SFX S Y 1
SFX S 0 s .
SFX V Y 1
SFX V e ive e
PFX U Y 1
PFX U 0 un .
"""


def test_what_no_inflection_makes_is_a_word_of_its_own(tmp_path: Path) -> None:
    """*alive* is no form of *ale*, nor is *unlock* one of *lock*."""
    write(tmp_path, ENGLISH, "ale/SV\nlock/SU")
    report = Report()
    options = Options({"inflections": ["S", "X"]}, hunspell.OPTIONS)
    files = {name: tmp_path / name for name in ("words.dic", "words.aff")}
    found = {e.form: e.lemma for e in hunspell.read(Input(files, options, report))}
    assert found == {
        "ale": "ale", "ales": "ale", "alive": None,
        "lock": "lock", "locks": "lock", "unlock": None, "unlocks": None,
    }  # fmt: skip
    assert list(report.noted) == ["no form is made by the affix X, which 'inflections' names"]

"""What a person can mend in an ``.aff`` or a ``.dic`` is said with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.affix import read_affixes
from lexkit.errors import LexkitError
from tests.affix.dictionary import read, write
from tests.affix.test_properties import common

#: What is wrong, the line it is in, and a word of the message or the remedy.
BROKEN = {
    "too few rules": ("SFX A Y 3\nSFX A 0 s .\nSFX A 0 t .", 1, "announces 3 rules, but 2"),
    "too many rules": ("SFX A Y 1\nSFX A 0 s .\nSFX A 0 t .", 3, "announces no rules"),
    "another flag": ("SFX A Y 2\nSFX A 0 s .\nSFX B 0 t .", 3, "but 1 are there"),
    "another end": ("SFX A Y 1\nPFX A 0 s .", 2, "but 0 are there"),
    "no count": ("SFX A Y\nSFX A 0 s .", 1, "needs a flag"),
    "a word as count": ("SFX A Y two\nSFX A 0 s .", 1, "announces no rules"),
    "nothing added": ("SFX A Y 1\nSFX A 0", 2, "but 0 are there"),
    "an open bracket": ("SFX A Y 1\nSFX A 0 s [ab", 2, "never closed"),
    "an unknown encoding": ("SET KLINGON-1", 1, "KLINGON-1"),
    "no encoding": ("SET", 1, "SET says nothing"),
    "two encodings": ("SET UTF-8\nSET ISO8859-1", 2, "second time"),
    "an unknown flag type": ("FLAG short", 1, "FLAG short"),
    "half a flag": ("FLAG long\nNEEDAFFIX x", 2, "no flag under FLAG long"),
    "no number": ("FLAG num\nSFX A Y 1\nSFX A 0 s .", 2, "no flag under FLAG num"),
    "two flags for one": ("NEEDAFFIX x\nNEEDAFFIX y", 2, "second time"),
    "too few aliases": ("AF 2\nAF ab", 1, "but 1 are there"),
    "too many aliases": ("AF 1\nAF ab\nAF cd", 3, "more lines than it announces"),
    "no replacement": ("ICONV 1\nICONV x", 2, "no replacement"),
    "no number of conversions": ("OCONV x y", 1, "number of its lines"),
    "a count of 5,000 digits": (f"AF {'7' * 5000}\nAF ab", 1, "number of its lines"),
    "a flag of 5,000 digits": (f"FLAG num\nNEEDAFFIX {'7' * 5000}", 2, "a flag of that type"),
    "not UTF-8": ("SET UTF-8\nSFX A Y 1\nSFX A 0 \udce4 .", 3, "is not utf-8"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken(case: str, tmp_path: Path) -> None:
    text, line, said = BROKEN[case]
    path = tmp_path / "broken.aff"
    path.write_bytes(text.encode("utf-8", errors="surrogateescape"))
    with pytest.raises(LexkitError) as caught:
        read_affixes(path)
    assert (caught.value.path, caught.value.line) == (path, line)
    assert said in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("UTF-8", "utf-8"),
        ("utf8", "utf-8"),
        ("ISO8859-1", "iso8859-1"),
        ("ISO-8859-15", "iso8859-15"),
        ("iso_8859-2", "iso8859-2"),
        ("koi8-U", "koi8-u"),
        ("microsoft-cp1251", "cp1251"),
        ("CP1250", "cp1250"),
        ("windows-1252", "cp1252"),
        ("TIS620-2533", "tis-620"),
    ],
)
def test_names_of_encodings(name: str, codec: str, tmp_path: Path) -> None:
    path = tmp_path / "words.aff"
    path.write_text(f"SET {name}\n")
    assert "a".encode(read_affixes(path).encoding) == b"a"
    import codecs

    assert codecs.lookup(read_affixes(path).encoding) == codecs.lookup(codec)


def test_lines_that_cannot_be_read_are_reported_with_their_place(tmp_path: Path) -> None:
    dic = write(tmp_path, "SET UTF-8\nFLAG num\nSFX 1 Y 1\nSFX 1 0 s .", "a/1\nb/x,1\nc\n d\n/e")
    dic.write_bytes(dic.read_bytes() + b"f\xff\ng\0g\nh/1\n")
    found = read(dic)
    assert found.good == {"a", "as", "b", "bs", "c", "h", "hs"}
    assert found.report.places == {
        "flag that is not a number": ["words.dic:3"],
        "begins with a blank or a slash: hunspell finds no word here": [
            "words.dic:5",
            "words.dic:6",
        ],
        "not utf-8": ["words.dic:7"],
        "a NUL character in the word": ["words.dic:8"],
    }
    assert sum(found.report.skipped.values()) == 5


def test_an_alias_that_is_not_there_loses_the_flags_only(tmp_path: Path) -> None:
    found = read(write(tmp_path, "AF 1\nAF A\nSFX A Y 1\nSFX A 0 s .", "kat/1\nhond/2\nvis/A"))
    assert found.good == {"kat", "kats", "hond", "vis"}
    assert found.report.places["the AF table has no such alias: the flags are lost"] == [
        "words.dic:3",
        "words.dic:4",
    ]


@pytest.mark.parametrize("head", ["AF 1\nAF 1", "FLAG num"])
def test_a_number_of_5000_digits_is_no_flag(head: str, tmp_path: Path) -> None:
    endless = "8" * 5000
    found = read(
        write(tmp_path, f"{head}\nAM 1\nAM po:noun", f"kat/{endless}\nvis {endless}\nos/01")
    )
    assert {"kat", "os"} <= found.good
    assert sum(found.report.skipped.values()) == 1


def test_a_comment_in_place_of_the_condition_is_noted(tmp_path: Path) -> None:
    found = read(write(tmp_path, "SFX A Y 1\nSFX A 0 s # plural", "kat/A\nkat#/A"))
    assert found.good == {"kat", "kat#", "kat#s"}
    assert list(found.report.places.values()) == [["words.aff:2"]]


@pytest.mark.parametrize("content", [b"", b"\n", b"\xef\xbb\xbf", b"0\n", b"3", b"\r\n\r\n"])
def test_a_dictionary_without_stems(content: bytes, tmp_path: Path) -> None:
    dic = write(tmp_path, "SET UTF-8", "x")
    dic.write_bytes(content)
    assert read(dic).entries == []


WHOLE = """SET UTF-8
FLAG num
AF 2
AF 1,2
AF 3
NEEDAFFIX 9
ICONV 1
ICONV a b
PFX 1 Y 2
PFX 1 0 un/2 [^ab]
PFX 1 a b a
SFX 2 Y 1
SFX 2 0 s/1 . is:pl
"""


@common
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(WHOLE) - 1),
            st.one_of(st.sampled_from("\n\t 0/[]^.#\0YN9\xe4"), st.just("")),
        ),
        max_size=6,
    ),
    st.binary(max_size=30),
)
def test_whatever_the_files_hold_there_is_no_traceback(
    changes: list[tuple[int, str]], stems: bytes
) -> None:
    from tempfile import TemporaryDirectory

    text = list(WHOLE)
    for at, character in changes:
        text[at] = character
    with TemporaryDirectory() as folder:
        dic = Path(folder) / "words.dic"
        dic.write_bytes(b"3\nab/1\nxx/2\n" + stems)
        dic.with_suffix(".aff").write_bytes("".join(text).encode("latin-1"))
        try:
            read(dic)
        except LexkitError as error:
            assert error.path is not None

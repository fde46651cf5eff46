"""What a file is taken for: `guesses/<case>/`, an input and the reader and options to be found.

To add a case, write the folder: the first file that is not `expected.json` is looked at.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.readers import READERS
from lexkit.readers.base import Options
from lexkit.readers.guess import guess
from tests.readers.cases import Case, cases

FOLDER = Path(__file__).parent / "guesses"

#: Cases of readers whose input nobody could know for what it is: broken on purpose, or tiny.
UNKNOWABLE = {
    "glosses/senses": "half of its lines are no glosses",
    "lmf/other-root": "it is not LMF",
    "table/csv-short-and-long-rows": "half of its rows are broken",
    "table/one-column": "it is a list with a heading",
    "tagcounts/broken": "most of its lines are broken",
    "unimorph/with-segments": "most of its lines are broken",
    "wiktextract/bytes": "most of its lines are broken",
    "wiktextract/other-lines": "most of its lines are none of wiktextract's",
}


@pytest.mark.parametrize("folder", sorted(FOLDER.iterdir()), ids=lambda folder: folder.name)
def test_a_file_is_known_for_what_it_is(folder: Path) -> None:
    files = sorted(path for path in folder.iterdir() if path.name != "expected.json")
    found = guess(next((path for path in files if path.suffix != ".aff"), files[0]))
    told = {
        "reader": found.reader, "options": found.options, "encoding": found.encoding,
        "language": found.language,
    }  # fmt: skip
    assert told == json.loads((folder / "expected.json").read_text("utf-8"))
    assert found.why
    Options(found.options, READERS[found.reader].OPTIONS)  # it knows all of them


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_what_a_reader_reads_is_known_for_what_it_is(case: Case) -> None:
    main = next(p for n, p in case.files.items() if not n.endswith((".aff", ".info")))
    try:
        found = guess(main)
    except LexkitError as error:
        assert case.lines("error.txt") or "JSON" in error.message
        return
    assert (found.reader == case.reader) == (case.name not in UNKNOWABLE)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("x.xml", b"<html><body/></html>", "XML with the root <html>.*<TEI>"),
        ("x.xml", b"<?xml version='1.0'?><!-- only -->", "XML without a root"),
        ("x.aff", b"SET UTF-8\n", "only goes with a .dic"),
        ("x.txt", b"", "it is empty"),
        ("x.txt", b"\n \n\n", "it is empty"),
        ("x.json", b"[\n {}]", "a JSON array"),
        ("x.json", b"{\n 1\n", "begin as JSON, but are none"),
        ("x.json", b"{]\n{]\n", "begin as JSON, but are none"),
        ("x.zip", b"PK\x03\x04abc", "a zip archive"),
    ],
)
def test_what_nobody_can_read_is_refused(
    tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(LexkitError, match=says) as caught:
        guess(path)
    assert caught.value.path == path


def test_a_doubt_is_said(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_bytes("Wort;Mehrzahl\nStrauß;Sträuße\nHof;Höfe\n".encode("cp1252"))
    doubts = "; ".join(guess(path).unsure)
    assert "taken for a heading" in doubts
    assert "a guess" in doubts
    path.write_bytes("Strauß\nHöfe\n".encode() + b"\xff\n")
    assert "such lines are left out" in "; ".join(guess(path).unsure)

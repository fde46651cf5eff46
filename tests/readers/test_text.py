"""What tables and lists refuse, and what holds for whatever they are given.

What single files give is in folders, `readers/cases/`.
"""

from __future__ import annotations

import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.model import Reading
from lexkit.readers import READERS, textfile
from lexkit.readers.base import Input, Options, OptionValue, Report
from lexkit.readers.labels import Labels
from lexkit.readers.typed import readings
from tests.conftest import FAULTS
from tests.requirements import need


def read(path: Path, reader: str = "table", **options: OptionValue) -> tuple[list[Reading], Report]:
    report = Report()
    given = Input({path.name: path}, Options(options, READERS[reader].OPTIONS), report)
    labels = Labels({"N": frozenset({"noun"})})
    return list(readings(READERS[reader], given, labels, "s")), report


def file(tmp_path: Path, name: str, content: str | bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def forms(path: Path, reader: str = "table", **options: OptionValue) -> list[str]:
    return [reading.form for reading in read(path, reader, **options)[0]]


def test_the_shared_sample_of_tables() -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    assert forms(FAULTS / "F02" / "list.tsv") == [
        '"t Hooft', "huis", "boom", '5"-schijf', "null", "NA", "nan", 'say ""hi""',
    ]  # fmt: skip
    found, report = read(FAULTS / "F02" / "list.csv")
    assert [reading.form for reading in found] == ["co-op", 'say "hi"', "null", "NA"]
    assert report.skipped == {"a control character inside the word": 1}
    assert report.places["a control character inside the word"] == ["list.csv:5"]


def test_the_shared_samples_of_lists() -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    assert forms(FAULTS / "U06" / "shy.txt", "wordlist") == [
        "Schifffahrt", "Schifffahrt", "Haustür", "Haustür", "Baum", "Auflage", "Abend",
    ]  # fmt: skip
    found, report = read(FAULTS / "E04" / "words.bin", "wordlist")
    assert [reading.form for reading in found] == ["a", "b"]
    assert report.places == {"a control character inside the word": ["words.bin:4"]}


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("iso-8859-1", "Bär"), ("cp1252", "Bär’s"), ("utf-16", "Bär"), ("utf-8", "Bär"),
     ("cp1250", "łza"), ("mac_roman", "Bär"), ("UTF8", "Bär")],
)  # fmt: skip
def test_the_encoding_can_be_named(tmp_path: Path, encoding: str, text: str) -> None:
    want = [unicodedata.normalize("NFC", text).replace("’", "'")]
    listed = file(tmp_path, "w.txt", f"{text}\r\n".encode(encoding))
    assert forms(listed, "wordlist", encoding=encoding) == want
    table = file(tmp_path, "w.csv", f"word,x\r\n{text},y\r\n".encode(encoding))
    assert forms(table, encoding=encoding) == want


@pytest.mark.parametrize("name", ["utf-9", "rot13", "base64", "hex", "zlib", "a\0b", "ü", ""])
@pytest.mark.parametrize("reader", ["wordlist", "table"])
def test_what_is_no_encoding_is_refused(tmp_path: Path, reader: str, name: str) -> None:
    path = file(tmp_path, "w.csv", "word\nMaus\n")
    if name == "":  # an empty value is the default
        assert read(path, reader, encoding=name)[0]
        return
    with pytest.raises(LexkitError, match="unknown encoding"):
        read(path, reader, encoding=name)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"forms": "wrod"}, "no column 'wrod'.*the columns are word, lemma, pos"),
        ({"forms": ["word", "plural*"]}, "no column 'plural"),
        ({"lemma": "Lemma"}, "no column 'Lemma'"),
        ({"labels": ["pos", "kind"]}, "no column 'kind'"),
        ({"delimiter": ";;"}, "'delimiter' is one character"),
        ({"delimiter": '"'}, "'delimiter' is one character"),
        ({"delimiter": "\n"}, "'delimiter' is one character"),
        ({"quoting": "maybe"}, "'quoting' is 'maybe'"),
        ({"froms": "word"}, "unknown option 'froms'.*did you mean forms"),
        ({"lemma": ["a", "b"]}, "takes a single value"),
        ({"forms": {"a": "b"}}, "takes a list"),
    ],
)
def test_a_table_refuses_mistaken_options(
    tmp_path: Path, options: dict[str, OptionValue], says: str
) -> None:
    path = file(tmp_path, "w.csv", "word,lemma,pos\nMäuse,Maus,N\n")
    with pytest.raises(LexkitError, match=says):
        read(path, "table", **options)


@pytest.mark.parametrize("content", [b"", b"\n\n\n", b"\xef\xbb\xbf"])
def test_a_table_without_a_header_is_refused(tmp_path: Path, content: bytes) -> None:
    path = file(tmp_path, "w.csv", content)
    with pytest.raises(LexkitError, match="it has no header") as caught:
        read(path)
    assert (caught.value.path, caught.value.line) == (path, 1)


def test_an_empty_list_has_no_readings(tmp_path: Path) -> None:
    for content in (
        b"",
        b"\n",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\r\n  \r\n",
        "\u200b\n\u00ad".encode(),
    ):
        assert forms(file(tmp_path, "w.txt", content), "wordlist") == []


@pytest.mark.parametrize("reader", ["wordlist", "table"])
def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path, reader: str) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(LexkitError, match="cannot be read"):
            read(path, reader)


def test_a_text_behind_a_closing_quote_is_reported_and_the_next_row_is_read(
    tmp_path: Path,
) -> None:
    found, report = read(file(tmp_path, "w.csv", 'word,x\n"ik"ke,1\njij,2\n'))
    assert [reading.form for reading in found] == ["jij"]
    assert list(report.places.values()) == [["w.csv:2"]]


def test_places_name_the_line_where_a_row_begins(tmp_path: Path) -> None:
    text = 'word,note\r\n\r\nik,"a\r\nb\r\nc"\r\njij,x\r\n'
    assert [r.place for r in read(file(tmp_path, "w.csv", text))[0]] == ["w.csv:3", "w.csv:6"]


def test_a_heading_over_several_lines_makes_a_cell_of_one(tmp_path: Path) -> None:
    text = 'lemma,"plural\n\tform"\nhuis,huizen\n'
    found, _ = read(file(tmp_path, "w.csv", text), forms="plural*", lemma="lemma")
    assert [(reading.form, reading.cell) for reading in found] == [("huizen", "plural form")]


@pytest.mark.parametrize(("reader", "head"), [("wordlist", ""), ("table", "word,x\n")])
def test_a_line_of_a_million_letters_is_reported_and_the_next_is_read(
    tmp_path: Path, reader: str, head: str
) -> None:
    end = ",1" if head else ""
    lines = [f"{word}{end}\n" for word in ("kort", "ab" * 500_000, "nog")]
    found, report = read(file(tmp_path, "w.csv", head + "".join(lines)), reader)
    assert [reading.form for reading in found] == ["kort", "nog"]
    assert list(report.places.values()) == [["w.csv:3" if head else "w.csv:2"]]


@pytest.mark.parametrize("column", ["word", "lemma"])
def test_a_letter_with_a_million_accents_takes_no_time(tmp_path: Path, column: str) -> None:
    """Two kinds by turns, which NFC sorts."""
    path = tmp_path / "w.csv"
    endless = "a" + "\u0301\u0323" * 500_000
    rows = [{"word": "b", "lemma": "b"}, {"word": "c", "lemma": "c"}]
    rows[0][column] = endless
    path.write_text("word,lemma\n" + "".join(f"{r['word']},{r['lemma']}\n" for r in rows), "utf-8")
    start = time.process_time()
    found, report = read(path)
    assert time.process_time() - start < 5
    assert [reading.form for reading in found] == (["c"] if column == "word" else ["b", "c"])
    assert list(report.skipped) == ["longer than 255 characters"] * (column == "word")


def test_only_a_line_feed_ends_a_line_of_a_list(tmp_path: Path) -> None:
    found, report = read(
        file(tmp_path, "w.txt", "eins\rzwei\ndrei\u2028vier\nfünf\x0bsechs\nsieben\r\n"), "wordlist"
    )
    assert [reading.form for reading in found] == ["sieben"]
    assert report.places == {
        "a control character inside the word": ["w.txt:1", "w.txt:2", "w.txt:3"]
    }


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n", "\r\r\n"])
@pytest.mark.parametrize("size", range(textfile.BLOCK - 3, textfile.BLOCK + 2))
def test_an_end_of_line_may_lie_on_the_edge_of_a_block(tmp_path: Path, size: int, end: str) -> None:
    """It is the first line that tells how lines end."""
    path = file(tmp_path, "w.txt", end.join(["x" * size, "Haus", "Maus" * 20_000, "Laus", ""]))
    assert forms(path, "wordlist") == ["Haus", "Laus"]


def test_a_million_carriage_returns_take_no_time(tmp_path: Path) -> None:
    path = file(tmp_path, "w.txt", "aap\n" + "\r" * 2_000_000 + "\nnoot\r\r\nmies\r\n")
    start = time.process_time()
    found, report = read(path, "wordlist")
    assert time.process_time() - start < 5
    assert [reading.form for reading in found] == ["aap", "noot", "mies"]
    assert not report.skipped


@pytest.mark.parametrize("between", ["", "g,1\n"])
def test_a_table_whose_lines_all_open_quotes_is_read_in_its_time(
    tmp_path: Path, between: str
) -> None:
    lines = 60_000
    good = 'kat,"a\nb"\n'
    path = file(tmp_path, "w.csv", f"word,x\n{good}" + (between + 'x","\n') * lines + good)
    start = time.process_time()
    found, report = read(path, header="yes", delimiter=",")
    assert time.process_time() - start < 6  # by the thousand for each, it would be twice that
    assert len(found) >= 1 + bool(between) * (lines - 1000)
    assert sum(report.skipped.values()) > lines - 1000


def test_a_report_counts_all_and_keeps_the_first_places(tmp_path: Path) -> None:
    _, report = read(file(tmp_path, "w.txt", "a\x00b\n" * 12), "wordlist")
    assert report.skipped == {"a control character inside the word": 12}
    assert report.places["a control character inside the word"] == [
        f"w.txt:{i}" for i in range(1, 6)
    ]


@pytest.mark.parametrize("reader", ["wordlist", "table"])
@given(
    data=st.binary(max_size=200), encoding=st.sampled_from(["utf-8", "latin-1", "utf-16", "cp1252"])
)
def test_no_bytes_make_a_reader_fail_otherwise(
    tmp_path_factory: pytest.TempPathFactory, reader: str, data: bytes, encoding: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "garbage.csv"
    path.write_bytes(b"word,lemma\n" + data)
    try:
        found, _ = read(path, reader, encoding=encoding)
    except LexkitError as error:
        assert "\n" not in str(error)
        return
    for reading in found:
        assert reading.form == reading.form.strip() != ""
        assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in reading.form)
        assert unicodedata.is_normalized("NFC", reading.form)


WORDS = st.text("aäüß'\"-#,;. éno", min_size=1, max_size=8).map(str.strip).filter(bool)


@given(rows=st.lists(st.tuples(WORDS, WORDS), max_size=8))
def test_what_is_written_as_csv_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    import csv

    path = tmp_path_factory.getbasetemp() / "written.csv"
    with path.open("w", encoding="utf-8", newline="") as target:
        csv.writer(target).writerows([("word", "lemma"), *rows])
    assert [(r.form, r.lemma) for r in read(path)[0]] == rows


@pytest.mark.parametrize(("heading", "cell"), [("form", None), ("word", None), ("dual", "dual")])
def test_a_column_of_forms_of_any_sort_is_no_cell(
    tmp_path: Path, heading: str, cell: str | None
) -> None:
    text = f"{heading}\tlemma\nhuizen\thuis\n"
    found, _ = read(file(tmp_path, "w.tsv", text), forms=heading, lemma="lemma")
    assert [(reading.form, reading.cell) for reading in found] == [("huizen", cell)]

"""What spreadsheets and editors do to a curated file is mended, or refused with its line."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lexkit.curated import COLUMNS
from lexkit.curation import mending
from lexkit.curation.rows import HEADER, Row
from lexkit.errors import LexkitError
from tests.conftest import Call, Shop
from tests.curation.making import content, row

Quoting = Literal[0, 1]

PATH = Path("sources/curated/xx.tsv")

ROWS = (
    row("Ähre", "accept", tags="noun plural-only", reason='it says "ear", no more', by="ida",
        date="2026-03-04"),
    row('5"-disk', "reject", "b a", scope="form", reason="inches; feet, too", by="max",
        date="2026-11-30"),
    row("null", "tag", tags="noun", clause="Names", reference="p. 3", date="2026-01-31"),
    row('"t Hooft', "accept", scope="letters", reason="a stray quote"),
)  # fmt: skip


def saved(
    rows: Sequence[Sequence[str]], delimiter: str = "\t", quoting: Quoting = csv.QUOTE_MINIMAL,
    end: str = "\r\n",
) -> str:  # fmt: skip
    """The rows as a spreadsheet saves them."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator=end)
    writer.writerows([COLUMNS, *rows])
    return file.getvalue()


def said(data: bytes) -> set[str]:
    return set(+mending.parse(data, PATH).said)


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_a_spreadsheet_saves_is_read_as_it_was(
    delimiter: str, quoting: Quoting, end: str, encoding: str
) -> None:
    data = saved(ROWS, delimiter, quoting, end).encode(encoding)
    assert mending.parse(data, PATH).text() == content(*ROWS)


def test_the_canonical_form_is_left_alone() -> None:
    found = mending.parse(content(*ROWS), PATH)
    assert found.text() == content(*ROWS)
    assert +found.said == {}
    lines = content(*ROWS).decode().split("\n")
    assert lines[0] == HEADER
    assert [found.lines[r.key] for r in map(_row_of, lines[1:-1])] == [2, 3, 4, 5]
    assert lines[1:-1] == sorted(lines[1:-1], key=lambda line: _row_of(line).key)


def _row_of(line: str) -> Row:
    return Row(*line.split("\t"))


CELL = st.text(st.characters(codec="utf-8"), max_size=6)
CELLS = st.tuples(
    st.text(st.sampled_from('ab"ä\u0301ß\u00ad -;,'), min_size=1, max_size=5),
    st.sampled_from(["lemma", "form", "letters", ""]),
    st.sampled_from(["accept", "reject", "tag"]),
    st.lists(st.sampled_from(["a", "b", "*"]), max_size=3).map(" ".join),
    st.lists(st.sampled_from(["noun", "verb"]), max_size=2).map(",".join),
    *[CELL] * 5,
    st.sampled_from(["", "2026-02-28"]),
)


@given(st.lists(CELLS, max_size=6))
@example([('""\u00ad', "lemma", "accept", *[""] * 8)])
@example([('"\u00ad"a"', "lemma", "accept", *[""] * 8)])
def test_whatever_is_written_is_read_again(cells: list[tuple[str, ...]]) -> None:
    made = {r.key: r for r in (Row.of(dict(zip(COLUMNS, c, strict=True))) for c in cells) if r.word}
    written = content(*made.values())
    found = mending.parse(written, PATH)
    assert found.rows == made
    assert found.text() == written
    for delimiter in "\t;,":
        again = saved(list(made.values()), delimiter, csv.QUOTE_ALL)
        assert mending.parse(again.encode("utf-8-sig"), PATH).text() == written


def test_columns_may_be_moved_and_left_out() -> None:
    data = b"Reason;Decision;WORD;by;;\r\nno word;Accept;Fee;ida;;\r\n;;;;;\r\n"
    found = mending.parse(data, PATH)
    assert list(found.rows.values()) == [row("Fee", reason="no word", by="ida")]
    assert {"other columns", "; between cells", "foreign line ends"} <= set(+found.said)


def test_tabs_that_an_editor_cut_off_are_put_back() -> None:
    short = "Fee\tlemma\taccept\nAal\tform\treject\t*\n"
    found = mending.parse(f"{HEADER}\n{short}".encode(), PATH)
    assert list(found.rows.values()) == [row("Fee"), row("Aal", "reject", scope="form")]
    assert found.said["lines cut short"] == 2
    assert found.text() == content(row("Aal", "reject", scope="form"), row("Fee"))


def test_line_ends_within_quotes_become_blanks() -> None:
    cells = ["Fee", "lemma", "accept", "*", "", "", "", "one\ntwo\tthree", "", "ida", "2026-01-02"]
    after = ["Gnu", "lemma", "accept", *[""] * 8]
    data = saved([cells, after], end="\n")
    found = mending.parse(data.encode(), PATH)
    assert [r.reason for r in found.rows.values()] == ["one two three", ""]
    assert sorted(found.lines.values()) == [2, 4]


def test_a_stray_quote_swallows_nothing() -> None:
    words = ['"t Hooft', "huis", "boom", '5"-schijf', '"a" und "b"']
    lines = "\n".join(row(word, reason=f'"{word}').line() for word in words)
    found = mending.parse(f"{HEADER}\n{lines}\n".encode(), PATH)
    assert [r.word for r in found.rows.values()] == words
    assert found.rows[row("huis").key].reason == '"huis'


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("28.2.2026", "2026-02-28"),
        ("01. 02. 2026", "2026-02-01"),
        ("2026/2/28", "2026-02-28"),
        ("2026.2.8", "2026-02-08"),
        ("2/28/2026", "2026-02-28"),
        ("28/02/2026", "2026-02-28"),
        ("3/3/2026", "2026-03-03"),
        ("28-02-2026", "2026-02-28"),
        ("2026-02-28 00:00:00", "2026-02-28"),
        ("2026-2-8", "2026-02-08"),
    ],
)
def test_dates_of_a_country_are_mended(written: str, means: str) -> None:
    data = content(row("Fee", date=written))
    assert [r.date for r in mending.parse(data, PATH).rows.values()] == [means]


@pytest.mark.parametrize("written", ["3/4/2026", "2/30/2026", "28.2.26", "46356", "30.2.2026", "x"])
def test_what_may_be_two_days_or_none_is_refused(written: str) -> None:
    refused(content(row("Aal"), row("Fee", date=written)), 3, f"date is '{written}'")


def refused(data: bytes, line: int, says: str) -> LexkitError:
    with pytest.raises(LexkitError) as caught:
        mending.parse(data, PATH)
    assert says in str(caught.value)
    assert (caught.value.path, caught.value.line) == (PATH, line)
    assert caught.value.remedy
    assert "\n" not in str(caught.value)
    return caught.value


FEE = row("Fee").line()


@pytest.mark.parametrize(
    ("lines", "line", "says"),
    [
        ([FEE, "<<<<<<< ours: accept by ida", "=======", ">>>>>>> theirs"], 3, "accept by ida"),
        ([FEE, '"<<<<<<< HEAD"', "======="], 3, "a conflict of git stands here"),
        (["=======", FEE], 2, "a conflict of git stands here"),
        (["||||||| base", FEE], 2, "a conflict of git stands here"),
        ([FEE, row("Fee", "reject").line()], 3, "'Fee' (lemma) is already decided on line 2"),
        (
            [row("Fée").line(), "Fe\u0301e\t\treject"],
            3,
            "'Fée' (lemma) is already decided on line 2",
        ),
        ([FEE, "Aal"], 3, "1 columns instead of 11"),
        ([FEE, "Aal;lemma;accept"], 3, "1 columns instead of 11"),
        ([FEE + "\tmore"], 2, "12 columns instead of 11"),
        ([row("").line()], 2, "a line without a word"),
        ([row("Aal", "").line()], 2, "'Aal' has no decision"),
        (['Aal\tlemma\taccept\t\t\t\t\t"one', FEE], 2, "a quote begins here that does not end"),
    ],
)
def test_what_cannot_be_mended_is_named_with_its_line(
    lines: list[str], line: int, says: str
) -> None:
    refused("\n".join([HEADER, *lines, ""]).encode(), line, says)


def test_other_files_are_no_curated_files() -> None:
    refused(b"word\tdecision\tshape\n", 1, "unknown column 'shape'")
    refused(b"word\tdecision\tword\n", 1, "two columns 'word'")
    refused(f"{HEADER}\n{FEE}\nB\xe4r\tform\taccept\n".encode("latin-1"), 3, "not UTF-8")
    refused(b"aal\naap\n", 1, "1 columns instead of 11")
    refused(b'word;decision\nFee;"accept" x\n', 2, "not a line of cells")


def test_what_was_mended_is_said() -> None:
    assert said(f"{HEADER}\n{FEE}\n\n{FEE}".encode()) == {
        "blank lines", "lines that stood twice", "no line end at the end",
    }  # fmt: skip
    assert said(f"{FEE}\n{row('Aal').line()}\n".encode()) == {"no header", "lines out of order"}
    assert mending.parse(b"", PATH).text() == mending.parse(b"\r\n", PATH).text() == content()


def test_format_mends_the_files_of_the_workspace(call: Call, shop: Shop) -> None:
    shop.curated()
    path = shop.write("sources/curated/xx.tsv", saved(ROWS, end="\r\n").encode("utf-8-sig"))
    path.chmod(0o664)
    checked = call("curated", "format", "--check")
    assert (checked.code, checked.err) == (1, "")
    assert "not canonical: byte-order mark (1), foreign line ends (1)" in checked.out
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    mended = call("curated", "format")
    assert mended.code == 0
    assert "mended: byte-order mark" in mended.out
    assert path.read_bytes() == content(*ROWS)
    assert path.stat().st_mode & 0o777 == 0o664
    assert call("curated", "format") == (0, "", "")
    assert call("curated", "format", "--check", path).code == 0
    assert not list(path.parent.glob(".*"))


def test_format_leaves_what_it_refuses(call: Call, shop: Shop) -> None:
    shop.curated()
    good = shop.write("sources/curated/aa.tsv", f"{FEE}\n")
    bad = shop.write("sources/curated/xx.tsv", f"{HEADER}\n<<<<<<< HEAD\n{FEE}\n")
    before = bad.read_bytes(), good.read_bytes()
    refused = call("curated", "format")
    assert (refused.code, refused.out) == (2, "")
    assert f"{bad}:2: a conflict of git stands here: <<<<<<< HEAD (keep the lines" in refused.err
    assert (bad.read_bytes(), good.read_bytes()) == before
    assert call("curated", "format", shop.root / "none.tsv").code == 2


def test_format_says_as_json_what_it_did(call: Call, shop: Shop) -> None:
    path = shop.write("list.tsv", f"{FEE}\n")
    said = call("curated", "format", path, "--json")
    assert said.out == (
        f'{{"path": "{path}", "lines": 1, "changed": true, "mended": {{"no header": 1}}}}\n'
    )

"""XML as a stream: what is refused and where, what a cut leaves, and how much it may hold."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.readers import xmlfile
from lexkit.readers.base import Report
from tests.conftest import FAULTS
from tests.requirements import need

ROOTS = ("shelf",)


def read(
    tmp_path: Path,
    content: str | bytes,
    names: Sequence[str] = ("book",),
    parts: Sequence[str] = (),
) -> tuple[list[str], list[str]]:
    """The texts of the elements and the lines of the report."""
    path = tmp_path / "t.xml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    report = Report()
    found = [
        "".join(str(text) for text in element.itertext())
        for element in xmlfile.elements(path, names, report, roots=ROOTS, parts=parts)
    ]
    return found, list(report.lines())


def refused(tmp_path: Path, content: str | bytes) -> LexkitError:
    with pytest.raises(LexkitError) as caught:
        read(tmp_path, content)
    assert "\n" not in str(caught.value)
    return caught.value


SHELF = """\
<shelf xmlns="urn:x">
<book id="1"><name>Öl</name></book>
<book>&lt;ü&#228;<![CDATA[&x]]></book>
</shelf>
"""


def test_elements_come_whole_whatever_their_namespace(tmp_path: Path) -> None:
    assert read(tmp_path, SHELF) == (["Öl", "<üä&x"], [])
    assert read(tmp_path, SHELF.replace(' xmlns="urn:x"', "")) == (["Öl", "<üä&x"], [])
    assert read(tmp_path, '<q:shelf xmlns:q="u"><q:book>a</q:book></q:shelf>') == (["a"], [])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_an_encoding_is_what_the_file_says(tmp_path: Path, encoding: str) -> None:
    named = "utf-8" if encoding == "utf-8-sig" else encoding
    text = f'<?xml version="1.0" encoding="{named}"?>{SHELF}'
    assert read(tmp_path, text.encode(encoding))[0] == ["Öl", "<üä&x"]


def test_parts_leave_what_stands_beside_them(tmp_path: Path) -> None:
    text = "<shelf><book><t>A</t><leaf>1</leaf><leaf>2</leaf></book><book><t>B</t></book></shelf>"
    assert read(tmp_path, text, parts=["leaf"])[0] == ["1", "2", "A", "B"]


ENTITIES = [
    ('<!DOCTYPE shelf [<!ENTITY a "b">]>\n<shelf/>', 1),
    ('<!DOCTYPE shelf\n SYSTEM "x.dtd" [<!ENTITY % p SYSTEM "y"> %p;]>\n<shelf/>', 2),
    ("<!-- a -->\n<?pi?>\n<!DOCTYPE shelf [\n]><shelf/>", 3),
    ('<!DOCTYPE shelf SYSTEM "http://127.0.0.1:9/x.dtd">\n<shelf>\n<book>&auml;</book></shelf>', 3),
    ("<shelf>\n<book>&auml;</book></shelf>", 2),
    ('<!DOCTYPE shelf [<!ENTITY x SYSTEM "/etc/hostname">]>\n<shelf><book>&x;</book></shelf>', 1),
    ('<!DOCTYPE shelf [<!ATTLIST book a CDATA "b">]>\n<shelf a="&a;"/>', 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), ENTITIES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused_where_they_stand(
    tmp_path: Path, text: str, line: int, encoding: str
) -> None:
    error = refused(tmp_path, text.encode(encoding))
    assert error.line == line
    assert "ntity" in str(error) or "entities" in str(error)


def test_a_doctype_that_only_names_a_dtd_is_left_alone(tmp_path: Path) -> None:
    text = '<!DOCTYPE shelf SYSTEM "http://127.0.0.1:9/shelf.dtd">\n<shelf><book>a</book></shelf>'
    assert read(tmp_path, text) == (["a"], [])


@pytest.mark.parametrize("name", ["bomb.xml", "xxe.xml"])
def test_the_shared_samples_of_hostile_documents(name: str) -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    start = time.perf_counter()
    tracemalloc.start()
    with pytest.raises(LexkitError) as caught:
        list(xmlfile.elements(FAULTS / "F04" / name, ["entry"], Report(), roots=["TEI"]))
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()
    assert time.perf_counter() - start < 1
    assert caught.value.line == 2
    assert "TOPSECRET" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        ("", 1, "not XML"),
        ("just words", 1, "not XML"),
        ("\n\n<!doctype html><html></html>", 3, "not XML"),
        ("<html><body/></html>", 1, "<html>, not <shelf>"),
        ('<?xml version="1.0" encoding="klingon"?><shelf/>', 1, "not XML"),
        ("<shelf>\n<book>a</shelf>", 2, "mismatch"),
        ("<shelf>\n<book>a & b</book></shelf>", 2, "well-formed"),
        ("<shelf><book>a\0b</book></shelf>", 1, "Invalid character"),
        (b"<shelf>\n<book>B\xe4r</book></shelf>", 2, "encoding"),
        ("<shelf/>\n<shelf/>", 2, "Extra content"),
        ('<shelf xmlns="}{u"><book/></shelf>', 1, "valid URI"),
        ("<shelf>" + "<a>" * 300 + "</a>" * 300 + "</shelf>", 1, "depth"),
        (f"<!--{'x' * (xmlfile.PROLOG + 70_000)}--><shelf/>", 1, "no element"),
    ],
)
def test_what_is_no_such_document_is_refused(
    tmp_path: Path, content: str | bytes, line: int, says: str
) -> None:
    error = refused(tmp_path, content)
    assert (error.line, says in str(error)) == (line, True), str(error)


def test_what_stands_before_a_broken_place_is_read(tmp_path: Path) -> None:
    path = tmp_path / "t.xml"
    path.write_text("<shelf><book>a</book>\n<book>b</book><book></shelf>", "utf-8")
    found = xmlfile.elements(path, ["book"], Report(), roots=ROOTS)
    assert [next(found).text, next(found).text] == ["a", "b"]
    with pytest.raises(LexkitError):
        next(found)


def test_wherever_a_document_is_cut_what_is_whole_is_read_and_the_cut_reported(
    tmp_path: Path,
) -> None:
    whole = ["Öl", "<üä&x"]
    content = SHELF.rstrip().encode()
    for cut in range(content.index(b">") + 1, len(content)):
        found, report = read(tmp_path, content[:cut])
        assert found == whole[: len(found)]
        assert len(found) == content[:cut].count(b"</book>")
        (line,) = report
        assert line.startswith("the document ends too early: is the file whole? (1): t.xml:")


@pytest.mark.parametrize("filling", ["<a/>", "x", "<a><a/></a>", "<book>"])
def test_what_never_ends_is_refused_before_memory_is(tmp_path: Path, filling: str) -> None:
    text = "<shelf><book>" + filling * (xmlfile.LARGEST // len(filling) + 70_000)
    assert "MiB" in str(refused(tmp_path, text)) or "depth" in str(refused(tmp_path, text))


def test_memory_does_not_grow_with_the_document(tmp_path: Path) -> None:
    path = tmp_path / "t.xml"
    page = f"<div><book><name>a</name>{'ä' * 500}</book></div>\n"
    path.write_text(f"<shelf>{page * 20_000}</shelf>", "utf-8")
    root = None
    for element in xmlfile.elements(path, ["book"], Report(), roots=ROOTS):
        root = root if root is not None else element.getroottree().getroot()
        assert len(root) < 200  # what one piece of the file holds
    assert root is not None


@given(st.data())
def test_no_change_to_a_document_makes_it_fail_otherwise(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(SHELF.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content)))
        piece = data.draw(
            st.binary(max_size=3)
            | st.sampled_from([b"<", b">", b"&", b"&lt;", b"&x;", b"<!DOCTYPE shelf [", b"]]>",
                               b"<!--", b"</book>", b"<book>", b"\xff\xfe", b"\0"])
        )  # fmt: skip
        content[at : at + data.draw(st.integers(0, 3))] = piece
    try:
        found, _ = read(tmp_path_factory.getbasetemp(), bytes(content))
    except LexkitError as error:
        assert "\n" not in str(error)
        assert error.path is not None
    else:
        assert all(isinstance(text, str) for text in found)

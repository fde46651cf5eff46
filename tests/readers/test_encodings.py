"""Encodings that are told by their bytes: by a mark, as UTF-8, or by a guess."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.readers import textfile
from lexkit.readers.base import Input, Options, Report
from lexkit.readers.encodings import GUESSED, guesses

OPTIONS = {"encoding": "that of the file"}

LISTS = {
    "German": "Äcker Öfen übel Straße schön Mädchen Füße Käse grün Länge Größe Haus Baum Ufer",
    "French": "élève été garçon façon château forêt naïf aiguë père mère où brûlé chat maison",
    "Dutch": "coöperatie reünie financiële café één crème geëerd boek huis water",
    "Polish": "żółw źdźbło łąka miód pięść gęś książka słońce łódka ścieżka dąb wąż ząb kot pies",
    "Czech": "žluťoučký kůň příliš úpěl ďábelské ódy řeřicha šťáva tři děti město věc ryba",
    "Russian": "привет мир молоко хлеб дом кошка собака солнце река лес ёлка щука объём Москва",
    "Greek": "γάτα σκύλος ψωμί νερό ήλιος θάλασσα σπίτι δέντρο άνθρωπος",
}


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        *(("German", name) for name in ("latin-1", "cp1252", "cp850", "cp437", "mac_roman")),
        *(("French", name) for name in ("latin-1", "cp1252", "mac_roman", "cp850")),
        *(("Dutch", name) for name in ("latin-1", "mac_roman", "cp437")),
        *(("Polish", name) for name in ("cp1250", "iso8859-2", "cp852")),
        *(("Czech", name) for name in ("cp1250", "iso8859-2")),
        *(("Russian", name) for name in ("cp1251", "koi8-r", "cp866")),
        *(("Greek", name) for name in ("cp1253", "iso8859-7")),
    ],
)
def test_an_encoding_is_known_by_the_letters_it_makes(language: str, encoding: str) -> None:
    words = LISTS[language].split()
    lines = [word.encode(encoding) for word in words if not word.isascii()]
    best = guesses(lines)[0][0]
    assert [line.decode(best) for line in lines] == [word for word in words if not word.isascii()]


def read(path: Path, **options: str) -> tuple[list[tuple[int, str]], Report]:
    report = Report()
    given = Input({path.name: path}, Options(options, OPTIONS), report)
    return list(textfile.lines(given)), report


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le"])
def test_what_is_no_guess_is_not_called_one(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "w.txt"
    path.write_bytes("Süden\nNorden\nWürde\n".encode(encoding))
    lines, report = read(path)
    assert lines == [(1, "Süden"), (2, "Norden"), (3, "Würde")]
    assert (encoding == "utf-16-le") == any("a guess" in line for line in report.noted)


def test_what_would_fit_as_well_is_named(tmp_path: Path) -> None:
    path = tmp_path / "w.txt"
    path.write_bytes("brûlé\nchâteau\nplâtre\n".encode("latin-1"))
    _, report = read(path)
    assert list(report.noted) == [
        "not utf-8: the encoding is taken for cp1252, a guess; cp1250 would fit as well"
    ]


def test_the_encoding_is_settled_where_the_text_is_no_longer_ascii(tmp_path: Path) -> None:
    """Half a megabyte later."""
    path = tmp_path / "w.txt"
    path.write_bytes(b"word\n" * 100_000 + "Bär\nÖl\n".encode("latin-1"))
    lines, report = read(path)
    assert [line for _, line in lines[-2:]] == ["Bär", "Öl"]
    assert report.places[next(iter(report.noted))] == ["w.txt:100001"]


def test_a_letter_on_the_edge_of_a_block_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "w.txt"
    for letter in ("ü", "€", "😀"):
        for before in range(4):
            words = ["x" * (textfile.BLOCK - 2 - before), letter * 3, "y" * textfile.BLOCK, letter]
            path.write_bytes("\n".join(words).encode())
            lines, report = read(path)
            assert [line for _, line in lines] == words
            assert not report.noted and not report.skipped


@pytest.mark.parametrize("name", ["idna", "punycode", "undefined", "rot13", "klingon", "\0"])
def test_what_is_no_encoding_of_texts_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "w.txt"
    path.write_bytes("Bär\n".encode())
    with pytest.raises(LexkitError, match="unknown encoding"):
        read(path, encoding=name)


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16-le"])
def test_a_build_does_not_guess(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "w.txt"
    path.write_bytes("Maus\nBär\nBäume\n".encode(encoding))
    given = Input({path.name: path}, Options({}, OPTIONS), Report(), may_guess=False)
    with pytest.raises(LexkitError, match=f"encoding: {encoding}") as caught:
        list(textfile.lines(given))
    assert caught.value.path == path


@given(
    words=st.lists(st.text("abcdeäöüßéł ", min_size=1, max_size=9).map(str.strip), max_size=40),
    encoding=st.sampled_from(["utf-8", "utf-16", "utf-32", "utf-16-be", "cp1250"]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_written_in_an_encoding_is_read_in_it(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], encoding: str, end: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "written.txt"
    path.write_bytes("".join(word + end for word in words).encode(encoding))
    lines, report = read(path, encoding=encoding)
    assert lines == list(enumerate(words, 1))
    assert not report.skipped


@given(data=st.binary(max_size=300))
def test_no_line_of_any_bytes_is_lost_without_a_word(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(b"w\n" + data.replace(b"\0", b"") + b"\n")
    for options in ({}, {"encoding": "utf-8"}, {"encoding": "ascii"}, {"encoding": "cp1253"}):
        lines, report = read(path, **options)
        numbers = {number for number, _ in lines}
        told = {int(place.rpartition(":")[2]) for p in report.places.values() for place in p}
        last = max(numbers | told)
        assert last >= path.read_bytes().count(b"\n")
        assert set(range(1, last + 1)) - numbers <= told or sum(report.skipped.values()) > 5


def test_every_encoding_that_is_guessed_is_there() -> None:
    for name in GUESSED:
        assert "a".encode(name) == b"a"

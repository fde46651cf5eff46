"""The morfologik reader on dictionaries the tests write themselves, and on real ones if present."""

from __future__ import annotations

import os
import random
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.model import Entry
from lexkit.readers import READERS, fsa, morfologik
from lexkit.readers.base import Input, Options, OptionValue, Reader, Report
from lexkit.readers.morfologik import Recipe
from tests.readers.morfologik_writer import cfsa2, fsa5, lemma_code

Writer = Callable[[set[bytes]], bytes]
FORMATS: dict[str, Writer] = {
    "fsa5": fsa5,
    "fsa5-numbers": lambda strings: fsa5(strings, numbers=True),
    "cfsa2": cfsa2,
    "cfsa2-numbers": lambda strings: cfsa2(strings, numbers=True),
    "cfsa2-explicit-labels": lambda strings: cfsa2(strings, labels=2),
}
ENCODERS = ["suffix", "prefix", "infix", "none"]
INFO = "fsa.dict.separator=_\nfsa.dict.encoding=UTF-8\nfsa.dict.encoder=SUFFIX\n"
REAL = Path(
    os.environ.get("LEXKIT_TEST_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")
)

reading_time = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


class Dictionary:
    """A dictionary in a folder of its own, read with options."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "words.dict"
        self.info = folder / "words.info"
        self.report = Report()

    def write(self, data: bytes, info: str = INFO) -> None:
        self.path.write_bytes(data)
        self.info.write_text(info, "utf-8")

    def read(self, **options: OptionValue) -> list[Entry]:
        return list(self.stream(**options))

    def stream(self, **options: OptionValue) -> Iterator[Entry]:
        self.report = Report()
        checked = Options(options, morfologik.OPTIONS)
        return morfologik.read(Input({self.path.name: self.path}, checked, self.report))

    def error(self) -> LexkitError:
        with pytest.raises(LexkitError) as caught:
            self.read()
        assert caught.value.path in (self.path, self.info)
        return caught.value


@pytest.fixture
def words(tmp_path: Path) -> Dictionary:
    return Dictionary(tmp_path)


def row(form: str, lemma: str, tag: str, encoder: str = "suffix", separator: str = "_") -> bytes:
    code = lemma_code(form.encode(), lemma.encode(), encoder)
    between = separator.encode()
    return form.encode() + between + code + between + tag.encode()


def info(
    encoder: str = "SUFFIX", separator: str = "_", encoding: str = "UTF-8", more: str = ""
) -> str:
    return (
        f"fsa.dict.separator={separator}\nfsa.dict.encoding={encoding}\n"
        f"fsa.dict.encoder={encoder}\n{more}\n"
    )


def test_is_a_reader() -> None:
    reader: Reader = morfologik
    assert READERS["morfologik"] is reader
    assert reader.SUMMARY
    assert all(reader.OPTIONS.values())


@pytest.mark.parametrize("form", FORMATS)
def test_reads_form_lemma_labels_place(words: Dictionary, form: str) -> None:
    rows = {
        row("Rostocks", "Rostock", "EIG:GEN:SIN:NEU:NOA:STD"),
        row("Häuser", "Haus", "SUB:NOM:PLU:NEU"),
        row("Häuser", "Haus", "SUB:AKK:PLU:NEU"),
        row("ab", "ab", "ZUS"),
    }
    words.write(FORMATS[form](rows))
    plural = ("SUB", "SUB:{}", "SUB:PLU", "SUB:NEU")
    assert words.read() == [
        Entry("Häuser", "Haus", tuple(x.format("AKK") for x in plural), "words.dict:1"),
        Entry("Häuser", "Haus", tuple(x.format("NOM") for x in plural), "words.dict:2"),
        Entry(
            "Rostocks",
            "Rostock",
            ("EIG", "EIG:GEN", "EIG:SIN", "EIG:NEU", "EIG:NOA", "EIG:STD"),
            "words.dict:3",
        ),
        Entry("ab", "ab", ("ZUS",), "words.dict:4"),
    ]
    assert not words.report.skipped


# Letters that share bytes in UTF-8, so that cuts fall into the middle of characters.
LETTERS = st.text(st.sampled_from("aäöAÖńn語誠"), min_size=1, max_size=8)
TAGS = st.sampled_from(["", "SUB", "SUB:NOM", "VER:1:SIN:PRÄ"])


@pytest.mark.parametrize("encoder", ENCODERS)
@pytest.mark.parametrize("form", FORMATS)
@reading_time
@given(readings=st.sets(st.tuples(LETTERS, LETTERS, TAGS), max_size=25))
def test_round_trip(
    words: Dictionary, encoder: str, form: str, readings: set[tuple[str, str, str]]
) -> None:
    rows = {row(*reading, encoder=encoder) for reading in readings}
    words.write(FORMATS[form](rows), info(encoder))
    found = words.read(separator="")
    assert {(e.form, e.lemma, e.labels[0] if e.labels else "") for e in found} == readings
    assert len(found) == len(rows)
    assert [e.place for e in found] == [f"words.dict:{n}" for n in range(1, len(rows) + 1)]
    assert not words.report.skipped


@pytest.mark.parametrize("form", FORMATS)
@reading_time
@given(strings=st.sets(st.binary(min_size=1, max_size=6), max_size=40))
def test_automaton_holds_exactly_its_strings(
    words: Dictionary, form: str, strings: set[bytes]
) -> None:
    words.write(FORMATS[form](strings))
    automaton = fsa.load(words.path)
    assert list(automaton.strings(automaton.root)) == sorted(strings)
    assert len(automaton) == len(strings)


@pytest.mark.parametrize("form", FORMATS)
def test_large_automaton(words: Dictionary, form: str) -> None:
    """Addresses of several bytes, and labels beyond the table."""
    dice = random.Random(4)
    strings = {
        bytes(dice.randrange(1, 256) for _ in range(dice.randrange(1, 9))) for _ in range(3000)
    }
    words.write(FORMATS[form](strings))
    automaton = fsa.load(words.path)
    assert list(automaton.strings(automaton.root)) == sorted(strings)


@pytest.mark.parametrize(
    ("encoder", "form", "code", "lemma"),
    [
        ("suffix", b"foo", b"Abar", b"foobar"),
        ("suffix", b"foo", b"Dbar", b"bar"),
        ("suffix", b"foo", b"@bar", b"bar"),
        ("suffix", b"foo", b"Ebar", None),
        ("prefix", b"abc", b"AAd", b"abcd"),
        ("prefix", b"gemacht", b"CBen", b"machen"),
        ("prefix", b"abc", b"@Axyz", b"xyz"),
        ("prefix", b"abc", b"A@xyz", b"xyz"),
        ("prefix", b"abc", b"CC", None),
        ("infix", b"ayz", b"AACbc", b"abc"),
        ("infix", b"aillent", b"BBCr", b"aller"),
        ("infix", b"aufgemacht", b"DCBen", b"aufmachen"),
        ("infix", b"abc", b"A@Axyz", b"xyz"),
        ("infix", b"abc", b"AA@xyz", b"xyz"),
        ("infix", b"abc", b"DBA", None),
        ("none", b"abc", b"@xyz", b"@xyz"),
    ],
)
def test_codes(encoder: str, form: bytes, code: bytes, lemma: bytes | None) -> None:
    assert Recipe.parse(code, encoder).apply(form) == lemma


def test_separator_among_the_counts(words: Dictionary) -> None:
    """30 bytes to drop are written as the separator itself."""
    form = "Donaudampfschifffahrtsgesellschaft"
    rows = {row(form, form[:-30], "SUB")}
    assert b"___" in next(iter(rows))
    words.write(cfsa2(rows))
    assert words.read() == [Entry(form, "Dona", ("SUB",), "words.dict:1")]


def test_form_longer_than_a_count(words: Dictionary) -> None:
    long = "a" * 300
    words.write(cfsa2({row(long, "b", "SUB"), row(long, "a", "SUB")}))
    assert {entry.lemma for entry in words.read()} == {"a", "b"}


def test_without_lemma_as_spelling_dictionaries_are(words: Dictionary) -> None:
    words.write(fsa5({b"Haus", "Häuser".encode()}))
    assert words.read() == [
        Entry("Haus", None, (), "words.dict:1"),
        Entry("Häuser", None, (), "words.dict:2"),
    ]


def test_frequency_is_dropped(words: Dictionary) -> None:
    words.write(
        cfsa2({b"Haus_C", b"Hof_A", row("Höfe", "Hof", "SUB:PLU") + b"_B"}),
        info(more="fsa.dict.frequency-included=true"),
    )
    assert words.read(separator="") == [
        Entry("Haus", None, (), "words.dict:1"),
        Entry("Hof", None, (), "words.dict:2"),
        Entry("Höfe", "Hof", ("SUB:PLU",), "words.dict:3"),
    ]


def test_other_encoding_and_separator(words: Dictionary) -> None:
    rows = {"домами".encode("koi8-r") + b"+D+NN:INS"}
    words.write(cfsa2(rows), info(separator="\\u002b", encoding="koi8-r"))
    assert words.read() == [Entry("домами", "дом", ("NN", "NN:INS"), "words.dict:1")]


def test_output_conversion(words: Dictionary) -> None:
    words.write(
        cfsa2({row("geht's", "geht's", "X")}),
        info(more="fsa.dict.output-conversion=' ’, e ë\nfsa.dict.input-conversion=’ '"),
    )
    assert words.read()[0][:2] == ("gëht’s", "gëht’s")


def test_joined_tags_make_an_entry_each(words: Dictionary) -> None:
    rows = {row("czerwony", "czerwony", "adj:sg:nom+subst:sg:nom")}
    words.write(cfsa2(rows))
    assert [(e.labels, e.place) for e in words.read(joined="+")] == [
        (("adj", "adj:sg", "adj:nom"), "words.dict:1"),
        (("subst", "subst:sg", "subst:nom"), "words.dict:2"),
    ]
    assert len(words.read()) == 1


def test_same_tag_gives_the_same_labels(words: Dictionary) -> None:
    words.write(cfsa2({row("Haus", "Haus", "SUB:NOM"), row("Hof", "Hof", "SUB:NOM")}))
    first, second = words.read()
    assert first.labels is second.labels


def test_what_cannot_be_decoded_is_reported(words: Dictionary) -> None:
    rows = {
        row("Haus", "Haus", "SUB"),
        b"Hof_Z_SUB",
        b"M\xffll_A_SUB",
        b"Rad_A_\xff",
        b"Tag_B\xff_SUB",
        b"Tor__SUB",
        b"_A_SUB",
    }
    words.write(cfsa2(rows))
    assert [entry.form for entry in words.read()] == ["Haus"]
    assert sum(words.report.skipped.values()) == 6
    assert words.report.places["the lemma's code drops more bytes than the form has"] == [
        "words.dict:2",
        "words.dict:6",  # the separator as a count: 30
    ]
    assert words.report.skipped["the form is not utf-8"] == 1
    assert words.report.skipped["the lemma is not utf-8"] == 1
    assert words.report.skipped["the tag is not utf-8"] == 1
    assert words.report.skipped["the form is empty"] == 1


def test_code_cut_short(words: Dictionary) -> None:
    words.write(cfsa2({b"Hof_A_SUB", b"Tor_AA_SUB", b"Zug_A"}), info("PREFIX"))
    assert [entry.form for entry in words.read()] == ["Tor"]
    assert words.report.places == {
        "the code of the lemma is cut short": ["words.dict:3"],
        "the lemma's code drops more bytes than the form has": ["words.dict:1"],
    }


def test_empty(words: Dictionary) -> None:
    for write in FORMATS.values():
        words.write(write(set()))
        assert words.read() == []


def test_info_is_found_by_suffix(words: Dictionary, tmp_path: Path) -> None:
    words.write(cfsa2({b"Haus_A_SUB"}))
    elsewhere = words.info.rename(tmp_path / "other.info")
    given = Input(
        {"other.info": elsewhere, "words.dict": words.path},
        Options({}, morfologik.OPTIONS),
        Report(),
    )
    assert [entry.form for entry in morfologik.read(given)] == ["Haus"]
    assert "beside the .dict" in str(words.error())


def test_info_syntax(words: Dictionary) -> None:
    text = (
        "\ufeff# comment \\\n! another\r\n\r\n  fsa.dict.separator : +\n"
        "fsa.dict.encoding \\\n   utf8  \nfsa.dict.encoder=infi\\u0078\n"
        "fsa.dict.author=Wer auch = immer"
    )
    words.write(cfsa2({b"ayz+AACbc+X"}), text)
    assert words.read() == [Entry("ayz", "abc", ("X",), "words.dict:1")]


def test_info_of_old_dictionaries(words: Dictionary) -> None:
    old = "fsa.dict.separator=+\nfsa.dict.encoding=iso-8859-2\nfsa.dict.uses-prefixes=true\n"
    words.write(fsa5({b"gemacht+CBen+X"}), old)
    assert words.read()[0].lemma == "machen"
    words.write(fsa5({b"Haus+Haus+X"}), old.replace("prefixes=true", "suffixes=false"))
    assert words.read()[0].lemma == "Haus"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", None, "no fsa.dict.encoding"),
        ("fsa.dict.encoding=UTF-8", None, "no fsa.dict.separator"),
        ("fsa.dict.encoding=UTF-8\nfsa.dict.separator=_", None, "no fsa.dict.encoder"),
        (info(encoding="utf-9"), 2, "encoding 'utf-9' cannot"),
        (info(encoding="zip"), 2, "encoding 'zip' cannot"),
        (info(encoding="a\0b"), 2, "cannot be used"),
        (info(separator="ä"), 1, "not one byte"),
        (info(separator="++"), 1, "not one byte"),
        (info(separator=""), 1, "not one byte"),
        (info(separator="\\ud800"), 1, "not one byte"),
        (info(encoding="utf-16"), 2, "encoding 'utf-16' cannot"),
        (info(encoder="SUFIX"), 3, "did you mean suffix or infix?"),
        (info(more="fsa.dict.frequency-included=perhaps"), 4, "true or false"),
        (info(more="fsa.dict.output-conversion=a b, c"), 4, "pairs: 'c'"),
        (info(more="fsa.dict.output-conversion=a b, a c"), 4, "pairs: 'a c'"),
    ],
)
def test_mistakes_in_the_info(words: Dictionary, text: str, line: int | None, says: str) -> None:
    words.write(cfsa2({b"Haus_A_SUB"}), text)
    error = words.error()
    assert says in str(error)
    assert (error.path, error.line) == (words.info, line)
    assert error.remedy


CFSA2_HEAD = b"\\fsa\xc6\x00\x07\x01\x00"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no automaton"),
        (b"PK\x01\x02 and so on", "no automaton"),
        (b"\\fsa\xc6\x00", "no automaton"),
        (b"\\fsa\x07\x00\x00\x00\x00", "version 0x07"),
        (b"\\fsa\xc6\xff\x07\x00", "unknown flags"),
        (b"\\fsa\x05_+\x00\x00", "0 bytes wide"),
        (CFSA2_HEAD, "beyond the end"),
        (CFSA2_HEAD + b"\x40^\x7f", "beyond the end"),
        (CFSA2_HEAD + b"\x40^" + b"\xff" * 1000, "beyond the end"),
        (CFSA2_HEAD + b"\x40^\x03" + b"\x41\x00", "beyond the end"),  # label not in the table
        (CFSA2_HEAD + b"\x40^\x03" + b"\x40a\x03", "circle"),
        (CFSA2_HEAD + b"\x40^\x03" + b"\x20a\x00\x40b\x03", "circle"),
        (CFSA2_HEAD + b"\x40^\x03" + b"\x40a\x00", "leads nowhere"),
        (CFSA2_HEAD + b"\x40^\x03" + b"\xe0a", "beyond the end"),
        (b"\\fsa\x05_+\x02" + b"\0\0\0^\x06" + b"a\x07", "beyond the end"),
        (b"\\fsa\x05_+\x02" + b"\0\0\0^\x06" + b"a\x2b\x00", "circle"),
        (b"\\fsa\x05_+\x0f" + b"\0" * 16 + b"^\x06" + b"a" + b"\xfb" * 15, "beyond the end"),
    ],
)
def test_damaged_automata(words: Dictionary, data: bytes, says: str) -> None:
    words.write(data)
    error = words.error()
    assert says in str(error)
    assert error.path == words.path
    assert error.remedy


def test_missing_dictionary(words: Dictionary) -> None:
    words.write(b"")
    words.path.unlink()
    assert "cannot be read" in str(words.error())


def _doubling(nodes: int) -> bytes:
    """Each node leads to the next with *a* and with *b*: 2 to the power of ``nodes`` strings."""
    body = bytearray(b"\x40^\x03")
    for _ in range(nodes - 1):
        body += b"\x80a\xc0b"
    return CFSA2_HEAD + bytes(body) + b"\x20a\x00\x60b\x00"


def test_more_strings_than_any_dictionary(words: Dictionary) -> None:
    words.write(_doubling(10))
    assert len(words.read()) == 1024
    words.write(_doubling(20_000))
    start = time.monotonic()
    assert "more than 100,000,000 entries" in str(words.error())
    assert time.monotonic() - start < 10


def test_longer_string_than_any_dictionary(words: Dictionary) -> None:
    words.write(CFSA2_HEAD + b"\x40^\x03" + b"\xc0a" * 200_000 + b"\x60b\x00")
    assert "more than 4,096 bytes" in str(words.error())


def test_one_long_node(words: Dictionary) -> None:
    """A node of two hundred thousand arcs, each leading right behind it."""
    words.write(CFSA2_HEAD + b"\x40^\x03" + b"\x80a" * 200_000 + b"\xe0b" + b"\x60c\x00")
    assert sum(1 for _ in words.stream()) == 200_002


def test_too_large(words: Dictionary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fsa, "MAX_FILE", 64)
    words.write(cfsa2({b"Haus_A_SUB", b"Katze_A_SUB", b"Schnecke_A_SUB:NOM:SIN:FEM:und:mehr"}))
    assert "larger than" in str(words.error())


@settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(form=st.sampled_from(sorted(FORMATS)), seed=st.integers(0, 2**32))
def test_random_damage_is_an_error_or_other_words(words: Dictionary, form: str, seed: int) -> None:
    """Whatever bytes change: no other exception, and reading ends."""
    dice = random.Random(seed)
    rows = {row(a + b, a, t) for a in ("Haus", "Höfe") for b in ("", "s") for t in ("A:B", "C")}
    data = bytearray(FORMATS[form](rows))
    for _ in range(dice.randrange(1, 6)):
        data[dice.randrange(4, len(data))] = dice.randrange(256)
    words.write(bytes(data[: dice.choice([len(data), dice.randrange(len(data))])]))
    try:
        for number, _ in enumerate(words.stream()):
            assert number < 100_000
    except LexkitError as error:
        assert error.path == words.path


def test_many_readings_of_one_form_are_streamed(words: Dictionary) -> None:
    """A million readings behind one separator, in the memory of a few."""
    body = bytearray(b"\x40^\x03" + b"\xc0x" + b"\xc0_" + b"\xc0A" + b"\xc0_")
    words.write(CFSA2_HEAD + bytes(body) + _doubling(20)[len(CFSA2_HEAD) + 3 :])
    tracemalloc.start()
    for number, entry in enumerate(words.stream()):
        assert entry.form == "x"
        if number == 20_000:
            break
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000_000


@pytest.fixture(scope="module")
def german() -> Path:
    path = REAL / "german-pos-dict" / "german.dict"
    if not path.exists():
        pytest.skip(f"LanguageTool's german-pos-dict is not at {path} (set LEXKIT_TEST_DATA)")
    return path


def test_german(german: Path) -> None:
    """All readings, all of the plain-text lists that went into it, at 100,000 a second."""
    listed: set[tuple[str, ...]] = set()
    for name in ("EIG.txt", "sonstige.txt"):
        lines = german.with_name(name).read_text("utf-8").splitlines()
        listed |= {tuple(line.split("\t")) for line in lines if line.count("\t") == 2}
    assert len(listed) > 17_000
    report = Report()
    given = Input({german.name: german}, Options({"separator": ""}, morfologik.OPTIONS), report)
    start = time.monotonic()
    number = forms = 0
    last = ""
    for entry in morfologik.read(given):
        number += 1
        if entry.form != last:
            forms += 1
            last = entry.form
        if entry.labels[0][:3] != "SUB":
            listed.discard((entry.form, entry.lemma or "", entry.labels[0]))
    seconds = time.monotonic() - start
    assert (number, forms) == (4_988_730, 552_751)
    assert listed == set()
    assert not report.skipped
    assert number / seconds > 100_000

"""What comes of a dump in a lexicon, from where it may come, and what is done to it."""

from __future__ import annotations

import bz2
import gzip
import time
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import tagset
from lexkit.errors import LexkitError
from lexkit.model import Entry
from lexkit.readers import edition, tables, wiktionary
from lexkit.readers.base import Input, Options, Report
from lexkit.source import load as source_of
from tests.conftest import REPOSITORY, Shop, process, rule_of
from tests.readers.cases import FOLDER

CASES = FOLDER / "wiktionary"
EDITIONS = [path for name, path in tables.known().items() if name.endswith("wiktionary")]


def read(path: Path, **options: str) -> tuple[list[Entry], Report]:
    report = Report()
    given = Input({path.name: path}, Options(options, wiktionary.OPTIONS), report)
    return list(wiktionary.read(given)), report


def dump(*pages: tuple[str, str], wiki: str = "dewiktionary") -> str:
    """A dump with titles and texts."""
    written = "".join(
        f"<page><title>{escape(title)}</title><ns>0</ns><id>{number}</id><revision>"
        f"<text>{escape(text)}</text></revision></page>\n"
        for number, (title, text) in enumerate(pages)
    )
    about = f"<siteinfo><dbname>{wiki}</dbname></siteinfo>"
    return f"<mediawiki>{about}\n{written}</mediawiki>\n"


def german(heading: str, rest: str = "") -> str:
    return f"== x ({{{{Sprache|Deutsch}}}}) ==\n=== {heading} ===\n{rest}\n"


NOUN = "{{Wortart|Substantiv|Deutsch}}"
PLACE = f"{NOUN}, {{{{Wortart|Toponym|Deutsch}}}}"
FORM = "{{Wortart|Deklinierte Form|Deutsch}}"


def form(lemma: str, kind: str = "Substantivs") -> str:
    about = f"*Genitiv Singular des {kind} '''[[{lemma}]]'''\n"
    return german(FORM, about + f"{{{{Grundformverweis Dekl|{lemma}}}}}")


def source(shop: Shop, text: str, more: str = "") -> None:
    shop.source("wiki", "dump.xml", text, f"reader: wiktionary\n{more}")


def test_what_a_page_says_of_a_lemma_holds_for_the_pages_of_its_forms(shop: Shop) -> None:
    """Wherever they stand: pages are in the order in which they were first written."""
    essen = german(NOUN) + f"=== {PLACE} ===\n"
    pages = (
        ("Ulms", form("Ulm")),
        ("Ulm", german(PLACE)),
        ("Essen", essen),
        ("Essens", form("Essen")),
        ("Zauns", form("Zaun")),
    )
    for order in (pages, pages[::-1]):
        source(shop, dump(*order))
        lexicon = shop.build()
        assert rule_of(lexicon, "Ulms") == ("rejected", "places")
        assert rule_of(lexicon, "Essens") == ("accepted", "default")
        assert rule_of(lexicon, "Zauns") == ("accepted", "default")


def test_a_forged_title_writes_no_readings_of_its_own(shop: Shop) -> None:
    """A store has a reading a line, and their places are the titles of pages."""
    table = "{{Deutsch Substantiv Übersicht\n|Genitiv Singular=Hauses\n}}"
    title = "Haus\nfalsch\tnoun\tfalsch\tx:1\t\t\u2028\u009b2J"
    source(shop, dump((title, german(NOUN, table))))
    lexicon = shop.build()
    assert rule_of(lexicon, "hauses") == ("accepted", "default")
    assert lexicon.answer("Hauses").grounds[0].place == "dump.xml:Haus falsch noun falsch x:1 2J"
    assert rule_of(lexicon, "falsch") == ("unattested", None)


def test_a_manifest_comes_before_the_table(shop: Shop) -> None:
    source(shop, dump(("Ulm", german(PLACE))), 'tags: {Toponym: "-"}\n')
    assert rule_of(shop.build(), "Ulm") == ("accepted", "default")


def test_an_edition_of_ones_own(shop: Shop) -> None:
    table = """\
language: xx
languages: {xx: Xisch}
language_heading: '== *([^=\\n]+?) *==(?!=)'
part_heading: '===+ *(?:LABELS) *===+'
part_label: '(LABELS)'
tags: {Name: toponym, Wort: noun}
tables: [{template: Formen, forms: {'\\d+': plural}}]
"""
    shop.write("sources/tables/xx.yaml", table)
    text = (
        "== Xisch ==\n=== Wort ===\n{{Formen|amen|omen}}\n"
        "== Yisch ==\n=== Wort ===\n{{Formen|ymen}}"
    )
    pages = dump(("amo", text), ("Imo", "== Xisch ==\n=== Name ===\n"), wiki="xxwiktionary")
    source(shop, pages, "options: {edition: tables/xx.yaml}\n")
    lexicon = shop.build()
    assert {word: rule_of(lexicon, word)[0] for word in ("amo", "omen", "Imo", "ymen")} == {
        "amo": "accepted",
        "omen": "accepted",
        "Imo": "rejected",
        "ymen": "unattested",
    }
    shop.write("sources/tables/xx.yaml", table.replace("Name: toponym", "Name: noun"))
    assert rule_of(shop.build(), "Imo") == ("accepted", "default")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("language: de\n", ""), "has no 'language'"),
        (("\\{\\{Wortart\\|([^|}\\n]+)[|}]", "(("), "the pattern '(('"),
        (("plain: [", "plane: ["), "has no key 'plane'"),
        (("{linkZiel: 2", "{linkZiel: [2]"), "'inside' maps each key to a single value"),
        (("- {from: Stamm, when: {Genus: m}", "- {when: {Genus: m}"), "a form that is made has no"),
        (("{Sprache\\|([^|}\\n]+)[|}]", "{Sprache"), "'language_heading' needs one group"),
        (("part_label: '\\{\\{", "part_label: '(\\{)\\{"), "'part_label' needs one group"),
        (("form_kind: '", "form_kind: '(x)"), "'form_kind' needs one group"),
        (("tables:\n", "table_pages: a\ntables:\n"), "'table_pages' needs one group"),
        (("tables:\n", "tables:\n  - {template: T, forms: {x: '\\1'}}\n"), "the cell '"),
    ],
)
def test_mistakes_in_a_table_are_named_with_their_line(
    tmp_path: Path, change: tuple[str, str], says: str
) -> None:
    text = (REPOSITORY / "rules" / "readers" / "dewiktionary.yaml").read_text("utf-8")
    assert change[0] in text
    path = tmp_path / "mine.yaml"
    path.write_text(text.replace(*change, 1), "utf-8")
    with pytest.raises(LexkitError) as caught:
        edition.load(path)
    assert says in str(caught.value)
    assert caught.value.line is not None


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.stem)
def test_the_tables_that_come_with_lexkit_are_whole(path: Path) -> None:
    vocabulary = tagset.load([REPOSITORY / "rules" / "tags.yaml"])
    known = set(tables.meanings([path], vocabulary))
    table = edition.load(path)
    assert table.plain <= known
    assert {marker.label for marker in table.markers} <= known
    assert set(table.form_kinds.values()) <= known
    assert {inner.of for inner in table.tables if inner.of} <= known
    assert table.language in table.languages


@pytest.mark.parametrize(
    "path", sorted((REPOSITORY / "docs" / "manifests").glob("*.yaml")), ids=lambda path: path.stem
)
def test_the_manifests_for_real_files_lack_only_date_and_checksum(
    tmp_path: Path, path: Path
) -> None:
    vocabulary = tagset.load([REPOSITORY / "rules" / "tags.yaml"])
    mine = tmp_path / path.name
    text = path.read_text("utf-8").replace("SHA256\n", "0" * 64 + "\n")
    mine.write_text(text.replace("DATE", "20260601"), "utf-8")
    manifest = source_of(mine, vocabulary)
    assert manifest.licence == "CC-BY-SA-4.0"
    assert {"toponym", "name"} & manifest.labels.possible
    assert {origin.kind for origin in manifest.fetch} == {"url", "path"}


def test_a_dump_comes_packed_or_through_a_pipe(tmp_path: Path) -> None:
    content = (CASES / "de-nouns" / "dump.xml").read_bytes()
    entries = [entry._replace(place="") for entry in read(CASES / "de-nouns" / "dump.xml")[0]]
    # The real ones are many streams of bzip2, one after the other.
    streams = bz2.compress(content[:2000]) + bz2.compress(content[2000:])
    for name, packed in (("d.xml.bz2", streams), ("d.xml.gz", gzip.compress(content))):
        path = tmp_path / name
        path.write_bytes(packed)
        assert [entry._replace(place="") for entry in read(path)[0]] == entries
    for name in ("-", "/dev/stdin"):
        said = process("read", name, "--reader", "wiktionary", cwd=tmp_path, stdin=streams)
        assert (said.returncode, said.stdout.count(b"\n")) == (0, len(entries))


def test_a_download_that_broke_off_gives_what_is_whole(tmp_path: Path) -> None:
    text = dump(*((f"Wort{i}", german(NOUN)) for i in range(50)))
    for cut in range(len(text) // 2, len(text), 397):
        path = tmp_path / "cut.xml"
        path.write_text(text[:cut], "utf-8")
        found, report = read(path)
        assert len(found) == text[:cut].count("</page>")
        assert list(report.skipped) == ["the document ends too early: is the file whole?"]


HOSTILE = [
    "{{" * 300_000,
    "{{Deutsch Substantiv Übersicht|" * 20_000,
    "{{Deutsch Substantiv Übersicht|Nominativ Plural={{a|" + "{{a|" * 200 + "}}" * 400,
    "{{Deutsch Substantiv Übersicht|Nominativ Plural=" + "[[" * 9_000 + "}}",
    "{{Deutsch Substantiv Übersicht|Nominativ Plural={{a}}" + "<b a=" * 600 + "}}" * 90,
    "{{Deutsch Substantiv Übersicht|Nominativ Plural=" + "<ref>" * 3_000 + "}}",
    "{{Deutsch Substantiv Übersicht|Nominativ Plural=" + "(" * 9_000 + ")" * 9_000 + "}}",
    "{{Deutsch Substantiv Übersicht|Nominativ Plural=" + "oder " * 3_000 + "}}",
    "{{Deutsch Substantiv Übersicht|Nominativ Plural=x" + " " * 18_000 + "y}}",
    "{{Deutsch Substantiv Übersicht" + " " * 500_000,
    "<!--" * 200_000,
    "<nowiki" + " " * 500_000,
    "\n== {{Sprache|" * 50_000,
    "\n==" + "{{Sprache|" * 50_000,
    "\n== {{Sprache|" + " " * 500_000,
    "\n===" + "{{Wortart|" * 50_000,
    "{{Grundformverweis" * 30_000,
    "{{Alte Schreibweise|" + "1" * 19_000 + "}}",
    "\n" * 500_000,
    ("{{Deutsch Substantiv Übersicht|Nominativ Plural=x<br" + " " * 19_000 + "y}}\n") * 50,
    ("{{Deutsch Substantiv Übersicht|Nominativ Plural=x" + "<ref " * 3_900 + "y}}\n") * 90,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_in_a_page_takes_long(tmp_path: Path, text: str) -> None:
    path = tmp_path / "d.xml"
    path.write_text(dump(("Wort", german(NOUN, text)), ("Zaun", german(NOUN))), "utf-8")
    start = time.process_time()
    found, _ = read(path)
    assert time.process_time() - start < 5
    assert found[-1].form == "Zaun"


def test_a_section_of_too_many_parts_is_read_as_far_as_it_may_be_one(tmp_path: Path) -> None:
    path = tmp_path / "d.xml"
    parts = "{{=nld=}}\n" + "{{-nlnoun-|a|b|c}}\n{{-noun-|nld}}\n" * 60_000
    path.write_text(
        dump(("woord", parts), ("zin", "{{=nld=}}\n{{-noun-|nld}}\n"), wiki="nlwiktionary")
    )
    start = time.process_time()
    found, report = read(path)
    assert time.process_time() - start < 5
    assert report.places["a section of more than 1,000 parts"] == ["d.xml:woord"]
    assert {found[0].form, found[-1].form} == {"woord", "zin"}


SAMPLES = [path.read_bytes() for path in sorted(CASES.glob("*/dump.xml"))]
PIECES = st.binary(max_size=3) | st.sampled_from(
    [b"{{", b"}}", b"[[", b"]]", b"|", b"=", b"\n", b"{{pn}}", b"<page>", b"</page>", b"</text>",
     b"&lt;ref&gt;", b"&lt;!--", b"''", b"{{Wortart|Verb|Deutsch}}", b"{{Sprache|Deutsch}}",
     b"{{-nlnoun-|", b"{{Grundformverweis Dekl|", b"&amp;nbsp;", b"(", b")", b"/", b"\t", b"#"]
)  # fmt: skip


@given(st.data())
def test_no_change_to_a_dump_makes_it_fail_otherwise(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(data.draw(st.sampled_from(SAMPLES)))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 12))] = data.draw(PIECES)
    path = tmp_path_factory.getbasetemp() / "mutated.xml"
    path.write_bytes(content)
    try:
        found, _ = read(path)
    except LexkitError as error:
        assert "\n" not in str(error)
        return
    for entry in found:
        assert entry.form
        assert entry.lemma
        assert " " not in entry.form or " " in entry.lemma or entry.form == entry.lemma

"""What comes of wiktextract's lines in a lexicon, the shared samples, and lines that are broken."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.model import Entry
from lexkit.readers import wiktextract
from lexkit.readers.base import Input, Options, Report
from tests.conftest import FAULTS, REPOSITORY, Shop, process, rule_of
from tests.readers.cases import FOLDER
from tests.requirements import need

CURRENT = """\
  - rule: former-spellings
    reject: {any: [old-orthography]}
    says: Not the spelling of today.
  - rule: regions
    reject: {any: [regional, dialect]}
    says: Not known everywhere.
  - rule: wrong
    reject: {any: [misspelling, forbidden]}
    says: Never was right.
"""
WITH_SZ = "  alphabet: abcdefghijklmnopqrstuvwxyzäöüß\n"


def read(path: Path, **options: str) -> tuple[list[Entry], Report]:
    report = Report()
    given = Input({path.name: path}, Options(options, wiktextract.OPTIONS), report)
    return list(wiktextract.read(given)), report


def lines(*words: dict[str, Any]) -> str:
    return "".join(json.dumps(word, ensure_ascii=False) + "\n" for word in words)


def source(shop: Shop, content: str | bytes, more: str = "") -> None:
    shop.source("wiki", "words.jsonl", content, f"reader: wiktextract\n{more}")


def wordox(shop: Shop) -> Lexicon:
    """The lexicon of de-wordox from the one source of the shop."""
    text = (REPOSITORY / "rules" / "de-wordox.yaml").read_text("utf-8")
    text = re.sub(r"(?m)^sources:\n(  - .*\n)+", "sources: [wiki]\n", text)
    text = re.sub(r"(?m)^(optional_sources|paradigms): .*\n", "", text)
    shop.write("rules/de-wordox.yaml", text)
    return shop.build("de-wordox")


def verdicts(lexicon: Lexicon, *words: str) -> dict[str, str]:
    return {word: rule_of(lexicon, word)[0] for word in words}


def test_a_word_falls_only_when_all_its_senses_do(shop: Shop) -> None:
    source(
        shop,
        lines(
            {"word": "Nuß", "pos": "noun", "senses": [{"tags": ["alt-of", "archaic"]}]},
            {"word": "Tip", "pos": "noun", "senses": [{"tags": ["alt-of", "dated"]}, {"tags": []}]},
            {"word": "Sprizer", "pos": "noun", "senses": [{"tags": ["alt-of", "misspelling"]}]},
            {"word": "Gruss", "pos": "noun", "senses": [{"tags": ["alt-of", "Switzerland"]}]},
            {"word": "Fuß", "pos": "noun"},
            {"word": "Fuss", "pos": "noun", "senses": [{"tags": ["alt-of", "Switzerland"]}]},
            {
                "word": "Gans",
                "pos": "noun",
                "forms": [{"form": "Ganß", "tags": ["alternative", "obsolete"]}],
            },
        ),
    )
    words = ("nuß", "tip", "sprizer", "gruss", "fuß", "fuss", "gans", "ganß")
    current = shop.build("heute", rules=CURRENT, spelling=WITH_SZ)
    assert verdicts(current, *words) == {
        "nuß": "rejected",
        "tip": "accepted",
        "sprizer": "rejected",
        "gruss": "rejected",
        "fuß": "accepted",
        "fuss": "rejected",
        "gans": "accepted",
        "ganß": "rejected",
    }
    both = wordox(shop)
    assert verdicts(both, *words, "Nuss", "Fuss", "Ganss") == {
        "nuß": "accepted",
        "tip": "accepted",
        "sprizer": "rejected",
        "gruss": "unattested",
        "fuß": "accepted",
        "fuss": "accepted",
        "gans": "accepted",
        "ganß": "unattested",
        "Nuss": "accepted",
        "Fuss": "accepted",
        "Ganss": "unattested",
    }


def test_a_manifest_comes_before_what_the_format_means(shop: Shop) -> None:
    source(shop, lines({"word": "Ulm", "pos": "name"}), "tags: {name: toponym}\n")
    assert rule_of(shop.build(), "Ulm") == ("rejected", "places")


def test_a_changed_table_is_read_anew(shop: Shop) -> None:
    """A table of one's own is part of what shapes the readings."""
    table = (REPOSITORY / "rules" / "readers" / "wiktextract.yaml").read_text("utf-8")
    shop.write("sources/tables/my.yaml", table)
    source(shop, lines({"word": "Ulm", "pos": "name"}), "options: {table: tables/my.yaml}\n")
    assert rule_of(shop.build(), "Ulm") == ("accepted", "default")
    shop.write("sources/tables/my.yaml", table.replace("\n  name: name\n", "\n  name: toponym\n"))
    assert rule_of(shop.build(), "Ulm") == ("rejected", "places")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("{table: wiktextrakt}", "there is no table 'wiktextrakt'"),
        ("{table: mine.yaml}", "there is no table mine.yaml"),
        ("{cells: ../../etc/passwd}", "there is no table"),
        ("{lang: de}", "unknown option 'lang'"),
    ],
)
def test_mistaken_options_are_named_with_their_line(shop: Shop, options: str, says: str) -> None:
    source(shop, "", f"options: {options}\n")
    shop.ruleset()
    error = shop.refused()
    assert says in str(error)
    assert error.line == 8


def test_the_shared_samples_of_forms() -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    found, _ = read(FAULTS / "W01" / "forms.jsonl")
    assert {entry.form for entry in found} == {"Bis", "bis", "Beamter", "Beamten", "Beamte"}
    found, report = read(FAULTS / "W02" / "articles.jsonl")
    assert {entry.form for entry in found} == {
        "Baum", "Baumes", "Baums", "Bäume", "gehen", "gegangen", "gehe", "geh", "ginget",
        "aufstehen", "aufstehe",
    }  # fmt: skip
    assert report.places == {"a form of several words": ["articles.jsonl:3"]}


def test_the_shared_samples_of_labels(shop: Shop) -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    source(shop, (FAULTS / "W04" / "tags.jsonl").read_bytes())
    current = shop.build("heute", rules=CURRENT, spelling=WITH_SZ)
    assert verdicts(current, "daß", "dass", "teh", "recieve", "citizens", "cytesin", "heiss") == {
        "daß": "rejected",
        "dass": "accepted",
        "teh": "accepted",
        "recieve": "rejected",
        "citizens": "accepted",
        "cytesin": "rejected",
        "heiss": "rejected",
    }
    both = wordox(shop)
    assert verdicts(both, "daß", "teh", "recieve", "citizens", "cytesin", "heiss") == {
        "daß": "accepted",
        "teh": "accepted",
        "recieve": "rejected",
        "citizens": "accepted",
        "cytesin": "unattested",
        "heiss": "unattested",
    }


def test_the_shared_samples_of_names(shop: Shop) -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    source(shop, (FAULTS / "P01" / "nouns.jsonl").read_bytes())
    lexicon = wordox(shop)
    good = verdicts(lexicon, "Essen", "Ahle", "Ahlen", "Bäume")
    assert set(good.values()) == {"accepted"}
    for name in ("Eisenach", "Eisenachs", "Berlin", "Berlins"):
        assert rule_of(lexicon, name) == ("rejected", "personal-names")


def test_a_packed_file_and_a_pipe_give_the_same(tmp_path: Path) -> None:
    content = (FOLDER / "wiktextract" / "articles" / "words.jsonl").read_bytes()
    plain, packed = tmp_path / "words.jsonl", tmp_path / "words.jsonl.gz"
    plain.write_bytes(content)
    packed.write_bytes(gzip.compress(content))
    entries = [entry._replace(place="") for entry in read(plain)[0]]
    assert [entry._replace(place="") for entry in read(packed)[0]] == entries
    for name in ("/dev/stdin", "-"):
        arguments = ("read", name, "--reader", "wiktextract", "--json")
        said = process(*arguments, cwd=tmp_path, stdin=content)
        assert said.returncode == 0
        forms = [json.loads(line)["form"] for line in said.stdout.splitlines()]
        assert set(forms) == {entry.form for entry in entries}


def test_a_line_that_is_too_long_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiktextract, "LONGEST", 4096)
    path = tmp_path / "w.jsonl"
    long = '{"word":"Eiche","pos":"noun","x":"' + "x" * 10_000 + '"}'
    path.write_text(f'{long}\n{{"word":"Buche"}}\n{long}', "utf-8")
    found, report = read(path)
    assert [entry.form for entry in found] == ["Buche"]
    assert list(report.places.values()) == [["w.jsonl:1", "w.jsonl:3"]]


SAMPLE = b"".join(
    path.read_bytes() + b"\n" for path in sorted((FOLDER / "wiktextract").glob("*/words.jsonl"))
)
PIECES = st.binary(max_size=4) | st.sampled_from(
    [b"null", b"[", b"]", b"{", b"}", b'"', b"\n", b",", b"\\u0000", b"\\ud800", b"\xff", b"1e999",
     b"( ) ) (", b" / / ", b"(((", b'"word":', b'"forms":', b'"tags":[]', b'"senses":{}']
)  # fmt: skip


@given(st.data())
def test_no_change_to_the_lines_makes_them_fail_otherwise(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(SAMPLE) - 1))
    content = bytearray(SAMPLE[start : start + 600])
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 8))] = data.draw(PIECES)
    path = tmp_path_factory.getbasetemp() / "mutated.jsonl"
    path.write_bytes(content)
    try:
        found, _ = read(path)
    except LexkitError as error:  # it may begin like an archive
        assert "\n" not in str(error)
        return
    for entry in found:
        assert entry.form
        assert all(isinstance(label, str) for label in entry.labels)

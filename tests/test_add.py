"""`lexkit sources add`: what it proposes, writes, asks, and refuses."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

from lexkit import draft, source
from lexkit.tagset import Tagset
from tests.conftest import Call, Shop

TABLE = "Woord;Soort\nkérel;noun\nmeid;noun\nrood;kleur\nblauw;kleur\ngaan;verb\n"


def manifest(shop: Shop, name: str, vocabulary: Tagset) -> source.Manifest:
    return source.load(shop.root / "sources" / f"{name}.yaml", vocabulary)


def test_a_table_gets_a_manifest_that_builds(shop: Shop, call: Call, vocabulary: Tagset) -> None:
    shop.write("lists/Mijn woorden.csv", TABLE.encode("latin-1"))
    said = call(
        "sources", "add", "lists/Mijn woorden.csv", "--language", "xx", "--licence", "CC0-1.0",
        "--title", 'Words: "mine"',
    )  # fmt: skip
    assert said.code == 0, said.err
    for told in ("reader    table", "unsure    the first row", "encoding: cp1252", "kérel"):
        assert told in said.out
    made = manifest(shop, "mijn-woorden", vocabulary)
    assert made.title == 'Words: "mine"'
    assert made.options == {
        "delimiter": ";", "header": "yes", "forms": "Woord", "labels": "Soort",
        "encoding": "cp1252",
    }  # fmt: skip
    assert made.labels.exact == {"noun": {"noun"}, "verb": {"verb"}}
    assert "#   kleur" in made.path.read_text("utf-8")
    shop.ruleset(sources=["mijn-woorden"], rules="")
    lexicon = shop.build()
    assert "kerel" in lexicon.words()
    assert call("sources", "verify", "mijn-woorden").code == 0


def test_what_is_not_known_is_left_to_be_filled_in_and_lint_says_so(shop: Shop, call: Call) -> None:
    shop.write("woorden.txt", "aap\nnoot\n")
    said = call("sources", "add", "woorden.txt")
    assert said.code == 0
    assert "language is to be filled in" in said.out
    assert "licence is to be filled in" in said.out
    path = shop.root / "sources" / "woorden.yaml"
    linted = call("rules", "lint")
    assert linted.code == 1
    assert f"{path}:3: 'language' is empty (fill it in)" in linted.out
    path.write_text(path.read_text("utf-8").replace("language:", "language: nl"), "utf-8")
    assert f"{path}:4: 'licence' is empty (fill it in)" in call("rules", "lint").out
    shop.ruleset(sources=["woorden"])
    assert shop.refused().line == 4


def test_json_says_everything_in_a_line(shop: Shop, call: Call) -> None:
    shop.write(
        "w.jsonl.gz", gzip.compress(b'{"word": "os", "lang_code": "nl", "senses": []}\n{x\n')
    )
    told = json.loads(call("sources", "add", "w.jsonl.gz", "--json").out)
    assert (told["source"], told["reader"], told["missing"]) == ("w", "wiktextract", ["licence"])
    assert told["readings"][0]["form"] == "os"
    assert sum(told["lost"].values()) == 1
    assert Path(told["manifest"]).is_file()


def test_nothing_is_overwritten(shop: Shop, call: Call) -> None:
    shop.write("woorden.txt", "aap\n")
    shop.write("sources/woorden.yaml", "mine\n")
    said = call("sources", "add", "woorden.txt")
    assert said.code == 2
    assert "there is a source 'woorden' already" in said.err
    assert (shop.root / "sources" / "woorden.yaml").read_text() == "mine\n"
    assert call("sources", "add", "woorden.txt", "--name", "german-nouns").code == 2


@pytest.mark.parametrize("name", ["../out", "a/b", "", ".x", "a b", "/etc/x"])
def test_a_name_cannot_lead_out_of_the_folder(shop: Shop, call: Call, name: str) -> None:
    shop.write("woorden.txt", "aap\n")
    before = sorted(shop.root.rglob("*"))
    said = call("sources", "add", "woorden.txt", "--name", name, "--language", "xx")
    assert said.code == 2 or (name == "" and said.code == 0)
    if name:
        assert sorted(shop.root.rglob("*")) == before


@pytest.mark.parametrize("typed", [(), ("--reader", "hunspell")])
def test_a_dictionary_of_two_files_comes_whole(
    shop: Shop, call: Call, vocabulary: Tagset, typed: tuple[str, ...]
) -> None:
    shop.write("dict/xx.dic", "1\nBaum/E\n")
    shop.write("dict/xx.aff", "SET UTF-8\nSFX E Y 1\nSFX E 0 es .\n")
    told = ("--language", "xx", "--licence", "MIT", *typed)
    assert call("sources", "add", "dict/xx.dic", *told).code == 0
    made = manifest(shop, "xx", vocabulary)
    assert (made.reader, list(made.files)) == ("hunspell", ["xx.dic", "xx.aff"])
    shop.ruleset(sources=["xx"], rules="")
    assert set(shop.build().words()) == {"baum", "baumes"}


def test_what_is_typed_comes_before_what_is_guessed(
    shop: Shop, call: Call, vocabulary: Tagset
) -> None:
    shop.write("w.csv", TABLE)
    said = call(
        "sources", "add", "w.csv", "--language", "xx", "--licence", "MIT", "--reader", "table",
        "--option", "delimiter=;", "--option", "forms=Woord", "--option", "labels=Soort",
        "--option", "tag:kleur=adjective",
    )  # fmt: skip
    assert said.code == 0
    made = manifest(shop, "w", vocabulary)
    assert made.options == {"delimiter": ";", "forms": "Woord", "labels": "Soort"}
    assert made.labels.exact["kleur"] == {"adjective"}


def test_patterns_that_are_typed_are_written(shop: Shop, call: Call, vocabulary: Tagset) -> None:
    shop.write("w.csv", TABLE)
    said = call(
        "sources", "add", "w.csv", "--language", "xx", "--licence", "MIT",
        "--option", "pattern:kl[eu]+r: ?=adjective", "--option", "pattern:k=-",
    )  # fmt: skip
    assert said.code == 0, said.err
    patterns = manifest(shop, "w", vocabulary).labels.patterns
    assert [(one.pattern, set(tags)) for one, tags in patterns] == [
        ("kl[eu]+r: ?", {"adjective"}),
        ("k", set()),
    ]


def test_what_a_manifest_may_not_hold_leaves_none_behind(shop: Shop, call: Call) -> None:
    shop.write("w.csv", TABLE)
    said = call(
        "sources", "add", "w.csv", "--language", "xx", "--licence", "MIT",
        "--option", "pattern:(a+)+=noun",
    )  # fmt: skip
    assert said.code == 2 and "repeats a repetition" in said.err
    assert list(shop.root.rglob("w.yaml")) == []


@pytest.mark.parametrize("file", ["a\nb.txt", "a:b.txt", "con.txt", "con.gz", ".txt", "w?.txt"])
def test_a_file_that_no_cache_could_hold_is_to_be_renamed(
    shop: Shop, call: Call, file: str
) -> None:
    shop.write(file, "kat\n")
    said = call("sources", "add", file, "--name", "w", "--language", "xx", "--licence", "MIT")
    assert said.code == 2
    assert "file name" in said.err and said.err.count("\n") == 1
    assert list(shop.root.rglob("w.yaml")) == []


def test_a_pipe_of_any_kind_is_refused(shop: Shop, call: Call) -> None:
    os.mkfifo(shop.root / "pipe")
    end, other = os.pipe()
    try:
        for pipe in ("-", "pipe", f"/dev/fd/{end}"):
            said = call("sources", "add", pipe, "--name", "w", "--language", "xx")
            assert said.code == 2
            assert "a pipe cannot be fetched again (save it to a file)" in said.err
    finally:
        os.close(end)
        os.close(other)


def test_a_table_of_ones_own_is_found_from_the_manifest(
    shop: Shop, call: Call, vocabulary: Tagset
) -> None:
    shop.write("in/w.tsv", "zee\tzeeën\tN;PL\n")
    shop.write("in/my.yaml", "tags: {N: noun}\n")
    said = call(
        "sources", "add", "in/w.tsv", "--language", "xx", "--licence", "MIT",
        "--reader", "unimorph", "--option", "table=in/my.yaml",
    )  # fmt: skip
    assert said.code == 0, said.err
    made = manifest(shop, "w", vocabulary)
    assert made.tables == (shop.root / "sources" / "../in/my.yaml",)
    assert made.labels.meant == {"N": {"noun"}}


def test_without_a_workspace_there_is_nowhere_to_write(
    shop: Shop, call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "w.txt").write_text("aap\n")
    said = call("sources", "add", "w.txt")
    assert said.code == 2
    assert "lexkit init" in said.err


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("Wörter.TXT", "wörter"),
        ("my list (2).csv.gz", "my-list-2"),
        ("deu", "deu"),
        ("a.b.c.jsonl.bz2", "a.b.c"),
        ("...", "list"),
        ("--.tsv", "list"),
        ("dewiktionary-20240101-pages.xml.bz2", "dewiktionary-20240101-pages"),
    ],
)
def test_a_source_is_named_after_its_file(file: str, name: str) -> None:
    assert draft.name_for(Path(file)) == name


@pytest.mark.parametrize(
    "text",
    ["no", "a: b", "- x", "#x", "'s", "a, b", "[x]", "{x}", "*", "&x", "!x", "%x", "@x", "`x", "",
     "null", "1e3", " x", "x ", "x\ty", "x\ny", "ü", "a#b", "a #b", 'say "hi"', "\\", "\u2028", "?",
     "😀", "\u202e😀", "\x85"],
)  # fmt: skip
def test_whatever_stands_in_a_manifest_is_read_back(
    tmp_path: Path, vocabulary: Tagset, text: str
) -> None:
    file = tmp_path / "sources" / "w.txt"
    file.parent.mkdir()
    file.write_text("x\n")
    path = file.parent / "w.yaml"
    text = text or "x"
    written = draft.manifest(
        "w", [file], file.parent, "table", {"split": text, "forms": [text, "y"]},
        language="xx", licence="MIT", title=text, tags={text: frozenset({"noun"})}, unmapped=[text],
    )  # fmt: skip
    path.write_text(written, "utf-8")
    made = source.load(path, vocabulary)
    assert made.title == text
    assert made.options == {"split": text, "forms": [text, "y"]}
    assert made.labels.exact == {text: {"noun"}}

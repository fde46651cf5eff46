"""What differs between lexicons and lists: in, out, other reasons."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import diff
from lexkit.diff import Side
from lexkit.lexicon import Lexicon
from tests.conftest import Call, Shop

WORDS = st.sets(st.text("abä😀", min_size=1, max_size=4), max_size=30)


@given(WORDS, WORDS, st.integers(1, 40))
def test_in_and_out_are_the_differences_of_the_sets(
    old: set[str], new: set[str], size: int
) -> None:
    def blocks(words: set[str]) -> list[diff.Lines]:
        lines = [f"{word}\n".encode() for word in sorted(words)]
        return [lines[i : i + size] for i in range(0, len(lines), size)]

    merged = list(diff._merged(iter(blocks(old)), iter(blocks(new))))
    assert [line for left, _ in merged for line in left] == [
        line for block in blocks(old) for line in block
    ]
    found = diff.compare(Side("old", words=tuple(sorted(old))), Side("new", words=(*sorted(new),)))
    assert (found.came, found.went) == (sorted(new - old), sorted(old - new))
    assert bool(found) is (old != new)


@pytest.fixture
def two(shop: Shop) -> Shop:
    """A lexicon `spiel`, and one before it in the folder `alt`."""
    rows = [
        ("Käfer", "Käfer", "noun"), ("Ulm", "Ulm", "toponym"), ("Anna", "Anna", "given-name"),
        ("gut", "gut", "adjective"), ("oh", "oh", "interjection"), ("Rand", "Rand", "noun"),
    ]  # fmt: skip
    shop.table("tafel", rows)
    old = shop.build()
    shutil.copytree(old.folder, shop.root / "alt")
    rows = [
        ("Käfer", "Käfer", "noun"), ("Ulm", "Ulm", "noun"), ("Anna", "Anna", "toponym"),
        ("gut", "gut", "adjective"), ("neu", "neu", "adjective"), ("Rand", "Rand", "toponym"),
    ]  # fmt: skip
    shop.table("tafel", rows)
    shop.build()
    return shop


def test_words_in_and_out_and_other_reasons(two: Shop, call: Call) -> None:
    said = call("diff", "./alt", "spiel")
    assert said.code == 1
    assert said.out.splitlines() == ["- rand", "+ neu", "+ ulm", "./alt → spiel: 2 in, 1 out"]
    said = call("diff", "./alt", "spiel", "--reasons")
    assert "~ anna  rejected by persons “Names of persons” (tafel) → rejected by places" in said.out
    assert "~ oh  rejected by exclamations “Exclamations” (tafel) → unattested" in said.out
    assert said.out.endswith("2 in, 1 out, 2 for another reason\n")


def test_the_way_back_turns_everything_round(two: Shop, call: Call) -> None:
    there = json.loads(call("diff", "./alt", "spiel", "--json", "--reasons").out)
    back = json.loads(call("diff", "spiel", "./alt", "--json", "--reasons").out)
    assert (there["in"], there["out"]) == (back["out"], back["in"])
    assert [(c["word"], c["old"], c["new"]) for c in there["changed"]] == [
        (c["word"], c["new"], c["old"]) for c in back["changed"]
    ]


def test_a_lexicon_does_not_differ_from_itself(two: Shop, call: Call) -> None:
    said = call("diff", "spiel", "./build/spiel", "--reasons")
    assert (said.code, said.out) == (
        0, "spiel → ./build/spiel: 0 in, 0 out, 0 for another reason\n",
    )  # fmt: skip
    assert "none" in call("diff", "spiel", "spiel", "--format", "markdown").out


def test_grounds_say_why_before_and_now(two: Shop, call: Call) -> None:
    said = call("diff", "./alt", "spiel", "--grounds")
    assert (
        "- rand\n"
        "    before accepted: A word that no rule refuses. (rule default) Rand: capitalised, noun;"
        " tafel\n"
        "    now rejected: A place is no word. (rule places, “Names of places”) Rand: capitalised,"
        " toponym; tafel\n"
    ) in said.out
    assert "    before unattested: No source knows it.\n" in said.out


def test_the_json_has_the_keys_of_the_documentation(two: Shop, call: Call) -> None:
    told = json.loads(call("diff", "./alt", "spiel", "--format", "json", "--grounds").out)
    assert told["counts"] == {"in": 2, "out": 1, "changed": None}
    assert (told["in"], told["out"], told["changed"]) == (["neu", "ulm"], ["rand"], None)
    assert told["new"]["lexicon"] == Lexicon(two.root / "build" / "spiel").version
    assert told["grounds"]["neu"]["old"] == {"verdict": "unattested", "grounds": []}
    assert told["grounds"]["rand"]["new"]["grounds"][0]["rule"] == "places"
    assert json.loads(call("diff", "./alt", "spiel", "--json").out)["grounds"] is None
    documented = (Path(__file__).parent.parent / "docs" / "cli.md").read_text("utf-8")
    for key in [*told, *told["old"]]:
        assert f"`{key}`" in documented, key


def test_markdown_keeps_its_signs_out_of_the_text(shop: Shop, call: Call) -> None:
    shop.words("liste", ["haus"])
    rules = '  - rule: all\n    accept: {none: [noun]}\n    says: "All *but* <b> & [x] count_."\n'
    shop.build(rules=rules)
    shop.write("list.txt", "maus\n")
    said = call("diff", "list.txt", "spiel", "--format", "markdown", "--grounds")
    assert "## In (1)\n\n- **haus**\n" in said.out
    assert "All \\*but\\* &lt;b&gt; &amp; \\[x\\] count\\_." in said.out
    assert "## Out (1)\n\n- **maus**\n  - now unattested: No source knows it." in said.out


def test_markdown_can_be_cut_short() -> None:
    found = diff.compare(Side("a"), Side("b", words=("x", "y", "z")))
    text = diff.markdown(found, most=2)
    assert "- **y**\n\nand 1 more\n" in text
    assert "**z**" not in text


def test_a_list_is_folded_by_the_spelling_of_the_other(two: Shop, call: Call) -> None:
    two.write("liste", "Käfer\nGUT\nneu\nUlm\nX-Beine\n".encode("latin-1"))
    for pair in (("liste", "spiel"), ("spiel", "./liste")):
        said = call("diff", *pair, "--encoding", "iso-8859-1")
        assert said.code == 0
        assert said.out.endswith("cannot be laid\n")
        assert "0 in, 0 out" in said.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["spiel"], "Missing argument"),
        (["spiel", "andres"], "there is no ruleset 'andres'"),
        (["spiel", "../spiel"], "neither a lexicon's folder nor a word list"),
        (["spiel", "./sources"], "neither a lexicon's folder nor a word list"),
        (["spiel", "sources"], "there is no ruleset 'sources'"),
        (["spiel", "de-wordox"], "lexkit build de-wordox"),
        (["list.txt", "list.txt"], "neither of the two is a lexicon"),
        (["spiel", "list.txt", "--reasons"], "a word list gives no reasons"),
        (["spiel", "bad.txt"], "bad.txt:1: not utf-8"),
        (["spiel", "spiel", "--format", "yaml"], "Invalid value"),
    ],
)
def test_wrong_use_of_the_command(two: Shop, call: Call, arguments: list[str], told: str) -> None:
    two.write("list.txt", "gut\n")
    two.write("bad.txt", b"m\xfcde\n")
    said = call("diff", *arguments)
    assert (said.code, said.out) == (2, "")
    assert told in said.err
    assert "Traceback" not in said.err


def test_words_file_that_is_gone_is_an_error_in_one_line(two: Shop, call: Call) -> None:
    (two.root / "alt" / "words.txt").unlink()
    said = call("diff", "./alt", "spiel")
    assert said.code == 2
    assert "words.txt: cannot be read" in said.err


def test_letters_are_explained_as_letters_not_as_tiles(shop: Shop, call: Call) -> None:
    more = "game: {also: {y: ij}}\n"
    shop.words("liste", ["kyk", "wijn"])
    shutil.copytree(shop.build(rules="", more=more).folder, shop.root / "alt")
    shop.words("liste", ["kijk", "wijn"])
    shop.build(rules="", more=more)
    told = json.loads(call("diff", "./alt", "spiel", "--json", "--grounds").out)
    assert (told["in"], told["out"]) == (["kijk"], ["kyk"])
    # As typed tiles, kyk is kijk and counts; as letters it is no word any more.
    assert told["grounds"]["kyk"]["new"]["verdict"] == "unattested"

"""Recall and false accepts: what is counted, by what, and what is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lexkit import evaluate
from lexkit.errors import LexkitError
from lexkit.evaluate import Measure
from lexkit.lexicon import Lexicon
from tests.conftest import Call, Shop
from tests.test_report import is_sound

PARTS = ("noun", "verb", "adjective")


@pytest.fixture
def lexicon(shop: Shop) -> Lexicon:
    shop.table(
        "tafel",
        [
            ("Straße", "Straße", "noun"), ("Straßen", "Straße", "noun"), ("Ulm", "Ulm", "toponym"),
            ("Rosen", "Rose", "noun"), ("Rose", "Rose", "given-name"), ("gut", "gut", "adjective"),
            ("oh", "oh", "interjection"),
        ],
    )  # fmt: skip
    shop.words("liste", ["blank"])
    return shop.build()


def measured(lexicon: Lexicon, *lines: str, seed: int = 0, samples: int = 20) -> Measure:
    path = lexicon.folder / "list.txt"
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    listed = evaluate.read(path, "utf-8", lexicon.spelling)
    return evaluate.measure(lexicon, listed, "list.txt", PARTS, seed=seed, samples=samples)


def test_a_list_is_folded_and_its_words_counted_once(lexicon: Lexicon) -> None:
    found = measured(lexicon, "Straße", "STRASSE", "  strasse ", "", "Ulm", "Fee", "X-Beine", "x-1")
    assert (found.lines, found.words, found.duplicates, found.unlayable) == (7, 3, 2, 2)
    assert found.verdicts == {"accepted": 1, "rejected": 1, "unattested": 1}
    assert found.share == pytest.approx(1 / 3)
    assert found.unlayable_samples == ["X-Beine", "x-1"]


def test_an_empty_list_has_no_share(lexicon: Lexicon) -> None:
    assert measured(lexicon, "").share is None
    assert measured(lexicon, "1", "2").share is None
    assert evaluate.as_json(measured(lexicon))["share"] is None


def test_words_are_divided_by_what_decided(lexicon: Lexicon) -> None:
    found = measured(lexicon, "straße", "straßen", "ulm", "gut", "blank", "fee", "ä")
    tallies = {
        division: {value: dict(counts) for value, counts in tally.items()}
        for division, tally in found.divided.items()
    }
    assert tallies["part_of_speech"] == {
        "noun": {"accepted": 2}, "adjective": {"accepted": 1},
        None: {"accepted": 1, "rejected": 2, "unattested": 1},
    }  # fmt: skip
    assert tallies["rule"] == {
        "default": {"accepted": 4}, "places": {"rejected": 1}, "too-short": {"rejected": 1},
        None: {"unattested": 1},
    }  # fmt: skip
    assert tallies["source"]["tafel"] == {"accepted": 3, "rejected": 1}
    assert tallies["source"]["liste"] == {"accepted": 1}
    assert tallies["length"][3] == {"accepted": 1, "rejected": 1, "unattested": 1}
    lengths = [value for value, _ in evaluate.divided(found, "length")]
    assert lengths == [1, 3, 5, 7, 8]


def test_lemmas_stand_wholly_partly_or_not_at_all(lexicon: Lexicon) -> None:
    found = measured(lexicon, "straße", "straßen", "rose", "rosen", "ulm", "blank", "fee")
    shown = {part: (c.whole, c.partly, c.none) for part, c in found.lemmas.items()}
    # Rosen is a noun, Rose only a name: lemma and part of speech together are what is counted.
    assert shown == {"noun": (2, 0, 0), None: (0, 0, 2)}
    assert found.without_lemma == 2


def test_a_lemma_is_partly_there_if_one_of_its_forms_falls(shop: Shop) -> None:
    shop.table("tafel", [("Rosen", "Rose", "noun"), ("Rose", "Rose", "noun,misspelling")])
    found = measured(shop.build(), "rose", "rosen")
    assert (found.lemmas["noun"].whole, found.lemmas["noun"].partly) == (0, 1)


def test_samples_depend_on_the_seed_and_not_on_the_order_of_lines(shop: Shop) -> None:
    words = [f"{a}{b}{c}" for a in "bdfg" for b in "aeiou" for c in "klmn"]
    shop.words("liste", words)
    lexicon = shop.build()

    def shown(lines: list[str], seed: int) -> list[str]:
        found = measured(lexicon, *lines, seed=seed, samples=5)
        assert [(c.verdict, c.rule, c.count) for c in found.classes] == [
            ("accepted", "default", len(words))
        ]
        return [sample.word for sample in found.classes[0].samples]

    assert shown(words, 1) == shown(words[::-1], 1)
    assert len(shown(words, 1)) == 5
    assert shown(words, 1) != shown(words, 2)


def test_samples_are_written_as_in_the_list_with_the_reading_that_decided(lexicon: Lexicon) -> None:
    found = measured(lexicon, "STRASSEN", "Ulm")
    first, second = (c.samples[0] for c in found.classes)
    assert first == ("STRASSEN", "Straßen", "Straße", "tafel")
    assert second == ("Ulm", "Ulm", "Ulm", "tafel")


@pytest.mark.parametrize(
    ("content", "encoding", "told"),
    [
        ("gut\nm\xfcde\n".encode("latin-1"), "utf-8", "list.txt:2: not utf-8"),
        (b"gut\n", "utf-9", "unknown encoding"),
        (b"gut\n", "rot13", "unknown encoding"),
    ],
)
def test_a_list_that_cannot_be_read_is_named(
    lexicon: Lexicon, tmp_path: Path, content: bytes, encoding: str, told: str
) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(LexkitError, match=told):
        evaluate.read(path, encoding, lexicon.spelling)


# -- the command ----------------------------------------------------------------------------------


def test_the_command_tells_recall_and_false_accepts(
    lexicon: Lexicon, shop: Shop, call: Call
) -> None:
    shop.write("gold.txt", "Straße\nstrasse\nFee\nX-Beine\n")
    shop.write("bad.txt", "Ulm\nOh\ngut\n".encode("utf-16"))
    said = call("evaluate", "spiel", "--gold", "gold.txt")
    assert said.code == 0
    assert "recall 50.00%: 1 of 2 words in gold.txt" in said.out
    assert "of 4 lines, 1 repeat a word and 1 cannot be laid" in said.out
    assert "unattested (1): Fee" in said.out
    assert "cannot be laid (1): X-Beine" in said.out
    said = call("evaluate", "spiel", "--reject-gold", "bad.txt", "--encoding", "utf-16")
    assert "false accepts 33.33%: 1 of 3 words in bad.txt" in said.out
    assert "rejected by places (1): Ulm" in said.out


def test_the_json_has_the_keys_of_the_documentation(
    lexicon: Lexicon, shop: Shop, call: Call
) -> None:
    shop.write("gold.txt", "Straße\nstrasse\nFee\nX-Beine\n")
    said = call("evaluate", "spiel", "--gold", "gold.txt", "--json", "--seed", "3")
    told = json.loads(said.out)
    assert told["lexicon"] == lexicon.version
    assert (told["recall"], told["false_accepts"], told["reject_gold"]) == (0.5, None, None)
    assert told["seed"] == 3
    gold = told["gold"]
    assert (gold["lines"], gold["words"], gold["accepted"], gold["unattested"]) == (4, 2, 1, 1)
    assert {"length": 7, "accepted": 1, "rejected": 0, "unattested": 0} in gold["by_length"]
    assert gold["samples"][0]["words"][0] == {
        "word": "Straße", "form": "Straße", "lemma": "Straße", "source": "tafel",
    }  # fmt: skip
    documented = (Path(__file__).parent.parent / "docs" / "cli.md").read_text("utf-8")
    for key in [*told, *gold]:
        assert f"`{key}`" in documented, key


def test_the_page_is_whole_and_loads_nothing(lexicon: Lexicon, shop: Shop, call: Call) -> None:
    shop.write("gold.txt", "Straße\n<b>fett</b>\nFee\n")
    said = call("evaluate", "spiel", "--gold", "gold.txt", "--html", "page.html")
    assert said.code == 0
    page = (shop.root / "page.html").read_text("utf-8")
    is_sound(page)
    assert "50.0%" in page
    assert "&lt;b&gt;fett&lt;/b&gt;" in page
    first = page
    call("evaluate", "spiel", "--gold", "gold.txt", "--html", "page.html")
    assert (shop.root / "page.html").read_text("utf-8") == first


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--gold", "none.txt"],
        ["--gold", "sources"],
        ["--gold", "gold.txt", "--reject-gold", "none.txt"],
        ["--gold", "gold.txt", "--encoding", "utf-9"],
        ["--gold", "gold.txt", "--samples", "-1"],
        ["--gold", "gold.txt", "--html", "none/page.html"],
    ],
)
def test_wrong_use_of_the_command(
    lexicon: Lexicon, shop: Shop, call: Call, arguments: list[str]
) -> None:
    shop.write("gold.txt", "gut\n")
    said = call("evaluate", "spiel", *arguments)
    assert said.code == 2
    assert "Traceback" not in said.err
    assert call("evaluate", "andres", "--gold", "gold.txt").code == 2

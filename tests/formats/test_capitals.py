"""What is exported is what `lexkit check` accepts, also beside a list in small letters."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from lexkit.formats import jsonl, sqlite
from lexkit.lexicon import Lexicon
from tests.conftest import Shop


def lexicon(shop: Shop) -> Lexicon:
    shop.table("namen", [("Ulm", "Ulm", "toponym"), ("Esse", "Esse", "")])
    shop.words("klein", ["ulm", "esse", "hof"], more="capitals: no\n")
    return shop.build()


def test_lines_of_json_hold_the_words_and_no_others(shop: Shop, tmp_path: Path) -> None:
    built = lexicon(shop)
    jsonl.write(built, tmp_path / "x.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text("utf-8").splitlines()]
    assert [line["letters"] for line in lines] == list(built.words()) == ["esse", "hof"]
    assert [line["forms"] for line in lines] == [["Esse"], ["hof"]]


def test_no_form_of_a_refused_word_is_accepted_in_the_tables(shop: Shop, tmp_path: Path) -> None:
    built = lexicon(shop)
    sqlite.write(built, tmp_path / "x.sqlite")
    with closing(sqlite3.connect(tmp_path / "x.sqlite")) as db:
        accepted = db.execute("SELECT letters FROM form WHERE verdict = 'accepted'").fetchall()
    assert [letters for (letters,) in accepted] == ["esse", "hof"]

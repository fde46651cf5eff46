"""What jsonl and sqlite tell of a word besides its letters."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import jsonschema
import pytest

from lexkit.answers import SCHEMA, as_json
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from tests.formats.making import LATIN, build, workspace
from tests.formats.test_round_trip import exported

WORDS = ["Rose", "rose", "ROSE", "Miller", "x-ray", "a", "I", "Essen", "essen"]
NAMES = ["Miller", "Essen", "Linz", "O'Hara", "B"]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    root = tmp_path_factory.mktemp("workspace")
    return build(workspace(root, WORDS, names=NAMES, hearsay=["tischfee"], min_letters=2))


def lines(lexicon: Lexicon, folder: Path) -> dict[str, dict[str, object]]:
    text = exported(lexicon, "jsonl", folder).read_text(encoding="utf-8")
    return {line["letters"]: line for line in map(json.loads, text.splitlines())}


def test_jsonl_holds_the_accepted_forms(lexicon: Lexicon, tmp_path: Path) -> None:
    found = lines(lexicon, tmp_path)
    assert {letters: line["forms"] for letters, line in found.items()} == {
        "essen": ["essen"],
        "rose": ["ROSE", "Rose", "rose"],
    }


def test_jsonl_grounds_are_those_of_check(lexicon: Lexicon, tmp_path: Path) -> None:
    properties = SCHEMA["properties"]
    assert isinstance(properties, dict)
    for letters, line in lines(lexicon, tmp_path).items():
        assert list(line) == ["letters", "forms", "grounds"]
        jsonschema.validate(line["grounds"], properties["grounds"])
        answer = json.loads(json.dumps(as_json(lexicon.answer(letters))))
        told = [g for g in answer["grounds"] if g["form"] in line["forms"]]  # type: ignore[operator]
        assert isinstance(line["grounds"], list)
        assert sorted(map(str, line["grounds"])) == sorted(map(str, told))


@pytest.fixture
def db(lexicon: Lexicon, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(exported(lexicon, "sqlite", tmp_path))) as connection:
        yield connection


def test_sqlite_has_every_form_and_why(lexicon: Lexicon, db: sqlite3.Connection) -> None:
    found = {
        form: (letters, verdict, rule)
        for form, letters, verdict, rule in db.execute(
            "SELECT form, letters, verdict, rule FROM verdicts"
        )
    }
    assert found == {
        "Rose": ("rose", "accepted", "default"),
        "rose": ("rose", "accepted", "default"),
        "ROSE": ("rose", "accepted", "default"),
        "Essen": ("essen", "rejected", "surnames"),
        "essen": ("essen", "accepted", "default"),
        "Miller": ("miller", "rejected", "surnames"),
        "Linz": ("linz", "rejected", "surnames"),
        "x-ray": (None, "rejected", "unlayable"),
        "O'Hara": (None, "rejected", "unlayable"),
        "a": ("a", "rejected", "too-short"),
        "I": ("i", "rejected", "too-short"),
        "B": ("b", "rejected", "too-short"),
        "tischfee": ("tischfee", "unattested", "default"),
    }


def test_sqlite_verdicts_are_those_of_check(lexicon: Lexicon, db: sqlite3.Connection) -> None:
    by_letters: dict[str, set[str]] = {}
    for letters, verdict in db.execute("SELECT letters, verdict FROM form WHERE letters NOT NULL"):
        by_letters.setdefault(letters, set()).add(verdict)
    for letters, verdicts in by_letters.items():
        best = next(v for v in Verdict if v.value in verdicts)
        assert lexicon.answer(letters).verdict is best


def test_sqlite_tells_the_whole_ground(db: sqlite3.Connection) -> None:
    row = db.execute(
        "SELECT says, clause, lemma, tags, source, place FROM verdicts WHERE form = 'Linz'"
    ).fetchone()
    told = ("A name is no word.", "Names", None, "capitalised surname", "names", "names.txt:3")
    assert row == told


def test_sqlite_finds_by_tag(db: sqlite3.Connection) -> None:
    query = (
        "SELECT DISTINCT form.form FROM tagged JOIN ground USING (tags)"
        " JOIN form ON form.id = ground.form WHERE tag = 'surname' ORDER BY 1"
    )
    assert [form for (form,) in db.execute(query)] == ["B", "Essen", "Linz", "Miller", "O'Hara"]


def test_sqlite_says_what_it_is(lexicon: Lexicon, db: sqlite3.Connection) -> None:
    told = dict(db.execute("SELECT name, value FROM lexicon"))
    assert told["ruleset"] == "game"
    assert told["version"] == lexicon.version
    assert "CC0-1.0" in told["notice"]
    assert db.execute("SELECT name, licence, attests FROM source ORDER BY name").fetchall() == [
        ("hearsay", "CC0-1.0", 0),
        ("names", "CC0-1.0", 1),
        ("words", "CC0-1.0", 1),
    ]
    assert db.execute("PRAGMA user_version").fetchone() == (1,)


def test_the_documentation_knows_every_table(db: sqlite3.Connection) -> None:
    page = Path(__file__).parents[2] / "docs" / "formats.md"
    text = page.read_text(encoding="utf-8")
    for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')"):
        assert f"`{name}" in text, name
        for column in db.execute(f"PRAGMA table_info({name})"):
            assert column[1] in text, (name, column[1])


def test_the_letters_of_the_ruleset_alone(tmp_path: Path) -> None:
    """A form that cannot be laid lends its bare letters to no word: *x-ray* is not *xray*."""
    lexicon = build(workspace(tmp_path / "w", ["x-ray", "ray"], alphabet=LATIN))
    assert list(lines(lexicon, tmp_path)) == ["ray"]

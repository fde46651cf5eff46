"""From stores to forms with their evidence, against the same said plainly in Python."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexkit import evidence, readings
from lexkit.curated import Decisions
from lexkit.lexicon import LEDGER
from lexkit.model import Reading
from lexkit.orthography import Spelling
from tests.conftest import Shop

SPELLING = Spelling(alphabet="abcdefghijklmnopqrstuvwxyzä", folds={"ß": "ss"})

Found = tuple[str, str | None, frozenset[str], int]
FOUND = st.lists(
    st.tuples(
        st.sampled_from(["maß", "mass", "Mass", "ä-b", "äb", "ÄB", "a b", "ab", "z"]),
        st.sampled_from([None, "maß", "ab"]),
        st.sampled_from([frozenset[str](), frozenset({"noun"}), frozenset({"noun", "toponym"})]),
        st.integers(0, 2),
    ),
    max_size=25,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FOUND)
def test_every_form_comes_once_with_all_its_readings(tmp_path: Path, found: list[Found]) -> None:
    sources = []
    for number in range(3):
        store = tmp_path / f"s{number}.tsv"
        mine = [r for r in found if r[3] == number]
        readings.write(store, (Reading(f, lem, t, "", "p:1") for f, lem, t, _ in mine))
        sources.append(evidence.Source(f"s{number}", True, (store,)))
    path = tmp_path / "evidence.sqlite"
    path.unlink(missing_ok=True)
    evidence.write(path, SPELLING, sources, Decisions([], "r"))
    with sqlite3.connect(path) as connection:
        rows = connection.execute(
            "SELECT form, key, unlayable, members, readings, shape FROM form"
            " JOIN evidence ON evidence.id = evidence ORDER BY form.rowid"
        ).fetchall()
        distinct = connection.execute("SELECT shape, decision, members FROM evidence").fetchall()
    connection.close()
    assert [row[0] for row in rows] == sorted({f for f, *_ in found})
    assert len(distinct) == len(set(distinct))
    for form, key, unlayable, members, text, shape in rows:
        laid = SPELLING.lay(form)
        assert (key, unlayable) == (laid.bare, laid.unlayable)
        assert set(shape.split()) == SPELLING.shape(form, laid)
        members_of = {(n, t) for f, _, t, n in found if f == form}
        assert {(source, frozenset(tags)) for source, tags, _ in json.loads(members)} == members_of
        columns = (line.split("\t") for line in text.split("\n"))
        told = {(column[-1], *column[:2]) for column in columns}
        assert told == {
            (str(n), " ".join(sorted(t)), lem or "") for f, lem, t, n in found if f == form
        }


def test_forms_of_one_evidence_share_its_judgement(shop: Shop) -> None:
    shop.words("liste", [f"wort{c}" for c in "abcdefghij"])
    folder = shop.build().folder
    with sqlite3.connect(folder / LEDGER) as connection:
        (forms,) = connection.execute("SELECT count(*) FROM form").fetchone()
        (judged,) = connection.execute("SELECT count(*) FROM judgement").fetchone()
    connection.close()
    assert (forms, judged) == (10, 1)


def test_a_changed_rule_or_hint_finds_the_evidence_as_it_was(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    shop.build()
    (kept,) = (shop.root / "build" / ".evidence").iterdir()
    before = kept.stat().st_mtime_ns
    shop.build(rules="  - {rule: x, reject: {any: [noun]}, says: y}\n")
    assert [p.stat().st_mtime_ns for p in kept.parent.iterdir()] == [before]
    shop.build(spelling="  alphabet: abhsu\n")
    assert list(kept.parent.iterdir()) != [kept]


def test_a_key_covers_spelling_sources_and_decisions(tmp_path: Path) -> None:
    store = evidence.Source("s", True, (tmp_path / "s-1.tsv",))
    none = Decisions([], "r")
    base = evidence.key(SPELLING, [store], none)
    assert evidence.key(Spelling(alphabet="ab"), [store], none) != base
    assert evidence.key(SPELLING, [evidence.Source("s", False, store.stores)], none) != base
    other = evidence.Source("s", True, (tmp_path / "s-2.tsv",))
    assert evidence.key(SPELLING, [other], none) != base
    assert evidence.key(SPELLING, [store, store], none) != base
    assert evidence.key(SPELLING, [store], none) == base

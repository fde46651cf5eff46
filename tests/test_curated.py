"""Decisions written by hand: read, checked line by line, looked up by what they concern."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexkit import curated
from lexkit.curated import COLUMNS, Action, Decision, Decisions, Scope
from lexkit.errors import LexkitError
from lexkit.tagset import Tagset
from tests.conftest import REPOSITORY

HEADER = "\t".join(COLUMNS)


def row(**cells: str) -> str:
    return "\t".join(cells.get(column, "") for column in COLUMNS)


def read(tmp_path: Path, vocabulary: Tagset, content: str | bytes) -> list[Decision]:
    path = tmp_path / "xx.tsv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return curated.read(path, "curated-xx", vocabulary)


def test_a_whole_line(tmp_path: Path, vocabulary: Tagset) -> None:
    line = row(
        word="Dachs",
        scope="form",
        decision="tag",
        rulesets="b, a",
        tags="noun, toponym",
        paradigm="p",
        clause="Names",
        reason="a beast",
        reference="Brehm",
        by="Ida",
        date="2026-02-28",
    )
    (decision,) = read(tmp_path, vocabulary, f"{HEADER}\n{line}\n")
    assert decision == Decision(
        "Dachs", Scope.FORM, Action.TAG, ("a", "b"), frozenset({"noun", "toponym"}), "p", "Names",
        "a beast", "Brehm", "Ida", "2026-02-28", "curated-xx", "xx.tsv:2",
    )  # fmt: skip


def test_what_is_left_out_has_its_default(tmp_path: Path, vocabulary: Tagset) -> None:
    (decision,) = read(tmp_path, vocabulary, f"{HEADER}\n{row(word='ach', decision='reject')}\n")
    assert (decision.scope, decision.rulesets) == (Scope.LEMMA, ("*",))
    assert (decision.paradigm, decision.clause) == (None, None)


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_byte_order_mark_and_windows_line_ends_are_accepted(
    tmp_path: Path, vocabulary: Tagset, start: bytes, end: bytes
) -> None:
    rows = [
        HEADER,
        row(word="Ähre", decision="accept"),
        "",
        row(word="ach", decision="reject", date="2026-01-02"),
    ]
    found = read(tmp_path, vocabulary, start + end.join(r.encode() for r in rows) + end)
    assert [(d.word, d.date, d.place) for d in found] == [
        ("Ähre", "", "xx.tsv:2"), ("ach", "2026-01-02", "xx.tsv:4"),
    ]  # fmt: skip


def test_words_are_normalised_and_may_be_any_word(tmp_path: Path, vocabulary: Tagset) -> None:
    words = ["no", "null", "A\u0308hre", "foto’s", "Schif\u00adfahrt", "#hash", '5"-schijf']
    rows = [row(word=word, decision="accept") for word in words]
    found = read(tmp_path, vocabulary, "\n".join([HEADER, *rows]))
    assert [d.word for d in found] == [
        "no", "null", "Ähre", "foto's", "Schiffahrt", "#hash", '5"-schijf',
    ]  # fmt: skip


def test_an_empty_file_and_one_without_a_header_are_read(
    tmp_path: Path, vocabulary: Tagset
) -> None:
    assert read(tmp_path, vocabulary, "") == []
    assert read(tmp_path, vocabulary, HEADER) == []
    assert len(read(tmp_path, vocabulary, row(word="ach", decision="accept"))) == 1


GOOD = row(word="ach", decision="accept")


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (row(word="oh", decision="acept"), "decision is 'acept' (did you mean accept"),
        (row(word="oh"), "decision is ''"),
        (row(word="oh", decision="accept", scope="word"), "scope is 'word'"),
        (row(word="oh", decision="tag", tags="interjektion"), "unknown tag 'interjektion'"),
        (row(word="oh", decision="tag", tags="noun all-caps"), "'all-caps' is a shape"),
        (row(word="oh", decision="tag"), "a tag decision without tags"),
        (row(decision="accept"), "a line without a word"),
        (row(word="\u200b", decision="accept"), "a line without a word"),
        (
            row(word="oh", decision="accept", date="1.2.2026"),
            "date is '1.2.2026' (write YYYY-MM-DD",
        ),
        (row(word="oh", decision="accept", date="2026-02-30"), "date is '2026-02-30'"),
        (row(word="oh", decision="accept", date="20260228"), "date is '20260228'"),
        ("oh\tlemma\taccept", "3 columns instead of 11"),
        (row(word="oh", decision="accept") + "\t", "12 columns instead of 11"),
        (row(word="oh", decision="accept").replace("\t", ";"), "1 columns instead of 11"),
        (row(word="oh", decision="accept").replace("\t", "    "), "1 columns instead of 11"),
        (row(word='"oh"', decision="accept"), "a spreadsheet put them there"),
        ("<<<<<<< HEAD", "a conflict of git stands here"),
        ("||||||| base", "a conflict of git stands here"),
        ("=======", "a conflict of git stands here"),
        (">>>>>>> branch", "a conflict of git stands here"),
        (GOOD, "'ach' (lemma) is already decided at xx.tsv:2"),
        (row(word="ach", decision="reject", rulesets="*"), "already decided at xx.tsv:2"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, vocabulary: Tagset, bad: str, says: str
) -> None:
    with pytest.raises(LexkitError) as caught:
        read(
            tmp_path, vocabulary, f"{HEADER}\n{GOOD}\n\n{bad}\n{row(word='z', decision='accept')}\n"
        )
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (caught.value.path, caught.value.line) == (tmp_path / "xx.tsv", 4)


def test_another_header_is_refused(tmp_path: Path, vocabulary: Tagset) -> None:
    swapped = HEADER.replace("scope\tdecision", "decision\tscope")
    for header in (swapped, HEADER.removesuffix("\tdate"), HEADER.upper()):
        with pytest.raises(LexkitError) as caught:
            read(tmp_path, vocabulary, f"{header}\n{GOOD}\n")
        assert caught.value.line == 1


def test_what_is_not_utf8_is_named_with_its_line(tmp_path: Path, vocabulary: Tagset) -> None:
    with pytest.raises(LexkitError, match="not UTF-8") as caught:
        read(
            tmp_path,
            vocabulary,
            f"{HEADER}\n{GOOD}\n{row(word='Bär', decision='accept')}".encode("latin-1"),
        )
    assert caught.value.line == 3
    with pytest.raises(LexkitError, match="cannot be read"):
        curated.read(tmp_path / "none.tsv", "x", vocabulary)
    with pytest.raises(LexkitError, match="cannot be read"):
        curated.read(tmp_path, "x", vocabulary)


def looked_up(tmp_path: Path, vocabulary: Tagset, *rows: str, ruleset: str = "a") -> Decisions:
    return Decisions(read(tmp_path, vocabulary, "\n".join([HEADER, *rows])), ruleset)


def test_a_line_for_the_ruleset_comes_before_one_for_all(
    tmp_path: Path, vocabulary: Tagset
) -> None:
    rows = [
        row(word="ach", decision="reject", rulesets="*"),
        row(word="ach", decision="accept", rulesets="a c"),
        row(word="weh", decision="accept", rulesets="b"),
    ]
    for order in (rows, rows[::-1]):
        for ruleset, action in (("a", "accept"), ("b", "reject"), ("c", "accept")):
            found = looked_up(tmp_path, vocabulary, *order, ruleset=ruleset).get(Scope.LEMMA, "ach")
            assert found is not None
            assert found.action == action
        assert looked_up(tmp_path, vocabulary, *order).get(Scope.LEMMA, "weh") is None
        assert len(looked_up(tmp_path, vocabulary, *order, ruleset="b")) == 2


def test_scopes_are_apart(tmp_path: Path, vocabulary: Tagset) -> None:
    rows = [row(word="ach", decision="reject", scope=scope) for scope in Scope]
    found = looked_up(tmp_path, vocabulary, *rows)
    assert len(found) == 3
    for scope in Scope:
        decision = found.get(scope, "ach")
        assert decision is not None
        assert decision.scope is scope


def test_two_lines_that_name_one_ruleset_and_differ_are_refused(
    tmp_path: Path, vocabulary: Tagset
) -> None:
    rows = [
        row(word="ach", decision="accept", rulesets="a b"),
        row(word="ach", decision="reject", rulesets="a c"),
    ]
    for ruleset in ("b", "c"):
        assert len(looked_up(tmp_path, vocabulary, *rows, ruleset=ruleset)) == 1
    with pytest.raises(LexkitError, match="'ach'.*decided otherwise for a at xx.tsv:2"):
        looked_up(tmp_path, vocabulary, *rows)
    same = [rows[0], rows[1].replace("reject", "accept")]
    assert len(looked_up(tmp_path, vocabulary, *same)) == 1


@pytest.mark.parametrize(
    "path", sorted((REPOSITORY / "sources" / "curated").glob("*.tsv")), ids=lambda p: p.stem
)
def test_a_shipped_file_is_sound_and_sorted(path: Path, vocabulary: Tagset) -> None:
    found = curated.read(path, path.stem, vocabulary)
    keys = [decision.key for decision in found]
    assert keys == sorted(keys)
    assert all(decision.reason and decision.by and decision.date for decision in found)

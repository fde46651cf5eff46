"""Merging as sets: by examples, and what holds whatever two people do to a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.curation.rows import Key, Row
from lexkit.curation.threeway import Conflict, Merged, merge
from tests.conftest import FAULTS
from tests.curation.making import keyed, row
from tests.requirements import need

AAL, AAS, BOOM = row("aal"), row("aas"), row("boom", by="ida", date="2026-01-01", reason="a tree")
BASE = (AAL, AAS, BOOM)


def merged(ours: tuple[Row, ...], theirs: tuple[Row, ...], base: tuple[Row, ...] = BASE) -> Merged:
    found = merge(keyed(base), keyed(ours), keyed(theirs))
    swapped = merge(keyed(base), keyed(theirs), keyed(ours))
    assert sorted(swapped.rows) == sorted(found.rows)
    assert [(c.ours, c.theirs) for c in swapped.conflicts] == [
        (c.theirs, c.ours) for c in found.conflicts
    ]
    return found


def clean(ours: tuple[Row, ...], theirs: tuple[Row, ...], base: tuple[Row, ...] = BASE) -> set[Row]:
    found = merged(ours, theirs, base)
    assert not found.conflicts
    assert len(found.rows) == len(set(found.rows))
    return set(found.rows)


def conflict(
    ours: tuple[Row, ...], theirs: tuple[Row, ...], base: tuple[Row, ...] = BASE
) -> Conflict:
    (found,) = merged(ours, theirs, base).conflicts
    return found


def test_neighbours_that_both_sides_add_are_both_in() -> None:
    ours, theirs = (*BASE, row("aap")), (*BASE, row("aar"))
    assert clean(ours, theirs) == {*BASE, row("aap"), row("aar")}


def test_what_one_side_removed_stays_removed_and_what_both_added_is_there_once() -> None:
    assert clean((*BASE, row("aap")), (AAL, BOOM, row("aap"))) == {AAL, BOOM, row("aap")}
    assert clean((AAS, BOOM), (AAL, BOOM)) == {BOOM}
    assert clean((AAS, BOOM), (AAS, BOOM)) == {AAS, BOOM}
    assert clean((), BASE) == set()


def test_the_sample_of_the_faults() -> None:
    folder = FAULTS / "M02"
    need(folder.is_dir(), str(folder))
    words = {f.stem: [row(w) for w in f.read_text().split()] for f in folder.glob("*.txt")}
    found = merge(keyed(words["base"]), keyed(words["ours"]), keyed(words["theirs"]))
    assert [r.word for r in found.rows] == ["aal", "aap", "aar", "aas", "boom", "zee"]
    found = merge(keyed(words["base"]), keyed(words["ours"]), keyed(words["theirs_delete"]))
    assert [r.word for r in found.rows] == ["aal", "aap", "boom", "zee"]


def test_each_side_changes_its_own_line() -> None:
    ours = (AAL._replace(decision="reject"), AAS, BOOM)
    theirs = (AAL, AAS, BOOM._replace(clause="Trees"))
    assert clean(ours, theirs) == {ours[0], AAS, theirs[2]}


def test_a_clause_and_a_reason_for_one_line_come_together() -> None:
    ours, theirs = (BOOM._replace(clause="Trees"),), (BOOM._replace(reason="a plant"),)
    assert clean(ours, theirs, (BOOM,)) == {BOOM._replace(clause="Trees", reason="a plant")}


def test_of_two_who_decide_the_same_the_first_gives_the_reason() -> None:
    ida = row("aap", by="ida", date="2026-02-01", reason="an ape")
    max_ = row("aap", by="max", date="2026-01-31", reason="a beast", clause="Beasts")
    assert clean((ida,), (max_,), ()) == {max_}
    assert clean((ida._replace(paradigm="p"),), (max_,), ()) == {max_._replace(paradigm="p")}
    undated = max_._replace(date="")
    assert clean((ida,), (undated,), ()) == {ida._replace(clause="Beasts")}


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("accept", "reject"),
        ("accept", "tag"),
        ("reject", "accept"),
    ],
)
def test_two_decisions_on_one_key_are_in_conflict(ours: str, theirs: str) -> None:
    mine = row("aap", ours, by="ida", date="2026-02-01", reason="an ape")
    other = row("aap", theirs, by="max", date="2026-02-02", reason="no ape")
    found = conflict((*BASE, mine), (*BASE, other))
    assert found == Conflict((), (mine,), (other,))
    assert (found.word, found.scope) == ("aap", "lemma")
    assert found.told("ours") == f"{ours} by ida, 2026-02-01: an ape"
    assert found.told("theirs") == f"{theirs} by max, 2026-02-02: no ape"


def test_other_tags_paradigms_and_clauses_are_in_conflict() -> None:
    for column, one, two in (
        ("tags", "noun", "verb"), ("paradigm", "a", "b"), ("clause", "Names", "Places"),
    ):  # fmt: skip
        mine, other = row("aap", "tag", **{column: one}), row("aap", "tag", **{column: two})
        assert conflict((mine,), (other,), ()).ours == (mine,)


def test_a_change_and_a_removal_are_in_conflict() -> None:
    changed = BOOM._replace(decision="reject", by="max")
    found = conflict((AAL, AAS), (AAL, AAS, changed))
    assert found == Conflict((BOOM,), (), (changed,))
    assert found.told("ours") == "removed"


def test_scopes_and_rulesets_are_keys_of_their_own() -> None:
    ours = (row("aap", rulesets="a"), row("aap", "reject", scope="form"))
    theirs = (row("aap", "reject", rulesets="b"), row("aap", "reject", rulesets="*"))
    assert clean(ours, theirs, ()) == {*ours, *theirs}


def test_decisions_that_overlap_in_a_ruleset_are_in_conflict() -> None:
    ours, theirs = row("aap", rulesets="a b"), row("aap", "reject", rulesets="b c")
    other = row("aap", "reject", rulesets="d")
    found = merged((*BASE, ours), (*BASE, theirs, other))
    assert found.conflicts == [Conflict((), (ours,), (theirs,))]
    assert set(found.rows) == {*BASE, other}
    assert clean((ours,), (theirs._replace(decision="accept"),), ()) == {
        ours, theirs._replace(decision="accept"),
    }  # fmt: skip


def test_one_side_may_part_a_line_by_rulesets() -> None:
    whole = row("aap", rulesets="a b")
    parts = (row("aap", rulesets="a"), row("aap", "reject", rulesets="b"))
    assert clean(parts, (whole, AAL), (whole,)) == {*parts, AAL}
    found = conflict(parts, (whole._replace(reason="sure"),), (whole,))
    assert (found.ours, found.theirs) == ((), (whole._replace(reason="sure"),))


def test_what_one_side_has_contradicting_itself_is_left_to_lint() -> None:
    both = (row("aap", rulesets="a b"), row("aap", "reject", rulesets="b"))
    assert clean(both, (), ()) == set(both)


#: Few words and games, so that two people meet often.
ROW = st.builds(
    lambda word, scope, decision, rulesets, tags, by, date: row(
        word, decision, rulesets, scope=scope, tags=tags, by=by, date=date, reason=by
    ),
    st.sampled_from(["aal", "aap", "zee"]),
    st.sampled_from(["lemma", "form"]),
    st.sampled_from(["accept", "reject"]),
    st.sampled_from(["*", "a", "b", "a b"]),
    st.sampled_from(["", "noun"]),
    st.sampled_from(["ida", "max"]),
    st.sampled_from(["", "2026-01-01", "2026-01-02"]),
)
ROWS = st.lists(ROW, max_size=6).map(keyed)


@st.composite
def edited(draw: st.DrawFn, base: dict[Key, Row]) -> dict[Key, Row]:
    """What somebody makes of ``base``."""
    kept = {key: made for key, made in base.items() if draw(st.booleans())}
    return {**kept, **draw(ROWS)}


@st.composite
def versions(draw: st.DrawFn) -> tuple[dict[Key, Row], dict[Key, Row], dict[Key, Row]]:
    base = dict(draw(ROWS))
    return base, draw(edited(base)), draw(edited(base))


def conflicting(found: Merged) -> set[Key]:
    return {r.key for c in found.conflicts for r in (*c.base, *c.ours, *c.theirs)}


@given(versions())
def test_it_does_not_matter_who_merges(files: tuple[dict[Key, Row], ...]) -> None:
    base, ours, theirs = files
    found, swapped = merge(base, ours, theirs), merge(base, theirs, ours)
    assert sorted(found.rows) == sorted(swapped.rows)
    assert {(c.base, c.ours, c.theirs) for c in found.conflicts} == {
        (c.base, c.theirs, c.ours) for c in swapped.conflicts
    }


@given(versions())
def test_every_decision_that_is_in_no_conflict_is_kept(files: tuple[dict[Key, Row], ...]) -> None:
    base, ours, theirs = files
    found = merge(base, ours, theirs)
    rows = keyed(found.rows)
    assert len(rows) == len(found.rows)
    for side, other in ((ours, theirs), (theirs, ours)):
        for key, mine in side.items():
            removed = key in base and key not in other
            if base.get(key) != mine or not removed:
                assert key in rows or key in conflicting(found)
            if base.get(key) != mine and key in rows:
                assert rows[key].verdict == mine.verdict


@given(versions())
def test_a_removed_line_never_comes_back(files: tuple[dict[Key, Row], ...]) -> None:
    base, ours, theirs = files
    found = merge(base, ours, theirs)
    rows = keyed(found.rows)
    for side, other in ((ours, theirs), (theirs, ours)):
        for key in base.keys() - side.keys():
            assert key not in rows
            if other.get(key) in (None, base[key]):
                assert all(r.key != key for c in found.conflicts for r in (*c.ours, *c.theirs))


@given(versions())
def test_nothing_is_made_up(files: tuple[dict[Key, Row], ...]) -> None:
    base, ours, theirs = files
    found = merge(base, ours, theirs)
    for made in found.rows:
        assert made in (ours.get(made.key), theirs.get(made.key))
    for clash in found.conflicts:
        assert all(ours[made.key] == made for made in clash.ours)
        assert all(theirs[made.key] == made for made in clash.theirs)
        assert all(base[made.key] == made for made in clash.base)


@given(versions())
def test_what_comes_out_contradicts_itself_no_more_than_what_went_in(
    files: tuple[dict[Key, Row], ...],
) -> None:
    base, ours, theirs = files
    found = merge(base, ours, theirs)
    for i, one in enumerate(found.rows):
        for other in found.rows[i + 1 :]:
            if one.contradicts(other):
                sides = (ours, theirs)
                assert any(one.key in side and other.key in side for side in sides)


@given(ROWS, ROWS)
def test_merging_with_the_base_or_oneself_changes_nothing(
    base: dict[Key, Row], ours: dict[Key, Row]
) -> None:
    for found in (merge(base, ours, base), merge(base, base, ours), merge(base, ours, ours)):
        assert not found.conflicts
        assert keyed(found.rows) == ours

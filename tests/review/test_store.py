"""The store: what is proposed and decided is kept, once, with all that happened to it."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from lexkit.curated import Action as Decides
from lexkit.curated import Scope
from lexkit.errors import LexkitError
from lexkit.model import Verdict
from lexkit.review.queue import Wanted
from lexkit.review.records import (
    Action,
    Concern,
    Deed,
    Line,
    MovedError,
    Ruling,
    State,
    UnknownError,
)
from lexkit.review.store import Store
from tests.database import Place
from tests.review.conftest import draft, ground, number

YES = Ruling(True, "max", "in use since 1995", "Duden 2003")
NO = Ruling(False, "eva", "nobody says so")


def test_a_proposal_is_kept_as_it_was_made(store: Store, place: Place) -> None:
    asked = draft(
        "Tischfee", "spiel", "wort", reference="page 7", tags=("noun",), dispute="places",
        origin="words.csv", grounds=(ground("Tischfee"),),
    )  # fmt: skip
    made = store.propose(asked)
    assert made.held == {}
    kept = place.open().get(1)
    assert kept == made.proposal
    assert (kept.word, kept.action, kept.state, kept.version) == ("Tischfee", "add", "open", 1)
    assert (kept.by, kept.reason, kept.reference) == ("anna", "in every game", "page 7")
    assert (kept.tags, kept.dispute, kept.origin) == (("noun",), "places", "words.csv")
    assert kept.concerns == asked.concerns
    assert kept.kinds == {"noun", "toponym"}
    assert datetime.now(UTC) - kept.at < timedelta(minutes=1)
    (event,) = store.history(1)
    assert (event.deed, event.state, event.by) == (Deed.PROPOSED, State.OPEN, "anna")


def test_one_proposal_holds_its_letters_in_each_ruleset(store: Store) -> None:
    first = number(store, "Tischfee", "spiel", "wort")
    again = store.propose(draft("tischfee", "spiel", by="bert"))
    assert again.proposal is None
    assert again.held["spiel"].number == first
    partly = store.propose(draft("Tischfee", "wort", "quiz", by="bert"))
    assert partly.proposal is not None
    assert partly.proposal.rulesets == ("quiz",)
    assert {name: held.number for name, held in partly.held.items()} == {"wort": first}


@pytest.mark.parametrize(
    ("end", "free"),
    [
        (lambda s, n: s.ask_back(n, "max", "what is it?"), False),
        (lambda s, n: s.decide(n, YES), False),
        (lambda s, n: s.decide(n, NO), True),
        (lambda s, n: s.withdraw(n, "anna"), True),
        (lambda s, n: (s.decide(n, YES), s.mark_merged([n], "max")), True),
    ],
    ids=["asked-back", "accepted", "rejected", "withdrawn", "merged"],
)
def test_the_letters_are_free_again_when_nothing_is_awaited(
    store: Store, end: object, free: bool
) -> None:
    assert callable(end)
    end(store, number(store, "Tischfee"))
    assert (store.propose(draft("Tischfee")).proposal is not None) is free


def test_a_decision_is_kept_with_its_ground_and_its_line(store: Store) -> None:
    made = number(store, "Tischfee", tags=("noun",))
    line = Line("Tischfee", Scope.FORM, Decides.ACCEPT, ("spiel",), ("noun",), "xx-noun", "Fees")
    ruling = Ruling(True, "max", "in use", "Duden", "thank you", line)
    decided = store.decide(made, ruling, seen=1)
    assert decided == store.get(made)
    assert (decided.state, decided.version) == (State.ACCEPTED, 2)
    event = decided.ruling
    assert event is not None
    assert (event.deed, event.by, event.reason) == (Deed.ACCEPTED, "max", "in use")
    assert (event.reference, event.reply, event.line) == ("Duden", "thank you", line)
    assert event == store.history(made)[-1]


def test_an_acceptance_without_a_line_does_what_was_asked(store: Store) -> None:
    decided = store.decide(number(store, "Tischfee", "spiel", "wort", tags=("noun",)), YES)
    assert decided.ruling is not None
    assert decided.ruling.line == Line(
        "Tischfee", Scope.LEMMA, Decides.ACCEPT, ("spiel", "wort"), ("noun",)
    )
    refused = store.decide(number(store, "Stuhlfee"), NO)
    assert refused.ruling is not None
    assert refused.ruling.line is None


def test_what_another_has_decided_is_shown_and_not_overwritten(store: Store, place: Place) -> None:
    made = number(store, "Tischfee")
    other = place.open()
    seen = store.get(made).version
    other.decide(made, NO, seen)
    with pytest.raises(MovedError) as caught:
        store.decide(made, YES, seen)
    assert caught.value.current == other.get(made)
    assert "is rejected by eva: nobody says so" in str(caught.value)
    with pytest.raises(MovedError):
        store.decide(made, YES)
    assert store.get(made).state is State.REJECTED
    assert len(store.history(made)) == 2


def test_a_note_makes_an_older_look_stale(store: Store) -> None:
    made = number(store, "Tischfee")
    noted = store.note(made, "eva", "ask the club")
    assert (noted.state, noted.version) == (State.OPEN, 2)
    with pytest.raises(MovedError, match="no longer as you saw it"):
        store.decide(made, YES, seen=1)
    assert store.decide(made, YES, seen=2).state is State.ACCEPTED


def test_a_question_and_its_answer(store: Store) -> None:
    made = number(store, "Tischfee")
    with pytest.raises(MovedError):
        store.answer(made, "anna", "nobody asked")
    asked = store.ask_back(made, "max", "where is it used?")
    assert asked.state is State.ASKED_BACK
    answered = store.answer(made, "anna", "in the club", "page 7")
    assert answered.state is State.OPEN
    deeds = [(e.deed, e.by, e.reason or e.reply) for e in store.history(made)]
    assert deeds[1:] == [
        (Deed.ASKED_BACK, "max", "where is it used?"),
        (Deed.ANSWERED, "anna", "in the club"),
    ]


def test_undoing_leads_back_to_what_was_before(store: Store) -> None:
    made = number(store, "Tischfee")
    store.ask_back(made, "max", "where?")
    store.note(made, "max", "wait a week")
    store.decide(made, YES)
    undone = store.undo(made, "eva", "too early")
    assert (undone.state, undone.ruling) == (State.ASKED_BACK, None)
    assert store.undo(made, "eva").state is State.OPEN
    with pytest.raises(MovedError, match="nothing to undo"):
        store.undo(made, "eva")
    assert store.decide(made, NO).state is State.REJECTED
    assert store.undo(made, "eva").state is State.OPEN
    assert [e.deed for e in store.history(made)] == [
        "proposed", "asked-back", "noted", "accepted", "undone", "undone", "rejected", "undone",
    ]  # fmt: skip


def test_of_two_questions_the_last_is_taken_back(store: Store) -> None:
    made = number(store, "Tischfee")
    store.ask_back(made, "max", "where?")
    store.ask_back(made, "eva", "since when?")
    assert store.undo(made, "eva").state is State.ASKED_BACK
    assert store.undo(made, "max").state is State.OPEN


def test_undoing_a_refusal_does_not_double_what_was_proposed_again(store: Store) -> None:
    made = number(store, "Tischfee")
    store.decide(made, NO)
    again = number(store, "tischfee")
    with pytest.raises(MovedError, match=f"proposed again as {again}"):
        store.undo(made, "eva")
    store.withdraw(again, "anna")
    assert store.undo(made, "eva").state is State.OPEN


def test_merged_is_for_good_and_may_be_said_again(store: Store) -> None:
    one, two, three = (number(store, word) for word in ("Tischfee", "Stuhlfee", "Bettfee"))
    for accepted in (one, two):
        store.decide(accepted, YES)
    with pytest.raises(MovedError, match="is open; it cannot be merged"):
        store.mark_merged([one, three], "max")
    assert store.get(one).state is State.ACCEPTED
    marked = store.mark_merged([two, one], "max", {"spiel": "v1", "other": "v2"})
    assert [p.number for p in marked] == [one, two]
    assert store.mark_merged([one, two], "max") == ()
    assert dict(store.history(one)[-1].lexicons) == {"spiel": "v1"}
    merged = store.get(one)
    assert merged.state is State.MERGED
    assert merged.ruling is not None
    assert merged.ruling.deed is Deed.ACCEPTED
    with pytest.raises(MovedError):
        store.undo(one, "eva")


@pytest.mark.parametrize("unknown", [0, -1, 99, 2**31, 10**30])
def test_a_number_that_is_none(store: Store, unknown: int) -> None:
    number(store, "Tischfee")
    for ask in (
        lambda: store.get(unknown),
        lambda: store.history(unknown),
        lambda: store.decide(unknown, YES),
        lambda: store.undo(unknown, "max"),
        lambda: store.mark_merged([unknown], "max"),
    ):
        with pytest.raises(UnknownError, match=f"no proposal {unknown}"):
            ask()


def test_the_queue_is_filtered(store: Store) -> None:
    words: dict[str, dict[str, Any]] = {
        "Ulmer": {"tags": ("demonym",), "origin": "demonyms.csv"},
        "Bremer": {"tags": ("demonym",), "by": "bert"},
        "Essen": {"grounds": (ground("Essen"),)},
        "ab": {"action": Action.REMOVE},
        "a_c": {},
        "Bäume": {},
    }
    made = {word: number(store, word, **more) for word, more in words.items()}
    made["Wortfee"] = number(store, "Wortfee", "wort")
    store.decide(made["Bremer"], YES)

    def found(**filters: object) -> list[str]:
        return [p.word for p in store.queue(Wanted(**filters))]  # type: ignore[arg-type]

    assert [p.word for p in store.queue()] == ["Ulmer", "Essen", "ab", "a_c", "Bäume", "Wortfee"]
    assert found(states=(State.ACCEPTED,)) == ["Bremer"]
    assert found(rulesets=("wort",)) == ["Wortfee"]
    assert found(kind="demonym") == ["Ulmer", "Bremer"]
    assert found(kind="toponym") == ["Essen"]
    assert found(rule="places") == ["Essen"]
    assert found(proposer="bert") == ["Bremer"]
    assert found(origin="demonyms.csv") == ["Ulmer"]
    assert found(actions=(Action.REMOVE,)) == ["ab"]
    assert found(letters="*er") == ["Ulmer", "Bremer"]
    assert found(letters="B?UME") == ["Bäume"]
    assert found(letters="b?ume") == ["Bäume"]
    assert found(letters="a_c") == ["a_c"]
    assert found(letters="a_?") == ["a_c"]
    assert found(letters="%") == []
    assert found(least=2, most=3) == ["ab", "a_c"]
    now = datetime.now(UTC)
    assert found(before=now - timedelta(days=1)) == []
    assert len(found(after=now - timedelta(days=1))) == 7
    assert found(kind="demonym", letters="u*") == ["Ulmer"]


def test_a_long_queue_comes_whole_and_in_order(store: Store) -> None:
    numbers = [number(store, f"wort{n}", grounds=(ground("x"),)) for n in range(1100)]
    for n in numbers[::3]:
        store.decide(n, NO)
    found = store.queue(Wanted())
    assert [p.number for p in found] == numbers
    assert all(p.concerns[0].letters == p.word for p in found)
    assert all((p.ruling is not None) == (p.state is State.REJECTED) for p in found)


def test_what_was_decided_before_about_the_same_letters(store: Store) -> None:
    first = number(store, "Tischfee")
    store.decide(first, NO)
    second = number(store, "TISCHFEE")
    number(store, "Tischfee", "wort")
    assert [p.number for p in store.about(["tischfee"])] == [3, second, first]
    assert [p.number for p in store.about(["tischfee"], ["spiel"])] == [second, first]
    assert store.about(["fee"]) == ()


def test_texts_are_kept_clean(store: Store) -> None:
    decomposed = unicodedata.normalize("NFD", "für Spaß\x00\x1b[2J\nzwei")
    kept = store.get(number(store, "Tischfee", reason=decomposed, by=" anna\t"))
    assert kept.reason == "für Spaß  [2J\nzwei"
    assert kept.by == "anna"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"reason": " \n"}, "the reason is empty"),
        ({"by": ""}, "who proposes it is empty"),
        ({"reason": "x" * 4001}, "longer than 4,000"),
        ({"reason": "\udc00"}, "not UTF-8"),
        ({"reference": "x" * 4001}, "longer than"),
    ],
)
def test_texts_that_cannot_be_kept(store: Store, more: dict[str, str], says: str) -> None:
    with pytest.raises(LexkitError, match=says):
        store.propose(draft("Tischfee", **more))
    with pytest.raises(LexkitError):
        store.propose(draft("x" * 101))
    with pytest.raises(LexkitError, match="at least one ruleset"):
        store.propose(replace(draft("Tischfee"), concerns=()))
    made = number(store, "Tischfee")
    with pytest.raises(LexkitError, match="reason is empty"):
        store.decide(made, Ruling(True, "max", " "))
    assert [p.state for p in store.queue()] == [State.OPEN]


# -- what the database itself forbids -------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM event",
        "UPDATE event SET reason = 'other'",
        "DELETE FROM proposal",
        "DELETE FROM concern",
        "DELETE FROM kind",
        "UPDATE kind SET tag = 'verb'",
        "UPDATE proposal SET reason = 'other'",
        "UPDATE proposal SET word = 'Stuhlfee'",
        "UPDATE proposal SET state = 'accepted'",
        "UPDATE proposal SET state = 'accepted', version = version + 1",
        "UPDATE proposal SET version = version + 1",
        "INSERT INTO event SELECT * FROM event",
        "DELETE FROM signoff",
        "UPDATE signoff SET signed = NOT signed",
    ],
)
def test_history_can_only_grow(store: Store, statement: str) -> None:
    from lexkit.review.signoff import SignOffs

    made = number(store, "Tischfee", tags=("noun",))
    SignOffs(store.database).sign("spiel", "ab", "max", "v1")
    before = (store.get(made), store.history(made), SignOffs(store.database).of("spiel"))
    with pytest.raises(exc.DBAPIError), store.database.engine.begin() as connection:
        connection.execute(sa.text(statement))
    assert (store.get(made), store.history(made), SignOffs(store.database).of("spiel")) == before


def test_sqlite_replaces_nothing_and_postgresql_empties_nothing(store: Store, place: Place) -> None:
    made = number(store, "Tischfee")
    history = store.history(made)
    statement = (
        "INSERT OR REPLACE INTO event SELECT number, seq, deed, state, 'x', at, reason, reference,"
        " reply, details FROM event"
        if place.kind == "sqlite"
        else "TRUNCATE event, concern, kind, proposal"
    )
    with pytest.raises(exc.DBAPIError), store.database.engine.begin() as connection:
        connection.execute(sa.text(statement))
    assert store.history(made) == history


def test_the_database_itself_keeps_one_proposal_for_the_letters(store: Store) -> None:
    number(store, "Tischfee")
    second = number(store, "Stuhlfee")
    statement = "UPDATE concern SET key = 'tischfee' WHERE number = :number"
    with pytest.raises(exc.IntegrityError), store.database.engine.begin() as connection:
        connection.execute(sa.text(statement), {"number": second})


def test_a_concern_keeps_the_verdict_of_its_time(store: Store) -> None:
    grounds = (ground("Ulm"), ground("Ulm", Verdict.ACCEPTED, clause=None, paradigm="p", cell="c"))
    concern = Concern("spiel", "ulm", "ulm", Verdict.REJECTED, "v7", grounds)
    made = store.propose(replace(draft("Ulm"), concerns=(concern,)))
    assert made.proposal is not None
    assert store.get(made.proposal.number).concerns == (concern,)
    assert concern.rule == "places"

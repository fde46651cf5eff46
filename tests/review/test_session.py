"""`lexkit review` at a real terminal (a pty), one key a decision."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from lexkit.review.queue import Wanted
from lexkit.review.records import Action, Deed, Ruling, State
from lexkit.review.signoff import SignOffs
from lexkit.review.store import Store
from tests.conftest import Call, Shop, program
from tests.database import Place
from tests.postgresql import Server
from tests.requirements import need
from tests.review.terminal import Terminal

KEYS = "q quit"
Start = Callable[..., Terminal]


@pytest.fixture
def queue(game: Shop, call: Call, place: Place) -> Store:
    """1 Tischfee, 2 Ulmerin, 3 Bremerin, 4 Ulm."""
    game.write("demonyms.csv", "word,tags\nUlmerin,noun demonym\nBremerin,noun demonym\n")
    why = ("--reason", "in every game", "--by", "anna")
    assert call("propose", "Tischfee", *why).code == 0
    assert call("propose", "--file", "demonyms.csv", "--reason", "listed", "--by", "bert").code == 0
    assert call("propose", "Ulm", "--dispute", "places", *why).code == 0
    return place.open()


@pytest.fixture
def start(game: Shop, place: Place) -> Iterator[Start]:
    """Start `lexkit review` at a terminal, as *max*."""
    running: list[Terminal] = []

    def starting(*arguments: str, size: tuple[int, int] = (40, 120)) -> Terminal:
        environment = {
            "LEXKIT_DATABASE_URL": place.url, "LEXKIT_BY": "max", "LEXKIT_CACHE": str(game.root),
        }  # fmt: skip
        command = [*program(), "review", *arguments]
        running.append(Terminal(command, game.root, environment, size))
        return running[-1]

    yield starting
    for terminal in running:
        terminal.kill()


def answer(terminal: Terminal, *texts: str) -> None:
    """Give a line to each question that follows."""
    for text in texts:
        terminal.expect(r": $")
        terminal.send(text + "\n")


def test_a_proposal_is_shown_and_decided_with_a_key(queue: Store, start: Start) -> None:
    terminal = start()
    screen = terminal.expect(KEYS)
    assert "1  add Tischfee  open  [spiel]" in screen
    assert "by anna" in screen
    assert "spiel  unattested" in screen
    assert "[1/4]" in screen
    terminal.send("a")
    answer(terminal, "in use since 1995", "Duden 2003")
    assert "2  add Ulmerin" in terminal.expect(KEYS)
    ruling = queue.get(1).ruling
    assert ruling is not None
    assert (ruling.deed, ruling.by, ruling.reason, ruling.reference) == (
        Deed.ACCEPTED, "max", "in use since 1995", "Duden 2003",
    )  # fmt: skip
    terminal.send("r")
    answer(terminal, "unheard of", "")
    terminal.expect("3  add Bremerin")
    terminal.expect(KEYS)
    terminal.send("b")
    answer(terminal, "where is it used?")
    terminal.expect("4  add Ulm")
    terminal.expect(KEYS)
    terminal.send("s")
    assert terminal.ended() == 0
    assert "3 decided, 2 left" in terminal.text  # the one asked back is still to be decided
    states = [p.state for p in queue.queue(Wanted())]
    assert states == [State.ACCEPTED, State.REJECTED, State.ASKED_BACK, State.OPEN]


def test_what_was_said_last_is_offered_again(queue: Store, start: Start) -> None:
    terminal = start()
    terminal.expect(KEYS)
    terminal.send("a")
    answer(terminal, "in use", "Duden")
    terminal.expect(KEYS)
    terminal.send("a")
    assert "Reason [in use]" in terminal.expect("in use]: ")
    terminal.send("\n")
    terminal.expect("Duden]: ")
    terminal.send("\n")
    terminal.expect("3  add")
    ruling = queue.get(2).ruling
    assert ruling is not None
    assert (ruling.reason, ruling.reference) == ("in use", "Duden")


def test_undoing_goes_back_step_by_step(queue: Store, start: Start) -> None:
    terminal = start()
    for text in ("one", "two"):
        terminal.expect(KEYS)
        terminal.send("r")
        answer(terminal, text, "")
    terminal.expect(KEYS)
    terminal.send("u")
    assert "taken back: 2" in terminal.expect("2  add Ulmerin")
    terminal.expect(KEYS)
    terminal.send("u")
    assert "taken back: 1" in terminal.expect("1  add Tischfee")
    terminal.expect(KEYS)
    terminal.send("u")
    terminal.expect("nothing was decided in this session")
    terminal.expect(KEYS)
    terminal.send("q")
    assert terminal.ended() == 0
    assert all(p.state is State.OPEN for p in queue.queue(Wanted()))
    assert [e.deed for e in queue.history(1)] == ["proposed", "rejected", "undone"]


def test_what_another_decides_meanwhile_is_shown(queue: Store, start: Start) -> None:
    terminal = start()
    terminal.expect(KEYS)
    queue.decide(1, Ruling(False, "eva", "made up"))
    terminal.send("a")
    answer(terminal, "in use", "")
    screen = terminal.expect(KEYS)
    assert "Meanwhile, and not overwritten: 1 Tischfee" in screen
    assert "rejected by eva: made up" in screen
    assert "2  add Ulmerin" in screen
    assert queue.get(1).state is State.REJECTED
    # What is decided before its turn comes is passed over.
    queue.decide(3, Ruling(True, "eva", "yes"))
    terminal.send("s")
    assert "4  add Ulm " in terminal.expect(KEYS)


def test_a_note_by_another_shows_the_proposal_again(queue: Store, start: Start) -> None:
    terminal = start()
    terminal.expect(KEYS)
    queue.note(1, "eva", "ask the club first")
    terminal.send("a")
    answer(terminal, "in use", "")
    screen = terminal.expect(KEYS)
    assert "noted by eva: ask the club first" in screen
    assert "1  add Tischfee" in screen
    terminal.send("n")
    answer(terminal, "asked")
    assert "noted by max: asked" in terminal.expect(KEYS)
    assert queue.get(1).state is State.OPEN


@pytest.mark.parametrize(
    ("keys", "decided"),
    [("p", [2, 3]), ("f", [2, 3]), ("k", [2, 3]), ("e", [2, 3])],
    ids=["proposer", "file", "kind", "ending"],
)
def test_many_of_a_class_at_once(queue: Store, start: Start, keys: str, decided: list[int]) -> None:
    terminal = start()
    terminal.expect(KEYS)
    terminal.send("s")
    terminal.expect("2  add Ulmerin")
    terminal.expect(KEYS)
    terminal.send("m")
    terminal.expect("x back")
    terminal.send(keys)
    if keys in "ke":
        answer(terminal, {"k": "demonym", "e": "erin"}[keys])
    assert "2 proposals: Ulmerin, Bremerin" in terminal.expect("All 2: ")
    terminal.expect("x back")
    terminal.send("a")
    answer(terminal, "all of them", "")
    assert "2 decided" in terminal.expect(KEYS)
    assert [p.number for p in queue.queue(Wanted(states=(State.ACCEPTED,)))] == decided
    terminal.send("u")
    terminal.expect("taken back: 2, 3")
    assert len(queue.queue()) == 4


def test_many_by_the_rule_and_back_again(queue: Store, start: Start) -> None:
    terminal = start()
    terminal.expect(KEYS)
    terminal.send("mw")
    terminal.expect("no rule decided on it")
    terminal.expect(KEYS)
    terminal.send("mx")
    terminal.expect(KEYS)
    terminal.send("mp")
    terminal.expect("2 proposals: Tischfee, Ulm")
    terminal.expect("x back")
    terminal.send("x")
    terminal.expect("1  add Tischfee")
    assert len(queue.queue()) == 4


def test_the_line_that_is_written_can_be_changed(queue: Store, start: Start) -> None:
    terminal = start()
    terminal.expect("Accepting writes: accept the lemma Tischfee for spiel")
    terminal.expect(KEYS)
    terminal.send("l")
    answer(terminal, "Fee", "lema", "noun", "", "")
    terminal.expect("there is no scope 'lema'")
    terminal.expect(KEYS)
    terminal.send("l")
    answer(terminal, "Tischfeen", "form", "noun", "", "Fees")
    terminal.expect("accept the form Tischfeen for spiel; tags noun; clause Fees")
    terminal.expect(KEYS)
    terminal.send("a")
    answer(terminal, "in use", "")
    terminal.expect("2  add")
    ruling = queue.get(1).ruling
    assert ruling is not None
    assert ruling.line is not None
    assert (ruling.line.word, ruling.line.scope) == ("Tischfeen", "form")
    assert (ruling.line.tags, ruling.line.clause) == (("noun",), "Fees")


def test_breaking_off_a_question_decides_nothing(queue: Store, start: Start) -> None:
    terminal = start()
    terminal.expect(KEYS)
    terminal.send("a")
    terminal.expect("Reason: ")
    terminal.send("half a rea")
    terminal.expect("half a rea")
    terminal.break_off("1  add Tischfee")
    terminal.expect(KEYS)
    terminal.send("r")
    answer(terminal, "")  # a reason is needed
    terminal.expect("Reason is needed.*\n")
    terminal.expect("Reason: ")
    terminal.send("x")
    terminal.expect("x")
    terminal.break_off(KEYS)
    terminal.send("\x03")
    assert terminal.ended() == 130
    assert "nothing was left half done" in terminal.text
    assert all(p.version == 1 for p in queue.queue())


@pytest.mark.parametrize("end", ["\x04", "q"])
def test_the_end_of_the_input_ends_the_session(queue: Store, start: Start, end: str) -> None:
    terminal = start()
    terminal.expect(KEYS)
    terminal.send("xyz\x1b[A\x1bOPé?")  # keys without a meaning do nothing
    terminal.send(end)
    assert terminal.ended() == (0 if end == "q" else 130)
    assert all(p.version == 1 for p in queue.queue())


def test_keys_pressed_ahead_are_kept(queue: Store, start: Start) -> None:
    terminal = start()
    terminal.send("ss")
    terminal.expect("3  add Bremerin")
    terminal.expect(KEYS)
    terminal.send("rnever heard of\n\nq")
    assert terminal.ended() == 0
    ruling = queue.get(3).ruling
    assert ruling is not None
    assert ruling.reason == "never heard of"


def test_a_small_screen_holds_the_keys_and_shows_the_rest_on_request(
    queue: Store, start: Start
) -> None:
    for n in range(30):
        queue.note(1, "eva", f"note {n}")
    terminal = start(size=(20, 80))
    screen = terminal.expect(KEYS)
    assert "more lines: o shows them" in screen
    assert screen.count("\n") <= 20
    assert "note 29" not in screen
    terminal.send("o")
    assert "note 29" in terminal.expect(KEYS)


def test_nothing_to_decide(game: Shop, start: Start) -> None:
    terminal = start()
    assert terminal.ended() == 0
    assert "Nothing waits for a decision." in terminal.text


def test_killed_in_the_middle_what_was_decided_is_kept(queue: Store, start: Start) -> None:
    terminal = start()
    terminal.expect(KEYS)
    terminal.send("a")
    answer(terminal, "in use", "")
    terminal.expect("2  add")
    terminal.expect(KEYS)
    terminal.send("a")
    terminal.expect("Reason")
    terminal.kill()
    assert [p.state for p in queue.queue(Wanted())] == ["accepted", "open", "open", "open"]
    assert queue.decide(2, Ruling(True, "eva", "yes")).version == 2


@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_a_database_that_goes_away_ends_the_session_with_a_sentence(
    queue: Store, start: Start, server: Server
) -> None:
    terminal = start()
    terminal.expect(KEYS)
    server.kill()
    try:
        terminal.send("a")
        answer(terminal, "in use", "")
        assert terminal.ended() == 2
    finally:
        server.start()
    assert "cannot be used: " in terminal.text
    assert "Traceback" not in terminal.text
    assert queue.get(1).state is State.OPEN


def test_in_tmux(queue: Store, game: Shop, place: Place) -> None:
    need(shutil.which("tmux") is not None, "tmux")
    name = f"lexkit-{time.monotonic_ns()}"

    def tmux(*arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", name, *arguments], capture_output=True, text=True, check=True
        )
        return done.stdout

    def screen(holds: str) -> str:
        until = time.monotonic() + 20
        while holds not in (shown := tmux("capture-pane", "-p")):
            assert time.monotonic() < until, shown
            time.sleep(0.1)
        return shown

    python, *rest = program()
    env = [f"LEXKIT_DATABASE_URL={place.url}", f"PYTHONPATH={os.pathsep.join(sys.path)}"]
    tmux("new-session", "-d", "-x", "100", "-y", "30", "-c", str(game.root),
         "env", *env, python, *rest, "review", "--by", "max")  # fmt: skip
    try:
        screen("1  add Tischfee")
        tmux("send-keys", "a")
        screen("Reason:")
        tmux("send-keys", "für immer", "Enter")
        screen("Reference:")
        tmux("send-keys", "Enter")
        shown = screen("2  add Ulmerin")
        assert "Tischfee" not in shown
        tmux("send-keys", "Up", "s")
        screen("3  add Bremerin")
    finally:
        tmux("kill-server")
    ruling = queue.get(1).ruling
    assert ruling is not None
    assert ruling.reason == "für immer"


# -- signing off ----------------------------------------------------------------------------------


def test_short_words_are_gone_through(game: Shop, place: Place, start: Start) -> None:
    store = place.open()
    signs = SignOffs(store.database)
    terminal = start("--short")
    assert "ab" in terminal.expect(KEYS)
    terminal.send("y")
    assert "[2/5]" in terminal.expect(KEYS)
    assert set(signs.of("spiel")) == {"ab"}
    terminal.send("u")
    assert "taken back" in terminal.expect(KEYS)
    assert signs.of("spiel") == {}
    terminal.send("ys")
    terminal.expect(r"\[3/5\]")
    terminal.expect(KEYS)
    terminal.send("r")
    answer(terminal, "no word", "Duden")
    terminal.expect(r"\[4/5\]")
    (proposal,) = store.queue(Wanted())
    assert (proposal.word, proposal.action, proposal.state) == (
        "ort", Action.REMOVE, State.ACCEPTED,
    )  # fmt: skip
    terminal.expect(KEYS)
    terminal.send("u")
    terminal.expect(r"\[3/5\]")
    assert store.get(proposal.number).state is State.WITHDRAWN
    terminal.expect(KEYS)
    terminal.send("q")
    assert terminal.ended() == 0
    # What is signed off is not asked about again.
    assert "[1/4]" in start("--short").expect(KEYS)


def test_weak_words_are_gone_through_by_frequency(game: Shop, start: Start) -> None:
    game.write("counts.txt", "ort 70\nöl 900\n")
    terminal = start("--weak", "--frequencies", "counts.txt")
    screen = terminal.expect(KEYS)
    assert "öl" in screen
    assert "Counted 900 times" in screen
    assert "liste, liste.txt:3" in screen
    terminal.send("s")
    assert "ort" in terminal.expect(KEYS)

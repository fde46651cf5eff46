"""`lexkit review` without a terminal: the queue printed, decisions made by a script."""

from __future__ import annotations

import json
import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from lexkit.curated import Scope
from lexkit.review import store as stores
from lexkit.review.records import Action, Deed, Ruling, State
from lexkit.review.store import Store
from tests.conftest import Call, Said, Shop, process
from tests.database import Place

MAX = ("--by", "max", "--reason", "in use")


@pytest.fixture
def queue(game: Shop, call: Call, place: Place) -> Store:
    """Five proposals: 1 Tischfee, 2 Ulmerin, 3 Bremerin, 4 Ulm, 5 käfer to be removed."""
    game.write("demonyms.csv", "word,tags\nUlmerin,noun demonym\nBremerin,noun demonym\n")
    why = ("--reason", "in every game", "--by", "anna")
    assert call("propose", "Tischfee", *why).code == 0
    assert call("propose", "--file", "demonyms.csv", "--reason", "listed", "--by", "bert").code == 0
    assert call("propose", "Ulm", "--dispute", "places", *why).code == 0
    assert call("propose", "käfer", "--remove", *why).code == 0
    return place.open()


def lines(said: Said) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.out.splitlines()]


def words(said: Said) -> list[str]:
    return [line["word"] for line in lines(said)]


# -- the queue ------------------------------------------------------------------------------------


def test_the_queue_prints_in_a_pipe(queue: Store, call: Call) -> None:
    said = call("review")
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert said.out.splitlines() == [
        f"1  open  add     Tischfee  spiel  {today}  anna: in every game",
        f"2  open  add     Ulmerin   spiel  {today}  bert: listed",
        f"3  open  add     Bremerin  spiel  {today}  bert: listed",
        f"4  open  add     Ulm       spiel  {today}  anna: in every game",
        f"5  open  remove  käfer     spiel  {today}  anna: in every game",
    ]
    assert (said.code, said.err) == (0, "")
    assert call("review", "--list").out == said.out
    assert call("review", "--state", "merged").out == ""


def test_the_queue_is_filtered(queue: Store, call: Call) -> None:
    queue.decide(1, Ruling(True, "max", "in use"))

    def found(*filters: str) -> list[str]:
        said = call("review", "--list", "--json", *filters)
        assert said.code == 0, said
        return words(said)

    assert found() == ["Ulmerin", "Bremerin", "Ulm", "käfer"]
    assert found("--state", "accepted") == ["Tischfee"]
    assert found("--kind", "demonym") == ["Ulmerin", "Bremerin"]
    assert found("--kind", "demonym", "--letters", "u*") == ["Ulmerin"]
    assert found("--proposer", "bert") == ["Ulmerin", "Bremerin"]
    assert found("--from", "demonyms.csv") == ["Ulmerin", "Bremerin"]
    assert found("--from", "lists/demonyms.csv") == ["Ulmerin", "Bremerin"]
    assert found("--rule", "places") == ["Ulm"]
    assert found("--action", "remove") == ["käfer"]
    assert found("--length", "3") == ["Ulm"]
    assert found("--length", "3-5") == ["Ulm", "käfer"]
    assert found("-r", "spiel", "--letters", "*ER") == ["käfer"]
    assert found("--older", "1") == []
    assert len(found("--newer", "1")) == 4
    assert call("review", "--length", "three").code == 2
    assert call("review", "--state", "new").code == 2


def test_names_are_found_however_they_are_composed(queue: Store, call: Call, game: Shop) -> None:
    game.write("wörter.txt", "Stuhlfee\n")
    by = unicodedata.normalize("NFD", "Jörg")
    assert call("propose", "--file", "wörter.txt", "--reason", "x", "--by", by).code == 0
    for option, text in (
        ("--proposer", by),
        ("--from", unicodedata.normalize("NFD", "wörter.txt")),
    ):
        assert words(call("review", "--json", option, text)) == ["Stuhlfee"]


def test_age_counts_in_days(queue: Store, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    class Past:
        @staticmethod
        def now(zone: timezone) -> datetime:
            return datetime.now(zone) - timedelta(days=10)

    monkeypatch.setattr(stores, "datetime", Past)
    assert call("propose", "Altfee", "--reason", "x", "--by", "anna").code == 0
    monkeypatch.undo()
    monkeypatch.setenv("LEXKIT_DATABASE_URL", queue.database.url.render_as_string(False))
    assert words(call("review", "--json", "--older", "9")) == ["Altfee"]
    assert words(call("review", "--json", "--older", "11")) == []
    assert "Altfee" not in words(call("review", "--json", "--newer", "9"))


def test_the_most_frequent_come_first_where_counts_are_known(
    queue: Store, call: Call, game: Shop
) -> None:
    game.write("counts.txt", "ulm 900\nUlmerin\t30\nulmerin 1\nKäfer 200\n")
    counted = ("--frequencies", "counts.txt")
    assert words(call("review", "--json", *counted)) == [
        "Ulm", "käfer", "Ulmerin", "Tischfee", "Bremerin",
    ]  # fmt: skip
    said = lines(call("review", "--json", *counted, "--min-frequency", "40"))
    assert [(line["word"], line["frequency"]) for line in said] == [("Ulm", 900), ("käfer", 200)]
    assert "  900  anna: " in call("review", *counted).out
    assert "Counted 900 times" in call("review", "4", *counted).out
    assert "Counted" not in call("review", "4").out
    assert lines(call("review", "--json"))[0]["frequency"] is None
    assert "--min-frequency needs --frequencies" in call("review", "--min-frequency", "2").err
    for wrong in ("ulmerin", "ulmerin " + "9" * 5000):
        game.write("counts.txt", f"ulm 900\n{wrong}\n")
        assert "counts.txt:2: not a word and a count" in call("review", *counted).err


def test_what_players_write_does_not_steer_the_terminal(queue: Store, call: Call) -> None:
    reason = "nice\x1b]0;evil\x07\nand\u202e more"
    assert call("propose", "Stuhlfee", "--reason", reason, "--by", "a\x1bb").code == 0
    for said in (call("review"), call("review", "6")):
        assert "\x1b]" not in said.out
        assert "\x07" not in said.out
        assert "\u202e" not in said.out
        assert "nice" in said.out


# -- the evidence ---------------------------------------------------------------------------------


def test_the_evidence_of_a_proposal(queue: Store, call: Call, game: Shop) -> None:
    game.ruleset("zweites", rules="")
    game.result("zweites")
    said = call("review", "4")
    assert "4  add Ulm  open  [spiel]" in said.out
    assert "disputes the rule places" in said.out
    assert "spiel  rejected: rule places: A place is no word." in said.out
    assert "zweites  accepted: rule default" in said.out
    assert " * Ulm: toponym; tafel, tafel.tsv:4 [spiel, zweites]" in said.out
    assert "Accepting writes: accept the lemma Ulm for spiel" in said.out


def test_all_readings_are_shown_the_ones_that_do_not_decide_too(
    call: Call, game: Shop, place: Place
) -> None:
    game.words("schwach", ["Ulm"])
    game.ruleset(sources=["tafel", "liste", "schwach"])
    game.result()
    call("propose", "Ulm", "--dispute", "places", "--reason", "x", "--by", "anna")
    said = call("review", "1")
    assert " * Ulm: toponym; tafel, tafel.tsv:4" in said.out
    assert "   Ulm: no tags; schwach, schwach.txt:1" in said.out
    (found,) = lines(call("review", "1", "--json"))
    assert [(r["source"], r["decides"]) for r in found["evidence"]["readings"]] == [
        ("tafel", ["spiel"]), ("schwach", []),
    ]  # fmt: skip


def test_neighbours_hints_and_what_was_before(queue: Store, call: Call) -> None:
    queue.decide(1, Ruling(False, "max", "made up", "Duden"))
    why = ("--reason", "x", "--by", "anna")
    for word in ("Tischfee", "Baeume", "Kafer"):
        assert call("propose", word, *why).code == 0
    assert "Before: 1 (add Tischfee) rejected" in call("review", "6").out
    assert "is it Bäume?" in call("review", "7").out
    assert "Near it: käfer" in call("review", "8").out


def test_what_was_decided_on_the_lemma_is_shown(call: Call, game: Shop, place: Place) -> None:
    game.curated(
        {"word": "Ulm", "scope": "lemma", "decision": "reject", "rulesets": "*",
         "reason": "a town", "by": "max", "date": "2026-01-02"},
    )  # fmt: skip
    game.ruleset()
    game.result()
    store = place.open()
    why = ("--reason", "x", "--by", "anna")
    assert call("propose", "Ulm", "--dispute", "curated", *why).code == 0
    store.decide(1, Ruling(False, "eva", "a town still"))
    assert call("propose", "Ulms", "--dispute", "curated", *why).code == 0
    said = call("review", "2")
    assert "Before: 1 (add Ulm) rejected" in said.out
    assert "Curated: Ulm (lemma) reject" in said.out
    assert "2026-01-02 by max: a town; xx.tsv:2" in said.out
    (found,) = lines(call("review", "2", "--json"))
    assert found["evidence"]["curated"][0]["reason"] == "a town"
    assert [p["number"] for p in found["evidence"]["earlier"]] == [1]


def test_the_forms_that_a_paradigm_would_bring_in(call: Call, game: Shop) -> None:
    game.write(
        "rules/paradigms/xx-verb.yaml",
        "paradigm: xx-verb\nmakes: endings\ntables:\n"
        "  - of: {all: [verb]}\n"
        "    endings:\n"
        "      - {cell: first person, strip: en, add: e}\n"
        "      - {cell: participle, strip: en, add: end}\n",
    )
    game.ruleset(more="paradigms: [xx-verb]")
    game.result()
    why = ("--reason", "x", "--by", "anna")
    game.write("v.csv", "word,tags\nsimsen,verb\n")
    assert call("propose", "--file", "v.csv", *why).code == 0
    assert "Its paradigm would bring in: simse, simsend\n" in call("review", "1").out
    (found,) = lines(call("review", "1", "--json"))
    assert found["evidence"]["forms"]["spiel"] == [
        {"form": "simse", "paradigm": "xx-verb", "cell": "first person", "verdict": "unattested"},
        {"form": "simsend", "paradigm": "xx-verb", "cell": "participle", "verdict": "unattested"},
    ]
    assert call("propose", "gehen", "--remove", *why).code == 0
    assert "none; 2 of its forms count already" in call("review", "2").out


def test_the_history_of_a_proposal(queue: Store, call: Call) -> None:
    queue.ask_back(1, "max", "where is it used?")
    queue.answer(1, "anna", "in the club")
    queue.decide(1, Ruling(True, "eva", "in use", "page 7", "thank you"))
    said = call("review", "1")
    assert "asked-back by max: where is it used?" in said.out
    assert "answered by anna: in the club" in said.out
    assert "accepted by eva: in use: thank you (page 7)" in said.out
    (found,) = lines(call("review", "1", "--json"))
    assert [e["deed"] for e in found["history"]] == [
        "proposed", "asked-back", "answered", "accepted",
    ]  # fmt: skip
    assert found["ruling"]["line"]["word"] == "Tischfee"


def test_proposals_can_be_looked_at_without_any_lexicon(
    queue: Store, call: Call, game: Shop
) -> None:
    (game.root / "build" / "spiel").unlink()
    assert "1  add Tischfee  open" in call("review", "1").out
    assert call("review").code == 0


# -- decisions ------------------------------------------------------------------------------------


def test_decisions_by_a_script(queue: Store, call: Call) -> None:
    said = call("review", "--accept", "1", "--reject", "4", *MAX, "--reference", "Duden",
                "--reply", "thank you")  # fmt: skip
    assert (said.code, said.out) == (0, "1  Tischfee  accepted\n4  Ulm  rejected\n")
    ruling = queue.get(1).ruling
    assert ruling is not None
    assert (ruling.by, ruling.reason, ruling.reference) == ("max", "in use", "Duden")
    assert ruling.reply == "thank you"
    said = call("review", "--undo", "1", "--by", "eva", "--reason", "too early", "--json")
    (line,) = lines(said)
    assert (line["state"], line["done"], line["last"]["deed"]) == ("open", True, "undone")
    assert call("review", "--ask", "1", "--by", "max", "--reply", "where?").code == 0
    assert queue.get(1).state is State.ASKED_BACK
    assert call("review", "--note", "1", *MAX).code == 0
    assert queue.history(1)[-1].deed is Deed.NOTED


def test_what_was_decided_meanwhile_is_shown_and_not_overwritten(queue: Store, call: Call) -> None:
    queue.decide(1, Ruling(False, "eva", "made up"))
    said = call("review", "--accept", "1", "--accept", "2", *MAX)
    assert said.code == 1
    assert "proposal 1 (Tischfee) is rejected by eva: made up" in said.out
    assert "2  Ulmerin  accepted" in said.out
    assert queue.get(1).state is State.REJECTED
    (line,) = lines(call("review", "--accept", "1", *MAX, "--json"))
    assert (line["done"], line["state"], line["ruling"]["by"]) == (False, "rejected", "eva")


def test_an_acceptance_can_say_what_is_written(queue: Store, call: Call, game: Shop) -> None:
    game.write("rules/paradigms/xx-noun.yaml", "paradigm: xx-noun\nmakes: endings\ntables: []\n")
    assert call("propose", "Hausfeen", "--reason", "x", "--by", "anna").code == 0
    said = call("review", "--accept", "6", *MAX, "--lemma", "Hausfee", "--tags", "noun",
                "--paradigm", "xx-noun", "--clause", "Fees")  # fmt: skip
    assert said.code == 0, said
    ruling = queue.get(6).ruling
    assert ruling is not None
    line = ruling.line
    assert line is not None
    assert (line.word, line.scope, line.action) == ("Hausfee", Scope.LEMMA, "accept")
    assert (line.tags, line.paradigm, line.clause) == (("noun",), "xx-noun", "Fees")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--accept", "1", "--reason", "x"], "say who decides"),
        (["--accept", "1", "--by", "max"], "say why"),
        (["--accept", "1", *MAX, "--tags", "nuon"], "unknown tag 'nuon'"),
        (["--accept", "1", *MAX, "--paradigm", "none"], "no paradigm 'none'"),
        (["--accept", "1", *MAX, "--lemma", " "], "a line without a word"),
        (["--accept", "1", *MAX, "--lemma", "=======fee"], "how git marks a conflict"),
        (["--accept", "99", *MAX], "there is no proposal 99"),
        (["--accept", "one", *MAX], "not a valid integer"),
        (["--reject", "1", *MAX, "--tags", "noun"], "--tags goes with --accept"),
        (["--ask", "1", "--by", "max"], "say what to ask"),
        (["--accept-all", *MAX], "say which ones"),
        (["--accept-all", "-r", "spiel", *MAX], "say which ones"),
        (["--accept-all", "--reject-all", "--kind", "noun", *MAX], "--accept-all or"),
        (["99"], "there is no proposal 99"),
        (["--older", "999999"], "not in the range"),
        (["--newer", "99999999999"], "not in the range"),
        (["--length", "9" * 20], "write 4, or 2-4"),
        (["--length", "2-" + "9" * 20], "write 4, or 2-4"),
        (["--letters", "a" * 60_000], "--letters is longer than 1,000 signs"),
        (["2", "--accept", "1", *MAX], "a number and --accept are asked for apart"),
        (["2", "--kind", "demonym", "--reject-all", *MAX], "a number and --reject-all are"),
        (["--accept", "1", *MAX, "--short", "-r", "spiel"], "--accept and --short are asked"),
        (["--sign", "ab", "--unsign", "ab", "-r", "spiel", *MAX], "--sign or --unsign"),
        (["--short", "--weak", "-r", "spiel"], "--short or --weak"),
        (["-r", "speil", "--short"], "there is no ruleset 'speil'"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_wrong_use(queue: Store, call: Call, arguments: list[str], says: str) -> None:
    said = call("review", *arguments)
    assert (said.code, said.out) == (2, "")
    assert says in said.err
    assert all(p.state is State.OPEN for p in queue.queue())


def test_many_are_decided_by_their_class(queue: Store, call: Call) -> None:
    queue.decide(2, Ruling(False, "eva", "unheard of"))
    said = call("review", "--kind", "demonym", "--from", "demonyms.csv", "--accept-all", *MAX)
    assert (said.code, said.out) == (0, "3  Bremerin  accepted\n")
    assert queue.get(2).state is State.REJECTED
    assert [p.number for p in queue.queue()] == [1, 4, 5]
    said = call("review", "--letters", "*", "--reject-all", *MAX)
    assert said.out.count("rejected") == 3
    assert call("review", "--letters", "*", "--reject-all", *MAX).out == ""


@pytest.mark.parametrize(
    ("word", "more", "line"),
    [
        # As the sources have it: a lemma, a form of another one, letters that several forms have.
        ("käfer", ["--remove"], ("Käfer", Scope.LEMMA, "reject")),
        ("wege", ["--remove"], ("Wege", Scope.FORM, "reject")),
        ("weg", ["--remove"], ("weg", Scope.LETTERS, "reject")),
        ("ort", ["--remove"], ("ort", Scope.LEMMA, "reject")),
        ("Ulms", ["--dispute", "places"], ("Ulms", Scope.FORM, "accept")),
        ("strasse", ["--tags", "toponym"], ("Straße", Scope.LEMMA, "tag")),
        ("tischfee", [], ("tischfee", Scope.LEMMA, "accept")),
        ("xbeine", ["--dispute", "unlayable"], ("xbeine", Scope.LETTERS, "accept")),
    ],
)
def test_what_an_acceptance_writes_does_what_was_asked(
    game: Shop, call: Call, place: Place, word: str, more: list[str], line: tuple[str, Scope, str]
) -> None:
    before = call("check", word).code
    assert call("propose", word, *more, "--reason", "x", "--by", "anna").code == 0
    ruling = place.open().decide(1, Ruling(True, "max", "so it is")).ruling
    assert ruling is not None
    written = ruling.line
    assert written is not None
    assert (written.word, written.scope, written.action) == line
    game.curated(
        {"word": written.word, "scope": written.scope, "decision": written.action,
         "rulesets": " ".join(written.rulesets), "tags": " ".join(written.tags),
         "reason": ruling.reason, "by": ruling.by},
    )  # fmt: skip
    game.ruleset()
    game.result()
    assert call("check", word).code == 1 - before


# -- signing off ----------------------------------------------------------------------------------


def test_short_words_are_listed_and_signed_off(game: Shop, call: Call) -> None:
    assert call("review", "--short").out.split() == ["ab", "öl", "ort", "weg", "wege"]
    said = call("review", "--short", "--sign", "Weg", "--sign", "öl", *MAX)
    assert (said.code, said.out) == (0, "weg  signed off\nöl  signed off\n")
    said = call("review", "--sign", "weg", "--by", "eva")
    assert (said.code, said.out) == (1, "weg  was signed off by max\n")
    listed = call("review", "--short", "--list").out
    assert "weg  signed off 20" in listed
    assert "by max" in listed
    found = {
        line["letters"]: line["signed_off"] for line in lines(call("review", "--short", "--json"))
    }
    assert found["ab"] is None
    assert (found["öl"]["by"], found["öl"]["note"]) == ("max", "in use")
    assert call("review", "--unsign", "weg", "--by", "eva").code == 0
    assert call("review", "--unsign", "weg", "--by", "eva").code == 1
    assert "weg  signed" not in call("review", "--short", "--list").out
    said = call("review", "--sign", "ulm", "--by", "eva")
    assert said.code == 2
    assert "'ulm' is no word of spiel" in said.err


def test_weak_words_come_by_frequency(game: Shop, call: Call) -> None:
    assert call("review", "--weak").out.split() == ["ab", "hausen", "ort", "öl"]
    game.write("counts.txt", "ort 70\nöl 900\n")
    said = call("review", "--weak", "--frequencies", "counts.txt")
    assert said.out.splitlines() == ["öl  900", "ort  70", "ab", "hausen"]
    said = call("review", "--weak", "--frequencies", "counts.txt", "--min-frequency", "100")
    assert said.out == "öl  900\n"


def test_words_are_signed_off_for_one_game(game: Shop, call: Call) -> None:
    game.ruleset("zweites", rules="")
    game.result("zweites")
    assert call("review", "--short").code == 2
    assert call("review", "--sign", "weg", "-r", "zweites", "--by", "max").code == 0
    assert "signed" not in call("review", "--short", "-r", "spiel").out
    assert "signed" in call("review", "--short", "-r", "zweites").out


# -- where the proposals are ----------------------------------------------------------------------


def test_proposals_are_kept_in_the_workspace(
    game: Shop, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LEXKIT_DATABASE_URL")
    assert call("propose", "Tischfee", "--reason", "x", "--by", "anna").code == 0
    assert (game.root / "review.sqlite").is_file()
    game.write("lexkit.yaml", "database: kept/here.sqlite\n")
    assert call("review").out == ""
    assert (game.root / "kept" / "here.sqlite").is_file()
    game.write("lexkit.yaml", "databse: x\n")
    said = call("review")
    assert said.code == 2
    assert "lexkit.yaml:1: the settings has no key 'databse' (did you mean database?)" in said.err


def test_a_terminal_that_knows_no_umlauts(queue: Store, game: Shop, place: Place) -> None:
    environment = {"LEXKIT_DATABASE_URL": place.url, "PYTHONIOENCODING": "koi8-r"}
    told = process("review", cwd=game.root, env=environment)
    assert told.returncode == 0
    assert b"k?fer" in told.stdout
    told = process("review", "--json", cwd=game.root, env=environment)
    assert json.loads(told.stdout.splitlines()[-1])["word"] == "käfer"


def test_removals_and_changes_of_tags_are_kept_apart(queue: Store, call: Call) -> None:
    assert call("propose", "Weg", "--tags", "noun,dated", "--reason", "x", "--by", "a").code == 0
    assert queue.get(6).action is Action.TAG
    said = call("review", "--accept", "6", *MAX, "--tags", "")
    assert "a change of tags without tags" in said.err
    assert call("review", "--accept", "6", *MAX).code == 0

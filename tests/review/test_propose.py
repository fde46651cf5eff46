"""`lexkit propose`: answered at once where nothing is to be decided, else taken once."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from lexkit.review.queue import Wanted
from lexkit.review.records import Action, Ruling, State
from tests.conftest import Call, Said, Shop
from tests.database import Place

WHY = ("--reason", "in every game", "--by", "anna")


@pytest.fixture
def propose(game: Shop, call: Call) -> Call:
    """Call `lexkit propose` with a reason and a name."""

    def calling(*arguments: str | Path) -> Said:
        return call("propose", *arguments, *WHY)

    return calling


def lines(said: Said) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.out.splitlines()]


def test_what_nobody_knows_is_taken(propose: Call, place: Place) -> None:
    said = propose("Tischfee", "--reference", "page 7")
    assert said.code == 0
    assert said.out == "Tischfee  taken as proposal 1  [spiel]\n"
    kept = place.open().get(1)
    assert (kept.word, kept.by, kept.reference) == ("Tischfee", "anna", "page 7")
    assert (kept.concerns[0].letters, kept.concerns[0].verdict) == ("tischfee", "unattested")


def test_what_counts_is_answered_with_its_ground(propose: Call, place: Place) -> None:
    said = propose("Strasse")
    assert said.code == 1
    assert "counts already  [spiel]\n  rule default: A word that no rule refuses." in said.out
    assert "Straße: capitalised, noun; tafel, tafel.tsv:3" in said.out
    assert place.open().queue(Wanted()) == []


def test_what_a_rule_refuses_is_answered_with_the_rule(propose: Call, place: Place) -> None:
    said = propose("Ulm")
    assert said.code == 1
    assert "rule places: A place is no word., “Names of places”" in said.out
    assert "--dispute places" in said.out
    assert place.open().queue(Wanted()) == []
    assert propose("Ulm", "--dispute", "persons").code == 1
    assert place.open().queue(Wanted()) == []


def test_a_rule_is_disputed_by_its_name(propose: Call, place: Place) -> None:
    said = propose("ulm", "--dispute", "places")
    assert (said.code, said.out) == (0, "ulm  taken as proposal 1  [spiel]\n")
    kept = place.open().get(1)
    assert (kept.dispute, kept.concerns[0].rule) == ("places", "places")
    assert "toponym" in kept.kinds
    # What no rule refuses disputes none.
    propose("Tischfee", "--dispute", "places")
    assert place.open().get(2).dispute is None


@pytest.mark.parametrize("word", ["x-y", "km²", "a", "etc."])
def test_what_cannot_be_laid_cannot_be_disputed(propose: Call, word: str) -> None:
    for more in ((), ("--dispute", "unlayable"), ("--dispute", "too-short"), ("--tags", "noun")):
        said = propose(word, *more)
        assert said.code == 1
        assert "cannot be proposed" in said.out


@pytest.mark.parametrize(
    "other",
    ["GROßFEE", "grossfee", "GROSSFEE", "Gro\u00adßfee", "  großfee ", "Grõssfee",
     unicodedata.normalize("NFD", "grössfee").replace("o\u0308", "o")],
)  # fmt: skip
def test_other_spellings_are_the_same(propose: Call, other: str) -> None:
    assert propose("Großfee").code == 0
    said = propose(other)
    assert said.code == 1
    assert "already proposed, see 1" in said.out


def test_taken_apart_and_composed_are_the_same(propose: Call) -> None:
    assert propose(unicodedata.normalize("NFD", "Käfee")).code == 0
    assert "already proposed, see 1" in propose("Käfee").out
    assert propose("Kafee").code == 0  # with ä in the alphabet this is another word


def test_tiles_that_lay_the_same_are_the_same(propose: Call, game: Shop, place: Place) -> None:
    game.ruleset(more="game: {also: {y: ij}, apart: [bijfee]}\n")
    game.result()
    assert propose("ijsfee").code == 0
    assert "already proposed, see 1" in propose("Ysfee").out
    assert propose("krytfee").code == 0
    assert "already proposed, see 2" in propose("krijtfee").out
    assert "already proposed, see 2" in propose("KRĲTFEE".replace("Ĳ", "IJ")).out
    # Kept apart, the i and the j are two letters, which no y lays.
    assert propose("bijfee").code == 0
    assert propose("byfee").code == 0
    store = place.open()
    assert [p.concerns[0].letters for p in store.queue()] == [
        "ijsfee", "krytfee", "bijfee", "byfee",
    ]  # fmt: skip
    store.decide(1, Ruling(False, "max", "made up"))
    assert "Before: 1 (add ijsfee) rejected" in propose("ysfee").out


def test_words_that_are_known_are_two_though_the_same_tiles_lay_them(
    propose: Call, game: Shop, place: Place
) -> None:
    game.words("liste", ["wys", "wijs", "ijburg"])
    game.ruleset(more="game: {also: {y: ij}}\n")
    game.result()
    assert propose("wys", "--remove").code == 0
    assert propose("wijs", "--remove").code == 0
    assert propose("yburg", "--remove").code == 0
    assert "already proposed, see 3" in propose("ijburg", "--remove").out
    # What was decided before the word was known is found afterwards.
    assert propose("ijsfee").code == 0
    place.open().decide(4, Ruling(False, "max", "made up"))
    game.words("liste", ["ijsfee"])
    game.result()
    assert "Before: 4 (add ijsfee) rejected" in propose("ysfee", "--remove").out


def test_a_pattern_is_no_word(propose: Call, game: Shop, place: Place) -> None:
    game.ruleset(more="game: {wild: {sign: '?', share: 0.5}}\n")
    game.result()
    for word in ("w?g", "t?sch", "????"):
        for more in ((), ("--remove",), ("--tags", "noun"), ("--dispute", "wild")):
            said = propose(word, *more)
            assert said.code == 1
            assert "cannot be proposed" in said.out
    assert place.open().queue() == []


def test_a_word_refused_before_comes_with_the_ruling(propose: Call, place: Place) -> None:
    propose("Tischfee")
    store = place.open()
    store.decide(1, Ruling(False, "max", "made up", "Duden 2003"))
    said = propose("TISCHFEE")
    assert said.code == 0
    assert "taken as proposal 2" in said.out
    assert "Before: 1 (add Tischfee) rejected, " in said.out
    assert "by max: made up (Duden 2003)" in said.out
    store.withdraw(2, "anna")
    (line,) = lines(propose("Tischfee", "--json"))
    assert [p["number"] for p in line["earlier"]] == [1]
    assert line["earlier"][0]["ruling"]["reason"] == "made up"


def test_a_word_accepted_before_waits_for_the_build(
    propose: Call, place: Place, game: Shop
) -> None:
    propose("Tischfee")
    store = place.open()
    store.decide(1, Ruling(True, "max", "in use"))
    assert "already decided, see 1" in propose("Tischfee").out
    store.mark_merged([1], "max", {"spiel": store.get(1).concerns[0].lexicon})
    said = propose("tischfee")
    assert said.code == 1
    assert "already decided, see 1: it waits for the next build" in said.out
    # Built again, and still not there: somebody has taken the line out.
    game.words("liste", ["hausen", "ort"])
    game.result()
    said = propose("tischfee")
    assert "taken as proposal 2" in said.out
    assert "Before: 1 (add Tischfee) accepted" in said.out


def test_a_word_to_remove_must_count(propose: Call, place: Place) -> None:
    assert propose("Käfer", "--remove").code == 0
    assert place.open().get(1).action is Action.REMOVE
    assert "does not count anyway" in propose("Ulm", "--remove").out
    assert "does not count anyway" in propose("Tischfee", "--remove").out
    assert "already proposed, see 1" in propose("käfer", "--remove").out


def test_tags_are_changed(propose: Call, place: Place) -> None:
    assert propose("Käfer", "--tags", "toponym,noun").code == 0
    kept = place.open().get(1)
    assert (kept.action, kept.tags) == (Action.TAG, ("noun", "toponym"))
    assert "has these tags already" in propose("Straße", "--tags", "noun").out
    assert propose("Tischfee", "--tags", "noun").code == 0
    said = propose("Weg", "--tags", "nuon")
    assert (said.code, said.out) == (2, "")
    assert "unknown tag 'nuon' (did you mean noun" in said.err
    assert "shape" in propose("Weg", "--tags", "capitalised").err
    assert propose("Weg", "--tags", "noun", "--remove").code == 2


def test_json_has_the_answer_and_the_proposal(propose: Call) -> None:
    told = lines(propose("Tischfee", "Ulm", "Straße", "Baeume", "--json"))
    assert [(t["word"], t["outcome"], t["proposal"]) for t in told] == [
        ("Tischfee", "taken", 1), ("Ulm", "rejected-by-rule", None),
        ("Straße", "already-accepted", None), ("Baeume", "taken", 2),
    ]  # fmt: skip
    assert told[1]["answer"]["grounds"][0]["rule"] == "places"
    assert told[3]["answer"]["hints"] == ["Bäume"]
    assert {t["ruleset"] for t in told} == {"spiel"}


def test_several_games_each_have_their_answer(propose: Call, game: Shop, place: Place) -> None:
    game.ruleset("zweites", rules="")
    game.result("zweites")
    told = lines(propose("Ulm", "--dispute", "places", "--json"))
    assert [(t["ruleset"], t["outcome"], t["proposal"]) for t in told] == [
        ("spiel", "taken", 1), ("zweites", "already-accepted", None),
    ]  # fmt: skip
    assert place.open().get(1).rulesets == ("spiel",)
    assert "[zweites]" in propose("Tischfee", "-r", "zweites").out
    told = lines(propose("Tischfee", "--json"))
    assert [(t["ruleset"], t["outcome"], t["proposal"]) for t in told] == [
        ("spiel", "taken", 3), ("zweites", "already-proposed", 2),
    ]  # fmt: skip


def test_games_of_several_languages_must_be_named(propose: Call, game: Shop) -> None:
    path = game.ruleset("zweites", rules="")
    path.write_text(path.read_text().replace("language: xx", "language: yy"))
    game.result("zweites")
    said = propose("Tischfee")
    assert said.code == 2
    assert "-r spiel or -r zweites" in said.err
    assert propose("Tischfee", "-r", "zweites").code == 0


def test_a_lexicon_of_special_options_speaks_for_its_ruleset(
    propose: Call, game: Shop, place: Place
) -> None:
    game.ruleset(more="options: {places: {values: [a, b], default: a, says: which}}\n")
    game.result()
    game.result(choices={"places": "b"})
    propose("Tischfee", "-r", "spiel+places=b")
    assert place.open().get(1).rulesets == ("spiel",)
    assert "already proposed, see 1" in propose("Tischfee").out
    said = propose("Stuhlfee", "-r", "spiel", "-r", "spiel+places=b", "--json")
    assert [(t["ruleset"], t["proposal"]) for t in lines(said)] == [("spiel", 2)]


# -- from a file ----------------------------------------------------------------------------------


def test_a_file_of_words(propose: Call, game: Shop, place: Place) -> None:
    game.write("words.txt", "\ufeffTischfee\r\n\r\n  Stuhlfee\r\nUlm\r\ntischfee\r\n")
    said = propose("--file", "words.txt", "--json")
    assert said.code == 1
    assert [(t["word"], t["outcome"]) for t in lines(said)] == [
        ("Tischfee", "taken"), ("Stuhlfee", "taken"), ("Ulm", "rejected-by-rule"),
        ("tischfee", "already-proposed"),
    ]  # fmt: skip
    assert {p.origin for p in place.open().queue()} == {"words.txt"}


@pytest.mark.parametrize(
    ("name", "separator"), [("w.csv", ","), ("w.csv", ";"), ("w.tsv", "\t"), ("w.txt", ";")]
)
def test_a_table(propose: Call, game: Shop, place: Place, name: str, separator: str) -> None:
    table = [
        ["Word", "reason", "tags", "by", "action", "dispute"],
        ["Ulmerin", '"she is, ""from there"""' if separator == "," else "she is", "noun demonym",
         "bert", "", ""],
        ["Käfer", "", "", "", "remove", ""],
        ["Ulm", "", "", "", "", "places"],
    ]  # fmt: skip
    game.write(name, "".join(separator.join(row) + "\n" for row in table))
    assert propose("--file", name).code == 0
    one, two, three = place.open().queue()
    assert (one.word, one.by, one.tags) == ("Ulmerin", "bert", ("demonym", "noun"))
    assert one.reason == ('she is, "from there"' if separator == "," else "she is")
    assert (two.action, two.by, two.reason) == (Action.REMOVE, "anna", "in every game")
    assert three.dispute == "places"


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("word,why\nTischfee,x\n", "w.csv:1: unknown column 'why'"),
        ("wort,reason\nTischfee,x\n", "w.csv:1: the table has no column 'word'"),
        ("word,tags\nTischfee,noun\nStuhlfee,nuon\n", "w.csv:3: unknown tag 'nuon'"),
        ("word,reason,reason\nTischfee,a,b\n", "w.csv:1: two columns 'reason'"),
        ("word,reason\nTischfee,a,b\n", "w.csv:2: 3 cells under 2 columns"),
        ("word,reason\nTischfee,x\n,y\n", "w.csv:3: a line without a word"),
        ("word,action\nTischfee,delete\n", "w.csv:2: action is 'delete'"),
        ("word,action\nTischfee,tag\n", "w.csv:2: no tags are given"),
        ('word,reason\nTischfee,"x\n', "w.csv:2: not a table"),
        ("word,ruleset\nTischfee,spiel\nStuhlfee,speil\n", "there is no ruleset 'speil'"),
        ("word\nTischfee\n" + "x" * 101, "w.csv:3: the word is longer than 100"),
        ("word,reason\nTischfee,x\nStuhlfee," + "x" * 4001, "w.csv:3: the reason is longer"),
        ("word,reference\nTischfee,x\nStuhlfee," + "x" * 4001, "w.csv:3: the reference is lon"),
        ("word,by\nTischfee,anna\nStuhlfee,\a\n", "w.csv:3: the name of who proposes it is em"),
        ("word,dispute\nTischfee,\nStuhlfee," + "x" * 4001, "w.csv:3: the disputed rule is"),
        ("word\nTischfee\n\udcfc\n".encode("utf-8", "surrogateescape"), "w.csv:3: not utf-8"),
    ],
)
def test_a_mistake_in_a_table_is_found_before_anything_is_stored(
    propose: Call, game: Shop, place: Place, table: str | bytes, says: str
) -> None:
    game.write("w.csv", table)
    said = propose("--file", "w.csv")
    assert (said.code, said.out) == (2, "")
    assert says in said.err
    assert place.open().queue() == []


def test_a_list_that_begins_with_word_is_a_list(propose: Call, game: Shop) -> None:
    game.write("words.txt", "word\nfee\n")
    assert [t["word"] for t in lines(propose("--file", "words.txt", "--json"))] == ["word", "fee"]


def test_a_file_may_be_given_again(propose: Call, game: Shop, place: Place) -> None:
    game.write("words.txt", "".join(f"wort{c}fee\n" for c in "abcdefgh"))
    assert propose("--file", "words.txt").code == 0
    said = propose("--file", "words.txt")
    assert said.code == 1
    assert said.out.count("already proposed") == 8
    assert len(place.open().queue()) == 8


# -- what a proposer does besides -----------------------------------------------------------------


def test_a_question_is_answered_and_a_proposal_withdrawn(
    propose: Call, call: Call, place: Place
) -> None:
    propose("Tischfee")
    store = place.open()
    said = call("propose", "--answer", "1", "--reason", "no", "--by", "anna")
    assert said.code == 2
    assert "proposal 1 (Tischfee) is open" in said.err
    store.ask_back(1, "max", "where?")
    said = call("propose", "--answer", "1", "--reason", "in the club", "--by", "anna")
    assert (said.code, said.out) == (0, "1  Tischfee  open\n")
    said = call("propose", "--withdraw", "1", "--by", "anna", "--json")
    assert json.loads(said.out)["state"] == "withdrawn"
    assert store.get(1).state is State.WITHDRAWN
    assert call("propose", "--withdraw", "7", "--by", "anna").code == 2
    assert call("propose", "--withdraw", "1").code == 2
    said = call("propose", "Stuhlfee", "--answer", "1", *WHY)
    assert said.code == 2
    assert "about a proposal, not a word" in said.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["Tischfee"],
        ["Tischfee", "--by", "anna"],
        ["Tischfee", "--reason", "x"],
        ["--reason", "x", "--by", "anna"],
        ["", "--reason", "x", "--by", "anna"],
        ["Tischfee", "--reason", " ", "--by", "anna"],
        ["Tischfee", "--reason", "x", "--by", "anna", "-r", "speil"],
        ["x" * 101, "--reason", "x", "--by", "anna"],
        ["--file", "none.txt", "--reason", "x", "--by", "anna"],
    ],
    ids=lambda value: " ".join(value)[:40],
)
def test_wrong_use(game: Shop, call: Call, place: Place, arguments: list[str]) -> None:
    said = call("propose", *arguments)
    assert (said.code, said.out) == (2, "")
    assert "Traceback" not in said.err
    assert place.open().queue() == []


def test_who_proposes_may_be_said_by_the_environment(
    game: Shop, call: Call, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEXKIT_BY", "carla")
    assert call("propose", "Tischfee", "--reason", "x").code == 0
    assert place.open().get(1).by == "carla"


def test_no_text_of_a_table_is_more_than_a_database_takes(
    propose: Call, game: Shop, place: Place
) -> None:
    game.write("w.csv", "word,dispute,reason,reference,by\nUlm,pl\0aces,a\0b,c\0d,e\0f\n")
    said = propose("--file", "w.csv", "--tags", "noun")
    assert (said.code, said.err) == (0, "")
    found = place.open().get(1)
    assert (found.dispute, found.reason, found.by) == ("pl aces", "a b", "e f")

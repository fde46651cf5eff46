"""The choices a game leaves open: one ruleset, a lexicon a choice, a name for each of them."""

from __future__ import annotations

import json

import pytest

from lexkit import ruleset
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.tagset import Tagset
from tests.conftest import Call, Shop, rule_of
from tests.test_lint import found

RULES = """\
  - {rule: rude-words, reject: {any: [vulgar]}, says: Rude., clause: c, when: {rude: no},
     cases: {rejected: [Mist]}}
  - {rule: places, reject: {any: [toponym]}, says: A place., clause: c,
     when: {places: [none, rivers], rude: [no, some]}, cases: {rejected: [Ulm]}}
  - {rule: taken, accept: {any: [vulgar]}, says: Taken., when: {rude: [some, all]},
     cases: {accepted: [Mist]}}
"""
OPTIONS = """\
options:
  rude: {values: [no, some, all], default: no, says: Whether rude words count.}
  places: {values: [none, rivers, all], default: none, says: Which places count.}
cases: {accepted: [haus]}
"""


@pytest.fixture
def made(shop: Shop) -> Shop:
    rows = [("haus", "haus", "noun"), ("Mist", "Mist", "vulgar"), ("Ulm", "Ulm", "toponym")]
    shop.table("liste", rows)
    shop.ruleset(rules=RULES, more=OPTIONS)
    return shop


def test_each_choice_is_a_lexicon_of_its_own(made: Shop) -> None:
    plain = Lexicon(made.result().folder)
    free = Lexicon(made.result("spiel", {"rude": "all", "places": "all"}).folder)
    assert (plain.folder.parent.name, free.ruleset) == (".lexicons", "spiel+places=all+rude=all")
    assert (free.manifest["options"], plain.manifest["options"]) == (
        {"rude": "all", "places": "all"}, {"rude": "no", "places": "none"},
    )  # fmt: skip
    assert [rule_of(plain, word) for word in ("mist", "ulm", "haus")] == [
        ("rejected", "rude-words"), ("rejected", "places"), ("accepted", "default"),
    ]  # fmt: skip
    assert [rule_of(free, word) for word in ("mist", "ulm", "haus")] == [
        ("accepted", "taken"), ("accepted", "default"), ("accepted", "default"),
    ]  # fmt: skip
    assert plain.version != free.version


def test_options_are_anded_and_values_alternatives(made: Shop) -> None:
    for rude, places, verdict in (
        ("no", "rivers", "rejected"), ("some", "none", "rejected"), ("some", "all", "accepted"),
        ("all", "rivers", "accepted"), ("no", "all", "accepted"),
    ):  # fmt: skip
        choice = made.result("spiel", {"rude": rude, "places": places})
        assert Lexicon(choice.folder).verdict("Ulm").verdict == verdict, (rude, places)


def test_choices_share_readings_and_evidence(made: Shop) -> None:
    made.result()
    stores = {path: path.stat().st_mtime_ns for path in made.workspace.build.glob(".[re]*/*")}
    assert {path.parent.name for path in stores} == {".readings", ".evidence"}
    made.result("spiel", {"rude": "all"})
    after = {path: path.stat().st_mtime_ns for path in made.workspace.build.glob(".[re]*/*")}
    assert after == stores


@pytest.mark.parametrize(
    ("arguments", "folder"),
    [
        (["spiel"], "spiel"),
        (["spiel", "--option", "rude=no"], "spiel"),
        (["spiel", "--option", "rude=no", "--option", "places=none"], "spiel"),
        (["spiel", "--option", "rude=some"], "spiel+rude=some"),
        (["spiel", "--option", "rude=some", "--option", "rude=some"], "spiel+rude=some"),
        (["spiel", "--option", "rude=all", "--option", "places=all"], "spiel+places=all+rude=all"),
        (["spiel+rude=all+places=all"], "spiel+places=all+rude=all"),
        (["spiel+rude=all", "--option", "places=none"], "spiel+rude=all"),
        (["--all", "--option", "rude=all"], "spiel+rude=all"),
    ],
)
def test_build_names_the_folder_by_what_is_no_default(
    made: Shop, call: Call, arguments: list[str], folder: str
) -> None:
    said = call("build", "--json", *arguments)
    assert json.loads(said.out)["ruleset"] == folder
    assert [path.name for path in made.workspace.build.glob("[!.]*")] == [folder]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--option", "rude"], "the option 'rude' has no value"),
        (["--option", "ruda=all"], "no option 'ruda' in spiel (did you mean rude?)"),
        (["--option", "rude=maybe"], "cannot be 'maybe' (known are all, no, some)"),
        (["--option", "rude=all", "--option", "rude=no"], "cannot be both 'all' and 'no'"),
    ],
)
def test_a_choice_that_is_none_is_named(
    made: Shop, call: Call, arguments: list[str], says: str
) -> None:
    said = call("build", "spiel", *arguments)
    assert (said.code, said.out) == (2, "")
    assert says in said.err
    assert not list(made.workspace.build.glob("[!.]*"))


@pytest.mark.parametrize(
    "name", ["spiel+places=all+rude=all", "spiel+rude=all+places=all", "spiel+rude=no", "spiel"]
)
def test_every_command_knows_a_choice_by_its_name(made: Shop, call: Call, name: str) -> None:
    made.result()
    made.result("spiel", {"rude": "all", "places": "all"})
    free = "all" in name
    named = "spiel+places=all+rude=all" if free else "spiel"
    said = call("check", "Mist", "-r", name, "--json")
    answer = json.loads(said.out)
    assert (answer["ruleset"], answer["verdict"] == "accepted") == (named, free)
    assert answer["lexicon"] == Lexicon(made.workspace.build / named).version
    assert call("check", "Mist", "--lexicon", name).code == said.code
    made.write("gold.txt", "Mist\nUlm\nhaus\n")
    share = json.loads(call("evaluate", name, "--gold", "gold.txt", "--json").out)["recall"]
    assert share == pytest.approx(1 if free else 1 / 3)
    assert call("export", name, "-o", "words.txt").code == 0
    words = (made.root / "words.txt").read_text("utf-8").split()
    assert words == (["haus", "mist", "ulm"] if free else ["haus"])
    assert call("diff", "spiel", name).code == (1 if free else 0)
    assert call("rules", "lint", name) == (0, "", "")
    shown = call("rules", "show", name).out
    assert "Only where rude is all or some" + ("." if free else ", so not here.") in shown
    assert "Only where places is none or rivers and rude is no or some" in shown
    default = "Option rude: all, or no, some." if free else "Option rude: no (the default), or some"
    assert default in shown


def test_a_case_is_tested_where_its_rule_takes_part(made: Shop, call: Call) -> None:
    made.result()
    made.result("spiel", {"rude": "all"})
    said = call("test")
    assert said.code == 0
    assert said.out.splitlines() == [
        "spiel: 3 cases, 0 failed", "spiel+rude=all: 2 cases, 0 failed",
    ]  # fmt: skip
    told = [json.loads(line) for line in call("test", "spiel+rude=all", "--json").out.splitlines()]
    assert [(t["ruleset"], t["word"], t["rule"]) for t in told] == [
        ("spiel+rude=all", "Mist", "taken"), ("spiel+rude=all", "haus", "default"),
    ]  # fmt: skip


def test_a_choice_that_is_not_built_says_how_to_build_it(made: Shop, call: Call) -> None:
    made.result()
    said = call("check", "haus", "-r", "spiel+rude=all")
    assert said.code == 2
    assert "spiel+rude=all is not built yet (lexkit build spiel+rude=all)" in said.err
    assert call("build", "spiel+rude=all").code == 0
    assert call("check", "Mist", "-r", "spiel+rude=all").code == 0
    assert "+rude=no|some|all  +places=none|rivers|all" in call("rules", "list").out


# -- what is wrong with them ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("when: {rude: no}", "when: {ruda: no}", "no option 'ruda' (did you mean rude?)"),
        ("when: {rude: no}", "when: {rude: maybe}", "'rude' cannot be 'maybe' (known are all,"),
        ("when: {rude: no}", "when: {rude: [no, nay]}", "'rude' cannot be 'nay'"),
        ("when: {rude: no}", "when: {rude: []}", "would never take part"),
        ("when: {rude: no}", "when: rude", "'when' takes keys with values"),
        ("[no, some, all]", "[no]", "needs at least two values"),
        ("[no, some, all]", "[no, some, all, no]", "needs at least two values, each written once"),
        ("default: no,", "default: nay,", "the default 'nay' is none of the values"),
        (", says: Whether rude words count.", "", "has no 'says'"),
    ],
)
def test_a_mistake_is_named_with_its_line(made: Shop, old: str, new: str, says: str) -> None:
    path = made.root / "rules" / "spiel.yaml"
    text = path.read_text("utf-8")
    line = text[: text.index(old)].count("\n") + 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    error = made.refused()
    assert error.line in (line, line + 1)
    assert says in str(error)


def test_an_option_without_a_rule_is_found(made: Shop, vocabulary: Tagset) -> None:
    made.ruleset(rules=RULES.replace("places: [none, rivers], ", ""), more=OPTIONS)
    (remark,) = found(made, vocabulary)
    text = (made.root / "rules" / "spiel.yaml").read_text("utf-8").splitlines()
    assert text[remark[0] - 1].startswith("  places:")
    assert remark[1] == (
        "spiel has an option on which no rule depends: "
        "places (write when: {places: none} to a rule, or leave it out)"
    )


def test_a_condition_that_is_none_is_found(made: Shop, vocabulary: Tagset) -> None:
    made.ruleset(rules=RULES.replace("[none, rivers]", "[all, none, rivers]"), more=OPTIONS)
    assert [text.partition(": ")[2] for _, text in found(made, vocabulary)] == [
        "places (places; leave it out)"
    ]


def test_verdicts_that_differ_by_choice_are_no_contradiction(
    made: Shop, vocabulary: Tagset
) -> None:
    assert found(made, vocabulary) == []  # Mist is refused under one choice, accepted by others
    made.ruleset(rules=RULES.replace("when: {rude: no}", "when: {rude: [no, all]}"), more=OPTIONS)
    assert "two different verdicts: Mist" in found(made, vocabulary)[0][1]


def test_a_name_is_taken_apart() -> None:
    assert ruleset.split("spiel") == ("spiel", {})
    assert ruleset.split("a-b+x=y+z=1.0") == ("a-b", {"x": "y", "z": "1.0"})
    for name in ("spiel+", "spiel+x", "spiel++x=y", "spiel+x=y+x=z"):
        with pytest.raises(LexkitError):
            ruleset.split(name)

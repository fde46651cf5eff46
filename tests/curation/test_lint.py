"""What `lexkit curated lint` finds: mistakes, and lines that the sources have caught up with."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from lexkit.curated import COLUMNS
from lexkit.curation import mistakes
from tests.conftest import REPOSITORY, Call, Said, Shop
from tests.curation.making import row

LINE = {"decision": "accept", "reason": "so", "by": "ida", "date": "2026-01-02"}


@pytest.fixture
def game(shop: Shop) -> Shop:
    shop.table(
        "tafel",
        [
            ("Weg", "Weg", "noun"), ("Wege", "Weg", "noun"), ("Ulm", "Ulm", "toponym"),
            ("Ulms", "Ulm", "toponym"), ("ach", "ach", "interjection"), ("Rand", "Rand", "noun"),
            ("Ida", "Ida", "given-name"), ("X-Bein", "X-Bein", "noun"),
        ],
    )  # fmt: skip
    shop.words("liste", ["hausen"])
    return shop


def decided(shop: Shop, *lines: Mapping[str, str], build: bool = True) -> None:
    """The curated file with ``lines``, in its canonical form, and the game built with it."""
    full = [{"scope": "lemma", "rulesets": "*", **LINE, **line} for line in lines]
    full.sort(key=lambda line: (line["word"], line["scope"], line["rulesets"].split()))
    shop.curated(*full)
    shop.ruleset()
    if build:
        shop.build()


def found(said: Said) -> list[tuple[int, str, str]]:
    """Line, check and word of the remarks, from the JSON."""
    remarks: list[dict[str, Any]] = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == (1 if remarks else 0)
    return [(remark["line"], remark["check"], remark["word"]) for remark in remarks]


def lint(call: Call) -> list[tuple[int, str, str]]:
    return found(call("curated", "lint", "--json"))


def test_a_file_without_fault(game: Shop, call: Call) -> None:
    decided(
        game,
        {"word": "Fee", "tags": "noun"},
        {"word": "Ulm", "rulesets": "spiel"},
        {"word": "Weg", "decision": "reject", "clause": "Names of places"},
        {"word": "hausen", "decision": "tag", "tags": "interjection"},
    )
    assert call("curated", "lint") == (0, "", "")


@pytest.mark.parametrize(
    ("line", "check", "says"),
    [
        ({"rulesets": "spile"}, "unknown-ruleset", "that there is not: spile (did you mean spiel"),
        ({"tags": "nuon"}, "mistake", "unknown tag 'nuon' (did you mean noun"),
        ({"scope": "lema"}, "mistake", "scope is 'lema' (did you mean lemma"),
        ({"decision": "acept"}, "mistake", "decision is 'acept' (did you mean accept"),
        ({"decision": "tag"}, "mistake", "a tag decision without tags"),
        ({"clause": "Place names"}, "unknown-clause", "Place names"),
        ({"paradigm": "xx-nuon"}, "unknown-paradigm", "xx-nuon"),
        ({"reason": "", "by": ""}, "without-account", "reason, by (fill in"),
        ({"date": ""}, "without-account", "date (fill in"),
        ({"rulesets": "anders"}, "other-file", "does not read this file: anders"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    game: Shop, call: Call, line: Mapping[str, str], check: str, says: str
) -> None:
    game.ruleset("anders", sources=["liste"])
    decided(game, {"word": "Aal"}, {"word": "Fee", **line}, build=False)
    assert (3, check, "Fee") in lint(call)
    said = call("curated", "lint")
    (told,) = [text for text in said.out.splitlines() if says in text]
    assert told.startswith(f"{game.root}/sources/curated/xx.tsv:3: Fee (")


def test_a_word_decided_twice_and_what_cannot_be_read(game: Shop, call: Call) -> None:
    decided(game, {"word": "Fee"}, {"word": "Fee", "decision": "reject"}, build=False)
    assert lint(call) == [(3, "unreadable", "")]
    assert "xx.tsv:3: 'Fee' (lemma) is already decided on line 2" in call("curated", "lint").out
    more = [row("Fee", "reject").line(), "Gnu", row("Ulm", rulesets="spile").line()]
    path = game.root / "sources/curated/xx.tsv"
    path.write_text(path.read_text() + "".join(f"{line}\n" for line in more))
    assert [remark[:2] for remark in lint(call)] == [
        (3, "unreadable"), (4, "unreadable"), (5, "unreadable"), (6, "unknown-ruleset"),
        (6, "without-account"),
    ]  # fmt: skip
    game.write("sources/curated/xx.tsv", "<<<<<<< HEAD\n")
    assert lint(call) == [(1, "unreadable", "")]
    game.write("sources/curated/xx.tsv", "")
    assert lint(call) == [(1, "not-canonical", "")]


def test_two_lines_that_contradict_each_other_for_one_game(game: Shop, call: Call) -> None:
    decided(
        game,
        {"word": "Fee", "rulesets": "anders spiel"},
        {"word": "Fee", "rulesets": "spiel", "decision": "reject"},
        build=False,
    )
    game.ruleset("anders")
    assert lint(call) == [(3, "contradicted", "Fee")]


def test_a_file_out_of_form_and_one_that_nobody_reads(game: Shop, call: Call) -> None:
    decided(game, {"word": "Fee"}, build=False)
    path = game.root / "sources" / "curated" / "xx.tsv"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    game.write("sources/curated/yy.tsv", "\t".join(COLUMNS) + "\n")
    assert lint(call) == [(1, "not-canonical", ""), (1, "unread", "")]
    assert "is not in its canonical form: foreign line ends" in call("curated", "lint", path).out


def test_what_was_decided_and_sources_say_by_now_is_stale(game: Shop, call: Call) -> None:
    decided(
        game,
        {"word": "Fee"},
        {"word": "Ulm", "decision": "reject"},
        {"word": "Weg"},
        {"word": "ach", "decision": "tag", "tags": "interjection"},
        {"word": "hausen", "scope": "form"},
    )
    assert lint(call) == [
        (3, "says-the-same", "Ulm"), (4, "says-the-same", "Weg"), (5, "says-the-same", "ach"),
        (6, "says-the-same", "hausen"),
    ]  # fmt: skip
    (_, told, *_) = call("curated", "lint").out.splitlines()
    assert told.endswith(
        "Weg (lemma) changes nothing: the sources and the rules say the same without it: accept "
        "(take the line out)"
    )


def test_a_line_that_cites_another_clause_or_makes_another_rule_decide_is_not(
    game: Shop, call: Call
) -> None:
    decided(
        game,
        {"word": "Ida", "decision": "tag", "tags": "toponym"},
        {"word": "Ulm", "decision": "reject", "clause": "Names of persons"},
    )
    assert lint(call) == []
    decided(
        game,
        {"word": "Ida", "decision": "tag", "tags": "given-name"},
        {"word": "Ulm", "decision": "reject", "clause": "Names of places"},
    )
    assert [remark[1] for remark in lint(call)] == ["says-the-same"] * 2


def test_what_no_source_has_any_more_is_stale_unless_the_line_brings_it_in(
    game: Shop, call: Call
) -> None:
    decided(
        game,
        {"word": "Fee"},
        {"word": "Gnu", "decision": "reject"},
        {"word": "Kuh", "decision": "tag", "tags": "toponym", "scope": "form"},
        {"word": "ohm", "decision": "reject", "scope": "letters"},
    )
    assert lint(call) == [(3, "nowhere", "Gnu"), (4, "nowhere", "Kuh"), (5, "nowhere", "ohm")]


def test_a_line_for_the_game_beside_one_for_all(game: Shop, call: Call) -> None:
    decided(game, {"word": "Fee"}, {"word": "Fee", "rulesets": "spiel", "decision": "reject"})
    assert lint(call) == [(2, "outranked", "Fee")]
    game.ruleset("anders")
    game.build("anders")
    assert lint(call) == []
    decided(game, {"word": "Weg"}, {"word": "Weg", "rulesets": "spiel"})
    game.build("anders")
    assert lint(call) == [(2, "says-the-same", "Weg"), (3, "says-the-same", "Weg")]


def test_without_a_line_the_next_one_decides(game: Shop, call: Call) -> None:
    decided(
        game,
        {"word": "Weg", "decision": "reject"},
        {"word": "Weg", "decision": "reject", "scope": "form"},
        {"word": "Ulm", "decision": "accept"},
        {"word": "Ulms", "decision": "accept", "scope": "letters"},
    )
    # Wege falls by the lemma alone, so that line is needed; Weg would fall by it too.
    assert lint(call) == [(3, "says-the-same", "Ulms"), (4, "says-the-same", "Weg")]


def test_what_cannot_be_laid_needs_no_decision(game: Shop, call: Call) -> None:
    decided(game, {"word": "X-Bein"}, {"word": "km²", "scope": "form", "decision": "reject"})
    assert lint(call) == [(2, "cannot-be-laid", "X-Bein"), (3, "cannot-be-laid", "km²")]


def test_forms_that_the_line_makes_are_no_reason_to_call_it_stale(game: Shop, call: Call) -> None:
    game.write(
        "rules/paradigms/xx-noun.yaml",
        "paradigm: xx-noun\nmakes: endings\ntables:\n  - of: {all: [noun]}\n"
        "    endings: [{cell: genitive, add: s}]\n",
    )
    decided(game, {"word": "Weg", "paradigm": "xx-noun"}, {"word": "hausen", "tags": "noun"})
    game.ruleset(more="paradigms: [xx-noun]")
    game.build()
    # hausens comes of the line alone; Wegs the table makes of the list, too.
    assert lint(call) == [(2, "idle-paradigm", "Weg"), (2, "says-the-same", "Weg")]


def test_what_is_not_built_is_not_judged(game: Shop, call: Call) -> None:
    decided(game, {"word": "Weg"}, build=False)
    said = call("curated", "lint")
    assert (said.code, said.out) == (0, "")
    assert "the lines for spiel do is not known: it is not built (lexkit build spiel)" in said.err
    game.build()
    assert [remark[1] for remark in lint(call)] == ["says-the-same"]
    game.ruleset(sources=["curated-xx", "tafel"])
    said = call("curated", "lint")
    assert (said.code, said.out) == (0, "")
    assert "it was built from other sources (lexkit build spiel)" in said.err


def test_new_lines_are_judged_by_what_is_built_already(game: Shop, call: Call) -> None:
    decided(game, {"word": "Fee"}, {"word": "Ida", "decision": "reject"})
    decided(
        game,
        {"word": "Fee"},
        {"word": "Gnu", "decision": "reject"},
        {"word": "Ulm"},
        {"word": "Weg"},
        {"word": "Wege", "scope": "form"},
        {"word": "ach", "scope": "letters", "decision": "reject"},
        {"word": "hausen", "tags": "noun"},
        build=False,
    )
    assert lint(call) == [
        (3, "nowhere", "Gnu"), (5, "says-the-same", "Weg"), (6, "says-the-same", "Wege"),
        (7, "says-the-same", "ach"),
    ]  # fmt: skip
    said = call("curated", "lint")
    assert "what 1 of the lines for spiel make is not known: they are not built yet" in said.err
    game.build()
    assert len(lint(call)) == 5


def test_a_line_is_stale_only_if_it_is_in_all_its_games(game: Shop, call: Call) -> None:
    decided(game, {"word": "Ulm", "decision": "reject"})
    assert [remark[1] for remark in lint(call)] == ["says-the-same"]
    game.ruleset("orte", rules="  - {rule: x, reject: {any: [interjection]}, says: y}\n")
    said = call("curated", "lint")
    assert (said.code, said.out) == (0, "")
    game.build("orte")
    assert lint(call) == []


def test_a_lexicon_with_an_option_counts_too(game: Shop, call: Call) -> None:
    decided(game, {"word": "Ulm", "decision": "reject"}, build=False)
    game.ruleset(
        rules="  - rule: places\n    reject: {any: [toponym]}\n    says: no\n"
        "    when: {places: [no]}\n",
        more="options: {places: {values: [no, yes], default: no, says: Whether places count.}}",
    )
    game.result()
    assert [remark[1] for remark in lint(call)] == ["says-the-same"]
    game.result(choices={"places": "yes"})
    assert lint(call) == []


def test_a_heading_that_only_lines_cite_is_one(game: Shop, call: Call) -> None:
    lines = [{"word": word, "clause": "Greek letters"} for word in ("chi", "phi", "psi")]
    decided(game, *lines[:2], build=False)
    assert [remark[1] for remark in lint(call)] == ["unknown-clause"] * 2
    decided(game, *lines, build=False)
    assert lint(call) == []
    decided(game, *[{**line, "clause": "Name of places"} for line in lines], build=False)
    assert [remark[1] for remark in lint(call)] == ["unknown-clause"] * 3


def test_the_shipped_files_are_without_fault(call: Call, tmp_path: Path) -> None:
    for name in ("rules", "sources"):  # not what somebody has built there
        shutil.copytree(REPOSITORY / name, tmp_path / "copy" / name)
    assert call("--workspace", tmp_path / "copy", "curated", "format", "--check") == (0, "", "")
    said = call("--workspace", tmp_path / "copy", "curated", "lint")
    assert (said.code, said.out) == (0, "")


def test_every_check_has_a_text() -> None:
    assert all(check.__doc__ for check in mistakes.CHECKS)


def test_every_check_is_in_the_documentation() -> None:
    text = (REPOSITORY / "docs" / "cli.md").read_text("utf-8")
    for check in mistakes.CHECKS:
        assert f"`{check.__name__.replace('_', '-')}`" in text

"""The report of a build: what it counts, that it stands alone, and that it never fails a build."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lexkit import page, report, summary
from lexkit.lexicon import CHANGES, CHANGES_TEXT, FORMAT, REPORT, Lexicon
from tests.conftest import Call, Shop

VOID = {"meta", "br", "link", "img"}


class Checker(HTMLParser):
    """Elements closed in their order; what could load or run something; what belongs together."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.drawn: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert tag not in {"script", "link", "img", "iframe", "object"}
        assert not {"src", "onclick", "onload", "xlink:href"} & given.keys()
        if tag not in VOID:
            self.open.append(tag)
        if tag == "a":
            self.targets.append((given["href"] or "").removeprefix("#"))
        if tag == "svg":
            self.drawn.append(given.get("aria-label"))
        if given.get("id"):
            self.ids.append(given["id"] or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "href" not in dict(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def is_sound(text: str) -> Checker:
    """Check a page: well formed, named charts, links that lead somewhere, nothing from outside."""
    checker = Checker()
    checker.feed(text)
    checker.close()
    assert checker.open == []
    assert len(set(checker.ids)) == len(checker.ids)
    assert set(checker.targets) <= set(checker.ids)
    assert all(checker.drawn)
    outside = re.findall(r"(?:https?:)?//[\w.]+", text)
    assert {link for link in outside if "www.w3.org" not in link} == set()
    assert "url(" not in text and "@import" not in text
    assert len(text.encode()) < 300_000
    return checker


@pytest.fixture
def made(shop: Shop) -> Shop:
    shop.table(
        "tafel",
        [
            ("Käfer", "Käfer", "noun"), ("Ulm", "Ulm", "toponym"), ("Straße", "Straße", "noun"),
            ("X-Beine", "X-Bein", "noun"), ("oh", "oh", "interjection"), ("Ei", "Ei", "noun"),
        ],
    )  # fmt: skip
    shop.words("liste", ["blank", "Käfer"])
    shop.words("kennt", ["Tischfee"], more="attests: no")
    shop.ruleset()
    return shop


def folder(shop: Shop) -> Path:
    return shop.root / "build" / "spiel"


def test_the_figures_of_a_lexicon(made: Shop) -> None:
    found = summary.summarise(made.build())
    assert found.words == 4
    assert found.forms == {"accepted": 4, "rejected": 2, "unattested": 1, "unlayable": 1}
    assert found.unlayable == [("-", 1)]
    assert found.lengths == [("2", 1), ("3", 0), ("4", 0), ("5", 2), ("6", 0), ("7", 1)]
    assert dict(found.letters)["s"] == 3
    assert [letter for letter, _ in found.letters][-3:] == ["ä", "ö", "ü"]
    tafel, liste, kennt = found.sources
    assert (tafel.forms, tafel.accepted, tafel.rejected, tafel.alone) == (6, 3, 2, 5)
    assert (liste.forms, liste.accepted, liste.alone, liste.weak) == (2, 1, 1, 1)
    assert (kennt.forms, kennt.accepted, kennt.alone) == (1, 0, 1)
    assert (found.weak, found.weak_samples) == (1, [("blank", "liste")])
    rules = {(rule.verdict, rule.rule): rule for rule in found.rules}
    assert rules["rejected", "places"].samples == ["Ulm"]
    assert rules["rejected", "places"].clause == "Names of places"
    assert rules["rejected", "unlayable"].samples == ["X-Beine"]
    assert rules["unattested", ""].samples == ["Tischfee"]
    assert rules["accepted", "default"].forms == 4
    assert sum(rule.forms for rule in found.rules) == sum(found.forms.values())


def test_long_words_are_counted_together(shop: Shop) -> None:
    shop.words("liste", ["ab", "a" * 31, "a" * 40])
    lengths = summary.summarise(shop.build()).lengths
    assert lengths[0] == ("2", 1)
    assert lengths[-2:] == [("30", 0), ("over 30", 2)]


@pytest.mark.parametrize("words", [[], ["x-y"], ["z"]])
def test_a_lexicon_without_words_has_a_report(shop: Shop, call: Call, words: list[str]) -> None:
    shop.words("liste", words)
    shop.ruleset()
    assert call("build", "spiel").err == ""
    is_sound((folder(shop) / REPORT).read_text("utf-8"))


def test_each_build_writes_a_report(made: Shop, call: Call) -> None:
    said = call("build", "spiel")
    assert (said.code, said.err) == (0, "")
    text = (folder(made) / REPORT).read_text("utf-8")
    is_sound(text)
    for told in (
        "A game",
        "Names of places",
        "The list tafel",
        "Ulm",
        "There is no lexicon before",
    ):
        assert told in text
    assert not (folder(made) / CHANGES).exists()
    assert REPORT not in Lexicon(folder(made)).manifest["files"]


def test_the_charts_stand_beside_tables(made: Shop, call: Call) -> None:
    call("build", "spiel")
    text = (folder(made) / REPORT).read_text("utf-8")
    assert len(is_sound(text).drawn) == 4
    assert text.count("</figure>") == 4
    assert len(re.findall(r"</figure>\s*(?:<p>[^<]*</p>\s*)?<(?:div|details)", text)) == 4


def test_the_same_build_gives_the_same_report(made: Shop, call: Call) -> None:
    call("build", "spiel")
    first = (folder(made) / REPORT).read_bytes()
    report.write(folder(made))
    assert (folder(made) / REPORT).read_bytes() == first


def test_the_next_build_says_what_has_changed(made: Shop, call: Call) -> None:
    call("build", "spiel")
    before = Lexicon(folder(made)).version
    made.words("liste", ["neu", "Käfer"])
    assert call("build", "spiel").err == ""
    told = json.loads((folder(made) / CHANGES).read_text("utf-8"))
    assert (told["in"], told["out"]) == (["neu"], ["blank"])
    assert told["old"]["lexicon"] == before
    text = (folder(made) / CHANGES_TEXT).read_text("utf-8")
    assert "- **blank**\n  - before accepted: " in text
    assert "  - now unattested: No source knows it." in text
    shown = (folder(made) / REPORT).read_text("utf-8")
    is_sound(shown)
    assert "1 words came in and 1 went\nout" in shown
    files = Lexicon(folder(made)).manifest["files"]
    assert not {CHANGES, CHANGES_TEXT} & files.keys()


def test_a_lexicon_of_another_format_is_compared_by_its_words(made: Shop, call: Call) -> None:
    call("build", "spiel")
    manifest = folder(made) / "manifest.json"
    manifest.write_text(
        manifest.read_text("utf-8").replace(f'"format": {FORMAT}', '"format": 0', 1)
    )
    made.words("liste", ["neu"])
    assert call("build", "spiel").err == ""
    told = json.loads((folder(made) / CHANGES).read_text("utf-8"))
    assert (told["in"], told["out"], told["old"]["lexicon"]) == (["neu"], ["blank"], None)
    is_sound((folder(made) / REPORT).read_text("utf-8"))


def test_a_report_that_fails_does_not_fail_the_build(
    made: Shop, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("no ink")

    monkeypatch.setattr(summary, "summarise", fails)
    said = call("build", "spiel")
    assert said.code == 0
    assert "the report could not be written: no ink" in said.err
    assert Lexicon(folder(made)).answer("Käfer").verdict == "accepted"
    monkeypatch.undo()


def test_a_report_that_is_missing_is_written_by_the_next_build(made: Shop, call: Call) -> None:
    call("build", "spiel")
    (folder(made) / REPORT).unlink()
    version = Lexicon(folder(made)).version
    said = call("build", "spiel")
    assert "nothing has changed" in said.out
    assert (folder(made) / REPORT).is_file()
    assert Lexicon(folder(made)).version == version


def test_what_reading_left_out_is_in_the_report(made: Shop, call: Call) -> None:
    made.words("liste", ["blank", "x" * 300])
    call("build", "spiel")
    text = (folder(made) / REPORT).read_text("utf-8")
    left = text[text.index('id="left-out"') :]
    assert "liste" in left
    assert "liste.txt:2" in left


def test_what_reading_left_out_is_told_of_a_source_read_long_ago(made: Shop, call: Call) -> None:
    made.words("liste", ["blank", "x\0y", "so\u00adfern"])
    call("build", "spiel")
    made.ruleset(rules="  - {rule: none, reject: {all: [has-digit]}, says: No digits.}\n")
    told = json.loads(call("build", "spiel", "--json").out)
    assert not told["unchanged"]
    assert told["left_out"]["liste"] == {
        "a control character inside the word": 1, "invisible characters dropped": 1,
    }  # fmt: skip
    text = (folder(made) / REPORT).read_text("utf-8")
    left = text[text.index('id="left-out"') :]
    assert re.search(r"lost</td><td>a control character inside the word.*liste\.txt:2", left, re.S)
    assert re.search(r"noted</td><td>invisible characters dropped.*liste\.txt:3", left, re.S)


def test_a_store_whose_report_is_lost_is_read_again(made: Shop, call: Call) -> None:
    made.words("liste", ["blank", "x\0y"])
    call("build", "spiel")
    for path in (made.root / "build" / ".readings").glob("liste-*.json"):
        path.unlink()
    assert "a control character inside the word" in call("build", "spiel").out


def test_words_and_rules_cannot_break_out_of_the_page(shop: Shop, call: Call) -> None:
    shop.words("liste", ["haus", "<script>alert(1)</script>", "a&b"])
    rules = '  - rule: all\n    accept: {none: [noun]}\n    says: "</td><script>x()</script>"\n'
    shop.ruleset(rules=rules)
    assert call("build", "spiel").err == ""
    text = (folder(shop) / REPORT).read_text("utf-8")
    is_sound(text)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


# -- charts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [page.bars, page.columns])
@pytest.mark.parametrize(
    "counts",
    [
        [("a", 0)],
        [("a", 1)],
        [("<b> & \"c\"", 7), ("d", 0)],
        [(str(i), i * i) for i in range(100)],
        [("a", 12_345_678), ("b", 1)],
    ],
)  # fmt: skip
def test_charts_are_well_formed(draw: object, counts: list[tuple[str, int]]) -> None:
    assert callable(draw)
    text = str(draw('So "many" <words>', counts))
    checker = is_sound(text)
    assert checker.drawn == ['So "many" <words>']
    assert 'viewBox="0 0 760 ' in text
    assert "fill=" not in text


def test_a_chart_of_nothing_is_nothing() -> None:
    assert page.bars("none", []) == page.columns("none", []) == ""

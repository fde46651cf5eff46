"""Before a merge and a release, on the pages: the evidence, the lines, the words, the gate."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lexkit.lexicon import Lexicon
from lexkit.review.records import Proposal
from lexkit.workspace import Workspace
from tests.conftest import Shop, program
from tests.service.pages.browser import DESKTOP, PHONE, browser
from tests.service.pages.conftest import Page, serving, text_of
from tests.service.pages.maintaining import Desk, Person
from tests.service.pages.test_browser import fits
from tests.service.pages.test_review_browser import sign_in
from tests.service.pages.test_reviewing import is_clean


def command(root: Path, *arguments: str) -> str:
    """What `lexkit` prints at a terminal in the workspace ``root``."""
    place = () if arguments[0] == "init" else ("--workspace", str(root))
    done = subprocess.run(
        [*program(), *place, *arguments],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


class Orchard(Desk):
    """The workspace that `lexkit init` makes, served; *my-game* is its game."""

    @property
    def root(self) -> Path:
        return self.site.shop.root

    def lexkit(self, *arguments: str) -> str:
        """What `lexkit` prints at a terminal there."""
        return command(self.root, *arguments)

    def build(self) -> None:
        """Build the game anew, and wait until the service has seen it."""
        self.lexkit("build", "my-game")
        version = Lexicon(self.root / "build" / "my-game").version
        until = time.monotonic() + 20
        while version not in self.site.get("/my-game").text:
            assert time.monotonic() < until
            time.sleep(0.1)

    def looks(self) -> list[dict[str, Any]]:
        """What has been looked at, by the log."""
        return [each for each in self.site.service.events() if each["event"] == "looked"]

    def proposed(self, word: str, **fields: str) -> Proposal:
        told = {"game": "my-game", "reason": "in every orchard", **fields}
        (found,) = self.propose(word, **told)
        return found


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Orchard]:
    root = tmp_path_factory.mktemp("merging") / "orchard"
    command(root, "init", str(root))
    rules = root / "rules" / "my-game.yaml"
    sources = "sources: [my-decisions, my-words]\n"
    text = rules.read_text("utf-8").replace(sources, f"{sources}paradigms: [en-noun]\n")
    rules.write_text(text, "utf-8")
    command(root, "build", "my-game")
    shop = Shop(root)
    # The database that commands find in the workspace, too.
    with serving(shop, proposals_per_hour=1_000, proxies="127.0.0.1") as site:
        yield Orchard.of(site, Workspace(root).database)


@pytest.fixture(scope="module")
def ida(orchard: Orchard) -> Person:
    return orchard.person("ida")


def test_the_database_is_the_one_of_the_commands(orchard: Orchard, ida: Person) -> None:
    found = orchard.proposed("quince")
    assert f"{found.number}  open" in orchard.lexkit("review", "--list")
    assert ida.get(f"/review/{found.number}").status == 200


def looked(person: Person, address: str) -> Page:
    """The page when what it looks at is done."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        page = person.get(address)
        if not page.found("//*[@data-again]"):
            return page
        assert page.status == 200
        assert is_clean(page)
        time.sleep(0.2)
    raise AssertionError(page.main)


def parted(page: Page) -> str:
    """The text of a page, with a blank where an element begins or ends."""
    (main,) = page.found("//main")
    return " ".join(" ".join(map(str, main.itertext())).split())


def test_the_page_has_the_evidence_of_the_terminal(orchard: Orchard, ida: Person) -> None:
    ida.decide(orchard.proposed("apples"), "reject", ("reason", "it is made of apple"))
    orchard.proposed("apple", action="remove")
    told = ("--reason", "r", "--by", "tom", "--tags", "noun")
    orchard.lexkit("propose", "pear", "-r", "my-game", *told)
    for proposal in orchard.store.queue():
        told = json.loads(orchard.lexkit("review", str(proposal.number), "--json"))
        page = parted(ida.get(f"/review/{proposal.number}"))
        evidence = told["evidence"]
        for reading in evidence["readings"]:
            assert {reading["form"], reading["source"], reading["place"]} <= set(page.split())
        for word in evidence["near"]:
            assert word in page
        for made in (each for forms in evidence["forms"].values() for each in forms):
            assert made["form"] in page
        for earlier in evidence["earlier"]:
            assert earlier["ruling"]["reason"] in page
        for line in evidence["curated"]:
            assert {line["word"], line["by"], line["place"]} <= {*page.split(), line["by"]}
        for event in told["history"]:
            assert event["by"] in page
    assert any(evidence["forms"].values())


def test_a_merge_is_looked_at_and_not_made(orchard: Orchard, ida: Person) -> None:
    file = orchard.root / "sources" / "curated" / "en.tsv"
    before = file.read_bytes()
    assert "Nothing waits to be merged." in ida.get("/merge").main
    added, removed = orchard.proposed("medlar"), orchard.proposed("banana", action="remove")
    line = (("lemma", "medlar"), ("scope", "lemma"), ("tags", "noun"), ("paradigm", ""))
    ida.decide(added, "accept", ("reason", "a fruit <b>"), ("clause", ""), *line)
    ida.decide(removed, "accept", ("reason", "grows elsewhere"))
    page = ida.get("/merge")
    assert is_clean(page)
    assert "2 proposals would be merged." in page.main
    assert "sources/curated/en.tsv" in page.main
    assert "medlar (lemma) accept noun" in page.words("//ins")
    assert "a fruit <b>" in page.words("//ins")
    # Those are the lines that the command would write.
    told = json.loads(orchard.lexkit("merge", "--dry-run", "--json", "--offline"))
    new = [row["word"] for change in told["changes"] for row in change["new"]]
    assert all(word in page.words("//ins") for word in new)
    assert len(page.found("//ins")) == len(new)
    assert ida.post("/merge").status == 303
    page = looked(ida, "/merge")
    assert is_clean(page)
    words = {word for each in told["preview"] for way in ("in", "out") for word in each[way]}
    assert {"medlar", "medlars", "banana"} <= words
    assert words <= set(parted(page).replace(",", " ").split())
    assert f"/review/{added.number}" in page.links("//main//a")
    assert file.read_bytes() == before
    assert orchard.store.get(added.number).state == "accepted"
    # Once more is decided, the preview is of before, and says so.
    more = orchard.proposed("sloe")
    ida.decide(more, "accept", ("reason", "a fruit"))
    assert "Something has changed since." in ida.get("/merge").main


def test_a_file_that_has_to_be_mended_is_named(orchard: Orchard, ida: Person) -> None:
    file = orchard.root / "sources" / "curated" / "en.tsv"
    before = file.read_bytes()
    file.write_bytes(before + b"x\ty\n")
    try:
        page = ida.get("/merge")
        assert page.status == 200
        assert "has to be mended" in page.main
        assert "en.tsv" in page.main
        # Nothing can be compared before; who tries all the same is told why.
        assert not page.found("//main//button")
        seen = len(orchard.looks())
        assert ida.post("/merge", token=ida.token("/account")).status == 303
        while len(orchard.looks()) == seen:
            time.sleep(0.2)
    finally:
        file.write_bytes(before)
    assert "It did not work:" in looked(ida, "/merge").main


def test_one_look_is_taken_at_a_time(orchard: Orchard, ida: Person) -> None:
    seen = len(orchard.looks())
    for _ in range(5):
        assert ida.post("/merge", token=ida.token("/account")).status == 303
    looked(ida, "/merge")
    assert 1 <= len(orchard.looks()) - seen < 5


def test_the_gate_says_on_a_page_what_it_says_at_the_terminal(
    orchard: Orchard, ida: Person
) -> None:
    page = ida.get("/release/my-game")
    assert page.status == 200
    assert "Nothing stands" not in page.main
    assert ida.post("/release/my-game").status == 303
    page = looked(ida, "/release/my-game")
    assert "Nothing stands in the way." in page.main
    assert "It would be the first release." in page.main
    assert is_clean(page)
    orchard.lexkit("release", "my-game", "--name", "1")
    rules = orchard.root / "rules" / "my-game.yaml"
    before = rules.read_text("utf-8")
    try:
        rules.write_text(before.replace("min_letters: 2", "min_letters: 6"), "utf-8")
        orchard.build()
        assert "Something has changed since." in ida.get("/release/my-game").main
        assert ida.post("/release/my-game").status == 303
        page = looked(ida, "/release/my-game")
        told = json.loads(orchard.lexkit("release", "my-game", "--check", "--json"))
        assert told["problems"]
        assert "Something stands in the way." in page.main
        for problem in told["problems"]:
            assert problem in page.main
        for failing in told["cases"]["failing"]:
            assert failing["word"] in page.main
        assert is_clean(page)
        assert not (orchard.root / "releases" / "my-game@2").exists()
    finally:
        rules.write_text(before, "utf-8")
        orchard.build()


def test_the_page_shows_by_itself_what_is_found(orchard: Orchard, ida: Person) -> None:
    ida.decide(orchard.proposed("damson"), "accept", ("reason", "a fruit"))
    orchard.proposed("sorb")
    with browser("en") as found:
        sign_in(found, orchard, "/merge")
        for address, done in (("/merge", "h3"), ("/release/my-game", "article.answer")):
            found.get(orchard.site.origin + address)
            found.one("main form button").click()
            found.until(f"main:not(:has([data-again])) {done}")
            for dark in (False, True):
                for size in (PHONE, DESKTOP):
                    found.look(size, dark=dark)
                    assert fits(found)
                    assert found.barriers() == []
        # Many, and what became of them.
        found.get(f"{orchard.site.origin}/review?letters=sorb")
        found.one("input[name=number]").click()
        found.one("#reason").send_keys("a fruit")
        found.one("button[value=accept]").click()
        found.until("main .lead[role=status]")
        for dark in (False, True):
            found.look(PHONE, dark=dark)
            assert found.barriers() == []
        assert found.complaints() == []


def test_the_report_is_a_page_that_can_do_nothing(orchard: Orchard, ida: Person) -> None:
    page = ida.get("/report/my-game")
    assert page.status == 200
    assert page.text == (orchard.root / "build/my-game/report.html").read_text("utf-8")
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; sandbox;")
    assert "script" not in policy
    assert page.headers["cache-control"] == "no-store"


def test_the_lines_are_those_of_the_merge_when_lines_give_way(
    orchard: Orchard, ida: Person
) -> None:
    """A word that counts by a line alone: to remove it takes the line out, and writes none."""
    ida.decide(orchard.proposed("rowan"), "accept", ("reason", "a fruit"))
    orchard.lexkit("merge", "--yes", "--offline", "--by", "ida")
    orchard.build()
    assert "Nothing waits to be merged." in ida.get("/merge").main
    for word in ("rowan", "apple"):
        found = orchard.store.queue()
        proposal = next((each for each in found if each.word == word), None)
        if proposal is None:
            proposal = orchard.proposed(word, action="remove")
        ida.decide(proposal, "accept", ("reason", "no fruit of ours"))
    page = ida.get("/merge")
    told = json.loads(orchard.lexkit("merge", "--dry-run", "--json", "--offline"))
    old = [row["word"] for change in told["changes"] for row in change["old"]]
    new = [row["word"] for change in told["changes"] for row in change["new"]]
    assert (old, new) == (["rowan"], ["apple"])
    lines = {way: page.found(f"//main//ul[@class='diff']//{way}") for way in ("del", "ins")}
    assert [text_of(each).split()[1] for each in lines["del"]] == old
    assert [text_of(each).split()[1] for each in lines["ins"]] == new

"""The languages of the pages: which one is spoken, and that none has gaps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from string import Formatter

import pytest
from babel import Locale

from lexkit import ruleset
from lexkit.service.pages import language
from lexkit.service.pages.language import Language, accepted
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests.conftest import REPOSITORY, Shop
from tests.service.pages.conftest import Site

LANGUAGES = language.load(Workspace(None))


def spoken(site: Site, address: str, wanted: str, cookie: str = "") -> str | None:
    found: str | None = site.get(address, wanted, cookie=cookie).tree.get("lang")
    return found


@pytest.mark.parametrize(
    ("wanted", "tag"),
    [
        ("de", "de"), ("de-AT", "de"), ("DE-ch", "de"), ("nl-BE,nl;q=0.9,en;q=0.5", "nl"),
        ("fr,nl;q=0.2,de;q=0.7", "de"), ("en-GB", "en"), ("fr", "en"), ("de;q=0,nl", "nl"),
        ("*", "en"), ("de;q=x,nl", "nl"), (";;,,", "en"), ("x" * 5000, "en"),
    ],
)  # fmt: skip
def test_the_browser_is_answered_in_a_language_it_asks_for(
    site: Site, wanted: str, tag: str
) -> None:
    assert spoken(site, "/", wanted) == tag


def test_who_asks_for_no_language_gets_that_of_the_game(site: Site) -> None:
    assert spoken(site, "/spiel/Haus", "") == "de"
    assert spoken(site, "/", "") == "en"


def test_a_link_changes_the_language_and_leads_back(site: Site) -> None:
    page = site.get("/spiel/Stra%C3%9Fe?a=b%26c", "de")
    link = next(link for link in page.links("//footer//a") if link.startswith("/language/nl"))
    changed = site.get(link)
    assert (changed.status, changed.headers["location"]) == (303, "/spiel/Stra%C3%9Fe?a=b%26c")
    cookie = changed.headers["set-cookie"]
    assert "samesite=lax" in cookie.lower()
    assert "httponly" in cookie.lower()
    assert spoken(site, "/", "de", cookie.partition(";")[0]) == "nl"
    assert spoken(site, "/", "de", "lexkit-language=xx") == "de"
    assert page.headers["vary"].startswith("Accept-Language, Cookie")


def test_the_languages_of_a_browser_are_read_by_their_weights() -> None:
    assert accepted("nl;q=0.5, de, en;q=0.7") == ["de", "en", "nl"]
    assert accepted("de;q=0, <script>, en") == ["en"]
    assert accepted("") == []


def fields(text: str | Mapping[str, str]) -> set[str]:
    """The places in a text where something is put in."""
    texts = [text] if isinstance(text, str) else list(text.values())
    return {name for each in texts for _, name, _, _ in Formatter().parse(each) if name}


@pytest.mark.parametrize("spoken", LANGUAGES.all.values(), ids=lambda each: each.tag)
def test_every_language_says_everything(spoken: Language, vocabulary: Tagset) -> None:
    model = LANGUAGES.fallback
    assert set(spoken.texts) == set(model.texts)
    for key, text in spoken.texts.items():
        assert fields(text) == fields(model.texts[key]), key
        if not isinstance(text, str):
            rule = Locale.parse(spoken.tag).plural_form
            assert rule.tags | {"other"} == set(text), key
    tags = set(vocabulary.names) - set(vocabulary.shapes)
    assert set(spoken.tags) == tags
    assert spoken.direction in ("ltr", "rtl")


def test_templates_and_code_name_only_texts_that_there_are() -> None:
    service = REPOSITORY / "lexkit" / "service"
    files = [*(service / "templates").glob("*.html"), *(service / "pages").glob("*.py")]
    known = LANGUAGES.fallback.texts
    for path in files:
        text = path.read_text("utf-8")
        for key in re.findall(r"""(?:\bt|\.text)\("([\w.-]+)"[,)]""", text):
            assert key in known, (path.name, key)
        for begin in re.findall(r"""\bt\("([\w.-]+)" ~""", text):
            assert any(key.startswith(begin) for key in known), (path.name, begin)


def sentences(path: Path, tags: Tagset) -> set[str]:
    """What a ruleset says to players."""
    told = ruleset.load(path, tags)
    rules = (clause.rule.says for clause in told.clauses)
    options = (option.says for option in told.options.values())
    said = (told.title, told.reference, *rules, *options, *told.assumptions)
    return {each for each in said if each}


def test_what_the_shipped_rulesets_say_is_translated_whole(vocabulary: Tagset) -> None:
    paths = Workspace(None).rulesets.values()
    said = set[str]().union(*(sentences(path, vocabulary) for path in paths))
    for each in LANGUAGES.all.values():
        if not each.is_fallback:
            # What no ruleset says any more is to be taken out.
            assert set(each.sentences) == said, each.tag


def test_a_workspace_translates_what_its_own_rulesets_say(shop: Shop) -> None:
    shop.write("rules/translations/nl.yaml", "sentences: {A game of mine: Een eigen spel}\n")
    shop.write("rules/translations/de.yaml", "sentences: [no mapping]\n")
    found = language.load(shop.workspace).all
    assert found["nl"].sentence("A game of mine") == "Een eigen spel"
    assert found["nl"].sentence("Wordox, Dutch") == "Wordox, Nederlands"
    # The mistake is logged, and the pages are there.
    assert found["de"].sentence("Wordox, Dutch") == "Wordox, Niederländisch"


def test_texts_escape_what_is_put_in() -> None:
    told = LANGUAGES.fallback.text("word.title-accepted", word="<b>", game="{game}")
    assert told == "&lt;b&gt; counts in {game}"


def test_numbers_and_their_forms_are_those_of_the_language() -> None:
    assert LANGUAGES.all["de"].text("words", count=1_548_454) == "1.548.454 Wörter"
    assert LANGUAGES.all["nl"].text("words", count=1) == "1 woord"

"""A service with games to look words up in, in a process of its own, asked over the network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import urlencode

import pytest
from lxml import etree

from tests.conftest import Shop
from tests.postgresql import Server
from tests.service.running import Service

if TYPE_CHECKING:
    from tests.service.pages.maintaining import Desk

#: (form, lemma, tags) of the game; *ging* is how a spelling dictionary files forms of *gehen*.
ROWS = [
    ("Haus", "Haus", "noun"),
    ("Häuser", "Haus", "noun"),
    ("gehen", "gehen", "verb"),
    ("gingst", "gehen", "verb"),
    ("gingst", "ging", ""),
    ("Linz", "Linz", "toponym"),
    ("Graz", "Graz", "toponym"),
    ("Essen", "Essen", "noun"),
    ("Essen", "Essen", "toponym"),
    ("oh", "oh", "interjection"),
    ("Straße", "Straße", "noun"),
    ("X-Beine", "X-Beine", "noun"),
    ("km/u", "km/u", "symbol"),
    ("rules", "rule", "noun"),
    ("changes", "change", "noun"),
    ("Bäume", "Baum", "noun"),
]

RULES = """\
  - rule: places
    reject: {any: [toponym]}
    says: A place is a name, not a word.
    clause: Geografische Namen
    cases: {rejected: [Linz], accepted: [Essen]}
  - rule: exclamations
    reject: {any: [interjection]}
    says: An exclamation is no word of this game alone.
    clause: Interjektionen
    cases: {rejected: [oh]}
"""

GAME = """\
game:
  tiles: {h: 4, a: 5, u: 6, s: 7}
  points: {h: 2, a: 1, u: 1, s: 1}
  blanks: 2
  rack: 7
  wild: {sign: "?", share: 0.5}
cases: {accepted: [Haus], unattested: [Tischfee]}
"""

SPELLING = """\
  alphabet: abcdefghijklmnopqrstuvwxyzäöü
  folds: {ß: ss, ﬁ: fi}
  hints: {ae: ä, oe: ö, ue: ü}
"""


def text_of(element: etree._Element) -> str:
    """The text in ``element``, blanks drawn together."""
    return " ".join("".join(map(str, element.itertext())).split())


class Page(NamedTuple):
    """What came back: the status, the headers (names in small letters) and the text."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def tree(self) -> etree._Element:
        return etree.fromstring(self.text, etree.HTMLParser(encoding="utf-8"))

    @property
    def main(self) -> str:
        """The text of the page itself."""
        return self.words("//main")

    def words(self, path: str) -> str:
        """The text of what is at ``path``."""
        return " ".join(map(text_of, self.found(path)))

    def found(self, path: str) -> list[etree._Element]:
        """The elements at ``path`` (XPath)."""
        return cast(list[etree._Element], self.tree.xpath(path))

    @property
    def token(self) -> str:
        """The token of the form on the page."""
        (field,) = self.found("//input[@name='token']")
        return field.get("value", "")

    def links(self, path: str = "//a") -> list[str]:
        """Where the links at ``path`` lead."""
        return [each.get("href", "") for each in self.found(path)]


@dataclass
class Site:
    """A running service. Addresses are sent as they are given, and no redirect is followed."""

    service: Service
    shop: Shop

    def get(self, address: str, language: str = "de", **headers: str) -> Page:
        return self.ask("GET", address, headers={"accept-language": language, **headers})

    def post(self, address: str, fields: list[tuple[str, str]], headers: Mapping[str, str]) -> Page:
        told = {"content-type": "application/x-www-form-urlencoded", "accept-language": "en"}
        return self.ask("POST", address, urlencode(fields).encode(), {**told, **headers})

    def ask(
        self, method: str, address: str, body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page:  # fmt: skip
        found = self.service.ask(address, method, body, headers=headers)
        return Page(found.status, found.headers, found.text)

    @property
    def origin(self) -> str:
        return self.service.url

    def form(self, **query: str) -> tuple[str, str]:
        """A visitor's cookie and the token of the form that they see."""
        page = self.get(f"/propose?{urlencode(query)}")
        return page.headers["set-cookie"].partition(";")[0], page.token

    def propose(self, *fields: tuple[str, str], **headers: str) -> Page:
        """Send the form as somebody does who has just opened it."""
        cookie, token = self.form()
        sent = {name: value for name, value in fields if name != "game"}
        games = [field for field in fields if field[0] == "game"] or [("game", "spiel")]
        filled = {"action": "add", "reason": "it is a word", **sent}
        return self.post(
            "/propose",
            [("token", token), *games, *filled.items()],
            {"cookie": cookie, "origin": self.origin, **headers},
        )


def a_shop(root: Path) -> Shop:
    """A workspace without rulesets."""
    (root / "rules").mkdir(parents=True)
    (root / "sources").mkdir()
    return Shop(root)


def a_game(shop: Shop, name: str = "spiel", title: str = "Wordox, German") -> None:
    """The game of these tests, built; its title is one that is translated."""
    shop.table("tafel", ROWS)
    shop.write(
        f"rules/{name}.yaml",
        f"ruleset: {name}\ntitle: {title}\nlanguage: de\nspelling:\n{SPELLING}"
        f"sources: [tafel]\nrules:\n{RULES}{GAME}",
    )
    shop.result(name)


@contextmanager
def serving(shop: Shop, database: str | None = None, **settings: Any) -> Iterator[Site]:
    """`lexkit serve` in the workspace, until it is no longer needed."""
    running = Service(shop.root, database, **settings)
    try:
        yield Site(running, shop)
    finally:
        running.stop()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A service with the game `spiel`, and one that is called like a page."""
    shop = a_shop(tmp_path_factory.mktemp("site"))
    a_game(shop)
    a_game(shop, "about", "Het Woordspel")
    with serving(shop, proposals_per_hour=10_000) as found:
        yield found


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def desk(
    request: pytest.FixtureRequest, site: Site, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Desk]:
    """The games of `site`, with proposals and accounts of their own in either database."""
    from tests.service.pages.maintaining import Desk  # which needs what is here

    database = f"sqlite:///{tmp_path_factory.mktemp('desk')}/review.sqlite"
    if request.param == "postgresql":
        running: Server = request.getfixturevalue("server")
        name = f"desk_{request.module.__name__.rpartition('.')[2]}"
        running.sql(f"CREATE SCHEMA {name}")
        database = f"{running.url()}?options=-csearch_path%3D{name}"
    # Whoever asks has an address of their own: signing in is counted by address.
    with serving(site.shop, database, proposals_per_hour=10_000, proxies="127.0.0.1") as found:
        yield Desk.of(found, database)

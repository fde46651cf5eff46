"""Somebody who is signed in on the pages, as a browser would be: with a cookie, by forms."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from lexkit.access.accounts import Accounts
from lexkit.access.roles import Role
from lexkit.review.records import Proposal
from lexkit.review.store import Store
from tests.service.pages.conftest import Page, Site

PASSWORD = "drei Nüsse im Keller"

COOKIE = "__Host-lexkit-session"


@dataclass(frozen=True)
class Desk:
    """A site with the store of its proposals, and accounts for *max* and *ida*."""

    site: Site
    store: Store

    @classmethod
    def of(cls, site: Site, database: str | Path) -> Self:
        """The desk of a site whose proposals are in ``database``."""
        store = Store.open(database)
        accounts = Accounts(store.database)
        for name in ("max", "ida"):
            accounts.create(name, Role.MAINTAINER, PASSWORD, "test")
        return cls(site, store)

    def person(self, name: str = "max") -> Person:
        """Somebody who has just signed in."""
        found = Person(self.site)
        assert found.sign_in(name).status == 303
        return found

    def propose(self, *words: str, **fields: str) -> list[Proposal]:
        """Propose words as players do on the pages; the proposals, in their order."""
        found = []
        for word in words:
            page = self.site.propose(("word", word), *fields.items())
            assert page.status == 303, page.main
            number = page.headers["location"].partition("?")[0].rpartition("/")[2]
            found.append(self.store.get(int(number)))
        return found


_ADDRESSES = iter(f"10.0.{n // 250}.{n % 250 + 1}" for n in range(60_000))


@dataclass
class Person:
    """Somebody at a browser. ``cookies`` are those that it holds by now.

    Each is at an address of their own, as signing in is counted by address.
    """

    site: Site
    cookies: dict[str, str] = field(default_factory=dict)
    language: str = "en"
    address: str = field(default_factory=lambda: next(_ADDRESSES))

    def get(self, address: str, **headers: str) -> Page:
        return self._kept(self.site.get(address, self.language, **self._sent(), **headers))

    def post(
        self, address: str, *fields: tuple[str, str], token: str | None = None, **headers: str
    ) -> Page:
        """Send a form with the token that the page at ``address`` shows, or another ``token``."""
        if token is None:
            token = self.token(address)
        told = {"origin": self.site.origin, **self._sent(), **headers}
        return self._kept(self.site.post(address, [("token", token), *fields], told))

    def token(self, address: str) -> str:
        """The token of the forms at an address."""
        found = self.get(address).found("//input[@name='token']")
        return found[0].get("value", "") if found else ""

    def sign_in(self, name: str, password: str = PASSWORD, to: str = "", **headers: str) -> Page:
        token = self.token("/sign-in")
        fields = (("name", name), ("password", password), ("to", to))
        return self.post("/sign-in", *fields, token=token, **headers)

    def decide(self, proposal: Proposal, deed: str, *fields: tuple[str, str]) -> Page:
        """Decide on a proposal as it was when it was looked at."""
        address = f"/review/{proposal.number}"
        return self.post(address, ("do", deed), ("seen", str(proposal.version)), *fields)

    def _sent(self) -> dict[str, str]:
        told = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"x-forwarded-for": self.address, **({"cookie": told} if told else {})}

    def _kept(self, page: Page) -> Page:
        if cookie := page.headers.get("set-cookie"):
            pair, *rest = cookie.split("; ")
            name, _, value = pair.partition("=")
            if "Max-Age=0" in rest:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return page

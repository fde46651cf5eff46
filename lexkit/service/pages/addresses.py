"""The addresses of the pages.

A word is found at ``/RULESET/WORD``. Whatever stands there is a word, *rules* and *changes* too, so
no page of a game may; and a ruleset that is called like a page is found below ``/games``.
"""

from __future__ import annotations

from urllib.parse import quote, urlencode

#: The first segments that are pages of the service; `tests/service/pages` holds them against the
#: routes.
TAKEN = frozenset({
    "about", "account", "all", "assets", "changes", "games", "healthz", "language", "merge",
    "metrics", "proposals", "propose", "release", "report", "review", "rules", "sign-in",
    "sign-out", "v1",
})  # fmt: skip

#: The word in every game.
ALL = "all"

#: Where one's own account is, where one signs out, and what a merge would write.
ACCOUNT, SIGN_OUT, MERGE = "/account", "/sign-out", "/merge"


def game(ruleset: str) -> str:
    """The page of a game."""
    return f"/games/{_segment(ruleset)}" if ruleset in TAKEN else f"/{_segment(ruleset)}"


def word(ruleset: str, text: str) -> str:
    """The answer of a game to a word."""
    return f"{game(ruleset)}/{_segment(text)}"


def everywhere(text: str) -> str:
    """The answers of all games to a word."""
    return f"/{ALL}/{_segment(text)}"


def json(ruleset: str, text: str) -> str:
    """The answer of a game to a word, for programs."""
    return f"/v1/rulesets/{_segment(ruleset)}/words/{_segment(text)}"


def rules(ruleset: str) -> str:
    """The rules of a game in full."""
    return f"/rules/{_segment(ruleset)}"


def changes(ruleset: str, **query: object) -> str:
    """What came and went with the newest lexicon of a game, or with a release."""
    return f"/changes/{_segment(ruleset)}{_query(query)}"


def propose(**query: object) -> str:
    """The form to propose a word, filled in."""
    return f"/propose{_query(query)}"


def proposal(number: int) -> str:
    """What became of a proposal."""
    return f"/proposals/{number}"


def sign_in(to: str = "") -> str:
    """Where one signs in, to be led to ``to`` then."""
    return f"/sign-in{_query({'to': to})}"


def queue(**query: object) -> str:
    """The queue of proposals."""
    return f"/review{_query(query)}"


def review(number: int, **query: object) -> str:
    """All about a proposal, and the decision on it; ``query`` is that of the queue it is in."""
    return f"/review/{number}{_query(query)}"


def release(ruleset: str) -> str:
    """What stands in the way of a release of a lexicon."""
    return f"/release/{_segment(ruleset)}"


def report(ruleset: str) -> str:
    """The report of the build of a lexicon."""
    return f"/report/{_segment(ruleset)}"


def language(tag: str, here: str) -> str:
    """What changes the language of the pages, and leads back to ``here``."""
    return f"/language/{_segment(tag)}{_query({'to': here})}"


def names_a_page(text: str) -> bool:
    """Whether a word can be a segment of an address: a browser takes dots alone for folders."""
    return bool(text.strip("."))


def local(address: str) -> str:
    """``address`` if it is one of this service, else that of the first page.

    A browser takes ``//example.org`` and ``/\\example.org`` for other hosts, and leaves out tabs
    and line breaks before it looks.
    """
    fits = address.startswith("/") and address.isascii() and address.isprintable()
    elsewhere = address.startswith("//") or "\\" in address
    return address if fits and not elsewhere else "/"


def _segment(text: str) -> str:
    return quote(text, safe="")


def _query(query: dict[str, object]) -> str:
    told = {key: value for key, value in query.items() if value not in (None, "")}
    return f"?{urlencode(told)}" if told else ""

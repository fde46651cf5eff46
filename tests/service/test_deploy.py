"""docs/deploy.md, with two copies on one PostgreSQL behind nginx as its files set them up."""

from __future__ import annotations

import itertools
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import Shop
from tests.postgresql import Server
from tests.service.balancing import Balancer
from tests.service.running import Reply, Service
from tests.service.test_reload import until

_NAMES = (f"deployed_{number}" for number in itertools.count())


class Site:
    """Two copies of the service and nginx before them."""

    def __init__(self, root: Path, database: str, folder: Path) -> None:
        self._root, self._database = root, database
        self.copies = [self._copy(), self._copy()]
        self.nginx = Balancer(folder, [copy.port for copy in self.copies])

    def _copy(self, port: int | None = None) -> Service:
        return Service(self._root, self._database, port=port, proxies="127.0.0.1",
                       access_log="true", searches_per_minute=100_000,
                       proposals_per_hour=6)  # fmt: skip

    def replace(self, number: int) -> None:
        """Put a new copy in the place of one, which is stopped if it runs."""
        self.copies[number].stop()
        self.copies[number] = self._copy(self.copies[number].port)

    def stop(self) -> None:
        self.nginx.stop()
        for copy in self.copies:
            copy.stop()


@pytest.fixture(scope="module")
def database(server: Server) -> str:
    """The address of an empty database."""
    name = next(_NAMES)
    server.sql(f"CREATE DATABASE {name}")
    return server.url(name)


@pytest.fixture(scope="module")
def site(
    workspace: Shop, database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    running = Site(workspace.root, database, tmp_path_factory.mktemp("nginx"))
    yield running
    running.stop()


def propose(word: str, ask: Callable[..., Reply], client: str | None = None) -> Reply:
    """Propose a word; ``client`` is the address that is named in X-Forwarded-For."""
    told = {"word": word, "rulesets": ["spiel"], "reason": "in every game", "by": "anna"}
    headers = {} if client is None else {"X-Forwarded-For": client}
    return ask("/v1/proposals", "POST", told, headers=headers)


class Steady:
    """Clients that look words up all the time, one and several; what went wrong."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._end = threading.Event()
        self.failed: list[str] = []
        self.count = 0
        self._threads = [threading.Thread(target=self._ask) for _ in range(3)]
        for thread in self._threads:
            thread.start()

    def _ask(self) -> None:
        ask = self._site.nginx.ask
        while not self._end.wait(0.02):
            try:
                one = ask("/v1/rulesets/spiel/words/Stra%C3%9Fe")
                many = ask("/v1/rulesets/spiel/check", "POST", {"words": ["ab", "ort"]})
                right = '"verdict":"accepted"' in one.text and '"accepted":true' in many.text
                if not right:
                    self.failed.append(f"{one.status} {one.text} {many.status} {many.text}")
                self.count += 2
            except Exception as error:
                self.failed.append(repr(error))

    def end(self) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join()


def test_one_copy_after_the_other_is_replaced_and_no_lookup_fails(site: Site) -> None:
    steady = Steady(site)
    for number in (0, 1, 0):
        site.replace(number)
        time.sleep(0.3)
    steady.end()
    assert steady.failed == []
    assert steady.count > 100


def test_a_copy_that_is_killed_loses_no_lookup(site: Site) -> None:
    steady = Steady(site)
    time.sleep(1)
    site.copies[0].kill()
    time.sleep(1)
    site.replace(0)
    time.sleep(1)
    steady.end()
    assert steady.failed == []
    assert steady.count > 50


WORDS = [
    "km%2Fu", "km%2fu", "100%2525", "100%25", "G%C3%BCter", "G%FCter", "Ka%CC%88fer", "%2E%2E",
    "..", ".", "a%20b", "a+b", "%2B", "%00", "a%3Fb", "a%23b", "a;b", "a:b", "a\\b", "%5C", "",
    "ab/", "/ab", "ab//", "%E2%80%AEab", "a" * 3000, "%61b", "~ab", "a%0Ab", "'ab'",
    "..%2F..%2Fab",
]  # fmt: skip


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word[:20] or "nothing")
def test_an_address_comes_out_as_without_nginx(site: Site, word: str) -> None:
    for path in (f"/v1/rulesets/spiel/words/{word}", f"/v1/rulesets/{word}",
                 f"/v1/rulesets/spiel/search?near={word.replace('#', '')}"):  # fmt: skip
        there, here = site.nginx.ask(path), site.copies[0].ask(path)
        assert there.status == here.status, (path, there.text, here.text)
        if here.status != 200:
            # What is no address at all nginx refuses itself, in other words.
            assert there.problem(here.status)["title"] == here.problem(here.status)["title"]
        else:
            assert there.body == here.body
            assert there.headers.get("etag") == here.headers.get("etag")


@pytest.mark.parametrize("word", ["%", "100%", "%zz", "../../../../../../etc/passwd"])
def test_what_nginx_takes_for_no_address(site: Site, word: str) -> None:
    """lexkit alone takes a % that encodes nothing for itself."""
    reply = site.nginx.ask(f"/v1/rulesets/spiel/words/{word}")
    assert reply.problem(400)["detail"] == "the request cannot be read"


def test_what_was_proposed_to_one_copy_is_seen_by_the_other(site: Site) -> None:
    one, other = site.copies
    taken = propose("Tischfee", one.ask, "203.0.113.1")
    assert taken.status == 201
    number = taken.json["proposal"]
    assert other.ask(f"/v1/proposals/{number}").json["word"] == "Tischfee"
    again = propose("tischfee", other.ask, "203.0.113.2").json["replies"][0]
    assert (again["outcome"], again["proposal"]) == ("already-proposed", number)
    seen = {site.nginx.ask(f"/v1/proposals/{number}").body for _ in range(6)}
    assert seen == {one.ask(f"/v1/proposals/{number}").body}


def test_limits_count_by_the_true_client(site: Site) -> None:
    # Through nginx all of us ask from 127.0.0.1; for others we ask the copies as nginx does.
    statuses = [propose(f"wort{'x' * n}", site.nginx.ask).status for n in range(8)]
    assert statuses == [201] * 6 + [429] * 2
    assert propose("spater", site.copies[0].ask, "127.0.0.1").status == 429
    assert propose("spater", site.copies[1].ask, "198.51.100.7").status == 201
    # What a client writes before nginx's own line does not count.
    assert propose("nochmal", site.copies[0].ask, "192.0.2.1, 127.0.0.1").status == 201
    assert propose("wieder", site.copies[0].ask, "192.0.2.9, 198.51.100.8").status == 201
    told = [e for copy in site.copies for e in copy.events() if e.get("event") == "request"]
    assert {"127.0.0.1", "198.51.100.7", "192.0.2.1", "198.51.100.8"} <= {e["client"] for e in told}
    assert "192.0.2.9" not in {event["client"] for event in told}


def test_a_request_has_one_id_in_all_logs(site: Site) -> None:
    reply = site.nginx.ask("/v1/rulesets", headers={"X-Request-ID": "seven-7"})
    assert reply.headers["x-request-id"] == "seven-7"
    bad = site.nginx.ask("/v1/rulesets", headers={"X-Request-ID": "no id\u00e4 at all"})
    made = bad.headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{32}", made)

    def logged(text: str) -> list[dict[str, object]]:
        events = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        return [event for event in events if event.get("request") in ("seven-7", made)]

    until(lambda: len(logged(site.nginx.log)) == 2)
    assert len([event for copy in site.copies for event in logged(copy.logged)]) == 2


@pytest.mark.parametrize(
    "path",
    ["/metrics", "//metrics", "///metrics/", "/metrics/", "/metrics?a", "/%6Detrics",
     "/x/../metrics", "/./metrics", "/v1/../metrics", "/metrics/../metrics",
     "/healthz/ready", "//healthz/ready"],
)  # fmt: skip
def test_counts_and_health_of_copies_are_not_for_everybody(site: Site, path: str) -> None:
    reply = site.nginx.ask(path)
    assert reply.problem(404)
    assert site.copies[0].ask("/metrics").text.startswith("# HELP")


def test_nginx_says_what_is_wrong_as_lexkit_does(site: Site) -> None:
    assert site.nginx.ask("/healthz").text == "ok"
    long = site.nginx.ask("/v1/proposals", "POST", b"x" * 300_000)
    assert long.problem(413)["detail"] == "the body is too long"
    words = ["rast"] * 9_000 + ["a" * 60] * 1_000
    reply = site.nginx.ask("/v1/rulesets/spiel/check", "POST", {"words": words})
    assert len(reply.json["words"]) == 10_000
    packed = site.nginx.ask("/v1/rulesets", headers={"Accept-Encoding": "gzip"})
    assert packed.headers.get("content-encoding") == (
        site.copies[0].ask("/v1/rulesets", headers={"Accept-Encoding": "gzip"})
        .headers.get("content-encoding")
    )  # fmt: skip


def test_pages_know_their_site_and_that_it_is_encrypted(site: Site) -> None:
    def cookie(reply: Reply) -> str:
        return reply.headers["set-cookie"].lower()

    assert "; secure" in cookie(site.nginx.ask("/language/en"))
    assert "; secure" not in cookie(site.copies[0].ask("/language/en"))

    def refused(origin: str) -> int:
        form = {"Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
        assert site.nginx.ask("/propose", "POST", b"word=ab", headers=form).status == 403
        events = [event["event"] for copy in site.copies for event in copy.events()]
        return events.count("form of another site")

    assert refused(f"https://localhost:{site.nginx.port}") == 0
    assert refused("https://elsewhere.example") == 1


def test_a_flood_is_held_off(site: Site) -> None:
    statuses = set()
    line = site.nginx.connection()
    for _ in range(1500):
        line.request("GET", "/healthz")
        reply = line.getresponse()
        reply.read()
        statuses.add(reply.status)
    line.close()
    assert statuses == {200, 429}
    time.sleep(1)
    assert site.nginx.ask("/healthz").status == 200

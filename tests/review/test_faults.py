"""Databases that are locked, full, away or none: one clear sentence, and nothing lost."""

from __future__ import annotations

import os
import secrets
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.pool import QueuePool

from lexkit.database.connection import Database, UnavailableError
from lexkit.errors import LexkitError
from lexkit.review.queue import Wanted
from lexkit.review.records import Ruling
from lexkit.review.store import Store
from tests.conftest import Call, Shop, program
from tests.postgresql import Server
from tests.requirements import need
from tests.review.conftest import draft, number

YES = Ruling(True, "max", "in use")


def said(caught: pytest.ExceptionInfo[UnavailableError]) -> str:
    text = str(caught.value)
    assert "\n" not in text
    assert caught.value.remedy
    return text


# -- locked ---------------------------------------------------------------------------------------


def test_sqlite_held_by_another_program(tmp_path: Path) -> None:
    path = tmp_path / "review.sqlite"
    store = Store.open(path, wait=0.2)
    number(store, "Tischfee")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(UnavailableError, match="is locked by another program") as caught:
        store.propose(draft("Stuhlfee"))
    assert str(path) in said(caught)
    with pytest.raises(UnavailableError, match="locked"):
        store.decide(1, YES)
    assert [p.word for p in store.queue()] == ["Tischfee"]  # whoever only looks need not wait
    other.execute("ROLLBACK")
    assert number(store, "Stuhlfee") == 2


def test_postgresql_held_by_another_program(server: Server) -> None:
    server.sql("CREATE DATABASE held")
    store = Store.open(server.url("held"), wait=0.3)
    made = number(store, "Tischfee")
    with store.database.engine.begin() as other:
        other.execute(sa.text("SELECT * FROM proposal FOR UPDATE"))
        with pytest.raises(UnavailableError, match="is locked by another program") as caught:
            store.decide(made, YES)
        said(caught)
    assert store.decide(made, YES).version == 2
    store.close()


# -- full -----------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A disk of a few megabytes, which others may reach too."""
    folder = Path("/tmp") / f"lexkit-small-{os.getpid()}"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=12m,mode=777", "tmpfs", str(folder)]
    mounted = not subprocess.run(command, check=False, capture_output=True).returncode
    try:
        need(mounted, "the right to mount a small disk")
        yield folder
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)
        folder.rmdir()


def fill(store: Store) -> tuple[int, str]:
    """Propose until the disk is full; how many were confirmed, and what was said then."""
    for n in range(100_000):
        try:
            store.propose(draft(f"wort{n}", reason=secrets.token_hex(1900)))
        except UnavailableError as error:
            return n, str(error)
    raise AssertionError("the disk does not fill")


def test_sqlite_on_a_full_disk(small_disk: Path) -> None:
    filler = small_disk / "filler"
    filler.write_bytes(b"x" * 8_000_000)
    store = Store.open(small_disk / "review.sqlite")
    kept, text = fill(store)
    assert "cannot be written to: database or disk is full" in text
    assert "there is space" in text
    assert kept > 50
    assert len(store.queue(Wanted())) == kept
    filler.unlink()
    assert number(store, "afterwards")
    assert len(store.queue(Wanted())) == kept + 1
    store.close()


def test_postgresql_on_a_full_disk(small_disk: Path, server: Server) -> None:
    folder = small_disk / "tables"
    folder.mkdir()
    server.own(folder)
    server.sql(f"CREATE TABLESPACE small LOCATION '{folder}'")
    server.sql("CREATE DATABASE small TABLESPACE small")
    store = Store.open(server.url("small"))
    (small_disk / "filler").write_bytes(b"x" * 2_000_000)
    try:
        kept, text = fill(store)
        assert "cannot be written to: could not extend file" in text
        assert "there is space" in text
        assert len(store.queue(Wanted())) == kept
        (small_disk / "filler").unlink()
        assert number(store, "afterwards")
        assert len(store.queue(Wanted())) == kept + 1
    finally:
        store.close()
        server.sql("DROP DATABASE small WITH (FORCE)")
        server.sql("DROP TABLESPACE small")


# -- away -----------------------------------------------------------------------------------------


def test_a_server_that_crashes_and_comes_back(server: Server) -> None:
    server.sql("CREATE DATABASE crashing")
    store = Store.open(server.url("crashing"))
    made = number(store, "Tischfee")
    store.decide(made, YES)
    before = (store.queue(Wanted()), store.history(made))
    server.kill()
    try:
        for ask in (lambda: store.propose(draft("Stuhlfee")), store.queue, lambda: store.get(1)):
            with pytest.raises(UnavailableError, match="cannot be used") as caught:
                ask()
            assert "see that the server runs" in said(caught)
    finally:
        server.start()
    assert (store.queue(Wanted()), store.history(made)) == before
    assert number(store, "Stuhlfee") > made
    store.close()


def test_the_command_line_says_that_the_server_is_away(
    shop: Shop, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("psycopg")
    shop.words("liste", ["haus"])
    shop.build()
    with socket.socket() as probe:  # bound, but nobody listens
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        url = f"postgres://lexkit:secret@127.0.0.1:{port}/game"
        monkeypatch.setenv("LEXKIT_DATABASE_URL", url)
        for command in (["review"], ["propose", "fee", "--reason", "x", "--by", "anna"]):
            told = call(*command)
            assert (told.code, told.out) == (2, "")
            assert told.err.count("\n") == 1
            assert f"127.0.0.1:{port}/game: cannot be used: " in told.err
            assert "secret" not in told.err


def test_a_database_that_is_not_there_or_not_allowed(server: Server) -> None:
    with pytest.raises(UnavailableError, match='database "none" does not exist'):
        Store.open(server.url("none"))
    server.sql("CREATE DATABASE closed")
    store = Store.open(server.url("closed"))
    store.close()
    server.sql("CREATE ROLE guest LOGIN")
    guest = server.url("closed").replace("lexkit@", "guest@")
    with pytest.raises(UnavailableError, match="permission denied") as caught:
        Store.open(guest)
    assert "grant this user the rights" in said(caught)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("propose fee --reason x --by anna", 0),
        ("review", 0),
        ("review --list", 0),
        ("review --short -r spiel --list", 0),
        ("merge", 2),
        ("merge --yes", 0),
    ],
)
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_closed_streams_give_no_traceback(shop: Shop, command: str, code: int, closed: str) -> None:
    shop.words("liste", ["haus"])
    shop.build()
    store = Store.open(shop.workspace.database)
    number(store, "Tischfee")
    store.close()
    started = " ".join(f"'{part}'" for part in program())
    told = subprocess.run(
        ["sh", "-c", f"{started} {command} {closed}"],
        cwd=shop.root,
        env={**os.environ, "LEXKIT_CACHE": str(shop.root / "cache")},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert b"Traceback" not in told.stderr
    assert told.returncode == code


# -- none -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["mysql://root@localhost/x", "review.sqlite", "sqlite://", "sqlite:///", "://", "http://x/y",
     "postgresql://h:port/x", "sqlite:///:memory:", "sqlite:///x?mode=ro", "sqlite:///x%00y"],
)  # fmt: skip
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(LexkitError, match="no address of a database that lexkit knows") as caught:
        Store.open(address)
    assert "postgresql://USER@HOST/NAME" in str(caught.value)


def test_an_option_that_postgresql_does_not_know(server: Server) -> None:
    with pytest.raises(UnavailableError, match='invalid connection option "bogus"') as caught:
        Store.open(f"{server.url()}?bogus=1")
    assert "check LEXKIT_DATABASE_URL" in said(caught)


def test_without_the_library_for_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(LexkitError, match=r'pip install "lexkit\[postgres\]"'):
        Store.open("postgresql://lexkit@localhost/x")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"word,reason\nTischfee,\n" * 100, "file is not a database"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "not a database|malformed"),
    ],
)
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "review.sqlite"
    path.write_bytes(content)
    with pytest.raises(UnavailableError, match=says) as caught:
        Store.open(path)
    assert "restore it from a backup" in said(caught)
    assert path.read_bytes() == content


def test_a_place_where_no_file_can_be(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="unable to open"):
        Store.open(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(UnavailableError, match="cannot be made"):
        Store.open(tmp_path / "file" / "review.sqlite")


def test_a_path_with_signs_that_mean_something_in_an_address(tmp_path: Path) -> None:
    path = tmp_path / "50% of? #1 & ü" / "review.sqlite"
    store = Store.open(path)
    assert number(store, "Tischfee") == 1
    store.close()
    assert path.is_file()


def test_all_connections_in_use(tmp_path: Path) -> None:
    """Others wait for a database that hangs: whoever comes then is told so, and it is no defect."""
    database = Database(tmp_path / "review.sqlite")
    assert isinstance(database.engine.pool, QueuePool)
    database.engine.pool._timeout = 0.1  # it is half a minute
    held = [database.engine.connect() for _ in range(15)]
    with pytest.raises(UnavailableError, match="all connections to it are in use"):
        database.read(lambda connection: None)
    for connection in held:
        connection.close()
    database.close()

"""`lexkit account`: what is typed is not shown, what is wrong is said, in either database."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from lexkit.access.accounts import Accounts
from tests.access.worker import CHEAP, PASSWORD
from tests.conftest import Call, Shop, process, program
from tests.database import Place
from tests.review.terminal import Terminal


@pytest.fixture(autouse=True)
def _its_database(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXKIT_DATABASE_URL", place.url)


def piped(shop: Shop, stdin: str | bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    raw = stdin.encode() if isinstance(stdin, str) else stdin
    return process("account", *arguments, "--stdin", cwd=shop.root, stdin=raw)


def at_terminal(shop: Shop, *arguments: str) -> Terminal:
    return Terminal([*program(), "account", *arguments], shop.root, {})


def test_from_making_an_account_to_enabling_it_again(shop: Shop, call: Call, place: Place) -> None:
    made = piped(shop, PASSWORD + "\n", "create", "Änne", "--role", "maintainer", "--by", "root")
    assert (made.returncode, made.stderr) == (0, b"")
    assert made.stdout.decode() == "Änne may sign in as maintainer\n"
    accounts = Accounts(place.open().database, CHEAP)
    before = accounts.check("änne", PASSWORD)
    assert before is not None
    assert (before.name, before.role.value, before.by) == ("Änne", "maintainer", "root")

    day = f"{before.at:%Y-%m-%d}"
    assert call("account", "list").out == f"Änne  maintainer  holds  {day} by root\n"
    assert call("account", "disable", "änne").out.startswith("Änne may sign in no longer")
    assert accounts.check("änne", PASSWORD) is None
    assert call("account", "list").out == f"Änne  maintainer  disabled  {day} by root\n"
    assert call("account", "enable", "Änne").out == "Änne may sign in as maintainer\n"
    assert accounts.check("änne", PASSWORD) is not None

    changed = piped(shop, "ein anderes als zuvor", "password", "ÄNNE")
    assert changed.stdout.decode().startswith("Änne has another password")
    assert accounts.check("änne", PASSWORD) is None
    assert accounts.check("änne", "ein anderes als zuvor") is not None


def test_as_json(shop: Shop, call: Call) -> None:
    told = json.loads(piped(shop, PASSWORD, "create", "anna", "--role", "admin", "--json").stdout)
    assert told["name"] == "anna"
    assert told["at"] == told["password_set"]
    assert (told["role"], told["by"], told["disabled"]) == ("admin", "command line", None)
    call("account", "disable", "anna")
    (line,) = call("account", "list", "--json").out.splitlines()
    listed = json.loads(line)
    assert listed["disabled"] is not None
    assert {**listed, "disabled": None} == told


@pytest.mark.parametrize(
    ("line", "password"),
    [("  vier lose Wörter \r\n", "  vier lose Wörter "),
     ("zehn\tZeichen\nzweite Zeile\n", "zehn\tZeichen"), ("x" * 256, "x" * 256)],
    ids=["blanks", "first line", "no end"],
)  # fmt: skip
def test_the_first_line_is_the_password_as_it_stands(
    shop: Shop, place: Place, line: str, password: str
) -> None:
    assert piped(shop, line, "create", "anna", "--role", "admin").returncode == 0
    assert Accounts(place.open().database, CHEAP).check("anna", password) is not None


@pytest.mark.parametrize(
    ("stdin", "says"),
    [(b"", "shorter than 10"), (b"\n" + b"x" * 20, "shorter than 10"), (b"x" * 257, "longer than"),
     (b"x" * 10**6, "too long"), (b"\xfc" * 12, "not UTF-8")],
    ids=["nothing", "empty line", "long", "endless", "latin-1"],
)  # fmt: skip
def test_a_password_that_is_none_makes_no_account(
    shop: Shop, call: Call, stdin: bytes, says: str
) -> None:
    said = piped(shop, stdin, "create", "anna", "--role", "admin")
    assert (said.returncode, said.stdout) == (2, b"")
    assert says in said.stderr.decode()
    assert len(said.stderr.splitlines()) == 1
    assert call("account", "list").out == ""


def test_at_a_terminal_the_password_is_typed_twice_and_not_seen(shop: Shop, place: Place) -> None:
    terminal = at_terminal(shop, "create", "anna", "--role", "admin")
    said = terminal.expect("Password for anna: ")
    terminal.send("kannitverstan\r")
    said += terminal.expect("The same again: ")
    terminal.send("kannitverstann\r")
    said += terminal.expect("do not match")
    said += terminal.expect("Password for anna: ")
    terminal.send("kannitverstan\r")
    said += terminal.expect("The same again: ")
    terminal.send("kannitverstan\r")
    said += terminal.expect("anna may sign in as admin")
    assert terminal.ended() == 0
    assert "kannit" not in said
    assert Accounts(place.open().database, CHEAP).check("anna", "kannitverstan") is not None


def test_ctrl_c_at_the_question_makes_no_account(shop: Shop, call: Call) -> None:
    terminal = at_terminal(shop, "create", "anna", "--role", "admin")
    terminal.expect("Password for anna: ")
    terminal.break_off("interrupted")
    assert terminal.ended() == 130
    assert call("account", "list").out == ""


def test_of_an_unknown_account_no_password_is_asked(shop: Shop, call: Call) -> None:
    piped(shop, PASSWORD, "create", "anna", "--role", "admin")
    terminal = at_terminal(shop, "password", "ana")
    terminal.expect(r"there is no account 'ana' \(did you mean anna\?\)")
    assert terminal.ended() == 2
    for deed in ("disable", "enable", "password"):
        said = call("account", deed, "bert")
        assert (said.code, said.out) == (2, "")
        assert "there is no account 'bert'" in said.err


def test_where_nobody_can_type_it_says_so(shop: Shop) -> None:
    said = process("account", "create", "anna", "--role", "admin", cwd=shop.root)
    assert said.returncode == 2
    assert b"--stdin takes it from the first line of standard input" in said.stderr


def test_wrong_use_is_said(shop: Shop, call: Call) -> None:
    piped(shop, PASSWORD, "create", "anna", "--role", "admin")
    again = piped(shop, PASSWORD, "create", "ANNA", "--role", "maintainer")
    assert again.returncode == 2
    assert b"there is an account 'anna' already (choose another name" in again.stderr
    game = call("account", "create", "arcade", "--role", "game", "--stdin")
    assert game.code == 2
    assert "'game' is not one of 'maintainer', 'admin'" in game.err
    assert call("account", "create", "bert", "--stdin").code == 2
    assert "'anna' is not disabled" in call("account", "enable", "anna").err


def test_a_name_does_not_steer_the_terminal(shop: Shop, call: Call) -> None:
    said = piped(shop, PASSWORD, "create", "a\x1b[31mb", "--role", "admin")
    assert said.stdout == b"a [31mb may sign in as admin\n"
    assert "\x1b" not in call("account", "list").out


def test_without_the_library_it_says_how_to_get_it(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [n for n in sys.modules if n.split(".")[0] == "argon2"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "lexkit.access.accounts")
    monkeypatch.setitem(sys.modules, "argon2", None)
    said = call("account", "list")
    assert said.code == 2
    assert 'accounts need the library argon2 (pip install "lexkit[serve]")' in said.err
    assert call("account", "--help").code == 0

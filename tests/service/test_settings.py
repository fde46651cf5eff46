"""The settings of the service: of the file, the environment and the options, in that order."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.service.settings import Settings, find
from tests.conftest import Call, Shop, process


def test_an_option_comes_before_a_variable_and_that_before_the_file(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = shop.workspace
    assert find(place, {}) == Settings()
    shop.write(
        "lexkit.yaml",
        "database: kept.sqlite\nserve:\n  port: 81\n  workers: 3\n  access_log: true\n"
        "  proxies: [10.0.0.0/8, 192.0.2.7]\n  host: '::1'\n",
    )
    found = find(place, {})
    assert (found.port, found.workers, found.access_log, found.host) == (81, 3, True, "::1")
    assert found.proxies == ("10.0.0.0/8", "192.0.2.7")
    monkeypatch.setenv("LEXKIT_SERVE_PORT", "82")
    monkeypatch.setenv("LEXKIT_SERVE_PROXIES", "127.0.0.1, ::1")
    monkeypatch.setenv("LEXKIT_SERVE_ACCESS_LOG", "false")
    found = find(place, {})
    assert (found.port, found.workers, found.access_log) == (82, 3, False)
    assert found.proxies == ("127.0.0.1", "::1")
    assert find(place, {"port": 83}).port == 83
    assert place.database == shop.root / "kept.sqlite"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("port: x", "lexkit.yaml:2: 'port' is 'x'"),
        ("prot: 80", "lexkit.yaml:2: 'serve' has no key 'prot' (did you mean port?)"),
        ("access_log: maybe", "lexkit.yaml:2: 'access_log' is 'maybe'"),
        ("port: 70000", "port is 70000"),
        ("port: 0", "port is 0"),  # nobody could tell which it is
        ("workers: 0", "workers is 0"),
        ("host: example.org", "'example.org' is no address"),
        ("proxies: [nginx]", "'nginx' is neither an address nor a network"),
        ("proxies: {a: b}", "lexkit.yaml:2: 'proxies' takes a list"),
    ],
)
def test_wrong_settings_are_named(shop: Shop, text: str, says: str) -> None:
    shop.write("lexkit.yaml", f"serve:\n  {text}\n")
    with pytest.raises(LexkitError) as caught:
        find(shop.workspace, {})
    assert says in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "eighty"), ("ACCESS_LOG", "yes please"), ("WORKERS", "-1")]
)
def test_wrong_variables_are_named(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"LEXKIT_SERVE_{name}", value)
    with pytest.raises(LexkitError, match=name):
        find(shop.workspace, {})


def test_settings_are_handed_on_to_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXKIT_SERVE_SETTINGS", "")  # so that it is put back
    told = Settings(port=9, proxies=("::1",), open_proposals=False)
    told.hand_on()
    assert Settings.handed_on() == told


def test_an_address_that_is_taken_is_said_at_once(call: Call, shop: Shop) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = call("serve", "--port", str(taken.getsockname()[1]))
    assert said.code == 2
    assert "cannot be listened on: Address already in use (choose another" in said.err


@pytest.mark.parametrize("address", ["mysql://db/lexkit", "review.sqlite", "sqlite://"])
def test_what_is_no_address_of_a_database_is_said_at_once(
    call: Call, shop: Shop, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("LEXKIT_DATABASE_URL", address)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = call("serve", "--port", str(port))
    assert said.code == 2
    assert "LEXKIT_DATABASE_URL is sqlite:///PATH" in said.err


def test_without_its_libraries_it_says_how_to_get_them(shop: Shop) -> None:
    shop.write("litestar.py", "raise ModuleNotFoundError('no', name='litestar')\n")
    shop.write("granian/__init__.py", "raise ModuleNotFoundError('no', name='granian')\n")
    path = f"{shop.root}:{Path(__file__).parents[2]}"
    done = process("serve", cwd=shop.root, env={"PYTHONPATH": path})
    assert done.returncode == 2
    assert b'the service needs the library granian (pip install "lexkit[serve]")' in done.stderr


def test_a_check_loads_nothing_of_the_service(shop: Shop) -> None:
    shop.words("liste", ["ab"])
    shop.build()
    code = (
        "import sys; from lexkit.cli import run; run(['check', 'ab']);"
        "print([m for m in ('litestar', 'granian', 'sqlalchemy', 'msgspec', 'prometheus_client')"
        " if m in sys.modules])"
    )
    import subprocess

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=shop.root, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"

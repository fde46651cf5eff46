"""Killed, interrupted, twice at once, on a full disk, from what is damaged: all or nothing."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lexkit.cli import run
from tests.conftest import Call, Shop
from tests.releases.conftest import ROWS, copied, folders, line

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

#: What a process does to files; it is stopped before one of these.
EVENTS = {
    "open", "os.mkdir", "os.chmod", "os.rename", "os.listdir", "os.scandir", "os.remove",
    "os.rmdir", "shutil.copyfile", "fcntl.flock", "tempfile.mkdtemp", "shutil.rmtree",
}  # fmt: skip


def forked(work: Callable[[], int]) -> int:
    """Do ``work`` in a process of its own, silently; its exit code, or minus the signal."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 99
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
            code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def stopped(shop: Shop, name: str, at: int, stop: Callable[[], None]) -> int:
    """Release, and ``stop`` before the event number ``at`` that concerns the releases."""

    def work() -> int:
        count = 0

        def hook(event: str, arguments: tuple[object, ...]) -> None:
            nonlocal count
            if event in EVENTS and "releases" in repr(arguments):
                count += 1
                if count == at:
                    stop()

        sys.addaudithook(hook)
        return run(["--workspace", str(shop.root), "release", "spiel", "--name", name])

    return forked(work)


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.fixture
def second(game: Shop, call: Call) -> Shop:
    """A release, and another to be made."""
    game.curated(line("gute", "accept", "form"))
    game.result()
    assert call("release", "spiel", "--name", "1").code == 0
    game.table("tafel", [*ROWS, ("neu", "neu", "adjective")])
    game.result()
    return game


@pytest.mark.parametrize("stop", [kill, interrupt])
def test_stopped_before_any_of_its_steps(
    second: Shop, call: Call, stop: Callable[[], None]
) -> None:
    before = sorted((second.root / "releases").glob("*/*"))
    codes = []
    for at in range(1, 1000):
        code = stopped(second, f"n{at}", at, stop)
        codes.append(code)
        there = {name for name in folders(second) if not name.startswith(".half-")}
        if stop is interrupt:
            assert there == folders(second)
        if there != {"spiel@1"}:
            # Its last steps come after it is in its place, and it is whole.
            assert there == {"spiel@1", f"spiel@n{at}"}
            assert call("verify", f"spiel@n{at}").code == 0
            if code == 0:
                break
            (second.root / "releases" / f"spiel@n{at}").rename(second.root / f"gone{at}")
        assert code == (-signal.SIGKILL if stop is kill else 130), at
        assert sorted((second.root / "releases").glob("spiel@1/*")) == before
        assert call("release", "--list").code == 0
    else:
        pytest.fail("it never ended")
    assert len(codes) > 40
    assert folders(second) == {"spiel@1", f"spiel@n{len(codes)}"}
    assert call("verify").code == 0


def test_what_the_dead_have_left_goes_with_the_next_release(second: Shop, call: Call) -> None:
    half = second.root / "releases" / ".half-x"
    half.mkdir()
    (half / "words.txt").write_text("a\n")
    (half / "words.txt").chmod(0o444)
    half.chmod(0o555)
    assert call("verify").code == 0
    assert call("release", "spiel", "--name", "2").code == 0
    assert folders(second) == {"spiel@1", "spiel@2"}


def started(shop: Shop, names: list[str]) -> list[int]:
    """Release under all ``names`` at once; the exit codes."""
    children = []
    for name in names:
        child = os.fork()
        if child == 0:
            code = 99
            try:
                quiet = os.open(os.devnull, os.O_WRONLY)
                os.dup2(quiet, 1)
                os.dup2(quiet, 2)
                sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
                arguments = ["--workspace", str(shop.root), "release", "spiel", "--name", name]
                code = run(arguments)
            finally:
                os._exit(code)
        children.append(child)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def test_one_name_is_given_once_however_many_ask_at_once(second: Shop, call: Call) -> None:
    assert sorted(started(second, ["2"] * 8)) == [0] + [2] * 7
    assert folders(second) == {"spiel@1", "spiel@2"}
    assert call("verify").code == 0


def test_each_of_many_at_once_is_compared_with_the_one_before(second: Shop, call: Call) -> None:
    names = [f"n{i}" for i in range(8)]
    assert set(started(second, names)) == {0}
    told = [json.loads(line) for line in call("release", "--list", "--json").out.splitlines()]
    assert [release["number"] for release in told] == list(range(1, 10))
    assert [release["before"]["name"] for release in told[1:]] == [
        release["release"] for release in told[:-1]
    ]
    assert call("verify").code == 0


@pytest.mark.parametrize("limit", [1000, 3000, 30_000])
def test_a_disk_that_is_full(second: Shop, limit: int) -> None:
    import resource

    said = second.root / "said"

    def work() -> int:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        sys.stderr = said.open("w")
        code = run(["--workspace", str(second.root), "release", "spiel", "--name", "2"])
        sys.stderr.close()
        return code

    assert forked(work) == 2
    assert folders(second) == {"spiel@1"}
    assert said.read_text() == (
        f"lexkit: {second.root}/releases: cannot be written to: File too large (free some space or"
        " choose another workspace; nothing was changed)\n"
    )


@pytest.mark.parametrize("name", ["words.txt", "ledger.sqlite", "words.dawg", "NOTICE"])
def test_a_damaged_build_is_not_released(second: Shop, call: Call, name: str) -> None:
    path = second.root / "build" / "spiel" / name
    whole = path.read_bytes()
    # In the middle of the last page, so that it still opens.
    path.write_bytes(whole[:-20] + b"?" + whole[-19:])
    for arguments in (
        ["--check"],
        ["--name", "2"],
        ["--name", "2", "--override", "x", "--by", "y"],
    ):
        said = call("release", "spiel", *arguments)
        assert (said.code, said.out) == (2, "")
        assert said.err.endswith(f"{name}: differs (build it again)\n")
    path.unlink()
    said = call("release", "spiel", "--name", "2")
    assert said.code == 2
    assert name in said.err
    assert said.err.count("\n") == 1
    assert folders(second) == {"spiel@1"}


def test_a_damaged_release_before_is_not_compared_with(second: Shop, call: Call) -> None:
    release = second.root / "releases" / "spiel@1"
    whole = copied(release, second.root / "copy")
    release.chmod(0o755)
    words = release / "words.txt"
    words.chmod(0o644)
    words.write_bytes(words.read_bytes() + b"zzz\n")
    said = call("release", "spiel", "--name", "2")
    assert (said.code, said.out) == (2, "")
    assert "spiel@1/words.txt: differs (restore it, or name another" in said.err
    assert call("release", "spiel", "--name", "2", "--against", whole).code == 0
    (release / "manifest.json").chmod(0o644)
    (release / "manifest.json").write_text("{")
    said = call("release", "spiel@2", "--name", "3")
    assert said.code == 2
    assert "is no manifest of a release (lexkit verify tells what is wrong with it" in said.err
    listed = call("release", "--list")
    assert (listed.code, listed.out.split()[0]) == (1, "spiel@2")
    assert "spiel@1: " in listed.err


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": 99}, "a lexicon of format 99; this lexkit reads"),
        ({"format": 0}, "a lexicon of format 0; this lexkit reads"),
        ({"spelling": 3}, "is not whole"),
    ],
)
def test_a_release_that_this_lexkit_cannot_read(
    second: Shop, call: Call, change: dict[str, object], says: str
) -> None:
    folder = second.root / "releases" / "spiel@1"
    folder.chmod(0o755)
    path = folder / "manifest.json"
    path.chmod(0o644)
    told = json.loads(path.read_bytes())
    path.write_text(json.dumps({**told, "lexkit": "7.8.9", **change}))
    for arguments in (["check", "gut", "--lexicon"], ["diff", "spiel"], ["export", "-o", "-"]):
        said = call(*arguments, "spiel@1")
        assert (said.code, said.out) == (2, "")
        assert says in said.err
        assert "a release is never made anew: use lexkit 7.8.9, or a copy of it" in said.err
    said = call("release", "spiel", "--name", "2")
    assert said.code == 2
    assert says in said.err
    assert "--against LEXICON" in said.err


def test_a_ledger_of_another_format_in_a_release(second: Shop, call: Call) -> None:
    import sqlite3

    folder = copied(second.root / "releases" / "spiel@1", second.root / "copy")
    connection = sqlite3.connect(folder / "ledger.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    said = call("check", "gut", "--lexicon", folder)
    assert said.code == 2
    assert "a ledger of format 99; this lexkit reads format" in said.err
    assert "a release is never made anew" in said.err


def test_a_page_of_the_ledger_that_is_damaged_is_an_error_in_one_line(
    second: Shop, call: Call
) -> None:
    folder = copied(second.root / "releases" / "spiel@1", second.root / "copy")
    path = folder / "ledger.sqlite"
    whole = bytearray(path.read_bytes())
    for page in range(8192 * 2, len(whole), 8192):
        whole[page : page + 200] = b"\xff" * 200
    path.write_bytes(whole)
    said = call("check", "gut", "--lexicon", folder)
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert "the ledger " in said.err


@pytest.fixture
def open_to_all(second: Shop) -> Iterator[Path]:
    """The workspace where any user may come, as the folders of a test are for one user alone."""
    root = Path(tempfile.mkdtemp(prefix="lexkit-test-"))
    shutil.copytree(second.root, root / "shop", symlinks=True)
    root.chmod(0o755)
    yield root / "shop"
    for path in (root / "shop" / "releases", *(root / "shop" / "releases").iterdir()):
        path.chmod(0o755)
    shutil.rmtree(root)


def as_nobody(arguments: list[str], said: Path) -> int:
    def work() -> int:
        sys.stderr = said.open("w")
        if os.geteuid() == 0:
            os.setuid(65534)
        code = run(arguments)
        sys.stderr.close()
        return code

    return forked(work)


@pytest.mark.parametrize(
    "arguments",
    [
        ["release", "spiel", "--name", "2"],
        ["release", "--list"],
        ["check", "gut", "--lexicon", "spiel@1"],
        ["verify", "spiel@1"],
    ],
)
def test_a_folder_that_may_not_be_read(
    open_to_all: Path, tmp_path: Path, arguments: list[str]
) -> None:
    (open_to_all / "releases").chmod(0)
    assert as_nobody(["--workspace", str(open_to_all), *arguments], tmp_path / "said") == 2
    told = (tmp_path / "said").read_text()
    assert told.count("\n") == 1
    assert "releases: Permission denied" in told


def test_a_folder_that_may_not_be_written(open_to_all: Path, tmp_path: Path) -> None:
    (open_to_all / "releases").chmod(0o555)
    arguments = ["--workspace", str(open_to_all), "release", "spiel", "--name", "2"]
    assert as_nobody(arguments, tmp_path / "said") == 2
    told = (tmp_path / "said").read_text()
    assert told.count("\n") == 1
    assert "releases: cannot be written to: Permission denied" in told
    for mode, code in ((0, 1), (0o444, 0)):
        (open_to_all / "releases" / "spiel@1").chmod(0o755)
        (open_to_all / "releases" / "spiel@1" / "words.txt").chmod(mode)
        assert as_nobody(["--workspace", str(open_to_all), "verify"], tmp_path / "said") == code


def test_a_release_may_not_be_written_by_whom_it_belongs_to(open_to_all: Path) -> None:
    release = open_to_all / "releases" / "spiel@1"

    def work() -> int:
        if os.geteuid() == 0:
            for path in (release, *release.iterdir()):
                os.chown(path, 65534, 65534)
            os.setuid(65534)
        for change in (
            lambda: (release / "words.txt").write_text("x"),
            (release / "words.txt").unlink,
            lambda: (release / "more").write_text("x"),
        ):
            try:
                change()
            except PermissionError:
                continue
            return 1
        return 0

    assert forked(work) == 0


def test_a_file_in_the_place_of_the_folder(game: Shop, call: Call) -> None:
    game.write("releases", "in the way")
    said = call("release", "spiel", "--name", "1")
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert "releases: cannot be written to" in said.err

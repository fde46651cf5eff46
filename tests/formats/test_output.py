"""Files are put in place whole or not at all, and the command line says what is wrong."""

from __future__ import annotations

import os
import resource
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.formats import FORMATS
from lexkit.formats.output import export
from lexkit.lexicon import Lexicon
from tests.formats.making import build, command, lexkit, workspace
from tests.formats.reading import READERS
from tests.requirements import need

WORDS = [f"{a}{b}{c}" for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = workspace(tmp_path_factory.mktemp("workspace"), WORDS)
    build(path)
    return path


@pytest.fixture
def lexicon(root: Path) -> Lexicon:
    return Lexicon(root / "build" / "game")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", FORMATS)
def test_by_command(root: Path, tmp_path: Path, name: str) -> None:
    path = tmp_path / "out"
    ran = lexkit(root, "export", "game", "--format", name, "-o", path)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert f"512 words: {path}" in ran.stdout.decode()
    assert READERS[name](path) == WORDS


@pytest.mark.parametrize("name", FORMATS)
def test_the_suffix_names_the_format(root: Path, tmp_path: Path, name: str) -> None:
    path = tmp_path / f"out{FORMATS[name].SUFFIX.upper()}"
    assert lexkit(root, "export", "game", "-o", path).returncode == 0
    assert READERS[name](path) == WORDS


def test_an_unknown_suffix(root: Path, tmp_path: Path) -> None:
    ran = lexkit(root, "export", "game", "-o", tmp_path / "out.docx")
    assert ran.returncode == 2
    assert all(name in ran.stderr.decode() for name in FORMATS)
    assert names(tmp_path) == []


def test_an_unknown_format(root: Path, tmp_path: Path) -> None:
    ran = lexkit(root, "export", "game", "--format", "gaddagg", "-o", tmp_path / "out")
    assert ran.returncode == 2
    assert all(name in ran.stderr.decode() for name in FORMATS)


@pytest.mark.parametrize("arguments", [["export", "gmae", "-o", "x.txt"], ["export", "game"]])
def test_wrong_use(root: Path, arguments: list[str]) -> None:
    assert lexkit(root, *arguments).returncode == 2


def test_help_has_an_example_and_every_format(root: Path) -> None:
    ran = lexkit(root, "export", "--help")
    assert ran.returncode == 0
    assert "lexkit export de-wordox --format hunspell" in ran.stdout.decode()
    assert all(f"\n    {name} " in ran.stdout.decode() for name in FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_standard_output(root: Path, lexicon: Lexicon, tmp_path: Path, name: str) -> None:
    ran = lexkit(root, "export", "game", "--format", name, "-o", "-")
    if FORMATS[name].STREAMS:
        (same,) = export(lexicon, FORMATS[name], tmp_path / "same")
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, same.read_bytes(), b"")
    else:
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert b"name a file" in ran.stderr


def test_standard_output_is_utf8_in_any_locale(tmp_path: Path) -> None:
    build(workspace(tmp_path, ["käfig"], alphabet="käfig"))
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(
        command(tmp_path, "export", "game", "-o", "-"),
        env=environment, capture_output=True, check=True,
    )  # fmt: skip
    assert ran.stdout == "käfig\n".encode()


def test_a_reader_that_leaves(root: Path) -> None:
    line = " ".join(f"'{part}'" for part in command(root, "export", "game", "-o", "-"))
    ran = subprocess.run(["sh", "-c", f"{line} | head -1"], capture_output=True, check=True)
    assert (ran.stdout, ran.stderr) == (b"aaa\n", b"")


@pytest.mark.parametrize("to", ["-", "/dev/full"])
def test_a_full_device(root: Path, to: str) -> None:
    need(Path("/dev/full").exists(), "/dev/full")
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            command(root, "export", "game", "--format", "txt", "-o", to),
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr.decode().count("\n") == 1
    assert "No space left" in ran.stderr.decode()
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_a_named_pipe_is_written_to(lexicon: Lexicon, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    assert export(lexicon, FORMATS["txt"], pipe) == [pipe]
    reader.join()
    assert got[0].split() == [word.encode() for word in WORDS]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


@pytest.mark.parametrize("name", FORMATS)
def test_no_room(root: Path, tmp_path: Path, name: str) -> None:
    """A limit on the size of files stands for a full disk, which not every machine lets us have."""
    old = tmp_path / f"out{FORMATS[name].SUFFIX}"
    old.write_text("old")
    ran = subprocess.run(
        command(root, "export", "game", "-o", old),
        preexec_fn=limited, capture_output=True, check=False,
    )  # fmt: skip
    said = ran.stderr.decode()
    assert ran.returncode == 2, said
    assert said.count("\n") == 1
    assert "cannot be written to" in said
    assert (names(tmp_path), old.read_text()) == ([old.name], "old")


#: The command, with a format that stops in the middle and says that it has.
STOPPED = """
import sys, time
from lexkit.cli import main
from lexkit.formats import FORMATS, base
def stopping(lexicon):
    yield "aaa"
    print("half way", file=sys.stderr, flush=True)
    time.sleep(60)
sys.modules["lexkit.formats.hunspell"].words = stopping
main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_killed_half_way(root: Path, tmp_path: Path, number: signal.Signals) -> None:
    old = tmp_path / "out.dic"
    old.write_text("old")
    arguments = ["--workspace", str(root), "export", "game", "-o", str(old)]
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED, *arguments], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "half way\n"
        process.send_signal(number)
        said = process.stderr.read()
    assert old.read_text() == "old"
    assert not (tmp_path / "out.aff").exists()
    if number == signal.SIGINT:
        assert (process.returncode, names(tmp_path)) == (130, ["out.dic"])
        assert "Traceback" not in said


def test_the_target_is_replaced_keeping_links(lexicon: Lexicon, tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    assert export(lexicon, FORMATS["txt"], tmp_path / "link.txt") == [tmp_path / "link.txt"]
    assert (tmp_path / "link.txt").is_symlink()
    assert READERS["txt"](tmp_path / "real.txt") == WORDS


@pytest.mark.parametrize("name", FORMATS)
def test_files_have_the_usual_rights(lexicon: Lexicon, tmp_path: Path, name: str) -> None:
    mask = os.umask(0o022)
    try:
        for path in export(lexicon, FORMATS[name], tmp_path / "out"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o644
    finally:
        os.umask(mask)


def refused(lexicon: Lexicon, path: Path) -> Iterator[str]:
    with pytest.raises(LexkitError) as caught:
        export(lexicon, FORMATS["txt"], path)
    assert caught.value.remedy
    yield str(caught.value)


def test_places_that_cannot_be(lexicon: Lexicon, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    for path, why in (
        (tmp_path, "is a folder"),
        (tmp_path / "loop", ""),
        (tmp_path / "none" / "out.txt", "no folder"),
        (tmp_path / "file" / "out.txt", "no folder"),
        (lexicon.folder / "words.txt", "inside the lexicon"),
    ):
        for said in refused(lexicon, path):
            assert why in said
    assert names(tmp_path) == ["file", "loop"]


def test_a_damaged_lexicon_is_not_passed_on(tmp_path: Path) -> None:
    root = workspace(tmp_path / "w", WORDS)
    lexicon = build(root)
    other = build(workspace(tmp_path / "other", WORDS[:-1]))
    for file in lexicon.folder.glob("words.dawg"):
        file.write_bytes((other.folder / file.name).read_bytes())
    for said in refused(Lexicon(lexicon.folder), tmp_path / "out.txt"):
        assert "damaged" in said
    assert names(tmp_path) == ["other", "w"]


def test_a_damaged_ledger_is_said_to_be_one(tmp_path: Path) -> None:
    lexicon = build(workspace(tmp_path / "w", WORDS))
    ledger = lexicon.folder / "ledger.sqlite"
    raw = bytearray(ledger.read_bytes())
    half = len(raw) // 2
    raw[half:] = b"\xff" * (len(raw) - half)
    ledger.write_bytes(raw)
    with pytest.raises(LexkitError, match="the ledger is damaged"):
        export(Lexicon(lexicon.folder), FORMATS["jsonl"], tmp_path / "out.jsonl")
    assert names(tmp_path) == ["w"]

"""docs/new-ruleset.md, done as it says: files written, commands run, output compared."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from lexkit.cli import run
from tests.conftest import REPOSITORY
from tests.requirements import need

pytestmark = pytest.mark.sources

DOC = REPOSITORY / "docs" / "new-ruleset.md"

#: A fenced block, with the last file named in the text before it: its language and its content.
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"`([\w./-]+\.(?:yaml|tsv))`")


class Command(NamedTuple):
    """A command of the page, the lines it must print, and the exit code it must end with."""

    line: str
    output: list[str]
    code: int


def steps(text: str) -> Iterator[tuple[str, str, str]]:
    """The fenced blocks of the page: language, content, and the file that the text last named."""
    for block in _BLOCK.finditer(text):
        names = _FILE.findall(text[: block.start()].rsplit("```", 1)[-1])
        yield block[1], block[2], names[-1] if names else ""


def commands(block: str) -> Iterator[Command]:
    """The commands of a console block; `$ exit N` is the code of the one before it (0)."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, *output = part.splitlines()
        if not line.startswith("exit "):
            code = re.search(rf"^\$ {re.escape(part)}\$ exit (\d+)$", block, re.MULTILINE)
            yield Command(line, output, int(code[1]) if code else 0)


def changed(path: Path, diff: str) -> None:
    """Replace the one line that the block shows with - by the one with +."""
    old, new = diff.splitlines()
    assert (old[0], new[0]) == ("-", "+")
    text = path.read_text("utf-8")
    assert text.count(f"{old[1:]}\n") == 1, old
    path.write_text(text.replace(old[1:], new[1:]), encoding="utf-8")


def agrees(said: list[str], expected: list[str]) -> bool:
    """Line by line, `…` standing for anything in a line, and alone for any number of lines."""
    if not expected:
        return not said
    if expected[0] == "…":
        return any(agrees(said[skip:], expected[1:]) for skip in range(len(said) + 1))
    pattern = re.sub(r"([\[\]*?])", r"[\1]", expected[0]).replace("…", "*")
    return bool(said) and fnmatch.fnmatchcase(said[0], pattern) and agrees(said[1:], expected[1:])


def test_the_page_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if not os.environ.get("LEXKIT_CACHE"):
        monkeypatch.setenv("LEXKIT_CACHE", str(tmp_path / "cache"))
    done = 0
    for kind, content, file in steps(DOC.read_text("utf-8")):
        if kind == "diff":
            changed(Path(file), content)
        elif kind in ("yaml", "tsv"):
            path = Path(file)
            assert not path.exists(), path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        else:
            assert kind == "console"
            for command in commands(content):
                done += check(command, capsys)
    assert done > 15


def check(command: Command, capsys: pytest.CaptureFixture[str]) -> int:
    """Run one command of the page and compare; return 1, to be counted."""
    name, *arguments = command.line.split()
    if name == "cd":
        os.chdir(arguments[0])
        return 0
    assert name == "lexkit"
    capsys.readouterr()
    code = run(arguments)
    said = capsys.readouterr()
    need("cannot get" not in said.err, f"the sources of the page ({said.err.strip()})")
    here = f"{Path.cwd()}/"
    lines = said.out.replace(here, "").splitlines()
    assert agrees(lines, command.output), f"$ {command.line}\n{said.out}{said.err}"
    assert code == command.code, (command.line, said)
    return 1


def test_output_is_compared_strictly() -> None:
    assert agrees(["a 1 b"], ["a … b"])
    assert agrees(["a", "b", "c"], ["a", "…"])
    assert agrees(["a"], ["a", "…"])
    assert agrees(["[x]?"], ["[x]?"])
    for said, expected in ((["ab"], ["a"]), (["a", "b"], ["a"]), ([], ["a"]), (["x?"], ["xy"])):
        assert not agrees(said, expected)

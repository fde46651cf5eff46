"""A page of the documentation, done as it says: files written, commands run, output compared.

`…` stands for anything in a line, and alone for any number of lines.
"""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from lexkit.cli import run
from tests.requirements import need

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


def follow(page: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Do what ``page`` says, in the working directory; how many commands that were."""
    done = 0
    for kind, content, file in steps(page.read_text("utf-8")):
        if kind == "diff":
            changed(Path(file), content)
        elif kind in ("yaml", "tsv"):
            path = Path(file)
            if path.exists():  # with the header that the text speaks of
                assert content.startswith(path.read_text("utf-8")), path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        elif kind != "text":
            assert kind == "console"
            for command in commands(content):
                done += check(command, capsys)
    return done


def check(command: Command, capsys: pytest.CaptureFixture[str]) -> int:
    """Run one command of the page and compare; return 1, to be counted."""
    name, *arguments = shlex.split(command.line)
    if name == "cd":
        os.chdir(arguments[0])
        return 0
    if name == "git":
        need(shutil.which("git") is not None, "git")
        done = subprocess.run([name, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == command.code, f"$ {command.line}\n{done.stdout}{done.stderr}"
        assert agrees(done.stdout.splitlines(), command.output), f"$ {command.line}\n{done.stdout}"
        return 1
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

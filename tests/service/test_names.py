"""Names of rulesets and releases that lead elsewhere: none is ever joined to a path."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.conftest import FAULTS, REPOSITORY, Shop
from tests.service.running import Service

NAMES = [
    *(FAULTS / "S02" / "names.txt").read_text("utf-8").splitlines(),
    "spiel/", "/spiel", "./spiel", "spiel/../spiel", "SPIEL", "spiel ", "spiel\n", "spiel%00",
    "build/spiel", ".lexicons", ".readings", "spiel+x=y", "@", "spiel@", "@1", "*", "..\\..\\spiel",
    "file:///etc/passwd", "//etc", "spie\u0301l", "\u202espiel", "a" * 3000, "CON", "nul.txt",
]  # fmt: skip


@pytest.mark.parametrize("name", [name for name in NAMES if name])
def test_a_name_that_there_is_not_is_not_found(service: Service, name: str) -> None:
    for sent in {quote(name, safe=""), quote(name, safe="/.%")}:
        if not sent.strip("/"):
            continue
        for path in (f"{sent}", f"{sent}/words/ab", f"{sent}/changes", f"{sent}/search?near=ab"):
            reply = service.ask(f"/v1/rulesets/{path}")
            allowed = (200,) if sent.strip("/") == "spiel" else (400, 404)
            assert reply.status in allowed, (path, reply.text)
            assert "root:" not in reply.text
    for sent in {quote(name, safe=""), "spiel@" + quote(name, safe="")}:
        reply = service.word("ab", query=f"?lexicon={sent}")
        assert reply.status in (400, 404), reply.text


def test_no_file_is_opened_for_them(workspace: Shop) -> None:
    """The system is asked for no path with any of these names in it."""
    code = (
        "import sys; from pathlib import Path; from lexkit.workspace import Workspace;"
        "from lexkit.service.shelf import Shelf, UnknownNameError;"
        "shelf = Shelf(Workspace(Path(sys.argv[1]))); seen = [];"
        "sys.addaudithook(lambda event, args: seen.append((event, args))"
        " if event in ('open', 'os.listdir', 'os.scandir') else None)\n"
        "for name in sys.stdin.read().split('\\0'):\n"
        "    for release in (None, name, 'spiel@' + name):\n"
        "        try: shelf.find(name if release is None else 'spiel', release)\n"
        "        except UnknownNameError: continue\n"
        "        raise SystemExit(f'{name!r} was found')\n"
        "own = (sys.argv[1], sys.base_prefix)  # a module of Python's may be loaded meanwhile\n"
        "wrong = [args for _, args in seen if not str(args[0]).startswith(own)]\n"
        "raise SystemExit(str(wrong) if wrong else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(workspace.root)], input="\0".join(NAMES), text=True,
        capture_output=True, check=False, env={"PYTHONPATH": str(REPOSITORY)}, cwd=Path("/"),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")

"""docs/api.md: every example is run against a real service and must answer what is shown there."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from lexkit.service import settings
from lexkit.workspace import Workspace
from tests.conftest import REPOSITORY
from tests.requirements import need
from tests.service.conftest import Start

PAGE = (REPOSITORY / "docs" / "api.md").read_text("utf-8")


def examples() -> list[tuple[str, str]]:
    """The commands of the page that ask the service, each with what it prints."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, shown = part, ""
            lines = part.splitlines()
            for number, line in enumerate(lines):
                if not line.endswith("\\"):
                    command, shown = "\n".join(lines[: number + 1]), "\n".join(lines[number + 1 :])
                    break
            if "curl" in command or "token" in command:
                found.append((command, shown))
    return found


def includes(actual: Any, shown: Any) -> bool:
    """Whether all that is ``shown`` is there; what is left out on the page may be more."""
    if isinstance(shown, dict):
        return isinstance(actual, dict) and all(
            key in actual and includes(actual[key], value) for key, value in shown.items()
        )
    if isinstance(shown, list):
        return isinstance(actual, list) and all(
            any(includes(each, value) for each in actual) for value in shown
        )
    return bool(actual == shown)


def test_every_example_answers_what_is_shown(real: Workspace, start: Start, tmp_path: Path) -> None:
    need(shutil.which("curl") is not None, "curl")
    assert real.root is not None
    running = start(real.root, f"sqlite:///{tmp_path}/review.sqlite")
    lexkit = f"{shlex.quote(sys.executable)} -c 'from lexkit.cli import main; main()'"
    script, expected = ["set -e"], []
    for command, shown in examples():
        told = command.replace("http://127.0.0.1:8000", running.url)
        script += [told.replace("lexkit ", f"{lexkit} "), "printf '\\n\\036\\n'"]
        expected.append((command, shown))
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)], capture_output=True, text=True, check=False,
        cwd=real.root, timeout=120,
        env={**os.environ, "LEXKIT_DATABASE_URL": f"sqlite:///{tmp_path}/review.sqlite",
             "PYTHONPATH": str(REPOSITORY)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed = done.stdout.split("\x1e")
    assert len(expected) >= 12
    for (command, shown), actual in zip(expected, printed, strict=False):
        if not shown.strip():
            continue
        try:
            wanted = [json.loads(shown)]
            got = [json.loads(actual)]
        except ValueError:
            wanted = [json.loads(line) for line in shown.strip().splitlines()]
            got = [json.loads(line) for line in actual.strip().splitlines()]
        assert includes(got, wanted), f"{command}\n{actual}"


def test_every_setting_is_on_the_page() -> None:
    for setting in fields(settings.Settings):
        variable = f"{settings.PREFIX}{setting.name.upper()}"
        assert f"| `{setting.name}` | `{variable}` |" in PAGE
    assert set(settings.SAYS) == {setting.name for setting in fields(settings.Settings)}

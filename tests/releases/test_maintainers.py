"""The commands that docs/maintainers.md gives for releases do what it says."""

from __future__ import annotations

import re
import shlex
import subprocess

from tests.conftest import REPOSITORY, Shop, program


def test_every_command_of_the_section_runs(shop: Shop) -> None:
    text = (REPOSITORY / "docs" / "maintainers.md").read_text("utf-8")
    section = re.split(r"^## ", text, flags=re.MULTILINE)
    (releases,) = (part for part in section if part.startswith("Releases\n"))
    blocks = re.findall(r"```sh\n(.*?)```", releases, re.DOTALL)
    commands = "".join(blocks)
    assert commands.count("lexkit ") >= 10
    shop.table("namen", [("Adonis", "Adonis", "noun"), ("Linz", "Linz", "toponym")])
    shop.ruleset("de-wordox", more="cases: {rejected: [Linz]}\n")
    done = subprocess.run(
        ["bash", "-ec", f'lexkit() {{ {shlex.join(program())} "$@"; }}\n{commands}'],
        cwd=shop.root,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    names = {path.name for path in (shop.root / "releases").iterdir()}
    assert names == {f"de-wordox@2027-0{number}" for number in (1, 2, 3)}

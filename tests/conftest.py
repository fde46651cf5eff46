"""A small workspace to build in, the command line to call, and de-wordox built from its source."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

from lexkit import tagset
from lexkit.build import Builder, Result
from lexkit.cli import run
from lexkit.curated import COLUMNS
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests import database
from tests.requirements import need

place, server = database.place, database.server

# What lands must not depend on the luck of a draw: CI tries the same examples each time, people
# new ones.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

REPOSITORY = Path(__file__).parent.parent
FAULTS = REPOSITORY.parent / "shared" / "faults"
CASES = REPOSITORY.parent / "shared" / "cases"

#: A ruleset in which most things can be seen; its parts are replaced one by one.
RULES = """\
  - rule: short-words
    accept: {any: [short-word]}
    says: A shortened word counts.
  - rule: places
    reject: {any: [toponym]}
    says: A place is no word.
    clause: Names of places
  - rule: persons
    reject: {any: [given-name, surname]}
    says: A person is no word.
    clause: Names of persons
  - rule: exclamations
    reject: {any: [interjection]}
    says: An exclamation is no word.
    clause: Exclamations
  - rule: wrong
    reject: {any: [misspelling, forbidden]}
    says: The source calls it wrong.
"""

SPELLING = """\
  alphabet: abcdefghijklmnopqrstuvwxyzäöü
  folds: {ß: ss, ﬁ: fi}
  hints: {ae: ä, oe: ö, ue: ü}
"""


class Said(NamedTuple):
    """What a command said: its exit code, standard output and standard error."""

    code: int
    out: str
    err: str


Call = Callable[..., Said]


@dataclass
class Shop:
    """A workspace in the making, and what is built in it."""

    root: Path
    listed: list[str] = field(default_factory=list)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def source(self, name: str, file: str, content: str | bytes, more: str) -> str:
        """A source ``name`` that reads ``file``; ``more`` are further lines of its manifest."""
        path = self.write(f"sources/{file}", content)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        self.write(
            f"sources/{name}.yaml",
            f"source: {name}\ntitle: The list {name}\nlanguage: xx\nlicence: CC0-1.0\n"
            f"files: {{{file}: {digest}}}\nfetch: [{{path: {file}}}]\n{more}\n",
        )
        self.listed = [*(n for n in self.listed if n != name), name]
        return name

    def words(self, name: str, words: Sequence[str], more: str = "") -> str:
        """A word list: forms without lemma, labelled only if ``more`` says so."""
        text = "".join(f"{word}\n" for word in words)
        return self.source(name, f"{name}.txt", text, f"reader: wordlist\n{more}")

    def table(self, name: str, rows: Sequence[tuple[str, str, str]], more: str = "") -> str:
        """A table of (form, lemma, tags)."""
        text = "word\tlemma\ttags\n" + "".join("\t".join(row) + "\n" for row in rows)
        used = sorted({tag for row in rows for tag in row[2].split(",") if tag})
        mapped = "".join(f"  {tag}: {tag}\n" for tag in used)
        tags = f"tags:\n{mapped}" if used else ""
        return self.source(name, f"{name}.tsv", text, f"reader: table\n{tags}{more}")

    def curated(self, *lines: Mapping[str, str], more: str = "") -> str:
        """The curated source; a line is given by the columns it fills."""
        rows = ["\t".join(line.get(column, "") for column in COLUMNS) for line in lines]
        self.write("sources/curated/xx.tsv", "\n".join(["\t".join(COLUMNS), *rows]) + "\n")
        self.write(
            "sources/curated-xx.yaml",
            "source: curated-xx\ntitle: Decisions\nlanguage: xx\nlicence: CC0-1.0\n"
            f"reader: curated\n{more}\n",
        )
        self.listed = ["curated-xx", *(n for n in self.listed if n != "curated-xx")]
        return "curated-xx"

    def ruleset(
        self,
        name: str = "spiel",
        *,
        rules: str = RULES,
        spelling: str = SPELLING,
        sources: Sequence[str] | None = None,
        more: str = "",
    ) -> Path:
        """A ruleset; without ``sources`` it uses all that were made, in that order."""
        names = self.listed if sources is None else sources
        listed = ", ".join(names)
        told = f"rules:\n{rules}" if rules else "rules: []\n"
        return self.write(
            f"rules/{name}.yaml",
            f"ruleset: {name}\ntitle: A game\nlanguage: xx\nspelling:\n{spelling}"
            f"sources: [{listed}]\n{told}{more}\n",
        )

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.root)

    @property
    def builder(self) -> Builder:
        return Builder(self.workspace, self.root / "cache", offline=True)

    def result(
        self,
        name: str = "spiel",
        choices: Mapping[str, str] | None = None,
        extra: Sequence[str] = (),
    ) -> Result:
        return self.builder.build(name, choices, extra)

    def build(self, name: str = "spiel", **parts: str) -> Lexicon:
        """Write the ruleset (with ``parts`` replaced), unless it is there, and build it."""
        if parts or not (self.root / "rules" / f"{name}.yaml").exists():
            self.ruleset(name, **parts)
        return Lexicon(self.result(name).folder)

    def refused(self, name: str = "spiel") -> LexkitError:
        """The error that building must give: one line, with a place."""
        with pytest.raises(LexkitError) as caught:
            self.result(name)
        assert "\n" not in str(caught.value)
        assert caught.value.path is not None
        return caught.value


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    root = tmp_path / "shop"
    (root / "rules").mkdir(parents=True)
    (root / "sources").mkdir()
    return Shop(root)


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test depends on the workspace, mirror or colours of who runs it."""
    for name in (
        "LEXKIT_WORKSPACE", "LEXKIT_DATABASE_URL", "LEXKIT_BY",
        "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE",
    ):  # fmt: skip
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def call(shop: Shop, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the command line in the shop's folder."""
    monkeypatch.chdir(shop.root)
    monkeypatch.setenv("LEXKIT_CACHE", str(shop.root / "cache"))
    monkeypatch.delenv("LEXKIT_MIRROR", raising=False)

    def calling(*arguments: str | Path) -> Said:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return calling


def process(
    *arguments: str | bytes | Path,
    cwd: Path,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run `lexkit` as a process of its own."""
    return subprocess.run(
        [*program(), *arguments],
        cwd=cwd,
        input=stdin,
        env={**os.environ, "LEXKIT_CACHE": str(cwd / "cache"), **(env or {})},
        capture_output=True,
        timeout=60,
        check=False,
    )


def program() -> list[str]:
    """The command line that starts `lexkit` with this Python."""
    return [sys.executable, "-c", "from lexkit.cli import main; main()"]


@pytest.fixture(scope="session")
def vocabulary() -> Tagset:
    return tagset.load([REPOSITORY / "rules" / "tags.yaml"])


@pytest.fixture(scope="session")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace with lexkit's own rules and sources."""
    root = tmp_path_factory.mktemp("real")
    for folder in ("rules", "sources"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    return Workspace(root)


def build_real(place: Workspace, name: str, choices: Mapping[str, str] | None = None) -> Lexicon:
    """A lexicon built from its real sources; without them the test is skipped."""
    mirror = os.environ.get("LEXKIT_MIRROR")
    cache = Path(os.environ.get("LEXKIT_CACHE") or place.home / "cache")
    builder = Builder(place, cache, Path(mirror) if mirror else None)
    try:
        return Lexicon(builder.build(name, choices).folder)
    except LexkitError as error:
        need("cannot get" not in error.message, f"the sources of {name} ({error.message})")
        raise


@pytest.fixture(scope="session")
def real(copied: Workspace) -> Workspace:
    """That workspace with de-wordox built."""
    build_real(copied, "de-wordox")
    return copied


@pytest.fixture(scope="session")
def wordox(real: Workspace) -> Lexicon:
    return Lexicon(real.build / "de-wordox")


def rule_of(lexicon: Lexicon, word: str) -> tuple[str, str | None]:
    """The verdict on ``word`` and the rule of the ground that decided, for short assertions."""
    answer = lexicon.answer(word)
    return answer.verdict.value, answer.grounds[0].rule if answer.grounds else None

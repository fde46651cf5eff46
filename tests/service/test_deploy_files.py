"""Files of docs/deploy: backups come back, lexicons are copied, units and settings hold."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lexkit.access.roles import Role
from lexkit.lexicon import Lexicon
from lexkit.service import settings
from lexkit.workspace import Workspace
from tests.conftest import REPOSITORY, Shop, program
from tests.postgresql import Server, programs
from tests.requirements import need
from tests.service.balancing import FILES, replaced
from tests.service.conftest import Start, mounted
from tests.service.running import Service, free_port
from tests.service.test_deploy import propose
from tests.service.test_reload import until

PAGE = REPOSITORY / "docs" / "deploy.md"
UNITS = sorted(path.name for path in FILES.iterdir() if path.suffix in (".service", ".timer"))


_NAMES = (f"kept_{number}" for number in itertools.count())


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either sort: in PostgreSQL a whole one, not a schema."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/review.sqlite"
    running: Server = request.getfixturevalue("server")
    name = next(_NAMES)
    running.sql(f"CREATE DATABASE {name}")
    return running.url(name)


def shell(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command, with PostgreSQL's programs at hand."""
    path = f"{os.environ['PATH']}:{programs()}"
    return subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True,
        env={**os.environ, "PATH": path, **variables},
    )  # fmt: skip


def backup(database: str, folder: Path, keep: int = 30) -> subprocess.CompletedProcess[str]:
    need(shutil.which("sqlite3") is not None, "sqlite3 (Debian: apt-get install sqlite3)")
    folder.mkdir(exist_ok=True)
    return shell(FILES / "lexkit-backup", folder, str(keep), LEXKIT_DATABASE_URL=database)


def told(running: Service, token: str) -> list[object]:
    """All that the service tells a maintainer of proposals and tokens."""
    listed = running.ask("/v1/proposals", token=token)
    numbers = [each["number"] for each in listed.json["proposals"]]
    decided = running.ask("/v1/proposals?state=accepted", token=token)
    numbers += [each["number"] for each in decided.json["proposals"]]
    single = [running.ask(f"/v1/proposals/{number}", token=token).json for number in numbers]
    return [listed.json, decided.json, single, running.ask("/v1/tokens", token=token).json]


def test_a_backup_restored_answers_the_same(
    workspace: Shop, database: str, token: Callable[[str, Role], str], start: Start,
    tmp_path: Path, request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    ida = token("ida", Role.ADMIN)
    running = start(workspace.root, database)
    words = ("Tischfee", "Bettfee", "zwölfte")
    numbers = [propose(word, running.ask).json["proposal"] for word in words]
    decision = {"decision": "accept", "reason": "in use", "seen": 1}
    assert running.ask(f"/v1/proposals/{numbers[0]}/decision", "POST", decision, ida).status == 200
    before = told(running, ida)
    assert all(word in str(before) for word in (*words, "accepted", "in use", "ida"))

    done = backup(database, tmp_path / "backups")
    assert done.returncode == 0, done.stderr
    (file,) = (tmp_path / "backups").iterdir()
    assert done.stdout == f"{file}\n"
    assert file.stat().st_mode & 0o77 == 0
    propose("danach", running.ask)

    if database.startswith("sqlite"):
        restored = f"sqlite:///{tmp_path}/restored.sqlite"
        shutil.copyfile(file, tmp_path / "restored.sqlite")
    else:
        server: Server = request.getfixturevalue("server")
        server.sql("CREATE DATABASE restored")
        restored = server.url("restored")
        done = shell("pg_restore", "--exit-on-error", "--single-transaction", "--no-owner",
                     f"--dbname={restored}", file)  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert told(start(workspace.root, restored), ida) == before


def test_old_backups_go(database: str, token: Callable[[str, Role], str], tmp_path: Path) -> None:
    token("ida", Role.GAME)
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [f"lexkit-2026-01-{day:02}T020000Z.dump" for day in range(1, 6)]
    for name in [*old, "notes.txt"]:
        (folder / name).touch()
    done = backup(database, folder, keep=3)
    assert done.returncode == 0, done.stderr
    left = sorted(path.name for path in folder.iterdir())
    assert left == sorted([*old[-2:], Path(done.stdout.strip()).name, "notes.txt"])


def test_a_backup_that_fails_says_so_and_leaves_nothing(server: Server, tmp_path: Path) -> None:
    gone = f"postgresql://lexkit@127.0.0.1:{free_port()}/lexkit"
    for database in (gone, server.url("nowhere"), "sqlite:////nowhere/review.sqlite"):
        done = backup(database, tmp_path / "backups")
        assert done.returncode != 0 and done.stderr
    assert list((tmp_path / "backups").iterdir()) == []


def copy(root: Path, target: Path) -> subprocess.CompletedProcess[str]:
    need(shutil.which("rsync") is not None, "rsync (Debian: apt-get install rsync)")
    return shell(FILES / "lexkit-copy", root, target)


def test_lexicons_are_copied_to_copies_that_run(own: Shop, start: Start, tmp_path: Path) -> None:
    target = tmp_path / "words2"
    for name in ("rules", "sources", "build/.lexicons"):
        (target / name).mkdir(parents=True)
    done = copy(own.root, target)
    assert done.returncode == 0, done.stderr
    running = start(target)
    versions = set()
    for turn in range(3):
        own.words("liste", ["ab", f"wort{'x' * turn}"])
        own.result()
        done = copy(own.root, target)
        assert done.returncode == 0, done.stderr
        version = Lexicon(own.root / "build" / "spiel").version
        until(lambda version=version: running.word("ab").json["lexicon"] == version)  # type: ignore[misc]
        versions.add(version)
        assert len(list((target / "build" / ".lexicons").iterdir())) == 1
    assert len(versions) == 3
    assert (target / "build").stat().st_mode & 0o777 == 0o755
    assert not any(event["level"] != "INFO" for event in running.events())


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of some megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    need(mounted(folder, "8m"), "the right to mount a small disk (root)")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def room(folder: Path) -> int:
    """How many bytes are free."""
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


def test_a_full_disk_turns_no_link(own: Shop, small: Path) -> None:
    target = small / "words2"
    (target / "build" / ".lexicons").mkdir(parents=True)
    assert copy(own.root, target).returncode == 0
    before = (target / "build" / "spiel").readlink()
    own.words("liste", ["ab", "neu"])
    own.result()
    (target / "fill").write_bytes(bytes(room(target)))
    done = copy(own.root, target)
    assert "No space left" in done.stderr and done.returncode != 0
    assert (target / "build" / "spiel").readlink() == before
    (target / "fill").unlink()
    assert copy(own.root, target).returncode == 0
    assert (target / "build" / "spiel").readlink() != before


def setting(unit: str, name: str) -> list[str]:
    """The values of a setting in a unit."""
    text = (FILES / unit).read_text("utf-8")
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def test_a_copy_starts_as_its_unit_says(workspace: Shop, tmp_path: Path) -> None:
    need(shutil.which("curl") is not None, "curl (Debian: apt-get install curl)")
    port = free_port()
    changes = {"/srv/lexkit": str(workspace.root), "%i": str(port)}
    (line,) = setting("lexkit@.service", "ExecStart")
    name, *arguments = shlex.split(replaced(line, changes))
    assert Path(name).name == "lexkit"
    (ready,) = setting("lexkit@.service", "ExecStartPost")
    variables = {**os.environ, "LEXKIT_DATABASE_URL": f"sqlite:///{tmp_path}/review.sqlite"}
    with subprocess.Popen(
        [*program(), *arguments], env=variables, stderr=subprocess.DEVNULL
    ) as running:
        try:
            done = shell(*shlex.split(ready.replace("%i", str(port))))
            assert (done.returncode, done.stderr) == (0, "")
        finally:
            running.terminate()
        assert running.wait(20) == 0


def test_the_units_are_valid(tmp_path: Path) -> None:
    need(shutil.which("systemd-analyze") is not None, "systemd-analyze (Debian: systemd)")
    for name in UNITS:
        text = (FILES / name).read_text("utf-8")
        for command in ("/opt/lexkit/bin/lexkit", "/usr/local/bin/lexkit-backup", "/usr/bin/curl"):
            text = text.replace(command, "/bin/true")
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = shell("systemd-analyze", "verify", *(tmp_path / name for name in UNITS))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    # The least that a service which answers a network may do is counted as 0.
    for name, most in (("lexkit@.service", 15), ("lexkit-build.service", 35),
                       ("lexkit-backup.service", 35)):  # fmt: skip
        done = shell("systemd-analyze", "security", "--offline=yes", f"--threshold={most}",
                     tmp_path / name)  # fmt: skip
        assert done.returncode == 0, done.stdout[-300:]


def test_the_settings_are_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("rules", "sources"):
        (tmp_path / name).mkdir()
    shutil.copy(FILES / "lexkit.yaml", tmp_path)
    found = settings.find(Workspace(tmp_path), {})
    assert found.proxies == ("127.0.0.1",)
    for line in (FILES / "environment").read_text().splitlines():
        if not line.startswith("#"):
            monkeypatch.setenv(*line.split("=", 1))
    assert str(Workspace(tmp_path).database).startswith("postgresql://lexkit@")


def test_the_page_names_every_file() -> None:
    text = PAGE.read_text("utf-8")
    linked = set(re.findall(r"\]\(deploy/([^)]+)\)", text))
    assert linked == {path.name for path in FILES.iterdir()}

"""Every checksum computed anew: what differs, is missing, or does not belong there is named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lexkit import verify
from lexkit.errors import LexkitError
from lexkit.fetch import sha256_of
from tests.conftest import Call, Shop
from tests.releases.conftest import CASES, ROWS, copied


@pytest.fixture
def two(game: Shop, call: Call) -> Shop:
    """A build and two releases; of the second there is a copy `release` that may be written to."""
    game.words("liste", ["Wal"])  # on one bare list, so that there is something in weak.tsv
    game.ruleset(more=CASES)
    game.result()
    assert call("release", "spiel", "--name", "1").code == 0
    game.table("tafel", [*ROWS, ("neu", "neu", "adjective")])
    assert call("build", "spiel").code == 0
    assert call("release", "spiel", "--name", "2").code == 0
    copied(game.root / "releases" / "spiel@2", game.root / "release")
    copied(game.root / "build" / "spiel", game.root / "copy")
    return game


def problems(call: Call, name: str) -> list[tuple[str, str]]:
    said = call("verify", name, "--json")
    told = json.loads(said.out)
    assert told["good"] is (said.code == 0) is (not told["problems"])
    return [(problem["file"], problem["says"]) for problem in told["problems"]]


def test_all_that_is_there_is_good(two: Shop, call: Call) -> None:
    said = call("verify")
    assert said.code == 0
    lines = said.out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["spiel", "spiel@1", "spiel@2"]
    assert all(": good, version " in line for line in lines)
    # What a build writes beside a lexicon is in no manifest.
    assert (two.root / "build" / "spiel" / "report.html").is_file()
    assert (two.root / "build" / "spiel" / "changes.json").is_file()
    assert problems(call, "./release") == problems(call, "./copy") == []


@pytest.mark.parametrize("folder", ["release", "copy"])
def test_every_byte_of_every_file_counts(two: Shop, call: Call, folder: str) -> None:
    place = two.root / folder
    manifest = json.loads((place / "manifest.json").read_bytes())
    files = {*manifest["files"], *manifest.get("release", {}).get("files", ())}
    assert {"words.txt", "words.dawg", "ledger.sqlite", "weak.tsv", "NOTICE"} <= files
    assert ("changes.md" in files) is (folder == "release")
    for name in files:
        path = place / name
        whole = path.read_bytes()
        for at in (0, len(whole) // 2, len(whole) - 1):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            assert problems(call, f"./{folder}") == [(name, "differs")]
        for other in (whole[:-1], whole + b"\n", b""):
            path.write_bytes(other)
            assert problems(call, f"./{folder}") == [(name, "differs")]
        path.unlink()
        assert problems(call, f"./{folder}") == [(name, "is missing")]
        path.mkdir()
        assert problems(call, f"./{folder}") == [(name, "is no file")]
        path.rmdir()
        path.symlink_to(two.root / "elsewhere")
        assert problems(call, f"./{folder}") == [(name, "is no file")]
        path.unlink()
        path.write_bytes(whole)
    assert problems(call, f"./{folder}") == []


def test_what_does_not_belong_there(two: Shop, call: Call) -> None:
    for folder in ("release", "copy"):
        (two.root / folder / "notes.txt").write_text("mine")
        assert problems(call, f"./{folder}") == [("notes.txt", "does not belong there")]
    (two.root / "release" / "notes.txt").unlink()
    (two.root / "release" / "report.html").write_text("")
    assert problems(call, "./release") == [("report.html", "does not belong there")]


Manifest = dict[str, Any]


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told.update(title="Another game"),
        lambda told: told["counts"].update(words=3),
        lambda told: told["files"].pop("NOTICE"),
        lambda told: told.update(version="0" * 16),
        lambda told: told.update(more=1),
        lambda told: told["sources"][0].update(licence="MIT"),
    ],
)
@pytest.mark.parametrize("folder", ["release", "copy"])
def test_a_manifest_that_was_changed(
    two: Shop, call: Call, folder: str, change: Callable[[Manifest], object]
) -> None:
    changed(two.root / folder, change)
    found = problems(call, f"./{folder}")
    assert ("manifest.json", "has been changed: its version is not that of what it says") in found


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["release"].update(by="tom"),
        lambda told: told["release"].update(at="2020-01-01T00:00:00+00:00"),
        lambda told: told["release"]["gate"].update(flipped=1),
        lambda told: told["release"].update(override={"reason": "so", "by": "x"}),
        lambda told: told["release"].pop("checksum"),
        lambda told: told.update(key="0" * 64),
    ],
)
def test_what_a_release_says_of_itself_that_was_changed(
    two: Shop, call: Call, change: Callable[[Manifest], object]
) -> None:
    changed(two.root / "release", change)
    says = "has been changed: its checksum is not that of what it says"
    assert problems(call, "./release") == [("manifest.json", says)]


def changed(folder: Path, change: Callable[[Manifest], object]) -> None:
    path = folder / "manifest.json"
    told = json.loads(path.read_bytes())
    change(told)
    path.write_text(json.dumps(told))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is not valid JSON"),
        (b"{", "is not valid JSON"),
        (b"\xff\xfe", "is not valid JSON"),
        (b"[" * 100_000, "is not valid JSON"),
        (b"[]", "is not that of a lexicon"),
        (b"null", "is not that of a lexicon"),
        (b"{}", "is not that of a lexicon"),
        (b'{"files": [], "version": "x"}', "is not that of a lexicon"),
        (b'{"files": {"a": "b"}}', "is not that of a lexicon"),
        (b'{"files": {"a": "b"}, "version": "x"}', "is not that of a lexicon"),
        (
            b'{"files": {"a": "b"}, "version": "x", "ruleset": "a", "release": 3}',
            "is not that of a lexicon",
        ),
    ],
)
def test_a_manifest_that_is_none(two: Shop, call: Call, content: bytes, says: str) -> None:
    (two.root / "release" / "manifest.json").write_bytes(content)
    assert problems(call, "./release") == [("manifest.json", says)]


@pytest.mark.parametrize("name", ["../outside", "/etc/hostname", "a/b", "manifest.json", ".."])
def test_a_manifest_that_leads_out_of_its_folder(two: Shop, call: Call, name: str) -> None:
    (two.root / "outside").write_text("secret")
    changed(two.root / "release", lambda told: told["files"].update({name: "0" * 64}))
    assert (name, "cannot be a file of a lexicon") in problems(call, "./release")


def test_a_build_and_a_release_that_are_not_whole_are_found_unasked(two: Shop, call: Call) -> None:
    for path in (two.root / "build/spiel", two.root / "releases/spiel@1"):
        path.resolve().chmod(0o755)
        (path / "manifest.json").unlink()
    (two.root / "build" / "nowhere").symlink_to("gone")
    version = json.loads((two.root / "release/manifest.json").read_bytes())["version"]
    said = call("verify")
    assert said.code == 1
    assert [line for line in said.out.splitlines() if not line.startswith(" ")] == [
        "nowhere: damaged",
        "spiel: damaged",
        "spiel@1: damaged",
        f"spiel@2: good, version {version}",
    ]
    assert "manifest.json is missing" in said.out
    assert call("verify", "spiel@2").code == 0
    assert call("verify", "spiel").code == 1


def test_a_release_under_the_name_of_another(two: Shop, call: Call) -> None:
    shutil.copytree(two.root / "release", two.root / "releases" / "spiel@3")
    assert problems(call, "spiel@3") == [("manifest.json", "is that of spiel@2")]
    shutil.copytree(two.root / "copy", two.root / "build" / "anders")
    assert problems(call, "anders") == [("manifest.json", "is that of spiel")]


def test_a_build_that_comes_between_is_no_damage(
    two: Shop, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    sums = sha256_of

    def meanwhile(path: Path) -> str:
        monkeypatch.setattr(verify, "sha256_of", sums)
        two.table("tafel", ROWS)
        two.result()
        return sums(path)

    monkeypatch.setattr(verify, "sha256_of", meanwhile)
    assert problems(call, "spiel") == []


def test_a_folder_that_goes_away_is_told_with_what_to_do(
    two: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = two.root / "copy"
    sums = sha256_of

    def meanwhile(path: Path) -> str:
        found = sums(path)
        if path.name == "words.txt":
            shutil.rmtree(folder)
        return found

    monkeypatch.setattr(verify, "sha256_of", meanwhile)
    with pytest.raises(LexkitError) as caught:
        verify.whole(folder, "build it again")
    assert caught.value.remedy == "build it again"


def test_nothing_to_verify(shop: Shop, call: Call) -> None:
    said = call("verify")
    assert (said.code, said.out) == (2, "")
    assert "no lexicon is built or released yet (lexkit build RULESET)" in said.err

"""A build: the same bytes from the same inputs, all or nothing, and only what has changed."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lexkit import automaton, columns, readings
from lexkit.build import Builder
from lexkit.errors import LexkitError
from lexkit.lexicon import LEDGER, MANIFEST, NOTICE, WEAK, WORDS, Lexicon
from lexkit.workspace import Workspace
from tests.conftest import Shop, process, program, rule_of
from tests.library import install
from tests.requirements import need


def furnish(shop: Shop) -> Shop:
    """Two lists, a table, curated lines: something of everything."""
    shop.table(
        "tafel",
        [("Straße", "Straße", "noun"), ("Straßen", "Straße", "noun"), ("Ulm", "Ulm", "toponym"),
         ("Maße", "Maß", "noun"), ("Masse", "Masse", "noun,vulgar"), ("U-Boot", "U-Boot", "noun")],
    )  # fmt: skip
    shop.words("liste", ["haus", "Ulm", "Kilo", "zee", "Äpfel", "ab", "😀", "ﬁsch", "abacas"])
    shop.words("stumm", ["fee", "haus"], more="attests: no\n")
    shop.curated(
        {"word": "Kilo", "decision": "tag", "tags": "short-word", "reason": "x"},
        {"word": "ach", "decision": "tag", "tags": "interjection", "reason": "y"},
    )
    shop.ruleset("spiel")
    shop.ruleset("zweites", rules="")
    return shop


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_a_lexicon_is_made_of(shop: Shop) -> None:
    result = furnish(shop).result()
    files = bytes_of(result.folder)
    assert set(files) == {
        WORDS, WEAK, automaton.FILE, columns.FILE, LEDGER, NOTICE, MANIFEST,
    }  # fmt: skip
    words = files[WORDS].decode().splitlines()
    assert words == sorted(words)
    assert words == [
        "ab",
        "abacas",
        "fisch",
        "haus",
        "kilo",
        "masse",
        "strasse",
        "strassen",
        "zee",
        "äpfel",
    ]
    assert list(Lexicon(result.folder).words()) == sorted(words)
    manifest = json.loads(files[MANIFEST])
    assert manifest["files"] == {
        name: hashlib.sha256(content).hexdigest()
        for name, content in files.items()
        if name != MANIFEST
    }
    assert [source["name"] for source in manifest["sources"]] == shop.listed
    assert all(source["licence"] == "CC0-1.0" for source in manifest["sources"])
    curated = (shop.root / "sources/curated/xx.tsv").read_bytes()
    assert manifest["sources"][0]["files"] == {"xx.tsv": hashlib.sha256(curated).hexdigest()}
    for name in shop.listed:
        assert f"source: {name}" in files[NOTICE].decode()
    assert result.version == manifest["version"]


def test_the_counts_add_up(shop: Shop) -> None:
    counts = furnish(shop).result().counts
    parts = ("accepted", "rejected", "unattested", "unlayable")
    assert counts["forms"] == sum(counts[part] for part in parts)
    assert (counts["unattested"], counts["unlayable"], counts["rejected"]) == (1, 2, 2)
    assert counts["words"] == 10


def test_the_ledger_tells_the_verdict_of_every_form_to_whoever_has_sql(shop: Shop) -> None:
    folder = furnish(shop).result().folder
    with sqlite3.connect(folder / LEDGER) as connection:
        told = dict(connection.execute("SELECT form, rule FROM verdicts").fetchall())
        letters = dict(connection.execute("SELECT form, letters FROM verdicts").fetchall())
    connection.close()
    assert told["Ulm"] == "places"
    assert told["U-Boot"] == told["😀"] == "unlayable"
    assert (letters["U-Boot"], letters["Maße"]) == (None, "masse")


def test_no_time_and_no_path_is_in_what_is_hashed(shop: Shop) -> None:
    folder = furnish(shop).result().folder
    year = time.strftime("%Y-").encode()
    for name, content in bytes_of(folder).items():
        assert str(shop.root).encode() not in content, name
        if name == MANIFEST:
            assert year not in content


def test_two_folders_hash_seeds_and_orders_of_files_give_the_same_bytes(tmp_path: Path) -> None:
    built = []
    for number, seed in enumerate(("0", "1", "random")):
        root = tmp_path / f"{'x' * number}here" / "w"
        (root / "rules").mkdir(parents=True)
        (root / "sources").mkdir()
        shop = Shop(root)
        if number == 1:  # files come to the folder in another order, and others lie beside them
            for name in ("zz", "aa"):
                shop.words(name, ["anderes"])
            shop.listed.clear()
            shop.write("rules/aa.yaml", "")
        furnish(shop)
        names = ("zweites", "spiel") if number else ("spiel", "zweites")
        environment = {
            "PYTHONHASHSEED": seed,
            "LC_ALL": "C" if number else "C.UTF-8",
            "TZ": "Asia/Tokyo" if number else "UTC",
        }
        done = process("build", *names, cwd=root, env=environment)
        assert done.returncode == 0, done.stderr
        built.append([bytes_of(root / "build" / name) for name in ("spiel", "zweites")])
    assert built[0] == built[1] == built[2]


def test_an_inherited_build_is_the_same_as_a_fresh_one(shop: Shop, tmp_path: Path) -> None:
    furnish(shop).result()
    shop.words("liste", ["haus", "hof"])
    shop.curated({"word": "hof", "decision": "reject", "rulesets": "zweites"})
    shop.result()
    fresh = Workspace(tmp_path / "fresh")
    after = bytes_of(shop.root / "build" / "spiel")
    assert fresh.root is not None
    fresh.root.mkdir()
    for name in ("rules", "sources"):
        (shop.root / name).rename(fresh.root / name)
    result = Builder(fresh, tmp_path / "cache", offline=True).build("spiel")
    assert bytes_of(result.folder) == after


def test_nothing_changed_is_nothing_done(shop: Shop) -> None:
    furnish(shop)
    first = shop.result()
    real = first.folder.resolve()
    before = {p: p.stat().st_mtime_ns for p in (shop.root / "build").rglob("*") if p.is_file()}
    second = shop.result()
    assert (first.unchanged, second.unchanged) == (False, True)
    assert (second.version, second.counts) == (first.version, dict(first.counts))
    assert second.folder.resolve() == real
    after = {p: p.stat().st_mtime_ns for p in (shop.root / "build").rglob("*") if p.is_file()}
    assert before == after


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rules/spiel.yaml", "A place is no word", "A place is none"),
        ("rules/spiel.yaml", "any: [toponym]", "any: [vulgar]"),
        ("rules/spiel.yaml", "{ß: ss, ﬁ: fi}", "{ß: s, ﬁ: fi}"),
        ("rules/spiel.yaml", "title: A game", "title: The game"),
        ("sources/liste.yaml", "CC0-1.0", "MIT"),
        ("sources/curated-xx.yaml", "CC0-1.0", "MIT"),
        ("sources/curated/xx.tsv", "\ty\t", "\tz\t"),
        ("sources/stumm.yaml", "attests: no", "attests: yes"),
        ("rules/spiel.yaml", "curated-xx, tafel, liste", "curated-xx, liste, tafel"),
    ],
)
def test_whatever_shapes_the_lexicon_makes_it_anew(
    shop: Shop, name: str, old: str, new: str
) -> None:
    furnish(shop)
    first = shop.result()
    text = (shop.root / name).read_text("utf-8")
    assert old in text
    shop.write(name, text.replace(old, new))
    second = shop.result()
    assert not second.unchanged
    assert second.version != first.version


def test_a_missing_file_of_the_lexicon_makes_it_anew(shop: Shop) -> None:
    folder = furnish(shop).result().folder
    for name in (WORDS, LEDGER, MANIFEST):
        (folder / name).unlink()
        assert not shop.result().unchanged
    (folder / MANIFEST).write_text("{")
    assert not shop.result().unchanged
    assert shop.result().unchanged


def test_an_optional_source_is_used_only_by_name(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    shop.words("mehr", ["hof"])
    shop.ruleset(sources=["liste"], more="optional_sources: [mehr]\n")
    assert "hof" not in shop.build()
    assert "hof" in Lexicon(shop.result(extra=["mehr"]).folder)
    assert "hof" not in shop.build()
    with pytest.raises(LexkitError, match="'liste' is no optional source of spiel"):
        shop.result(extra=["liste"])
    with pytest.raises(LexkitError, match="there is no source 'mehrr'"):
        shop.result(extra=["mehrr"])


BREAKS = {
    "rules/spiel.yaml": "ruleset: spiel\ntitle: [",
    "rules/tags.yaml": "kinds: [x]",
    "sources/liste.yaml": "source: liste\n",
    "sources/liste.txt": "anders\n",
    "sources/curated/xx.tsv": "<<<<<<< HEAD\n",
    "sources/curated-xx.yaml": "source: curated-xx\nreader: nobody\n",
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_build_that_fails_names_the_file_and_leaves_the_last_good_lexicon(
    shop: Shop, name: str
) -> None:
    furnish(shop)
    folder = shop.result().folder
    before = bytes_of(folder)
    kept = shop.root / name
    good = kept.read_bytes() if kept.exists() else None
    shop.write(name, BREAKS[name])
    if name.endswith(".txt"):  # only what is not stored yet is read again
        shop.write(
            "sources/liste.yaml", (shop.root / "sources/liste.yaml").read_text() + "\n# new\n"
        )
    error = shop.refused()
    shown = Path(str(error.path)).name
    assert shown == ("liste.yaml" if name.endswith(".txt") else Path(name).name)
    assert bytes_of(folder) == before
    assert rule_of(Lexicon(folder), "Ulm") == ("rejected", "places")
    if good is not None:
        shop.write(name, good)
    else:
        kept.unlink()
    shop.result()


def test_an_unknown_source_is_named_with_the_line_of_the_ruleset(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    for name in ("lisste", "../liste", "/etc/passwd"):
        shop.ruleset(sources=["liste", name])
        error = shop.refused()
        assert (error.path, error.line) == (shop.root / "rules" / "spiel.yaml", 8)
        assert f"there is no source {name!r}" in error.message


def test_a_missing_column_and_a_wrong_encoding_are_named_with_file_and_line(shop: Shop) -> None:
    shop.table("tafel", [("haus", "haus", "noun")], more="options: {forms: Wort}\n")
    shop.ruleset()
    error = shop.refused()
    assert "no column 'Wort'" in error.message
    assert error.path == shop.root / "sources" / "tafel.tsv"
    shop.source("tafel", "tafel.tsv", "word\nHaus\nBär\n".encode("latin-1"), "reader: table\n")
    error = shop.refused()
    assert (error.path, error.line) == (shop.root / "sources" / "tafel.tsv", 3)


def test_a_file_that_cannot_be_had_is_named_with_what_to_do(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset()
    (shop.root / "sources" / "liste.txt").unlink()
    error = shop.refused()
    assert error.path == shop.root / "sources" / "liste.yaml"
    assert "liste.txt" in error.message
    assert "--mirror" in str(error.remedy)


def test_a_list_with_no_word_makes_an_empty_lexicon(shop: Shop) -> None:
    shop.words("liste", [])
    lexicon = shop.build()
    assert len(lexicon) == 0
    assert lexicon.answer("haus").verdict == "unattested"


def test_words_too_short_are_not_in_the_lexicon(shop: Shop) -> None:
    shop.words("liste", ["o", "oh", "a-b"])
    spelling = "  alphabet: abcdefgho\n  drop: ['-']\n  min_letters: 2\n"
    lexicon = shop.build(rules="", spelling=spelling)
    assert sorted(lexicon.words()) == ["ab", "oh"]


def test_forms_that_fold_to_nothing_are_no_words(shop: Shop) -> None:
    shop.words("liste", ["-", "'", "--", "a"])
    spelling = "  alphabet: a\n  drop: ['-', \"'\"]\n  min_letters: 1\n"
    lexicon = shop.build(rules="", spelling=spelling)
    assert list(lexicon.words()) == ["a"]
    assert "" not in lexicon


# -- the disk, the processes ----------------------------------------------------------------------

BIG = 60_000


def big(shop: Shop) -> Shop:
    shop.words("liste", [f"wort{i:x}" for i in range(BIG)])
    spelling = "  alphabet: abcdefghijklmnopqrstuvwxyz0123456789\n"
    shop.ruleset(rules="", spelling=spelling)
    return shop


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, of a few megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(folder)],
            check=False,
            capture_output=True,
        ).returncode
    )
    need(mounted, "the right to mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_at_any_step_leaves_the_last_good_lexicon(shop: Shop, small_disk: Path) -> None:
    shop.words("liste", ["haus"])
    (shop.root / "build").symlink_to(small_disk)
    old = shop.build()
    before = bytes_of(old.folder)
    big(shop)
    steps = set()
    filler = small_disk / "filler"
    for free in (0, 200_000, 1_000_000, 2_500_000, 4_000_000, 6_000_000, 8_000_000, 10_000_000):
        for stale in (*small_disk.glob(".readings/liste-*"), *small_disk.glob(".evidence/*")):
            stale.unlink()
        filler.unlink(missing_ok=True)
        stat = os.statvfs(small_disk)
        with filler.open("wb") as file:
            file.truncate(0)
            os.posix_fallocate(file.fileno(), 0, max(stat.f_bavail * stat.f_frsize - free, 1))
        try:
            shop.result()
        except LexkitError as error:
            assert "\n" not in str(error)
            assert "cannot be written to" in error.message
            assert "free some space" in str(error.remedy)
            steps.add(Path(str(error.path)).name)
            filler.unlink()
            assert bytes_of(shop.root / "build" / "spiel") == before
            assert old.answer("haus").verdict == "accepted"
            left = [
                p.name
                for p in small_disk.rglob("*")
                if p.name.startswith((".sorting", ".gathering", "spiel-")) and p != old.folder
            ]
            assert [name for name in left if not name.endswith(".sqlite")] == []
        else:
            break
    assert {".readings", ".evidence", "build"} <= steps
    filler.unlink(missing_ok=True)
    shop.result()
    assert "wortff" in Lexicon(shop.root / "build" / "spiel")


def start(shop: Shop) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*program(), "build", "spiel"],
        cwd=shop.root,
        env={**os.environ, "LEXKIT_CACHE": str(shop.root / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("seconds", [0.15, 0.3, 0.5, 0.8])
def test_a_build_that_is_killed_leaves_the_last_good_lexicon(shop: Shop, seconds: float) -> None:
    shop.words("liste", ["haus"])
    before = bytes_of(shop.build().folder)
    running = start(big(shop))
    time.sleep(seconds)
    running.kill()
    running.communicate()
    found = bytes_of(shop.root / "build" / "spiel")
    assert found == before or len(found[WORDS].splitlines()) == BIG
    assert len(Lexicon(shop.result().folder)) == BIG


def test_an_interrupted_build_says_so_and_leaves_the_last_good_lexicon(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    before = bytes_of(shop.build().folder)
    big(shop)
    # The list is a pipe that never ends, so that the build is surely in the midst of it.
    running = subprocess.Popen(
        [sys.executable, "-c", _ENDLESS],
        cwd=shop.root,
        env={**os.environ, "LEXKIT_CACHE": str(shop.root / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == b"reading\n"
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert b"interrupted" in err
    assert out == b""
    assert bytes_of(shop.root / "build" / "spiel") == before
    hidden = [path.name for path in (shop.root / "build").rglob(".sorting-*")]
    assert hidden == []


#: A build whose reader comes to no end.
_ENDLESS = """
import itertools, time
from lexkit.cli import main
from lexkit.model import Entry
from lexkit.readers import wordlist
import sys
def read(given):
    print("reading", flush=True)
    for i in itertools.count():
        time.sleep(0.001)
        yield Entry(f"wort{i}", None, (), "x:1")
wordlist.read = read
sys.argv = ["lexkit", "build", "spiel"]
main()
"""


def test_two_builds_at_once_both_end_well(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    shop.build()
    big(shop)
    both = [start(shop), start(shop)]
    for running in both:
        _, err = running.communicate(timeout=60)
        assert running.returncode == 0, err
    assert len(Lexicon(shop.root / "build" / "spiel")) == BIG


def test_who_has_the_old_lexicon_open_goes_on_with_it(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    old = shop.build()
    shop.words("liste", ["hof"])
    new = shop.build()
    for _ in range(2):
        assert old.answer("haus").grounds[0].place == "liste.txt:1"
        assert old.answer("hof").verdict == "unattested"
        assert (list(old.words()), list(new.words())) == (["haus"], ["hof"])
        assert new.answer("haus").verdict == "unattested"
        shop.words("liste", ["hut"])
        shop.result()
    assert not old.folder.exists()


def test_a_lexicon_can_be_opened_at_any_time_while_others_are_built(shop: Shop) -> None:
    shop.words("liste", ["haus", "w0"])
    folder = shop.root / "build" / "spiel"
    shop.build()
    spelling = "  alphabet: abcdefghijklmnopqrstuvwxyz0123456789\n"
    done = threading.Event()
    failures: list[BaseException] = []

    def reading() -> None:
        try:
            while not done.is_set():
                assert Lexicon(folder).answer("haus").verdict == "accepted"
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=reading) for _ in range(2)]
    for thread in readers:
        thread.start()
    for number in range(25):
        shop.words("liste", ["haus", f"w{number}"])
        shop.build(spelling=spelling)
    done.set()
    for thread in readers:
        thread.join()
    assert failures == []


def test_a_copied_lexicon_answers_anywhere_and_gives_way_to_a_new_build(
    shop: Shop, tmp_path: Path
) -> None:
    import shutil

    shop.words("liste", ["haus"])
    link = shop.root / "build" / "spiel"
    shop.build()
    shutil.copytree(link, tmp_path / "copy with % and #?")
    assert Lexicon(tmp_path / "copy with % and #?").answer("haus").verdict == "accepted"
    link.unlink()
    shutil.copytree(tmp_path / "copy with % and #?", link)
    assert shop.result().unchanged
    shop.words("liste", ["hof"])
    assert "hof" in shop.build()
    assert link.is_symlink()


def test_old_lexicons_are_not_left_lying_about(shop: Shop) -> None:
    for number in range(4):
        shop.words("liste", ["haus", "hof"[: number + 1]])
        shop.build(rules="")
    for store, count in ((".lexicons", 1), (".readings", 2), (".evidence", 1)):
        assert len(list((shop.root / "build" / store).iterdir())) == count


def test_the_manifest_names_what_shapes_the_bytes(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    manifest = shop.build().manifest
    assert f"Unicode {unicodedata.unidata_version}" in manifest["libraries"]


def test_a_library_shapes_the_bytes_by_its_version_and_its_content(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.write(
        "sources/vorrat.yaml",
        "source: vorrat\ntitle: A list in a library\nlanguage: xx\nlicence: CC0-1.0\n"
        "files: {w.txt: installed}\nreader: wordlist\n"
        "fetch: [{library: wordstock, members: {w.txt: wordstock/w.txt}}]\n",
    )
    shop.ruleset(sources=["vorrat"])

    def built(version: str, content: bytes) -> tuple[dict[str, Any], set[str], bool]:
        install(tmp_path, monkeypatch, {"wordstock/w.txt": content}, version)
        result = shop.result()
        manifest = json.loads((result.folder / MANIFEST).read_bytes())
        assert f"wordstock {version}" in manifest["libraries"]
        digest = hashlib.sha256(content).hexdigest()
        assert manifest["sources"][0]["files"] == {"w.txt": digest}
        stores = {path.name for path in (shop.workspace.build / ".readings").glob("vorrat-*")}
        return manifest, stores, result.unchanged

    first, stores, unchanged = built("1.0", b"haus\n")
    assert not unchanged
    assert shop.result().unchanged
    newer, more, unchanged = built("1.1", b"haus\n")
    assert not unchanged
    assert stores != more
    assert first["version"] != newer["version"]
    assert first["files"][WORDS] == newer["files"][WORDS]
    other, _, _ = built("1.2", b"haus\nhof\n")
    assert newer["files"][WORDS] != other["files"][WORDS]


def test_the_version_is_that_of_the_content_not_of_the_code(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A comment changed in a module judges anew, and finds the lexicon as it was."""
    shop.words("liste", ["haus", "hof"])
    before = shop.build().manifest
    monkeypatch.setattr(readings, "code_hash", lambda names: f"another comment in {names}")
    after = shop.build().manifest
    assert after["key"] != before["key"]
    assert after["version"] == before["version"]


def test_what_killed_builds_left_is_swept_up_after_a_day(shop: Shop) -> None:
    shop.words("liste", ["haus"])
    shop.build()
    build = shop.root / "build"
    other = build / ".lexicons" / "other-1"
    left = [build / ".readings" / ".sorting-x", build / ".evidence" / ".gathering-x",
            build / ".lexicons" / "spiel-x", other]  # fmt: skip
    young = [path.with_name(path.name + "-young") for path in left]
    for path in [*left, *young]:
        path.mkdir()
        (path / "half").write_text("x")
    (build / "other").symlink_to(".lexicons/other-1")
    for path in left:
        os.utime(path, (1, 1))
    shop.words("liste", ["haus", "hof"])
    assert "hof" in shop.build()
    assert [path for path in left if path.exists()] == [other]
    assert all(path.exists() for path in young)

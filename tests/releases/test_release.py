"""Releases: made, named, listed, asked, compared, for ever."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from lexkit.lexicon import Lexicon
from tests.conftest import Call, Shop, process
from tests.releases.conftest import CASES, ROWS, copied, folders, kept, line
from tests.test_cli import HEAVY

WORDS = ["Käfer", "Ulm", "ulm", "Rand", "Straße", "strasse", "Kaefer", "x-y", "gutt", "q", "Fee"]


def answers(call: Call, lexicon: str | Path) -> str:
    said = call("check", *WORDS, "--lexicon", lexicon, "--json")
    assert said.code == 1
    return said.out


def test_a_release_is_a_whole_copy_that_may_not_be_written(game: Shop, call: Call) -> None:
    said = call("release", "spiel", "--name", "2027-01", "--by", "ida")
    assert (said.code, said.err) == (0, "")
    assert "released as spiel@2027-01\n" in said.out
    folder = game.root / "releases" / "spiel@2027-01"
    build = game.root / "build" / "spiel"
    manifest = json.loads((build / "manifest.json").read_bytes())
    assert {p.name for p in folder.iterdir()} == {*manifest["files"], "manifest.json"}
    for name in manifest["files"]:
        assert (folder / name).read_bytes() == (build / name).read_bytes()
    told = json.loads((folder / "manifest.json").read_bytes())
    release = told.pop("release")
    assert told == manifest
    assert (release["name"], release["number"], release["by"]) == ("2027-01", 1, "ida")
    assert (release["before"], release["override"], release["files"]) == (None, None, {})
    for path in (folder, *folder.iterdir()):
        assert not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH), path


def test_it_answers_as_it_did_when_all_else_has_changed_or_gone(game: Shop, call: Call) -> None:
    game.curated(line("Rand", "reject", clause="Ränder", reference="Duden"))
    game.result()
    before = answers(call, "spiel")
    assert '"near": ["gut"' in before
    assert "Rand was asked for" in before
    assert call("release", "spiel", "--name", "1").code == 0
    assert answers(call, "spiel@1") == before
    game.curated()
    game.table("tafel", [("Ulm", "Ulm", "noun")])
    game.ruleset(rules="")
    game.result()
    assert answers(call, "spiel@1") == before
    assert answers(call, "spiel") != before
    shutil.rmtree(game.root / "build")
    for kind in ("rules", "sources"):
        shutil.rmtree(game.root / kind)
        (game.root / kind).mkdir()
    assert answers(call, "spiel@1") == before
    elsewhere = copied(game.root / "releases" / "spiel@1", game.root / "elsewhere")
    shutil.rmtree(game.root / "releases", onerror=_writable)
    assert answers(call, elsewhere) == before
    assert answers(call, "./elsewhere") == before


def _writable(function: object, path: str, _: object) -> None:
    Path(path).parent.chmod(0o755)
    assert callable(function)
    function(path)


def test_wherever_a_lexicon_is_named_a_release_or_a_path_will_do(game: Shop, call: Call) -> None:
    assert call("release", "spiel", "--name", "1").code == 0
    game.table("tafel", [*ROWS, ("neu", "neu", "adjective")])
    game.result()
    game.write("gold.txt", "Käfer\nneu\n")
    for name, words in (("spiel", 6), ("spiel@1", 5), ("./releases/spiel@1", 5)):
        said = call("export", name, "--format", "txt", "-o", game.root / "words.txt")
        assert (said.code, said.out.split()[0]) == (0, str(words))
        said = call("evaluate", name, "--gold", "gold.txt", "--json")
        assert json.loads(said.out)["gold"]["accepted"] == words - 4
        assert call("test", name).code == 0
        assert call("check", "gute", "-r", name).code == 0
        assert call("verify", name).code == 0
        assert len(call("search", name, "*").out.split()) == words
    said = call("diff", "spiel@1", "spiel")
    assert (said.code, said.out) == (1, "+ neu\nspiel@1 → spiel: 1 in, 0 out\n")
    assert call("diff", "spiel@1", "releases/spiel@1").code == 0
    said = call("check", "neu", "-r", "spiel", "--lexicon", "spiel@1")
    assert said.out.splitlines()[1].startswith("  spiel    accepted")
    assert said.out.splitlines()[2].startswith("  spiel@1  unattested")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("spiel@2", "there is no release 'spiel@2' (did you mean spiel@1?)"),
        ("andres@1", "there is no release 'andres@1'"),
        ("spiel@", "there is no release 'spiel@'"),
        ("@", "there is no release '@'"),
        ("spiel@../build/spiel", "there is no lexicon in"),
        ("../shop/releases", "there is no lexicon in"),
        ("rules/spiel.yaml", "there is no lexicon in"),
        ("spiel@1\n", "there is no release"),
        ("a/\0", "there is no lexicon in"),
    ],
)
def test_a_release_that_is_not_there(game: Shop, call: Call, name: str, says: str) -> None:
    call("release", "spiel", "--name", "1")
    for arguments in (["check", "gut", "--lexicon"], ["verify"], ["export", "-o", "-"]):
        said = call(*arguments, name)
        assert (said.code, said.out) == (2, "")
        assert says in said.err


@pytest.mark.parametrize("name", ["1", "2027-01", "v1.0", "Frühling", "_a", "a" * 64, "1_2.3-4"])
def test_what_a_release_may_be_called(game: Shop, call: Call, name: str) -> None:
    assert call("release", "spiel", "--name", name).code == 0
    assert folders(game) == {f"spiel@{name}"}
    assert call("check", "gut", "--lexicon", f"spiel@{name}").code == 0


NO_NAMES = [
    "", " ", ".", "..", "../x", "a/b", "/etc", "a\\b", ".hidden", "a.", "-1", "a@b", "a b", "a\n",
    "a\0b", "a*", "~", "a+b=c", "a" * 65, "a:b", "\ud800", "a\u200bb", "🎲", "%2e%2e",
]  # fmt: skip


@pytest.mark.parametrize("name", NO_NAMES, ids=ascii)
def test_what_it_may_not(game: Shop, call: Call, name: str) -> None:
    for more in ([], ["--check"], ["--override", "really", "--by", "ida"]):
        said = call("release", "spiel", "--name", name, *more)
        assert said.code == 2
        assert "cannot name a release (use letters, digits and - . _" in said.err
        assert folders(game) == set()


def test_a_name_is_given_once(game: Shop, call: Call) -> None:
    call("release", "spiel", "--name", "Frühling")
    before = (game.root / "releases" / "spiel@Frühling" / "manifest.json").read_bytes()
    game.table("tafel", ROWS[:2])
    game.result()
    for name in ("Frühling", "Fru\u0308hling", "frühling", "FRÜHLING"):
        said = call("release", "spiel", "--name", name, "--override", "so", "--by", "ida")
        assert said.code == 2
        assert "there is a release spiel@Frühling already" in said.err
        assert call("release", "spiel", "--name", name, "--check").code == 2
    assert folders(game) == {"spiel@Frühling"}
    assert (game.root / "releases" / "spiel@Frühling" / "manifest.json").read_bytes() == before


def test_releases_of_a_choice_are_its_own(game: Shop, call: Call) -> None:
    rules = (
        "  - rule: places\n    reject: {any: [toponym]}\n    says: No place.\n"
        "    when: {orte: [nein]}\n"
    )
    options = "options: {orte: {values: [ja, nein], default: nein, says: Places.}}\n"
    game.ruleset(rules=rules, more=options)
    game.result()
    game.result(choices={"orte": "ja"})
    assert call("release", "spiel", "--name", "1").code == 0
    assert call("release", "spiel+orte=ja", "--name", "1").code == 0
    assert folders(game) == {"spiel@1", "spiel+orte=ja@1"}
    assert call("check", "Ulm", "--lexicon", "spiel@1").code == 1
    assert call("check", "Ulm", "--lexicon", "spiel+orte=ja@1").code == 0
    assert json.loads(call("release", "--list", "spiel", "--json").out)["number"] == 1


# -- the gate and its override --------------------------------------------------------------------


def test_a_failing_case_stops_a_first_release(game: Shop, call: Call) -> None:
    game.ruleset(more="cases: {accepted: [Ulm]}\n")
    game.result()
    said = call("release", "spiel", "--name", "1")
    assert said.code == 1
    assert "Ulm is rejected, should be accepted (line " in said.out
    assert "not released:\n  1 of 1 case failed: Ulm\n" in said.out
    assert folders(game) == set()


@pytest.fixture
def flipped(game: Shop, call: Call) -> Shop:
    """Release 1, and a build since in which a decision has flipped and two words are gone."""
    game.curated(line("Rand", "tag", tags="noun"))
    game.result()
    assert call("release", "spiel", "--name", "1").code == 0
    game.curated(line("Rand", "tag", tags="noun"), line("Anna", "accept"))
    rows = [row for row in ROWS if row[0] not in ("gute", "Straße")]
    game.table("tafel", rows)
    rules = "  - rule: nouns\n    reject: {all: [noun], none: [adjective]}\n    says: No noun.\n"
    game.ruleset(rules=rules)
    game.result()
    return game


def test_a_flip_and_words_without_a_decision_stop_a_release(flipped: Shop, call: Call) -> None:
    looked = call("release", "spiel", "--check")
    said = call("release", "spiel", "--name", "2")
    assert (said.code, looked.code, said.err) == (1, 1, "")
    assert said.out.replace("not released:", "not to be released:") == looked.out
    assert "  2 words in, 4 out" in said.out
    assert (
        "  stop  1 decision flipped\n"
        "    rand: accepted by default (curated-xx) → rejected by nouns (curated-xx)\n"
        "      though Rand (lemma) tag noun by ida, 2026-03-01: Rand was asked for; xx.tsv:2\n"
    ) in said.out
    assert "decisions: 1 made\n" in said.out
    assert "  stop  3 words left without a decision, 0 may; 0 left by one\n" in said.out
    assert "2 accepted by default (tafel) → unattested\n      gute, strasse\n" in said.out
    assert folders(flipped) == {"spiel@1"}


def test_what_is_found_as_json(flipped: Shop, call: Call) -> None:
    said = call("release", "spiel", "--name", "2", "--json")
    told = json.loads(said.out)
    assert (said.code, told["passed"], told["release"]) == (1, False, None)
    assert told["problems"] == [
        "1 decision flipped: rand",
        "3 words left without a decision, 0 may: gute, strasse, käfer",
    ]
    (flip,) = told["flipped"]
    assert (flip["word"], flip["decision"]["word"], flip["new"]["rule"]) == (
        "rand", "Rand", "nouns",
    )  # fmt: skip
    assert told["counts"] == {"in": 2, "out": 4}
    assert [line["word"] for line in told["decisions"]["made"]] == ["Anna"]
    assert told["leaving"]["groups"][0]["words"] == ["gute", "strasse"]
    assert (told["leaving"]["undecided"], told["leaving"]["may"]) == (3, 0)
    assert told["before"]["name"] == "spiel@1"
    documented = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
    inner = (told["decisions"], told["leaving"], told["cases"])
    for key in {*told, *(key for each in inner for key in each)}:
        assert f"`{key}`" in documented, key


def test_an_override_is_recorded_with_what_it_passed_over(flipped: Shop, call: Call) -> None:
    for arguments in (
        ["--override", "we know"],
        ["--override", "we know", "--by", " "],
        ["--override", " ", "--by", "ida"],
    ):
        said = call("release", "spiel", "--name", "2", *arguments)
        assert said.code == 2
        assert "an override needs a reason and a name" in said.err
    said = call("release", "spiel", "--name", "2", "--override", "we know", "--by", "ida")
    assert said.code == 0
    assert "released as spiel@2, in spite of what was found; that is recorded\n" in said.out
    told = json.loads((flipped.root / "releases/spiel@2/manifest.json").read_bytes())["release"]
    assert told["override"] == {
        "reason": "we know",
        "by": "ida",
        "problems": [
            "1 decision flipped: rand",
            "3 words left without a decision, 0 may: gute, strasse, käfer",
        ],
    }
    assert told["gate"] == {
        "flipped": 1, "cases": 0, "failing": 0, "decided": 0, "undecided": 3, "may_leave": 0,
    }  # fmt: skip
    assert told["before"]["name"] == "spiel@1"
    assert "in spite of the gate: we know" in call("release", "--list").out
    # The next one is compared with this one, and nothing has flipped since.
    assert call("release", "spiel", "--name", "3").code == 0


def test_an_override_that_was_not_needed_is_not_recorded(game: Shop, call: Call) -> None:
    call("release", "spiel", "--name", "1", "--override", "just in case", "--by", "ida")
    told = json.loads((game.root / "releases/spiel@1/manifest.json").read_bytes())["release"]
    assert told["override"] is None


def test_how_many_words_may_leave(game: Shop, call: Call) -> None:
    call("release", "spiel", "--name", "1")
    game.table("tafel", ROWS[:-2])
    game.ruleset(more=f"{CASES}may_leave: 1\n")
    game.result()
    said = call("release", "spiel", "--check")
    assert said.code == 1
    assert "2 words left without a decision, 1 may" in said.out
    assert call("release", "spiel", "--check", "--may-leave", "2").code == 0
    assert call("release", "spiel", "--check", "--may-leave", "-1").code == 2
    game.ruleset(more=f"{CASES}may_leave: 2\n")
    assert call("release", "spiel", "--check").code == 0
    assert call("release", "spiel", "--check", "--may-leave", "0").code == 1


def test_a_change_can_be_looked_at_against_any_lexicon(game: Shop, call: Call) -> None:
    game.curated(line("Rand", "accept", "form"))
    game.result()
    kept(game, "alt")
    game.table("tafel", [*ROWS[:-2], ("Rand", "Rand", "toponym"), ROWS[-1]])
    game.ruleset(sources=["tafel"], more=CASES)
    game.result()
    assert call("release", "spiel", "--check").code == 0  # nothing is released yet
    said = call("release", "spiel", "--dry-run", "--against", "./alt", "--json")
    assert said.code == 1
    assert json.loads(said.out)["problems"] == ["1 decision flipped: rand"]
    assert folders(game) == set()


def test_what_has_changed_since_lies_beside(game: Shop, call: Call) -> None:
    game.curated(line("gute", "accept", "form"))
    game.result()
    call("release", "spiel", "--name", "1")
    game.curated(line("Rand", "reject", reason="a *mere* edge", reference="Duden"))
    game.table("tafel", [*ROWS, ("neu", "neu", "adjective")])
    game.result()
    assert call("release", "spiel", "--name", "2").code == 0
    folder = game.root / "releases" / "spiel@2"
    assert (folder / "changes.txt").read_text("utf-8").splitlines() == [
        "- rand  accepted by default (tafel) → rejected by curated (curated-xx)",
        "+ neu  unattested → accepted by default (tafel)",
        "spiel@1 → spiel@2: 1 in, 1 out",
        "decided: Rand (lemma) reject by ida, 2026-03-01: a *mere* edge (Duden)",
        "taken back: gute (form) accept by ida, 2026-03-01: gute was asked for",
    ]
    text = (folder / "changes.md").read_text("utf-8")
    assert "- **rand**: accepted by default (tafel) → rejected by curated (curated-xx)\n" in text
    assert "## Decisions\n\n- decided: Rand (lemma) reject by ida, 2026-03-01: a \\*mere" in text
    told = json.loads((folder / "changes.json").read_text("utf-8"))
    assert (told["in"], told["out"]) == (["neu"], ["rand"])
    assert [(g["new"]["rule"], g["words"]) for g in told["reasons"]] == [
        ("default", ["neu"]), ("curated", ["rand"]),
    ]  # fmt: skip
    assert told["decisions"]["made"][0]["reference"] == "Duden"
    assert (told["old"]["name"], told["new"]["name"]) == ("spiel@1", "spiel@2")
    assert (
        call("diff", "spiel@1", "spiel@2").out == "- rand\n+ neu\nspiel@1 → spiel@2: 1 in, 1 out\n"
    )
    assert call("verify").code == 0


def test_an_older_release_can_be_released_again(game: Shop, call: Call) -> None:
    call("release", "spiel", "--name", "1")
    game.table("tafel", [*ROWS, ("neu", "neu", "adjective")])
    game.result()
    call("release", "spiel", "--name", "2")
    assert call("release", "spiel@1", "--name", "3", "--may-leave", "1", "--by", "tom").code == 0
    assert call("verify").code == 0
    assert call("diff", "spiel@1", "spiel@3").code == 0
    told = [json.loads(line) for line in call("release", "--list", "--json").out.splitlines()]
    assert [(r["release"], r["number"], r["by"]) for r in told] == [
        ("spiel@1", 1, None), ("spiel@2", 2, None), ("spiel@3", 3, "tom"),
    ]  # fmt: skip
    assert told[0]["lexicon"] == told[2]["lexicon"] == Lexicon(Path(told[0]["folder"])).version
    assert told[2]["before"]["name"] == "spiel@2"


def test_the_list_is_in_the_order_of_the_releases(game: Shop, call: Call) -> None:
    assert call("release", "--list").out.startswith("there is no release yet")
    assert call("release", "--list", "--json").out == ""
    for name in ("9", "10", "a"):
        call("release", "spiel", "--name", name)
    lines = call("release", "--list").out.splitlines()
    assert [line.split()[0] for line in lines] == ["spiel@9", "spiel@10", "spiel@a"]
    assert call("release", "--list", "andres").out.startswith("there is no release of andres yet")


def test_sources_that_have_changed_since_the_build_are_named(game: Shop, call: Call) -> None:
    game.curated(line("Rand", "reject"))
    said = call("release", "spiel", "--name", "1")
    assert said.code == 0
    assert said.err == (
        "lexkit: curated-xx is not as it was when spiel was built (lexkit build spiel)\n"
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name a ruleset, or --list"),
        (["spiel"], "name the release with --name, or look first with --check"),
        (["andres", "--name", "1"], "there is no ruleset 'andres'"),
        (["spiel@7", "--name", "1"], "there is no release 'spiel@7'"),
        (["spiel", "--check", "--against", "andres"], "there is no ruleset 'andres'"),
        (["spiel", "--check", "--against", "rules/spiel.yaml"], "there is no lexicon in"),
    ],
)
def test_wrong_use_of_the_command(game: Shop, call: Call, arguments: list[str], says: str) -> None:
    said = call("release", *arguments)
    assert (said.code, said.out) == (2, "")
    assert says in said.err
    assert folders(game) == set()


def test_nothing_else_is_imported_to_ask_a_release(game: Shop, call: Call) -> None:
    call("release", "spiel", "--name", "1")
    code = (
        "import sys\nfrom lexkit.cli import run\nrun(['check', 'Ulm', '--lexicon', 'spiel@1'])\n"
        f"print(*sorted(sys.modules.keys() & set({(*HEAVY, 'lexkit.diff', 'hashlib')})))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=game.root, capture_output=True, check=True
    )
    assert told.stdout.splitlines()[-1] == b""


def test_the_shell_completes_releases_and_paths(game: Shop, call: Call) -> None:
    call("release", "spiel", "--name", "1")

    def completed(words: str) -> bytes:
        env = {
            "_LEXKIT_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        }
        code = "from lexkit.cli import cli; cli(prog_name='lexkit')"
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=game.root,
            env={**os.environ, **env},
            capture_output=True,
            check=False,
        ).stdout

    assert completed("lexkit check x --lexicon sp").split() == [b"plain,spiel", b"plain,spiel@1"]
    assert completed("lexkit diff spiel@").split() == [b"plain,spiel@1"]
    assert completed("lexkit export ./re").split() == [b"dir,./re"]


def test_the_program_itself(game: Shop) -> None:
    assert process("release", "spiel", "--name", "1", cwd=game.root).returncode == 0
    assert process("check", "gut", "--lexicon", "spiel@1", cwd=game.root).returncode == 0
    assert process("verify", cwd=game.root).returncode == 0

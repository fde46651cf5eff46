"""The command line: exit codes, JSON by its schema, encodings, colours, pipes, names."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import jsonschema
import pytest

from lexkit.answers import SCHEMA
from lexkit.cli import COMMANDS, cli, run
from tests.conftest import FAULTS, REPOSITORY, Call, Shop, process, program
from tests.requirements import need


@pytest.fixture
def built(shop: Shop) -> Shop:
    shop.table(
        "tafel", [("Käfer", "Käfer", "noun"), ("Ulm", "Ulm", "toponym"), ("Öl", "Öl", "noun")]
    )
    more = "cases: {accepted: [Käfer], rejected: [Ulm, x-y], unattested: [Fee]}\n"
    shop.ruleset(more=more)
    shop.result()
    return shop


def commands() -> Iterator[tuple[str, ...]]:
    """Every command and subcommand by its words."""
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        yield (name,)
        if isinstance(command, click.Group):
            for inner in command.list_commands(context):
                yield name, inner


ALL = list(commands())


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_the_help_of_each_command_has_an_example(call: Call, words: tuple[str, ...]) -> None:
    said = call(*words, "--help")
    assert (said.code, said.err) == (0, "")
    assert "Example" in said.out
    assert f"lexkit {' '.join(words)}" in said.out


def test_the_program_itself(call: Call) -> None:
    assert "Example" in call("--help").out
    assert call("--version").out.startswith("lexkit, version ")
    assert call("cheque").code == 2
    assert "there is no command 'cheque' (known are account, build, check" in call("cheque").err
    assert "did you mean build" in call("biuld").err
    assert set(COMMANDS) == {words[0] for words in ALL}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "Käfer"], 0),
        (["check", "Käfer", "öl"], 0),
        (["check", "Käfer", "Ulm"], 1),
        (["check", "Fee"], 1),
        (["check", "x-y"], 1),
        (["check", "--", "-chen"], 1),
        (["check", "Käfer", "-r", "spiel"], 0),
        (["check", "Käfer", "--lexicon", "spiel"], 0),
        (["check"], 2),
        (["check", ""], 2),
        (["check", "Käfer", "\u200b"], 2),
        (["check", "Käfer", "-r", "andres"], 2),
        (["check", "Käfer", "-r", "de-wordox"], 2),
        (["check", "Käfer", "--lexicon", "andres"], 2),
        (["check", "--file", "none.txt"], 2),
        (["check", "--file", "sources"], 2),
        (["check", "--fiel", "x"], 2),
        (["build", "spiel"], 0),
        (["build"], 2),
        (["build", "andres"], 2),
        (["build", "spiel", "--with", "tafel"], 2),
        (["build", "spiel", "--option", "a=b"], 2),
        (["build", "spiel", "--option", "a"], 2),
        (["build", "spiel", "--mirror", "none"], 2),
        (["test"], 0),
        (["test", "spiel"], 0),
        (["test", "andres"], 2),
        (["test", "de-wordox"], 2),
        (["rules", "list"], 0),
        (["rules", "show", "spiel"], 0),
        (["rules", "show", "andres"], 2),
        (["rules", "schema"], 0),
        (["rules", "lint", "de-wordox"], 0),
        (["rules", "lint", "spiel"], 0),
        (["rules", "lint", "andres"], 2),
        (["search", "spiel", "k?fer"], 0),
        (["search", "spiel", "z*"], 1),
        (["search", "spiel"], 2),
        (["search", "andres", "k*"], 2),
        (["search", "de-wordox", "k*"], 2),
        (["sources", "list"], 0),
        (["sources", "verify", "tafel"], 0),
        (["sources", "verify", "andres"], 2),
        (["sources", "fetch", "tafel"], 0),
        (["sources", "fetch", "andres"], 2),
        (["read", "sources/tafel.tsv", "--reader", "table"], 0),
        (["read", "sources/tafel.tsv"], 0),
        (["read", "-", "--reader", "tabel"], 2),
        (["sources", "add", "sources/tafel.tsv", "--name", "tafel"], 2),
        (["sources", "add", "-"], 2),
        (["sources", "add", "none.txt"], 2),
        (["sources", "add", "sources"], 2),
        (["read", "sources/tafel.tsv", "--reader", "tabel"], 2),
        (["read", "sources/tafel.tsv", "--reader", "table", "--option", "forms=x"], 2),
        (["read", "sources/tafel.tsv", "--reader", "table", "--option", "forms"], 2),
        (["read", "sources/tafel.tsv", "--reader", "table", "--option", "tag:x=y"], 2),
        (["read", "none.txt", "--reader", "wordlist"], 2),
        (["read", "sources", "--reader", "wordlist"], 2),
        (["init", "rules/spiel.yaml"], 2),
        (["--workspace", "none", "check", "x"], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)  # fmt: skip
def test_the_exit_code_tells_yes_no_or_wrong(
    built: Shop, call: Call, arguments: list[str], code: int
) -> None:
    said = call(*arguments)
    assert said.code == code, said
    assert "Traceback" not in said.err
    if code == 2:
        assert said.err
        if said.err.startswith("lexkit: "):
            assert said.err.count("\n") == 1
        assert said.out == "" or "Käfer" in arguments
    else:
        assert said.out or {"lint", "search"} & set(arguments)


def test_what_is_not_built_is_named_with_the_command_that_builds_it(shop: Shop, call: Call) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset()
    assert "lexkit build spiel" in call("check", "haus").err
    assert "lexkit build spiel" in call("check", "haus", "-r", "spiel").err
    assert call("test").code == 2


# -- check ----------------------------------------------------------------------------------------


def test_check_tells_verdict_rule_and_place(built: Shop, call: Call) -> None:
    said = call("check", "Kaefer", "Ulm", "x-y")
    assert "Kaefer  unattested" in said.out
    assert "Is it " in said.out
    assert "Käfer" in said.out or "käfer" in said.out
    assert "A place is no word. (rule places, “Names of places”)" in said.out
    assert "capitalised, toponym; tafel, tafel.tsv:3" in said.out
    assert "There is no tile for “-”." in said.out


def test_check_json_keeps_to_the_schema(built: Shop, call: Call) -> None:
    words = ["Käfer", "Ulm", "Kaefer", "x-y", "Fee", "ä"]
    said = call("check", "--json", *words)
    lines = [json.loads(line) for line in said.out.splitlines()]
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for line in lines:
        validator.validate(line)
    assert [line["word"] for line in lines] == words
    assert [line["letters"] for line in lines] == ["käfer", "ulm", "kaefer", None, "fee", "ä"]
    assert lines[0]["grounds"][0] == {
        "verdict": "accepted", "rule": "default", "says": "A word that no rule refuses.",
        "clause": None, "form": "Käfer", "lemma": "Käfer", "tags": ["capitalised", "noun"],
        "source": "tafel", "place": "tafel.tsv:2", "paradigm": None, "cell": None,
    }  # fmt: skip


def test_the_published_schema_is_that_of_the_code() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    published = REPOSITORY / "docs" / "check.schema.json"
    assert json.loads(published.read_text("utf-8")) == SCHEMA


def test_every_built_ruleset_answers_side_by_side(built: Shop, call: Call) -> None:
    built.ruleset("zweites", rules="")
    built.result("zweites")
    said = call("check", "Ulm", "--json")
    told = {(line["ruleset"], line["verdict"]) for line in map(json.loads, said.out.splitlines())}
    assert told == {("spiel", "rejected"), ("zweites", "accepted")}
    assert said.code == 1
    lines = call("check", "Ulm", "Kaefer", "x-y").out.splitlines()
    places = "A place is no word. (rule places, “Names of places”; tafel)"
    assert lines == [
        "Ulm",
        f"  spiel    rejected    {places}",
        "  zweites  accepted    A word that no rule refuses. (rule default; tafel)",
        "Kaefer",
        "  spiel    unattested  No source knows it. Is it Käfer?",
        "  zweites  unattested  No source knows it. Is it Käfer?",
        "x-y",
        "  spiel    rejected    There is no tile for “-”. (rule unlayable)",
        "  zweites  rejected    There is no tile for “-”. (rule unlayable)",
    ]
    assert call("check", "Ulm", "-r", "zweites").code == 0


def test_a_rule_that_several_lists_meet_is_said_once(shop: Shop, call: Call) -> None:
    rows = [("Ulm", "Ulm", "toponym"), ("Ulme", "Ulme", "noun")]
    for name in ("eins", "zwei", "drei"):
        shop.table(name, rows)
    shop.words("vier", ["Ulme"])
    shop.ruleset(rules="")
    shop.ruleset("zweites", rules="")
    shop.result()
    assert call("check", "Ulme").out.splitlines() == [
        "Ulme  accepted",
        "  A word that no rule refuses. (rule default)",
        "    Ulme: capitalised, noun; eins, eins.tsv:3; zwei, zwei.tsv:3; drei, drei.tsv:3",
        "    Ulme: capitalised; vier, vier.txt:1",
    ]
    shop.result("zweites")
    side = call("check", "Ulme").out.splitlines()
    assert side[1].count("A word that no rule refuses.") == 1
    assert side[1].endswith("(rule default; eins, zwei, drei, vier)")


def test_words_come_from_a_file_or_from_standard_input(built: Shop) -> None:
    words = "\ufeffKäfer\r\n\n  öl  \n".encode()
    built.write("words.txt", words)
    told = process("check", "--file", "words.txt", "--json", cwd=built.root)
    assert [json.loads(line)["word"] for line in told.stdout.splitlines()] == ["Käfer", "öl"]
    assert told.returncode == 0
    assert (
        process("check", "--file", "-", "--json", cwd=built.root, stdin=words).stdout == told.stdout
    )
    assert process("check", "--file", "-", cwd=built.root).returncode == 0  # no words, no no


@pytest.mark.parametrize("name", ["words.txt", "-"])
def test_a_file_that_is_not_utf8_is_named_with_its_line(built: Shop, name: str) -> None:
    raw = "Käfer\n".encode() + "Käfer\n".encode("latin-1")
    built.write("words.txt", raw)
    told = process("check", "--file", name, cwd=built.root, stdin=raw)
    assert told.returncode == 2
    assert told.stderr.decode().startswith(f"lexkit: {name}:2: not UTF-8")


def test_a_word_cannot_steer_the_terminal(built: Shop) -> None:
    built.write("words.txt", b"K\x1b[31mfer\nx\x00y\nz\x07\n" + b"x" * 300_000 + b"\n")
    told = process("check", "--file", "words.txt", cwd=built.root)
    assert told.returncode == 1
    assert not set(told.stdout) & set(b"\x1b\x00\x07")
    lines = process("check", "--file", "words.txt", "--json", cwd=built.root).stdout.splitlines()
    assert json.loads(lines[0])["word"] == "K\x1b[31mfer"


# -- terminals, locales, pipes --------------------------------------------------------------------

LOCALES = [
    {"LC_ALL": "C"},
    {"LC_ALL": "POSIX"},
    {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "xx_YY.UTF-8"},
    {"LANG": "", "LC_ALL": ""},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONIOENCODING": "ascii:strict"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONIOENCODING": "utf-16"},
    {"LC_ALL": "C", "PYTHONUTF8": "1"},
]


@pytest.mark.parametrize(
    "environment", LOCALES, ids=lambda e: " ".join(f"{k}={v}" for k, v in e.items())
)
def test_a_verdict_does_not_depend_on_the_locale(built: Shop, environment: dict[str, str]) -> None:
    encoding = environment.get("PYTHONIOENCODING", "utf-8").partition(":")[0]
    for word, code in (("Käfer", 0), ("Ka\u0308fer", 0), ("Ulm", 1), ("Kaefer", 1), ("дом", 1)):
        told = process("check", word.encode(), cwd=built.root, env=environment)
        assert (told.returncode, told.stderr) == (code, b"")
        said = process("check", "--json", word.encode(), cwd=built.root, env=environment)
        answer = json.loads(said.stdout.decode(encoding))
        assert answer["word"] == word.replace("a\u0308", "ä")
        assert (answer["verdict"] == "accepted") == (code == 0)


@pytest.mark.parametrize("environment", LOCALES[:6], ids=str)
def test_an_argument_that_is_not_utf8_is_wrong_use(
    built: Shop, environment: dict[str, str]
) -> None:
    for arguments in (
        [b"check", b"K\xe4fer"],
        [b"check", b"Ulm", b"-r", b"\xff"],
        [b"build", b"\xc3"],
    ):
        told = process(*arguments, cwd=built.root, env=environment)
        assert told.returncode == 2
        assert b"not UTF-8" in told.stderr
        assert b"Traceback" not in told.stderr
        assert told.stdout == b""


def test_other_json_survives_an_ascii_terminal_too(built: Shop) -> None:
    environment = {"PYTHONIOENCODING": "ascii"}
    told = process(
        "read", "sources/tafel.tsv", "--reader", "table", "--json", cwd=built.root, env=environment
    )
    assert [json.loads(line)["form"] for line in told.stdout.splitlines()] == ["Käfer", "Ulm", "Öl"]
    told = process("test", "--json", cwd=built.root, env=environment)
    assert "Käfer" in [json.loads(line)["word"] for line in told.stdout.splitlines()]
    for arguments in (
        ["sources", "list", "--json"],
        ["rules", "list", "--json"],
        ["build", "spiel", "--json"],
    ):
        lines = process(*arguments, cwd=built.root, env=environment).stdout.splitlines()
        assert lines
        for line in lines:
            assert line.isascii()
            json.loads(line)


def on_a_terminal(shop: Shop, *arguments: str, **environment: str) -> bytes:
    """What `lexkit` writes to a terminal."""
    parent, child = pty.openpty()
    done = subprocess.Popen(
        [*program(), *arguments],
        cwd=shop.root,
        stdout=child,
        stderr=child,
        env={
            **os.environ,
            "TERM": "xterm",
            "LEXKIT_CACHE": str(shop.root / "cache"),
            **environment,
        },
    )
    os.close(child)
    written = b""
    while True:
        try:
            piece = os.read(parent, 4096)
        except OSError:
            break
        if not piece:
            break
        written += piece
    done.wait(timeout=20)
    os.close(parent)
    return written


def test_colours_are_for_a_terminal_only_and_not_with_no_color(built: Shop) -> None:
    assert b"\x1b[" in on_a_terminal(built, "check", "Ulm")
    for arguments in (["check", "Ulm"], ["test"], ["rules", "list"], ["check", "Ulm", "-r", "x"]):
        assert b"\x1b" not in on_a_terminal(built, *arguments, NO_COLOR="1")
        told = process(*arguments, cwd=built.root)
        assert b"\x1b" not in told.stdout + told.stderr


def test_json_has_no_colours_on_a_terminal(built: Shop) -> None:
    assert b"\x1b" not in on_a_terminal(built, "check", "Ulm", "--json")


def test_who_stops_reading_gets_no_traceback(built: Shop) -> None:
    built.write("words.txt", "Käfer\n" * 20_000)
    running = subprocess.Popen(
        [*program(), "check", "--file", "words.txt"],
        cwd=built.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.stderr.read() == b""
    assert running.wait(timeout=20) in (0, 1)


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-", ">/dev/full"])
def test_closed_and_full_streams_give_no_traceback(built: Shop, closed: str) -> None:
    command = " ".join(f"'{part}'" for part in program())
    told = subprocess.run(
        ["sh", "-c", f"{command} check Käfer {closed}"],
        cwd=built.root,
        capture_output=True,
        check=False,
        timeout=20,
    )
    assert b"Traceback" not in told.stderr
    assert told.returncode in ((0,) if "full" not in closed else (1, 2))


def test_an_interrupt_ends_with_130(built: Shop) -> None:
    running = subprocess.Popen(
        [*program(), "check", "--file", "-"],
        cwd=built.root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdin is not None
    running.stdin.write("Käfer\n".encode())
    running.stdin.flush()
    time.sleep(1)  # it has begun, and waits for the next word
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert b"interrupted" in err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_commands_rulesets_and_sources(built: Shop, shell: str) -> None:
    environment = {"_LEXKIT_COMPLETE": f"{shell}_source"}
    told = process(cwd=built.root, env=environment)
    assert b"_LEXKIT_COMPLETE" in told.stdout
    for words, expected in (
        ("lexkit che", b"check"), ("lexkit check -r sp", b"spiel"), ("lexkit build sp", b"spiel"),
        ("lexkit sources fetch ta", b"tafel"), ("lexkit rules show de-", b"de-wordox"),
    ):  # fmt: skip
        environment = {
            "_LEXKIT_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": words.rpartition(" ")[2] if shell == "fish" else str(words.count(" ")),
        }
        assert expected in process(cwd=built.root, env=environment).stdout


# -- names ----------------------------------------------------------------------------------------

NAMES = [
    "../rules/spiel",
    "../../etc/hostname",
    "/etc/hostname",
    "spiel/../spiel",
    "./spiel",
    "spiel.yaml",
    "..%2Fspiel",
    "....//spiel",
    "..\\spiel",
    "~/spiel",
    ".",
    "..",
    "",
    " ",
    "NUL",
    "spiel\n",
    "spiel%00",
    ".lexicons",
    "spiel+x=../..",
]

TAKES_A_NAME = [
    ["check", "x", "-r"],
    ["check", "x", "--lexicon"],
    ["build"],
    ["test"],
    ["search", "--near", "x"],
    ["rules", "show"],
    ["rules", "lint"],
    ["sources", "fetch"],
    ["sources", "verify"],
    ["build", "spiel", "--with"],
    ["read", "sources/tafel.tsv", "--reader"],
]

#: Calls every command with every name, and prints what was opened meanwhile and what was said.
_WATCHED = """
import contextlib, io, json, sys
from lexkit.cli import run, COMMANDS
import importlib
for target in COMMANDS.values():
    importlib.import_module(target.partition(":")[0])
opened = []
def hook(event, arguments):
    if event in ("open", "os.listdir", "os.scandir", "sqlite3.connect"):
        opened.append(str(arguments[0]))
sys.addaudithook(hook)
for command, name in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    opened.clear()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([*command, name])
    seen = list(opened)
    print(json.dumps([command, name, code, seen, out.getvalue(), err.getvalue()]))
"""


def test_no_name_leads_out_of_the_workspace(built: Shop) -> None:
    names = list(NAMES)
    if FAULTS.is_dir():
        names += (FAULTS / "S02" / "names.txt").read_text("utf-8").splitlines()
    asked = [[command, name] for command in TAKES_A_NAME for name in names]
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED],
        cwd=built.root,
        input=json.dumps(asked).encode(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(asked)
    for line in lines:
        command, name, code, opened, out, err = json.loads(line)
        assert (code, out) == (2, ""), (command, name, code, out)
        assert "there is no" in err or "not built" in err, (command, name, err)
        for path in opened:
            # Python itself may be in /root, where installed libraries are looked for.
            if any(Path(path).is_relative_to(place) for place in (sys.prefix, sys.base_prefix)):
                continue
            # Only lists are looked at: what is opened is the workspace's, by its own name.
            assert ".." not in Path(path).parts, (command, name, path)
            assert not path.startswith("/etc/h"), (command, name, path)
            stripped = name.strip("./~ \n\\")
            assert (
                not stripped
                or stripped in ("spiel", "spiel.yaml")
                or stripped not in Path(path).parts
            )


def test_the_shared_names_are_known() -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    assert len((FAULTS / "S02" / "names.txt").read_text("utf-8").splitlines()) >= 10


# -- the other commands ---------------------------------------------------------------------------


def test_init_makes_a_workspace_that_builds_and_passes_its_tests(
    shop: Shop, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call("init", "neu").code == 0
    again = call("init", "neu")
    assert (again.code, "is already there" in again.err) == (2, True)
    monkeypatch.chdir(shop.root / "neu")
    for arguments in (
        ["build", "my-game"],
        ["check", "apple"],
        ["test"],
        ["rules", "lint", "my-game"],
        ["curated", "format", "--check"],
        ["curated", "lint"],
        ["propose", "cherrystone", "-r", "my-game", "--reason", "a stone", "--by", "ida"],
        ["review", "--accept", "1", "--reason", "in use", "--by", "max"],
        ["merge", "--yes", "--by", "max"],
        ["build", "my-game"],
        ["check", "cherrystone"],
    ):
        assert call(*arguments).code == 0, arguments


def test_test_names_the_line_of_a_case_that_fails(built: Shop, call: Call) -> None:
    rules = "  - {rule: a, reject: {any: [toponym]}, says: x, cases: {rejected: [Ulm]}}\n"
    more = "cases:\n  accepted: [Käfer, Fee]\n"
    built.ruleset(rules=rules.replace("[Ulm]", "[Ulm, x-y]"), more=more)
    built.result()
    said = call("test", "spiel")
    assert said.code == 1
    path = built.root / "rules" / "spiel.yaml"
    assert f"{path}:10: x-y falls by the rule unlayable, should fall by a" in said.out
    assert f"{path}:12: Fee is unattested, should be accepted" in said.out
    assert "spiel: 4 cases, 2 failed" in said.out
    wrong = [line["wrong"] for line in map(json.loads, call("test", "--json").out.splitlines())]
    assert len([w for w in wrong if w]) == 2


def test_build_prints_counts_and_what_was_left_out(shop: Shop, call: Call) -> None:
    shop.source("liste", "liste.txt", "haus\nb\x00se\nUlm\n", "reader: wordlist\n")
    shop.ruleset()
    said = call("build", "--all")
    assert said.code == 0
    assert "2 words" in said.out
    assert "liste.txt:2" in said.out
    told = json.loads(call("build", "spiel", "--json").out)
    assert (told["ruleset"], told["unchanged"], told["counts"]["words"]) == ("spiel", True, 2)


def test_sources_verify_finds_what_differs(built: Shop, call: Call) -> None:
    assert call("sources", "verify", "tafel").code == 0
    built.write("sources/tafel.tsv", "anders\n")
    said = call("sources", "verify", "tafel")
    assert said.code == 1
    assert "sha256" in said.err


def test_lint_goes_on_after_a_broken_ruleset(built: Shop, call: Call) -> None:
    built.write("rules/kaputt.yaml", "ruleset: kaputt\nx: [\n")
    said = call("rules", "lint")
    assert said.code == 1
    assert "kaputt.yaml:3: not valid YAML" in said.out
    built.ruleset("weiter", rules="  - {rule: r, reject: {any: [noun]}, says: x}\n")
    assert (
        "weiter.yaml:10: weiter has a rule that rejects and cites no clause"
        in call("rules", "lint").out
    )


def test_the_printed_schema_is_json(call: Call) -> None:
    told = json.loads(call("rules", "schema").out)
    jsonschema.Draft202012Validator.check_schema(told)


def test_rules_show_tells_the_rules_in_their_order(built: Shop, call: Call) -> None:
    out = call("rules", "show", "spiel").out
    assert (
        out.index("1. short-words")
        < out.index("2. places “Names of places”")
        < out.index("3. persons")
    )
    assert "What no rule speaks of is accepted." in out


def test_reading_goes_to_standard_error_with_what_is_lost(built: Shop, call: Call) -> None:
    built.write("w.txt", b"gut\nb\x01se\n")
    said = call("read", "w.txt", "--reader", "wordlist")
    assert (said.code, said.out) == (1, "gut    w.txt:1\n")
    assert said.err == "a control character inside the word (1): w.txt:2\n"


# -- broken input ---------------------------------------------------------------------------------


@pytest.fixture
def unprivileged() -> Iterator[None]:
    """As a user who may not read everything (root may)."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_the_name_of_a_file_cannot_steer_the_terminal(shop: Shop, call: Call) -> None:
    path = shop.write("a\x1b[2Jb\nc.txt", "kat\nh\x00nd\n")
    said = call("read", path, "--reader", "wordlist")
    assert said.code == 1
    assert said.out == "kat    a�[2Jb�c.txt:1\n"
    assert "\x1b" not in said.err and said.err.count("\n") == 1


def test_a_file_that_may_not_be_read_is_named(
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    import shutil
    import tempfile

    root = Path(tempfile.mkdtemp(prefix="lexkit-test-"))
    request.addfinalizer(lambda: shutil.rmtree(root))
    shop = Shop(root)
    shop.words("liste", ["haus"])
    shop.ruleset()
    root.chmod(0o777)
    request.getfixturevalue("unprivileged")
    for name in ("rules/spiel.yaml", "sources/liste.yaml", "sources/liste.txt"):
        path = root / name
        mode = path.stat().st_mode
        _as_root(lambda path=path: path.chmod(0))
        capsys.readouterr()
        code = run(["--workspace", str(root), "build", "spiel", "--offline"])
        said = capsys.readouterr()
        assert code == 2, name
        assert path.name in said.err
        assert said.err.count("\n") == 1
        _as_root(lambda path=path, mode=mode: path.chmod(mode))


def _as_root(change: object) -> None:
    euid = os.geteuid()
    os.seteuid(os.getuid())
    assert callable(change)
    change()
    os.seteuid(euid)


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("rules/spiel.yaml", b"\x89PNG\r\n\x1a\n\x00\x00", 1),
        ("rules/spiel.yaml", b"ruleset: spiel\ntitle: a\ntitle: b\n", 3),
        ("rules/spiel.yaml", b"", 1),
        ("rules/spiel.yaml", b"ruleset: spiel\ntitle: \xe4\n", 2),
        ("rules/spiel.yaml", b"x: " + b"y" * 3_000_000, 1),
        (
            "sources/tafel.yaml",
            b"source: tafel\ntitle: x\nlanguage: de\nlicence: y\nreader: wrodlist\n",
            5,
        ),
        ("rules/tags.yaml", b"kinds:\n  - a\n", 2),
    ],
)
def test_broken_input_is_one_line_with_file_and_line_and_exit_2(
    built: Shop, call: Call, name: str, content: bytes, line: int
) -> None:
    path = built.write(name, content)
    before = {p.name: p.read_bytes() for p in (built.root / "build" / "spiel").iterdir()}
    said = call("build", "spiel")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"lexkit: {path}:{line}: ")
    assert said.err.count("\n") == 1
    assert len(said.err) < 2000
    assert {p.name: p.read_bytes() for p in (built.root / "build" / "spiel").iterdir()} == before


def test_a_folder_in_place_of_a_file_is_named(built: Shop, call: Call) -> None:
    (built.root / "rules" / "ordner.yaml").mkdir()
    said = call("build", "ordner")
    assert said.code == 2
    assert "ordner.yaml: cannot be read" in said.err


def test_an_unreachable_network_is_one_line_with_what_to_do(shop: Shop, call: Call) -> None:
    shop.words("liste", ["haus"])
    manifest = (shop.root / "sources/liste.yaml").read_text("utf-8")
    shop.write(
        "sources/liste.yaml",
        manifest.replace("path: liste.txt", "url: 'http://127.0.0.1:9/liste.txt'"),
    )
    shop.ruleset()
    for arguments in (["build", "spiel"], ["build", "spiel", "--offline"]):
        said = call(*arguments)
        assert said.code == 2
        assert said.err.count("\n") == 1
        assert "liste.yaml" in said.err
        assert "--mirror" in said.err


def test_a_mirror_is_looked_at_first(shop: Shop, call: Call) -> None:
    shop.words("liste", ["haus"])
    shop.ruleset()
    (shop.root / "sources" / "liste.txt").unlink()
    assert call("build", "spiel").code == 2
    shop.write("lists/liste/liste.txt", "haus\n")
    assert call("build", "spiel", "--mirror", "lists", "--offline").code == 0


HEAVY = (
    "yaml", "tqdm", "unidecode", "urllib.request", "lexkit.build", "lexkit.ruleset",
    "lexkit.readers", "lexkit.fetch", "difflib", "lexkit.access", "argon2", "litestar", "granian",
)  # fmt: skip


def test_nothing_else_is_imported_for_check(built: Shop) -> None:
    code = (
        "import sys\nfrom lexkit.cli import run\nrun(['check', 'Ulm'])\n"
        f"print(*sorted(sys.modules.keys() & set({HEAVY})))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=built.root, capture_output=True, check=True
    )
    assert told.stdout.splitlines()[-1] == b""

"""`lexkit search`: what it prints, its exit codes, its errors."""

from __future__ import annotations

import json
import time

import pytest

from tests.conftest import Call, Shop, process

MORE = """\
game:
  tiles: {a: 5, e: 9, i: 4, j: 2, n: 3, r: 3, s: 4, t: 4, y: 2}
  points: {a: 1, e: 1, i: 1, j: 4, n: 1, r: 0, s: 1, t: 1, y: 8}
  blanks: 2
  also: {y: ij}
  apart: [bijou]
"""


@pytest.fixture
def built(shop: Shop) -> Shop:
    shop.words("liste", ["ast", "asts", "rast", "raste", "Käse", "ijs", "tijen", "bijou", "tanten"])
    shop.ruleset(rules="", more=MORE)
    shop.result()
    return shop


@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        (["?ast*"], "rast\nraste\n"),
        (["KÄS?"], "käse\n"),
        (["*ty*"], "tijen  laid tyen\n"),
        (["--rack", "tyena"], "tijen  11  laid tyen\n"),
        (["--rack", "jjn"], ""),
        (["--rack", "tta?ne"], "tanten  5  ? = n\ntijen  3  laid tyen  ? = y\nast  2  ? = s\n"),
        (["*nt*", "--rack", "tae?"], "tanten  5  ? = n\n"),
        (["--anagrams", "stra"], "rast\n"),
        (["--hooks", "ast"], "rast  r-\nasts  -s\nraste  r-e\n"),
        (["--hooks", "s"], "ijs  y-\nast  a-t\n"),
        (["--near", "aste"], "ast\nasts\nraste\n"),
        (["*a*", "--limit", "2"], "ast\nasts\n"),
        (["*a*", "--min", "5", "--sort", "length"], "tanten\nraste\n"),
        (["*a*", "--max", "3"], "ast\n"),
        (["--rack", "asts", "--sort", "word"], "ast  3\nasts  4\n"),
        (["--rack", "asts", "--sort", "score", "--limit", "1"], "asts  4\n"),
    ],
    ids=" ".join,
)
def test_what_is_printed(built: Shop, call: Call, arguments: list[str], out: str) -> None:
    said = call("search", "spiel", *arguments)
    assert (said.code, said.err) == (0 if out else 1, "")
    assert said.out == out


def test_json_lines(built: Shop, call: Call) -> None:
    def told(*arguments: str) -> list[dict[str, object]]:
        said = call("search", "spiel", "--json", *arguments)
        return [json.loads(line) for line in said.out.splitlines()]

    assert told("t?en*") == []
    assert told("ty*") == [{"word": "tijen", "tiles": "tyen", "blanks": [], "score": 11}]
    assert told("--rack", "?en?", "--min", "5") == [
        {"word": "tijen", "tiles": "tyen", "blanks": ["t", "y"], "score": 2}
    ]
    assert told("--hooks", "as") == [{"word": "ast", "before": "", "after": "t"},
                                     {"word": "rast", "before": "r", "after": "t"}]  # fmt: skip
    assert [each["word"] for each in told("--near", "aste")] == ["ast", "asts", "raste"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name one of PATTERN"),
        (["a*", "--near", "ast"], "name one of PATTERN"),
        (["--rack", "ast", "--hooks", "ast"], "name one of PATTERN"),
        (["--anagrams", "ast", "--hooks", "ast"], "name one of PATTERN"),
        (["a-*"], "there is no tile for “-”"),
        ([""], "the pattern is empty"),
        (["--rack", ""], "a rack without tiles"),
        (["--rack", "jjj"], "3 tiles j, of which the game has 2"),
        (["--rack", "a+b"], "there is no tile for “+”"),
        (["--hooks", "?"], "there is no tile for “?”"),
        (["--near", ""], "no word"),
        (["a*", "--sort", "size"], "size"),
        (["a*", "--limit", "0"], "--limit"),
        (["a*", "--min", "x"], "--min"),
        (["a*", "b*"], "unexpected extra argument"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_wrong_use_is_said_in_plain_words(
    built: Shop, call: Call, arguments: list[str], says: str
) -> None:
    said = call("search", "spiel", *arguments)
    assert (said.code, said.out) == (2, "")
    assert says in said.err
    assert "Traceback" not in said.err


def test_a_lexicon_that_is_not_there(built: Shop, call: Call) -> None:
    assert "did you mean spiel" in call("search", "speil", "a*").err
    built.ruleset("zweites")
    assert "lexkit build zweites" in call("search", "zweites", "a*").err


def test_without_points_there_is_no_score(shop: Shop, call: Call) -> None:
    shop.words("liste", ["ast", "tas"])
    shop.ruleset(rules="")
    shop.result()
    assert call("search", "spiel", "--rack", "sat").out == "ast\ntas\n"
    assert json.loads(call("search", "spiel", "ast", "--json").out)["score"] is None
    said = call("search", "spiel", "--rack", "sat", "--sort", "score")
    assert (said.code, "spiel gives no points for a, b" in said.err) == (2, True)


def test_wild_keys_are_blanks_and_no_more_than_their_share(shop: Shop, call: Call) -> None:
    shop.words("liste", ["toad", "to", "ox"])
    more = "game: {wild: {sign: '#', share: 0.5}}\n"
    shop.ruleset(rules="", more=more)
    shop.result()
    assert call("search", "spiel", "--rack", "to##").out == ("toad  ? = a, d\nox  ? = x\nto\n")
    assert call("search", "spiel", "--rack", "t###").out == "to  ? = o\n"
    # A pattern is about letters that somebody looks for, not about keys.
    assert call("search", "spiel", "t???").out == "toad\n"
    assert call("search", "spiel", "#o#*").out == "toad\n"


@pytest.mark.parametrize("pattern", ["*a" * 5_000, "?" * 10_000, "*?" * 5_000, "y" * 10_000])
def test_a_pattern_of_ten_thousand_characters(built: Shop, pattern: str) -> None:
    start = time.perf_counter()
    told = process("search", "spiel", pattern, cwd=built.root)
    assert (told.returncode, told.stdout, told.stderr) == (1, b"", b"")
    assert time.perf_counter() - start < 10


def test_the_locale_does_not_matter(built: Shop) -> None:
    for environment in ({"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}):
        told = process(
            "search", "spiel", "käs?".encode(), "--json", cwd=built.root, env=environment
        )
        assert json.loads(told.stdout)["word"] == "käse"

"""Words in YAML arrive as written, and every mistake is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexkit import yamlfile
from lexkit.errors import LexkitError
from lexkit.yamlfile import Fields, Text
from tests.conftest import FAULTS
from tests.requirements import need


def loaded(tmp_path: Path, text: str | bytes) -> yamlfile.Table:
    path = tmp_path / "file.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return yamlfile.load(path)


def refused(tmp_path: Path, text: str | bytes) -> LexkitError:
    with pytest.raises(LexkitError) as caught:
        loaded(tmp_path, text)
    assert "\n" not in str(caught.value)
    assert caught.value.path == tmp_path / "file.yaml"
    return caught.value


AS_WRITTEN = """
    no on off yes y n true false null ~ None 012 0o12 0x1F 12:30 1e3 1_000 .5 -.inf .nan 2026-11-30
    3.10 = 007 +1 nan NA foto's Käfig 'n ja nee
""".split()


@pytest.mark.parametrize("word", [word for word in AS_WRITTEN if not word.startswith("'")])
def test_a_word_arrives_as_written(tmp_path: Path, word: str) -> None:
    for text in (f"words: [{word}]", f"words:\n- {word}", f"words:\n  - {word}  # a comment"):
        assert loaded(tmp_path, text)["words"] == [word]
    assert loaded(tmp_path, f"word: {word}")["word"] == word
    assert list(loaded(tmp_path, f"words: {{{word}: x}}")["words"]) == [word]


def test_a_quoted_word_arrives_without_its_quotes(tmp_path: Path) -> None:
    assert loaded(tmp_path, """w: ["'s avonds", 'no', "no"]""")["w"] == ["'s avonds", "no", "no"]


def test_the_shared_sample(tmp_path: Path) -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    text = (FAULTS / "F01" / "words.yaml").read_text("utf-8")
    error = refused(tmp_path, text)
    assert "'no' stands here twice" in error.message
    assert error.line == text.split("\n").index("  no: twice") + 1
    table = loaded(tmp_path, text.replace("  no: twice\n", ""))
    assert table["language"] == "no"
    assert table["interjection_exceptions"] == "oh no on off yes y ja nee".split()
    assert table["accept"] == ["null", "~", "1e3", "012", "12:30", "true", "foto's"]
    assert table["map"] == {"no": "nee", "on": "an"}


def test_values_and_keys_know_their_lines(tmp_path: Path) -> None:
    table = loaded(tmp_path, "# a comment\nkey: value\nlist:\n  - one\n  - two\n")
    assert [key.line for key in table if isinstance(key, Text)] == [2, 3]
    assert [getattr(item, "line", None) for item in table["list"]] == [4, 5]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "'a' stands here twice"),
        ("a:\n  x: 1\n  'x': 2\n", 3, "'x' stands here twice"),
        ("a: 1\nb: [x\nc: 2\n", 3, "not valid YAML"),
        ("a: 's avonds\n", 2, "not valid YAML"),
        ("a: 's avonds'x\n", 1, "not valid YAML"),
        ("a: b: c\n", 1, "not valid YAML"),
        ("a:\n\t- b\n", 2, "not valid YAML"),
        ("a: @b\n", 1, "not valid YAML"),
        ("a: *b\n", 1, "not valid YAML"),
        ("? [x, y]\n: z\n", 1, "a key must be plain text"),
        ("a: x\n---\nb: y\n", 2, "not valid YAML"),
        ("- a\n- b\n", 1, "expected keys with values"),
        ("just text\n", 1, "expected keys with values"),
        ("", 1, "expected keys with values"),
        ("# only a comment\n", 1, "expected keys with values"),
        ("a: 1\nb: \0\n", 2, "not valid YAML"),
        ("a: 1\nb: \x07\n", 2, "not valid YAML"),
        ("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> other\n", 3, "not valid YAML"),
        ("a: !secret x\n", 1, "not valid YAML"),
        ("a: !!int 5\n", 1, "not valid YAML"),
        ("a: &x [*x]\n", 1, "not valid YAML"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    error = refused(tmp_path, text)
    assert says in error.message
    assert error.line == line


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        ("a: 1\nb: Käfig\n".encode("latin-1"), 2),
        (b"\xff\xfea\0:\0 \0b\0", 1),
        (b"a: 1\nb: 2\nc: \xc3", 3),
    ],
)
def test_what_is_not_utf8_is_named_with_its_line(tmp_path: Path, raw: bytes, line: int) -> None:
    error = refused(tmp_path, raw)
    assert (error.message, error.line) == ("not UTF-8", line)
    assert error.remedy


def test_a_byte_order_mark_and_windows_line_ends_are_no_part_of_it(tmp_path: Path) -> None:
    assert loaded(tmp_path, b"\xef\xbb\xbfa: b\r\nc: [d,\r\n  e]\r\n") == {
        "a": "b",
        "c": ["d", "e"],
    }


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(LexkitError, match="cannot be read"):
            yamlfile.load(path)


def test_deep_nesting_and_a_bomb_of_aliases_are_errors(tmp_path: Path) -> None:
    refused(tmp_path, "a: " + "[" * 5000)
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    refused(tmp_path, "\n".join(levels))


def test_an_alias_is_the_same_again(tmp_path: Path) -> None:
    assert loaded(tmp_path, "a: &x [b]\nc: *x\n") == {"a": ["b"], "c": ["b"]}


def fields(tmp_path: Path, text: str) -> Fields:
    return Fields(loaded(tmp_path, text), tmp_path / "file.yaml", "a thing")


def test_keys_are_taken_and_what_is_left_over_is_refused(tmp_path: Path) -> None:
    given = fields(tmp_path, "title: x\ntags: [a, b]\none: c\nsise: 3\n")
    assert given.required("title") == "x"
    assert given.texts("tags") == ["a", "b"]
    assert given.texts("one") == ["c"]
    assert given.number("size", 7) == 7
    with pytest.raises(LexkitError, match="no key 'sise'.*did you mean size") as caught:
        given.done()
    assert caught.value.line == 4


@pytest.mark.parametrize(
    ("text", "take"),
    [
        ("k: [a]", lambda f: f.text("k")),
        ("k: {a: b}", lambda f: f.texts("k")),
        ("k: [a, [b]]", lambda f: f.texts("k")),
        ("k: [a]", lambda f: f.items("k")),
        ("k: a", lambda f: f.items("k")),
        ("k: [a]", lambda f: f.table_of("k")),
        ("k: {a: [b]}", lambda f: f.pairs("k")),
        ("k: maybe", lambda f: f.flag("k", True)),
        ("k: -1", lambda f: f.number("k", 1)),
        ("k: 1.5", lambda f: f.number("k", 1)),
        ("k: ２", lambda f: f.number("k", 1)),
        ("k: " + "9" * 5000, lambda f: f.number("k", 1)),
        ("x: 1", lambda f: f.required("k")),
        ("k:", lambda f: f.required("k")),
    ],
)
def test_a_value_of_the_wrong_sort_is_refused(tmp_path: Path, text: str, take: object) -> None:
    assert callable(take)
    with pytest.raises(LexkitError) as caught:
        take(fields(tmp_path, text))
    assert caught.value.line == 1


@pytest.mark.parametrize(
    ("word", "value"),
    [("yes", True), ("true", True), ("on", True), ("no", False), ("false", False), ("off", False)],
)
def test_a_switch_is_read_as_one(tmp_path: Path, word: str, value: bool) -> None:
    assert fields(tmp_path, f"k: {word}").flag("k", not value) is value


def test_an_empty_value_is_the_default(tmp_path: Path) -> None:
    given = fields(tmp_path, "a:\nb:\nc:\nd:\ne:\n")
    assert (given.flag("a", True), given.number("b", 4), given.texts("c")) == (True, 4, [])
    assert (given.table_of("d"), given.items("e")) == ({}, [])

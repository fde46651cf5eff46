"""Trees of forms in JSON: streamed whatever the pieces, cells by their names, mistakes by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.model import Entry
from lexkit.readers import READERS, jsonstream, nested
from lexkit.readers.base import Input, Options, OptionValue, Report
from lexkit.readers.jsonstream import members

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


def file(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "list.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def entries(path: Path, **options: OptionValue) -> list[Entry]:
    return list(nested.read(Input({path.name: path}, Options(options, nested.OPTIONS), Report())))


def plain(value: Any) -> Any:
    """A streamed value as `json` alone reads it."""
    if isinstance(value, tuple):
        return {key: plain(inner) for key, inner in value}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


@given(
    st.dictionaries(st.text(max_size=6), VALUES, max_size=6),
    st.integers(1, 40),
    st.sampled_from([None, 1, "\t"]),
    st.booleans(),
)
def test_any_object_is_streamed_as_it_is_in_pieces_of_any_size(
    tmp_path_factory: pytest.TempPathFactory,
    whole: dict[str, Any],
    chunk: int,
    indent: int | str | None,
    ascii_only: bool,
) -> None:
    text = json.dumps(whole, indent=indent, ensure_ascii=ascii_only)
    path = file(tmp_path_factory.getbasetemp(), text.encode("utf-8", "surrogatepass"))
    if any("\ud800" <= character <= "\udfff" for character in text):
        return  # which no file in UTF-8 holds
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonstream, "CHUNK", chunk)
        streamed = list(members(path, "utf-8"))
    assert [(name, plain(value)) for name, value in streamed] == list(whole.items())


def test_what_stands_twice_comes_twice(tmp_path: Path) -> None:
    path = file(tmp_path, '{"blad": {"mv": "bladen", "mv": "bladeren"}, "blad": {"mv": "blaân"}}')
    assert [entry.form for entry in entries(path)] == ["bladen", "bladeren", "blaân"]


def test_a_large_file_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonstream, "CHUNK", 100)
    path = file(tmp_path, json.dumps({f"w{i}": {"a": f"w{i}en"} for i in range(500)}))
    longest = 0
    more = jsonstream._Text._more

    def watched(text: jsonstream._Text) -> bool:
        nonlocal longest
        found = more(text)
        longest = max(longest, len(text._text))
        return found

    monkeypatch.setattr(jsonstream._Text, "_more", watched)
    assert len(entries(path)) == 500
    assert longest <= 200


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        ("", 1, "no JSON object"),
        ("\n\n[]", 3, "no JSON object"),
        ('"Haus"', 1, "no JSON object"),
        ('{"a": {"b": "c"}\n"d": 1}', 2, "expected '}'"),
        ('{"a": {"b": "c"},\n\n}', 3, "expected a name in double quotes"),
        ('{"a": {"b": "c"},\n "d" "e"}', 2, "expected ':'"),
        ('{"a": {"b":\n "c"', 2, "Expecting ',' delimiter"),
        ('{"a": {\n"b": c}}', 2, "Expecting value"),
        ('{"a": "b\n"}', 1, "Invalid control character"),
        ('{"a":\n', 2, "Expecting value"),
        ('{"a": "b"}\n{}', 2, "something follows"),
        ('{"a": ' + "[" * 200_000 + "]" * 200_000 + "}", 1, "nested too deeply"),
        (b'{"a": "b",\n"c": "\xe4"}', 2, "not utf-8"),
    ],
)
def test_what_is_no_such_json_is_named_with_its_line(
    tmp_path: Path, content: str | bytes, line: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file(tmp_path, content)
    for chunk in (3, jsonstream.CHUNK):
        monkeypatch.setattr(jsonstream, "CHUNK", chunk)
        with pytest.raises(LexkitError) as caught:
            entries(path)
        assert says in str(caught.value)
        assert (caught.value.path, caught.value.line) == (path, line)


def test_labels_and_cells_are_the_keys_on_the_way(tmp_path: Path) -> None:
    path = file(tmp_path, '{"Boot": {"DAT": {"SIN": "Boot", "PLU": "Booten"}, "NOM": "Boot"}}')
    cells = {"DAT": "dative", "PLU": "plural", "SIN": ""}
    assert entries(path, cells=cells, head="name") == [
        Entry("Boot", "Boot", ("name",), "list.json:Boot"),
        Entry("Boot", "Boot", ("DAT",), "list.json:Boot", "dative"),
        Entry("Booten", "Boot", ("DAT",), "list.json:Boot", "dative plural"),
        Entry("Boot", "Boot", ("NOM",), "list.json:Boot", "NOM"),
    ]


def test_a_form_comes_once_for_each_label_with_its_first_cell(tmp_path: Path) -> None:
    path = file(tmp_path, '{"rot": {"m": {"a": "roten", "d": "roten"}, "f": {"a": "roten"}}}')
    found = [(entry.form, entry.labels, entry.cell) for entry in entries(path)]
    assert found == [("roten", ("m",), "m a"), ("roten", ("f",), "f a")]


def test_a_lemma_that_is_no_text_is_the_name(tmp_path: Path) -> None:
    path = file(tmp_path, '{"a": {"l": ["x"], "f": "b"}, "c": {"l": "d", "f": "e"}, "g": "h"}')
    found = [(entry.form, entry.lemma) for entry in entries(path, lemma="l", skip="l")]
    assert found == [("b", "a"), ("e", "d"), ("h", "g")]


def test_the_innermost_key_says_what_a_list_is(tmp_path: Path) -> None:
    path = file(tmp_path, '{"w": {"a": {"b": ["x", "y"], "c": ["x", "y"]}, "d": ["x", "y"]}}')
    lists = {"a": "reversed", "b": "each", "": "joined"}
    assert [entry.form for entry in entries(path, lists=lists)] == ["x", "y", "yx", "xy"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"lists": {"a": "backwards"}}, "the lists below 'a' are 'backwards' (write each, joined"),
        ({"lists": "each"}, "option 'lists' has no key for 'each' (write key:value)"),
        ({"cells": ["a"]}, "option 'cells' takes keys with values"),
        ({"skip": {"a": "b"}}, "option 'skip' takes a list"),
    ],
)
def test_mistaken_options_are_refused(
    tmp_path: Path, options: dict[str, OptionValue], says: str
) -> None:
    path = file(tmp_path, "{}")
    with pytest.raises(LexkitError) as caught:
        entries(path, **options)
    assert says in str(caught.value)


def test_a_number_of_any_length_is_no_form(tmp_path: Path) -> None:
    path = file(tmp_path, f'{{"a": {"7" * 100_000}, "b": {{"x": -{"7" * 5_000}}}, "c": "d"}}')
    assert [entry.form for entry in entries(path)] == ["d"]


def test_it_is_a_reader() -> None:
    assert READERS["nested"] is nested

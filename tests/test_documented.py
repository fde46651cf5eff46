"""Whatever can be typed or written is in the documentation."""

from __future__ import annotations

import inspect
import re

import click
import pytest

from lexkit import gamefile, ruleset, source
from lexkit.cli import cli
from lexkit.curated import COLUMNS
from lexkit.fetch import ORIGINS
from lexkit.readers import READERS
from tests.conftest import REPOSITORY
from tests.test_cli import ALL

TEXTS = {
    name: (REPOSITORY / "docs" / f"{name}.md").read_text("utf-8")
    for name in ("cli", "sources", "rulesets")
}


def command(words: tuple[str, ...]) -> click.Command:
    found: click.Command = cli
    for word in words:
        assert isinstance(found, click.Group)
        inner = found.get_command(click.Context(found), word)
        assert inner is not None
        found = inner
    return found


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_command_and_option_is_in_the_documentation(words: tuple[str, ...]) -> None:
    assert f"lexkit {' '.join(words)}" in TEXTS["cli"]
    for parameter in command(words).params:
        if isinstance(parameter, click.Option) and parameter.name != "help":
            # One of its names will do: -o, or --output.
            names = "|".join(map(re.escape, parameter.opts))
            assert re.search(rf"(?<![\w-])({names})(?![\w-])", TEXTS["cli"]), parameter.opts


@pytest.mark.parametrize("reader", list(READERS))
def test_every_reader_and_each_of_its_options_is_in_the_documentation(reader: str) -> None:
    assert READERS[reader].SUMMARY
    assert f"### {reader}\n" in TEXTS["sources"]
    for option, says in READERS[reader].OPTIONS.items():
        assert says
        assert f"`{option}`" in TEXTS["sources"], option


@pytest.mark.parametrize("kind", list(ORIGINS))
def test_every_origin_is_in_the_documentation(kind: str) -> None:
    assert f"`{kind}`" in TEXTS["sources"]


def keys(module: object) -> set[str]:
    """The keys that a module asks its YAML for."""
    assert inspect.ismodule(module)
    code = inspect.getsource(module)
    asked = r"(?:required|texts?|flag|number|items|table_of|pairs|name|_names|_respelt|_by_letter)"
    return set(re.findall(rf"{asked}\((?:\w+, )?\"([a-z_]+)\"", code))


@pytest.mark.parametrize(
    ("module", "text", "some"),
    [
        (source, "sources", {"title", "language"}),
        (ruleset, "rulesets", {"title", "language"}),
        (gamefile, "rulesets", {"tiles", "blanks", "apart", "share"}),
    ],
    ids=["source", "ruleset", "game"],
)
def test_every_key_is_in_the_documentation(module: object, text: str, some: set[str]) -> None:
    found = keys(module)
    assert some <= found
    assert [
        key
        for key in sorted(found)
        if f"`{key}`" not in TEXTS[text] and f"{key}:" not in TEXTS[text]
    ] == []


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_of_a_curated_file_is_in_the_documentation(column: str) -> None:
    assert any(f"`{column}`" in text for text in TEXTS.values())

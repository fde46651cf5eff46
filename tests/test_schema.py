"""The JSON Schema of rulesets agrees with the loader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from lexkit import ruleset, schema
from lexkit.errors import LexkitError
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests.conftest import REPOSITORY
from tests.test_ruleset import SHIPPED, WHOLE


def validator(vocabulary: Tagset, sources: list[str]) -> Any:
    told = schema.ruleset(vocabulary, sources)
    jsonschema.Draft202012Validator.check_schema(told)
    return jsonschema.Draft202012Validator(told)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_ruleset_validates(path: Path, vocabulary: Tagset) -> None:
    checked = validator(vocabulary, list(Workspace(REPOSITORY).sources))
    checked.validate(yaml.safe_load(path.read_text("utf-8")))


def test_a_whole_ruleset_validates(vocabulary: Tagset) -> None:
    validator(vocabulary, ["eins", "zwei", "drei"]).validate(yaml.safe_load(WHOLE))


def test_every_tag_is_offered(vocabulary: Tagset) -> None:
    told: Any = schema.ruleset(vocabulary, [])
    rule = told["properties"]["rules"]["items"]["properties"]
    assert rule["reject"]["properties"]["any"]["anyOf"][1]["enum"] == vocabulary.names


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: A game\n", ""),
        ("title:", "titel:"),
        ("[eins, zwei]", "[eins, vier]"),
        ("[eins, zwei]", "[]"),
        ("any: [short-word]", "any: [short-wort]"),
        ("any: [short-word]", "some: [short-word]"),
        ("    accept: {any: [short-word]}", "    accept: {}"),
        ("    says: Short.\n", ""),
        ("    says: Short.\n", "    says: Short.\n    reject: {any: [noun]}\n"),
        ("default: reject", "default: rejected"),
        ("min_letters: 3", "min_letters: 0"),
        ("min_letters: 3", "min_letters: x"),
        ("strip_accents: no", "strip_accents: never"),
        ("vowels:", "vowel:"),
        ("cases: {rejected:", "cases: {refused:"),
        ("default: no, ", ""),
        ("blanks: 1", "blanks: few"),
        ("blanks: 1", "blank: 1"),
        ("tiles: {a: 5", "tiles: {a: x"),
        ("sign: '?'", "sign: '??'"),
        (", share: 1/3", ""),
    ],
)
def test_what_the_loader_refuses_the_schema_refuses(
    tmp_path: Path, vocabulary: Tagset, old: str, new: str
) -> None:
    assert old in WHOLE
    text = WHOLE.replace(old, new, 1)
    with pytest.raises(jsonschema.ValidationError):
        validator(vocabulary, ["eins", "zwei", "drei"]).validate(yaml.safe_load(text))
    if "vier" not in text:  # which sources there are is the workspace's business
        path = tmp_path / "spiel.yaml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(LexkitError):
            ruleset.load(path, vocabulary)

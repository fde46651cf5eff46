"""The vocabulary of tags, which a workspace can extend."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexkit import orthography, tagset
from lexkit.errors import LexkitError
from lexkit.tagset import Tagset
from tests.conftest import Shop


def test_every_tag_is_described_and_listed_once(vocabulary: Tagset) -> None:
    lists = (vocabulary.parts_of_speech, vocabulary.kinds, vocabulary.shapes)
    assert all(text for part in lists for text in part.values())
    assert len(vocabulary.names) == len(set(vocabulary.names))


def test_the_shapes_of_the_file_are_those_that_are_found(vocabulary: Tagset) -> None:
    assert sorted(vocabulary.shapes) == sorted(orthography.SHAPES)


DESIGN = """
    noun verb adjective adverb numeral interjection pronoun given-name surname person toponym
    domestic-toponym organisation product astronomical deity currency demonym language feast
    occupation abbreviation acronym short-word symbol country-code affix phrase-part letter-name
    contraction onomatopoeia year-numeral vulgar foreign dialect dated old-orthography pre-1901
    forbidden headword capitalised all-caps has-hyphen has-apostrophe has-space has-dot has-digit
    no-vowel
""".split()


@pytest.mark.parametrize("tag", DESIGN)
def test_the_tags_of_the_design_are_there(vocabulary: Tagset, tag: str) -> None:
    assert tag in vocabulary


def test_an_unknown_tag_is_refused_with_the_nearest(vocabulary: Tagset) -> None:
    with pytest.raises(LexkitError, match="unknown tag 'topomym'.*toponym") as caught:
        vocabulary.check("topomym", path=Path("x.yaml"), line=3)
    assert (caught.value.path, caught.value.line) == (Path("x.yaml"), 3)


def test_a_source_cannot_give_a_shape(vocabulary: Tagset) -> None:
    assert vocabulary.check("all-caps", path=None, line=None) == "all-caps"
    with pytest.raises(LexkitError, match="is a shape"):
        vocabulary.check("all-caps", path=None, line=None, given=True)


def test_a_workspace_adds_tags_of_its_own(shop: Shop) -> None:
    shop.write("rules/tags.yaml", "kinds:\n  spell: a word of wizards\n")
    shop.table("liste", [("abra", "", "spell"), ("kadabra", "", "noun")])
    rules = "  - {rule: no-magic, reject: {any: [spell]}, says: No magic here.}\n"
    lexicon = shop.build(rules=rules)
    assert lexicon.answer("abra").grounds[0].rule == "no-magic"
    assert lexicon.answer("kadabra").verdict == "accepted"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("kind:\n  a: b\n", 1),
        ("kinds: [a, b]\n", 1),
        ("kinds:\n  a: [b]\n", 2),
        ("kinds:\n  a: b\n  a: c\n", 3),
        ("shapes:\n  a: b\nmore: x\n", 3),
    ],
)
def test_a_mistake_in_the_vocabulary_is_named(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "tags.yaml"
    path.write_text(text)
    with pytest.raises(LexkitError) as caught:
        tagset.load([path])
    assert (caught.value.path, caught.value.line) == (path, line)

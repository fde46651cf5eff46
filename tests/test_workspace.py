"""Where rulesets, sources and lexicons are looked for; no name leads out of there."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.workspace import Workspace, cache_folder, mirror_folder, shipped
from tests.conftest import FAULTS, REPOSITORY, Shop
from tests.requirements import need


def folder(path: Path) -> Path:
    (path / "rules").mkdir(parents=True)
    (path / "sources").mkdir()
    return path


def test_a_named_workspace_comes_before_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named, variable, here = (folder(tmp_path / name) for name in ("named", "variable", "here"))
    monkeypatch.chdir(here)
    assert Workspace.find().root == here
    monkeypatch.setenv("LEXKIT_WORKSPACE", str(variable))
    assert Workspace.find().root == variable
    assert Workspace.find(named).root == named


def test_the_nearest_folder_upwards_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outer = folder(tmp_path / "outer")
    inner = folder(outer / "a" / "inner")
    deep = inner / "x" / "y"
    deep.mkdir(parents=True)
    (outer / "a" / "b" / "rules").mkdir(parents=True)  # rules alone make no workspace
    for here, found in ((deep, inner), (inner, inner), (outer / "a" / "b", outer)):
        monkeypatch.chdir(here)
        assert Workspace.find().root == found


def test_a_relative_name_is_taken_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = folder(tmp_path / "made")
    monkeypatch.chdir(tmp_path)
    assert Workspace.find(Path("made")).root == made


def test_without_any_the_shipped_rulesets_are_there_and_output_goes_to_the_users_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    place = Workspace.find()
    assert place.root is None
    assert "de-wordox" in place.rulesets
    assert "german-nouns" in place.sources
    assert place.build == tmp_path / "data" / "lexkit" / "build"
    assert place.own_rulesets == list(place.rulesets)


@pytest.mark.parametrize("origin", ["--workspace", "LEXKIT_WORKSPACE"])
def test_what_is_no_workspace_is_refused_with_its_origin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: str
) -> None:
    (tmp_path / "rules").mkdir()
    for path in (tmp_path, tmp_path / "none"):
        monkeypatch.setenv("LEXKIT_WORKSPACE", str(path))
        with pytest.raises(LexkitError, match="is no workspace") as caught:
            Workspace.find(path if origin == "--workspace" else None)
        assert caught.value.message.startswith(origin)
        assert caught.value.remedy


def test_an_empty_variable_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder(tmp_path / "w"))
    monkeypatch.setenv("LEXKIT_WORKSPACE", "")
    assert Workspace.find().root == tmp_path / "w"
    monkeypatch.setenv("LEXKIT_MIRROR", "")
    assert mirror_folder() is None
    monkeypatch.setenv("LEXKIT_CACHE", "")
    assert cache_folder() != Path()


def test_own_files_come_before_shipped_ones_of_the_same_name(shop: Shop) -> None:
    own = shop.write("rules/de-wordox.yaml", "x: y\n")
    list_ = shop.write("sources/german-nouns.yaml", "x: y\n")
    assert shop.workspace.ruleset("de-wordox") == own
    assert shop.workspace.source("german-nouns") == list_
    assert shop.workspace.source("curated-de") == shipped() / "sources" / "curated-de.yaml"
    assert shop.workspace.own_rulesets == ["de-wordox"]


def test_the_vocabularies_of_both_are_used_the_shipped_first(shop: Shop) -> None:
    assert shop.workspace.tags_files == [shipped() / "rules" / "tags.yaml"]
    own = shop.write("rules/tags.yaml", "kinds: {a: b}\n")
    assert shop.workspace.tags_files == [shipped() / "rules" / "tags.yaml", own]


def test_the_checkout_itself_is_a_workspace_listed_once() -> None:
    need((REPOSITORY / "rules").is_dir(), "a checkout")
    place = Workspace(REPOSITORY)
    assert len(place.tags_files) == 1
    assert "tags" not in place.rulesets


def test_only_yaml_files_count_and_hidden_ones_do_not(shop: Shop) -> None:
    before = set(shop.workspace.rulesets)
    for name in (".#a.yaml", ".b.yaml.swp", "c.yml", "d.txt", "tags.yaml", "e.yaml~", "good.yaml"):
        shop.write(f"rules/{name}", "")
    (shop.root / "rules" / "deep").mkdir()
    shop.write("rules/deep/f.yaml", "")
    assert set(shop.workspace.rulesets) - before == {"good"}


def test_a_source_may_be_called_tags(shop: Shop) -> None:
    shop.write("sources/tags.yaml", "")
    assert "tags" in shop.workspace.sources


NAMES = """
    ../de-wordox ../../etc/shadow /etc/hostname
    rules/de-wordox de-wordox.yaml de-wordox/ ./de-wordox
    de-wordox/../de-wordox ..%2Fde-wordox %2e%2e/x
    ....//x ..\\x C:\\x NUL nul.txt ~ ~/x . .. de-wordox%00
    de-wordox\x00 de-wordox\n DE-WORDOX * ? [a] \ud800 tags
""".split(" ")


@pytest.mark.parametrize("name", [name.strip(" ") for name in NAMES if name.strip()] + ["", " "])
def test_a_name_that_is_not_in_the_list_is_refused(shop: Shop, name: str) -> None:
    for look_up in (shop.workspace.ruleset, shop.workspace.source):
        with pytest.raises(LexkitError, match="there is no"):
            look_up(name)


def test_the_shared_names_are_refused(shop: Shop) -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    for name in (FAULTS / "S02" / "names.txt").read_text("utf-8").splitlines():
        for look_up in (shop.workspace.ruleset, shop.workspace.source):
            with pytest.raises(LexkitError):
                look_up(name)


def test_a_mistyped_name_is_answered_with_the_nearest(shop: Shop) -> None:
    with pytest.raises(LexkitError, match="de-wordoks.*did you mean de-wordox"):
        shop.workspace.ruleset("de-wordoks")
    with pytest.raises(LexkitError, match="german-noun.*did you mean german-nouns"):
        shop.workspace.source("german-noun")


def test_the_cache_and_the_mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXKIT_CACHE", "kept")
    monkeypatch.chdir(tmp_path)
    assert cache_folder() == tmp_path / "kept"
    monkeypatch.delenv("LEXKIT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "c"))
    assert cache_folder() == tmp_path / "c" / "lexkit"
    (tmp_path / "m").mkdir()
    (tmp_path / "n").mkdir()
    monkeypatch.setenv("LEXKIT_MIRROR", "m")
    assert mirror_folder() == tmp_path / "m"
    assert mirror_folder(Path("n")) == tmp_path / "n"
    with pytest.raises(LexkitError, match="is not a folder"):
        mirror_folder(Path("none"))


def test_a_workspace_reached_through_a_link_is_one(tmp_path: Path, shop: Shop) -> None:
    shop.words("liste", ["tag"])
    shop.ruleset()
    link = tmp_path / "link"
    link.symlink_to(shop.root)
    place = Workspace.find(link)
    assert place.own_rulesets == ["spiel"]

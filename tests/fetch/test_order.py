"""Mirror, cache, origins in order; what is checked, and what the errors say."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexkit.fetch import ORIGINS, Origin
from tests.fetch.conftest import Place, plain, sha
from tests.fetch.server import Site

WORDS = b"Haus\nMaus\n"
OTHER = b"Haus\nLaus\n"
NOWHERE = Origin("path", "nowhere.txt", {})


def url(site: Site, content: bytes = WORDS) -> Origin:
    site.pages["/words.txt"] = content
    return Origin("url", f"{site.address}/words.txt", {})


def test_a_mirror_comes_first_and_is_used_in_place(place: Place, site: Site) -> None:
    mirrored = place.root / "mirror" / "words" / "words.txt"
    mirrored.parent.mkdir(parents=True)
    mirrored.write_bytes(WORDS)
    found = place.fetch({"words.txt": WORDS}, url(site), mirror=place.root / "mirror")
    assert found == {"words.txt": mirrored}
    assert not place.cache.exists()
    assert not site.requests


def test_a_mirror_may_hold_some_of_the_files(place: Place, site: Site) -> None:
    (place.root / "mirror" / "words").mkdir(parents=True)
    (place.root / "mirror" / "words" / "a.txt").write_bytes(OTHER)
    origin = Origin("url", url(site).target, {"b.txt": ""})
    files: dict[str, bytes | str] = {"b.txt": WORDS, "a.txt": OTHER}
    found = place.fetch(files, origin, mirror=place.root / "mirror")
    assert list(found) == ["b.txt", "a.txt"]
    assert found["b.txt"] == place.shelf / "b.txt"


def test_a_mirrors_wrong_file_is_an_error(place: Place, site: Site) -> None:
    mirrored = place.root / "mirror" / "words" / "words.txt"
    mirrored.parent.mkdir(parents=True)
    mirrored.write_bytes(OTHER)
    said = place.refused({"words.txt": WORDS}, url(site), mirror=place.root / "mirror")
    assert str(mirrored) in said
    assert sha(WORDS) in said
    assert sha(OTHER) in said


def test_a_mirror_that_is_not_there_is_an_error(place: Place) -> None:
    said = place.refused({"words.txt": WORDS}, NOWHERE, mirror=place.root / "mirorr")
    assert "mirorr is not a folder" in said


def test_the_cache_is_asked_before_the_origins(place: Place, site: Site) -> None:
    origin = url(site)
    first = place.fetch({"words.txt": WORDS}, origin)
    assert first == {"words.txt": place.shelf / "words.txt"}
    assert first["words.txt"].read_bytes() == WORDS
    assert place.fetch({"words.txt": WORDS}, origin) == first
    assert len(site.requests) == 1
    assert place.fetch({"words.txt": WORDS}, offline=True) == first


@pytest.mark.parametrize("held", [OTHER, WORDS[:4], b""])
def test_a_wrong_file_in_the_cache_is_fetched_again(place: Place, site: Site, held: bytes) -> None:
    place.shelf.mkdir(parents=True)
    (place.shelf / "words.txt").write_bytes(held)
    assert place.fetch({"words.txt": WORDS}, url(site))["words.txt"].read_bytes() == WORDS
    assert place.cached() == {"words.txt"}


def test_a_wrong_file_in_the_cache_is_named_when_nothing_else_helps(place: Place) -> None:
    place.shelf.mkdir(parents=True)
    (place.shelf / "words.txt").write_bytes(OTHER)
    said = place.refused({"words.txt": WORDS}, NOWHERE)
    assert f"{place.shelf / 'words.txt'}: in the cache, but its sha256 is {sha(OTHER)}" in said


def test_a_folder_in_the_place_of_a_cached_file_is_an_error(place: Place, site: Site) -> None:
    (place.shelf / "words.txt").mkdir(parents=True)
    assert "words.txt: cannot be read" in place.refused({"words.txt": WORDS}, url(site))


def test_an_unavailable_alternative_gives_way_to_the_next(place: Place, site: Site) -> None:
    gone = Origin("url", f"{site.address}/gone.txt", {})
    assert place.fetch({"words.txt": WORDS}, NOWHERE, gone, url(site))


def test_files_may_come_from_several_origins(place: Place, site: Site) -> None:
    site.pages |= {"/de.aff": b"SET UTF-8\n", "/de.dic": WORDS}
    origins = [Origin("url", f"{site.address}/{name}", {name: ""}) for name in ("de.dic", "de.aff")]
    found = place.fetch({"de.aff": b"SET UTF-8\n", "de.dic": WORDS}, *origins)
    assert [path.read_bytes() for path in found.values()] == [b"SET UTF-8\n", WORDS]


def test_when_all_fail_one_error_names_each_with_its_reason(place: Place, site: Site) -> None:
    gone = f"{site.address}/gone.txt"
    said = place.refused({"words.txt": WORDS}, NOWHERE, Origin("url", gone, {}))
    assert said.startswith(f"{place.manifest}: words: cannot get words.txt: ")
    assert "path nowhere.txt: there is no such file" in said
    assert f"url {gone}: HTTP 404" in said
    assert f"put the file at {place.shelf / 'words.txt'}" in said
    assert "--mirror" in said
    assert place.cached() == set()


def test_the_error_of_a_single_alternative_leads_to_its_line(place: Place) -> None:
    said = place.refused({"words.txt": WORDS}, Origin("path", "nowhere.txt", {}, line=7))
    assert said.startswith(f"{place.manifest}:7: ")


def test_other_content_is_told_and_never_cached(place: Place, site: Site) -> None:
    origin = url(site, OTHER)
    said = place.refused({"words.txt": WORDS}, origin)
    assert f"{origin}: gives another words.txt" in said
    assert f"expected sha256 {sha(WORDS)}, found {sha(OTHER)}" in said
    assert "write its sha256 into the manifest" in said
    assert place.cached() == set()


def test_other_content_gives_way_to_the_next(place: Place, site: Site) -> None:
    site.pages["/right.txt"] = WORDS
    right = Origin("url", f"{site.address}/right.txt", {})
    found = place.fetch({"words.txt": WORDS}, url(site, OTHER), right)
    assert found["words.txt"].read_bytes() == WORDS


def test_offline_leaves_the_network_alone(place: Place, site: Site) -> None:
    others = [
        Origin("pypi", "german-nouns==1.2.5", {"words.txt": "german_nouns/nouns.csv"}),
        Origin("apt", "wngerman", {"words.txt": "usr/share/dict/ngerman"}),
        Origin("npm", "is-number@7.0.0", {"words.txt": "package/index.js"}),
    ]
    said = place.refused({"words.txt": WORDS}, url(site), *others, offline=True)
    assert said.count("no network is to be used") == 4
    assert not site.requests


def test_no_origin_for_a_file(place: Place) -> None:
    origin = Origin("path", "a.zip", {"a.txt": "a.txt"})
    said = place.refused({"a.txt": WORDS, "b.txt": WORDS}, origin)
    assert "cannot get a.txt, b.txt: path a.zip: there is no such file" in said
    assert "no alternative" in place.refused({"words.txt": WORDS})


def test_a_checksum_may_be_in_capitals(place: Place, site: Site) -> None:
    assert place.fetch({"words.txt": sha(WORDS).upper()}, url(site))


def test_nothing_is_printed(place: Place, site: Site, capfd: pytest.CaptureFixture[str]) -> None:
    place.fetch({"words.txt": WORDS}, url(site))
    assert capfd.readouterr() == ("", "")


# What a manifest may get wrong


@pytest.mark.parametrize(
    "name",
    [
        "../words.txt",
        "a/b",
        "/etc/passwd",
        "a\\b",
        "..",
        ".",
        "",
        ".lock",
        ".partial-x",
        "a\0b",
        "a\nb",
        "C:words",
        "CON",
        "nul.txt",
        "words.",
        "words ",
        "x" * 300,
        "\ud800",
    ],
)
def test_a_file_name_that_could_lead_out_is_refused(place: Place, name: str) -> None:
    said = place.refused({name: WORDS}, *plain("words.txt"))
    assert said.startswith(f"{place.manifest}: the file name ")
    assert not place.cache.exists()


@pytest.mark.parametrize("name", ["de_DE.dic", "Wörter.txt", "a b.csv", "console.txt", "a..b"])
def test_ordinary_names_are_not(place: Place, name: str) -> None:
    (place.manifest.parent / "list").write_bytes(WORDS)
    assert place.fetch({name: WORDS}, *plain("list"))


def test_the_name_of_the_source_is_checked_too(place: Place) -> None:
    from lexkit.errors import LexkitError
    from lexkit.fetch import fetch

    with pytest.raises(LexkitError, match=r"the source name '\.\./x'"):
        fetch("../x", {}, [], manifest=place.manifest, cache=place.cache)


@pytest.mark.parametrize("digest", ["", "abc", "g" * 64, "0" * 63])
def test_what_is_no_checksum_is_refused(place: Place, digest: str) -> None:
    assert "64 hexadecimal digits" in place.refused({"words.txt": digest}, NOWHERE)


@pytest.mark.parametrize(
    ("kind", "target"),
    [
        ("pypi", "german-nouns"),
        ("pypi", "german-nouns>=1"),
        ("pypi", "--index-url=x==1"),
        ("pypi", "german-nouns==1 --pre"),
        ("apt", "--help"),
        ("apt", "../x"),
        ("apt", "Name"),
        ("npm", "is-number"),
        ("npm", "is-number@latest"),
        ("npm", "--x@1.0.0 y"),
        ("npm", "../x@1.0.0"),
        ("url", "ftp://example.org/x"),
        ("url", "file:///etc/passwd"),
        ("url", "https://example.org/ä"),
        ("url", "https://example.org/a b"),
        ("url", ""),
        ("path", ""),
        ("path", "a\0b"),
    ],
)
def test_a_target_of_another_shape_is_refused(place: Place, kind: str, target: str) -> None:
    origin = Origin(kind, target, {"words.txt": "x"}, line=3)
    said = place.refused({"words.txt": WORDS}, origin)
    assert said.startswith(f"{place.manifest}:3: {kind} cannot fetch ")
    assert ORIGINS[kind].EXAMPLE in said


def test_every_example_is_a_target() -> None:
    for kind, fetcher in ORIGINS.items():
        example = fetcher.EXAMPLE.partition(", ")[0]
        assert fetcher.TARGET.fullmatch(example), kind


def test_an_unknown_kind_is_refused_with_the_nearest(place: Place) -> None:
    said = place.refused({"words.txt": WORDS}, Origin("pypy", "x==1", {}))
    assert "did you mean pypi?" in said


@pytest.mark.parametrize("member", ["../x", "a/../../x", "/usr/share/dict/ngerman", "a\0b", ".."])
def test_a_member_that_leads_out_is_refused(place: Place, member: str) -> None:
    origin = Origin("pypi", "german-nouns==1.2.5", {"words.txt": member})
    assert "leads out of it" in place.refused({"words.txt": WORDS}, origin)


def test_members_must_say_which_file_is_which(place: Place) -> None:
    files: dict[str, bytes | str] = {"a.txt": WORDS, "b.txt": OTHER}
    assert "has no 'members'" in place.refused(files, *plain("a.zip"))
    package = "german-nouns==1.2.5"
    assert "has no 'members'" in place.refused({"a": WORDS}, Origin("pypi", package, {}))
    assert "has no path" in place.refused({"a": WORDS}, Origin("pypi", package, {"a": ""}))
    both = Origin("path", "a.zip", {"a.txt": "", "b.txt": ""})
    assert "has no path" in place.refused(files, both)
    mistaken = Origin("path", "a.zip", {"c.txt": "c.txt"})
    assert "no file is called 'c.txt'" in place.refused(files, mistaken)


def test_a_mistake_in_the_last_alternative_is_found_while_the_first_works(
    place: Place, site: Site
) -> None:
    said = place.refused({"words.txt": WORDS}, url(site), Origin("url", "gopher://x", {}))
    assert "url cannot fetch 'gopher://x'" in said


def test_path_is_used_in_place_and_heard_when_edited(place: Place, tmp_path: Path) -> None:
    words = place.manifest.parent / "words.txt"
    words.write_bytes(WORDS)
    for target in ("words.txt", str(words), "../sources/words.txt"):
        found = place.fetch({"words.txt": WORDS}, *plain(target))
        assert found["words.txt"].samefile(words)
    assert not place.cache.exists()
    words.write_bytes(OTHER)
    assert sha(OTHER) in place.refused({"words.txt": WORDS}, *plain("words.txt"))
    assert words.read_bytes() == OTHER


def test_a_folder_is_not_a_file(place: Place) -> None:
    assert "is not a file" in place.refused({"words.txt": WORDS}, *plain("."))


def test_a_plain_path_does_not_need_a_cache(place: Place) -> None:
    place.cache.write_text("not a folder")
    (place.manifest.parent / "words.txt").write_bytes(WORDS)
    assert place.fetch({"words.txt": WORDS}, *plain("words.txt"))

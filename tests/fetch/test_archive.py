"""Archives, honest, broken and evil: what is written is only ever what we named, where we said."""

from __future__ import annotations

import io
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from lexkit.fetch import Origin, archive, base
from lexkit.fetch.base import UnavailableError
from tests.fetch.conftest import Place

WORDS = b"Haus\nMaus\n"


def make_zip(path: Path, content: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in content.items():
            file.writestr(name, data)
    return path


def tar_with(mode: str) -> Callable[[Path, Mapping[str, bytes]], Path]:
    def make(path: Path, content: Mapping[str, bytes]) -> Path:
        # The overloads of tarfile.open know only literal modes.
        with tarfile.open(path, mode) as file:  # type: ignore[call-overload]
            for name, data in content.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                file.addfile(info, io.BytesIO(data))
        return path

    return make


MAKERS = {
    "zip": make_zip,
    "tar": tar_with("w"),
    "gz": tar_with("w:gz"),
    "xz": tar_with("w:xz"),
    "bz2": tar_with("w:bz2"),
}


def tree(folder: Path) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}


def refusal(path: Path, member: str, room: Path) -> str:
    room.mkdir(exist_ok=True)
    with pytest.raises(UnavailableError) as caught:
        archive.unpack(path, {"words.txt": member}, room)
    return str(caught.value)


@pytest.mark.parametrize("kind", MAKERS)
def test_only_the_members_named_are_written(tmp_path: Path, kind: str) -> None:
    content = {"p/words.txt": WORDS, "p/other.txt": b"x", "p/Größe.txt": b"y", "q": b"z"}
    path = MAKERS[kind](tmp_path / "a", content)
    room = tmp_path / "room"
    room.mkdir()
    members = {"words.txt": "p/words.txt", "g.txt": "./p/Größe.txt", "again.txt": "p/words.txt"}
    found = archive.unpack(path, members, room)
    assert {n: p.read_bytes() for n, p in found.items()} == {
        "words.txt": WORDS,
        "g.txt": b"y",
        "again.txt": WORDS,
    }
    assert tree(tmp_path) == {"a", "room/words.txt", "room/g.txt", "room/again.txt"}


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("evil", ["../evil", "/tmp/evil", "a/../../evil", "..\\evil", "C:\\evil"])
def test_evil_names_do_no_harm(tmp_path: Path, kind: str, evil: str) -> None:
    path = MAKERS[kind](tmp_path / "a", {evil: b"!", "words.txt": WORDS})
    room = tmp_path / "room"
    room.mkdir()
    archive.unpack(path, {"words.txt": "words.txt"}, room)
    assert tree(tmp_path) == {"a", "room/words.txt"}


@pytest.mark.parametrize("kind", MAKERS)
def test_an_absent_member_is_told_with_the_nearest(tmp_path: Path, kind: str) -> None:
    path = MAKERS[kind](tmp_path / "a", {"p/words.txt": WORDS})
    said = refusal(path, "p/word.txt", tmp_path / "room")
    assert said == "a does not hold p/word.txt: did you mean p/words.txt?"


@pytest.mark.parametrize("kind", MAKERS)
def test_a_broken_archive_is_a_reason(tmp_path: Path, kind: str) -> None:
    """Cut at, or flipped in, many places: never a traceback, never a file taken for whole."""
    content = {f"{n}.txt": os.urandom(3000) for n in range(5)} | {"words.txt": WORDS * 1000}
    whole = MAKERS[kind](tmp_path / "a", content).read_bytes()
    room = tmp_path / "room"
    room.mkdir()
    for at in range(0, len(whole), max(1, len(whole) // 60)):
        for broken in (whole[:at], whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :]):
            (tmp_path / "b").write_bytes(broken)
            try:
                found = archive.unpack(tmp_path / "b", {"words.txt": "words.txt"}, room)
            except UnavailableError as reason:
                assert "\n" not in str(reason)
            else:  # a flip where it does not matter, or in a tar, which has no checksums
                assert found["words.txt"].exists()


@pytest.mark.parametrize("link", ["/etc/passwd", "../../secret", "words"])
def test_links_are_not_followed(tmp_path: Path, link: str) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as file:
        for kind, name in [(tarfile.SYMTYPE, "soft"), (tarfile.LNKTYPE, "hard")]:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, link
            file.addfile(info)
    for name in ("soft", "hard"):
        said = refusal(tmp_path / "a.tar", name, tmp_path / "room")
        assert said == f"{name} in a.tar is a link to {link}"
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        entry = zipfile.ZipInfo("soft")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(entry, link)
    assert "is a link" in refusal(tmp_path / "a.zip", "soft", tmp_path / "room")
    assert tree(tmp_path / "room") == set()


def test_folders_and_devices_are_not_files(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as file:
        for kind, name in [(tarfile.DIRTYPE, "folder"), (tarfile.FIFOTYPE, "pipe")]:
            info = tarfile.TarInfo(name)
            info.type = kind
            file.addfile(info)
    make_zip(tmp_path / "a.zip", {"folder/": b""})
    for name in ("folder", "pipe"):
        assert "is not a file" in refusal(tmp_path / "a.tar", name, tmp_path / "room")
    assert "is a folder" in refusal(tmp_path / "a.zip", "folder", tmp_path / "room")


def test_bombs_are_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "LARGEST", 1_000_000)
    for kind in ("zip", "gz"):
        path = MAKERS[kind](tmp_path / kind, {"words.txt": bytes(5_000_000)})
        assert path.stat().st_size < 50_000
        said = refusal(path, "words.txt", tmp_path / "room")
        assert said == "words.txt is larger than 1000000 bytes"


def test_a_zip_that_lies_about_its_size(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "a", {"words.txt": bytes(100_000)})
    data = path.read_bytes().replace((100_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    path.write_bytes(data)
    assert "cannot be read" in refusal(path, "words.txt", tmp_path / "room")


def test_an_encrypted_member(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "a", {"words.txt": WORDS})
    data = bytearray(path.read_bytes())
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + flags] |= 1
    path.write_bytes(data)
    assert "encrypted" in refusal(path, "words.txt", tmp_path / "room")


def test_an_unknown_compression(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "a", {"words.txt": WORDS})
    data = bytearray(path.read_bytes())
    for signature, method in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        data[data.index(signature) + method] = 97
    path.write_bytes(data)
    assert "compression" in refusal(path, "words.txt", tmp_path / "room")


@pytest.mark.parametrize("data", [b"", b"PK", b"Haus\n", bytes(10_000), zlib.compress(b"x")])
def test_what_is_no_archive(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a").write_bytes(data)
    assert refusal(tmp_path / "a", "words.txt", tmp_path / "room")


@pytest.mark.parametrize("kind", MAKERS)
def test_an_archive_beside_the_manifest(place: Place, kind: str) -> None:
    MAKERS[kind](place.manifest.parent / "words.bin", {"p/words.txt": WORDS})
    origin = Origin("path", "words.bin", {"words.txt": "p/words.txt"})
    found = place.fetch({"words.txt": WORDS}, origin)
    assert found["words.txt"].read_bytes() == WORDS
    assert place.cached() == {"words.txt"}


def test_two_archives_that_hold_the_file_one_of_them_wrong(place: Place) -> None:
    make_zip(place.manifest.parent / "old.zip", {"words.txt": b"old"})
    make_zip(place.manifest.parent / "new.zip", {"words.txt": WORDS})
    origins = [Origin("path", f"{n}.zip", {"words.txt": "words.txt"}) for n in ("old", "new")]
    assert place.fetch({"words.txt": WORDS}, *origins)["words.txt"].read_bytes() == WORDS

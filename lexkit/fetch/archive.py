"""Take single files out of an archive, each into a file that we name: no path in it matters.

Which kind of archive it is, its content says: many have suffixes of their own (``.whl``,
``.oxt``, ``.tgz``).
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import IO, TypeVar

from lexkit.errors import one_line, suggest
from lexkit.fetch import base
from lexkit.fetch.base import UnavailableError
from lexkit.fetch.shelf import writing

T = TypeVar("T")

_CHUNK = 1 << 20


def deliver(body: Path, members: Mapping[str, str], room: Path) -> dict[str, Path]:
    """The files that ``members`` (name → path inside) name: ``body`` itself, or unpacked."""
    packed = {name: member for name, member in members.items() if member}
    given = unpack(body, packed, room) if packed else {}
    return given | {name: body for name, member in members.items() if not member}


def unpack(archive: Path, members: Mapping[str, str], room: Path) -> dict[str, Path]:
    """Write the ``members`` (name → path inside) of ``archive`` to the folder ``room``.

    Raises `UnavailableError` if it is no archive, is broken, lacks a member, or a member is a link,
    a folder, encrypted or larger than `base.LARGEST`; `LexkitError` if the disk refuses.
    """
    import tarfile
    import zipfile

    wanted = {name: _plain(member) for name, member in members.items()}
    if _reading(lambda: zipfile.is_zipfile(archive)):
        given = _unzip(archive, wanted, room)
    elif _reading(lambda: tarfile.is_tarfile(archive)):
        given = _untar(archive, wanted, room)
    else:
        raise UnavailableError(f"{archive.name} is neither a zip nor a tar archive")
    return given


def _unzip(archive: Path, wanted: Mapping[str, str], room: Path) -> dict[str, Path]:
    import zipfile

    given = {}
    with _reading(lambda: zipfile.ZipFile(archive)) as opened:
        held = {_plain(info.filename): info for info in opened.infolist()}
        for name, member in wanted.items():
            info = held.get(member)
            if info is None:
                raise _absent(archive, member, list(held))
            if stat.S_ISLNK(info.external_attr >> 16):
                raise UnavailableError(f"{member} in {archive.name} is a link")
            if info.is_dir():
                raise UnavailableError(f"{member} in {archive.name} is a folder")
            with _reading(partial(opened.open, info)) as stream:
                given[name] = pour(stream, room / name)
    return given


def _untar(archive: Path, wanted: Mapping[str, str], room: Path) -> dict[str, Path]:
    import tarfile

    given: dict[str, Path] = {}
    seen = []
    with _reading(lambda: tarfile.open(archive)) as opened:
        # One pass: going back in a compressed archive means to begin again.
        while len(given) < len(wanted) and (info := _reading(opened.next)) is not None:
            member = _plain(info.name)
            seen.append(member)
            names = [n for n, m in wanted.items() if m == member and n not in given]
            if not names:
                continue
            if info.islnk() or info.issym():
                raise UnavailableError(f"{member} in {archive.name} is a link to {info.linkname}")
            stream = _reading(partial(opened.extractfile, info))
            if stream is None:
                raise UnavailableError(f"{member} in {archive.name} is not a file")
            for name in names:
                stream.seek(0)
                given[name] = pour(stream, room / name)
    for name, member in wanted.items():
        if name not in given:
            raise _absent(archive, member, seen)
    return given


def pour(stream: IO[bytes], target: Path) -> Path:
    """Copy ``stream`` to the new file ``target``; return it. Raises as `unpack` does."""
    size = 0
    with writing(target), target.open("wb") as out:
        while chunk := _reading(lambda: stream.read(_CHUNK)):
            size += len(chunk)
            if size > base.LARGEST:
                raise UnavailableError(f"{target.name} is larger than {base.LARGEST} bytes")
            out.write(chunk)
    return target


def _reading(step: Callable[[], T]) -> T:
    """Do ``step``, which reads an archive; whatever a broken one makes it raise is a reason."""
    import lzma
    import tarfile
    import zipfile
    import zlib

    broken = (
        OSError,  # the disk, or gzip's checksum
        EOFError,
        RuntimeError,  # an encrypted member
        NotImplementedError,  # a compression that Python does not know
        ValueError,  # names that are no text
        zipfile.BadZipFile,
        tarfile.TarError,
        zlib.error,
        lzma.LZMAError,
    )
    try:
        return step()
    except broken as error:
        raise UnavailableError(f"the archive cannot be read: {one_line(str(error))}") from error


def _plain(member: str) -> str:
    """``./usr/share/dict/`` and ``usr/share/dict`` name the same member."""
    return member.removeprefix("./").rstrip("/")


def _absent(archive: Path, member: str, held: list[str]) -> UnavailableError:
    return UnavailableError(
        f"{archive.name} does not hold {member}: {one_line(suggest(member, held))}"
    )

"""Opening a file as bytes: from a disk or a pipe, packed or not, told by its content.

Compression is told by the first bytes (RFC 1952, bzip2's and xz's file formats, RFC 8878), since
names lie: a download without a suffix, a `.gz` that a browser has unpacked already. Everything
streams, so what a small file unpacks to is never held in memory.
"""

from __future__ import annotations

import bz2
import io
import lzma
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

from lexkit.errors import LexkitError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

#: In place of a path: standard input.
STDIN = Path("-")

#: Endings of the names of packed files.
SUFFIXES = (".gz", ".bz2", ".xz", ".zst")

#: What a decompressor may ask for (bytes): `xz -9` needs 65 MiB, a hostile file gigabytes.
MEMORY = 128 << 20

#: How much is read at a time, and how much of the beginning is looked at (bytes).
_CHUNK, _HEAD = 1 << 16, 512
#: How much of a file that is wanted whole is read at a time (bytes).
_PIECE = 1 << 20


class _Stream(Protocol):
    """What unpacks one stream piece by piece: `bz2`, `lzma` and `zstd` have this in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _Gzip:
    """`zlib` by the same contract; it checks the checksum at the end."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(16 + zlib.MAX_WBITS)

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def needs_input(self) -> bool:
        return not self._stream.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._stream.decompress(self._stream.unconsumed_tail + data, max_length)


def _zstd() -> _Stream:
    window = MEMORY.bit_length() - 1
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: window})


@dataclass(frozen=True)
class _Format:
    """A kind of compression: its name, how a stream of it begins, what unpacks one."""

    name: str
    begins: Callable[[bytes], bool]
    stream: Callable[[], _Stream]


def _is_bzip2(head: bytes) -> bool:
    # The marks of a block, and of the end: a list may begin with the word *BZh1*.
    return head[:3] == b"BZh" and head[4:10] in (b"1AY&SY", b"\x17\x72\x45\x38\x50\x90")


def _is_zstd(head: bytes) -> bool:
    # A frame, or one of the sixteen sorts that are to be skipped (RFC 8878, 3.1.2).
    return head[:4] == b"\x28\xb5\x2f\xfd" or (head[1:4] == b"\x2a\x4d\x18" and head[0] >> 4 == 5)


_FORMATS = (
    _Format("gzip", lambda head: head[:3] == b"\x1f\x8b\x08", _Gzip),
    _Format("bzip2", _is_bzip2, bz2.BZ2Decompressor),
    _Format("xz", lambda h: h[:6] == b"\xfd7zXZ\0", lambda: lzma.LZMADecompressor(memlimit=MEMORY)),
    _Format("zstd", _is_zstd, _zstd),
)

#: What unpacking broken data raises.
_BROKEN = (OSError, EOFError, ValueError, MemoryError, zlib.error, lzma.LZMAError, zstd.ZstdError)

#: Files that hold files, by what stands where: no reader can read them as they are.
_ARCHIVES = (
    ("a zip archive", 0, b"PK\x03\x04"),
    ("an empty zip archive", 0, b"PK\x05\x06"),
    ("a 7z archive", 0, b"7z\xbc\xaf\x27\x1c"),
    ("a rar archive", 0, b"Rar!\x1a\x07"),
    ("a tar archive", 257, b"ustar"),
)


def open_bytes(path: Path) -> io.BufferedReader:
    """Open ``path``, or standard input for `STDIN`, for reading bytes, unpacked if it is packed.

    Nothing is asked of the file but to be read once from its beginning, so a pipe will do. Raises
    `LexkitError` for what cannot be opened and for archives, and from its `read` for data that
    are cut off, broken, or followed by something else.
    """
    if path in _peeked:
        return io.BufferedReader(_Plain(*_peeked.pop(path), path), _CHUNK)
    raw = _opened(path)
    head = _first(raw, path)
    for form in _FORMATS:
        if form.begins(head):
            file: io.BufferedReader = io.BufferedReader(_Unpacking(head, raw, form, path), _CHUNK)
            _refuse(file.peek(_HEAD), path, form)
            return file
    _refuse(head, path)
    if not head and path.suffix.lower() in SUFFIXES:
        raise LexkitError("empty, though its name says packed", path=path, remedy="fetch it again")
    return io.BufferedReader(_Plain(head, raw, path), _CHUNK)


@contextmanager
def open_text(path: Path, encoding: str = "utf-8-sig", newline: str = "\n") -> Iterator[IO[str]]:
    """Open ``path`` as `open_bytes` does, for reading text; a byte-order mark of UTF-8 is dropped.

    Raises `LexkitError` that names the line when something inside is not in ``encoding``.
    """
    with open_bytes(path) as raw, io.TextIOWrapper(raw, encoding, newline=newline) as file:
        try:
            yield file
        except UnicodeError:
            raise LexkitError(
                f"not {encoding.removesuffix('-sig')}",
                path=path,
                line=_undecodable(path, encoding),
                remedy="write it anew in UTF-8, or give its encoding",
            ) from None


def _undecodable(path: Path, encoding: str) -> int | None:
    """The first line of ``path`` that is not in ``encoding``; unknown of a pipe, which is gone."""
    if not path.is_file():
        return None
    with open_bytes(path) as file:
        for number, raw in enumerate(file, 1):
            try:
                raw.decode(encoding)
            except UnicodeError:
                return number
    return None


#: What `peek` has read of pipes, which cannot be read again, until they are opened.
_peeked: dict[Path, tuple[bytes, IO[bytes]]] = {}


def peek(path: Path, size: int) -> bytes:
    """The first ``size`` bytes of the content of ``path``, which can still be read afterwards.

    Raises as `open_bytes` does.
    """
    file = open_bytes(path)
    head = file.read(size)
    if path == STDIN or not path.is_file():
        _peeked[path] = head, file
    else:
        file.close()
    return head


def read_bytes(path: Path, most: int) -> bytes:
    """The content of ``path``, unpacked; raises `LexkitError` too if it has over ``most`` bytes."""
    pieces, size = [], 0
    with open_bytes(path) as file:
        # Asked for all at once, room would be made for `most` bytes however small the file is.
        while size <= most and (piece := file.read(min(_PIECE, most + 1 - size))):
            pieces.append(piece)
            size += len(piece)
    if size > most:
        raise LexkitError(
            f"its content is larger than {most >> 20} MiB",
            path=path,
            remedy="no file of its kind is known to be; is this the right one?",
        )
    return b"".join(pieces)


def plain_name(name: str) -> str:
    """``name`` as it is when unpacked: *nl.dic.gz* is *nl.dic*."""
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def beside(path: Path, suffix: str) -> Path:
    """The file beside ``path`` that ends in ``suffix`` instead, perhaps packed."""
    plain = path.with_name(plain_name(path.name)).with_suffix(suffix)
    packed = (plain.with_name(plain.name + ending) for ending in SUFFIXES)
    return next((p for p in (plain, *packed) if p.is_file()), plain)


def _opened(path: Path) -> IO[bytes]:
    if path == STDIN:
        if sys.stdin is None:
            raise LexkitError("standard input is closed", remedy="name a file")
        return sys.stdin.buffer
    try:
        return path.open("rb", buffering=0)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> LexkitError:
    return LexkitError(f"cannot be read: {error.strerror or error}", path=path)


def _first(raw: IO[bytes], path: Path) -> bytes:
    """The first bytes; a pipe may hand them over in pieces."""
    head = b""
    try:
        while len(head) < _HEAD and (piece := raw.read(_CHUNK)):
            head += piece
    except OSError as error:
        raise _unreadable(path, error) from None
    return head


def _refuse(head: bytes, path: Path, outer: _Format | None = None) -> None:
    """Raise `LexkitError` if what begins with ``head`` is an archive, or is packed once more."""
    for what, place, mark in _ARCHIVES:
        if head[place : place + len(mark)] == mark:
            raise LexkitError(
                f"{what}, which holds files",
                path=path,
                remedy="unpack it, or name the file by 'members' of 'fetch' in a manifest",
            )
    for inner in _FORMATS:
        if outer is not None and inner.begins(head):
            says = f"packed twice: {inner.name} inside {outer.name}"
            raise LexkitError(says, path=path, remedy="unpack it once")


class _Plain(io.RawIOBase):
    """A file of which ``head`` has been read already."""

    def __init__(self, head: bytes, raw: IO[bytes], path: Path) -> None:
        self._head, self._raw, self._path = head, raw, path

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        data, self._head = self._head[: len(room)], self._head[len(room) :]
        data = data or self._read(len(room))
        room[: len(data)] = data
        return len(data)

    def _read(self, size: int) -> bytes:
        try:
            return self._raw.read(size)
        except OSError as error:
            raise _unreadable(self._path, error) from None

    def close(self) -> None:
        if self._path != STDIN:
            self._raw.close()
        super().close()


class _Unpacking(_Plain):
    """The content of a packed file; several streams one after the other are one (`cat a.gz b.gz`).

    Raises `LexkitError` where the data end too early, are broken, or are followed by something
    that is no such stream.
    """

    def __init__(self, head: bytes, raw: IO[bytes], form: _Format, path: Path) -> None:
        super().__init__(head, raw, path)
        self._form = form
        self._stream = form.stream()
        self._size = 0

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        while not self._stream.eof or self._next():
            hungry = self._stream.needs_input
            data = self._packed() if hungry else b""
            if out := self._decompress(data, len(room)):
                self._size += len(out)
                room[: len(out)] = out
                return len(out)
            if hungry and not data and not self._stream.eof:
                raise self._error("the data end too early", "it was cut off: fetch it again")
        return 0

    def _packed(self) -> bytes:
        data, self._head = self._head, b""
        return data or self._read(_CHUNK)

    def _next(self) -> bool:
        """Begin the next stream, if there is one; tapes and xz fill up with zeros."""
        rest = self._stream.unused_data
        while not (rest := rest.lstrip(b"\0")):
            if not (rest := self._packed()):
                return False
        while len(rest) < _HEAD and (more := self._packed()):
            rest += more
        if not self._form.begins(rest):
            raise self._error("something else follows the data", "unpack it by hand")
        self._head = rest
        self._stream = self._form.stream()
        return True

    def _decompress(self, data: bytes, size: int) -> bytes:
        try:
            return self._stream.decompress(data, size)
        except _BROKEN as error:
            raise self._error(str(error) or "out of memory", "fetch it again") from None

    def _error(self, message: str, remedy: str) -> LexkitError:
        after = f"after {self._size:,} bytes of content"
        return LexkitError(
            f"cannot be unpacked as {self._form.name}: {message}, {after}",
            path=self._path,
            remedy=remedy,
        )

"""Finite-state automata in the binary formats FSA5 and CFSA2: all byte strings they hold.

Both formats are those of Jan Daciuk's fsa package (http://www.eti.pg.gda.pl/~jandac/fsa.html)
and of its successor morfologik-stemming (https://github.com/morfologik/morfologik-stemming,
described in the comments of `FSA5.java` and `CFSA2.java`, which the following restates).

A file is ``\\fsa``, a version, a header, and arcs one after another; a node is a run of arcs, the
last of which says so. An arc carries one byte of the string, whether the string may end with it,
and the node to go on with: the address of its first byte, 0 if there is none, or a flag for
"right behind" instead of an address. Where the file was made with numbers, each node begins with
the count of strings from there, which is skipped here.

* **FSA5** (version 5): header filler, annotation, and a byte with the width of counts (high four
  bits) and of addresses (low four). An arc is a byte of text and then flags and address as one
  little-endian number: bit 0 final, bit 1 last, bit 2 target right behind, address from bit 3;
  with bit 2 only its first byte is there. A dummy arc comes first, then one to the root.
* **CFSA2** (version 0xC6): header two bytes of flags (0x0100: numbers), and a table of frequent
  labels with its length. An arc is a byte with bit 7 target right behind the node, bit 6 last,
  bit 5 final, and five bits of place in that table; a byte of text if they are 0; and the
  address, seven bits a byte, lowest first, bit 7 saying that more follow. The arc to the root
  comes first.

A file may be hostile. Before anything is read from it, every arc that can be reached is decoded
once and the strings behind it are counted, so that addresses out of bounds, circles, dead ends and
numbers of strings that no dictionary has come out at once, in time linear in the file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from lexkit.errors import LexkitError
from lexkit.packed import read_bytes

#: Bytes of a file; decoding takes about 20 times as much. Published dictionaries stay below 10 MB.
MAX_FILE = 32 * 1024 * 1024
#: Strings in a file, and bytes in a string: beyond every dictionary, short of running for ever.
MAX_STRINGS = 100_000_000
MAX_LENGTH = 4096

MAGIC = b"\\fsa"
VERSION_FSA5 = 0x05
VERSION_CFSA2 = 0xC6

_DAMAGED = "the file is damaged; fetch it again"
#: Stands for the address "right behind this node".
_BEHIND = -1
_NEW, _OPEN, _DONE = 0, 1, 2
_BYTES = [bytes([value]) for value in range(256)]


class _Layout(Protocol):
    """How one format writes nodes and arcs. Reading beyond the end raises `IndexError`."""

    def root(self) -> int:
        """The address of the root node, 0 if the automaton is empty."""
        ...

    def first(self, node: int) -> int:
        """Where the first arc of ``node`` begins."""
        ...

    def arc(self, at: int) -> tuple[int, bool, bool, int, int]:
        """Label, final, last, address of the target, and where the next arc begins."""
        ...


@dataclass(frozen=True, slots=True)
class _Fsa5:
    body: bytes
    count_width: int
    address_width: int

    def root(self) -> int:
        dummy = self.first(0)
        epsilon = self.arc(dummy)[4]
        return self.arc(self.first(epsilon))[3]

    def first(self, node: int) -> int:
        return node + self.count_width

    def arc(self, at: int) -> tuple[int, bool, bool, int, int]:
        body = self.body
        flags = body[at + 1]
        if flags & 4:
            return body[at], bool(flags & 1), bool(flags & 2), at + 2, at + 2
        after = at + 1 + self.address_width
        if after > len(body):
            raise IndexError
        address = int.from_bytes(body[at + 1 : after], "little") >> 3
        return body[at], bool(flags & 1), bool(flags & 2), address, after


@dataclass(frozen=True, slots=True)
class _Cfsa2:
    body: bytes
    labels: bytes
    has_counts: bool

    def root(self) -> int:
        *_, target, after = self.arc(self.first(0))
        return after if target == _BEHIND else target

    def first(self, node: int) -> int:
        return self._number(node)[1] if self.has_counts else node

    def arc(self, at: int) -> tuple[int, bool, bool, int, int]:
        flags = self.body[at]
        at += 1
        if place := flags & 0x1F:
            label = self.labels[place]
        else:
            label = self.body[at]
            at += 1
        target = _BEHIND
        if not flags & 0x80:
            target, at = self._number(at)
        return label, bool(flags & 0x20), bool(flags & 0x40), target, at

    def _number(self, at: int) -> tuple[int, int]:
        """A number of seven bits a byte, and where it ends."""
        value = shift = 0
        while True:
            byte = self.body[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value, at
            shift += 7
            if shift > 63:
                raise IndexError


@dataclass(slots=True)
class Automaton:
    """Decoded arcs, each known by the place of its first byte; 0 is no arc.

    ``after`` is the next arc of the same node and ``target`` the first arc of the node to go on
    with; ``count`` is how many strings begin with this arc or a later one of its node.
    """

    path: Path
    root: int
    label: bytearray
    final: bytearray
    after: array[int]
    target: array[int]
    count: array[int]

    def __len__(self) -> int:
        return self.count[self.root] if self.root else 0

    def strings(self, start: int) -> Iterator[bytes]:
        """All strings from the arc ``start`` and its node on, in the order of the file."""
        return (word for word, _ in self.words(-1, start))

    def words(self, separator: int, start: int | None = None) -> Iterator[tuple[bytes, int]]:
        """Strings up to the byte ``separator``, each with the arc where the rest begins.

        The arc is 0 where nothing follows: of *Haus* alone, and of *Haus_* with separator *_*.
        """
        label, final, after, target = self.label, self.final, self.after, self.target
        arc, prefix = self.root if start is None else start, b""
        waiting: list[tuple[int, bytes]] = []
        while arc:
            if following := after[arc]:
                waiting.append((following, prefix))
            code = label[arc]
            goal = target[arc]
            if code == separator:
                if final[arc]:
                    yield prefix, 0
                if goal:
                    yield prefix, goal
            else:
                word = prefix + _BYTES[code]
                if final[arc]:
                    yield word, 0
                if goal:
                    arc, prefix = goal, word
                    continue
            arc, prefix = waiting.pop() if waiting else (0, b"")


def load(path: Path) -> Automaton:
    """Read and check the automaton in ``path``; raise `LexkitError` if it is none or broken."""
    layout = _open(path)
    try:
        return _Decoder(path, layout, len(layout.body)).run()
    except IndexError:
        raise LexkitError(
            "the automaton points beyond the end of the file", path=path, remedy=_DAMAGED
        ) from None


def _open(path: Path) -> _Fsa5 | _Cfsa2:
    data = read_bytes(path, MAX_FILE)
    if not data.startswith(MAGIC) or len(data) < 8:
        raise LexkitError(
            "this is no automaton",
            path=path,
            remedy="a Morfologik dictionary (.dict) begins with the four bytes \\fsa",
        )
    version = data[4]
    if version == VERSION_FSA5:
        count_width, address_width = data[7] >> 4, data[7] & 0x0F
        if not address_width:
            raise LexkitError(
                "the addresses of the automaton are 0 bytes wide", path=path, remedy=_DAMAGED
            )
        return _Fsa5(data[8:], count_width, address_width)
    if version == VERSION_CFSA2:
        flags, size = int.from_bytes(data[5:7], "big"), data[7]
        if flags & ~0x0307:
            raise LexkitError(
                f"unknown flags 0x{flags:04x} of the automaton", path=path, remedy=_DAMAGED
            )
        return _Cfsa2(data[8 + size :], data[8 : 8 + size], bool(flags & 0x0100))
    raise LexkitError(
        f"the automaton is of version 0x{version:02x}",
        path=path,
        remedy="the versions read are 0x05 (FSA5) and 0xc6 (CFSA2); "
        "morfologik-tools compiles into these",
    )


@dataclass(slots=True)
class _Decoder:
    """Decodes each arc once, and counts the strings behind it, deepest first."""

    path: Path
    layout: _Layout
    size: int
    automaton: Automaton = field(init=False)
    #: The end of the node an arc belongs to; 0 for an arc not decoded yet.
    ends: array[int] = field(init=False)

    def run(self) -> Automaton:
        size = self.size
        root = self.layout.root()
        self.automaton = Automaton(
            self.path,
            self.layout.first(root) if root else 0,
            bytearray(size),
            bytearray(size),
            *(array("I", bytes(4 * size)) for _ in range(3)),
        )
        self.ends = array("I", bytes(4 * size))
        if root:
            self._count()
        return self.automaton

    def _decode(self, at: int) -> None:
        """Decode the arcs from ``at`` to the end of the node, or to the first one known."""
        made = self.automaton
        behind: list[int] = []
        new: list[int] = []
        while not (end := self.ends[at]):
            label, final, last, target, next_arc = self.layout.arc(at)
            new.append(at)
            made.label[at] = label
            made.final[at] = final
            if target == _BEHIND:
                behind.append(at)
            elif target:
                made.target[at] = self._first(target)
            if last:
                end = next_arc
                break
            made.after[at] = next_arc
            at = next_arc
        for arc in new:
            self.ends[arc] = end
        for arc in behind:
            made.target[arc] = self._first(end)

    def _first(self, node: int) -> int:
        if (arc := self.layout.first(node)) >= self.size:
            raise IndexError
        return arc

    def _count(self) -> None:
        made = self.automaton
        after, target, final, count = made.after, made.target, made.final, made.count
        state = bytearray(self.size)
        height = array("H", bytes(2 * self.size))
        stack = [made.root]
        while stack:
            arc = stack[-1]
            if state[arc] == _NEW:
                if not self.ends[arc]:
                    self._decode(arc)
                state[arc] = _OPEN
                for further in (after[arc], target[arc]):
                    if further and state[further] != _DONE:
                        if state[further] == _OPEN:
                            raise self._error("goes in a circle", arc)
                        stack.append(further)
                continue
            stack.pop()
            if state[arc] == _OPEN:
                state[arc] = _DONE
                strings = final[arc] + count[target[arc]]
                if not strings:
                    raise self._error("leads nowhere", arc)
                strings += count[after[arc]]
                length = max(1 + height[target[arc]], height[after[arc]])
                if strings > MAX_STRINGS:
                    raise self._error(f"holds more than {MAX_STRINGS:,} entries", arc)
                if length > MAX_LENGTH:
                    raise self._error(f"holds an entry of more than {MAX_LENGTH:,} bytes", arc)
                count[arc] = strings
                height[arc] = length

    def _error(self, what: str, arc: int) -> LexkitError:
        return LexkitError(
            f"the automaton {what} (byte {arc} of its arcs)", path=self.path, remedy=_DAMAGED
        )

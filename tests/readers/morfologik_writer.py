"""A small writer of Morfologik dictionaries, so that the reader can be tested on its own files.

It shares nothing with `lexkit.readers.fsa` and favours plainness over size: strings become a trie,
equal branches become one node, and nodes are laid out in an order that sets the "right behind" flag
where it can be set. Lemmas are coded in the simplest way each encoder allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

Trie = dict[int, "Trie"]
#: Label, whether a string ends here, and the number of the node to go on with (-1: none).
Arc = tuple[int, bool, int]


@dataclass
class Graph:
    """Nodes by number, the root last; each is the tuple of its arcs in the order of labels."""

    nodes: list[tuple[Arc, ...]]
    counts: list[int]

    @property
    def root(self) -> int:
        return len(self.nodes) - 1

    def layout(self) -> list[int]:
        """Depth first from the root, the target of each node's last arc right behind it."""
        order: list[int] = []
        waiting = [self.root] if self.nodes else []
        while waiting:
            node = waiting.pop()
            if node not in order:
                order.append(node)
                waiting += [target for _, _, target in self.nodes[node] if target >= 0]
        return order


def graph(strings: Iterable[bytes]) -> Graph:
    end = -1
    trie: Trie = {}
    for string in strings:
        at = trie
        for byte in string:
            at = at.setdefault(byte, {})
        at[end] = {}
    result = Graph([], [])
    known: dict[tuple[Arc, ...], int] = {}

    def add(branch: Trie) -> int:
        arcs = tuple(
            (byte, end in below, add(below) if below.keys() - {end} else -1)
            for byte, below in sorted(branch.items())
            if byte != end
        )
        if arcs not in known:
            known[arcs] = len(result.nodes)
            result.nodes.append(arcs)
            result.counts.append(
                sum(final + (result.counts[to] if to >= 0 else 0) for _, final, to in arcs)
            )
        return known[arcs]

    if trie.keys() - {end}:
        add(trie)
    return result


def fsa5(strings: Iterable[bytes], *, numbers: bool = False) -> bytes:
    made = graph(strings)
    order = made.layout()
    width = (made.counts[made.root].bit_length() + 7) // 8 if numbers and order else 0
    for address_width in range(1, 5):
        body = _fsa5_body(made, order, width, address_width)
        if len(body) << 3 < 1 << 8 * address_width:
            return b"\\fsa\x05_+" + bytes([width << 4 | address_width]) + body
    raise AssertionError("too large for a test")


def _fsa5_body(made: Graph, order: list[int], width: int, address_width: int) -> bytes:
    def size(node: int, behind: int) -> int:
        arcs = made.nodes[node]
        short = arcs[-1][2] == behind
        return width + (1 + address_width) * len(arcs) - (address_width - 1) * short

    following = dict(zip(order, [*order[1:], -2], strict=False))
    at = {-1: 0}
    offset = width + 1 + address_width + width + (2 if order else 1 + address_width)
    for node in order:
        at[node] = offset
        offset += size(node, following[node])
    body = bytes(width + 1 + address_width + width) + b"^"
    body += bytes([6]) if order else (2).to_bytes(address_width, "little")
    for node in order:
        assert len(body) == at[node] or offset << 3 >= 1 << 8 * address_width
        body += made.counts[node].to_bytes(width, "little") if width else b""
        arcs = made.nodes[node]
        for number, (label, final, target) in enumerate(arcs, 1):
            flags = final | (number == len(arcs)) << 1
            if number == len(arcs) and target == following[node]:
                body += bytes([label, flags | 4])
            else:
                mask = (1 << 8 * address_width) - 1  # too narrow widths are tried and thrown away
                value = (at[target] << 3 | flags) & mask
                body += bytes([label]) + value.to_bytes(address_width, "little")
    return body


def cfsa2(strings: Iterable[bytes], *, numbers: bool = False, labels: int = 31) -> bytes:
    made = graph(strings)
    order = made.layout()
    frequent = Counter(label for node in made.nodes for label, _, _ in node).most_common(labels)
    table = {label: place for place, (label, _) in enumerate(frequent, 1)}
    following = dict(zip(order, [*order[1:], -2], strict=False))

    def arc(flags: int, label: int, address: bytes) -> bytes:
        if place := table.get(label, 0):
            return bytes([flags | place]) + address
        return bytes([flags, label]) + address

    def emit(at: dict[int, int]) -> tuple[bytes, dict[int, int]]:
        root = at[made.root] if order else 0
        body = (b"\0" if numbers else b"") + arc(0x40, ord("^"), _seven(root))
        new = {-1: 0}
        for node in order:
            new[node] = len(body)
            if numbers:
                body += _seven(made.counts[node])
            for number, (label, final, target) in enumerate(made.nodes[node], 1):
                flags = final << 5 | (number == len(made.nodes[node])) << 6
                if target == following[node]:
                    body += arc(flags | 0x80, label, b"")
                else:
                    body += arc(flags, label, _seven(at[target]))
        return body, new

    at = dict.fromkeys([-1, *order], 0)
    while True:
        body, new = emit(at)
        if new == at or not order:
            break
        at = {node: max(at[node], new[node]) for node in at}
        body, new = emit(at)
        if new == at:
            break
        at = new
    head = bytes([0xC6, numbers, 7, len(table) + 1, 0])
    return b"\\fsa" + head + bytes(label for label, _ in frequent) + body


def _seven(number: int) -> bytes:
    code = b""
    while number > 0x7F:
        code += bytes([number & 0x7F | 0x80])
        number >>= 7
    return code + bytes([number])


def lemma_code(form: bytes, lemma: bytes, encoder: str) -> bytes:
    """The lemma as ``encoder`` codes it relative to ``form``."""

    def counts(*numbers: int) -> bytes:
        return bytes((number + ord("A")) & 0xFF for number in numbers)

    shared = next(
        (i for i, (a, b) in enumerate(zip(form, lemma, strict=False)) if a != b),
        min(len(form), len(lemma)),
    )
    if encoder == "none":
        return lemma
    if encoder == "suffix":
        drop = len(form) - shared
        return counts(drop) + lemma[shared:] if drop < 255 else counts(255) + lemma
    # The longest beginning of the lemma that is left of the form after a cut.
    cuts = range(min(len(form), 254) + 1)
    at = shared if encoder == "infix" else 0
    kept, cut = 0, 0
    for length in cuts:
        rest = form[:at] + form[at + length :]
        common = 0
        while common < min(len(rest), len(lemma)) and rest[common] == lemma[common]:
            common += 1
        if common > kept:
            kept, cut = common, length
    kept = max(kept, at if cut else kept)
    drop = len(form) - cut - kept
    if drop >= 255 or at >= 255:
        return counts(*([0] * (encoder == "infix")), 255, 255) + lemma
    return counts(*([at] * (encoder == "infix")), cut, drop) + lemma[kept:]

"""Kinds spread to all forms of a lemma: what a source says of *Rostock* holds for *Rostocks*.

One source knows the town, another lists its genitive. For every form whose lemma is known, the
headwords' readings of the sources that give the lemma a kind count as that source's readings of
the form too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lexkit import readings
from lexkit.tagset import Tagset

#: For each lemma, the readings of its headwords: the place of the source, the rest of the line.
Heads = dict[str, list[tuple[int, str]]]


def collect(stores: Sequence[Path | None], tagset: Tagset) -> Heads:
    """The headwords to which some source gives a kind, with all that source's readings of them.

    The plain readings come along: *Essen* is a town, but a meal too, and so *Essens* stands.
    """
    heads: Heads = {}
    for index, store in enumerate(stores):
        if store is None:
            continue
        last, rests, kind_seen = "", list[str](), False
        for line in readings.lines(store):
            form, tags, rest = line.split("\t", 2)
            if form != last:
                if kind_seen:
                    heads.setdefault(last, []).extend((index, found) for found in rests)
                last, rests, kind_seen = form, [], False
            lemma, _, _ = rest.partition("\t")
            if lemma in ("", form):
                rests.append(f"{tags}\t{rest}")
                if tags and not tagset.kinds.keys().isdisjoint(tags.split()):
                    kind_seen = True
        if kind_seen:
            heads.setdefault(last, []).extend((index, found) for found in rests)
    return heads

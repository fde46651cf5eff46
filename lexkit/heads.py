"""Kinds spread to all forms of a lemma: what a source says of *Rostock* holds for *Rostocks*.

One source knows the town, another lists its genitive. For every form whose lemma is known, the
headwords' readings of the sources that give the lemma a kind count as that source's readings of
the form too. They are `carried`: they say what the form is, not that it exists.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lexkit import readings
from lexkit.tagset import CARRIED, FORBIDDEN, Tagset

#: For each lemma, the readings of its headwords: the place of the source, the rest of the line.
Heads = dict[str, list[tuple[int, str]]]


def collect(sources: Sequence[Sequence[Path]], tagset: Tagset) -> Heads:
    """The headwords to which some source gives a kind, with all that source's readings of them.

    ``sources`` are the stores of each source. The plain readings come along: *Essen* is a town,
    but a meal too, and so *Essens* stands.
    """
    heads: Heads = {}
    kinds = tagset.kinds.keys() - {FORBIDDEN}
    for index, stores in enumerate(sources):
        for store in stores:
            last, rests, kind_seen = "", list[str](), False
            for line in readings.lines(store):
                form, tags, rest = line.split("\t", 2)
                if form != last:
                    if kind_seen:
                        heads.setdefault(last, []).extend((index, found) for found in rests)
                    last, rests, kind_seen = form, [], False
                lemma = rest.partition("\t")[0]
                if lemma in ("", form):
                    rests.append(f"{_carried(tags)}\t{rest}")
                    kind_seen = kind_seen or not kinds.isdisjoint(tags.split())
            if kind_seen:
                heads.setdefault(last, []).extend((index, found) for found in rests)
    return heads


def _carried(tags: str) -> str:
    return " ".join(sorted({*tags.split(), CARRIED}))

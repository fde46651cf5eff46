"""Draw words to be judged blind: accepted ones by source and paradigm, mixed with refused ones.

    python -m benchmarks.sample RULESET --seed COMMIT --words WORDS.txt --key KEY.tsv

WORDS.txt holds the forms alone, shuffled, for whoever judges; KEY.tsv what the lexicon says of
each. The same lexicon and seed give the same sample.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from lexkit.workspace import Workspace

ACCEPTED, REFUSED = 600, 200


class Drawn(NamedTuple):
    """A form with its verdict, and what the sample is stratified by."""

    form: str
    verdict: str
    stratum: str


def forms(lexicon: Lexicon) -> Iterator[Drawn]:
    """Every form that can be laid, as it is written, with its first ground."""
    for key, entry in lexicon.ledger.entries():
        if entry.unlayable is not None or len(key) < lexicon.spelling.min_letters:
            continue
        accepted = key in lexicon
        if accepted != (entry.verdict == Verdict.ACCEPTED):
            continue
        ground = next(iter(lexicon.grounds.of(entry)))
        if accepted:
            yield Drawn(entry.form, entry.verdict, f"{ground.source} {ground.paradigm or '-'}")
        else:
            yield Drawn(entry.form, entry.verdict, ground.rule)


def draw(strata: dict[str, list[Drawn]], count: int, chance: random.Random) -> list[Drawn]:
    """``count`` of all strata, half of them evenly, half by their size."""
    chosen: list[Drawn] = []
    total = sum(len(found) for found in strata.values())
    for name in sorted(strata):
        found = strata[name]
        share = count / 2 / len(strata) + count / 2 * len(found) / total
        chosen += chance.sample(found, min(len(found), round(share)))
    # Small strata cannot fill their share: what is missing comes from all the rest alike.
    if len(chosen) < count:
        taken = set(chosen)
        rest = [drawn for name in sorted(strata) for drawn in strata[name] if drawn not in taken]
        chosen += chance.sample(rest, min(len(rest), count - len(chosen)))
    chance.shuffle(chosen)
    return chosen[:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("--seed", required=True)
    parser.add_argument("--words", type=Path, required=True)
    parser.add_argument("--key", type=Path, required=True)
    given = parser.parse_args()
    lexicon = Lexicon(Workspace.find().build / given.ruleset)
    chance = random.Random(given.seed)
    strata: dict[bool, dict[str, list[Drawn]]] = {True: {}, False: {}}
    for drawn in forms(lexicon):
        accepted = drawn.verdict == Verdict.ACCEPTED
        strata[accepted].setdefault(drawn.stratum, []).append(drawn)
    sample = draw(strata[True], ACCEPTED, chance) + draw(strata[False], REFUSED, chance)
    chance.shuffle(sample)
    given.words.write_text("".join(f"{d.form}\n" for d in sample), encoding="utf-8")
    given.key.write_text(
        "".join(f"{d.form}\t{d.verdict}\t{d.stratum}\n" for d in sample), encoding="utf-8"
    )


if __name__ == "__main__":
    main()

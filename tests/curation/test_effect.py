"""What a line does, worked out from the ledger, against a build without the line."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from lexkit import curated, tagset
from lexkit.curated import Decision
from lexkit.curation import variants
from lexkit.curation.effect import Effects
from lexkit.curation.rows import Row
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict
from lexkit.preview import Variant
from tests.conftest import Shop
from tests.curation.making import content, row

PARADIGM = """\
paradigm: xx-noun
makes: endings
tables:
  - of: {all: [noun]}
    endings: [{cell: genitive, add: s}, {cell: plural, add: e}]
"""

SEEDS = 18

#: Forms and lemmas that have letters in common, so that scopes meet.
WORDS = ["Rand", "rand", "Rande", "Rands", "Ulm", "Ulms", "ulme", "Straße", "strasse", "ohm"]
TAGS = ["", "noun", "toponym", "interjection", "noun,toponym", "given-name"]


def effects(shop: Shop, lexicon: Lexicon) -> tuple[Effects, list[Decision]]:
    path = shop.root / "sources/curated/xx.tsv"
    lines = curated.read(path, "curated-xx", tagset.load(shop.workspace.tags_files))
    found = variants.effects(shop.builder, Variant("spiel"), lexicon, lines)
    assert found is not None
    return found, lines


def of_form(lexicon: Lexicon, letters: str, form: str) -> Verdict:
    for entry in lexicon.ledger.find(letters):
        if entry.form == form:
            return Verdict(entry.verdict)
    return Verdict.UNATTESTED


@pytest.mark.parametrize("seed", range(SEEDS))
def test_it_is_what_a_build_without_the_line_finds(shop: Shop, seed: int) -> None:
    draw = random.Random(seed)
    shop.write("rules/paradigms/xx-noun.yaml", PARADIGM)
    shop.table(
        "tafel",
        [
            (word, draw.choice([word, word, draw.choice(WORDS)]), draw.choice(TAGS))
            for word in draw.sample(WORDS, 6)
        ],
    )
    shop.words("liste", draw.sample(WORDS, 4))
    rows = {}
    for _ in range(4):
        decision = draw.choice(["accept", "reject", "tag"])
        tags = draw.choice([t for t in TAGS if t or decision != "tag"])
        made = row(
            draw.choice(WORDS), decision, draw.choice(["*", "spiel"]), tags=tags,
            scope=draw.choice(["lemma", "lemma", "form", "letters"]),
        )  # fmt: skip
        rows[made.key] = made
    decide(shop, [])
    undecided = shop.build()
    decide(shop, rows.values())
    before, _ = effects(shop, undecided)
    lexicon = shop.build()
    found, lines = effects(shop, lexicon)
    for line in lines:
        effect = found.of(line)
        assert effect is not None
        left = [r for r in rows.values() if r.key != (line.word, line.scope, line.rulesets)]
        decide(shop, left)
        without = shop.build()
        if effect.instead is not None:
            assert list(without.words()) == list(lexicon.words())
        for form in effect.forms:
            assert form.with_it.verdict is of_form(lexicon, form.letters, form.form)
            assert form.without.verdict is of_form(without, form.letters, form.form), form
            letters = without.verdict(form.letters).verdict
            if effect.known:
                assert found.without(form.letters, [line]) is letters
        # A lexicon that knows nothing of the lines tells the same, unless there are forms to make.
        if all(before.of(other) is not None for other in lines):
            early = before.of(line)
            assert early is not None
            assert (early.known, bool(early.changes)) == (effect.known, bool(effect.changes))


def decide(shop: Shop, rows: Iterable[Row]) -> None:
    shop.curated()
    shop.write("sources/curated/xx.tsv", content(*rows))
    shop.ruleset(more="paradigms: [xx-noun]")

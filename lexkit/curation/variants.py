"""The lexicons that a curated file has a say in: those that are built of its rulesets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lexkit import lexicon, source
from lexkit import ruleset as rulesets
from lexkit.build import Builder
from lexkit.curated import Decision
from lexkit.curation.effect import Effects
from lexkit.errors import LexkitError
from lexkit.lexicon import Lexicon
from lexkit.preview import Variant
from lexkit.ruleset import Ruleset
from lexkit.source import Manifest
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace


def curated_of(place: Workspace, rules: Ruleset, tagset: Tagset) -> Manifest | None:
    """The curated source of a ruleset; `None` if it has none."""
    for name in rules.sources:
        if name in place.sources:
            manifest = source.load(place.source(name), tagset)
            if manifest.is_curated:
                return manifest
    return None


def readers_of(path: Path, place: Workspace, tagset: Tagset) -> dict[str, tuple[Ruleset, str]]:
    """The rulesets that the curated file ``path`` decides in, each with the name of the source."""
    found = {}
    for name, file in place.rulesets.items():
        rules = rulesets.load(file, tagset)
        manifest = curated_of(place, rules, tagset)
        if manifest is not None and manifest.curated_file.resolve() == path.resolve():
            found[name] = (rules, manifest.name)
    return found


def built(place: Workspace, rules: Ruleset) -> Iterator[tuple[Variant, Lexicon]]:
    """The built lexicons of a ruleset, whatever their options, as far as they can be opened."""
    for name, folder in lexicon.built(place.build).items():
        if name.partition("+")[0] != rules.name:
            continue
        try:
            opened = Lexicon(folder)
            choices = rules.choose(opened.manifest["options"]).chosen
        except LexkitError:  # of another version of lexkit, or of options that are no more
            continue
        used = {told["name"] for told in opened.manifest["sources"]}
        extra = tuple(name for name in rules.optional_sources if name in used)
        yield Variant(rules.name, choices, extra), opened


def effects(
    builder: Builder, variant: Variant, opened: Lexicon, lines: Sequence[Decision]
) -> Effects | None:
    """The effects of ``lines``, all those of its curated file, in a lexicon.

    `None` if it was built from other sources than a build would use now.
    """
    policy, sources = builder.policy(variant.ruleset, variant.choices, variant.extra)
    if list(opened.ledger.sources.values()) != sources:
        return None
    return Effects(opened, policy, lines)

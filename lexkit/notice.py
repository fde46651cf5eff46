"""The NOTICE of a lexicon: what it was made from, under which licences, and whom to name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lexkit.ruleset import Ruleset
from lexkit.source import Manifest


class Credit(NamedTuple):
    """A word list as a NOTICE names it; ``homepage`` and ``attribution`` may be empty."""

    title: str
    source: str
    licence: str
    homepage: str
    attribution: str


def text(ruleset: Ruleset, manifests: Sequence[Manifest]) -> str:
    """The text of the file, which must travel with the lexicon."""
    parts = [
        f"The lexicon {ruleset.id} ({ruleset.title}) was made by lexkit from the word lists\n"
        "below. Their licences apply to what is taken from them; a list under a share-alike or\n"
        "copyleft licence asks the same of a lexicon that is passed on."
    ]
    for manifest in manifests:
        lines = [manifest.title, f"  source: {manifest.name}", f"  licence: {manifest.licence}"]
        if manifest.homepage:
            lines.append(f"  homepage: {manifest.homepage}")
        if manifest.attribution:
            lines.append(f"  attribution: {manifest.attribution}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def credits(text: str) -> Iterator[Credit]:
    """The word lists that the NOTICE ``text`` names, in its order."""
    for part in text.split("\n\n")[1:]:
        title, *lines = part.strip("\n").split("\n")
        told = dict(line.strip().partition(": ")[::2] for line in lines)
        yield Credit(
            title, told.get("source", ""), told.get("licence", ""), told.get("homepage", ""),
            told.get("attribution", ""),
        )  # fmt: skip

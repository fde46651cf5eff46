"""The vocabulary of tags, from `rules/tags.yaml`: parts of speech, kinds, marks, shapes.

A *mark* is what the way a source lists a word suggests. Rules may speak of it, but it is no
opinion: any other source with a plain reading of the form outweighs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lexkit import yamlfile
from lexkit.errors import LexkitError, suggest

#: The lists of the file, in their order; only shapes are found by lexkit itself (`orthography`).
LISTS = ("parts-of-speech", "kinds", "marks", "shapes")


#: Two kinds of the vocabulary that lexkit itself knows: what a source lists in order to say that it
#: is no word, and what is carried over from a lemma to its forms. Neither attests.
FORBIDDEN, CARRIED = "forbidden", "carried"


@dataclass(frozen=True)
class Tagset:
    """Every tag a rule, a manifest or a decision may name, with what it means."""

    parts_of_speech: Mapping[str, str]
    kinds: Mapping[str, str]
    marks: Mapping[str, str]
    shapes: Mapping[str, str]

    def __contains__(self, tag: object) -> bool:
        return any(tag in tags for tags in self._lists)

    @property
    def _lists(self) -> tuple[Mapping[str, str], ...]:
        return self.parts_of_speech, self.kinds, self.marks, self.shapes

    @property
    def names(self) -> list[str]:
        return [tag for tags in self._lists for tag in tags]

    def is_shape(self, tag: str) -> bool:
        return tag in self.shapes

    def check(self, tag: str, *, path: Path | None, line: int | None, given: bool = False) -> str:
        """Return ``tag`` if it is in the vocabulary, else raise with the nearest ones.

        ``given`` is for tags that a source gives its readings: shapes are read off the form and
        cannot be given.
        """
        if tag not in self:
            raise LexkitError(
                f"unknown tag {str(tag)!r}", path=path, line=line, remedy=suggest(tag, self.names)
            )
        if given and tag in self.shapes:
            raise LexkitError(
                f"{tag!r} is a shape, which the form itself shows",
                path=path,
                line=line,
                remedy="leave it out",
            )
        return str(tag)


def load(paths: Iterable[Path]) -> Tagset:
    """Read the vocabulary from ``paths``; a later file adds to the earlier ones."""
    lists: dict[str, dict[str, str]] = {name: {} for name in LISTS}
    for path in paths:
        fields = yamlfile.Fields(yamlfile.load(path), path, "a tags file")
        for name in LISTS:
            lists[name].update(fields.pairs(name))
        fields.done()
    return Tagset(lists["parts-of-speech"], lists["kinds"], lists["marks"], lists["shapes"])

"""Verbs: from an infinitive to all its forms, joined ones of separable verbs included.

`table` is what a paradigm's YAML says of a language's verbs, `parts` takes *aufstehen* apart,
`principal` asks the library `ablaut` for the forms of *stehen* and lets the table correct it, and
`engine` lays them out in cells. The library knows the languages, the table knows what it leaves
open; there is none of either here.
"""

from lexkit import yamlfile
from lexkit.conjugation import table
from lexkit.conjugation.engine import Conjugation
from lexkit.tagset import Tagset

__all__ = ["Conjugation", "load"]


def load(fields: yamlfile.Fields, name: str, tagset: Tagset) -> Conjugation:
    """Read a paradigm's file."""
    return Conjugation(name, table.read(fields, tagset))

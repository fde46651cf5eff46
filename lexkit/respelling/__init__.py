"""Respellings: the other spelling of a form where a reform has made two (*Stengel*, *Stängel*).

`table` reads the file, `parts` tells the parts of compounds by the forms that the source
attests, `engine` finds what can be respelt in a form and makes the other spellings.
"""

from lexkit.respelling.engine import Respelling
from lexkit.respelling.table import Table, load_table
from lexkit.tagset import Tagset
from lexkit.yamlfile import Fields

__all__ = ["Respelling", "Table", "load"]


def load(fields: Fields, name: str, tagset: Tagset) -> Respelling:
    """The engine for the table in ``fields``."""
    return Respelling(name, load_table(fields, tagset))

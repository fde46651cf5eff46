"""Paradigms by endings: from a headword to its forms, by its stems and what is put to them.

``table`` says what is made of a headword, ``engine`` goes through the readings of a source,
``reading`` reads the file.

A table says which headwords it is for and lists single cells, or groups of cells that share
their stems:

```yaml
makes: endings
tables:
  - of: {any: [given-name, toponym]}     # the headwords meant, by their tags
    carried: yes                         # the forms are typed, but not attested
    endings:
      - {add: s, cell: genitive, after: "[^sxzß]"}     # Rostock: Rostocks
  - of: {all: [adjective]}
    groups:
      - group: positive
        stems: [{after: "[^aeiou]el", strip: el, add: l}, {}]     # dunkel: dunkl-, schön: schön-
        endings: [e, er, en, em, es]
      - group: comparative
        attested: [comparative]          # only if the source holds one of these forms
        stems: [{words: {alt: älter}, compounds: yes}, {add: er}]
        endings: ["", e, er, en, em, es]
```
"""

from __future__ import annotations

from lexkit.endings.engine import Endings
from lexkit.endings.reading import load
from lexkit.endings.table import Cell, Ending, Group, Stem, Table

__all__ = ["Cell", "Ending", "Endings", "Group", "Stem", "Table", "load"]

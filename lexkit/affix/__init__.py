"""Hunspell dictionaries: from the stems of a ``.dic`` and the rules of its ``.aff`` to forms.

The way through the package is the way a dictionary goes:

1. ``charset`` and ``flags`` say what the bytes of both files mean;
2. ``parse`` reads the ``.aff`` into ``Affixes``: rules (``rule``) with their conditions
   (``condition``) and the tables that rewrite what is typed (``conversion``);
3. ``stems`` reads the lines of the ``.dic``: *Haus/EPSm* is the stem *Haus* with four flags;
4. ``expand`` lets one stem have all its forms: *Haus*, *Hauses*, *Hause* ...;
5. ``moulds`` does so for a quarter of a million stems: stems with the same flags and the same
   ending take the same rules, so the rules are tried once for all of them.

What comes out is what hunspell accepts without making compounds. Case is left alone: hunspell
accepts *HAUS* for *Haus*, but that is a way to write the form, not another one.
"""

from __future__ import annotations

from lexkit.affix.affixes import Affixes
from lexkit.affix.expand import expand
from lexkit.affix.moulds import Moulds
from lexkit.affix.parse import read_affixes
from lexkit.affix.stems import Stem, read_stems

__all__ = ["Affixes", "Moulds", "Stem", "expand", "read_affixes", "read_stems"]

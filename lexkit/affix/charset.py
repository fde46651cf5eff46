"""``SET``: the encoding of a dictionary, by the names that dictionaries use for it."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from lexkit.errors import LexkitError

#: A dictionary that does not say is in Latin 1.
DEFAULT = "iso8859-1"

#: ISO 8859 as dictionaries spell it: ISO8859-1, iso-8859-15, ISO_8859-2.
_ISO = re.compile(r"(?:iso)?8859(\d{1,2})")
#: Windows code pages: CP1251, microsoft-cp1251, windows-1250.
_WINDOWS = re.compile(r"(?:microsoft|windows)?(?:cp)?(125\d)")
#: The others, letters and digits only.
_NAMED = {
    "utf8": "utf-8",
    "ascii": "ascii",
    "usascii": "ascii",
    "latin1": "iso8859-1",
    "koi8r": "koi8-r",
    "koi8u": "koi8-u",
    "tis620": "tis-620",
    "tis6202533": "tis-620",
}


def codec(name: str, path: Path, line: int) -> str:
    """Python's name for the encoding that ``SET`` names.

    ``UTF-8``, ``utf8`` and ``Utf-8`` are one, since only letters and digits count; a name that
    nobody knows would turn every *ä* of the dictionary into rubbish, so it is an error.
    """
    plain = re.sub(r"[^a-z0-9]", "", name.lower())
    found = _NAMED.get(plain)
    if found is None and (iso := _ISO.fullmatch(plain)):
        found = f"iso8859-{iso[1]}"
    if found is None and (windows := _WINDOWS.fullmatch(plain)):
        found = f"cp{windows[1]}"
    try:
        return codecs.lookup(found or "").name
    except LookupError:
        raise LexkitError(
            f"SET names the encoding {name!r}, which lexkit does not know",
            path=path,
            line=line,
            remedy="convert both files to UTF-8 and write SET UTF-8",
        ) from None

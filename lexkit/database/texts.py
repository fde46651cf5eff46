"""What people write, as it may be kept: no control characters, no half characters, not endless."""

from __future__ import annotations

import unicodedata

from lexkit.errors import LexkitError

#: The longest text that is kept (characters).
LONGEST = 4_000


def cleaned(text: str, what: str, *, required: bool = True, longest: int = LONGEST) -> str:
    """``text`` in NFC without control characters and surrounding blanks; lines stay.

    ``what`` names it in the `LexkitError` that is raised if it is empty though ``required``, if it
    is too long, or if it is no text at all (a lone half of a surrogate pair, which no database
    takes).
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise LexkitError(f"the {what} is not UTF-8") from None
    kept = "".join(c if c == "\n" or unicodedata.category(c) != "Cc" else " " for c in text)
    kept = unicodedata.normalize("NFC", kept).strip()
    if required and not kept:
        raise LexkitError(f"the {what} is empty", remedy="write one")
    if len(kept) > longest:
        raise LexkitError(f"the {what} is longer than {longest:,} characters")
    return kept

"""The secrets that cookies hold: 256 random bits, written as 43 letters, digits and ``-_``."""

from __future__ import annotations

import re
import secrets

_SHAPE = re.compile(r"[\w-]{43}", re.ASCII)


def new_secret() -> str:
    """A secret that nobody has had before."""
    return secrets.token_urlsafe(32)


def is_secret(text: str) -> bool:
    """Whether ``text`` looks like one; what a browser sends may be anything."""
    return _SHAPE.fullmatch(text) is not None

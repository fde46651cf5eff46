"""Tokens in forms, by which a page that is sent back shows that it came from here.

A token belongs to a secret that only the browser and the service have: that of a session, or a
random one in the cookie of somebody who is not signed in (`visitor`). It is the HMAC of a number
used once under that secret, so it need not be stored, cannot be made without the secret and does
not tell it; and as each page has another one, it cannot be guessed from the sizes of compressed
pages that hold it beside what somebody else chose (the attack BREACH).

Whoever can plant a cookie can plant a secret of their own, so a visitor's cookie is named
``__Host-…``: browsers take such a one only from this very host, over HTTPS.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from lexkit.access.secret import is_secret, new_secret

_SHAPE = re.compile(r"([0-9a-f]{32})([0-9a-f]{64})", re.ASCII)


def visitor(cookie: str | None) -> str:
    """The secret of somebody who is not signed in: what their ``cookie`` holds, or a new one."""
    return cookie if cookie is not None and is_secret(cookie) else new_secret()


def token(secret: str) -> str:
    """A token for a form on a page for whoever has ``secret``; each call makes another one."""
    once = secrets.token_hex(16)
    return once + _mac(secret, once)


def holds(secret: str, text: str) -> bool:
    """Whether ``text`` is a token that was made for ``secret``.

    Never for what is no secret: with an empty one, which is what a cookie that is missing may be
    taken for, everybody could make tokens.
    """
    match = _SHAPE.fullmatch(text)
    if match is None or not is_secret(secret):
        return False
    return hmac.compare_digest(_mac(secret, match[1]), match[2])


def _mac(secret: str, once: str) -> str:
    return hmac.new(secret.encode(), f"lexkit form {once}".encode(), hashlib.sha256).hexdigest()

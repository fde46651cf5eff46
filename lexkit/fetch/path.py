"""A file on this machine, used where it lies, or an archive here, unpacked into the cache."""

from __future__ import annotations

import os
import re
from pathlib import Path

from lexkit.fetch.base import Order, UnavailableError

SUMMARY = "a file beside the manifest, or anywhere on this machine"
TARGET = re.compile(r"[^\0\n]+")
EXAMPLE = "words.txt, from the manifest's folder, or /srv/words/words.txt"
NETWORK = False
PLAIN = True


def fetch(order: Order) -> dict[str, Path]:
    """The file, or the members of the archive; raise `UnavailableError` if it is not there.

    A plain file is not copied to the cache: who edits it is to hear that it differs from the
    manifest, not to be given its old content.
    """
    from lexkit.fetch import archive

    path = (order.manifest.parent / order.origin.target).absolute()
    try:
        if not path.is_file():
            raise UnavailableError("is not a file" if path.exists() else "there is no such file")
        if not os.access(path, os.R_OK):
            raise UnavailableError("its permissions forbid to read it")
    except OSError as error:
        raise UnavailableError(f"cannot be looked up: {error.strerror}") from error
    if not any(order.origin.members.values()):
        return dict.fromkeys(order.origin.members, path)
    return archive.deliver(path, order.origin.members, order.shelf.corner())

"""The least a build could do, in plain Python: read the same files, unite their words, write them.

    python benchmarks/floor.py WORDS.txt FILE...

It knows no format, no tags and no rules: whatever stands between separators is a word. What a
build takes beyond this is the price of readings, evidence and grounds.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import sys
from pathlib import Path
from typing import Any

SEPARATORS = re.compile(r'[\s,;|/"]+')
OPENERS: dict[str, Any] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}


def main(target: Path, files: list[Path]) -> None:
    """Write the distinct words of all files, sorted by code point, one a line."""
    words: set[str] = set()
    for path in files:
        with OPENERS.get(path.suffix, open)(path, "rb") as file:
            data: bytes = file.read()
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        words.update(SEPARATORS.split(text))
    words.discard("")
    with target.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{word}\n" for word in sorted(words))


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])

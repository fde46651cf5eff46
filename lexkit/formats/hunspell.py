"""A spelling dictionary: the words in a .dic, and beside it the .aff that reads them back exactly.

hunspell gives a meaning to some characters of a word, and its defaults accept words that nobody
listed. Each is met here, with a word that shows it.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from lexkit.errors import LexkitError
from lexkit.formats.base import breaks_lines, refuse, words
from lexkit.lexicon import Lexicon

SUMMARY = "a spelling dictionary, PATH.dic and beside it PATH.aff"
SUFFIX = ".dic"
STREAMS = False

#: hunspell looks up no word of as many bytes as this.
_TOO_LONG = 300

#: A blank, two bytes and a colon begin a morphological field: *je po:pronoun* is the word *je*.
#: Bytes, because hunspell counts them: *x é:y* has such a field as well.
_FIELD = re.compile(rb" ..:", re.DOTALL)


def write(lexicon: Lexicon, path: Path) -> None:
    """Write the .dic to ``path`` and the .aff beside it.

    Raises `LexkitError` for a word that hunspell would not read back.
    """
    affixes = path.with_suffix(".aff")
    if affixes == path:
        raise LexkitError(
            "PATH names the .dic, and the .aff is written beside it",
            remedy=f"write -o {path.with_suffix('.dic').name}",
        )
    affixes.write_text(_affixes(lexicon), encoding="utf-8", newline="\n")
    with path.open("w", encoding="utf-8", newline="\n") as file:
        # Without the count hunspell takes the first word for it and reads nothing.
        file.write(f"{len(lexicon)}\n")
        for word in words(lexicon):
            file.write(f"{entry(word)}\n")


def entry(word: str) -> str:
    r"""The line of the .dic for ``word``: *km/u* is written ``km\/u``, as flags follow a slash.

    A backslash needs no escape: it has a meaning only before a slash, and there the one that
    is added is the one that is taken away.
    """
    if why := _unwritable(word):
        refuse(word, why)
    return word.replace("/", r"\/")


def _unwritable(word: str) -> str | None:
    """Why hunspell would not read ``word`` back, if it would not."""
    raw = word.encode()
    if len(raw) >= _TOO_LONG:
        return f"hunspell knows no word of {_TOO_LONG} bytes or more"
    if word.isalpha():
        return None
    if breaks_lines(word) or any(unicodedata.category(c) == "Cc" for c in word):
        return "it holds a tab, a line break or another control character"
    if word.startswith(" ") or word.endswith(" "):
        return "hunspell strips blanks at the ends of a word"
    if _FIELD.search(raw):
        return "what follows the blank would be a morphological field"
    if word.endswith(".."):
        # *usw.* is found with its dot, but of *na..* hunspell tries only *na* and *na.*.
        return "hunspell takes several dots for the end of a sentence"
    return None


def _affixes(lexicon: Lexicon) -> str:
    """The .aff: no affixes, only how the words are to be read."""
    told = [lexicon.ruleset, lexicon.manifest["title"], f"version {lexicon.version}"]
    lines = [
        "SET UTF-8",
        "# " + ", ".join(_one_line(text) for text in told),
        *(
            f"# from {_one_line(source['title'])} ({_one_line(source['licence'])})"
            for source in lexicon.manifest["sources"]
        ),
        "# By default a hyphen parts words, and e-bo would be accepted for e and bo.",
        "BREAK 0",
    ]
    # So that programs cut a text into words as the lexicon has them: *foto's* is one.
    if marks := "".join(c for c in lexicon.spelling.alphabet if not (c.isalpha() or c.isspace())):
        lines.append(f"WORDCHARS {marks}")
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())

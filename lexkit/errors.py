"""The one exception that lexkit raises for what a person can mend."""

from __future__ import annotations

import re
from pathlib import Path

#: The longest message (characters): what is quoted in it may come from anywhere.
MESSAGE = 1000


class LexkitError(Exception):
    """Wrong use or broken input, said in one line: where, what, and what to do about it.

    ``message`` says what is wrong, ``path`` and ``line`` (counted from 1) where, and
    ``remedy`` what to do. The command line prints ``str(error)`` and exits with 2; anything
    else that is raised is a defect of lexkit and keeps its traceback.
    """

    def __init__(
        self,
        message: str,
        *,
        path: Path | str | None = None,
        line: int | None = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.remedy = remedy

    def __reduce__(self) -> tuple[object, ...]:
        """Survive the way from one process to another, which knows no keyword arguments."""
        return _remade, (self.message, self.path, self.line, self.remedy)

    def __str__(self) -> str:
        where = ""
        if self.path is not None:
            where = f"{self.path}:{self.line}: " if self.line is not None else f"{self.path}: "
        remedy = f" ({one_line(self.remedy)})" if self.remedy else ""
        return f"{where}{one_line(self.message, MESSAGE)}{remedy}"


def _remade(
    message: str, path: Path | str | None, line: int | None, remedy: str | None
) -> LexkitError:
    return LexkitError(message, path=path, line=line, remedy=remedy)


def one_line(text: str, length: int = 300) -> str:
    """``text`` fit for a message: one line, printable, not endless; blanks stay as they are."""
    shown = "".join(c if c.isprintable() else "\n" for c in text[: 2 * length])
    text = re.sub(r" *\n[ \n]*", " ", shown).strip()
    return text if len(text) <= length else text[: length - 1] + "…"


def suggest(name: str, known: list[str]) -> str:
    """The remedy for a mistaken name: the nearest known ones, or all of them if few."""
    import difflib

    if near := difflib.get_close_matches(name, known, n=3, cutoff=0.6):
        return "did you mean " + " or ".join(near) + "?"
    if not known:
        return "there are none"
    shown = ", ".join(sorted(known)[:12])
    return f"known are {shown}" + (" …" if len(known) > 12 else "")

"""Words that a maintainer has looked at and found right, and those that should be looked at.

Short words are laid most and doubted most; a word on one bare source rests on little. Whoever
signs a word off says that it is right as it is; that is kept for the letters and the ruleset.
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import Connection

from lexkit.database import tables
from lexkit.database.connection import Database
from lexkit.database.texts import cleaned
from lexkit.errors import LexkitError
from lexkit.lexicon import WEAK, Lexicon
from lexkit.review import rows
from lexkit.review.records import SignOff

#: A short word has at most so many letters.
SHORT = 4


def short_words(lexicon: Lexicon) -> list[str]:
    """The words of up to four letters, the shortest first."""
    words = [word for word in lexicon.words() if len(word) <= SHORT]
    return sorted(words, key=lambda word: (len(word), word))


def weak_words(lexicon: Lexicon) -> list[str]:
    """The words that rest on one bare source alone, by code point."""
    path = lexicon.folder / WEAK
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise LexkitError(
            f"cannot be read: {error.strerror}", path=path, remedy="build it again"
        ) from None
    return [line.partition("\t")[0] for line in text.splitlines()]


class SignOffs:
    """What is signed off, in the database of a store. Nothing is ever deleted from it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, ruleset: str) -> dict[str, SignOff]:
        """What is signed off in ``ruleset`` now, by letters."""
        table = tables.signoff
        select = sa.select(table).where(table.c.ruleset == ruleset).order_by(table.c.seq)

        def work(connection: Connection) -> dict[str, SignOff]:
            found: dict[str, SignOff] = {}
            for row in connection.execute(select).mappings():
                if row["signed"]:
                    found[row["letters"]] = rows.sign_off(row)
                else:
                    found.pop(row["letters"], None)
            return found

        return self._database.read(work)

    def sign(
        self, ruleset: str, letters: str, by: str, lexicon: str, note: str = ""
    ) -> tuple[SignOff, bool]:
        """Sign ``letters`` off. Returns the sign-off that stands, and whether it is this one.

        ``lexicon`` is the version of the lexicon that was looked at.
        """
        row = {"ruleset": ruleset, "letters": letters, "by": cleaned(by, "name of who signs off"),
               "lexicon": lexicon, "note": cleaned(note, "note", required=False)}  # fmt: skip
        return self._add(row, signed=True)

    def unsign(self, ruleset: str, letters: str, by: str, note: str = "") -> bool:
        """Take a sign-off back; whether there was one."""
        row = {"ruleset": ruleset, "letters": letters, "by": cleaned(by, "name of who undoes it"),
               "lexicon": "", "note": cleaned(note, "note", required=False)}  # fmt: skip
        return self._add(row, signed=False)[1]

    def _add(self, row: dict[str, str], *, signed: bool) -> tuple[SignOff, bool]:
        table = tables.signoff
        about = (table.c.ruleset == row["ruleset"], table.c.letters == row["letters"])
        now = SignOff(**row, at=datetime.now(UTC))

        def work(connection: Connection) -> tuple[SignOff, bool]:
            select = sa.select(table).where(*about).order_by(table.c.seq.desc()).limit(1)
            last = connection.execute(select).mappings().first()
            if (last is not None and last["signed"]) is signed:
                return (now if last is None else rows.sign_off(last)), False
            seq = 1 if last is None else last["seq"] + 1
            connection.execute(table.insert().values(**row, seq=seq, signed=signed, at=now.at))
            return now, True

        while True:
            try:
                return self._database.write(work)
            except exc.IntegrityError:
                continue  # somebody else has signed it in this instant, and is found in the next

"""The ledger: every form judged, with its readings, verdict and grounds, in one SQLite file.

Forms are many and verdicts few: a form points to its *evidence*, and an evidence carries the
judgement. So a changed rule changes a few thousand rows, not millions, and the verdict of any
form is one join away (`SELECT * FROM verdicts WHERE form = 'Essen'`).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from lexkit.errors import LexkitError
from lexkit.model import Reading

#: Raised whenever the tables change their meaning.
FORMAT = 2

#: The tables, said for people with an SQL prompt.
_SCHEMA = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA page_size = 8192;
CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL, attests INTEGER NOT NULL);
-- A form as written. key: its letters, or the bare letters of a form that cannot be laid, for the
-- reason in unlayable (the character). readings: a line a reading, its columns separated by tabs:
-- tags, lemma, place, paradigm, cell, source (its id).
CREATE TABLE form (
    key TEXT NOT NULL, form TEXT NOT NULL, unlayable TEXT, evidence INTEGER NOT NULL,
    readings TEXT NOT NULL
);
-- A distinct combination of shape, decision and members [source, [tags], decision] of readings.
CREATE TABLE evidence (id INTEGER PRIMARY KEY, shape TEXT, decision INTEGER, members TEXT);
CREATE TABLE decision (
    id INTEGER PRIMARY KEY, word TEXT, scope TEXT, decision TEXT, rulesets TEXT, tags TEXT,
    paradigm TEXT, clause TEXT, reason TEXT, reference TEXT, "by" TEXT, date TEXT,
    source TEXT, place TEXT
);
"""

_VERDICTS = """
-- findings: [verdict, rule, index of the member, decision], the one that decided first.
CREATE TABLE judgement (
    evidence INTEGER PRIMARY KEY, verdict TEXT NOT NULL, rule TEXT NOT NULL, findings TEXT NOT NULL
);
CREATE VIEW verdicts AS
    SELECT form, CASE WHEN unlayable IS NULL THEN key END AS letters,
           CASE WHEN unlayable IS NULL THEN verdict ELSE 'rejected' END AS verdict,
           CASE WHEN unlayable IS NULL THEN rule ELSE 'unlayable' END AS rule, readings
    FROM form JOIN judgement USING (evidence);
"""

#: A row of the table `form`.
FormRow = tuple[str, str, str | None, int, str]

#: As stored: source, tags, decision; and verdict, rule, index of the member, decision.
Member = tuple[int, frozenset[str], int | None]
Finding = tuple[str, str, int | None, int | None]


class Entry(NamedTuple):
    """One form of the ledger, with its judgement as stored."""

    form: str
    unlayable: str | None
    verdict: str
    readings: tuple[Reading, ...]
    shape: tuple[str, ...]
    members: list[Member]
    findings: list[Finding]


class _Evidence(NamedTuple):
    verdict: str
    shape: tuple[str, ...]
    members: list[Member]
    findings: list[Finding]


#: How much of a ledger is mapped into memory (bytes): all of it.
_MAPPED = 1 << 40

#: How many evidences are remembered. A few hundred are those of nearly all forms.
_REMEMBERED = 1000


def create(path: Path) -> sqlite3.Connection:
    """A new ledger at ``path``, its forms and evidence still to be filled in."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(_SCHEMA)
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    return connection


def add_forms(connection: sqlite3.Connection, rows: Iterable[FormRow]) -> None:
    """Add ``rows`` and index them by key. Readings come last: they are found by that index."""
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO form VALUES (?, ?, ?, ?, ?)", rows)
    connection.execute("COMMIT")
    connection.execute("CREATE INDEX form_key ON form (key)")


def add_evidence(
    connection: sqlite3.Connection,
    evidence: Iterable[Sequence[object]],
    decisions: Iterable[Sequence[object]],
) -> None:
    """Add rows of the tables `evidence` and `decision`."""
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO evidence VALUES (?, ?, ?, ?)", evidence)
    connection.executemany(f"INSERT INTO decision VALUES ({', '.join('?' * 14)})", decisions)
    connection.execute("COMMIT")


def add_judgements(connection: sqlite3.Connection, rows: Iterable[Sequence[object]]) -> None:
    """Add the judgements (evidence, verdict, rule, findings) and the view over them."""
    connection.executescript(_VERDICTS)
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO judgement VALUES (?, ?, ?, ?)", rows)
    connection.execute("COMMIT")


class Ledger:
    """An existing ledger, opened for reading."""

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise LexkitError("the ledger is missing", path=path, remedy="build it again")
        self._path = path
        # immutable: releases and a build in place are never written to, so no locks are needed.
        try:
            self._db = sqlite3.connect(
                f"file:{_uri(path)}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            # A service holds many ledgers open; the system's own cache keeps their pages anyway,
            # and reads them without a call for each.
            self._db.execute("PRAGMA cache_size = -200")
            self._db.execute(f"PRAGMA mmap_size = {_MAPPED}")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            named = self._db.execute("SELECT id, name FROM source").fetchall()
        except sqlite3.Error as error:
            raise LexkitError(
                f"the ledger cannot be read: {error}", path=path, remedy="build it again"
            ) from None
        if version != FORMAT:
            raise LexkitError(
                f"a ledger of format {version}; this lexkit reads format {FORMAT}",
                path=path,
                remedy="build it again",
            )
        self.sources: dict[int, str] = dict(named)
        self._order = {name: number for number, name in named}
        self._known: dict[int, _Evidence] = {}

    def __del__(self) -> None:
        """Let go of the file: a connection refers to itself, and would wait for the collector."""
        if hasattr(self, "_db"):
            self._db.close()

    def close(self) -> None:
        self._db.close()

    def find(self, key: str) -> list[Entry]:
        """The forms with the letters (or bare letters) ``key``, in the order of their forms."""
        try:
            # Forms were added in their order.
            rows = self._db.execute(
                "SELECT form, unlayable, evidence, readings FROM form WHERE key = ? ORDER BY rowid",
                (key,),
            ).fetchall()
            return [self._entry(*row) for row in rows]
        except sqlite3.DatabaseError as error:
            raise LexkitError(
                f"the ledger is damaged: {error}",
                path=self._path,
                remedy="lexkit verify tells of others that are",
            ) from None

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Every form with its key, in the order of the letters, then of the forms."""
        for key, form, unlayable, evidence, readings in self.forms():
            yield key, self._entry(form, unlayable, evidence, readings)

    def judged(self) -> Iterator[tuple[int, str, list[Member], list[Finding]]]:
        """Every evidence by number, with its verdict, members and findings."""
        rows = self._db.execute(
            "SELECT evidence, verdict, members, findings FROM judgement JOIN evidence"
            " ON evidence.id = evidence ORDER BY evidence"
        )
        for number, verdict, members, findings in rows:
            yield number, verdict, _members(members), _findings(findings)

    def forms(self, keys: Iterable[str] | None = None) -> Iterator[FormRow]:
        """The rows of the table `form` by key, then form: all, or those with one of ``keys``.

        ``keys`` come back in the order in which they are given; one question at a time.
        """
        columns = "form.key, form, unlayable, evidence, readings"
        if keys is None:
            # Forms were added in their order, so that the index knows it too.
            return self._db.execute(f"SELECT {columns} FROM form ORDER BY key, rowid")
        self._db.execute("PRAGMA temp_store = MEMORY")
        self._db.execute("DROP TABLE IF EXISTS temp.asked")
        self._db.execute("CREATE TEMP TABLE asked (key TEXT)")
        self._db.executemany("INSERT INTO temp.asked VALUES (?)", ((key,) for key in keys))
        return self._db.execute(
            f"SELECT {columns} FROM temp.asked CROSS JOIN form ON form.key = asked.key"
            " ORDER BY asked.rowid, form.rowid"
        )

    def tallies(self) -> list[tuple[int, str | None, int, int]]:
        """How many forms there are of each evidence and character that has no tile, and the first.

        That is a row of `form` by its number, from 1 to `size`. The whole table is gone through.
        """
        self._db.execute("PRAGMA cache_size = -64000")  # sorting in less goes by way of the disk
        return self._db.execute(
            "SELECT evidence, unlayable, count(*), min(rowid) FROM form GROUP BY 1, 2"
        ).fetchall()

    def size(self) -> int:
        """How many forms there are."""
        return int(self._db.execute("SELECT coalesce(max(rowid), 0) FROM form").fetchone()[0])

    def numbered(self, numbers: Iterable[int]) -> list[tuple[str, str | None, int]]:
        """Form, character without a tile, and evidence of the rows with these numbers, in order."""
        return self._db.execute(
            "SELECT form, unlayable, evidence FROM form JOIN json_each(?) ON form.rowid = value"
            " ORDER BY form.rowid",
            (json.dumps(sorted(numbers)),),
        ).fetchall()

    def members(self) -> Iterator[tuple[int, list[Member]]]:
        """Every evidence by number, with its members."""
        for number, members in self._db.execute("SELECT id, members FROM evidence ORDER BY id"):
            yield number, _members(members)

    def with_lemma(self, lemmas: Container[str]) -> Iterator[tuple[str, FormRow]]:
        """The rows of the table `form` with a reading of any of ``lemmas``, with that lemma.

        All rows are gone through.
        """
        columns = "key, form, unlayable, evidence, readings"
        for row in self._db.execute(f"SELECT {columns} FROM form ORDER BY rowid"):
            for reading in row[4].split("\n"):
                if (lemma := reading.split("\t", 2)[1]) in lemmas:
                    yield lemma, row

    def decision(self, number: int) -> dict[str, str]:
        """A curated line, by column."""
        cursor = self._db.execute("SELECT * FROM decision WHERE id = ?", (number,))
        names = [column[0] for column in cursor.description]
        return dict(zip(names, cursor.fetchone(), strict=True))

    def decisions_on(self, words: Iterable[str]) -> list[dict[str, str]]:
        """The curated lines on any of ``words`` (lemmas, forms or letters), by column."""
        cursor = self._db.execute(
            "SELECT * FROM decision WHERE word IN (SELECT value FROM json_each(?)) ORDER BY id",
            (json.dumps(sorted(words)),),
        )
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def decisions(self) -> list[tuple[Any, ...]]:
        """The rows of the table `decision`, in the order of their numbers."""
        return self._db.execute("SELECT * FROM decision ORDER BY id").fetchall()

    def _entry(self, form: str, unlayable: str | None, evidence: int, text: str) -> Entry:
        known = self._known.get(evidence) or self._evidence(evidence)
        sources = self.sources
        readings = []
        for line in text.split("\n") if text else ():
            tags, lemma, place, paradigm, cell, source = line.split("\t")
            readings.append(
                Reading(
                    form, lemma or None, _tags(tags), sources[int(source)],
                    place, paradigm or None, cell or None,
                )
            )  # fmt: skip
        if len(readings) > 1:
            readings.sort(key=lambda reading: self._order[reading.source])
        return Entry(
            form, unlayable, known.verdict, tuple(readings), known.shape, known.members,
            known.findings,
        )  # fmt: skip

    def _evidence(self, number: int) -> _Evidence:
        """An evidence with its judgement; what many forms rest on is remembered."""
        verdict, shape, members, findings = self._db.execute(
            "SELECT verdict, shape, members, findings FROM evidence JOIN judgement"
            " ON evidence = id WHERE id = ?",
            (number,),
        ).fetchone()
        found = _Evidence(
            verdict, tuple((shape or "").split()), _members(members), _findings(findings)
        )
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[number] = found
        return found


@lru_cache(1000)
def _tags(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _members(text: str) -> list[Member]:
    return [(s, frozenset(t), d) for s, t, d in json.loads(text)]


def _findings(text: str) -> list[Finding]:
    return [(v, r, m, d) for v, r, m, d in json.loads(text)]


def _uri(path: Path) -> str:
    return str(path.resolve()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")

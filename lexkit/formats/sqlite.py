"""A relational file: words, and every form judged with all its grounds, refused ones too."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from lexkit.formats.base import Form, forms, words
from lexkit.lexicon import NOTICE, Lexicon
from lexkit.model import Ground

SUMMARY = "an SQLite file: words, and forms with verdict, reason and source"
SUFFIX = ".sqlite"
STREAMS = False

#: `PRAGMA user_version` of the file; raised whenever the tables change their meaning.
FORMAT = 1

#: How many forms are held at a time.
_BATCH = 5000

#: The tables; their comments stay in the file, for people with an SQL prompt.
_SCHEMA = f"""
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA user_version = {FORMAT};
CREATE TABLE lexicon ( -- what the file is: ruleset, title, language, reference, version, notice
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE source (
    name TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    licence TEXT NOT NULL, -- SPDX
    attests INTEGER NOT NULL -- 1 if a word that stands here is proved to exist
) WITHOUT ROWID;
CREATE TABLE word ( -- the accepted words, and nothing else
    letters TEXT PRIMARY KEY
) WITHOUT ROWID;
CREATE TABLE form ( -- every form as written in some source
    id INTEGER PRIMARY KEY,
    form TEXT NOT NULL,
    letters TEXT, -- as laid on the board; NULL if the form cannot be laid
    verdict TEXT NOT NULL -- accepted, rejected or unattested
);
CREATE TABLE reason ( -- a rule, or the decision of a maintainer, in a sentence
    id INTEGER PRIMARY KEY,
    verdict TEXT NOT NULL,
    rule TEXT NOT NULL,
    says TEXT NOT NULL,
    clause TEXT -- the heading in the rules of the game
);
CREATE TABLE ground ( -- why: a reason and the reading it met; position 0 decided
    form INTEGER NOT NULL REFERENCES form (id),
    position INTEGER NOT NULL,
    reason INTEGER NOT NULL REFERENCES reason (id),
    lemma TEXT,
    tags TEXT NOT NULL, -- sorted, with blanks between; one by one in the table tagged
    source TEXT REFERENCES source (name),
    place TEXT, -- where in the source
    paradigm TEXT, -- the table that made the form, if no source lists it
    cell TEXT, -- the place in the paradigm of the lemma
    PRIMARY KEY (form, position)
) WITHOUT ROWID;
CREATE TABLE tagged ( -- the single tags of a combination of tags
    tags TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (tags, tag)
) WITHOUT ROWID;
CREATE VIEW verdicts AS -- a line a form, with the ground that decided
    SELECT form.form, letters, form.verdict, rule, says, clause, lemma, tags, source, place,
           paradigm, cell
    FROM form JOIN ground ON ground.form = form.id AND position = 0
              JOIN reason ON reason.id = reason;
"""

#: Made when the rows are in, which is faster than keeping them up.
_INDEXES = """
CREATE UNIQUE INDEX form_by_form ON form (form);
CREATE INDEX form_by_letters ON form (letters);
CREATE INDEX ground_by_lemma ON ground (lemma);
CREATE INDEX ground_by_tags ON ground (tags);
CREATE INDEX tagged_by_tag ON tagged (tag);
"""


def write(lexicon: Lexicon, path: Path) -> None:
    """Write the file. No journal is kept: an unfinished file is never put in place."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(_SCHEMA)
        db.execute("BEGIN")
        _describe(lexicon, db)
        db.executemany("INSERT INTO word VALUES (?)", ((word,) for word in words(lexicon)))
        rows = _Rows()
        numbered = enumerate(forms(lexicon), 1)
        while batch := list(islice(numbered, _BATCH)):
            db.executemany(
                "INSERT INTO form VALUES (?, ?, ?, ?)",
                [(n, form.form, form.letters, form.verdict.value) for n, form in batch],
            )
            grounds = [row for n, form in batch for row in rows.grounds(n, form)]
            db.executemany(f"INSERT INTO ground VALUES ({', '.join('?' * 9)})", grounds)
            db.executemany("INSERT INTO reason VALUES (?, ?, ?, ?, ?)", rows.new_reasons())
            db.executemany("INSERT INTO tagged VALUES (?, ?)", rows.new_tags())
        db.execute("COMMIT")
        db.executescript(_INDEXES)


def _describe(lexicon: Lexicon, db: sqlite3.Connection) -> None:
    told = {name: lexicon.manifest[name] for name in ("ruleset", "title", "language", "reference")}
    told["version"] = lexicon.version
    told["notice"] = (lexicon.folder / NOTICE).read_text(encoding="utf-8")
    db.executemany("INSERT INTO lexicon VALUES (?, ?)", told.items())
    db.executemany(
        "INSERT INTO source VALUES (:name, :title, :licence, :attests)",
        [
            {key: source[key] for key in ("name", "title", "licence", "attests")}
            for source in lexicon.manifest["sources"]
        ],
    )


class _Rows:
    """The rows of grounds; reasons and combinations of tags are numbered as they are met."""

    def __init__(self) -> None:
        self._reasons: dict[tuple[str, str, str, str | None], int] = {}
        self._tags: dict[str, None] = {}
        self._seen_reasons = self._seen_tags = 0

    def grounds(self, number: int, form: Form) -> Iterator[tuple[object, ...]]:
        """The rows of the table `ground` for the form with this ``number``."""
        for position, ground in enumerate(form.grounds):
            tags = " ".join(ground.tags)
            self._tags.setdefault(tags)
            yield (
                number, position, self._reason(ground), ground.lemma, tags, ground.source,
                ground.place, ground.paradigm, ground.cell,
            )  # fmt: skip

    def _reason(self, ground: Ground) -> int:
        reason = (ground.verdict.value, ground.rule, ground.says, ground.clause)
        return self._reasons.setdefault(reason, len(self._reasons) + 1)

    def new_reasons(self) -> Iterator[tuple[object, ...]]:
        """The rows of the table `reason` that were met since the last call."""
        for reason in islice(self._reasons, self._seen_reasons, None):
            yield (self._reasons[reason], *reason)
        self._seen_reasons = len(self._reasons)

    def new_tags(self) -> Iterator[tuple[str, str]]:
        """The rows of the table `tagged` that were met since the last call."""
        for tags in islice(self._tags, self._seen_tags, None):
            for tag in tags.split():
                yield tags, tag
        self._seen_tags = len(self._tags)

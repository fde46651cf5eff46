"""The tables of the database, alike in SQLite and PostgreSQL; `migrations/` makes and changes them.

What these tables alone do not say, triggers do (`migrations/versions/`): no proposal is ever
deleted, events are never altered, and a proposal changes only together with an event.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect


class Moment(sa.TypeDecorator[datetime]):
    """A moment in UTC. SQLite keeps no time zone, so it is put back on reading."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if not isinstance(value, datetime):
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = sa.MetaData()

proposal = sa.Table(
    "proposal",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("word", sa.Text, nullable=False),
    sa.Column("proposer", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("reference", sa.Text, nullable=False),
    sa.Column("tags", sa.Text, nullable=False),
    sa.Column("dispute", sa.Text),
    sa.Column("origin", sa.Text),
    # What follows changes, with an event each time: ruled is the number of the ruling event.
    sa.Column("state", sa.Text, nullable=False, index=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("ruled", sa.Integer),
    sqlite_autoincrement=True,
)

concern = sa.Table(
    "concern",
    metadata,
    sa.Column("number", sa.ForeignKey("proposal.number"), primary_key=True),
    sa.Column("ruleset", sa.Text, primary_key=True),
    sa.Column("letters", sa.Text, nullable=False),
    # The same for all ways of laying a word (`Concern`).
    sa.Column("key", sa.Text, nullable=False, index=True),
    sa.Column("verdict", sa.Text, nullable=False),
    sa.Column("rule", sa.Text),
    sa.Column("lexicon", sa.Text, nullable=False),
    sa.Column("grounds", sa.JSON, nullable=False),
    # Whether the proposal's state is one that holds its letters.
    sa.Column("holds", sa.Boolean, nullable=False),
)

#: However many ask at once, one proposal holds these letters in this ruleset.
sa.Index(
    "concern_held",
    concern.c.ruleset,
    concern.c.key,
    unique=True,
    sqlite_where=concern.c.holds,
    postgresql_where=concern.c.holds,
)

#: The tags of a proposal and of its grounds, to find it by.
kind = sa.Table(
    "kind",
    metadata,
    sa.Column("number", sa.ForeignKey("proposal.number"), primary_key=True),
    sa.Column("tag", sa.Text, primary_key=True, index=True),
)

event = sa.Table(
    "event",
    metadata,
    sa.Column("number", sa.ForeignKey("proposal.number"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("deed", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("reference", sa.Text, nullable=False),
    sa.Column("reply", sa.Text, nullable=False),
    sa.Column("details", sa.JSON, nullable=False),
)

#: Letters signed off, or no longer: the last row of each counts.
signoff = sa.Table(
    "signoff",
    metadata,
    sa.Column("ruleset", sa.Text, primary_key=True),
    sa.Column("letters", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("signed", sa.Boolean, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("lexicon", sa.Text, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
)

#: A token is kept when it is revoked: decisions go by its name.
token = sa.Table(
    "token",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("expires", Moment),
    sa.Column("revoked", Moment),
)

#: Of two tokens with one name, one is revoked.
sa.Index(
    "token_name",
    token.c.name,
    unique=True,
    sqlite_where=token.c.revoked.is_(None),
    postgresql_where=token.c.revoked.is_(None),
)

#: How often a client has asked for something since ``since`` (seconds since 1970).
allowance = sa.Table(
    "allowance",
    metadata,
    sa.Column("client", sa.Text, primary_key=True),
    sa.Column("since", sa.BigInteger, nullable=False, index=True),
    sa.Column("count", sa.Integer, nullable=False),
)

#: An account is kept when it is disabled: decisions go by its name.
account = sa.Table(
    "account",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    # The same for all ways of writing the name (`lexkit.access.accounts.key`).
    sa.Column("key", sa.Text, nullable=False, unique=True),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("password_set", Moment, nullable=False),
    # It counts what ends the sessions of before.
    sa.Column("generation", sa.Integer, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("disabled", Moment),
)

#: Who is signed in: since when, when last seen, and in which generation of the account.
session = sa.Table(
    "session",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("account", sa.ForeignKey("account.name"), nullable=False),
    sa.Column("generation", sa.Integer, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("seen", Moment, nullable=False),
)

#: What takes long to look at, by what it is about (`lexkit.service.looks`): when it was last seen
#: that somebody is at it, and what the last one found, as JSON.
look = sa.Table(
    "look",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("seen", Moment),
    sa.Column("at", Moment),
    sa.Column("seconds", sa.Integer),
    sa.Column("found", sa.Text),
    sa.Column("problem", sa.Text),
)

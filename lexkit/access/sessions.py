"""Sessions of people who have signed in, kept in the database alone: any copy of the service knows.

The secret of a session is 256 random bits in a cookie; kept is its SHA-256, by which the session
is found. So whoever reads the database can sign in as nobody, and what is found by a digest
tells nothing of the secret by the time it takes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from lexkit.access.accounts import Account, account_of
from lexkit.access.secret import is_secret, new_secret
from lexkit.database import tables
from lexkit.database.connection import Database

#: A session ends when it was not used for so long, and when it is so old.
IDLE, OLDEST = timedelta(hours=12), timedelta(days=7)

#: How exactly it is known when a session was last used: not every request writes.
NOTED = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is signed in. ``secret`` is what the cookie holds, and is shown to nobody else;
    forms belong to it, too (`lexkit.access.csrf`)."""

    account: Account
    at: datetime
    secret: str = field(repr=False)

    @property
    def expires(self) -> datetime:
        """When it ends, however much it is used: as long may its cookie be kept."""
        return self.at + OLDEST


class Sessions:
    """The sessions in a database. Each call is one transaction, as in `lexkit.review.store`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, account: Account) -> Session:
        """A new session for ``account``, as `Accounts.check` has returned it.

        If its password has changed since, or it was disabled, the session does not hold.
        """
        session = Session(account, _now(), new_secret())
        table = tables.session

        def work(connection: Connection) -> None:
            over = (table.c.at <= session.at - OLDEST) | (table.c.seen <= session.at - IDLE)
            connection.execute(table.delete().where(over))
            connection.execute(
                table.insert().values(
                    digest=_digest(session.secret), account=account.name,
                    generation=account.generation, at=session.at, seen=session.at,
                )
            )  # fmt: skip

        self._database.write(work)
        return session

    def find(self, secret: str) -> Session | None:
        """The session whose secret this is, if it holds, which is then used; `None` for anything
        else, so that what a cookie says need not be looked at before."""
        if not is_secret(secret):
            return None
        now, digest = _now(), _digest(secret)
        session, account = tables.session, tables.account
        told = [account.c[name] for name in Account.__slots__]
        select = (
            sa.select(*told, session.c.at.label("begun"), session.c.seen)
            .join(account, account.c.name == session.c.account)
            .where(
                session.c.digest == digest,
                session.c.generation == account.c.generation,
                account.c.disabled.is_(None),
                session.c.at > now - OLDEST,
                session.c.seen > now - IDLE,
            )
        )
        row = self._database.read(lambda c: c.execute(select).mappings().first())
        if row is None:
            return None
        if row["seen"] <= now - NOTED:
            used = (session.c.digest == digest) & (session.c.seen < now)
            update = session.update().where(used).values(seen=now)
            self._database.write(lambda c: c.execute(update))
        return Session(account_of(row), row["begun"], secret)

    def end(self, secret: str) -> None:
        """End the session whose secret this is (signing out); none is as well."""
        if is_secret(secret):
            ended = tables.session.delete().where(tables.session.c.digest == _digest(secret))
            self._database.write(lambda c: c.execute(ended))


def _now() -> datetime:
    return datetime.now(UTC)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("ascii")).hexdigest()

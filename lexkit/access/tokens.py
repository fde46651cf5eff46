"""Tokens: the secrets by which programs show who they are, of which only a digest is kept.

A token is ``lexkit_<id>_<secret>``: it is found by its id, which is no secret, and then compared
in a time that does not depend on how much of it is right. The secret has 256 random bits, so that
a fast hash of it is as good as a slow one.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import Connection, RowMapping

from lexkit.access.roles import Role
from lexkit.database import tables
from lexkit.database.connection import Database
from lexkit.database.texts import cleaned
from lexkit.errors import LexkitError, suggest

_SHAPE = re.compile(r"lexkit_([0-9a-f]{16})_([\w-]{43})", re.ASCII)

#: Compared with where there is no such token, so that finding none takes as long.
_NOBODY = hashlib.sha256(b"").hexdigest()


class UnknownTokenError(LexkitError):
    """No token that holds has this name."""


class TakenError(LexkitError):
    """A token that holds has this name already."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret. ``name`` is who uses it, and whom decisions name."""

    id: str
    name: str
    role: Role
    by: str
    at: datetime
    expires: datetime | None = None
    revoked: datetime | None = None

    def holds(self, now: datetime) -> bool:
        """Whether it is neither revoked nor expired."""
        return self.revoked is None and (self.expires is None or now < self.expires)


class Tokens:
    """The tokens in a database. Each call is one transaction, as in `lexkit.review.store`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(
        self, name: str, role: Role, by: str, expires: datetime | None = None
    ) -> tuple[Token, str]:
        """A new token for ``name``, and its text, which cannot be had again.

        Raises `TakenError` if a token that holds has that name already.
        """
        token = Token(
            id=secrets.token_hex(8),
            name=cleaned(name, "name of a token", longest=60),
            role=role,
            by=cleaned(by, "name of who makes it"),
            at=datetime.now(UTC),
            expires=expires,
        )
        secret = secrets.token_urlsafe(32)

        def work(connection: Connection) -> None:
            connection.execute(
                tables.token.insert().values(
                    id=token.id, name=token.name, role=token.role.value, by=token.by, at=token.at,
                    expires=token.expires, digest=_digest(secret),
                )
            )  # fmt: skip

        try:
            self._database.write(work)
        except exc.IntegrityError:
            raise TakenError(
                f"there is a token {token.name!r} already", remedy="revoke it, or choose a name"
            ) from None
        return token, f"lexkit_{token.id}_{secret}"

    def check(self, text: str) -> Token | None:
        """The token whose text this is, if it holds; `None` for anything else."""
        match = _SHAPE.fullmatch(text)
        identity, secret = match.groups() if match else ("", text)
        select = sa.select(tables.token).where(tables.token.c.id == identity)
        row = self._database.read(lambda c: c.execute(select).mappings().first())
        digest = _NOBODY if row is None else row["digest"]
        if not hmac.compare_digest(_digest(secret), digest) or row is None:
            return None
        token = _token(row)
        return token if token.holds(datetime.now(UTC)) else None

    def all(self) -> list[Token]:
        """Every token there ever was, the oldest first."""
        select = sa.select(tables.token).order_by(tables.token.c.at, tables.token.c.id)
        rows = self._database.read(lambda c: c.execute(select).mappings().all())
        return [_token(row) for row in rows]

    def revoke(self, name: str) -> Token:
        """Revoke the token ``name`` for good; raises `UnknownTokenError` if there is none.

        It is refused from the next request on, by every copy of the service.
        """
        table = tables.token
        now = datetime.now(UTC)

        def work(connection: Connection) -> RowMapping | None:
            return (
                connection.execute(
                    table.update()
                    .where(table.c.name == name, table.c.revoked.is_(None))
                    .values(revoked=now)
                    .returning(*table.c)
                )
                .mappings()
                .first()
            )

        row = self._database.write(work)
        if row is None:
            known = [token.name for token in self.all() if token.revoked is None]
            raise UnknownTokenError(f"there is no token {name!r}", remedy=suggest(name, known))
        return _token(row)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _token(row: RowMapping) -> Token:
    told = {name: row[name] for name in Token.__slots__}
    return Token(**{**told, "role": Role(row["role"])})

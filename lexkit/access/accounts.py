"""Accounts of people: a name, a role, and a password of which only a hash by Argon2id is kept.

No account is ever deleted, as decisions go by its name: it is disabled, and may be enabled again.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY
from sqlalchemy import exc
from sqlalchemy.engine import Connection, RowMapping

from lexkit.access.roles import Role
from lexkit.database import tables
from lexkit.database.connection import Database
from lexkit.database.texts import cleaned
from lexkit.errors import LexkitError, suggest

#: The roles that people have; a game has a token.
ROLES = (Role.MAINTAINER, Role.ADMIN)

#: How long a password is (characters). Nothing else is asked of it, as NIST SP 800-63B advises;
#: the upper bound is there so that nobody has books hashed.
SHORTEST, LONGEST = 10, 256

#: The longest name (characters).
LONGEST_NAME = 60

#: What RFC 9106 (section 4) recommends where memory is short: 64 MiB, three passes, four lanes.
HASHER = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)

#: A process hashes one password at a time: however many sign in at once, they take 64 MiB.
_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class Account:
    """An account without its password. ``name`` is whom decisions name.

    ``password_set`` is when it got its password; ``generation`` is how often its password has
    changed or it was disabled: a session holds for one of them.
    """

    name: str
    role: Role
    by: str
    at: datetime
    password_set: datetime
    generation: int
    disabled: datetime | None = None


class Accounts:
    """The accounts in a database. Each call is one transaction, as in `lexkit.review.store`.

    Passwords are hashed outside of it, so that nobody waits for that. ``hasher`` says how; a hash
    that was made with other parameters is replaced when its password is next given.
    """

    def __init__(self, database: Database, hasher: PasswordHasher = HASHER) -> None:
        self._database = database
        self._hasher = hasher

    def create(self, name: str, role: Role, password: str, by: str) -> Account:
        """A new account for ``name``, made by ``by``.

        Raises `LexkitError` for a name that is taken (*Anna* takes *anna*, too) or unfit, a role
        that people do not have, and a password that `checked` refuses.
        """
        name = _named(name)
        by = cleaned(by, "name of who makes it")
        if role not in ROLES:
            raise LexkitError(f"a person is no {role}", remedy=f"one of {', '.join(ROLES)}")
        hashed, now = self._hash(checked(password)), datetime.now(UTC)

        def work(connection: Connection) -> None:
            connection.execute(
                tables.account.insert().values(
                    name=name, key=key(name), role=role.value, password=hashed, generation=1,
                    by=by, at=now, password_set=now,
                )
            )  # fmt: skip

        try:
            self._database.write(work)
        except exc.IntegrityError:
            raise LexkitError(
                f"there is an account {self.get(name).name!r} already",
                remedy="choose another name; a disabled account can be enabled",
            ) from None
        return Account(name, role, by, now, now, generation=1)

    def check(self, name: str, password: str) -> Account | None:
        """The account that ``name`` and ``password`` open; `None` for anything else.

        It takes as long where there is no such account, or a disabled one. It does not count how
        often somebody tries: that is for `lexkit.access.signing`.
        """
        given = _normal(password)
        if given is None or not SHORTEST <= len(given) <= LONGEST:
            return None  # whoever's it is, it is not the password
        row = self._row(name)
        if row is None:
            self._hash(given)
            return None
        if not self._verifies(row["password"], given) or row["disabled"] is not None:
            return None
        if self._hasher.check_needs_rehash(row["password"]):
            self._rehash(row, self._hash(given))
        return account_of(row)

    def get(self, name: str) -> Account:
        """The account ``name``; raises `LexkitError` if there is none."""
        row = self._row(name)
        if row is None:
            known = [account.name for account in self.all()]
            raise LexkitError(f"there is no account {name!r}", remedy=suggest(name, known))
        return account_of(row)

    def all(self) -> list[Account]:
        """Every account there ever was, the oldest first."""
        select = sa.select(tables.account).order_by(tables.account.c.at, tables.account.c.name)
        rows = self._database.read(lambda c: c.execute(select).mappings().all())
        return [account_of(row) for row in rows]

    def set_password(self, name: str, password: str) -> Account:
        """Give the account ``name`` another password; all its sessions end.

        Raises `LexkitError` if there is no such account, or for what `checked` refuses.
        """
        found = self.get(name)
        hashed = self._hash(checked(password))
        return self._change(found, password=hashed, password_set=datetime.now(UTC))

    def disable(self, name: str) -> Account:
        """Let nobody sign in as ``name``; all its sessions end.

        Raises `LexkitError` if there is no such account, or if it is disabled already.
        """
        found = self.get(name)
        if found.disabled is not None:
            raise LexkitError(f"{found.name!r} is disabled already")
        return self._change(found, disabled=datetime.now(UTC))

    def enable(self, name: str) -> Account:
        """Let ``name`` sign in again, with the password of before.

        Raises `LexkitError` if there is no such account, or if it is not disabled.
        """
        found = self.get(name)
        if found.disabled is None:
            raise LexkitError(f"{found.name!r} is not disabled")
        return self._change(found, disabled=None)

    def _change(self, found: Account, **values: Any) -> Account:
        """Change the account, so that no session of before holds."""
        table = tables.account
        update = (
            table.update()
            .where(table.c.name == found.name)
            .values(generation=table.c.generation + 1, **values)
            .returning(*table.c)
        )
        return account_of(self._database.write(lambda c: c.execute(update).mappings().one()))

    def _row(self, name: str) -> RowMapping | None:
        select = sa.select(tables.account).where(tables.account.c.key == key(name))
        return self._database.read(lambda c: c.execute(select).mappings().first())

    def _rehash(self, row: RowMapping, hashed: str) -> None:
        table = tables.account
        # Unless another password has come meanwhile. It is the same one, so sessions go on.
        same = (table.c.name == row["name"]) & (table.c.password == row["password"])
        update = table.update().where(same).values(password=hashed)
        self._database.write(lambda c: c.execute(update))

    def _hash(self, password: str) -> str:
        with _one_at_a_time:
            return self._hasher.hash(password)

    def _verifies(self, hashed: str, password: str) -> bool:
        try:
            with _one_at_a_time:
                return self._hasher.verify(hashed, password)
        except VerifyMismatchError:
            return False


def checked(password: str) -> str:
    """``password`` as it is hashed; raises `LexkitError`, without it, if it cannot be one."""
    given = _normal(password)
    if given is None:
        raise LexkitError("the password is not UTF-8, or far too long")
    if len(given) < SHORTEST:
        raise LexkitError(
            f"the password is shorter than {SHORTEST} characters",
            remedy="take a few words that do not belong together",
        )
    if len(given) > LONGEST:
        raise LexkitError(f"the password is longer than {LONGEST} characters")
    return given


def key(name: str) -> str:
    """What all ways of writing a name have in common (*Änne*, *ÄNNE*); any text has a key."""
    folded = unicodedata.normalize("NFKC", name[: 4 * LONGEST_NAME]).casefold()
    # What is no text (half a surrogate pair) or no database takes (NUL) is nobody's name.
    folded = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in folded)
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _named(name: str) -> str:
    """``name``, if an account can be called so: in one line, of what can be seen."""
    name = " ".join(cleaned(name, "name of an account", longest=LONGEST_NAME).split())
    if not name.isprintable():
        raise LexkitError(
            f"the name {name!r} has signs that cannot be seen", remedy="write letters alone"
        )
    return name


def _normal(password: str) -> str | None:
    """The password in one spelling of its letters, whatever keyboard it comes from (RFC 8265).

    `None` if it is no text, or so long that it is not even looked at.
    """
    if len(password) > 4 * LONGEST:
        return None
    try:
        password.encode()
    except UnicodeEncodeError:
        return None
    return unicodedata.normalize("NFC", password)


def account_of(row: RowMapping) -> Account:
    """The account that a row holds, whatever else is in it."""
    told = {name: row[name] for name in Account.__slots__}
    return Account(**{**told, "role": Role(row["role"])})

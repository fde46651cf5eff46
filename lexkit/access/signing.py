"""Signing in, as the pages let people do it: counted, so that passwords cannot be tried through."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from argon2 import PasswordHasher

from lexkit.access import accounts
from lexkit.access.accounts import HASHER, Account, Accounts
from lexkit.access.allowances import InDatabase, Limit
from lexkit.access.sessions import Session, Sessions
from lexkit.database.connection import Database
from lexkit.errors import LexkitError

#: How often a client may try, and how often all clients may try one name. The second is more, so
#: that no single client can keep somebody out; it allows some 3,000 passwords a day.
PER_CLIENT, PER_NAME = Limit("sign-in", 10, 15 * 60), Limit("sign-in as", 30, 15 * 60)


class TooOftenError(LexkitError):
    """Tried too often; ``wait`` is how many seconds it takes until one may try again."""

    def __init__(self, wait: int) -> None:
        super().__init__("tried too often", remedy=f"try again in {wait} seconds")
        self.wait = wait


class Signing:
    """Signing in and out, and changing one's password, on one database.

    Every call waits for the database, and all but `out` for a hash of some tenths of a second, of
    which a process makes one at a time: they belong into threads, but not into those for the
    database.
    """

    def __init__(self, database: Database, hasher: PasswordHasher = HASHER) -> None:
        self._accounts = Accounts(database, hasher)
        self._sessions = Sessions(database)
        self._allowances = InDatabase(database)

    def sign_in(self, client: str, name: str, password: str) -> Session | None:
        """A new session for the account that ``name`` and ``password`` open; `None` if none.

        ``client`` is the address of who asks. Raises `TooOftenError`, and nothing is looked at.
        """
        found = self._checked(client, name, password)
        return None if found is None else self._sessions.begin(found)

    def change_password(self, client: str, session: Session, old: str, new: str) -> Session | None:
        """Change the password of who is signed in, if ``old`` is right; `None` if it is not.

        All sessions of the account end; the one returned is new. Raises `LexkitError` for a new
        password that cannot be one, and `TooOftenError` as `sign_in` does.
        """
        accounts.checked(new)
        found = self._checked(client, session.account.name, old)
        if found is None:
            return None
        return self._sessions.begin(self._accounts.set_password(found.name, new))

    def out(self, secret: str) -> None:
        """End the session with this secret."""
        self._sessions.end(secret)

    def _checked(self, client: str, name: str, password: str) -> Account | None:
        # Whoever may not try any more does not use up what others may try.
        wait = self._allowances.take(_network(client), PER_CLIENT)
        wait = wait or self._allowances.take(accounts.key(name), PER_NAME)
        if wait:
            raise TooOftenError(wait)
        return self._accounts.check(name, password)


def _network(client: str) -> str:
    """Whom an address stands for: of IPv6, everybody has 2^64 of them."""
    try:
        address = ip_address(client)
    except ValueError:
        return client
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((int(address), 64), strict=False))
    return client

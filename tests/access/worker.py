"""A process that does something at the same moment as others, and says what came of it.

    python -m tests.access.worker PLACE WHAT [ARGUMENT…]

It says *ready* when it is, waits for a line, and prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from lexkit.access.accounts import Accounts
from lexkit.access.allowances import InDatabase, Limit
from lexkit.access.roles import Role
from lexkit.access.tokens import Tokens
from lexkit.database.connection import Database
from lexkit.errors import LexkitError

#: Argon2id still, but in no time.
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

PASSWORD = "vier ganz lose Wörter"


def token(database: Database, name: str) -> str | None:
    """The text of a new token; nothing if there is one."""
    try:
        return Tokens(database).create(name, Role.GAME, "test")[1]
    except LexkitError:
        return None


def account(database: Database, name: str) -> str | None:
    """The name of a new account; nothing if there is one."""
    try:
        return Accounts(database, CHEAP).create(name, Role.ADMIN, PASSWORD, "test").name
    except LexkitError:
        return None


def count(database: Database, client: str, times: str, most: str) -> list[bool]:
    """What each of so many requests was told: whether it is granted."""
    limit, counts = Limit("search", int(most), 86_400), InDatabase(database)
    return [counts.take(client, limit) == 0 for _ in range(int(times))]


DEEDS: dict[str, Callable[..., Any]] = {"token": token, "account": account, "count": count}


if __name__ == "__main__":
    place, what, *arguments = sys.argv[1:]
    opened = Database(place if "://" in place else Path(place), wait=60)
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    print(json.dumps(DEEDS[what](opened, *arguments)))  # noqa: T201

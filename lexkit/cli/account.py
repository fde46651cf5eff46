"""`lexkit account`: accounts of people who sign in on the service's pages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lexkit.access.roles import Role
from lexkit.cli.access import database, line, moment
from lexkit.cli.common import json_line, printable, serving, workspace
from lexkit.cli.proposals import BY
from lexkit.errors import LexkitError

if TYPE_CHECKING:
    from lexkit.access.accounts import Account, Accounts

#: More of standard input than any password can be (bytes).
_MOST = 10_000

_STDIN = click.option(
    "--stdin", is_flag=True, help="The password is the first line of standard input."
)


@click.group()
def account() -> None:
    """Make, list and disable the accounts of people who sign in on the service's pages.

    A password is asked for at the terminal, unseen and twice; only a hash of it is kept.

    \b
    Examples:
      lexkit account create anna --role maintainer
      lexkit account list
      lexkit account disable anna
    """


@account.command()
@click.argument("name")
@click.option("--role", type=click.Choice([Role.MAINTAINER.value, Role.ADMIN.value]), required=True,
              help="maintainer decides; admin gives roles too.")  # fmt: skip
@_STDIN
@click.option("--by", default="", envvar=BY, help="Who makes it (LEXKIT_BY).")
@click.option("--json", "as_line", is_flag=True, help="As JSON.")
@click.pass_context
def create(ctx: click.Context, name: str, role: str, stdin: bool, by: str, as_line: bool) -> int:
    """Make an account for NAME, with whose name its decisions are signed.

    \b
    Examples:
      lexkit account create anna --role maintainer
      lexkit account create anna --role maintainer --stdin < password.txt
    """
    accounts = _accounts(ctx)
    made = accounts.create(name, Role(role), _password(name, stdin), by or "command line")
    click.echo(
        json_line(_told(made)) if as_line else f"{printable(made.name)} may sign in as {made.role}"
    )
    return 0


@account.command(name="list")
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines.")
@click.pass_context
def listed(ctx: click.Context, as_lines: bool) -> int:
    """List all accounts, disabled ones too.

    \b
    Example:
      lexkit account list
    """
    for each in _accounts(ctx).all():
        if as_lines:
            click.echo(json_line(_told(each)))
            continue
        state = "holds" if each.disabled is None else "disabled"
        click.echo(line(each.name, each.role, state, each.at, each.by))
    return 0


@account.command()
@click.argument("name")
@_STDIN
@click.pass_context
def password(ctx: click.Context, name: str, stdin: bool) -> int:
    """Give the account NAME another password; it is signed out everywhere.

    \b
    Example:
      lexkit account password anna
    """
    accounts = _accounts(ctx)
    found = accounts.get(name)
    changed = accounts.set_password(found.name, _password(found.name, stdin))
    click.echo(f"{printable(changed.name)} has another password, and is signed out everywhere")
    return 0


@account.command()
@click.argument("name")
@click.pass_context
def disable(ctx: click.Context, name: str) -> int:
    """Let nobody sign in as NAME any more; what is open is signed out.

    \b
    Example:
      lexkit account disable anna
    """
    found = _accounts(ctx).disable(name)
    click.echo(f"{printable(found.name)} may sign in no longer, and is signed out everywhere")
    return 0


@account.command()
@click.argument("name")
@click.pass_context
def enable(ctx: click.Context, name: str) -> int:
    """Let NAME, who was disabled, sign in again, with the password of before.

    \b
    Example:
      lexkit account enable anna
    """
    found = _accounts(ctx).enable(name)
    click.echo(f"{printable(found.name)} may sign in as {found.role}")
    return 0


def _accounts(ctx: click.Context) -> Accounts:
    with serving("accounts need"):
        from lexkit.access.accounts import Accounts
    return Accounts(database(workspace(ctx)))


def _password(name: str, stdin: bool) -> str:
    """The password that is typed, or read."""
    if not stdin:
        if sys.stdin is None or not sys.stdin.isatty():
            raise LexkitError(
                "a password is asked for at a terminal, and this is none",
                remedy="--stdin takes it from the first line of standard input",
            )
        typed: str = click.prompt(
            f"Password for {printable(name)}",
            hide_input=True, confirmation_prompt="The same again", err=True,
        )  # fmt: skip
        return typed
    read = b"" if sys.stdin is None else sys.stdin.buffer.readline(_MOST).removesuffix(b"\n")
    try:
        return read.removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        raise LexkitError("the password on standard input is not UTF-8") from None


def _told(each: Account) -> dict[str, str | None]:
    return {
        "name": each.name, "role": each.role, "by": each.by, "at": moment(each.at),
        "password_set": moment(each.password_set), "disabled": moment(each.disabled),
    }  # fmt: skip

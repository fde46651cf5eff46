"""`lexkit token`: tokens for programs that use the service."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import click

from lexkit.access.roles import Role
from lexkit.access.tokens import Token, Tokens
from lexkit.cli.access import database, line, moment
from lexkit.cli.common import json_line, printable, workspace
from lexkit.cli.proposals import BY
from lexkit.workspace import Workspace


@click.group()
def token() -> None:
    """Make, list and revoke the tokens by which programs show the service who they are.

    \b
    Examples:
      lexkit token create arcade --role game
      lexkit token list
      lexkit token revoke arcade
    """


@token.command()
@click.argument("name")
@click.option("--role", type=click.Choice([role.value for role in Role]), required=True,
              help="game proposes; maintainer decides too; admin makes tokens too.")  # fmt: skip
@click.option("--days", type=click.IntRange(1), help="It holds this long; else until revoked.")
@click.option("--by", default="", envvar=BY, help="Who makes it (LEXKIT_BY).")
@click.option("--json", "as_line", is_flag=True, help="As JSON.")
@click.pass_context
def create(
    ctx: click.Context, name: str, role: str, days: int | None, by: str, as_line: bool
) -> int:
    """Make a token for NAME, with whose name its decisions are signed, and print it, once.

    Only a digest of it is kept.

    \b
    Example:
      lexkit token create arcade --role game --days 365
    """
    expires = None if days is None else datetime.now(UTC) + timedelta(days=days)
    made, text = _tokens(workspace(ctx)).create(name, Role(role), by or "command line", expires)
    click.echo(json_line({**_told(made), "token": text}) if as_line else text)
    return 0


@token.command(name="list")
@click.option("--json", "as_lines", is_flag=True, help="JSON Lines.")
@click.pass_context
def listed(ctx: click.Context, as_lines: bool) -> int:
    """List all tokens, revoked ones too.

    \b
    Example:
      lexkit token list
    """
    for each in _tokens(workspace(ctx)).all():
        if as_lines:
            click.echo(json_line(_told(each)))
            continue
        state = "holds" if each.holds(datetime.now(UTC)) else "expired"
        state = "revoked" if each.revoked is not None else state
        click.echo(line(each.name, each.role, state, each.at, each.by))
    return 0


@token.command()
@click.argument("name")
@click.pass_context
def revoke(ctx: click.Context, name: str) -> int:
    """Revoke the token NAME for good.

    \b
    Example:
      lexkit token revoke arcade
    """
    found = _tokens(workspace(ctx)).revoke(name)
    click.echo(f"{printable(found.name)} holds no longer")
    return 0


def _tokens(place: Workspace) -> Tokens:
    return Tokens(database(place))


def _told(each: Token) -> dict[str, str | None]:
    return {
        "name": each.name, "role": each.role, "by": each.by, "at": moment(each.at),
        "expires": moment(each.expires), "revoked": moment(each.revoked),
    }  # fmt: skip

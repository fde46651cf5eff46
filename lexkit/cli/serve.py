"""`lexkit serve`: the lexicons over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import click

from lexkit.cli.common import built, serving, workspace
from lexkit.service.settings import SAYS, Settings, find


def _options(command: Callable[..., int]) -> Callable[..., int]:
    """An option for each setting; what is not given is left to the environment and the file."""
    for setting in reversed(fields(Settings)):
        name = setting.name.replace("_", "-")
        told: dict[str, Any] = {"default": None, "help": SAYS[setting.name]}
        match setting.default:
            case bool():
                flags = f"--{name}/--no-{name}"
            case tuple():
                flags = f"--{name}"
                told |= {"multiple": True, "metavar": "TEXT"}
            case _:
                flags = f"--{name}"
                told |= {"type": type(setting.default)}
                told["help"] += f" ({setting.default} by default)"
        command = click.option(flags, setting.name, **told)(command)
    return command


@click.command()
@_options
@click.pass_context
def serve(ctx: click.Context, /, **given: Any) -> int:
    """Answer over HTTP what the built lexicons say, and take in proposals: pages and an API.

    Settings are these options, else variables (LEXKIT_SERVE_PORT), else lines under serve: in the
    workspace's lexkit.yaml. New builds and releases are taken up while it runs. It stops at Ctrl-C
    or SIGTERM when what is in progress is answered.

    \b
    Examples:
      lexkit serve
      lexkit serve --host 0.0.0.0 --port 80 --workers 2
      curl http://127.0.0.1:8000/v1/rulesets/de-wordox/words/Stra%C3%9Fe
    """
    with serving("the service needs"):
        from lexkit.service import run
    place = workspace(ctx)
    found = find(place, {name: value for name, value in given.items() if value not in ((), None)})
    if not built(place):
        example = next(iter(place.own_rulesets), "RULESET")
        click.echo(f"No lexicon is built yet: lexkit build {example}", err=True)
    host = f"[{found.host}]" if ":" in found.host else found.host
    click.echo(f"http://{host}:{found.port}/", err=True)
    run.run(place, found)
    return 0

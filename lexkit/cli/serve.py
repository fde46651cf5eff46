"""`lexkit serve`: the lexicons over HTTP."""

from __future__ import annotations

from typing import Any

import click

from lexkit.cli.common import built, workspace
from lexkit.errors import LexkitError


@click.command()
@click.option("--host", help="The address to listen on (127.0.0.1).")
@click.option("--port", type=int, help="The port to listen on (8000).")
@click.option("--workers", type=int, help="How many processes answer (1).")
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS",
              help="A balancer (or its network) that is believed for whom it asks.")  # fmt: skip
@click.option("--origin", "origins", multiple=True, metavar="URL",
              help="A site whose pages may ask from a browser; * is every one.")  # fmt: skip
@click.option("--access-log/--no-access-log", default=None, help="Log every request.")
@click.pass_context
def serve(ctx: click.Context, /, **given: Any) -> int:
    """Answer over HTTP what the built lexicons say, and take in proposals.

    Settings are these options, else variables (LEXKIT_SERVE_PORT), else those under serve: in the
    workspace's lexkit.yaml; docs/api.md names them all. New builds and releases are taken up while
    it runs. It stops at Ctrl-C or SIGTERM when what is in progress is answered.

    \b
    Examples:
      lexkit serve
      lexkit serve --host 0.0.0.0 --port 80 --workers 2
      curl http://127.0.0.1:8000/v1/rulesets/de-wordox/words/Stra%C3%9Fe
    """
    try:
        from lexkit.service import run, settings
    except ImportError as error:
        if (error.name or "").startswith("lexkit"):
            raise
        raise LexkitError(
            f"the service needs the library {error.name}", remedy='pip install "lexkit[serve]"'
        ) from None
    place = workspace(ctx)
    if not given["proxies"]:
        given["proxies"] = None
    if not given["origins"]:
        given["origins"] = None
    found = settings.find(place, given)
    if not built(place):
        example = next(iter(place.own_rulesets), "RULESET")
        click.echo(f"No lexicon is built yet: lexkit build {example}", err=True)
    click.echo(f"http://{found.host}:{found.port}/v1/rulesets", err=True)
    run.run(place, found)
    return 0

"""The command line: parses, calls, prints. A file a command; each is loaded only when it is used.

`lexkit check` answers in the time that Python takes to start a few times over, so nothing here
imports what only another command needs.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

import click

import lexkit
from lexkit.errors import LexkitError, suggest

#: Every command with the module and the function that is it. To add one, write the file and
#: enter it here.
COMMANDS = {
    "account": "lexkit.cli.account:account",
    "build": "lexkit.cli.build:build",
    "check": "lexkit.cli.check:check",
    "curated": "lexkit.cli.curated:curated",
    "diff": "lexkit.cli.diff:diff",
    "evaluate": "lexkit.cli.evaluate:evaluate",
    "export": "lexkit.cli.export:export",
    "init": "lexkit.cli.init:init",
    "merge": "lexkit.cli.merge:merge",
    "merge-driver": "lexkit.cli.merge_driver:merge_driver",
    "propose": "lexkit.cli.propose:propose",
    "read": "lexkit.cli.read:read",
    "release": "lexkit.cli.release:release",
    "review": "lexkit.cli.review:review",
    "rules": "lexkit.cli.rules:rules",
    "search": "lexkit.cli.search:search",
    "serve": "lexkit.cli.serve:serve",
    "sources": "lexkit.cli.sources:sources",
    "test": "lexkit.cli.test:test",
    "token": "lexkit.cli.token:token",
    "verify": "lexkit.cli.verify:verify",
}

#: Exit codes: yes, no, wrong use or broken input, interrupted.
YES, NO, WRONG, INTERRUPTED = 0, 1, 2, 130


class _Lazy(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"there is no command {args[0]!r} ({suggest(args[0], list(COMMANDS))})")
        return super().resolve_command(ctx, args)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["--help"]})
@click.version_option(lexkit.__version__, prog_name="lexkit")
@click.option(
    "--workspace",
    type=click.Path(path_type=Path),
    help="The folder with rules/ and sources/ (else LEXKIT_WORKSPACE, else the nearest upwards).",
)
@click.pass_context
def cli(ctx: click.Context, workspace: Path | None) -> None:
    """Build the lexicons of word games, and say of any word why it counts or not.

    \b
    Examples:
      lexkit build de-wordox
      lexkit check Adonis Linz -r de-wordox
      lexkit init my-game

    Completion for your shell: _LEXKIT_COMPLETE=bash_source lexkit (or zsh_source, fish_source)
    prints what to put into its start-up file.
    """
    ctx.obj = workspace


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        code = run(sys.argv[1:])
        if sys.stdout is not None:  # it is closed: lexkit check … >&-
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone (lexkit export … | head): that is no error of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = NO
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run with ``arguments`` and return the exit code; errors go to standard error in one line."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show ü gets a ? in its place, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        arguments = [_decoded(argument) for argument in arguments]
        code = cli.main(arguments, prog_name="lexkit", standalone_mode=False, color=_colour())
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except LexkitError as error:
        _complain(str(error))
        return WRONG
    except (KeyboardInterrupt, click.Abort):
        _complain("interrupted; nothing was left half done")
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _complain(f"{where}{error.strerror or error}")
        return WRONG
    return code if isinstance(code, int) else YES


def _complain(text: str) -> None:
    click.echo(click.style("lexkit: ", fg="red") + text, err=True, color=_colour())


def _colour() -> bool | None:
    """No colours with NO_COLOR; else (`None`) on a terminal only."""
    return False if os.environ.get("NO_COLOR") else None


def _decoded(argument: str) -> str:
    """``argument`` as UTF-8, whatever the locale made of its bytes.

    In the C locale Python hands over *Käfig* as ``K\\udcc3\\udca4fig``.
    """
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeDecodeError:
        shown = os.fsencode(argument).decode("utf-8", "replace")
        raise click.UsageError(f"an argument is not UTF-8: {shown}") from None
    except UnicodeEncodeError:
        return argument

"""One key at a time, and a line where a text is asked for: a plain terminal, in or out of tmux."""

from __future__ import annotations

import os
import select
import shutil
import sys
from collections.abc import Iterable, Mapping

import click


def interactive() -> bool:
    """Whether somebody sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def page(lines: Iterable[str], *, whole: bool) -> None:
    """Clear the screen and show ``lines``, unless ``whole`` no more than fit above the keys."""
    shown = list(lines)
    size = shutil.get_terminal_size()
    room = size.lines - 4
    if not whole:
        shown = [_cut(line, size.columns) for line in shown]
        if len(shown) > room:
            left = len(shown) - room + 1
            shown = [*shown[: room - 1], f"… {left} more lines: o shows them"]
    click.clear()
    click.echo("\n".join(shown))


def _cut(line: str, width: int) -> str:
    plain = click.unstyle(line)
    return line if len(plain) < width else plain[: width - 2] + "…"


def key(choices: Mapping[str, str], lead: str = "") -> str:
    """Show what the keys do, and wait for one of them; any other shows them again.

    Ctrl-C raises `KeyboardInterrupt`, the end of the input `click.Abort`.
    """
    told = " · ".join(f"{click.style(k, bold=True)} {says}" for k, says in choices.items())
    click.echo(f"\n{lead}{told}")
    while True:
        pressed = _pressed()
        if pressed in ("", "\x04"):  # the end of the input, or Ctrl-D
            raise click.Abort
        if pressed in choices:
            return pressed


def _pressed() -> str:
    """The next key; empty at the end of the input. An arrow or the like is one key."""
    try:
        import termios
    except ImportError:  # there is none on Windows
        return click.getchar()
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    now = termios.tcgetattr(terminal)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    # At once, so that keys pressed ahead of the screen are kept (`click.getchar` drops them).
    termios.tcsetattr(terminal, termios.TCSANOW, now)
    try:
        raw = os.read(terminal, 1)
        while raw and (raw[0] >= 0x80 or raw[0] == 0x1B) and _waits(terminal):
            raw += os.read(terminal, 1)
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)
    return raw.decode("utf-8", "replace")


def _waits(terminal: int) -> bool:
    """Whether more of a key has come: its bytes come together."""
    return bool(select.select([terminal], [], [], 0.01)[0])


def ask(what: str, default: str = "", *, needed: bool = False) -> str | None:
    """A line of text, ``default`` on Enter; `None` if it is broken off with Ctrl-C or Ctrl-D."""
    while True:
        try:
            text: str = click.prompt(
                what, default=default, show_default=bool(default), prompt_suffix=": "
            )
        except click.Abort:
            click.echo("")
            return None
        if text.strip() or not needed:
            return text.strip()
        click.echo(f"{what} is needed; Ctrl-C goes back.")

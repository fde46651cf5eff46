"""One key at a time, and a line where a text is asked for: a plain terminal, in or out of tmux."""

from __future__ import annotations

import os
import select
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import click

from lexkit.cli.common import is_terminal


def interactive() -> bool:
    """Whether somebody sits at both ends."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


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


@contextmanager
def keys(*, lines: bool = False) -> Iterator[None]:
    """The terminal gives each key at once and unseen; with ``lines``, whole lines as usual.

    Keys that are pressed ahead of the screen are kept, which `click.getchar` would drop.
    """
    try:
        import termios
    except ImportError:  # there is none on Windows
        yield
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    now = termios.tcgetattr(terminal)
    by_line = termios.ICANON | termios.ECHO
    now[3] = now[3] | by_line if lines else now[3] & ~by_line
    termios.tcsetattr(terminal, termios.TCSANOW, now)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _pressed() -> str:
    """The next key; empty at the end of the input. An arrow or the like is one key."""
    if sys.platform == "win32":
        return click.getchar()
    terminal = sys.stdin.fileno()
    raw = os.read(terminal, 1)
    while not _whole(raw) and select.select([terminal], [], [], 0.05)[0]:
        raw += os.read(terminal, 1)
    return raw.decode("utf-8", "replace")


def _whole(raw: bytes) -> bool:
    """Whether ``raw`` is all that one key sends: an arrow sends ESC [ A, é two bytes."""
    if raw[:2] == b"\x1b[":
        return len(raw) > 2 and 0x40 <= raw[-1] <= 0x7E
    if raw[:1] == b"\x1b":
        return len(raw) == (3 if raw[1:2] == b"O" else 2)
    if raw[:1] < b"\xc0":
        return True
    return len(raw) == (2 if raw[0] < 0xE0 else 3 if raw[0] < 0xF0 else 4)


def ask(what: str, default: str = "", *, needed: bool = False) -> str | None:
    """A line of text, ``default`` on Enter; `None` if it is broken off with Ctrl-C or Ctrl-D."""
    while True:
        try:
            with keys(lines=True):
                text: str = click.prompt(
                    what, default=default, show_default=bool(default), prompt_suffix=": "
                )
        except click.Abort:
            click.echo("")
            return None
        if text.strip() or not needed:
            return text.strip()
        click.echo(f"{what} is needed; Ctrl-C goes back.")

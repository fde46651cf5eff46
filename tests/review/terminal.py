"""A program at a terminal: keys go in, and what would be on the screen comes out."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

#: What steers a terminal: colours, clearing, moving about.
_STEERING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r")


class Terminal:
    """``command`` at a terminal of its own; `close` ends it."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path,
        env: Mapping[str, str],
        size: tuple[int, int] = (40, 120),
    ) -> None:
        self.pid, self._fd = pty.fork()
        if self.pid == 0:  # pragma: no cover - the other process
            os.chdir(cwd)
            os.execve(command[0], list(command), {**os.environ, **env, "TERM": "xterm"})
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)
        self._alive = True
        self.text = ""

    def expect(self, pattern: str, seconds: float = 20.0) -> str:
        """What was said up to ``pattern`` (and no more than that) since the last call."""
        until = time.monotonic() + seconds
        while not (found := re.search(pattern, self.text)):
            ready, _, _ = select.select([self._fd], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"no {pattern!r} in {self.text!r}"
            try:
                raw = os.read(self._fd, 65536)
            except OSError:
                raw = b""
            assert raw, f"ended without {pattern!r}: {self.text!r}"
            self.text += _STEERING.sub("", raw.decode("utf-8", "replace"))
        said, self.text = self.text[: found.end()], self.text[found.end() :]
        return said

    def send(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def break_off(self, pattern: str) -> str:
        """Press Ctrl-C and wait for ``pattern``.

        It is pressed again if nothing happens: a signal that comes between the prompt and the
        moment in which Python waits for the line is not seen before the next one.
        """
        for _ in range(4):
            self.send("\x03")
            try:
                return self.expect(pattern, 4)
            except AssertionError:
                continue
        self.send("\x03")
        return self.expect(pattern)

    def ended(self, seconds: float = 20.0) -> int:
        """Wait for the end; the exit code (negative: the signal)."""
        until = time.monotonic() + seconds
        while True:
            assert time.monotonic() < until, f"does not end: {self.text!r}"
            if select.select([self._fd], [], [], 0.05)[0]:
                try:
                    self.text += _STEERING.sub("", os.read(self._fd, 65536).decode("utf-8"))
                except OSError:
                    break
        self._alive = False
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self) -> None:
        if self._alive:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self._alive = False

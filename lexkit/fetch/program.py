"""Run a package manager: no input, no terminal, a time limit, and its own words when it fails."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from lexkit.errors import one_line
from lexkit.fetch.base import UnavailableError
from lexkit.fetch.progress import Progress
from lexkit.fetch.shelf import writing

#: Seconds until a program is given up: generous, for packages of some hundred megabytes.
TIMEOUT = 600.0

#: What makes programs speak plain English and never ask.
_SPEECH = {"LC_ALL": "C.UTF-8", "LANGUAGE": "", "NO_COLOR": "1"}


def last_line(output: str) -> str:
    """The reason of a program that says it last."""
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def find(name: str) -> str:
    """The program ``name``; `UnavailableError` if this machine does not have it."""
    if found := shutil.which(name):
        return found
    raise UnavailableError(f"the program {name} is not on this machine")


def run(
    command: Sequence[str],
    *,
    folder: Path,
    label: str,
    reason: Callable[[str], str] = last_line,
    environment: Mapping[str, str] | None = None,
    output: Path | None = None,
) -> None:
    """Run ``command`` in ``folder``; raise `UnavailableError` with its reason if it fails.

    ``reason`` finds the telling line in what it wrote; ``output`` is a file for its standard
    output. A full disk is a `LexkitError`, as everywhere. Whatever ends this function early
    (Ctrl-C too) kills the program and its children.
    """
    with ExitStack() as stack:
        stdout = None
        if output is not None:
            with writing(output):
                stdout = stack.enter_context(output.open("wb"))
        try:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, **_SPEECH, **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=stdout or subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that its children can be killed with it
            )
        except OSError as error:
            raise UnavailableError(f"{command[0]} cannot be run: {error.strerror}") from error
        try:
            said = _wait(process, label)
        except BaseException:
            _kill(process)
            raise
    if process.returncode != 0:
        for code in (errno.ENOSPC, errno.EDQUOT):
            if os.strerror(code) in said:
                with writing(folder):
                    raise OSError(code, os.strerror(code))
        # pip and npm end with a code of their own, a signal gives a negative one.
        raise UnavailableError(one_line(reason(said)) or f"ended with code {process.returncode}")


def _wait(process: subprocess.Popen[bytes], label: str) -> str:
    """Wait for ``process``, showing that it works; return what it wrote."""
    deadline = time.monotonic() + TIMEOUT
    with Progress(label) as progress:
        while True:
            try:
                stdout, stderr = process.communicate(timeout=0.2)
            except subprocess.TimeoutExpired:
                if time.monotonic() > deadline:
                    raise UnavailableError(f"gave up after {TIMEOUT:.0f} seconds") from None
                progress.tick()
            else:
                return (stderr + (stdout or b"")).decode("utf-8", "replace")


def _kill(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
    else:
        import signal

        with suppress(ProcessLookupError):  # it may have ended by itself meanwhile
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()

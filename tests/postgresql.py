"""A PostgreSQL of the tests' own: on a free port, in a temporary folder, not as root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

#: Where Debian puts the programs, which are not on everybody's path.
_DEBIAN = "/usr/lib/postgresql"


def programs() -> Path | None:
    """The folder with `initdb` and `postgres`, the newest first; `None` where there is none."""
    found = sorted(Path(_DEBIAN).glob("*/bin/initdb"), key=lambda p: float(p.parts[-3]))
    named = [str(found[-1])] if found else [shutil.which("initdb") or ""]
    return Path(named[0]).resolve().parent if named[0] else None


class Server:
    """A server, started on construction; `stop` removes it with all its data."""

    def __init__(self, folder: Path) -> None:
        self._programs = folder
        # Not below pytest's folders: another user must be able to reach it.
        self.home = Path(tempfile.mkdtemp(prefix="lexkit-postgres-"))
        self.port = _free_port()
        self._user = _unprivileged()
        self.own(self.home)
        self._run("initdb", "-D", self.data, "-U", "lexkit", "-A", "trust", "-E", "UTF8",
                  "--locale=C", "--no-sync")  # fmt: skip
        self.start()

    @property
    def data(self) -> str:
        return str(self.home / "data")

    def url(self, name: str = "postgres") -> str:
        """The address of the database ``name``."""
        return f"postgresql://lexkit@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        settings = {
            "port": str(self.port), "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self.home), "max_connections": "100",
            # What is kept must outlive a killed process here, not a power cut.
            "fsync": "off",
        }  # fmt: skip
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._run("pg_ctl", "-D", self.data, "-l", str(self.home / "log"), "-w", "-o", options,
                  "start")  # fmt: skip

    def kill(self) -> None:
        """End it as a crash does: every process at once, nothing written, no goodbye."""
        pid = int(Path(self.data, "postmaster.pid").read_text().split()[0])
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-W", "stop")
        for _ in range(500):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return
            time.sleep(0.02)
        os.kill(pid, signal.SIGKILL)

    def stop(self) -> None:
        try:
            self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")
        finally:
            shutil.rmtree(self.home, ignore_errors=True)

    def own(self, folder: Path) -> None:
        """Give ``folder`` to the user the server runs as."""
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)

    def sql(self, statement: str, name: str = "postgres") -> None:
        """Run one statement outside any transaction."""
        import psycopg

        with psycopg.connect(self.url(name), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _run(self, program: str, *arguments: str) -> None:
        command: Sequence[str] = [str(self._programs / program), *arguments]
        user = self._user
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=self.home,
            stdin=subprocess.DEVNULL,
            user=None if user is None else user.pw_uid,
            group=None if user is None else user.pw_gid,
            extra_groups=None if user is None else [],
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr or done.stdout}")


def _unprivileged() -> pwd.struct_passwd | None:
    """The user to run as: PostgreSQL refuses to be root."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("there is no unprivileged user to run PostgreSQL as")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

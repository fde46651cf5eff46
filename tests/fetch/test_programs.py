"""Package managers: absent, failing, hanging; and what is quoted of their output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.fetch import Origin, apt, npm, program, pypi
from lexkit.fetch.base import UnavailableError
from tests.fetch.conftest import Place
from tests.requirements import need

WORDS = b"Haus\n"
APT = Origin("apt", "wngerman", {"words.txt": "usr/share/dict/ngerman"})
NPM = Origin("npm", "is-number@7.0.0", {"words.txt": "package/index.js"})
PYPI = Origin("pypi", "german-nouns==1.2.5", {"words.txt": "german_nouns/nouns.csv"})


def script(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)


def run_python(code: str, folder: Path, output: Path | None = None) -> None:
    program.run([sys.executable, "-c", code], folder=folder, label="test", output=output)


def test_programs_that_are_not_there(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    said = place.refused({"words.txt": WORDS}, APT, NPM)
    assert "apt wngerman: the program apt-get is not on this machine" in said
    assert "npm is-number@7.0.0: the program npm is not on this machine" in said
    assert place.cached() == set()


def test_a_python_without_pip(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    script(place.root / "bin", "python", "raise SystemExit('No module named pip')")
    monkeypatch.setattr(sys, "executable", str(place.root / "bin" / "python"))
    said = place.refused({"words.txt": WORDS}, PYPI)
    assert "pypi german-nouns==1.2.5: No module named pip" in said


def test_a_program_that_cannot_be_run(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    script(place.root / "bin", "npm", "")
    (place.root / "bin" / "npm").write_bytes(b"\x7fELF, but not really")
    monkeypatch.setenv("PATH", str(place.root / "bin"))
    assert "npm cannot be run: Exec format error" in place.refused({"words.txt": WORDS}, NPM)


def test_a_program_that_gives_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("npm", "apt-get", "dpkg-deb"):
        script(place.root / "bin", name, "")
    monkeypatch.setenv("PATH", str(place.root / "bin"))
    said = place.refused({"words.txt": WORDS}, NPM, APT)
    assert "npm packed no tarball" in said
    assert "apt-get downloaded no package" in said


def test_it_is_asked_in_plain_english_and_without_input(tmp_path: Path) -> None:
    run_python(
        "import os, sys; assert os.environ['LC_ALL'] == 'C.UTF-8'; assert not sys.stdin.read()",
        tmp_path,
    )


def test_its_last_words_are_one_printable_line(tmp_path: Path) -> None:
    code = r"print('\x1b[31mGröße\tof x\r\n' * 2 + 'y' * 999, end='\n\n'); raise SystemExit(3)"
    with pytest.raises(UnavailableError) as caught:
        run_python(code, tmp_path)
    assert str(caught.value).startswith("yyy")
    assert len(str(caught.value)) == 300
    with pytest.raises(UnavailableError, match="ended with code 3"):
        run_python("raise SystemExit(3)", tmp_path)


def test_output_goes_to_the_file(tmp_path: Path) -> None:
    run_python("print('x' * 10_000_000)", tmp_path, output=tmp_path / "out")
    assert (tmp_path / "out").stat().st_size == 10_000_001


def test_a_full_disk_is_told_as_such(tmp_path: Path) -> None:
    code = "raise SystemExit('ERROR: Could not install: [Errno 28] No space left on device')"
    with pytest.raises(LexkitError, match="make room there") as caught:
        run_python(code, tmp_path)
    assert "No space left on device" in str(caught.value)


def alive(pid: int) -> bool:
    """Is the process there, and not only as a zombie whose parent has not looked?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


#: Writes its own and its child's process id, then both sleep.
HANG = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(os.getpid(), child.pid, file=open("pids.tmp", "w"))
os.replace("pids.tmp", "pids")
time.sleep(60)
"""


def wait_for(path: Path) -> list[int]:
    deadline = time.monotonic() + 20
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return [int(pid) for pid in path.read_text().split()]


def assert_dead(pids: list[int]) -> None:
    deadline = time.monotonic() + 5
    while any(map(alive, pids)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_what_hangs_is_killed_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need(Path("/proc/self/stat").exists(), "/proc")
    monkeypatch.setattr(program, "TIMEOUT", 2.0)
    with pytest.raises(UnavailableError, match="gave up after 2 seconds"):
        run_python(HANG, tmp_path)
    assert_dead(wait_for(tmp_path / "pids"))


def test_an_interrupt_kills_it_with_its_children(tmp_path: Path) -> None:
    need(Path("/proc/self/stat").exists(), "/proc")

    def interrupt() -> None:
        wait_for(tmp_path / "pids")
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        run_python(HANG, tmp_path)
    thread.join()
    assert_dead(wait_for(tmp_path / "pids"))


def test_an_interrupted_origin_leaves_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        place.fetch({"words.txt": WORDS}, PYPI)
    assert place.cached() == set()


# What they really say (pip 23 and 25, npm 8 and 11, apt 2.6)


def test_the_reason_of_pip() -> None:
    gone = (
        "WARNING: Location 'x' is ignored\n"
        "ERROR: Could not find a version that satisfies the requirement a==9 (from versions: 1)\n"
        "ERROR: No matching distribution found for a==9\n"
    )
    expected = "Could not find a version that satisfies the requirement a==9 (from versions: 1)"
    assert pypi.reason(gone) == expected
    retrying = (
        "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError("
        "'<pip._vendor.urllib3.connection.HTTPConnection object at 0x7fa4f9a76150>: Failed to "
        "establish a new connection: [Errno 111] Connection refused')': /simple/a/\n"
    )
    assert pypi.reason(retrying + gone) == (
        f"no connection ([Errno 111] Connection refused): {expected}"
    )
    timeout = (
        "WARNING: Retrying (Retry(total=4)) after connection broken by 'ConnectTimeoutError("
        "<x>, 'Connection timed out.')': /simple/a/\n"
    )
    assert pypi.reason(timeout + gone).startswith("no connection (ConnectTimeoutError): Could")
    assert pypi.reason("/usr/bin/python3: No module named pip\n").endswith("No module named pip")
    assert pypi.reason("") == ""


def test_the_reason_of_npm() -> None:
    gone = (
        "npm error code ETARGET\n"
        "npm error notarget No matching version found for is-number@99.0.0.\n"
        "npm error A complete log of this run can be found in: /root/.npm/_logs/x.log\n"
    )
    assert npm.reason(gone) == "No matching version found for is-number@99.0.0."
    assert npm.reason(gone.replace("npm error", "npm ERR!")) == npm.reason(gone)
    refused = (
        "npm error code ECONNREFUSED\nnpm error syscall connect\nnpm error errno ECONNREFUSED\n"
        "npm error FetchError: request to http://127.0.0.1:9/x failed, reason: connect\n"
        "npm error     at ClientRequest.<anonymous> (x.js:130:14)\n"
    )
    assert npm.reason(refused).startswith("FetchError: request to http://127.0.0.1:9/x failed")
    assert npm.reason("npm error code E1\n") == "code E1"
    assert npm.reason("") == ""


def test_the_reason_of_apt() -> None:
    said = apt.reason("W: unsandboxed\nE: Unable to locate package nosuch\n")
    assert said.startswith("Unable to locate package nosuch (as root, apt-get update")
    offline = "E: Failed to fetch http://x/a.deb  Temporary failure resolving 'x'\n"
    assert "apt-get update" not in apt.reason(offline)
    assert apt.reason("E: Internal error\n") == "Internal error"
    assert apt.reason("") == ""


def test_real_pip_without_a_network(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    pip = subprocess.run(
        [sys.executable, "-m", "pip", "--version"], check=False, capture_output=True
    )
    need(pip.returncode == 0, "pip")
    for variable in ("INDEX_URL", "EXTRA_INDEX_URL", "FIND_LINKS"):
        monkeypatch.delenv(f"PIP_{variable}", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    said = place.refused({"words.txt": WORDS}, PYPI)
    assert "no connection ([Errno 111] Connection refused): Could not find a version" in said

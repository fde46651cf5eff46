"""Files of a Debian package, which apt downloads as the machine's own package lists say."""

from __future__ import annotations

import re
from pathlib import Path

from lexkit.fetch.base import Order, UnavailableError

SUMMARY = "a file of a Debian package, through apt"
TARGET = re.compile(r"[a-z0-9][a-z0-9+.-]+(=[A-Za-z0-9][A-Za-z0-9.+:~-]*)?")
EXAMPLE = "wngerman, or wngerman=20161207-11"
NETWORK = True
PLAIN = False


def fetch(order: Order) -> dict[str, Path]:
    """Download the package and unpack its members; raise `UnavailableError` with apt's reason.

    The package is neither installed nor are its scripts run.
    """
    from lexkit.fetch import archive, program

    apt, dpkg = program.find("apt-get"), program.find("dpkg-deb")
    folder = order.shelf.corner()
    label = f"apt-get download {order.origin.target}"
    program.run(
        [apt, "-q", "download", order.origin.target], folder=folder, label=label, reason=reason
    )
    found = list(folder.glob("*.deb"))
    if len(found) != 1:
        raise UnavailableError("apt-get downloaded no package")
    # dpkg-deb knows every compression of packages, tarfile only some.
    content = folder / "content.tar"
    program.run([dpkg, "--fsys-tarfile", str(found[0])], folder=folder, label=label, output=content)
    return archive.deliver(content, order.origin.members, order.shelf.corner())


def reason(output: str) -> str:
    """The first error of apt; a package that it does not know may only need a newer list."""
    lines = output.splitlines()
    errors = [line.removeprefix("E: ") for line in lines if line.startswith("E: ")]
    said = errors[0] if errors else (lines[-1] if lines else "")
    if re.search(r"Unable to locate|was not found|\b404\b", said):
        said += " (as root, apt-get update brings the package lists up to date)"
    return said

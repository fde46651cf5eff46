"""A Python library to take word lists from, as it looks when it is installed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest


def install(
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: Mapping[str, bytes],
    version: str = "1.0",
    name: str = "wordstock",
) -> Path:
    """Install the library ``name`` with ``files`` (paths as in a wheel) into a new folder."""
    folder = root / f"site-{version}"
    about = folder / f"{name}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    for member, content in files.items():
        path = folder / member
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    monkeypatch.syspath_prepend(str(folder))
    return folder

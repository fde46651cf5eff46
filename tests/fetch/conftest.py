"""A place to fetch to, and a server to fetch from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.fetch import Origin, fetch
from tests.fetch.server import Site, serving


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass
class Place:
    """A workspace's manifest and a cache for the source ``words``."""

    root: Path

    @property
    def manifest(self) -> Path:
        return self.root / "sources" / "words.yaml"

    @property
    def cache(self) -> Path:
        return self.root / "cache"

    @property
    def shelf(self) -> Path:
        return self.cache / "words"

    def fetch(
        self,
        files: Mapping[str, bytes | str],
        *origins: Origin,
        mirror: Path | None = None,
        offline: bool = False,
    ) -> dict[str, Path]:
        """Fetch ``files``, given by their content or their sha256."""
        digests = {n: c if isinstance(c, str) else sha(c) for n, c in files.items()}
        return fetch(
            "words",
            digests,
            origins,
            manifest=self.manifest,
            cache=self.cache,
            mirror=mirror,
            offline=offline,
        )

    def refused(
        self,
        files: Mapping[str, bytes | str],
        *origins: Origin,
        mirror: Path | None = None,
        offline: bool = False,
    ) -> str:
        """The error that fetching must give: one line."""
        with pytest.raises(LexkitError) as caught:
            self.fetch(files, *origins, mirror=mirror, offline=offline)
        said = str(caught.value)
        assert "\n" not in said
        assert caught.value.remedy
        return said

    def cached(self) -> set[str]:
        """What lies on the shelf, the lock aside."""
        names = {p.name for p in self.shelf.iterdir()} if self.shelf.exists() else set()
        return names - {".lock"}


def plain(*targets: str, kind: str = "path") -> Sequence[Origin]:
    return [Origin(kind, target, {}) for target in targets]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "sources").mkdir()
    return Place(tmp_path)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr("lexkit.fetch.url.PAUSE", 0.0)
    with serving() as running:
        yield running

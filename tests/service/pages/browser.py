"""A real browser without a window, and axe-core, which looks for what bars people from a page.

Neither is part of the project: Chromium and its driver come from the distribution, axe-core
(MPL-2.0) from its package, into a cache outside the repository.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.requirements import need

#: axe-core as it is fetched: the version, and the SHA-256 of its package.
AXE = "4.14.1"
_AXE_SHA256 = "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745"

#: What axe looks for: WCAG 2 up to 2.2, levels A and AA, and what is good practice besides.
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

#: Root in a container may have no sandbox; and nothing but the pages is to be loaded.
_OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars",
)  # fmt: skip

PHONE, DESKTOP = (360, 740), (1280, 900)


class Browser(Chrome):
    """A browser with short words for what the tests do."""

    def all(self, css: str) -> list[Any]:
        found: list[Any] = self.find_elements(By.CSS_SELECTOR, css)
        return found

    def one(self, css: str) -> Any:
        return self.find_element(By.CSS_SELECTOR, css)

    def until(self, css: str) -> Any:
        """What ``css`` names, as soon as the next page has it."""
        return WebDriverWait(self, 15).until(lambda found: found.all(css))[0]

    def text(self, css: str) -> str:
        return " ".join(str(self.one(css).text).split())

    def look(self, size: tuple[int, int], *, dark: bool = False) -> None:
        """Show pages in this size (CSS pixels), light or dark."""
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def barriers(self) -> list[str]:
        """What axe-core finds on the page."""
        self.execute_script(axe())
        found = self.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run({runOnly: arguments[0]}).then(found => done(found.violations))",
            _RULES,
        )
        return [
            f"{each['id']}: {each['help']}: {[node['html'][:200] for node in each['nodes']]}"
            for each in found
        ]

    def complaints(self) -> list[str]:
        """What the browser itself says is wrong: something refused, or not found."""
        entries: list[dict[str, str]] = self.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in entries]


@contextmanager
def browser(language: str = "de", *, scripts: bool = True) -> Iterator[Browser]:
    """A browser of its own, that prefers ``language``; without ``scripts`` it runs none."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    need(chromium is not None and driver is not None, "chromium and chromedriver")
    options = ChromeOptions()
    options.binary_location = chromium or ""
    preferences: dict[str, object] = {"intl.accept_languages": language}
    if not scripts:
        preferences["profile.managed_default_content_settings.javascript"] = 2
    options.add_experimental_option("prefs", preferences)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with tempfile.TemporaryDirectory(prefix="lexkit-browser-") as folder:
        for option in (*_OPTIONS, f"--user-data-dir={folder}", f"--lang={language}"):
            options.add_argument(option)
        running = Browser(options=options, service=Service(driver or ""))
        try:
            running.set_page_load_timeout(30)
            running.look(DESKTOP)
            yield running
        finally:
            running.quit()


def axe() -> str:
    """The source of axe-core, fetched once."""
    folder = platformdirs.user_cache_path("lexkit-tests", appauthor=False)
    path = folder / f"axe-core-{AXE}.tgz"
    if not path.is_file():
        _fetch(path)
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    assert found == _AXE_SHA256, f"{path} is not what it was: delete it"
    with tarfile.open(path) as package:
        member = package.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode()


def _fetch(path: Path) -> None:
    npm = shutil.which("npm")
    need(npm is not None, "npm, to fetch axe-core")
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        done = subprocess.run(
            [npm or "", "pack", f"axe-core@{AXE}", "--silent", "--pack-destination", folder],
            cwd=folder, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        need(done.returncode == 0, f"axe-core ({done.stderr.strip()[-300:]})")
        (Path(folder) / path.name).replace(path)

"""What a test needs and a machine may lack: without it the test is skipped, in CI it fails."""

from __future__ import annotations

import os

import pytest


def need(condition: bool, what: str) -> None:
    """Go on if ``condition`` holds; else skip, naming ``what`` is missing.

    With ``LEXKIT_NO_SKIP=1`` the test fails instead, so that CI cannot pass by skipping.
    """
    if condition:
        return
    if os.environ.get("LEXKIT_NO_SKIP") == "1":
        pytest.fail(f"this test needs {what}, and LEXKIT_NO_SKIP forbids to skip it")
    pytest.skip(f"needs {what}")

"""Examples for the description of the API: `examples.json` beside this module, from one game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_TOLD: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))

#: A ruleset and a release of it.
RULESET: str = _TOLD["ruleset"]
RELEASE: str = _TOLD["release"]

#: What `word` answers.
ANSWER: dict[str, Any] = _TOLD["answer"]

#: What `check` is asked, in either form, and what it answers.
MOVE: dict[str, Any] = _TOLD["move"]
LINES: str = _TOLD["lines"]
CHECKED: dict[str, Any] = _TOLD["checked"]

#: What is proposed.
PROPOSED: dict[str, Any] = _TOLD["proposed"]

#: A maintainer's decision.
DECISION: dict[str, Any] = _TOLD["decision"]

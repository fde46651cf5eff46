"""JSON Lines: each word with the forms it stands for and the grounds of its acceptance."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path

from lexkit.formats.base import forms, ground_as_json
from lexkit.lexicon import Lexicon
from lexkit.model import Verdict

SUMMARY = "a JSON object a line: letters, accepted forms, grounds"
SUFFIX = ".jsonl"
STREAMS = True

_encode = json.JSONEncoder(ensure_ascii=False).encode


def write(lexicon: Lexicon, path: Path) -> None:
    """Write an object a word, sorted by the letters: *essen* has the meal, not the city.

    Its grounds have the shape of `lexkit check --json`, those of one form one after another,
    the one that decided on the form first.
    """
    accepted = (form for form in forms(lexicon) if form.verdict is Verdict.ACCEPTED)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for letters, group in groupby(accepted, key=lambda form: form.letters):
            alike = list(group)
            line = {
                "letters": letters,
                "forms": [form.form for form in alike],
                "grounds": [ground_as_json(g) for form in alike for g in form.grounds],
            }
            file.write(_encode(line) + "\n")

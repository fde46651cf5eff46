"""Answers as JSON: the object that `lexkit check --json` prints, and its schema."""

from __future__ import annotations

from dataclasses import asdict

from lexkit.model import Answer, Verdict

_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}
_TEXTS = {"type": "array", "items": _TEXT}
_VERDICT = {"enum": [verdict.value for verdict in Verdict]}

_GROUND = {
    "verdict": _VERDICT,
    "rule": {**_TEXT, "description": "the rule's name; default, curated, unlayable, too-short, "
             "too-long, wild and too-wild are built in"},
    "says": {**_TEXT, "description": "the rule in a sentence"},
    "clause": {**_TEXT_OR_NULL, "description": "the heading in the game's rule text"},
    "form": {**_TEXT_OR_NULL, "description": "the word as written in the source"},
    "lemma": _TEXT_OR_NULL,
    "tags": _TEXTS,
    "source": _TEXT_OR_NULL,
    "place": {**_TEXT_OR_NULL, "description": "file and line in the source"},
    "paradigm": {**_TEXT_OR_NULL, "description": "the table that made the form, if none lists it"},
    "cell": {**_TEXT_OR_NULL, "description": "the place in the paradigm of the lemma"},
}  # fmt: skip

_ANSWER = {
    "word": {**_TEXT, "description": "the word asked for"},
    "letters": {
        **_TEXT_OR_NULL,
        "description": "what is laid (ijs, if ys lays it); null if it cannot be",
    },
    "ruleset": _TEXT,
    "lexicon": {**_TEXT, "description": "the version of the lexicon that answered"},
    "verdict": _VERDICT,
    "grounds": {
        "type": "array",
        "description": "the one that decided comes first",
        "items": {
            "type": "object",
            "properties": _GROUND,
            "required": list(_GROUND),
            "additionalProperties": False,
        },
    },
    "hints": {**_TEXTS, "description": "likely spellings"},
    "near": {**_TEXTS, "description": "neighbours of an unattested word"},
    "stands_for": {**_TEXTS, "description": "all words that one with wild keys can be"},
}

#: The JSON Schema of one line of `lexkit check --json`, published as docs/check.schema.json.
SCHEMA: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "lexkit check --json",
    "description": "One line for each word and ruleset.",
    "type": "object",
    "properties": _ANSWER,
    "required": list(_ANSWER),
    "additionalProperties": False,
}


def as_json(answer: Answer) -> dict[str, object]:
    """``answer`` as an object that JSON can hold."""
    return asdict(answer)

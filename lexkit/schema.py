"""The JSON Schema of a ruleset, for editors; `lexkit.ruleset` remains the judge of what is valid.

Every scalar is text in lexkit's YAML, but an editor sees YAML's own types: a word *no* arrives
there as false. So words may be of any scalar type here.
"""

from __future__ import annotations

from lexkit.tagset import Tagset
from lexkit.yamlfile import NAME

_WORD = {"type": ["string", "number", "boolean", "null"]}
_WORDS = {"anyOf": [{"type": "array", "items": _WORD}, _WORD]}
_SOME = {"anyOf": [{"type": "array", "items": _WORD, "minItems": 1}, _WORD]}
#: What may name an option, or a value of it: both become part of a folder's name.
_NAME = {"pattern": f"^{NAME.pattern}$"}
_VALUE = {**_WORD, **_NAME}
_FLAG = {"enum": [True, False, "yes", "no", "on", "off"]}
_CASES = {
    "type": "object",
    "properties": dict.fromkeys(("accepted", "rejected", "unattested"), _WORDS),
    "additionalProperties": False,
}
_FOLDS = {"type": "object", "additionalProperties": _WORD}


def ruleset(vocabulary: Tagset, sources: list[str]) -> dict[str, object]:
    """The schema, with the tags and sources of a workspace as the values to choose from."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A lexkit ruleset",
        "type": "object",
        "required": ["ruleset", "title", "language", "spelling", "sources", "rules"],
        "additionalProperties": False,
        "properties": {
            "ruleset": {"type": "string", "description": "the name, as that of the file"},
            "title": {"type": "string"},
            "language": {"type": ["string", "boolean"], "description": "BCP 47, such as de"},
            "reference": {"type": "string", "description": "the dictionary the text names"},
            "assumptions": {"type": "array", "items": {"type": "string"}},
            "spelling": _spelling(),
            "sources": {"type": "array", "items": {"enum": sources}, "minItems": 1},
            "optional_sources": {"type": "array", "items": {"enum": sources}},
            "paradigms": {"type": "array", "items": {"type": "string"}},
            "rules": {"type": "array", "items": _rule(vocabulary)},
            "default": {"enum": ["accept", "reject"]},
            "cases": _CASES,
            "options": {
                "type": "object",
                "description": "choices the game leaves open; each makes a lexicon of its own",
                "propertyNames": _NAME,
                "additionalProperties": _option(),
            },
            "game": _game(),
            "may_leave": {
                "type": "integer",
                "minimum": 0,
                "description": "how many words may leave a release without a decision",
            },
        },
    }


def _spelling() -> dict[str, object]:
    return {
        "type": "object",
        "required": ["alphabet"],
        "additionalProperties": False,
        "properties": {
            "alphabet": {"type": "string", "description": "every letter, small, in order"},
            "folds": {**_FOLDS, "description": "letters that are laid as others, in order"},
            "drop": _WORDS,
            "strip_accents": _FLAG,
            "transliterate": _FLAG,
            "hints": {**_FOLDS, "description": "what people type for a letter: {ae: ä}"},
            "min_letters": {"type": "integer", "minimum": 1},
            "max_letters": {"type": "integer", "minimum": 0, "description": "0: no limit"},
            "vowels": {"type": "string"},
        },
    }


def _rule(vocabulary: Tagset) -> dict[str, object]:
    tag = {"enum": vocabulary.names}
    tags = {"anyOf": [{"type": "array", "items": tag}, tag]}
    predicate = {
        "type": "object",
        "properties": {"any": tags, "all": tags, "none": tags},
        "additionalProperties": False,
        "minProperties": 1,
    }
    return {
        "type": "object",
        "required": ["rule", "says"],
        "oneOf": [{"required": ["accept"]}, {"required": ["reject"]}],
        "additionalProperties": False,
        "properties": {
            "rule": {"type": "string"},
            "accept": predicate,
            "reject": predicate,
            "says": {"type": "string", "description": "why, in a sentence for a player"},
            "clause": {"type": "string", "description": "the heading in the rule text"},
            "cases": _CASES,
            "when": {
                "type": "object",
                "description": "the rule takes part only under these choices: {option: value}",
                "additionalProperties": _SOME,
            },
        },
    }


def _option() -> dict[str, object]:
    return {
        "type": "object",
        "required": ["values", "default", "says"],
        "additionalProperties": False,
        "properties": {
            "values": {"type": "array", "items": _VALUE, "minItems": 2, "uniqueItems": True},
            "default": _WORD,
            "says": {"type": "string", "description": "what is to be chosen, in a sentence"},
        },
    }


def _game() -> dict[str, object]:
    count = {"type": "integer", "minimum": 0}
    by_letter = {"type": "object", "additionalProperties": count}
    wild = {
        "type": "object",
        "required": ["sign", "share"],
        "additionalProperties": False,
        "properties": {
            "sign": {"type": "string", "minLength": 1, "maxLength": 1},
            "share": {"type": ["number", "string"], "description": "of a word's keys: 0.5, 1/3"},
        },
    }
    return {
        "type": "object",
        "description": "what words are laid with",
        "additionalProperties": False,
        "properties": {
            "tiles": {**by_letter, "description": "how many there are of each letter"},
            "points": {**by_letter, "description": "what each letter scores"},
            "blanks": {**count, "description": "tiles that stand for any other tile"},
            "rack": {**count, "description": "how many tiles a player holds"},
            "first_word": {**count, "description": "the least letters of the first word"},
            "also": {**_FOLDS, "description": "letters that a tile may lay too: {y: ij}"},
            "apart": {**_WORDS, "description": "words in which these letters are never one tile"},
            "wild": {**wild, "description": "keys that stand for any letter"},
        },
    }

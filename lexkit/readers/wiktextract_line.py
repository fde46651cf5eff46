"""A line of wiktextract's JSON as far as it is read; all else in it is passed over undecoded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


class Form(msgspec.Struct, gc=False):
    """A cell of a table, or another writing of the word."""

    form: str = ""
    tags: list[str] = []
    raw_tags: list[str] = []


class Target(msgspec.Struct, gc=False):
    """What a sense points to: the lemma of a form."""

    word: str = ""


class Sense(msgspec.Struct, gc=False):
    """One sense: its labels, and the word it is a form of."""

    tags: list[str] = []
    raw_tags: list[str] = []
    form_of: list[Target] = []


class Word(msgspec.Struct, gc=False):
    """A word with one part of speech, or (``redirect``) a page that leads to another."""

    word: str = ""
    pos: str = ""
    lang_code: str = ""
    other_pos: list[str] = []
    tags: list[str] = []
    raw_tags: list[str] = []
    senses: list[Sense] = []
    forms: list[Form] = []
    redirect: str | None = None


class _Meaning(msgspec.Struct):
    glosses: list[str] = []


class _Meanings(msgspec.Struct):
    senses: list[_Meaning] = []


_decode_meanings = msgspec.json.Decoder(_Meanings).decode
_decode = msgspec.json.Decoder(Word).decode
_decode_any: Callable[[bytes], Any] = msgspec.json.Decoder().decode


def parse(line: bytes) -> tuple[Word, bool]:
    """The word on ``line``, and whether all of it is as it should be.

    Where a part has another shape (a form that is `null`, tags that are a text), that part is
    left out. Raises `ValueError`, saying why, for what is no JSON or no object.
    """
    try:
        try:
            return _decode(line), True
        except msgspec.ValidationError:
            value = _decode_any(line)
    except RecursionError:
        raise ValueError("nested too deep") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(str(error).partition(" (byte")[0]) from None
    if not isinstance(value, dict):
        raise ValueError("no object")
    return _fitting(value, Word), False


def meanings(line: bytes) -> list[str]:
    """What each sense of the word on ``line`` means; few are asked, so `parse` leaves it out.

    `parse` has not looked into the glosses: what is wrong in them takes nothing from the word.
    """
    try:
        # Letters that are no UTF-8 are in some gloss, and the others can be read.
        senses = _decode_meanings(line.decode("utf-8", "replace")).senses
    except (msgspec.DecodeError, RecursionError):  # a gloss is no text, or half a surrogate
        return []
    return [" ".join(sense.glosses) for sense in senses]


def _fitting(value: dict[str, Any], shape: type[Any]) -> Any:
    """``value`` as a ``shape``, without the parts that do not fit it."""
    kept: dict[str, Any] = {}
    for name, kind in _SHAPES[shape].items():
        part = value.get(name)
        if isinstance(kind, type) and isinstance(part, kind):
            kept[name] = part
        elif isinstance(kind, list) and isinstance(part, list):
            (item,) = kind
            if item is str:
                kept[name] = [one for one in part if isinstance(one, str)]
            else:
                kept[name] = [_fitting(one, item) for one in part if isinstance(one, dict)]
    return shape(**kept)


#: The parts of each shape: texts, and lists of texts or of other shapes.
_SHAPES: dict[type[Any], dict[str, Any]] = {
    Form: {"form": str, "tags": [str], "raw_tags": [str]},
    Target: {"word": str},
    Sense: {"tags": [str], "raw_tags": [str], "form_of": [Target]},
    Word: {
        "word": str,
        "pos": str,
        "lang_code": str,
        "other_pos": [str],
        "tags": [str],
        "raw_tags": [str],
        "senses": [Sense],
        "forms": [Form],
        "redirect": str,
    },
}

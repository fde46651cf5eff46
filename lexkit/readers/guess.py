"""What a file is, told by its name and its beginning: a reader, its options, why, and doubts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexkit.errors import LexkitError
from lexkit.packed import beside, peek, plain_name
from lexkit.readers import columns, jsonrows, rows
from lexkit.readers.base import Input, Options, OptionValue, Report
from lexkit.readers.columns import WORD, most
from lexkit.readers.encodings import MARK, Decoder
from lexkit.readers.rows import Dialect

#: How much of a file is looked at (bytes), and how many lines of it.
LOOKED_AT, LINES = 1 << 20, 2000

#: Readers of XML by the root element of what they read.
_ROOTS = {
    "mediawiki": "wiktionary",
    "TEI": "tei",
    "TEI.2": "tei",
    "teiCorpus": "tei",
    "LexicalResource": "lmf",
}
_ROOT = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)")
#: What may stand before the root: declarations, comments, a document type.
_PROLOG = re.compile(
    r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!\w[^\[>]*(?:\[.*?\]\s*)?>\s*)*", re.DOTALL
)
_LANGUAGE = re.compile(r"<(?:body|Lexicon|mediawiki)\b[^>]{0,999}?\b(?:xml:lang|language)=.([\w]+)")

#: UniMorph's features: `V;IND;PST;3;SG`, `N;NOM(NEUT,SG)`.
_FEATURES = re.compile(r"[A-Z][\w.+{}/)]*(?:[;,(][\w.+{}/)]*)*")
#: A tagger's lexicon: `106 nadelen N(soort,mv,basis):106`.
_TAGGED = re.compile(r"\d+[ \t]+\S+(?:[ \t]+\S+:\d+)+[ \t]*")
_COUNTED = {
    "before": re.compile(r"\s*\d[\d.,]*[ \t]+[^\W\d_].{0,60}"),
    "after": re.compile(r"[^\W\d_].{0,60}?[ \t]+\d[\d.,]*\s*"),
}
#: One object over many lines.
_TREE = re.compile(r'\s*\{\s*\n?\s*"[^"\n]*"\s*:\s*[{\["]')
#: Keys by which a line of wiktextract is known.
_WIKTEXTRACT = {"lang_code", "senses"}
_COMMENTS = ("#", ";", "//", "%", "--")


@dataclass
class Guess:
    """How to read a file: the ``reader`` and its ``options``, ``why``, and what is ``unsure``.

    ``encoding`` is given if it is a guess, which the reader will come to as well; ``language`` is
    what the file itself says of that.
    """

    reader: str
    options: dict[str, OptionValue] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    encoding: str = ""
    language: str = ""


def guess(path: Path) -> Guess:
    """Look at the file ``path`` (or standard input) and say how to read it.

    Raises `LexkitError` if it cannot be read, or is nothing that any reader knows.
    """
    head = peek(path, LOOKED_AT)
    if found := _by_name(path, head):
        return found
    report = Report()
    decoder = Decoder(Input({path.name: path}, Options({}, {}), report))
    text = decoder.decode(head, 1, last=len(head) < LOOKED_AT).removeprefix("\ufeff")
    found = _by_content(path, text.replace("\r\n", "\n").replace("\r", "\n"))
    if decoder.guessed and not text.lstrip().startswith("<"):  # XML declares its encoding
        found.encoding = decoder.encoding
        found.unsure += report.noted
    if decoder.broken:
        found.unsure.append(f"not all of it is {decoder.shown}: such lines are left out")
    return found


def _by_name(path: Path, head: bytes) -> Guess | None:
    name = plain_name(path.name)
    if head.startswith(b"\\fsa"):
        why = "it begins as Morfologik's automata do"
        return Guess("morfologik", why=[why])
    if name.endswith(".dic") and beside(path, ".aff").is_file():
        return Guess("hunspell", why=[f"{beside(path, '.aff').name} lies beside it"])
    for ending, other in ((".aff", ".dic"), (".info", ".dict")):
        if name.endswith(ending):
            what = f"{path.name} only goes with a {other}"
            raise LexkitError(what, path=path, remedy=f"name the {other}")
    return None


def together(reader: str, path: Path) -> list[Path]:
    """``path`` with what ``reader`` reads beside it, as far as it is there."""
    ending = {"hunspell": ".aff", "morfologik": ".info"}.get(reader)
    other = beside(path, ending) if ending else path
    return [path, other] if other != path and other.is_file() else [path]


def _by_content(path: Path, text: str) -> Guess:
    if text.lstrip().startswith("<"):
        return _of_xml(path, text)
    whole = text.split("\n")[:LINES]
    if len(text) > 1000 and len(whole) > 1:
        del whole[-1]  # it may be cut off
    lines = [line for line in whole if line and not line.isspace() and MARK not in line]
    if not lines:
        raise LexkitError("it is empty", path=path)
    jsonrows.refuse_array(path, lines[0])
    if jsonrows.is_json(lines[0]):
        return _of_json(path, text, lines)
    return _of_columns(path, lines) or _of_words(lines)


def _of_xml(path: Path, text: str) -> Guess:
    prolog = _PROLOG.match(text)
    root = _ROOT.match(text, prolog.end() if prolog else 0)
    if root is None or root[1] not in _ROOTS:
        what = f"XML with the root <{root[1]}>" if root else "XML without a root"
        known = ", ".join(f"<{one}>" for one in _ROOTS)
        raise LexkitError(what, path=path, remedy=f"there are readers for {known}")
    said = _LANGUAGE.search(text)
    why = f"it is XML with the root <{root[1]}>"
    return Guess(_ROOTS[root[1]], why=[why], language=said[1] if said else "")


def _of_json(path: Path, text: str, lines: list[str]) -> Guess:
    objects = [one for one in map(_parsed, lines) if isinstance(one, dict)]
    if most("redirect" in one or ("word" in one and _WIKTEXTRACT & one.keys()) for one in objects):
        codes = {str(one["lang_code"]) for one in objects if "lang_code" in one}
        found = Guess("wiktextract", why=["its lines are objects as wiktextract writes them"])
        if len(codes) > 1:
            found.unsure.append("several languages are in it: the option language chooses one")
        else:
            found.language = "".join(codes)
        return found
    if len(objects) < 2 and (_TREE.match(text) or _is_tree(objects)):
        doubt = "what its keys mean is to be said by the options lemma, skip and lists"
        return Guess("nested", why=["it is one JSON object"], unsure=[doubt])
    found = Guess("table", why=["its lines are JSON objects"])
    cells: dict[str, list[str]] = {}
    for _, headings, row in jsonrows.rows("", Report(), enumerate(lines, 1)):
        for heading, cell in zip(headings, row, strict=True):
            cells.setdefault(heading, []).append(cell)
    if not cells:
        says = "its lines begin as JSON, but are none"
        raise LexkitError(says, path=path, remedy="name a reader")
    _add_columns(found, list(cells), list(cells.values()))
    return found


def _is_tree(objects: list[dict[str, Any]]) -> bool:
    return bool(objects) and all(isinstance(value, dict) for value in objects[0].values())


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _of_columns(path: Path, lines: list[str]) -> Guess | None:
    """A table of any kind; `None` for a plain list."""
    if most(map(_TAGGED.fullmatch, lines)):
        return Guess("tagcounts", why=["its lines are a count, a form, and tags with counts"])
    tabbed = [line.split("\t") for line in lines]
    if most(len(row) in (3, 4) and _FEATURES.fullmatch(row[2].strip()) for row in tabbed):
        return Guess("unimorph", why=["its lines are lemma, form and features, with tabs between"])
    if most(len(row) == 2 for row in tabbed) and _are_senses([row[-1] for row in tabbed]):
        return Guess("glosses", why=["its lines are a word, a tab, and what it means"])
    custom = rows.custom(path.name)
    delimiter = rows.delimiter_of(lines, custom)
    table = rows.parsed(Dialect(delimiter, delimiter != "\t"), lines)
    width = len(table[0]) if table else 0
    if width < 2 or not most(len(row) == width for row in table):
        return None
    header = rows.has_header(table, frozenset())
    if width == 2 and not header and (where := _counted(table)):
        return Guess("wordlist", {"count": where}, [f"a number stands {where} each word"])
    found = Guess("table", why=[f"{rows.named(delimiter)} parts its lines into {width} columns"])
    if delimiter != custom:
        found.options["delimiter"] = "\\t" if delimiter == "\t" else delimiter
    if not header:
        found.options["header"] = "no"
        found.unsure.append("the first row looks like the others, so there is no heading")
    elif rows.KNOWN.isdisjoint(table[0]):
        found.options["header"] = "yes"
        found.unsure.append("the first row is taken for a heading")
    headings = table[0] if header else [str(i) for i in range(1, width + 1)]
    full = [row for row in table[header:] if len(row) == width]
    _add_columns(found, headings, [[row[i] for row in full] for i in range(width)])
    return found


def _are_senses(cells: list[str]) -> bool:
    return sum(len(cell.split()) > 2 for cell in cells) > 0.5 * len(cells)


def _counted(table: list[list[str]]) -> str:
    """Where a count stands in ``table`` of two columns; empty if nowhere."""
    for where, at in (("before", 0), ("after", 1)):
        pairs = [(row[at], row[1 - at]) for row in table if len(row) == 2]
        if most(rows.is_number(count) and not rows.is_number(word) for count, word in pairs):
            return where
    return ""


def _add_columns(found: Guess, headings: list[str], cells: Sequence[Sequence[str]]) -> None:
    hold = columns.find(headings, cells)
    for option, names in (("forms", hold.forms), ("labels", hold.labels)):
        if names:
            found.options[option] = names[0] if len(names) == 1 else names
            found.why.append(f"{_WHAT[option]} {', '.join(names[:8])}")
    if hold.lemma is not None:
        found.options["lemma"] = hold.lemma
    if not hold.certain:
        found.unsure.append(f"other columns than {', '.join(hold.forms[:8])} may hold words")
    if len(hold.forms) > 1:
        found.unsure.append(f"the other forms are taken for those of {hold.lemma}")


_WHAT = {
    "forms": "words stand under",
    "labels": "what is repeated, and so a label, stands under",
}


def _of_words(lines: list[str]) -> Guess:
    found = Guess("wordlist", why=["a word stands on each line"])
    for mark in _COMMENTS:
        if lines[0].startswith(mark) and not WORD.fullmatch(lines[0][len(mark) :]):
            found.options["comment"] = mark
            found.unsure.append(f"lines that begin with {mark} are taken for comments")
            lines = [line for line in lines if not line.startswith(mark)]
            break
    for where, pattern in _COUNTED.items():
        if most(map(pattern.fullmatch, lines)):
            found.options["count"] = where
            found.why = [f"a number stands {where} each word"]
            return found
    if not most(WORD.fullmatch(line.strip()) for line in lines):
        found.unsure.append("many lines hold more than a word: is it a list of words at all?")
    return found

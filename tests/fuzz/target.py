"""What is tried on a reader: some bytes, and what must hold whatever they are.

An input is one string of bytes, so that a fuzzer can work on it: a byte for the options (an index
into those that the seeds have), then the files, parted by `SPLIT` where a reader takes two.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from lexkit import tagset, yamlfile
from lexkit.errors import LexkitError
from lexkit.readers import READERS, shaped_by, tables
from lexkit.readers.base import Input, Options, OptionValue, Report
from lexkit.readers.guess import guess
from lexkit.readers.labels import Labels
from lexkit.readers.typed import LONGEST, readings
from tests.conftest import REPOSITORY
from tests.readers import morfologik_writer as writer
from tests.readers.cases import cases

SPLIT = b"\n====\n"

#: Not a reader, but tried like one.
GUESS = "guess"

#: cldr reads nothing but the files of the installed Babel, byte for byte.
NAMES = (*(name for name in READERS if name != "cldr"), GUESS)

#: The files of readers that take two, the main one last.
_FILES = {"hunspell": ("w.aff", "w.dic"), "morfologik": ("w.info", "w.dict")}

#: The tables of readers stay the same, and parsing them would take most of the time.
_load = yamlfile.load
_load_once = cache(_load)


def _loaded(path: Path) -> yamlfile.Table:
    return _load_once(path) if path.is_relative_to(REPOSITORY / "rules") else _load(path)


yamlfile.load = _loaded

#: No more readings than these are looked at: a table of numerals can ask for a thousand million.
MOST = 20_000


@dataclass
class Seeds:
    """Inputs to start from, and the options that their first byte means."""

    inputs: list[bytes] = field(default_factory=list)
    options: list[dict[str, OptionValue]] = field(default_factory=lambda: [{}])

    def add(self, content: bytes, options: dict[str, OptionValue] | None = None) -> None:
        """One more input."""
        options = options or {}
        if options not in self.options:
            self.options.append(options)
        self.inputs.append(bytes([self.options.index(options)]) + content)


@cache
def seeds(name: str) -> Seeds:
    """What a reader's tests hold, and for those without folders what their writers make."""
    found = Seeds()
    for case in cases():
        files = dict(case.files)
        if name not in (case.reader, GUESS):
            continue
        contents = [path.read_bytes() for _, path in sorted(files.items())]
        if len(contents) == (2 if name in _FILES else 1):
            found.add(SPLIT.join(contents), {} if name == GUESS else dict(case.options().values))
    if name == "hunspell":
        for aff in sorted((REPOSITORY / "tests" / "affix" / "data").glob("*.aff")):
            found.add(aff.read_bytes() + SPLIT + aff.with_suffix(".dic").read_bytes())
    elif name == "morfologik":
        for content in _automata():
            found.add(content)
    elif name == "numerals":
        for path in sorted((REPOSITORY / "sources" / "lists").glob("*numerals.yaml")):
            found.add(path.read_bytes())
    return found


def _automata() -> Iterator[bytes]:
    rows = [b"Bergs_Bs_N", b"Berge_B_N:P", b"Tal_A_N", b"T\xc3\xa4ler_DCal_N:P", b"blau_A_ADJ"]
    for encoder in ("suffix", "prefix", "infix", "none"):
        info = f"fsa.dict.separator=_\nfsa.dict.encoding=utf-8\nfsa.dict.encoder={encoder}\n"
        for data in (writer.fsa5(rows), writer.cfsa2(rows)):
            yield info.encode() + SPLIT + data


@cache
def _labels(reader: str) -> Labels:
    vocabulary = tagset.load([REPOSITORY / "rules" / "tags.yaml"])
    options = Options({}, READERS[reader].OPTIONS)
    themselves = {tag: frozenset({tag}) for tag in vocabulary.names}
    meant = tables.meanings(shaped_by(reader, options), vocabulary)
    return Labels(meant={**themselves, **meant})


def check(name: str, data: bytes, folder: Path) -> None:
    """Read ``data`` in ``folder``; raises `AssertionError`, or whatever a defect raises."""
    known = seeds(name).options
    options = known[data[0] % len(known)] if data else {}
    files = _written(name, data[1:], folder)
    try:
        if name == GUESS:
            found = guess(next(iter(files.values())))
            assert found.reader in READERS and found.why
            Options(found.options, READERS[found.reader].OPTIONS)
        else:
            _read(name, options, files)
    except LexkitError as error:
        _check_text(str(error).replace(str(folder), ""))


def _written(name: str, data: bytes, folder: Path) -> dict[str, Path]:
    names = _FILES.get(name, ("w.txt",))
    parts = data.split(SPLIT, len(names) - 1)
    files = {}
    for file, content in zip(names, (*parts, b"", b""), strict=False):
        path = folder / file
        path.write_bytes(content)
        files[file] = path
    return dict(reversed(files.items()))


def _read(reader: str, options: dict[str, OptionValue], files: dict[str, Path]) -> None:
    report = Report()
    given = Input(files, Options(options, READERS[reader].OPTIONS), report)
    labels = replace(_labels(reader), unmapped=type(_labels(reader).unmapped)())
    for number, reading in enumerate(readings(READERS[reader], given, labels, "fuzzed")):
        if number >= MOST:
            break
        _check_form(reading.form)
        if reading.lemma is not None:
            _check_form(reading.lemma)
        assert reading.place.split(":")[0].split("#")[0] in files or ":" in reading.place
        _check_text(reading.place)
        _check_text(reading.cell or "")
    for line in report.lines():
        _check_text(line)
    assert all(count > 0 for count in (*report.skipped.values(), *report.noted.values()))


def _check_form(form: str) -> None:
    assert form and form == form.strip() and len(form) <= LONGEST
    assert unicodedata.is_normalized("NFC", form)
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in form)


def _check_text(text: str) -> None:
    """Whether ``text`` is fit for a line of a message or of a store."""
    assert "\n" not in text and "\t" not in text and len(text) < 5000

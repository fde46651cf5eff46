"""Paradigms: tables that add to the readings of a source the forms that it does not hold.

A table is a YAML file in `rules/paradigms/`; its key ``makes`` names the engine that reads the
rest of it. An engine knows how to make forms, the table knows the language:
`de-orthography-1901` makes *Schiffahrt* of *Schifffahrt* because the table says which letters,
stems and endings that takes. A new kind of table is a module and a line in `ENGINES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Protocol

from lexkit import conjugation, endings, respelling, yamlfile
from lexkit.errors import LexkitError, suggest
from lexkit.model import Reading
from lexkit.tagset import Tagset

#: The readings of one source, which an engine may go through more than once.
Readings = Callable[[], Iterable[Reading]]


class Paradigm(Protocol):
    """A table with its engine. A generated reading belongs to the source of the one it rests on.

    It keeps the source, the place and the lemma of that reading, so no lexeme is invented, and
    says by ``paradigm`` and ``cell`` how it came about. Its form may stand in the source as
    well: *Stengel* is a family name there, and the old spelling of *Stängel* here.
    """

    @property
    def name(self) -> str: ...

    def wants(self, tags: frozenset[str]) -> bool:
        """Whether anything can come of a source whose readings have no other tags than these."""
        ...

    def generate(self, readings: Readings) -> Iterator[Reading]:
        """The readings to add to ``readings``, all of one source, in the same order."""
        ...


Engine = Callable[[yamlfile.Fields, str, Tagset], Paradigm]

#: What a table may be for: the word after ``makes``, and how the rest of the file is read.
ENGINES: dict[str, Engine] = {
    "endings": endings.load,
    "respellings": respelling.load,
    "verbs": conjugation.load,
}

#: The libraries whose version shapes generated readings.
LIBRARIES = ("ablaut",)


def versions() -> str:
    """The versions of `LIBRARIES`, as part of the key of what paradigms make."""
    found = []
    for library in LIBRARIES:
        try:
            found.append(f"{library} {metadata.version(library)}")
        except metadata.PackageNotFoundError:
            found.append(f"no {library}")
    return ", ".join(found)


def load(path: Path, tagset: Tagset) -> Paradigm:
    """Read the table in ``path``, whose key ``paradigm`` must be the name of the file."""
    fields = yamlfile.Fields(yamlfile.load(path), path, "a paradigm")
    name = fields.name("paradigm", "name of a paradigm")
    if name != path.stem:
        raise fields.error(f"the file of {name!r} is called {path.name!r}", remedy="rename one")
    makes = fields.required("makes")
    if makes not in ENGINES:
        raise LexkitError(
            f"no engine makes {str(makes)!r}",
            path=path,
            line=makes.line,
            remedy=suggest(makes, list(ENGINES)),
        )
    paradigm = ENGINES[makes](fields, name, tagset)
    fields.done()
    return paradigm

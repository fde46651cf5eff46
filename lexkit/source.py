"""A source's manifest: where a word list comes from, how it is read, its licence, its tags.

`sources/<name>.yaml` is the whole truth about a source; `docs/sources.md` describes its keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from lexkit import yamlfile
from lexkit.errors import LexkitError, suggest
from lexkit.fetch import ORIGINS, Origin, library, sha256_of
from lexkit.fetch.base import UnavailableError, misnamed
from lexkit.readers import READERS, shaped_by, tables
from lexkit.readers.base import Options, OptionValue
from lexkit.readers.labels import Labels
from lexkit.readers.selection import Selection
from lexkit.tagset import Tagset

#: The reader name of a curated source, whose decisions `lexkit.curated` reads.
CURATED = "curated"

#: In place of a checksum: the file is kept in the workspace itself, or belongs to a library that
#: is installed, and is right as it is.
OWN, INSTALLED = "own", "installed"


@dataclass(frozen=True)
class Manifest:
    """One source. ``files`` maps file names to the sha256 of what is read; ``libraries`` are the
    installed ones whose files these are, with their versions; ``tables`` are the files that the
    reader works by."""

    name: str
    path: Path
    title: str
    language: str
    licence: str
    homepage: str | None
    attribution: str | None
    attests: bool
    capitals: bool
    reader: str
    files: Mapping[str, str] = field(default_factory=dict)
    fetch: tuple[Origin, ...] = ()
    libraries: tuple[str, ...] = ()
    tables: tuple[Path, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    labels: Labels = field(default_factory=Labels)
    reads: Selection = field(default_factory=Selection)
    #: Of a curated source: a file that is read in the place of its own, for a preview.
    other_file: Path | None = None

    @property
    def is_curated(self) -> bool:
        return self.reader == CURATED

    @property
    def curated_file(self) -> Path:
        """The file of a curated source: `curated/<language>.tsv` beside its manifest."""
        return self.other_file or self.path.parent / "curated" / f"{self.language}.tsv"


def load(path: Path, tagset: Tagset) -> Manifest:
    """Read the manifest ``path``; raise `LexkitError` with line and remedy for any mistake."""
    fields = yamlfile.Fields(yamlfile.load(path), path, "a source")
    name = fields.required("source")
    if name != path.stem:
        raise fields.error(
            f"the source is called {str(name)!r} in the file {path.name}",
            name,
            f"write source: {path.stem}",
        )
    reader = fields.required("reader")
    if reader != CURATED and reader not in READERS:
        raise fields.error(
            f"unknown reader {str(reader)!r}", reader, suggest(reader, [*READERS, CURATED])
        )
    options = options_of(fields, str(reader))
    used = shaped_by(str(reader), options)
    origins = tuple(_origin(item, path) for item in fields.items("fetch"))
    manifest = Manifest(
        name=str(name),
        path=path,
        title=str(fields.required("title")),
        language=fields.name("language", "language"),
        licence=str(fields.required("licence")),
        homepage=fields.text("homepage"),
        attribution=fields.text("attribution"),
        attests=fields.flag("attests", True),
        capitals=fields.flag("capitals", True),
        reader=str(reader),
        files=_files(fields, origins),
        fetch=origins,
        libraries=_libraries(fields, origins),
        tables=tuple(used),
        options=options.values,
        labels=Labels.parse(fields, tagset, tables.meanings(used, tagset)),
        reads=Selection.parse(fields),
    )
    fields.done()
    if manifest.is_curated and "reads" in fields.table:
        raise fields.error("a curated source is read whole", remedy="leave out 'reads'")
    if not manifest.is_curated:
        _require_files(manifest, fields)
    return manifest


def _files(fields: yamlfile.Fields, origins: tuple[Origin, ...]) -> dict[str, str]:
    table = fields.table_of("files")
    files = fields.pairs("files")
    for name, digest in files.items():
        if reason := misnamed(name):
            where = next(key for key in table if key == name)
            raise fields.error(f"the file name {name!r} {reason}", where, "use a plain file name")
        if digest in (OWN, INSTALLED):
            files[name] = _digest_now(fields, name, digest, origins)
            continue
        if len(digest) != 64 or not set(digest) <= set("0123456789abcdef"):
            raise fields.error(
                f"the checksum of {name} is not a sha256",
                table[name],
                "64 hexadecimal digits, as sha256sum prints them",
            )
    return files


def _digest_now(fields: yamlfile.Fields, name: str, which: str, origins: tuple[Origin, ...]) -> str:
    """The checksum of a file of the workspace itself, or of a library, as it is now."""
    for origin in origins:
        if which == OWN and origin.kind == "path" and Path(origin.target).name == name:
            path = fields.path.parent / origin.target
            if path.exists() and not path.is_file():  # a device may have no end
                raise fields.error(f"{name} is no file", fields.table_of("files")[name])
            return sha256_of(path)
        if which == INSTALLED and origin.kind == "library" and name in origin.members:
            with _installed(fields, origin):
                return sha256_of(library.located(origin.target, origin.members[name]))
    needed = f"path: {name}" if which == OWN else f"library: …, members: {{{name}: …}}"
    raise fields.error(
        f"{name} is {which!r}, but no alternative of 'fetch' says where",
        fields.table_of("files")[name],
        f"add fetch: [{{{needed}}}], or its sha256",
    )


def _libraries(fields: yamlfile.Fields, origins: tuple[Origin, ...]) -> tuple[str, ...]:
    """The libraries among ``origins`` with their versions."""
    found = []
    for origin in origins:
        if origin.kind == "library":
            with _installed(fields, origin):
                found.append(library.version(origin.target))
    return tuple(found)


@contextmanager
def _installed(fields: yamlfile.Fields, origin: Origin) -> Iterator[None]:
    """Turn what a library lacks into a `LexkitError` at its line."""
    try:
        yield
    except UnavailableError as reason:
        raise LexkitError(
            str(reason),
            path=fields.path,
            line=origin.line,
            remedy=f"pip install {origin.target}",
        ) from None


def _require_files(manifest: Manifest, fields: yamlfile.Fields) -> None:
    if not manifest.files:
        raise fields.error("a source has no 'files'", remedy="add files: {NAME: <sha256>}")
    if not manifest.fetch:
        raise fields.error("a source has no 'fetch'", remedy="add where its files come from")


def _origin(item: yamlfile.Table, path: Path) -> Origin:
    fields = yamlfile.Fields(item, path, "an alternative of 'fetch'")
    members = fields.pairs("members")
    kinds = [kind for kind in ORIGINS if kind in item]
    if len(kinds) != 1:
        raise fields.error(
            "an alternative of 'fetch' names exactly one origin",
            remedy="one of " + ", ".join(ORIGINS),
        )
    target = fields.required(kinds[0])
    fields.done()
    return Origin(kind=kinds[0], target=str(target), members=members, line=item.line)


def options_of(fields: yamlfile.Fields, reader: str) -> Options:
    """The `options` among ``fields``; an error names the line of one that ``reader`` lacks."""
    table = fields.table_of("options")
    options: dict[str, OptionValue] = {}
    for key, value in table.items():
        if isinstance(value, yamlfile.Text):
            options[str(key)] = str(value)
        elif isinstance(value, yamlfile.Items):
            options[str(key)] = [_plain(fields, v) for v in value]
        else:
            options[str(key)] = {str(k): _plain(fields, v) for k, v in value.items()}
    if reader not in READERS and options:
        raise fields.error("a curated source has no options", table)
    lines = {str(key): getattr(key, "line", table.line) for key in table}
    known = READERS[reader].OPTIONS if reader in READERS else {}
    return Options(options, known, fields.path, lines)  # says which is unknown, and where


def _plain(fields: yamlfile.Fields, value: yamlfile.Node) -> str:
    if not isinstance(value, yamlfile.Text):
        raise fields.error("an option is text, or a list or table of it", value)
    return str(value)

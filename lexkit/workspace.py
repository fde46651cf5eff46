"""Where rulesets, sources and built lexicons are.

A workspace is a folder with `rules/` and `sources/`; what is built goes to its `build/`. The
rulesets and sources shipped with lexkit are found beside it: a workspace's own file of the same
name comes first. Names are looked up in the list of files, never joined to a path, so that no
name (`../../etc/passwd`) leads out of the workspace.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lexkit.errors import LexkitError, suggest

RULES, SOURCES, BUILD, RELEASES = "rules", "sources", "build", "releases"
#: The folder within `rules/` that holds the tables of paradigms.
PARADIGMS = "paradigms"
#: The folder within `sources/` that holds the decisions of maintainers.
CURATED = "curated"
#: The folder within `rules/` with what rulesets say in other languages, for the pages.
TRANSLATIONS = "translations"
TAGS_FILE = "tags.yaml"
#: A workspace's settings, and where its proposals are kept unless they say otherwise.
SETTINGS = "lexkit.yaml"
#: The key there whose settings are those of `lexkit.service`.
SERVE = "serve"
PROPOSALS = "review.sqlite"


def shipped() -> Path:
    """The folder that holds lexkit's own `rules/` and `sources/`.

    In a wheel they are inside the package; in a checkout (an editable install) beside it.
    """
    package = Path(__file__).resolve().parent
    data = package / "data"
    return data if (data / RULES).is_dir() else package.parent


def is_workspace(folder: Path) -> bool:
    return (folder / RULES).is_dir() and (folder / SOURCES).is_dir()


def cache_folder() -> Path:
    """Where fetched files are kept: `LEXKIT_CACHE`, else the user's cache folder."""
    if named := os.environ.get("LEXKIT_CACHE"):
        return Path(named).absolute()
    return _user_folder("cache")


def _user_folder(kind: str) -> Path:
    """The user's folder for lexkit's ``kind`` of files, where the platform puts such things."""
    import platformdirs  # here, as most commands never need it and all would wait for it

    find = platformdirs.user_cache_dir if kind == "cache" else platformdirs.user_data_dir
    return Path(find("lexkit", appauthor=False))


def mirror_folder(named: Path | None = None) -> Path | None:
    """Where files are looked for first: ``named`` (`--mirror`), else `LEXKIT_MIRROR`."""
    if named is None and (variable := os.environ.get("LEXKIT_MIRROR")):
        named = Path(variable)
    if named is not None and not named.is_dir():
        raise LexkitError(f"the mirror {named} is not a folder")
    return named.absolute() if named else None


@dataclass(frozen=True)
class Workspace:
    """A folder with `rules/` and `sources/`, or (``root`` is `None`) the shipped ones alone."""

    root: Path | None

    @classmethod
    def find(cls, named: Path | None = None) -> Workspace:
        """The workspace named, else `LEXKIT_WORKSPACE`, else the nearest upwards, else none."""
        origin = "--workspace"
        if named is None and (variable := os.environ.get("LEXKIT_WORKSPACE")):
            named, origin = Path(variable), "LEXKIT_WORKSPACE"
        if named is not None:
            if not is_workspace(named):
                raise LexkitError(
                    f"{origin}: {named} is no workspace: it has no {RULES}/ and {SOURCES}/",
                    remedy=f"make one with: lexkit init {named}",
                )
            return cls(named.absolute())
        here = Path.cwd()
        for folder in (here, *here.parents):
            if is_workspace(folder):
                return cls(folder)
        return cls(None)

    @property
    def home(self) -> Path:
        """The folder that relative names in messages and output belong to."""
        if self.root is not None:
            return self.root
        return _user_folder("data")

    @property
    def build(self) -> Path:
        return self.home / BUILD

    @property
    def database(self) -> str | Path:
        """Where the proposals are kept (`lexkit.review`): the address of a database, or a file.

        `LEXKIT_DATABASE_URL`, else ``database`` in the workspace's `lexkit.yaml` (an address, or a
        file by its path from the workspace), else `review.sqlite` in the workspace. It is not below
        `build/`, which can be made again at any time.
        """
        if named := os.environ.get("LEXKIT_DATABASE_URL"):
            return named
        named = self._database_setting() or PROPOSALS
        return named if "://" in named else self.home / named

    @property
    def settings_file(self) -> Path | None:
        """The file with the settings of the workspace, if it has one."""
        path = self.home / SETTINGS
        return path if path.is_file() else None

    def _database_setting(self) -> str | None:
        """What `lexkit.yaml` says; raises `LexkitError` for what it may not hold."""
        if (path := self.settings_file) is None:
            return None
        from lexkit import yamlfile  # here, as `lexkit check` reads no YAML

        fields = yamlfile.Fields(yamlfile.load(path), path, "the settings")
        value = fields.text("database")
        fields.table_of(SERVE)  # which the service reads
        fields.done()
        return None if value is None else str(value)

    @property
    def releases(self) -> Path:
        """Where the releases are: not below `build/`, which can be made again at any time."""
        return self.home / RELEASES

    @property
    def _folders(self) -> list[Path]:
        """Where rules and sources are looked for: the workspace's own first, the shipped last."""
        own = [self.root] if self.root is not None else []
        return own if own and own[0] == shipped() else [*own, shipped()]

    @property
    def tags_files(self) -> list[Path]:
        """The tag vocabularies, the shipped one first: a workspace's own adds to it."""
        files = [folder / RULES / TAGS_FILE for folder in reversed(self._folders)]
        return [file for file in files if file.is_file()]

    @property
    def translations(self) -> list[Path]:
        """What rulesets say in other languages, a file each; the shipped ones first."""
        folders = [folder / RULES / TRANSLATIONS for folder in reversed(self._folders)]
        return [path for folder in folders for path in sorted(folder.glob("*.yaml"))]

    @cached_property
    def rulesets(self) -> dict[str, Path]:
        """Every ruleset by name."""
        return self._listed(RULES)

    @property
    def own_rulesets(self) -> list[str]:
        """The rulesets that `--all` means: the workspace's own, or the shipped if it has none."""
        own = [n for n, p in self.rulesets.items() if p.parent.parent == self.root]
        return own or list(self.rulesets)

    @cached_property
    def sources(self) -> dict[str, Path]:
        """Every source's manifest by name."""
        return self._listed(SOURCES)

    @cached_property
    def paradigms(self) -> dict[str, Path]:
        """Every paradigm's table by name."""
        return self._listed(f"{RULES}/{PARADIGMS}")

    @property
    def curated_files(self) -> list[Path]:
        """The files of decisions: the workspace's own, or without one the shipped."""
        folder = (self.root or shipped()) / SOURCES / CURATED
        return sorted(path for path in folder.glob("*.tsv") if not path.name.startswith("."))

    def paradigm(self, name: str) -> Path:
        """The table of the paradigm ``name``, which must be one of `paradigms`."""
        try:
            return self.paradigms[name]
        except KeyError:
            raise LexkitError(
                f"there is no paradigm {name!r}", remedy=suggest(name, list(self.paradigms))
            ) from None

    def _listed(self, kind: str) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for folder in reversed(self._folders):
            for path in sorted((folder / kind).glob("*.yaml")):
                is_tags = kind == RULES and path.name == TAGS_FILE
                # An editor's lock or swap file begins with a dot.
                if not is_tags and not path.name.startswith("."):
                    found[path.stem] = path
        return dict(sorted(found.items()))

    def ruleset(self, name: str) -> Path:
        """The file of the ruleset ``name``, which must be one of `rulesets`."""
        try:
            return self.rulesets[name]
        except KeyError:
            raise LexkitError(
                f"there is no ruleset {name!r}", remedy=suggest(name, list(self.rulesets))
            ) from None

    def source(self, name: str) -> Path:
        """The manifest of the source ``name``, which must be one of `sources`."""
        try:
            return self.sources[name]
        except KeyError:
            raise LexkitError(
                f"there is no source {name!r}", remedy=suggest(name, list(self.sources))
            ) from None

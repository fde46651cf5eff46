"""Tables of what is particular to one language or one wiki, which readers work by: YAML, no code.

They lie in `rules/readers/` and are named by an option, or are files of one's own, named by their
path. Their key `tags` says what the labels of the format mean, so that a manifest need only say
what it sees differently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

from lexkit import yamlfile
from lexkit.errors import suggest
from lexkit.readers.base import Options
from lexkit.tagset import Tagset
from lexkit.workspace import RULES, shipped

#: The folder within `rules/` that holds the tables of readers.
FOLDER = "readers"


def known() -> dict[str, Path]:
    """The tables that come with lexkit, by name."""
    return {path.stem: path for path in sorted((shipped() / RULES / FOLDER).glob("*.yaml"))}


def find(options: Options, option: str, default: str) -> Path:
    """The table that ``option`` names: one of `known`, or a path ending in ``.yaml``.

    A path counts from the folder of the manifest, on the command line from where one is.
    """
    name = options.text(option, default) or default
    if name.endswith((".yaml", ".yml")):
        path = (options.path.parent / name) if options.path else Path(name)
        if not path.is_file():
            raise options.error(option, f"there is no table {name}")
        return path
    tables = known()
    if name not in tables:
        raise options.error(
            option,
            f"there is no table {name!r}",
            f"{suggest(name, list(tables))}; or name a file of your own, ending in .yaml",
        )
    return tables[name]


def meanings(paths: Iterable[Path], tagset: Tagset) -> dict[str, frozenset[str]]:
    """What the tables in ``paths`` say of labels: the tags of each."""
    found: dict[str, frozenset[str]] = {}
    for path in paths:
        fields = yamlfile.Fields(yamlfile.load(path), path, "a table")
        for key, value in fields.table_of("tags").items():
            tags = _tags(value, fields, tagset)
            for label in spelled_out(key):
                found[label] = tags
    return found


def _tags(node: yamlfile.Node, fields: yamlfile.Fields, tagset: Tagset) -> frozenset[str]:
    if isinstance(node, yamlfile.Table):
        raise fields.error("a label is mapped to a tag or a list of tags", node)
    names = [node] if isinstance(node, yamlfile.Text) else list(node)
    line = getattr(node, "line", None)
    return frozenset(
        tagset.check(str(name), path=fields.path, line=line, given=True)
        for name in names
        if name != "-"
    )


def spelled_out(key: str) -> Iterator[str]:
    """The labels that ``key`` stands for: *alt-of dated|archaic* is two of them."""
    for words in product(*(word.split("|") for word in key.split(" "))):
        yield " ".join(words)

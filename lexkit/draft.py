"""A manifest for a file that someone has, as far as it can be written without asking them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lexkit.errors import LexkitError
from lexkit.fetch import sha256_of
from lexkit.fetch.base import misnamed
from lexkit.packed import plain_name
from lexkit.readers import READERS, shaped_by
from lexkit.readers.base import Options, OptionValue
from lexkit.yamlfile import NAME

#: What YAML reads as it stands; all else is quoted.
_PLAIN = re.compile(r"[\w.+/()][\w.+/() *-]*(?<! )")

#: How many labels without a tag are listed.
_LISTED = 40


def name_for(path: Path) -> str:
    """A name for the source that ``path`` is: *Deutsche Wörter.csv.gz* is *deutsche-wörter*."""
    stem = re.sub(r"[^\w.]+", "-", plain_name(path.name).lower())
    return re.sub(r"\.[a-z]{1,8}$", "", stem).strip("-.") or "list"


def manifest(
    name: str,
    files: list[Path],
    folder: Path,
    reader: str,
    options: Mapping[str, OptionValue],
    *,
    language: str,
    licence: str,
    title: str,
    tags: Mapping[str, frozenset[str]],
    patterns: Sequence[tuple[str, frozenset[str]]] = (),
    unmapped: Sequence[str],
) -> str:
    """The text of the manifest ``name`` in ``folder``, which reads ``files``.

    What is not known is left empty, which is an error until someone fills it in. ``tags`` are those
    of labels, ``patterns`` over them give tags too; ``unmapped`` labels are listed in a remark.
    """
    for what, called in (("source", name), *(("file", file.name) for file in files)):
        if reason := misnamed(called):
            raise LexkitError(f"the {what} name {called!r} {reason}", remedy="choose another")
    for what, value in (("name", name), ("language", language)):
        if value and not NAME.fullmatch(value):
            raise LexkitError(f"{value!r} is no {what}", remedy="use letters, digits and - . _")
    lines = [
        f"source: {_scalar(name)}",
        f"title: {_scalar(title)}",
        f"language: {_scalar(language)}"
        if language
        else "language: # to fill in: its code (BCP 47)",
        f"licence: {_scalar(licence)}"
        if licence
        else "licence: # to fill in: its SPDX identifier, such as CC-BY-SA-4.0, or LicenseRef-NAME",
        "files:",
        *(f"  {_scalar(file.name)}: {sha256_of(file)}" for file in files),
        "fetch:",
        *_fetch(files, folder),
        f"reader: {reader}",
    ]
    if options:
        lines += ["options:", *(f"  {key}: {_value(value)}" for key, value in options.items())]
    for key, pairs in (("tags", list(tags.items())), ("patterns", patterns)):
        if pairs:
            lines += [f"{key}:", *(f"  {_scalar(k)}: {_value(sorted(v) or '-')}" for k, v in pairs)]
    lines += _remark(unmapped, bool(tags))
    return "\n".join(lines) + "\n"


def tables_from(
    folder: Path, reader: str, options: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """``options`` as typed, with the tables of one's own named from ``folder``, as a manifest does.

    On the command line they are named from where one is.
    """
    own = shaped_by(reader, Options(options, READERS[reader].OPTIONS))
    return {
        key: _target(Path(value), folder)
        if isinstance(value, str) and Path(value) in own
        else value
        for key, value in options.items()
    }


def _fetch(files: list[Path], folder: Path) -> Iterator[str]:
    for file in files:
        target = _target(file, folder)
        if len(files) == 1:
            yield f"  - path: {_scalar(target)}"
        else:
            name = _scalar(file.name)
            yield f"  - {{path: {_scalar(target)}, members: {{{name}: {json.dumps('')}}}}}"


def _target(file: Path, folder: Path) -> str:
    """The path from the manifest's ``folder`` for a file of its workspace, else from the root."""
    file = file.absolute()
    if file.is_relative_to(folder.parent.absolute()):
        return Path(os.path.relpath(file, folder.absolute())).as_posix()
    return file.as_posix()


def _remark(unmapped: Sequence[str], has_tags: bool) -> Iterator[str]:
    if not unmapped:
        return
    where = "above" if has_tags else "in 'tags'"
    yield f"# Labels without a tag. Give them one {where} if they matter, - if they do not:"
    for label in unmapped[:_LISTED]:
        yield "#   " + "".join(c if c.isprintable() else "�" for c in label[:80])
    if len(unmapped) > _LISTED:
        yield f"#   and {len(unmapped) - _LISTED:,} more"


def _scalar(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    quoted = json.dumps(text, ensure_ascii=False)  # which YAML reads too, but for line breaks
    return "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in quoted)


def _value(value: OptionValue) -> str:
    if isinstance(value, str):
        return _scalar(value)
    if isinstance(value, list):
        return _scalar(value[0]) if len(value) == 1 else f"[{', '.join(map(_scalar, value))}]"
    return "{" + ", ".join(f"{_scalar(k)}: {_scalar(v)}" for k, v in value.items()) + "}"

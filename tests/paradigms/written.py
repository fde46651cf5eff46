"""The tables, and the expectations written by hand that lie beside the tests."""

from __future__ import annotations

from pathlib import Path

from lexkit import conjugation, endings, paradigm, tagset

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TAGSET = tagset.load([ROOT / "rules" / "tags.yaml"])


def table(name: str) -> paradigm.Paradigm:
    """The table `rules/paradigms/<name>.yaml`."""
    return paradigm.load(ROOT / "rules" / "paradigms" / f"{name}.yaml", TAGSET)


def endings_of(name: str) -> endings.Endings:
    found = table(name)
    assert isinstance(found, endings.Endings)
    return found


def conjugation_of(name: str) -> conjugation.Conjugation:
    found = table(name)
    assert isinstance(found, conjugation.Conjugation)
    return found


def rows(name: str) -> list[list[str]]:
    """The cells of each line of a file, comments left out."""
    lines = (HERE / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def verbs(folder: str) -> list[Path]:
    """The files that hold every form of a verb, named after it."""
    return sorted(path for path in (HERE / folder).glob("*.forms") if path.stem != "wrong")


def wrong(folder: str) -> list[tuple[str, str]]:
    """Each verb with a form that it must never be made to have."""
    return [
        (verb, form)
        for line in (HERE / folder / "wrong.forms").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
        for verb, _, forms in [line.partition(":")]
        for form in forms.split()
    ]

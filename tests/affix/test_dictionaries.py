"""The small dictionaries of ``data``: one question of hunspell each.

``name.good`` lists every form of the expansion, ``name.forbidden`` every form that the
dictionary forbids, and ``name.wrong`` what must not come out and often does elsewhere.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.affix.dictionary import read
from tests.affix.oracle import Oracle, find_library, without_compounds
from tests.requirements import need

DATA = Path(__file__).parent / "data"
NAMES = sorted(path.stem for path in DATA.glob("*.dic"))

#: Where libhunspell differs from the lists, and why.
LIBHUNSPELL_SAYS_YES = {
    # A prefix is not asked for the other half of its circumfix.
    "circumfix": {"gekoch"},
    # Nor is the second of two suffixes asked for ONLYINCOMPOUND.
    "onlyincompound": {"leitungs"},
    # Of two lines with one spelling, only the first can forbid.
    "forbidden": {"autos"},
    # What stands before the first stem is a stem to it.
    "header-hash": {"# Eine Liste"},
    # Digits are a number.
    "byte-order-mark": {"3"},
    "morphology": {"7"},
}
#: Here libhunspell accepts nothing: it wants the number of stems in the first line.
LIBHUNSPELL_SAYS_NO = {"no-count"}
#: Other ways to write a form, which libhunspell accepts and the expansion leaves out.
WRITINGS = {
    "capitals": {"IJf", "IJfje", "IJkje"},
    "checksharps": {"STRASSE", "FUSS"},
    "conversion": {"læs", "œl", "faß"},
    "conversion-in": {"l’ami", "ﬁn"},
    "ignore": {"за́мок", "катл·ка"},
}


def listed(name: str, suffix: str) -> set[str]:
    path = DATA / f"{name}.{suffix}"
    return set(path.read_text("utf-8").splitlines()) if path.exists() else set()


@pytest.mark.parametrize("name", NAMES)
def test_expands_to_exactly_the_good_forms(name: str) -> None:
    found = read(DATA / f"{name}.dic")
    assert found.good == listed(name, "good")
    assert found.forbidden == listed(name, "forbidden")
    assert not found.good & listed(name, "wrong")


@pytest.mark.parametrize("name", NAMES)
def test_agrees_with_libhunspell(name: str, tmp_path: Path) -> None:
    need(find_library() is not None, "libhunspell 1.7 (apt-get install libhunspell-1.7-0)")
    if name in LIBHUNSPELL_SAYS_NO:
        return
    aff = without_compounds(DATA / f"{name}.aff", tmp_path)
    with Oracle(aff, DATA / f"{name}.dic") as oracle:
        assert {form for form in listed(name, "good") if not oracle.spell(form)} == set()
        wrong = listed(name, "wrong") | listed(name, "forbidden")
        accepted = {form for form in wrong if oracle.spell(form)}
    assert accepted == LIBHUNSPELL_SAYS_YES.get(name, set()) | WRITINGS.get(name, set())


def test_each_dictionary_says_what_is_good() -> None:
    assert all(listed(name, "good") for name in NAMES)

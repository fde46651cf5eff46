"""What the installed Babel calls territories and currencies, in languages of which none is ours."""

from __future__ import annotations

import pickle
import shutil
from importlib import resources
from pathlib import Path

import pytest

from lexkit.errors import LexkitError
from lexkit.model import Entry
from lexkit.readers import READERS, cldr
from lexkit.readers.base import Input, Options, OptionValue, Report

DATA = Path(str(resources.files("babel") / "locale-data"))


def read(*names: str, **options: OptionValue) -> tuple[dict[str, list[Entry]], Report]:
    """The entries of the locales, by their form, and the report."""
    files = {f"{name}.dat": DATA / f"{name}.dat" for name in names}
    report = Report()
    found: dict[str, list[Entry]] = {}
    for entry in cldr.read(Input(files, Options(options, cldr.OPTIONS), report)):
        found.setdefault(entry.form, []).append(entry)
    return found, report


def entries(*names: str, **options: OptionValue) -> dict[str, list[Entry]]:
    return read(*names, **options)[0]


@pytest.mark.parametrize(
    ("locale", "entry"),
    [
        ("sv", Entry("Storbritannien", "Storbritannien", ("territory",), "sv.dat:GB")),
        ("sv", Entry("Sydamerika", "Sydamerika", ("territory",), "sv.dat:005")),
        ("sv", Entry("SE", "SE", ("territory-code",), "sv.dat:SE")),
        ("sv", Entry("SEK", "SEK", ("currency-code",), "sv.dat:SEK")),
        ("sv", Entry("svensk krona", "svensk krona", ("currency",), "sv.dat:SEK")),
        ("sv", Entry("svenska kronor", "svensk krona", ("currency",), "sv.dat:SEK", "other")),
        ("pl", Entry("złote polskie", "złoty polski", ("currency",), "pl.dat:PLN", "few")),
        ("pl", Entry("złotych polskich", "złoty polski", ("currency",), "pl.dat:PLN", "many")),
        ("fr", Entry("Guinée-Bissau", "Guinée-Bissau", ("territory",), "fr.dat:GW")),
    ],
)
def test_a_thing_has_the_names_that_babel_knows(locale: str, entry: Entry) -> None:
    assert entry in entries(locale)[entry.form]


def test_a_continent_has_no_sign_and_gold_is_no_currency_but_has_a_code() -> None:
    found, report = read("sv")
    assert "005" not in found
    assert found["XAU"][0].labels == ("currency-code",)
    assert not any(
        "currency" in entry.labels for forms in found.values() for entry in forms
        if entry.place == "sv.dat:XAU"
    )  # fmt: skip
    assert report.noted["a currency that is no legal tender"] > 20
    assert not report.skipped


def test_what_was_tender_once_is_a_currency() -> None:
    assert "tysk mark" in entries("sv", what=["currency"])


def test_only_what_is_asked_for_is_read() -> None:
    found = entries("sv", what="territory-code,currency-code", without="SE,SEK")
    labels = {label for forms in found.values() for entry in forms for label in entry.labels}
    assert labels == {"territory-code", "currency-code"}
    assert {"NO", "NOK"} <= found.keys()
    assert found.keys().isdisjoint({"SE", "SEK", "Norge"})


def test_the_unit_stands_in_place_of_the_name() -> None:
    found, report = read("sv", what="currency", unit=r"(?:\S+ |\S+-)([a-z]+)")
    assert [(e.lemma, e.cell) for e in found["krona"]] == [("krona", None)]
    assert [(e.lemma, e.cell) for e in found["kronor"]] == [("krona", "other")]
    assert "svensk krona" not in found
    assert "afghani (1927–2002)" in found  # which that pattern does not know
    assert report.noted["a currency in whose name 'unit' finds none"] > 0


def test_a_second_locale_adds_what_it_calls_otherwise() -> None:
    one, both = entries("pt"), entries("pt", "pt_PT")
    assert one.keys() < both.keys()
    added = [entry for form in both.keys() - one.keys() for entry in both[form]]
    assert all(entry.place.startswith("pt_PT.dat:") for entry in added)
    for forms in both.values():
        assert len({entry.labels for entry in forms}) == len(forms)


def test_what_locales_inherit_is_no_locale() -> None:
    assert entries("sv", "root") == entries("sv")


def test_no_other_file_is_ever_loaded(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[object, ...]:
            return Path.touch, (tmp_path / "sprung",)

    trap = tmp_path / "sv.dat"
    trap.write_bytes(pickle.dumps(Trap()))
    with pytest.raises(LexkitError, match="no file of the Babel that is installed") as caught:
        list(cldr.read(Input({"sv.dat": trap}, Options({}, cldr.OPTIONS), Report())))
    assert caught.value.path == trap
    assert not (tmp_path / "sprung").exists()
    # A copy of Babel's own, as a mirror may hold one, is as good as that.
    shutil.copyfile(DATA / "sv.dat", trap)
    assert list(cldr.read(Input({"sv.dat": trap}, Options({}, cldr.OPTIONS), Report())))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"what": "territories"}, "there is no 'territories' (known are territory,"),
        ({"unit": "("}, "the pattern '(': missing ), unterminated"),
        ({"unit": "(a{9999999999})"}, "the repetition number is too large"),
        ({"unit": ".*"}, "has 0 groups (write one)"),
        ({"unit": "(a)(b)"}, "has 2 groups"),
    ],
)
def test_mistaken_options_are_refused(options: dict[str, OptionValue], says: str) -> None:
    with pytest.raises(LexkitError) as caught:
        entries("sv", **options)
    assert says in str(caught.value)


def test_it_is_a_reader() -> None:
    assert READERS["cldr"] is cldr

"""The expansion beside libhunspell itself, on the dictionaries of Debian; see docs/hunspell.md.

    python -m benchmarks.hunspell_oracle --folder /tmp/dictionaries [NAME...]

Fetches what is missing in the folder by ``apt-get download`` and ``dpkg-deb -x``, which install
nothing, and prints a row a dictionary: how many readings came out, how many of them libhunspell
refuses (compounding and BREAK taken out of a copy of the ``.aff``), and, where Debian has a list
of words of the language, how many of its words libhunspell accepts and the expansion lacks.

Two kinds of words count as there: other ways to write a form (capitals, a typewriter apostrophe
where ICONV makes a typographic one of it), and what libhunspell does with any word (dots at the
end, digits). Where a dictionary has too many forms to ask for each of them, a sample of its stems
and of their forms is asked for.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from lexkit.affix import Affixes, Moulds, read_affixes, read_stems
from lexkit.readers import hunspell
from lexkit.readers.base import Input, Options, Report
from tests.affix.oracle import Oracle, without_compounds


class Case(NamedTuple):
    """A dictionary, its package, a package with a word list and the list; the sampling."""

    package: str
    name: str
    list_package: str = ""
    words: str = ""
    every: int = 1
    forms: int = 1_000_000


CASES = {
    "de-frami": Case("hunspell-de-de-frami", "de_DE_frami", "wngerman", "ngerman"),
    "de": Case("hunspell-de-de", "de_DE", "wngerman", "ngerman"),
    "nl": Case("hunspell-nl", "nl", "wdutch", "dutch"),
    "en-us": Case("hunspell-en-us", "en_US", "wamerican-insane", "american-english-insane"),
    "en-gb": Case("hunspell-en-gb", "en_GB", "wbritish-insane", "british-english-insane"),
    "fr": Case("hunspell-fr-classical", "fr", "wfrench", "french"),
    "it": Case("hunspell-it", "it_IT", every=9),
    "sv": Case("hunspell-sv", "sv_SE", "wswedish", "swedish"),
    "is": Case("hunspell-is", "is_IS"),
    "tr": Case("hunspell-tr", "tr_TR"),
    "sk": Case("hunspell-sk", "sk_SK"),
    "cs": Case("hunspell-cs", "cs_CZ"),
    "lv": Case("hunspell-lv", "lv_LV"),
    "uk": Case("hunspell-uk", "uk_UA"),
    "gl": Case("hunspell-gl", "gl_ES", every=101, forms=2000),
    "hu": Case("hunspell-hu", "hu_HU", every=211, forms=1000),
}


def fetch(package: str, folder: Path) -> None:
    """Unpack a package of Debian into the folder."""
    if list(folder.glob(f"{package}_*.deb")):
        return
    subprocess.run(
        ["apt-get", "download", "-qq", package], cwd=folder, check=True, stderr=subprocess.DEVNULL
    )
    (archive,) = folder.glob(f"{package}_*.deb")
    subprocess.run(["dpkg-deb", "-x", archive.name, "."], cwd=folder, check=True)


def forms_of(dic: Path, aff: Path, report: Report) -> Iterator[str]:
    """All forms of a dictionary."""
    given = Input({dic.name: dic, aff.name: aff}, Options({}, {}), report)
    entries = hunspell.read(given)
    return (entry.form for entry in entries if hunspell.FORBIDDEN not in entry.labels)


def sampled(dic: Path, affixes: Affixes, case: Case) -> Iterator[str]:
    """Each nth stem, and of its forms the first ones."""
    moulds = Moulds(affixes)
    stems = [
        (stem.spelling, frozenset(affixes.flags.split(stem.flags)))
        for stem in read_stems(dic, affixes, lambda reason, line, lost: None)
    ]
    forbidden = {spelling for spelling, flags in stems if affixes.forbiddenword in flags}
    for spelling, flags in stems[:: case.every]:
        middle, mould = moulds.of(flags).pour(spelling)
        first = islice(mould, case.forms)
        for cast in first:
            form = affixes.plain(cast.before + middle + cast.after)
            if form is not None and form not in forbidden:
                yield form


class Comparison:
    """One dictionary beside the oracle."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.case = case
        self.dic = folder / "usr/share/hunspell" / f"{case.name}.dic"
        self.words = folder / "usr/share/dict" / case.words if case.words else None
        self.report = Report()
        self.entries = 0
        self.refused: list[str] = []
        self.accepted = 0
        self.missing: list[str] = []

    def run(self) -> None:
        with TemporaryDirectory() as folder:
            dic, aff = self.dic.resolve(), self.dic.with_suffix(".aff").resolve()
            affixes = read_affixes(aff)
            whole = self.case.every == 1
            forms: set[str] = set()
            with Oracle(without_compounds(aff, Path(folder)), dic) as oracle:
                for form in (
                    forms_of(dic, aff, self.report) if whole else sampled(dic, affixes, self.case)
                ):
                    self.entries += 1
                    if self.words:
                        forms.add(form)
                    if not oracle.spell(form):
                        self.refused.append(form)
                if whole and self.words:
                    self._other_way(self.words, forms, oracle, affixes)

    def _other_way(self, words: Path, forms: set[str], oracle: Oracle, affixes: Affixes) -> None:
        lower = {form.lower() for form in forms}
        for word in words.read_text("utf-8", errors="replace").splitlines():
            if word.strip() and oracle.spell(word):
                self.accepted += 1
                if word not in forms and not self._written_otherwise(word, lower, affixes):
                    self.missing.append(word)

    @staticmethod
    def _written_otherwise(word: str, lower: set[str], affixes: Affixes) -> bool:
        looked_up = affixes.looked_up(word)
        bare = looked_up.rstrip(".")
        tries = {word, looked_up, affixes.oconv.convert(looked_up), bare, word.rstrip(".")}
        tries |= {spelling.lower() for spelling in tries}
        tries |= {spelling.replace("ss", "ß") for spelling in tries}
        return bare.isdigit() or not tries.isdisjoint(lower)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(CASES)}")
    parser.add_argument("--folder", type=Path, required=True, help="where the packages go")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.names or CASES:
        case = CASES[name]
        for package in filter(None, (case.package, case.list_package)):
            fetch(package, arguments.folder)
        start = time.perf_counter()
        comparison = Comparison(case, arguments.folder)
        comparison.run()
        seconds = time.perf_counter() - start
        print(
            f"{name}: {comparison.entries:,} readings, {len(comparison.refused):,} refused "
            f"{comparison.refused[:5]}; list: {comparison.accepted:,} accepted, "
            f"{len(comparison.missing):,} missing {comparison.missing[:12]} ({seconds:.0f} s) "
            f"{dict(comparison.report.skipped)} {dict(comparison.report.noted)}",
            flush=True,
        )


if __name__ == "__main__":
    main()

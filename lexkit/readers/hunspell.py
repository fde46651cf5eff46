"""Hunspell dictionaries: a ``.dic`` with its ``.aff``, all forms written out.

How stems become forms is the business of ``lexkit.affix``. Here they become entries: the form
in plain letters, the stem as lemma, and as labels what the dictionary says of the stem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import NamedTuple

from lexkit.affix import Affixes, Moulds, Stem, read_affixes, read_stems
from lexkit.affix.moulds import FlagMoulds
from lexkit.errors import LexkitError
from lexkit.model import Entry
from lexkit.packed import beside, plain_name
from lexkit.readers.base import Input, Report

SUMMARY = "hunspell dictionaries (.dic with .aff): all forms of all stems, without compounds"
OPTIONS = {
    "hyphens": "whether forms to which an affix joins a hyphen (-haus, Haus-) are read (yes)",
    "inflections": "the flags of affixes that inflect: what others make is a word of its own, "
    "without a lemma (all)",
    "rule_flags": "whether the flags of affix rules are labels too (no)",
    "stems": "whether each stem with its flags is a label, stem:Linz/S, or twin:Haus/S where it "
    "stands in other capitals as well (no)",
}

#: Makes the tuple without the detour through keyword arguments, a million times.
_ENTRY = tuple.__new__

#: The label of what the dictionary forbids.
FORBIDDEN = "forbidden"
#: ``st:`` names the lemma; ``ph:`` (misspellings) and ``al:`` (irregular forms that have lines
#: of their own) say nothing about the word.
_LEMMA = "st:"
_NOT_LABELS = (_LEMMA, "ph:", "al:")


def read(given: Input) -> Iterator[Entry]:
    """Stream the forms of the dictionary, in the order of its lines.

    Labels are the flags of the stem that are no affixes (with the option ``rule_flags``, those
    that are as well), as ``flag:XX``, with the option ``stems`` the stem itself, and the
    morphological fields of stem and rules, as ``po:noun``; what is forbidden has ``forbidden``.
    """
    name, dic, aff = _files(given)
    affixes = read_affixes(aff)
    for reason, line in affixes.notes:
        given.report.note(reason, f"{aff.name}:{line}")
    rule_flags, stems = given.options.flag("rule_flags"), given.options.flag("stems")
    entries = _Dictionary(name, dic, affixes, given.report, rule_flags, stems).entries()
    if not given.options.flag("hyphens", True):
        entries = (entry for entry in entries if not _hangs(entry))
    if inflections := given.options.items("inflections"):
        entries = _inflected(entries, frozenset(inflections), given.report, dic.name)
    return entries


def _inflected(
    entries: Iterator[Entry], inflections: frozenset[str], report: Report, name: str
) -> Iterator[Entry]:
    """The entries, without a lemma where an affix that does not inflect has made them.

    English dictionaries save lines with their affixes: *alive* stands under *ale*, by the ending of
    *active*, and what is said of the drink must not hold for it.
    """
    inflects: dict[str | None, bool] = {None: True}
    seen: set[str] = set()
    for entry in entries:
        if (same := inflects.get(entry.cell)) is None:
            flags = (entry.cell or "").split()[1::2]  # SFX S PFX A
            seen.update(flags)
            same = inflects[entry.cell] = inflections.issuperset(flags)
        yield entry if same else entry._replace(lemma=None)
    for flag in sorted(inflections - seen):
        report.note(f"no form is made by the affix {flag}, which 'inflections' names", name)


def _hangs(entry: Entry) -> bool:
    """Whether the form, unlike its stem, begins or ends with a hyphen."""
    form, stem = entry.form, entry.lemma or ""
    return (form[0] == "-" and stem[:1] != "-") or (form[-1] == "-" and stem[-1:] != "-")


def _files(given: Input) -> tuple[str, Path, Path]:
    """The ``.dic`` by its name and path, and the ``.aff`` given with it or lying beside it."""
    name, dic = next(
        ((n, path) for n, path in given.files.items() if plain_name(n).endswith(".dic")),
        next(iter(given.files.items())),
    )
    for other, path in given.files.items():
        if plain_name(other).endswith(".aff"):
            return PurePath(name).name, dic, path
    aff = beside(dic, ".aff")
    if not aff.is_file():
        raise LexkitError(
            "the dictionary has no .aff",
            path=dic,
            remedy=f"put {aff.name} beside it, or name it as a second file",
        )
    return PurePath(name).name, dic, aff


class _Kind(NamedTuple):
    """What stems with the same flags have in common."""

    flags: frozenset[str]
    labels: tuple[str, ...]
    forbidden: bool
    moulds: FlagMoulds
    written: str


@dataclass
class _Dictionary:
    """One dictionary while it is read."""

    name: str
    path: Path
    affixes: Affixes
    report: Report
    rule_flags: bool = False
    stem_labels: bool = False
    kinds: dict[bytes, _Kind] = field(default_factory=dict)
    labels: dict[tuple[tuple[str, ...], ...], tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.moulds = Moulds(self.affixes)
        self.rewrites = bool(self.affixes.iconv.table or self.affixes.oconv.table)

    def entries(self) -> Iterator[Entry]:
        """The entries of each stem. Stems are held, since a later one can forbid; forms are not."""
        stems = list(read_stems(self.path, self.affixes, self._told))
        forbidden = self._forbidden_forms(stems)
        twins = self._twins(stems)
        for stem in stems:
            spelling, flags, said, line = stem
            kind = self.kinds.get(flags) or self._kind(flags)
            if kind.forbidden:
                yield from self._forbidden(stem, kind, forbidden)
                continue
            place = f"{self.name}:{line}"
            if " " in spelling:
                self.report.note("a space inside: one form, not several words", place)
            labels = kind.labels
            if self.stem_labels:
                labels = (*labels, self._stem_label(spelling, kind, twins))
            if said or self.rewrites or spelling.endswith(".."):
                yield from self._careful(stem, kind, labels, place, forbidden)
                continue
            middle, mould = kind.moulds.pour(spelling)
            for before, after, cell, fields in mould:
                form = before + middle + after
                if form not in forbidden:
                    more = self._labels(labels, fields) if fields else labels
                    yield _ENTRY(Entry, (form, spelling, more, place, cell))

    def _twins(self, stems: list[Stem]) -> frozenset[str]:
        """The spellings that stand twice, but for capitals (*Haus*, and *haus* for compounds)."""
        if not self.stem_labels:
            return frozenset()
        spellings = {stem.spelling for stem in stems}
        counts = Counter(spelling.lower() for spelling in spellings)
        return frozenset(s for s in spellings if counts[s.lower()] > 1)

    def _stem_label(self, spelling: str, kind: _Kind, twins: frozenset[str]) -> str:
        return f"{'twin' if spelling in twins else 'stem'}:{spelling}/{kind.written}"

    def _careful(
        self,
        stem: Stem,
        kind: _Kind,
        labels: tuple[str, ...],
        place: str,
        forbidden: frozenset[str],
    ) -> Iterator[Entry]:
        """The entries of a stem with morphological fields, or with letters to be rewritten."""
        labels = self._labels(labels, self._said(stem.fields))
        lemma = self._lemma(stem)
        middle, mould = kind.moulds.pour(stem.spelling)
        for before, after, cell, fields in mould:
            form = before + middle + after
            if form not in forbidden and (typed := self._typed(form, place)) is not None:
                yield Entry(typed, lemma, self._labels(labels, fields), place, cell)

    def _forbidden_forms(self, stems: list[Stem]) -> frozenset[str]:
        """All spellings under a ban, which no other stem may bring back.

        A stem marked ``FORBIDDENWORD`` bans its own spelling altogether. What its affixes make
        of it is banned as well, except a form that has a good line of its own: hunspell looks
        for the line first.
        """
        banned: set[str] = set()
        made: set[str] = set()
        if self.affixes.forbiddenword is None:
            return frozenset()
        for stem in stems:
            kind = self.kinds.get(stem.flags) or self._kind(stem.flags)
            if kind.forbidden:
                banned.add(stem.spelling)
                middle, mould = kind.moulds.pour(stem.spelling)
                made.update(cast.before + middle + cast.after for cast in mould)
        if made - banned:
            made -= {
                stem.spelling
                for stem in stems
                if stem.spelling in made and self._stands(self.kinds[stem.flags])
            }
        return frozenset(banned | made)

    def _stands(self, kind: _Kind) -> bool:
        """Whether a stem of this kind is a word by itself."""
        return not (
            kind.forbidden
            or self.affixes.needaffix in kind.flags
            or self.affixes.refuses(kind.flags)
        )

    def _forbidden(self, stem: Stem, kind: _Kind, banned: frozenset[str]) -> Iterator[Entry]:
        """What the dictionary forbids, so that a verdict can say so."""
        middle, mould = kind.moulds.pour(stem.spelling)
        forms: dict[str, str | None] = {stem.spelling: None}
        for before, after, cell, _ in mould:
            forms.setdefault(before + middle + after, cell)
        labels = self._labels(kind.labels, self._said(stem.fields))
        place = f"{self.name}:{stem.line}"
        for form, cell in forms.items():
            if form in banned:
                written = self.affixes.oconv.convert(form)
                yield Entry(written, self._lemma(stem), labels, place, cell)

    def _typed(self, form: str, place: str) -> str | None:
        """A form in plain letters, or ``None`` and a note if hunspell can never reach it."""
        if form.endswith("..") and form.strip("."):
            self.report.note("hunspell tries one dot at the end of a word, not two", place)
            return None
        if (typed := self.affixes.plain(form)) is None:
            self.report.note("ICONV rewrites what would have to be typed: unreachable", place)
        return typed

    def _lemma(self, stem: Stem) -> str:
        """The stem in plain letters, or what ``st:`` names instead of it."""
        named = next((f[len(_LEMMA) :] for f in stem.fields if f.startswith(_LEMMA)), None)
        lemma = named or stem.spelling
        return self.affixes.oconv.convert(lemma) if self.rewrites else lemma

    def _kind(self, flags: bytes) -> _Kind:
        kind = self.kinds.get(flags)
        if kind is None:
            kind = self.kinds[flags] = self._new_kind(flags)
        return kind

    def _new_kind(self, written: bytes) -> _Kind:
        affixes = self.affixes
        flags = frozenset(affixes.flags.split(written))
        forbidden = affixes.forbiddenword is not None and affixes.forbiddenword in flags
        unlabelled = {affixes.forbiddenword or ""}
        if not self.rule_flags:
            unlabelled |= affixes.rule_flags
        names = dict.fromkeys(affixes.flags.names(written, unlabelled))
        labels = tuple(f"flag:{name}" for name in names)
        heard = flags - _silent(flags, affixes)
        return _Kind(
            flags,
            (FORBIDDEN, *labels) if forbidden else labels,
            forbidden,
            self.moulds.of(heard),
            "".join(sorted(affixes.flags.names(written, set()))),
        )

    def _labels(self, labels: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
        """Labels joined, one tuple for all stems with the same ones."""
        if not more:
            return labels
        joined = self.labels.get((labels, more))
        if joined is None:
            joined = self.labels[labels, more] = tuple(dict.fromkeys((*labels, *more)))
        return joined

    @staticmethod
    def _said(fields: tuple[str, ...]) -> tuple[str, ...]:
        if not fields:
            return fields
        return tuple(f for f in fields if not f.startswith(_NOT_LABELS))

    def _told(self, reason: str, line: int, lost: bool) -> None:
        tell = self.report.skip if lost else self.report.note
        tell(reason, f"{self.name}:{line}")


def _silent(flags: frozenset[str], affixes: Affixes) -> frozenset[str]:
    """Flags that decide nothing about forms: with and without them, stems share their moulds."""
    marks = (affixes.needaffix, affixes.onlyincompound, affixes.warn)
    return frozenset(
        flag
        for flag in flags
        if flag not in affixes.stacked and flag not in affixes.single and flag not in marks
    )

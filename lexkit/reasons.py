"""Why each of many words counts or not, in one go: the first ground of a million words in seconds.

`Lexicon.answer` tells all there is of one word. Here is what counting and comparing need of many:
the verdict, and the rule, clause, source and tags of the ground that decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lexkit.ledger import Finding, FormRow, Member
from lexkit.lexicon import Lexicon
from lexkit.model import DECISION, TOO_LONG, TOO_SHORT, UNLAYABLE, Verdict


class Reason(NamedTuple):
    """A verdict and what it rests on; all but the verdict is empty where no source knows the word.

    ``tags`` are those of the reading that decided, without the shape of its form.
    """

    verdict: Verdict
    rule: str | None = None
    clause: str | None = None
    source: str | None = None
    tags: frozenset[str] = frozenset()


#: No source knows the word; and it has too few or too many letters.
UNKNOWN = Reason(Verdict.UNATTESTED)
LENGTHS = {rule: Reason(Verdict.REJECTED, rule) for rule in (TOO_SHORT, TOO_LONG)}


class Word(NamedTuple):
    """Letters with their reason and the form that decided (`None` where nobody knows one).

    There are few reasons, and words that share one share the object.
    """

    letters: str
    reason: Reason
    row: FormRow | None


class _Known(NamedTuple):
    """What is worked out once for an evidence, not for each form that shares it."""

    reason: Reason
    #: Stands only in lists that write everything in small letters.
    small: bool
    #: How the line of the first reading begins and ends (its tags, its source), and the lemmas that
    #: it must or must not have.
    begins: str
    ends: str
    of_member: frozenset[str]
    of_others: frozenset[str]


class Reasons:
    """The reasons of a lexicon, found from its ledger."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._ledger = lexicon.ledger
        self._wrong_length = lexicon.spelling.wrong_length
        self._small = {i for i, s in enumerate(lexicon.manifest["sources"]) if not s["capitals"]}
        #: The reasons of forms that cannot be laid, by source and tags of their first reading.
        self._without_tile: dict[tuple[int, str], Reason] = {}
        #: The reason of the forms of each evidence, as far as they can be laid.
        self._known = {
            number: self._worked_out(Verdict(verdict), members, findings)
            for number, verdict, members, findings in self._ledger.judged()
        }

    def by_evidence(self) -> dict[int, Reason]:
        """The reason of each evidence, by its number in the ledger."""
        return {number: known.reason for number, known in self._known.items()}

    def of(self, letters: Iterable[str]) -> Iterator[Word]:
        """The reason for each of ``letters`` (distinct, folded), in the order given."""
        for word, rows in self.rows(letters):
            yield self.first(word, rows)

    def rows(self, letters: Iterable[str]) -> Iterator[tuple[str, list[FormRow]]]:
        """Each of ``letters`` (distinct, folded) with the forms that have them, if any do."""
        asked = list(letters)
        found = self._grouped(self._ledger.forms(asked))
        following = next(found, None)
        for word in asked:
            if following is not None and following[0] == word:
                yield following
                following = next(found, None)
            else:
                yield word, []

    def all(self) -> Iterator[Word]:
        """The reason for all letters that some form of the ledger has, sorted by code point."""
        for letters, rows in self._grouped(self._ledger.forms()):
            yield self.first(letters, rows)

    def lemma(self, row: FormRow) -> tuple[str | None, str | None]:
        """Lemma and paradigm of the reading that decided on the form ``row``."""
        _, form, unlayable, number, text = row
        lines = text.split("\n")
        known = self._known[number]
        found = None
        for line in lines if unlayable is None else ():
            if line.startswith(known.begins) and line.endswith(known.ends):
                _, lemma, _, paradigm, _, _ = line.split("\t")
                name = lemma or form
                if name in known.of_member if known.of_member else name not in known.of_others:
                    # Of two that are alike to the rules, `Lexicon` shows the one of a paradigm.
                    if paradigm:
                        return lemma or None, paradigm
                    found = found or (lemma or None, None)
        if found is not None:
            return found
        _, lemma, _, paradigm, _, _ = min(lines, key=_source).split("\t")
        return lemma or None, paradigm or None

    @staticmethod
    def _grouped(rows: Iterator[FormRow]) -> Iterator[tuple[str, list[FormRow]]]:
        letters, group = "", list[FormRow]()
        for row in rows:
            if row[0] != letters and group:
                yield letters, group
                group = []
            letters = row[0]
            group.append(row)
        if group:
            yield letters, group

    def first(self, letters: str, rows: list[FormRow]) -> Word:
        """The reason by which `Lexicon.answer` decides on ``letters``; ``rows`` have them."""
        if (rule := self._wrong_length(letters)) is not None:
            return Word(letters, LENGTHS[rule], None)
        if len(rows) == 1 and rows[0][2] is None:
            return Word(letters, self._known[rows[0][3]].reason, rows[0])
        if not rows:
            return Word(letters, UNKNOWN, None)
        laid = [row for row in rows if row[2] is None]
        if not laid:
            row = min(rows, key=lambda row: row[1] != letters)
            return Word(letters, self._unlayable(row), row)
        standing = [row for row in laid if not self._known[row[3]].small] or laid
        reasons = [self._known[row[3]].reason for row in standing]
        given = {reason.verdict for reason in reasons}
        verdict = next(verdict for verdict in Verdict if verdict in given)
        deciding = [i for i, reason in enumerate(reasons) if reason.verdict is verdict]
        first = next((i for i in deciding if standing[i][1] == letters), deciding[0])
        return Word(letters, reasons[first], standing[first])

    def _unlayable(self, row: FormRow) -> Reason:
        first = min(row[4].split("\n"), key=_source)
        source, tags = _source(first), first.partition("\t")[0]
        if (source, tags) not in self._without_tile:
            name, given = self._ledger.sources[source], frozenset(tags.split())
            reason = Reason(Verdict.REJECTED, UNLAYABLE, None, name, given)
            self._without_tile[source, tags] = reason
        return self._without_tile[source, tags]

    def _worked_out(
        self, verdict: Verdict, members: list[Member], findings: list[Finding]
    ) -> _Known:
        # An unattested form has findings too, of sources that do not attest.
        _, rule, member, number = findings[0]
        source, tags, about = members[member or 0] if members else (0, frozenset[str](), None)
        begins = f"{' '.join(sorted(tags))}\t" if member is not None else "\n"
        ends = f"\t{source}"
        small = not any(d for *_, d in findings) and all(s in self._small for s, _, _ in members)
        name: str | None = self._ledger.sources.get(source)
        clause = self._lexicon.manifest["rules"].get(rule, {}).get("clause")
        if number is not None:
            line = self._ledger.decision(number)
            name, tags = line["source"], frozenset(line["tags"].split()) or tags
            clause = line["clause"] or None if rule == DECISION else clause
        reason = Reason(verdict, rule, clause, name, tags)
        of_member = self._words(d for *_, d in members if about and d == about)
        of_others = self._words(d for *_, d in members if d != about)
        return _Known(reason, small, begins, ends, of_member, of_others)

    def _words(self, decisions: Iterable[int | None]) -> frozenset[str]:
        return frozenset(self._ledger.decision(number)["word"] for number in decisions if number)


def _source(line: str) -> int:
    """The place of a reading's source in their order."""
    return int(line[line.rindex("\t") + 1 :])

"""What differs between two lexicons, or a lexicon and a word list: words in, out, other reasons.

Words in and out come from the sorted words alone, merged a block at a time: equal blocks, which
most are, cost no more than reading them. Reasons are compared through the ledgers, which hold many
times as much, so only who asks for them waits for that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from lexkit import evaluate
from lexkit.errors import LexkitError
from lexkit.lexicon import WORDS, Lexicon
from lexkit.model import Answer, Ground, Verdict
from lexkit.orthography import Spelling
from lexkit.progress import progress
from lexkit.reasons import UNKNOWN, Reason, Reasons, Word

#: How much of a word list is read at a time (bytes).
BLOCK = 1 << 16

#: Some lines of a sorted word list, each with its line end.
Lines = list[bytes]


@dataclass(frozen=True)
class Side:
    """One of the two that are compared: a lexicon, or (``lexicon`` is `None`) a word list.

    ``path`` is the file with the words of a lexicon; ``words`` are those of a list. ``unlayable``
    counts the words of a list that cannot be laid and so are not compared.
    """

    name: str
    lexicon: Lexicon | None = None
    path: Path | None = None
    words: tuple[str, ...] = ()
    unlayable: int = 0

    @classmethod
    def of(cls, lexicon: Lexicon, name: str) -> Side:
        return cls(name, lexicon, lexicon.folder / WORDS)

    @classmethod
    def listed(cls, path: Path, encoding: str, spelling: Spelling) -> Side:
        """The words of the list ``path``, folded by ``spelling``."""
        found = evaluate.read(path, encoding, spelling)
        return cls(str(path), words=tuple(sorted(found.words)), unlayable=len(found.unlayable))

    def __len__(self) -> int:
        return len(self.words) if self.lexicon is None else len(self.lexicon)

    def lines(self) -> Iterator[Lines]:
        """The words, sorted by code point, in blocks."""
        if self.path is None:
            yield [f"{word}\n".encode() for word in self.words]
            return
        try:
            with self.path.open("rb") as file:
                while block := file.readlines(BLOCK):
                    yield block
        except OSError as error:
            raise LexkitError(f"cannot be read: {error.strerror}", path=self.path) from None

    def answer(self, word: str) -> Answer | None:
        """Why ``word`` counts here or not; a plain list cannot say."""
        return None if self.lexicon is None else self.lexicon.verdict(word, tiles=False)


class Changed(NamedTuple):
    """Letters that count, or do not, on both sides, but for another reason."""

    word: str
    old: Reason
    new: Reason


class Group(NamedTuple):
    """Words that have the same reasons, by code point."""

    old: Reason
    new: Reason
    words: list[str]


#: Reasons are compared without tags.
_ANY = frozenset[str]()


@dataclass(frozen=True)
class Difference:
    """What differs between ``old`` and ``new``; ``changed`` is `None` if reasons were not asked.

    ``why`` has both reasons for each word that came or went, if somebody has looked
    (`lexkit.gate`). All words are letters, sorted by code point.
    """

    old: Side
    new: Side
    came: list[str]
    went: list[str]
    changed: list[Changed] | None = None
    why: Mapping[str, Changed] | None = None

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.came or self.went or self.changed)


def compare(old: Side, new: Side, *, reasons: bool = False) -> Difference:
    """What differs from ``old`` to ``new``; with ``reasons`` also the words with another one."""
    came: list[str] = []
    went: list[str] = []
    for left, right in _merged(old.lines(), new.lines()):
        if left == right:
            continue
        before, after = set(left), set(right)
        came += (line[:-1].decode() for line in right if line not in before)
        went += (line[:-1].decode() for line in left if line not in after)
    changed = None
    if reasons:
        if old.lexicon is None or new.lexicon is None:
            raise LexkitError("a word list gives no reasons", remedy="leave out --reasons")
        changed = list(_changed(old.lexicon, new.lexicon))
    return Difference(old, new, came, went, changed)


def _merged(old: Iterator[Lines], new: Iterator[Lines]) -> Iterator[tuple[Lines, Lines]]:
    """The lines of both up to the same word, again and again."""
    left, right = next(old, []), next(new, [])
    while left and right:
        bound = min(left[-1], right[-1])
        i, j = bisect_right(left, bound), bisect_right(right, bound)
        yield left[:i], right[:j]
        left, right = left[i:] or next(old, []), right[j:] or next(new, [])
    while left:
        yield left, []
        left = next(old, [])
    while right:
        yield [], right
        right = next(new, [])


def _changed(old: Lexicon, new: Lexicon) -> Iterator[Changed]:
    """Letters that are in neither way in or out, but whose verdict or first ground differs."""
    pairs = progress(_paired(Reasons(old).all(), Reasons(new).all()), "comparing", "words")
    for word, before, after in pairs:
        accepted = Verdict.ACCEPTED in (before.verdict, after.verdict)
        if before.verdict is not after.verdict:
            if not accepted:
                yield Changed(word, before, after)
        # Unattested is unattested: that a list names it which does not attest is no other reason.
        elif before[:-1] != after[:-1] and after.verdict is not Verdict.UNATTESTED:
            yield Changed(word, before, after)


def _paired(old: Iterator[Word], new: Iterator[Word]) -> Iterator[tuple[str, Reason, Reason]]:
    """Both reasons of all letters that either side knows."""
    left, right = next(old, None), next(new, None)
    while left or right:
        if right is None or (left is not None and left.letters < right.letters):
            assert left is not None
            yield left.letters, left.reason, UNKNOWN
            left = next(old, None)
        elif left is None or right.letters < left.letters:
            yield right.letters, UNKNOWN, right.reason
            right = next(new, None)
        else:
            yield left.letters, left.reason, right.reason
            left, right = next(old, None), next(new, None)


def grounds(found: Difference, words: Iterable[str]) -> dict[str, dict[str, Any]]:
    """For each of ``words`` what both sides say of it, as objects that JSON can hold."""
    return {
        word: {"old": _said(found.old.answer(word)), "new": _said(found.new.answer(word))}
        for word in words
    }


def _said(answer: Answer | None) -> dict[str, Any] | None:
    if answer is None:
        return None
    return {"verdict": answer.verdict, "grounds": [asdict(ground) for ground in answer.grounds]}


def as_json(found: Difference, *, with_grounds: bool = False) -> dict[str, Any]:
    """``found`` as an object that JSON can hold; docs/cli.md says what the keys mean."""
    changed = found.changed
    words = [*found.came, *found.went, *(change.word for change in changed or ())]
    return {
        "old": side(found.old),
        "new": side(found.new),
        "counts": {
            "in": len(found.came),
            "out": len(found.went),
            "changed": None if changed is None else len(changed),
        },
        "in": found.came,
        "out": found.went,
        "changed": None if changed is None else [{"word": c.word, **both(c)} for c in changed],
        "reasons": None if found.why is None else [group_as_json(g) for g in grouped(found.why)],
        "grounds": grounds(found, sorted(set(words))) if with_grounds else None,
    }


def side(side: Side) -> dict[str, Any]:
    """One of the two that were compared, as an object that JSON can hold."""
    version = None if side.lexicon is None else side.lexicon.version
    return {
        "name": side.name, "lexicon": version, "words": len(side), "unlayable": side.unlayable,
    }  # fmt: skip


def grouped(why: Mapping[str, Changed], words: Iterable[str] | None = None) -> list[Group]:
    """The words in ``why`` (or only ``words``) by their reasons, the largest group first."""
    found: dict[tuple[Reason, Reason], Group] = {}
    for word in why if words is None else words:
        # The tags of the reading would part what falls by one rule.
        both = (why[word].old._replace(tags=_ANY), why[word].new._replace(tags=_ANY))
        found.setdefault(both, Group(*both, [])).words.append(word)
    return sorted(found.values(), key=lambda group: (-len(group.words), group.words[0]))


def group_as_json(group: Group) -> dict[str, Any]:
    """``group`` as an object that JSON can hold."""
    return {**both(group), "words": group.words}


def both(change: Changed | Group) -> dict[str, Any]:
    """Both reasons of ``change`` as an object that JSON can hold."""
    return {"old": _reason(change.old), "new": _reason(change.new)}


def _reason(reason: Reason) -> dict[str, Any]:
    return {
        "verdict": reason.verdict,
        "rule": reason.rule,
        "clause": reason.clause,
        "source": reason.source,
    }


def markdown(found: Difference, *, with_grounds: bool = False, most: int | None = None) -> str:
    """``found`` as Markdown, of each list no more than ``most`` words."""
    old, new = found.old, found.new
    lines = [
        f"# From {escaped(_named(old))} to {escaped(_named(new))}",
        "",
        f"{len(old):,} words before, {len(new):,} after.",
    ]
    for title, words in (("In", found.came), ("Out", found.went)):
        lines += ["", f"## {title} ({len(words):,})", ""]
        for word in words[:most]:
            why = f": {escaped(change(found.why[word]))}" if found.why is not None else ""
            lines.append(f"- **{escaped(word)}**{why}")
            if with_grounds:
                lines += (f"  - {escaped(text)}" for text in told(found, word))
        lines += _rest(len(words), most)
    if found.changed is not None:
        lines += ["", f"## For another reason ({len(found.changed):,})", ""]
        for each in found.changed[:most]:
            lines.append(f"- **{escaped(each.word)}**: {escaped(change(each))}")
            if with_grounds:
                lines += (f"  - {escaped(text)}" for text in told(found, each.word))
        lines += _rest(len(found.changed), most)
    return "\n".join(lines) + "\n"


def text(found: Difference, *, with_grounds: bool = False) -> Iterator[str]:
    """``found`` in lines: `-` before a word that went, `+` one that came, `~` another reason."""
    for sign, words in (("-", found.went), ("+", found.came)):
        for word in words:
            why = f"  {change(found.why[word])}" if found.why is not None else ""
            yield f"{sign} {word}{why}"
            if with_grounds:
                yield from (f"    {line}" for line in told(found, word))
    for each in found.changed or ():
        yield f"~ {each.word}  {change(each)}"
        if with_grounds:
            yield from (f"    {line}" for line in told(found, each.word))
    counted = ", ".join(f"{count:,} {what}" for what, count in counts(found).items())
    yield f"{found.old.name} → {found.new.name}: {counted}"


def _rest(count: int, most: int | None) -> list[str]:
    if not count:
        return ["none"]
    return ["", f"and {count - most:,} more"] if most is not None and count > most else []


def _named(side: Side) -> str:
    return side.name if side.lexicon is None else f"{side.name} {side.lexicon.version}"


def told(found: Difference, word: str) -> Iterator[str]:
    """What both sides say of ``word``, a line each."""
    for when, side in (("before", found.old), ("now", found.new)):
        answer = side.answer(word)
        if answer is not None:
            said = ground_text(answer.grounds[0]) if answer.grounds else "No source knows it."
            yield f"{when} {answer.verdict}: {said}"


def ground_text(ground: Ground) -> str:
    """A ground in one line."""
    rule = f"rule {ground.rule}" + (f", “{ground.clause}”" if ground.clause else "")
    text = f"{ground.says} ({rule})"
    if not ground.source:
        return text
    form = ground.form or ""
    of = f", form of {ground.lemma}" if ground.lemma not in (None, ground.form) else ""
    return f"{text} {form}{of}: {', '.join(ground.tags) or 'no tags'}; {ground.source}"


def reason(why: Reason) -> str:
    """A reason in a few words."""
    rule = f" by {why.rule}" if why.rule else ""
    clause = f" “{why.clause}”" if why.clause else ""
    return f"{why.verdict}{rule}{clause}" + (f" ({why.source})" if why.source else "")


def change(both: Changed) -> str:
    """The reasons before and now in a few words."""
    return f"{reason(both.old)} → {reason(both.new)}"


#: What Markdown would take for its own signs.
_SIGNS = str.maketrans(
    {c: f"\\{c}" for c in "\\`*_[]|~#"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
)


def escaped(text: str) -> str:
    """``text`` without what Markdown would take for its own signs."""
    return text.translate(_SIGNS)


def counts(found: Difference) -> Mapping[str, int]:
    """How many words came in, went out and have another reason, for a line of text."""
    told = {"in": len(found.came), "out": len(found.went)}
    if found.changed is not None:
        told["for another reason"] = len(found.changed)
    return told

"""What an accepted proposal writes into the curated source, if nothing else is said."""

from __future__ import annotations

from dataclasses import replace

from lexkit import tagset
from lexkit.curated import Action as Decides
from lexkit.curated import Scope, marks_conflict
from lexkit.errors import LexkitError, suggest
from lexkit.model import UNLAYABLE, Ground, Verdict
from lexkit.orthography import normalise
from lexkit.review.records import Action, Line, Proposal
from lexkit.workspace import Workspace

_DECIDES = {Action.ADD: Decides.ACCEPT, Action.REMOVE: Decides.REJECT, Action.TAG: Decides.TAG}


def line_for(proposal: Proposal) -> Line:
    """The line that does what ``proposal`` asks for, and as little besides as can be.

    A new word is a lemma. A word that some source has is decided as that source has it: as a lemma
    if it is one (*Adonis*), else as a form, so that *gehts* does not take *gehen* along; and by its
    letters if several forms have them (*Weg*, *weg*), as a decision on one leaves the other, or if
    it is written with a mark that cannot be laid (*xbeine*).
    """
    word, scope = _subject(proposal)
    return Line(
        word=word,
        scope=scope,
        action=_DECIDES[proposal.action],
        rulesets=proposal.rulesets,
        tags=proposal.tags,
    )


def _subject(proposal: Proposal) -> tuple[str, Scope]:
    deciding = [ground for concern in proposal.concerns for ground in _deciding(concern.grounds)]
    forms = {ground.form for ground in deciding if ground.form}
    if not forms:
        return proposal.word, Scope.LEMMA
    if len(forms) > 1 or any(ground.rule == UNLAYABLE for ground in deciding):
        return proposal.concerns[0].letters, Scope.LETTERS
    (form,) = forms
    lemmas = {ground.lemma or ground.form for ground in deciding}
    return form, Scope.LEMMA if lemmas == {form} else Scope.FORM


def _deciding(grounds: tuple[Ground, ...]) -> list[Ground]:
    """The grounds of the verdict that was given: those of an accepted word that accept it."""
    verdict = grounds[0].verdict if grounds else Verdict.UNATTESTED
    return [ground for ground in grounds if ground.verdict is verdict]


def amended(
    line: Line,
    workspace: Workspace,
    *,
    word: str | None = None,
    scope: str | None = None,
    tags: str | None = None,
    paradigm: str | None = None,
    clause: str | None = None,
) -> Line:
    """``line`` with what is given put in its place; an empty text takes out what was there.

    ``tags`` are parted by blanks or commas. Raises `LexkitError` for a scope, tag or paradigm that
    there is not, and for a change of tags without tags.
    """
    if word is not None and not normalise(word):
        raise LexkitError("a line without a word", remedy="name the lemma, the form or the letters")
    if word is not None and marks_conflict(normalise(word)):
        raise LexkitError(f"{word!r} is how git marks a conflict, and no word")
    if scope is not None and scope not in list(Scope):
        raise LexkitError(f"there is no scope {scope!r}", remedy=suggest(scope, list(Scope)))
    known = tagset.load(workspace.tags_files)
    named = line.tags if tags is None else tuple(sorted(tags.replace(",", " ").split()))
    for tag in named:
        known.check(tag, path=None, line=None, given=True)
    if line.action is Decides.TAG and not named:
        raise LexkitError("a change of tags without tags", remedy="name those the word has")
    if paradigm:
        workspace.paradigm(paradigm)
    return replace(
        line,
        word=line.word if word is None else normalise(word),
        scope=line.scope if scope is None else Scope(scope),
        tags=named,
        paradigm=line.paradigm if paradigm is None else paradigm or None,
        clause=line.clause if clause is None else clause or None,
    )

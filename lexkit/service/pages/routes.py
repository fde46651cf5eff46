"""All pages. A new one is a handler in a module here, and a line in this list."""

from __future__ import annotations

from collections.abc import Sequence

from litestar.types import ControllerRouterHandler

from lexkit.service.pages import (
    about,
    assets,
    changes,
    dossiers,
    games,
    home,
    languages,
    merging,
    proposals,
    proposing,
    queue,
    releasing,
    signing,
    words,
)

ROUTES: Sequence[ControllerRouterHandler] = (
    home.home, games.game, games.rules, words.word, words.everywhere, changes.changes,
    proposing.form, proposing.propose, proposals.proposals, proposals.proposal, proposals.answer,
    about.about, languages.change, assets.asset,
    signing.form, signing.sign_in, signing.sign_out, signing.account, signing.change_password,
    queue.queue, queue.many, dossiers.dossier, dossiers.decide,
    merging.merge, merging.preview, releasing.release, releasing.check, releasing.report,
)  # fmt: skip

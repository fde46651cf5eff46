"""All pages. A new one is a handler in a module here, and a line in this list."""

from __future__ import annotations

from collections.abc import Sequence

from litestar.types import ControllerRouterHandler

from lexkit.service.pages import assets, home, languages, words

ROUTES: Sequence[ControllerRouterHandler] = (
    home.home, words.word, words.everywhere,
    languages.change, assets.asset,
)  # fmt: skip

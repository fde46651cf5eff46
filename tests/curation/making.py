"""Curated files for tests, by the columns that matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lexkit.curation.rows import Key, Row, text


def row(word: str, decision: str = "accept", rulesets: str = "*", **cells: str) -> Row:
    return Row.of({"word": word, "decision": decision, "rulesets": rulesets, **cells})


def keyed(rows: Iterable[Row]) -> Mapping[Key, Row]:
    return {made.key: made for made in rows}


def content(*rows: Row) -> bytes:
    return text(rows)

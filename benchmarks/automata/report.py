"""A run as Markdown tables."""

from __future__ import annotations

from typing import Any

from benchmarks.automata.behaviour import ODD
from benchmarks.automata.candidates import FROZENSET
from benchmarks.automata.measuring import OPEN_PATTERN, PATTERN, RACK
from benchmarks.timing import Timings, cell, table


def size_cells(facts: dict[str, Any], base: dict[str, Any]) -> list[str]:
    """File size and memory of one candidate, in MB, the memory with its share of the base."""
    cells = [f"{facts['bytes'] / 1e6:.2f}"]
    if facts["memory"] is None or base["memory"] is None:
        return [*cells, "–", "–", "–"]
    used = facts["memory"]
    share = base["memory"]["pss"] / max(1, used["pss"])
    return [
        *cells,
        f"{used['pss'] / 1e6:.1f} (1/{share:.0f})",
        f"{used['private'] / 1e6:.1f}",
        f"{used['shared'] / 1e6:.1f}",
    ]


def report(result: dict[str, Any]) -> str:
    """All tables of a run as Markdown."""
    about_run, facts, times = result["about"], result["facts"], Timings(result["times"])
    base, base_way = FROZENSET.name, f"{FROZENSET.name}, `in`"
    versions = ", ".join(f"{k} {v}" for k, v in about_run["libraries"].items())
    intro = (
        f"{about_run['words']:,} words of {about_run['letters_per_word']} letters on average; "
        f"Python {about_run['python']}; {versions}."
    )
    keeping = table(
        ["", "file MB", "build s", "open ms", "four processes MB", "private MB", "shared MB"],
        (
            [
                name,
                *size_cells(fact, facts[base])[:1],
                cell(times, name, "build", 1, None),
                cell(times, name, "open", 1e-3, None),
                *size_cells(fact, facts[base])[1:],
            ]
            for name, fact in facts.items()
        ),
    )
    asking = table(
        ["", "hit ns", "hot hit ns", "miss ns"],
        (
            [row, *(cell(times, row, k, 1e-9, base_way) for k in ("hit", "hot hit", "miss"))]
            for row in times.rounds
            if "hit" in times.rounds[row]
        ),
    )
    columns = ("prefix", "pattern", "open pattern", "rack", "near")
    titles = ("prefix", f"`{PATTERN}`", f"`{OPEN_PATTERN}`", f"rack `{RACK}`", "near")
    searching = table(
        ["", *(f"{what} ms" for what in titles)],
        (
            [row, *(cell(times, row, k, 1e-3, None) for k in columns)]
            for row in times.rounds
            if "pattern" in times.rounds[row]
        ),
    )
    odd = table(
        ["", *ODD, "bytes of the file", "other process"],
        (
            [
                name,
                *(fact["odd"][case] for case in ODD),
                fact["same_bytes"],
                "same" if fact["same_elsewhere"] else "differs",
            ]
            for name, fact in facts.items()
            if name != base
        ),
    )
    return "\n\n".join([intro, keeping, asking, searching, odd])

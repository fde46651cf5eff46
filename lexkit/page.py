"""Pages for people: templates filled in, and charts drawn as SVG within them.

A page loads nothing, runs nothing and needs no network. Each chart stands beside a table with the
same figures, for those who read with their ears or want to copy them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import jinja2
import leather
from markupsafe import Markup

#: The size that charts are drawn in; the page scales them to its width (SVG units).
WIDTH, ROW, HEIGHT = 760, 24, 260

#: No axis has more labels than this; of more, every second (third …) is written.
_LABELS = 32

#: What the drawing library writes and the page's style or width decides instead.
_HEAD = re.compile(r'<svg width="(\d+)" height="(\d+)"[^>]*><g><rect [^>]*/>')
_LOOK = re.compile(r' (?:font-family|font-size|fill|stroke|stroke-width)="[^"]*"')
_LONG = re.compile(r"(\d+\.\d)\d+")


def render(template: str, **values: object) -> str:
    """The page ``template`` with ``values``, every text in them escaped."""
    return _templates().get_template(template).render(**values)


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("lexkit"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters |= {"number": number, "share": share}
    environment.globals |= {"bars": bars, "columns": columns}
    return environment


def number(value: int) -> str:
    return f"{value:,}"


def share(part: int, whole: int) -> str:
    """``part`` of ``whole`` in percent; a dash of nothing."""
    return f"{part / whole:.1%}" if whole else "–"


def bars(says: str, counts: Sequence[tuple[str, int]]) -> Markup:
    """A chart of one horizontal bar for each of ``counts``, the first on top."""
    if not counts:
        return Markup()
    chart = leather.Chart()
    chart.add_bars([(count, label) for label, count in counts])
    chart.add_x_axis(tick_formatter=_tick)
    return _drawn(chart, says, ROW * len(counts) + 100)


def columns(says: str, counts: Sequence[tuple[str, int]]) -> Markup:
    """A chart of one column for each of ``counts``, from left to right."""
    if not counts:
        return Markup()
    every = -(-len(counts) // _LABELS)
    shown = {label for i, (label, _) in enumerate(counts) if i % every == 0}
    chart = leather.Chart()
    chart.add_columns(list(counts))
    chart.add_x_axis(tick_formatter=lambda label, *_: label if label in shown else "")
    chart.add_y_axis(tick_formatter=_tick)
    return _drawn(chart, says, HEIGHT)


def _tick(value: object, *_: object) -> str:
    return f"{value:,}"


def _drawn(chart: leather.Chart, says: str, height: int) -> Markup:
    """``chart`` as SVG for a page: named, as wide as there is room, its look left to the style."""
    text = chart.to_svg(width=WIDTH, height=height)
    found = _HEAD.match(text)
    assert found, "the library draws otherwise than it did"
    head = Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}"><title>{}</title><g>')
    drawn = _LONG.sub(r"\1", _LOOK.sub("", text[found.end() :]))
    return head.format(found[1], found[2], says, says) + Markup(drawn)

"""lexkit against its targets: build, check, lexicon, search, readers, service.

Prints Markdown tables; everything is compared within the run, as `benchmarks.timing` says. The
sources are taken from LEXKIT_MIRROR or the cache, or fetched.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lexkit
from benchmarks import build, check, lexicon, readers, search, service
from benchmarks.place import Outcome, Place, Target
from benchmarks.timing import ROUNDS, table
from lexkit.errors import LexkitError

BENCHMARKS: dict[str, Callable[[Place, Callable[[str], None]], Outcome]] = {
    "build": build.run,
    "check": check.run,
    "lexicon": lexicon.run,
    "search": search.run,
    "readers": readers.run,
    "service": service.run,
}


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    made.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)} (all)")
    made.add_argument("--ruleset", default="de-wordox", help="what is built (%(default)s)")
    made.add_argument("--json", type=Path, metavar="FILE", help="write every round as JSON")
    return made


def main() -> None:
    """Measure, print the tables, write the JSON."""
    made = parser()
    options = made.parse_args()
    for name in options.names:
        if name not in BENCHMARKS:
            made.error(f"there is no benchmark {name!r}, only {', '.join(BENCHMARKS)}")
    outcomes: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory(prefix="lexkit-benchmarks-") as folder:
        try:
            place = Place.make(Path(folder), options.ruleset)
            for name, run in BENCHMARKS.items():
                if not options.names or name in options.names:
                    outcomes[name] = run(place, lambda line: print(line, file=sys.stderr))
        except LexkitError as error:
            raise SystemExit(str(error)) from None
    about = {
        "lexkit": lexkit.__version__,
        "ruleset": options.ruleset,
        "python": platform.python_version(),
        "system": platform.platform(),
        "rounds": ROUNDS,
    }
    print(report(about, outcomes))
    if options.json:
        text = json.dumps(as_json(about, outcomes), indent=1, ensure_ascii=False)
        options.json.write_text(text + "\n", encoding="utf-8")


def report(about: dict[str, Any], outcomes: dict[str, Outcome]) -> str:
    """The targets first, then the tables of each benchmark."""
    targets = [target for outcome in outcomes.values() for target in outcome.targets]
    parts = [
        f"lexkit {about['lexkit']}, {about['ruleset']}; Python {about['python']}, "
        f"{about['system']}; medians of {about['rounds']} rounds.",
        table(["target", "measured", "at most", "met"], (target.cells() for target in targets)),
    ]
    for name, outcome in outcomes.items():
        parts += [f"### {name}", *outcome.text]
    return "\n\n".join(parts)


def as_json(about: dict[str, Any], outcomes: dict[str, Outcome]) -> dict[str, Any]:
    """Everything, every round of it."""

    def met(target: Target) -> dict[str, Any]:
        return {**vars(target), "met": target.met}

    return {
        "about": about,
        **{
            name: {"targets": [met(target) for target in outcome.targets], **outcome.data}
            for name, outcome in outcomes.items()
        },
    }


if __name__ == "__main__":
    main()

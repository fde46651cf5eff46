"""`lexkit init`: a workspace to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from lexkit.curated import COLUMNS
from lexkit.curation.driver import attributes
from lexkit.errors import LexkitError

_RULES = """\
# The rules of your game. Each rule meets readings by their tags; the first that meets one decides.
# `lexkit rules lint` checks this file, `lexkit rules schema` helps your editor with it.
ruleset: my-game
title: My game
language: en
reference: the dictionary your rules name
spelling:
  alphabet: abcdefghijklmnopqrstuvwxyz
  strip_accents: true
  min_letters: 2
sources: [my-decisions, my-words]
rules:
  - rule: hyphens-and-apostrophes
    reject: {any: [has-hyphen, has-apostrophe]}
    says: A word that is written with a hyphen or an apostrophe does not count.
    clause: Spelling
default: accept
cases:
  accepted: [apple]
  unattested: [qwertz]
"""

_SOURCE = """\
# Where a word list comes from, how it is read, and its licence.
source: my-words
title: The words of my game
language: en
licence: CC0-1.0
files:
  my-words.txt: own  # a list of others is pinned by its sha256 here
fetch:
  - {path: my-words.txt}
reader: wordlist
"""

_DECISIONS = """\
# What you and others decide on single words: curated/en.tsv, which `lexkit merge` writes.
source: my-decisions
title: Decisions on words for my game
language: en
licence: CC0-1.0
reader: curated
"""

_WORDS = "apple\nbanana\ncherry\n"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def init(folder: Path) -> None:
    """Make a workspace in DIR: a small ruleset, a word list and a file of decisions.

    The rulesets and sources shipped with lexkit can be used in it by name.

    \b
    Example:
      lexkit init my-game && cd my-game && lexkit build my-game
    """
    files = {
        folder / "rules" / "my-game.yaml": _RULES,
        folder / "sources" / "my-words.yaml": _SOURCE,
        folder / "sources" / "my-words.txt": _WORDS,
        folder / "sources" / "my-decisions.yaml": _DECISIONS,
        folder / "sources" / "curated" / "en.tsv": "\t".join(COLUMNS) + "\n",
        # Git merges decisions as sets once `lexkit merge-driver --install` has told it how.
        folder / ".gitattributes": f"{attributes()}\n",
        folder / ".gitignore": "/build/\n/releases/\n/review.sqlite*\n",
    }
    for path in files:
        if path.exists():
            raise LexkitError("is already there", path=path, remedy="choose another folder")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        click.echo(f"wrote {path}")
    click.echo(f"Now: cd {folder} && lexkit build my-game && lexkit check apple")

"""`lexkit merge`: what is written, what is shown before, and when it is refused."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from lexkit import disk
from lexkit.curated import COLUMNS
from lexkit.curation.rows import Row
from lexkit.errors import LexkitError
from lexkit.lexicon import LEDGER
from lexkit.review.merge import Merge
from lexkit.review.queue import Wanted
from lexkit.review.records import State
from lexkit.review.store import Store
from tests.conftest import REPOSITORY, Call, Shop, program
from tests.curation.making import content, row
from tests.database import Place
from tests.review.terminal import Terminal

FILE = "sources/curated/xx.tsv"
OLD = {"reason": "so", "by": "ida", "date": "2026-01-02"}


@pytest.fixture
def kept(game: Shop, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """The game with a curated file, whose maintainer is max."""
    monkeypatch.setenv("LEXKIT_BY", "max")
    decide(game, row("Aal", **OLD), row("Zoo", "reject", scope="form", **OLD))
    return game


def decide(game: Shop, *rows: Row, build: bool = True) -> None:
    """Put ``rows`` into the curated file, and build with it."""
    if "curated-xx" not in game.listed:
        game.curated()
        game.ruleset()
    game.write(FILE, content(*rows))
    if build:
        game.build()


def file(game: Shop) -> list[Row]:
    lines = (game.root / FILE).read_text().splitlines()
    assert lines[0] == "\t".join(COLUMNS)
    return [Row(*line.split("\t")) for line in lines[1:]]


def today(place: Place, number: int) -> str:
    ruling = place.open().get(number).ruling
    assert ruling is not None
    return ruling.at.date().isoformat()


def accepted(call: Call, *arguments: str, how: tuple[str, ...] = ()) -> int:
    """Propose something in one game and accept it; its number."""
    games = () if "-r" in arguments else ("-r", "spiel")
    said = call("propose", *arguments, *games, "--reason", "asked for", "--by", "anna", "--json")
    (number,) = {json.loads(line)["proposal"] for line in said.out.splitlines()}
    assert isinstance(number, int), said.out
    reason = ("--reason", "as it is", "--reference", "p. 7")
    assert call("review", "--accept", str(number), *reason, *how).code == 0
    return number


def merge(call: Call, *arguments: str, code: int = 0) -> dict[str, Any]:
    said = call("merge", "--json", *(arguments or ("--yes",)))
    assert said.code == code, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def in_out(found: Mapping[str, Any]) -> dict[str, tuple[list[str], list[str]]]:
    return {p["new"]["name"]: (p["in"], p["out"]) for p in found["preview"]}


def states(place: Place) -> dict[str, State]:
    return {p.word: p.state for p in place.open().queue(Wanted())}


def test_an_accepted_word_is_written_in_its_place(kept: Shop, call: Call, place: Place) -> None:
    number = accepted(call, "Tischfee", how=("--tags", "noun", "--clause", "Names of places"))
    found = merge(call)
    assert found["merged"] == [number]
    assert found["written"] is True
    assert in_out(found) == {"spiel": (["tischfee"], [])}
    aal, fee, zoo = file(kept)
    assert (aal.word, zoo.word) == ("Aal", "Zoo")
    assert fee == row(
        "Tischfee", rulesets="spiel", tags="noun", clause="Names of places", reason="as it is",
        reference="p. 7", by="max", date=today(place, number),
    )  # fmt: skip
    assert states(place) == {"Tischfee": State.MERGED}
    last = place.open().history(number)[-1]
    assert (last.by, set(last.lexicons)) == ("max", {"spiel"})
    built = kept.build()
    assert "tischfee" in set(built.words())
    assert found["preview"][0]["new"]["lexicon"] == built.version


def test_a_merge_can_be_done_again(kept: Shop, call: Call) -> None:
    accepted(call, "Tischfee")
    merge(call)
    before = (kept.root / FILE).read_bytes()
    again = merge(call)
    assert (again["changes"], again["merged"], again["preview"]) == ([], [], [])
    assert (kept.root / FILE).read_bytes() == before
    assert call("merge", "--yes") == (0, "Nothing waits to be merged.\n", "")


def test_a_dry_run_shows_and_writes_nothing(kept: Shop, call: Call, place: Place) -> None:
    before = (kept.root / FILE).read_bytes()
    version = (kept.root / "build" / "spiel").resolve()
    number = accepted(call, "Tischfee")
    said = call("merge", "--dry-run")
    assert said.code == 0
    assert said.out.splitlines() == [
        f"{kept.root}/{FILE}",
        f"  + Tischfee (lemma) accept for spiel by max, {today(place, number)}: as it is"
        f"  [{number} Tischfee]",
        "spiel: 1 in, 0 out",
        "  + tischfee",
    ]
    assert (kept.root / FILE).read_bytes() == before
    assert states(place) == {"Tischfee": State.ACCEPTED}
    assert (kept.root / "build" / "spiel").resolve() == version
    assert [p.name for p in (kept.root / "build" / ".previews").iterdir()] == [".evidence"]


def test_what_was_gathered_for_the_preview_serves_the_build(kept: Shop, call: Call) -> None:
    build = kept.root / "build"
    for number, word in enumerate(["Tischfee", "Fabelfee", "Waldfee", "Gutfee"], 1):
        accepted(call, word)
        merge(call, "--dry-run")
        assert len(list((build / ".previews" / ".evidence").iterdir())) == min(number, 2)
    (gathered,) = build.glob(".evidence/*")
    newest = max(build.glob(".previews/.evidence/*"), key=lambda path: path.stat().st_mtime_ns)
    inode = newest.stat().st_ino
    merge(call)
    assert newest.stat().st_ino == inode
    assert gathered.exists()
    assert not kept.result().unchanged
    (used,) = build.glob(".evidence/*")
    assert used.stat().st_ino == inode
    assert list(build.glob(".previews/.evidence/*")) == []


def test_rejected_and_open_proposals_are_left_alone(kept: Shop, call: Call, place: Place) -> None:
    call("propose", "Tischfee", "-r", "spiel", "--reason", "x")
    call("propose", "Fabelfee", "-r", "spiel", "--reason", "x")
    call("review", "--reject", "2", "--reason", "no such word")
    assert merge(call)["changes"] == []
    assert states(place) == {"Tischfee": State.OPEN, "Fabelfee": State.REJECTED}


def test_a_removal_becomes_a_reject_line(kept: Shop, call: Call) -> None:
    accepted(call, "Weg", "--remove", how=("--lemma", "Weg", "--scope", "lemma"))
    found = merge(call)
    assert in_out(found) == {"spiel": ([], ["wege"])}
    assert [r.verdict for r in file(kept) if r.word == "Weg"] == [("reject", "")]
    # The adverb has the same letters, which the preview shows to count nevertheless.
    (unmet,) = found["nevertheless"]
    assert (unmet["word"], unmet["verdict"]) == ("Weg", "accepted")


def test_a_removal_drops_the_line_that_brought_the_word_in(kept: Shop, call: Call) -> None:
    decide(kept, row("Fee", rulesets="spiel", **OLD), row("Zoo", **OLD))
    accepted(call, "Fee", "--remove")
    found = merge(call)
    assert in_out(found) == {"spiel": ([], ["fee"])}
    assert [r.word for r in file(kept)] == ["Zoo"]
    assert found["changes"][0]["new"] == []
    assert found["changes"][0]["old"][0]["by"] == "ida"


def test_a_removal_of_a_word_that_sources_have_too_takes_a_reject_line(
    kept: Shop, call: Call
) -> None:
    decide(kept, row("Käfer", rulesets="spiel", **OLD))
    accepted(call, "Käfer", "--remove")
    assert in_out(merge(call)) == {"spiel": ([], ["käfer"])}
    assert [(r.word, r.decision, r.by) for r in file(kept)] == [("Käfer", "reject", "max")]


def test_a_removal_of_what_does_not_count_any_more_writes_nothing(
    kept: Shop, call: Call, place: Place
) -> None:
    accepted(call, "hausen", "--remove")
    kept.words("liste", ["ort", "öl", "ab"])
    kept.build()
    before = (kept.root / FILE).read_bytes()
    found = merge(call)
    assert [change["note"] for change in found["changes"]] == ["does not count anyway"]
    assert (kept.root / FILE).read_bytes() == before
    assert states(place) == {"hausen": State.MERGED}


def test_other_tags_become_a_tag_line(kept: Shop, call: Call) -> None:
    accepted(call, "Käfer", "--tags", "noun,surname")
    found = merge(call)
    assert in_out(found) == {"spiel": ([], ["käfer"])}
    (made,) = [r for r in file(kept) if r.word == "Käfer"]
    assert made.verdict == ("tag", "noun surname")


def test_a_disputed_rule_is_overruled(kept: Shop, call: Call) -> None:
    accepted(call, "Ulm", "--dispute", "places")
    assert in_out(merge(call)) == {"spiel": (["ulm", "ulms"], [])}


def test_inflected_forms_are_in_the_preview(kept: Shop, call: Call) -> None:
    kept.write(
        "rules/paradigms/xx-verb.yaml",
        "paradigm: xx-verb\nmakes: endings\ntables:\n  - of: {all: [verb]}\n"
        "    endings:\n      - {cell: past, strip: en, add: te, after: en}\n",
    )
    kept.ruleset(more="paradigms: [xx-verb]")
    kept.build()
    accepted(call, "googeln", how=("--tags", "verb", "--lemma", "googelen"))
    found = merge(call)
    assert in_out(found) == {"spiel": (["googelen", "googelte"], [])}
    assert [unmet["word"] for unmet in found["nevertheless"]] == ["googeln"]


def test_every_game_affected_is_shown_and_no_other(kept: Shop, call: Call) -> None:
    options = "options: {long: {values: [no, yes], default: no, says: Whether long words count.}}"
    for name in ("zwei", "drei"):
        kept.ruleset(name, more=options)
        kept.result(name)
    kept.result("zwei", {"long": "yes"})
    accepted(call, "Tischfee", "-r", "spiel", "-r", "zwei")
    found = in_out(merge(call))
    assert found == {name: (["tischfee"], []) for name in ("spiel", "zwei", "zwei+long=yes")}


def test_a_game_that_is_not_built_or_not_up_to_date_is_built_for_the_preview(
    kept: Shop, call: Call
) -> None:
    accepted(call, "Tischfee")
    kept.words("liste", ["hausen", "ort", "öl", "ab", "neu"])
    in_place = kept.root / "build" / "spiel"
    before = in_place.resolve()
    assert in_out(merge(call, "--dry-run")) == {"spiel": (["tischfee"], [])}
    assert in_place.resolve() == before
    in_place.unlink()
    assert in_out(merge(call)) == {"spiel": (["tischfee"], [])}
    assert not in_place.exists()


def test_what_is_decided_so_already_is_only_marked(kept: Shop, call: Call, place: Place) -> None:
    number = accepted(call, "Tischfee")
    other = row("Tischfee", reason="in use", by="ida", date="2026-03-04")
    decide(kept, other, build=False)
    found = merge(call)
    assert [change["note"] for change in found["changes"]] == ["decided so already"]
    assert file(kept) == [other]
    assert found["merged"] == [number]
    assert states(place) == {"Tischfee": State.MERGED}


def test_a_line_that_is_there_already_may_not_do_what_was_decided(kept: Shop, call: Call) -> None:
    decide(kept, row("Weg", "reject", rulesets="spiel", **OLD))  # the adverb has these letters too
    accepted(call, "Weg", "--remove", how=("--scope", "lemma", "--lemma", "Weg"))
    found = merge(call)
    assert [change["note"] for change in found["changes"]] == ["decided so already"]
    (unmet,) = found["nevertheless"]
    assert (unmet["word"], unmet["verdict"]) == ("Weg", "accepted")


def test_a_line_for_two_games_is_parted(kept: Shop, call: Call) -> None:
    kept.ruleset("zwei")
    decide(kept, row("Fee", rulesets="spiel zwei", **OLD))
    kept.build("zwei")
    accepted(call, "Fee", "--remove", "-r", "spiel")
    assert in_out(merge(call)) == {"spiel": ([], ["fee"])}
    assert file(kept) == [row("Fee", rulesets="zwei", **OLD)]


def test_a_line_for_all_games_goes_on_for_the_others(kept: Shop, call: Call) -> None:
    kept.ruleset("zwei")
    for scope in ("lemma", "form", "letters"):
        decide(kept, row("fee", scope=scope, **OLD))
        kept.build("zwei")
        accepted(call, "fee", "--remove", "-r", "spiel")
        assert in_out(merge(call)) == {"spiel": ([], ["fee"])}
        every, own = file(kept)
        assert (every.rulesets, every.scope) == ("*", scope)
        assert (own.rulesets, own.scope, own.decision) == ("spiel", scope, "reject")


def test_a_line_for_all_games_goes_if_all_are_decided_otherwise(kept: Shop, call: Call) -> None:
    decide(kept, row("Fee", **OLD))
    accepted(call, "Fee", "--remove")
    merge(call)
    assert file(kept) == []


def test_games_of_two_languages_have_two_files(kept: Shop, call: Call, place: Place) -> None:
    header = content()
    kept.write("sources/curated/yy.tsv", header)
    kept.write(
        "sources/curated-yy.yaml",
        "source: curated-yy\ntitle: Decisions\nlanguage: yy\nlicence: CC0-1.0\nreader: curated\n",
    )
    path = kept.ruleset("spel", sources=["curated-yy", "liste"])
    path.write_text(path.read_text().replace("language: xx", "language: yy"))
    kept.build("spel")
    number = accepted(call, "Tischfee", "-r", "spiel", "-r", "spel")
    found = merge(call)
    assert in_out(found) == {"spiel": (["tischfee"], []), "spel": (["tischfee"], [])}
    other = (kept.root / "sources/curated/yy.tsv").read_text().splitlines()
    (mine,) = [r for r in file(kept) if r.word == "Tischfee"]
    assert mine.rulesets == "spiel"
    assert other[1:] == [mine._replace(rulesets="spel").line()]
    assert found["merged"] == [number]
    assert states(place) == {"Tischfee": State.MERGED}


MEANWHILE = row("Tischfee", "reject", reason="a joke", by="ida", date="2026-05-06")


def test_what_was_decided_otherwise_meanwhile_is_shown_and_not_overwritten(
    kept: Shop, call: Call, place: Place
) -> None:
    number = accepted(call, "Tischfee")
    other = accepted(call, "Fabelfee")
    decide(kept, MEANWHILE, build=False)
    said = call("merge", "--yes")
    assert said.code == 1
    assert (
        f"held back  {number} Tischfee: {kept.root}/{FILE}:2: meanwhile lemma Tischfee: reject by "
        f"ida, 2026-05-06: a joke (lexkit merge --replace {number}, or lexkit review --undo "
        f"{number})"
    ) in said.out
    assert [r.word for r in file(kept)] == ["Fabelfee", "Tischfee"]
    assert states(place) == {"Tischfee": State.ACCEPTED, "Fabelfee": State.MERGED}
    assert other == number + 1


def test_a_maintainer_may_have_it_replaced(kept: Shop, call: Call, place: Place) -> None:
    number = accepted(call, "Tischfee")
    decide(kept, MEANWHILE, build=False)
    found = merge(call, "--dry-run", code=1)
    assert [held["line"]["by"] for held in found["held"]] == ["ida"]
    found = merge(call, "--yes", "--replace", str(number))
    assert [change["old"][0]["by"] for change in found["changes"]] == ["ida"]
    assert [(r.decision, r.by) for r in file(kept)] == [("accept", "max")]
    assert states(place) == {"Tischfee": State.MERGED}


def test_what_the_proposal_knew_of_is_replaced(kept: Shop, call: Call) -> None:
    decide(kept, row("Tischfee", "reject", rulesets="spiel", **OLD))
    accepted(call, "Tischfee", "--dispute", "curated")
    assert in_out(merge(call)) == {"spiel": (["tischfee"], [])}
    assert [(r.decision, r.by) for r in file(kept)] == [("accept", "max")]


def test_the_known_line_changed_since_is_not(kept: Shop, call: Call) -> None:
    line = row("Tischfee", "reject", rulesets="spiel", **OLD)
    decide(kept, line)
    accepted(call, "Tischfee", "--dispute", "curated")
    decide(kept, line._replace(reason="a joke, says the author", date="2026-08-09"))
    assert merge(call, code=1)["held"][0]["line"]["date"] == "2026-08-09"


def test_two_that_contradict_each_other_are_not_merged_both(kept: Shop, call: Call) -> None:
    accepted(call, "Tischfee", how=("--lemma", "Fee"))
    second = accepted(call, "Wege", "--remove", how=("--lemma", "Fee", "--scope", "lemma"))
    found = merge(call, code=1)
    assert [held["proposal"] for held in found["held"]] == [second]
    assert [(r.word, r.decision) for r in file(kept)] == [
        ("Aal", "accept"), ("Fee", "accept"), ("Zoo", "reject"),
    ]  # fmt: skip


def test_a_file_changed_while_one_looks_is_not_overwritten(
    kept: Shop, call: Call, place: Place
) -> None:
    accepted(call, "Tischfee")
    merging = Merge(place.open(), kept.builder)
    with merging.looked_at() as found:
        changed = content(row("Gnu", **OLD))
        (kept.root / FILE).write_bytes(changed)
        with pytest.raises(disk.ChangedError, match="changed meanwhile") as caught:
            merging.write(found, "max")
    assert str(caught.value.path) == str(kept.root / FILE)
    assert (kept.root / FILE).read_bytes() == changed
    assert states(place) == {"Tischfee": State.ACCEPTED}
    merge(call)
    assert [r.word for r in file(kept)] == ["Gnu", "Tischfee"]


def test_a_decision_taken_back_while_one_looks_is_not_merged(
    kept: Shop, call: Call, place: Place
) -> None:
    number = accepted(call, "Tischfee")
    before = (kept.root / FILE).read_bytes()
    for again in (False, True):
        merging = Merge(place.open(), kept.builder)
        with merging.looked_at() as found:
            call("review", "--undo", str(number))
            if again:
                call("review", "--accept", str(number), "--reason", "for another reason")
            with pytest.raises(LexkitError, match="it cannot be merged"):
                merging.write(found, "max")
        call("review", "--accept", str(number), "--reason", "once more")
        assert (kept.root / FILE).read_bytes() == before
    assert states(place) == {"Tischfee": State.ACCEPTED}


def broken(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_leaves_both_as_they_were(
    kept: Shop, call: Call, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted(call, "Tischfee")
    before = (kept.root / FILE).read_bytes()
    exchange = disk.exchange

    def full(path: Path, old: bytes, new: bytes) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(Path, "replace", broken)
            exchange(path, old, new)

    monkeypatch.setattr(disk, "exchange", full)
    said = call("merge", "--yes")
    assert said.code == 2
    assert "No space left on device; it is as it was (make room there)" in said.err
    assert (kept.root / FILE).read_bytes() == before
    assert states(place) == {"Tischfee": State.ACCEPTED}
    monkeypatch.setattr(disk, "exchange", exchange)
    merge(call)
    assert states(place) == {"Tischfee": State.MERGED}


def test_a_disk_that_fills_while_the_lexicons_are_built_leaves_all_as_it_was(
    kept: Shop, call: Call, place: Place
) -> None:
    """A limit on the size of files, which the ledger meets and the store and the lists do not."""
    kept.words("viele", [f"wort{a}{b}{c}" for a in "abcdefghij" for b in "abcdefghij" for c in
                         "abcdefghijklmnopqrstuvwxyz"])  # fmt: skip
    kept.ruleset()
    kept.build()
    accepted(call, "Tischfee")
    before = (kept.root / FILE).read_bytes()
    built = (kept.root / "build" / "spiel").resolve()
    ledger = (built / LEDGER).stat().st_size
    limited = [sys.executable, "-c", _LIMITED, str(ledger // 2), "merge", "--yes"]
    environment = {**os.environ, "LEXKIT_DATABASE_URL": place.url, "PYTHONPATH": str(REPOSITORY)}
    said = subprocess.run(limited, cwd=kept.root, env=environment, capture_output=True, check=False)
    assert said.returncode == 2, said.stderr
    assert b"cannot be written to" in said.stderr
    assert (kept.root / FILE).read_bytes() == before
    assert (kept.root / "build" / "spiel").resolve() == built
    assert states(place) == {"Tischfee": State.ACCEPTED}
    assert [p.name for p in (kept.root / "build" / ".previews").iterdir()] == [".evidence"]
    assert merge(call)["written"] is True


#: The command line, with files no larger than the first argument says.
_LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
from lexkit.cli import main
main()
"""


def test_the_line_of_a_merge_broken_off_is_found_there(
    kept: Shop, call: Call, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(kept, row("Gnu", rulesets="spiel", **OLD), row("Zoo", **OLD))
    accepted(call, "Tischfee")
    accepted(call, "Gnu", "--remove")
    accepted(call, "Käfer", "--remove")
    exchange = disk.exchange

    def then_killed(path: Path, old: bytes, new: bytes) -> None:
        exchange(path, old, new)
        raise KeyboardInterrupt

    monkeypatch.setattr(disk, "exchange", then_killed)
    assert call("merge", "--yes").code == 130
    written = (kept.root / FILE).read_bytes()
    assert [r.word for r in file(kept)] == ["Käfer", "Tischfee", "Zoo"]
    assert set(states(place).values()) == {State.ACCEPTED}
    monkeypatch.setattr(disk, "exchange", exchange)
    found = merge(call)
    assert len(found["merged"]) == 3
    assert (kept.root / FILE).read_bytes() == written
    assert set(states(place).values()) == {State.MERGED}


def test_what_was_taken_back_after_that_goes_again(
    kept: Shop, call: Call, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (kept.root / FILE).read_bytes()
    number = accepted(call, "Tischfee")
    exchange = disk.exchange

    def then_killed(path: Path, old: bytes, new: bytes) -> None:
        exchange(path, old, new)
        raise KeyboardInterrupt

    monkeypatch.setattr(disk, "exchange", then_killed)
    call("merge", "--yes")
    monkeypatch.setattr(disk, "exchange", exchange)
    assert (kept.root / FILE).read_bytes() != before
    call("review", "--undo", str(number))
    found = merge(call)
    assert found["changes"][0]["note"].startswith("taken back after it was written by a merge")
    assert in_out(found) == {"spiel": ([], ["tischfee"])}
    assert (kept.root / FILE).read_bytes() == before
    assert states(place) == {"Tischfee": State.OPEN}


def test_what_was_taken_back_and_accepted_again_in_the_same_words_stays(
    kept: Shop, call: Call
) -> None:
    first = accepted(call, "Tischfee")
    call("review", "--undo", str(first))
    call("propose", "--withdraw", str(first), "--by", "anna")
    accepted(call, "Tischfee")
    merge(call)
    before = (kept.root / FILE).read_bytes()
    assert "Tischfee" in before.decode()
    again = merge(call)
    assert (again["changes"], again["preview"]) == ([], [])
    assert (kept.root / FILE).read_bytes() == before


def test_of_two_merges_at_once_one_writes(kept: Shop, call: Call, place: Place) -> None:
    numbers = [accepted(call, word) for word in ("Tischfee", "Fabelfee")]
    together = threading.Barrier(2)
    outcomes: list[str] = []

    def run() -> None:
        merging = Merge(Store.open(place.address), kept.builder)
        with merging.looked_at() as found:
            together.wait()
            try:
                merging.write(found, "max")
                outcomes.append("written")
            except LexkitError as error:
                outcomes.append(type(error).__name__)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "written" in outcomes
    assert [r.word for r in file(kept)] == ["Aal", "Fabelfee", "Tischfee", "Zoo"]
    store = place.open()
    for number in numbers:
        deeds = [event.deed.value for event in store.history(number)]
        assert deeds == ["proposed", "accepted", "merged"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"<<<<<<< ours: accept by ida\n", "2: a conflict of git stands here: <<<<<<< ours"),
        (b'"Fee"\tlemma\taccept\t*\t\t\t\t\t\t\t\n', "lexkit curated format"),
        (b"Fee\tlemma\tacept\t*\t\t\t\t\t\t\t\n", "2: decision is 'acept'"),
        (b"F\xe4e\tlemma\taccept\t*\t\t\t\t\t\t\t\n", "2: not UTF-8"),
    ],
)
def test_a_file_that_no_build_can_read_is_left_alone(
    kept: Shop, call: Call, place: Place, text: bytes, says: str
) -> None:
    accepted(call, "Tischfee")
    path = kept.write(FILE, "\t".join(COLUMNS).encode() + b"\n" + text)
    before = path.read_bytes()
    said = call("merge", "--yes")
    assert said.code == 2
    assert f"{path}:" in said.err
    assert says in said.err
    assert path.read_bytes() == before
    assert states(place) == {"Tischfee": State.ACCEPTED}


def test_a_game_without_a_file_of_decisions_is_named(game: Shop, call: Call, place: Place) -> None:
    accepted(call, "Tischfee", how=("--by", "max"))
    said = call("merge", "--yes")
    assert said.code == 1
    assert "held back  1 Tischfee: " in said.out
    assert "spiel has no curated source (put one among its sources)" in said.out
    (game.root / "rules" / "spiel.yaml").unlink()
    assert "there is no ruleset 'spiel'" in call("merge", "--yes").out
    assert states(place) == {"Tischfee": State.ACCEPTED}


def test_decisions_that_are_lexkits_own_are_not_written_to(
    shop: Shop, call: Call, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEXKIT_DATABASE_URL", place.url)
    monkeypatch.setenv("LEXKIT_BY", "max")
    shipped = next(n for n in shop.workspace.sources if n.startswith("curated-"))
    shop.words("liste", ["hausen"])
    shop.ruleset(sources=[shipped, "liste"])
    shop.build()
    path = shop.workspace.source(shipped)
    before = {p: p.read_bytes() for p in (path.parent / "curated").iterdir()}
    accepted(call, "Tischfee")
    said = call("merge", "--yes")
    assert said.code == 1
    assert f"put a {path.name} with its file into sources/ of your workspace" in said.out
    assert {p: p.read_bytes() for p in (path.parent / "curated").iterdir()} == before


def test_a_link_to_a_file_elsewhere_is_followed(kept: Shop, call: Call, tmp_path: Path) -> None:
    elsewhere = tmp_path / "shared.tsv"
    (kept.root / FILE).rename(elsewhere)
    (kept.root / FILE).symlink_to(elsewhere)
    assert merge(call)["held"] == []
    accepted(call, "Tischfee")
    found = merge(call)
    assert (found["held"], len(found["merged"])) == ([], 1)
    assert (kept.root / FILE).is_symlink()
    assert "Tischfee" in elsewhere.read_text()


def test_it_asks_at_a_terminal_and_else_wants_to_be_told(
    kept: Shop, call: Call, place: Place
) -> None:
    accepted(call, "Tischfee")
    said = call("merge")
    assert said.code == 2
    assert "--yes to write, --dry-run to look" in said.err
    environment = {"PYTHONPATH": str(REPOSITORY), "LEXKIT_DATABASE_URL": place.url}
    for answer, state in (("n", State.ACCEPTED), ("y", State.MERGED)):
        terminal = Terminal([*program(), "merge"], kept.root, environment)
        shown = terminal.expect(r"Write this\? \[y/N\]: ")
        assert "+ Tischfee (lemma) accept for spiel by max" in shown
        assert "spiel: 1 in, 0 out" in shown
        terminal.send(f"{answer}\n")
        assert terminal.ended() == 0
        assert states(place) == {"Tischfee": state}
    assert "1 proposal is merged. Now: lexkit build spiel" in terminal.text


def test_reasons_of_several_lines_fit_into_one(kept: Shop, call: Call) -> None:
    call("propose", "Tischfee", "-r", "spiel", "--reason", "x")
    call(
        "review", "--accept", "1", "--reason", 'first\n\t"second"  third ', "--reference", '"S. 3"'
    )
    merge(call)
    (made,) = [r for r in file(kept) if r.word == "Tischfee"]
    assert (made.reason, made.reference) == ('first "second" third', "S. 3")
    assert call("curated", "format", "--check").code == 0


def test_lint_is_content_with_what_was_merged(kept: Shop, call: Call) -> None:
    decide(kept)
    accepted(call, "Tischfee")
    accepted(call, "Ulm", "--dispute", "places")
    accepted(call, "Käfer", "--tags", "surname")
    merge(call)
    kept.build()
    assert call("curated", "lint") == (0, "", "")

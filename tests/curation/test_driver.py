"""The merge driver: the files it is given, and what real git makes of it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lexkit import curated
from lexkit.curation import driver, threeway
from lexkit.curation.rows import HEADER, Row
from lexkit.errors import LexkitError
from lexkit.tagset import Tagset
from tests.conftest import REPOSITORY, Call, Shop
from tests.curation.making import content, row
from tests.requirements import need

AAL, AAS, ZEE = row("aal"), row("aas"), row("zee")


@pytest.fixture
def three(tmp_path: Path) -> dict[str, Path]:
    return {name: tmp_path / f"{name}.tsv" for name in ("base", "ours", "theirs")}


def write(three: dict[str, Path], **texts: bytes) -> list[Path]:
    for name, text in texts.items():
        three[name].write_bytes(text)
    return list(three.values())


def test_neighbours_and_removals(call: Call, three: dict[str, Path]) -> None:
    files = write(
        three,
        base=content(AAL, AAS, ZEE),
        ours=content(AAL, row("aap"), AAS, ZEE),
        theirs=content(AAL, row("aap"), row("aar"), ZEE),
    )
    assert call("merge-driver", *files) == (0, "", "")
    assert three["ours"].read_bytes() == content(AAL, row("aap"), row("aar"), ZEE)
    assert three["theirs"].read_bytes() == content(AAL, row("aap"), row("aar"), ZEE)


def test_a_file_that_both_sides_have_added_has_no_base(call: Call, three: dict[str, Path]) -> None:
    files = write(three, base=b"", ours=content(AAL), theirs=content(ZEE))
    assert call("merge-driver", *files).code == 0
    assert three["ours"].read_bytes() == content(AAL, ZEE)


def test_a_side_from_a_spreadsheet_is_merged_as_if_it_were_not(
    call: Call, three: dict[str, Path]
) -> None:
    quoted = content(AAL, row("aap")).decode().replace("\n", "\r\n").replace("aap", '"aap"')
    files = write(
        three, base=content(AAL), ours=b"\xef\xbb\xbf" + quoted.encode(), theirs=content(AAL, ZEE)
    )
    assert call("merge-driver", *files).code == 0
    assert three["ours"].read_bytes() == content(AAL, row("aap"), ZEE)


def test_a_conflict_names_both_with_who_and_why(
    call: Call, three: dict[str, Path], vocabulary: Tagset
) -> None:
    ida = row("aap", by="ida", date="2026-02-01", reason="an ape")
    max_ = row("aap", "reject", by="max", date="2026-02-03", reason="no ape")
    gone = AAS._replace(reason="kept, as it is in use", by="ida")
    files = write(
        three,
        base=content(AAL, AAS),
        ours=content(AAL, ida, gone, row("zee")),
        theirs=content(AAL, max_, row("bui")),
    )
    said = call("merge-driver", *files, "sources/curated/nl.tsv")
    assert (said.code, said.out) == (1, "")
    assert said.err.splitlines() == [
        "lexkit: sources/curated/nl.tsv: conflict about aap (lemma): ours: accept by ida, "
        "2026-02-01: an ape | theirs: reject by max, 2026-02-03: no ape",
        "lexkit: sources/curated/nl.tsv: conflict about aas (lemma): ours: accept by ida: kept, as "
        "it is in use | theirs: removed",
    ]
    assert three["ours"].read_text().splitlines() == [
        HEADER,
        AAL.line(),
        "<<<<<<< ours: accept by ida, 2026-02-01: an ape",
        ida.line(),
        "=======",
        max_.line(),
        ">>>>>>> theirs: reject by max, 2026-02-03: no ape",
        "<<<<<<< ours: accept by ida: kept, as it is in use",
        gone.line(),
        "||||||| before",
        AAS.line(),
        "=======",
        ">>>>>>> theirs: removed",
        row("bui").line(),
        row("zee").line(),
    ]
    for reader in (
        lambda path: curated.read(path, "x", vocabulary),
        lambda path: call("curated", "format", path),
    ):
        try:
            told = str(reader(three["ours"]))
        except LexkitError as error:
            told = str(error)
        assert "ours.tsv:3: a conflict of git stands here: <<<<<<< ours: accept by ida" in told


def test_a_base_with_a_conflict_of_its_own_settles_nothing(
    call: Call, three: dict[str, Path]
) -> None:
    """Git merges the common ancestors of criss-cross branches first."""
    rejected = AAS._replace(decision="reject")
    before = driver.render(threeway.merge({}, {AAS.key: AAS}, {AAS.key: rejected}))
    assert b"<<<<<<<" in before
    other = row("aas", "reject", by="max")
    files = write(three, base=before, ours=content(other, AAL), theirs=content(other, ZEE))
    assert call("merge-driver", *files).code == 0
    assert three["ours"].read_bytes() == content(AAL, other, ZEE)
    files = write(three, base=before, ours=content(other), theirs=content(AAS))
    assert call("merge-driver", *files).code == 1
    assert "||||||| before" not in three["ours"].read_text()


@pytest.mark.parametrize("broken", ["ours", "theirs", "base"])
def test_what_is_no_curated_file_is_merged_as_text_and_never_silently(
    call: Call, three: dict[str, Path], broken: str
) -> None:
    texts = {"base": content(AAL), "ours": content(AAL, row("aap")), "theirs": content(AAL, ZEE)}
    texts[broken] += b"zwei\tSpalten\n"
    said = call("merge-driver", *write(three, **texts), "nl.tsv")
    assert said.code == 1
    assert "nl.tsv:" in said.err
    assert "2 columns instead of 11" in said.err
    assert "merged as text, to be looked at" in said.err
    text = three["ours"].read_text()
    assert "aap" in text
    assert "zee" in text


def test_files_that_are_not_there_and_wrong_use(call: Call, three: dict[str, Path]) -> None:
    files = write(three, base=content(), ours=content(AAL))
    said = call("merge-driver", *files)
    assert said.code == 2
    assert three["ours"].read_bytes() == content(AAL)
    assert call("merge-driver", *files[:2]).code == 2
    assert call("merge-driver", "--setup", *files).code == 2


def test_how_it_is_set_up_is_printed(call: Call) -> None:
    said = call("merge-driver", "--setup")
    assert said.code == 0
    assert "sources/curated/*.tsv text eol=lf merge=lexkit-curated" in said.out
    assert "git config merge.lexkit-curated.driver 'lexkit merge-driver %O %A %B %P'" in said.out


def git(folder: Path, *arguments: str, code: int = 0) -> str:
    """Run git in ``folder`` for somebody without a configuration of their own."""
    need(shutil.which("git") is not None, "git")
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith("GIT_")},
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "ida", "GIT_AUTHOR_EMAIL": "ida@example.org",
        "GIT_COMMITTER_NAME": "ida", "GIT_COMMITTER_EMAIL": "ida@example.org",
        "PYTHONPATH": str(REPOSITORY),
    }  # fmt: skip
    found = subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert found.returncode == code, found.stdout + found.stderr
    return found.stdout + found.stderr


class Clone:
    """A repository with a workspace in it, and its curated file on several branches."""

    def __init__(self, shop: Shop) -> None:
        self.root = shop.root
        self.path = shop.write("sources/curated/xx.tsv", content(AAL, AAS, ZEE))
        git(self.root, "init", "--quiet", "--initial-branch=main")
        self.commit("base")

    def commit(self, message: str, *rows: Row) -> None:
        if rows:
            self.path.write_bytes(content(*rows))
        git(self.root, "add", "--all")
        git(self.root, "commit", "--quiet", "-m", message)

    def branch(self, name: str, *rows: Row) -> None:
        git(self.root, "switch", "--quiet", "-c", name, "main")
        self.commit(name, *rows)


@pytest.fixture
def clone(shop: Shop, call: Call) -> Clone:
    found = Clone(shop)
    said = call("merge-driver", "--install")
    assert said.code == 0
    assert (shop.root / ".gitattributes").read_text() == (
        "sources/curated/*.tsv text eol=lf merge=lexkit-curated\n"
    )
    found.commit("attributes")
    return found


def test_git_merges_neighbours_and_keeps_removals(clone: Clone) -> None:
    clone.branch("ours", AAL, row("aap"), AAS, ZEE)
    clone.branch("theirs", AAL, row("aap"), row("aar"), ZEE)
    git(clone.root, "switch", "--quiet", "ours")
    git(clone.root, "merge", "--quiet", "--no-edit", "theirs")
    assert clone.path.read_bytes() == content(AAL, row("aap"), row("aar"), ZEE)
    assert git(clone.root, "status", "--porcelain") == ""


def test_git_shows_a_conflict_and_it_can_be_resolved(clone: Clone, call: Call) -> None:
    ida = row("aap", by="ida", date="2026-02-01", reason="an ape")
    max_ = row("aap", "reject", by="max", date="2026-02-03", reason="no ape")
    clone.branch("ours", AAL, ida, AAS, ZEE)
    clone.branch("theirs", AAL, AAS, max_, row("zeef"), ZEE)
    git(clone.root, "switch", "--quiet", "ours")
    said = git(clone.root, "merge", "--no-edit", "theirs", code=1)
    assert "conflict about aap (lemma): ours: accept by ida, 2026-02-01: an ape | theirs" in said
    assert "CONFLICT (content): Merge conflict in sources/curated/xx.tsv" in said
    assert "UU sources/curated/xx.tsv" in git(clone.root, "status", "--porcelain")
    shown = git(clone.root, "diff")
    assert "<<<<<<< ours: accept by ida, 2026-02-01: an ape" in shown
    assert ">>>>>>> theirs: reject by max, 2026-02-03: no ape" in shown
    assert call("curated", "lint").code == 1
    kept = [line for line in clone.path.read_text().splitlines() if line[0] not in "<=>"]
    clone.path.write_text("".join(f"{line}\n" for line in kept if line != max_.line()))
    assert call("curated", "format", "--check").code == 0
    clone.commit("resolved")
    assert clone.path.read_bytes() == content(AAL, ida, AAS, ZEE, row("zeef"))


def test_git_rebases_and_picks_with_it(clone: Clone) -> None:
    clone.branch("topic", AAL, AAS, row("aap"), ZEE)
    clone.commit("more", AAL, row("aap"), row("aar"))
    clone.branch("other", AAL, row("aaq"), AAS, ZEE)
    git(clone.root, "switch", "--quiet", "topic")
    git(clone.root, "rebase", "--quiet", "other")
    assert clone.path.read_bytes() == content(AAL, row("aap"), row("aaq"), row("aar"))
    git(clone.root, "switch", "--quiet", "main")
    git(clone.root, "cherry-pick", "topic")
    assert clone.path.read_bytes() == content(AAL, row("aar"))


def test_branches_merged_both_ways_merge_again(clone: Clone) -> None:
    """Two common ancestors: git merges these first, in conflict with one another."""
    one, two = row("aap", by="ida"), row("aap", "reject", by="max")
    clone.branch("ours", AAL, one, AAS, ZEE)
    clone.branch("theirs", AAL, two, AAS, ZEE)
    git(clone.root, "switch", "--quiet", "ours")
    git(clone.root, "merge", "--quiet", "--no-edit", "theirs", code=1)
    clone.commit("ida's", AAL, one, AAS, ZEE)
    git(clone.root, "switch", "--quiet", "theirs")
    git(clone.root, "merge", "--quiet", "--no-edit", "ours~1", code=1)
    clone.commit("max's", AAL, two, row("bui"), AAS, ZEE)
    said = git(clone.root, "merge", "--no-edit", "ours", code=1)
    assert "conflict about aap (lemma): ours: reject by max | theirs: accept by ida" in said
    assert row("bui").line() in clone.path.read_text()


def test_without_the_driver_git_finds_a_conflict_where_there_is_none(shop: Shop) -> None:
    """What the driver is for: were git to do this by itself, it would not be needed."""
    clone = Clone(shop)
    clone.branch("ours", AAL, row("aap"), AAS, ZEE)
    clone.branch("theirs", AAL, row("aar"), AAS, ZEE)
    assert "CONFLICT" in git(clone.root, "merge", "--no-edit", "ours", code=1)


def test_setting_up_twice_or_outside_of_git(clone: Clone, call: Call, tmp_path: Path) -> None:
    before = (clone.root / ".gitattributes").read_bytes()
    assert call("merge-driver", "--install").code == 0
    assert (clone.root / ".gitattributes").read_bytes() == before
    assert shlex.quote(sys.executable) in git(clone.root, "config", "merge.lexkit-curated.driver")
    (tmp_path / "bare" / "rules").mkdir(parents=True)
    (tmp_path / "bare" / "sources").mkdir()
    said = call("--workspace", tmp_path / "bare", "merge-driver", "--install")
    assert said.code == 2
    assert "git" in said.err


def test_a_workspace_within_a_repository(call: Call, tmp_path: Path) -> None:
    inner = tmp_path / "game" / "words"
    assert call("init", inner).code == 0
    git(tmp_path / "game", "init", "--quiet")
    assert call("--workspace", inner, "merge-driver", "--install").code == 0
    asked = ("check-attr", "merge", "words/sources/curated/en.tsv")
    assert git(tmp_path / "game", *asked).endswith("merge: lexkit-curated\n")
    (inner / ".gitattributes").write_bytes(b"*.png binary")
    assert call("--workspace", inner, "merge-driver", "--install").code == 0
    assert (inner / ".gitattributes").read_text().splitlines() == [
        "*.png binary", driver.attributes(),
    ]  # fmt: skip


def test_the_repository_names_the_driver() -> None:
    lines = (REPOSITORY / ".gitattributes").read_text().splitlines()
    assert driver.attributes() in lines

"""Every format gives back exactly the words that went in, whatever order they went in."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lexkit.errors import LexkitError
from lexkit.formats import FORMATS
from lexkit.formats.output import export
from lexkit.lexicon import Lexicon
from tests.formats.making import LATIN, build, workspace
from tests.formats.reading import READERS

#: Signs with a meaning somewhere, digits, letters beyond the BMP, a mark that never composes,
#: Hebrew, Arabic, and a letter that Python and SQLite sort unlike UTF-16.
NASTY = "ab/\\#'-.*:\"{}[]|,;~0189éßﬁ😀𐐨\u0489שם\u05b8لاи"

WORDS = st.sets(st.text(NASTY, min_size=1, max_size=6), max_size=12)
FAULTS = Path(__file__).resolve().parents[3] / "shared" / "faults"


def exported(lexicon: Lexicon, name: str, folder: Path) -> Path:
    path = folder / f"out{FORMATS[name].SUFFIX}"
    files = export(lexicon, FORMATS[name], path)
    assert files[0] == path
    assert {p.name for p in folder.iterdir() if p.name.startswith("out.")} >= {
        file.name for file in files
    }
    return path


def test_every_format_has_a_reader() -> None:
    assert READERS.keys() == FORMATS.keys()


def test_the_suffixes_are_distinct() -> None:
    assert len({chosen.SUFFIX for chosen in FORMATS.values()}) == len(FORMATS)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(words=WORDS, seed=st.integers(0, 9))
def test_any_words_in_any_order(words: set[str], seed: int) -> None:
    order = sorted(words)
    random.Random(seed).shuffle(order)
    with TemporaryDirectory() as name:
        folder = Path(name)
        lexicon = build(workspace(folder / "w", order, alphabet=NASTY))
        for chosen, read in READERS.items():
            try:
                path = exported(lexicon, chosen, folder)
            except LexkitError as error:
                # The only words of this alphabet that a format may refuse.
                assert chosen == "hunspell"
                assert any(word.endswith("..") for word in words), error
                assert any(repr(word) in str(error) for word in words)
                continue
            assert read(path) == sorted(words)


@pytest.mark.parametrize("name", FORMATS)
def test_the_order_changes_no_byte(tmp_path: Path, name: str) -> None:
    words = ["zee", "äpfel", "abacus", "ab", "abacay", "abacas", "😀", "ﬁsh", "abacas"]
    found = []
    for number in range(4):
        folder = tmp_path / str(number)
        lexicon = build(workspace(folder / "w", words, alphabet=LATIN + "äﬁ😀"))
        path = exported(lexicon, name, folder)
        assert READERS[name](path) == sorted(set(words))
        found.append([p.read_bytes() for p in sorted(folder.glob("out.*"))])
        if name in ("jsonl", "sqlite"):
            # They cite the line of the source, so only the same source gives the same bytes.
            continue
        random.Random(number).shuffle(words)
    # The .aff names the version of the lexicon, in which the places of the words count.
    assert all(files[-1] == found[0][-1] for files in found)


@pytest.mark.parametrize("name", FORMATS)
def test_many_words(tmp_path: Path, name: str) -> None:
    numbers = random.Random(7)
    words = {"".join(numbers.choices("abcdeé", k=numbers.randint(1, 9))) for _ in range(12_000)}
    lexicon = build(workspace(tmp_path / "w", words, alphabet="abcdeé"))
    assert READERS[name](exported(lexicon, name, tmp_path)) == sorted(words)


@pytest.mark.parametrize("name", FORMATS)
def test_no_words(tmp_path: Path, name: str) -> None:
    lexicon = build(workspace(tmp_path / "w", []))
    assert READERS[name](exported(lexicon, name, tmp_path)) == []


@pytest.mark.skipif(not FAULTS.is_dir(), reason="no ../shared/faults here")
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    ("sample", "alphabet", "expected"),
    [
        (
            "E01/words.txt",
            LATIN + "/#\\'1984",
            ["km/u", "/ab", "1984", "#hash", "back\\slash", "foto's"],
        ),
        (
            "E02/unsorted.txt",
            LATIN + "äﬁ😀",
            ["zee", "äpfel", "abacus", "ab", "abacay", "abacas", "😀", "ﬁsh"],
        ),
        ("E04/words.bin", LATIN, ["a", "b"]),
    ],
)
def test_samples(
    tmp_path: Path, sample: str, alphabet: str, expected: list[str], name: str
) -> None:
    raw = (FAULTS / sample).read_bytes()
    unique = "".join(dict.fromkeys(alphabet))
    lexicon = build(workspace(tmp_path / "w", raw, alphabet=unique))
    assert READERS[name](exported(lexicon, name, tmp_path)) == sorted(expected)

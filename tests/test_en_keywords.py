"""en-keywords as it is shipped, built from its real sources, under both of its choices."""

from __future__ import annotations

import pytest

from lexkit import cases, ruleset
from lexkit.lexicon import Lexicon
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests.conftest import CASES, build_real, rule_of
from tests.requirements import need

pytestmark = pytest.mark.sources

NAME = "en-keywords"


@pytest.fixture(scope="module")
def keywords(copied: Workspace) -> Lexicon:
    return build_real(copied, NAME)


@pytest.fixture(scope="module")
def agreed(copied: Workspace) -> Lexicon:
    """The lexicon of players who have agreed that vulgar words count."""
    return build_real(copied, NAME, {"vulgar": "accept"})


def test_every_case_holds_under_either_choice(
    copied: Workspace, keywords: Lexicon, agreed: Lexicon, vocabulary: Tagset
) -> None:
    rules = ruleset.load(copied.ruleset(NAME), vocabulary)
    for lexicon in (keywords, agreed):
        chosen = rules.choose(lexicon.manifest["options"])
        outcomes = list(cases.run(chosen.all_cases(), lexicon))
        assert [f"{case.word} {wrong}" for case, _, wrong in outcomes if wrong] == []
        assert len(outcomes) > 80


def test_the_shared_cases_hold(keywords: Lexicon) -> None:
    path = CASES / f"{NAME}.tsv"
    need(path.is_file(), "the shared cases")
    lines = [line.split("\t") for line in path.read_text("utf-8").splitlines()[1:]]
    words = [(word, verdict) for word, verdict, *_ in lines]
    assert len(words) > 15
    wrong = [w for w, v in words if (keywords.answer(w).verdict == "accepted") != (v == "accepted")]
    assert wrong == []


@pytest.mark.parametrize(
    ("word", "verdict", "rule"),
    [
        ("keyboards", "accepted", "default"), ("Keyboards", "accepted", "default"),
        ("programme", "accepted", "default"), ("program", "accepted", "default"),
        ("naive", "accepted", "default"), ("fiancee", "accepted", "default"),
        ("oh", "accepted", "short-words"), ("brr", "accepted", "short-words"),
        ("zo", "accepted", "short-words"), ("lipoproteins", "accepted", "default"),
        ("Oslo", "rejected", "places"), ("OSLO", "rejected", "places"),
        ("Gareth", "rejected", "capitals"), ("Geoffrey", "rejected", "persons"),
        ("Tuesdays", "rejected", "other-names"), ("Tuesday", "rejected", "other-names"),
        ("tsp", "rejected", "abbreviations"), ("FBI", "rejected", "other-names"),
        ("xxiv", "rejected", "abbreviations"), ("nauseam", "rejected", "phrase-parts"),
        ("isn't", "rejected", "unlayable"), ("I", "rejected", "too-short"),
        ("x-ray", "rejected", "unlayable"), ("zblq", "unattested", None),
        ("chevrolet", "rejected", "capitals"), ("dozing", "accepted", "default"),
    ],
)  # fmt: skip
def test_words_of_each_kind(keywords: Lexicon, word: str, verdict: str, rule: str | None) -> None:
    assert rule_of(keywords, word) == (verdict, rule)


def test_only_vulgar_words_depend_on_the_choice(keywords: Lexicon, agreed: Lexicon) -> None:
    words, more = set(keywords.words()), set(agreed.words())
    assert words < more
    assert 300 < len(more - words) < 600
    for word in sorted(more - words)[::7]:
        assert rule_of(keywords, word) == ("rejected", "vulgar-words")
        assert rule_of(agreed, word) == ("accepted", "vulgar-words-by-agreement")
    for word in ("donkey", "rooster", "ass", "cock", "bitch", "coon", "chink"):
        assert word in words


def test_names_fall_and_their_homographs_stand(keywords: Lexicon) -> None:
    standing = "turkey china march may august frank mark rose drew polish job reading nice".split()
    assert [word for word in standing if word not in keywords] == []
    names = "Kowloon Samantha Beatrice Dijon Honda Volvo Zagreb Kazakh Croat Xerxes".split()
    assert [name for name in names if name.lower() in keywords] == []

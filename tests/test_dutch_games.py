"""nl-woordspel, nl-bordspel and nl-wordox as they are shipped, built from their real sources."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lexkit import cases, ruleset
from lexkit.lexicon import Lexicon
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests.conftest import CASES, build_real, rule_of
from tests.requirements import need

pytestmark = pytest.mark.sources

NAMES = ("nl-woordspel", "nl-bordspel", "nl-wordox")
each_game = pytest.mark.parametrize("name", NAMES)
Games = dict[str, Lexicon]


@pytest.fixture(scope="module")
def games(copied: Workspace) -> Iterator[Games]:
    built = {name: build_real(copied, name) for name in NAMES}
    built["dutch-names"] = build_real(copied, "nl-woordspel", {"places": "dutch-names"})
    yield built


@pytest.mark.parametrize("name", [*NAMES, "dutch-names"])
def test_every_case_of_the_ruleset_holds(
    copied: Workspace, games: Games, vocabulary: Tagset, name: str
) -> None:
    lexicon = games[name]
    rules = ruleset.load(
        copied.ruleset("nl-woordspel" if name == "dutch-names" else name), vocabulary
    )
    chosen = rules.choose(lexicon.manifest["options"])
    outcomes = list(cases.run(chosen.all_cases(), lexicon))
    assert [f"{case.word} {wrong}" for case, _, wrong in outcomes if wrong] == []
    assert len(outcomes) > 45


@each_game
def test_every_shared_case_holds(games: Games, name: str) -> None:
    path = CASES / f"{name}.tsv"
    need(path.is_file(), "the shared cases")
    missed = []
    for line in path.read_text("utf-8").splitlines()[1:]:
        word, verdict, how, clause, *_ = line.split("\t")
        answer = games[name].answer(word)
        if verdict == "accepted" or how == "any":
            good = (answer.verdict == "accepted") == (verdict == "accepted")
        else:
            cited = answer.grounds[0].clause or ""
            heading = clause.partition(" (")[0]
            good = answer.verdict == "rejected" and cited.partition(" (")[0] == heading
        if not good:
            missed.append(f"{word}: {answer.verdict}, should be {verdict} ({how}, {clause})")
    assert missed == []


@each_game
def test_every_shared_case_stands_in_the_ruleset(
    copied: Workspace, vocabulary: Tagset, name: str
) -> None:
    path = CASES / f"{name}.tsv"
    need(path.is_file(), "the shared cases")
    rules = ruleset.load(copied.ruleset(name), vocabulary)
    own = {case.word for case in rules.all_cases()}
    shared = {line.split("\t")[0] for line in path.read_text("utf-8").splitlines()[1:]}
    assert shared - own == set()


#: A word, and what becomes of it in nl-woordspel, nl-bordspel and nl-wordox.
SIDE_BY_SIDE = [
    ("Europa", "rejected", "rejected", "accepted"),
    ("Groningen", "accepted", "rejected", "accepted"),
    ("Anna", "rejected", "rejected", "accepted"),
    ("oh", "accepted", "accepted", "accepted"),
    ("cafe", "accepted", "accepted", "accepted"),
    ("btw", "rejected", "rejected", "accepted"),
    ("fotos", "rejected", "accepted", "rejected"),
    ("zeeegel", "rejected", "accepted", "rejected"),
    ("gsmetje", "rejected", "rejected", "rejected"),
    ("achttienhonderdtwaalf", "accepted", "accepted", "rejected"),
    ("kontrakt", "unattested", "unattested", "accepted"),
    ("priori", "rejected", "rejected", "rejected"),
    ("grrr", "accepted", "accepted", "accepted"),
    ("hg", "rejected", "rejected", "accepted"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "woordspel", "bordspel", "wordox"), SIDE_BY_SIDE)
def test_what_one_game_takes_another_refuses(
    games: Games, word: str, woordspel: str, bordspel: str, wordox: str
) -> None:
    found = [games[name].answer(word).verdict.value for name in NAMES]
    assert found == [woordspel, bordspel, wordox]


@pytest.mark.parametrize(
    ("name", "word", "verdict", "rule"),
    [
        ("nl-woordspel", "Vlissingen", "accepted", "dutch-places"),
        ("nl-woordspel", "Lissabon", "rejected", "places-elsewhere"),
        ("nl-woordspel", "Sjoerd", "rejected", "personal-names"),
        ("nl-woordspel", "Unilever", "rejected", "organisations"),
        ("nl-woordspel", "Calvé", "rejected", "products"),
        ("nl-woordspel", "playstation", "rejected", "products"),
        ("nl-woordspel", "mevr", "rejected", "abbreviations"),
        ("nl-woordspel", "pas-de", "rejected", "unlayable"),
        ("nl-woordspel", "vous", "rejected", "foreign-words"),
        ("nl-woordspel", "IJslanders", "accepted", "default"),
        ("nl-woordspel", "Friezin", "accepted", "default"),
        ("nl-woordspel", "kreuner", "unattested", None),
        ("dutch-names", "Lissabon", "accepted", "places-with-a-dutch-name"),
        ("dutch-names", "Vlissingen", "accepted", "dutch-places"),
        ("dutch-names", "Liverpool", "rejected", "organisations"),
        ("dutch-names", "Nottingham", "rejected", "places-with-a-foreign-name"),
        ("nl-bordspel", "bedrijfs-", "rejected", "parts-of-words"),
        ("nl-bordspel", "bedrijfs", "rejected", "parts-of-words"),
        ("nl-bordspel", "gsm'etje", "rejected", "abbreviations"),
        ("nl-bordspel", "cd's", "rejected", "no-vowel"),
        ("nl-bordspel", "havo's", "rejected", "abbreviations"),
        ("nl-bordspel", "x'en", "rejected", "abbreviations"),
        ("nl-bordspel", "kuchter", "unattested", None),
        ("nl-bordspel", "snikker", "rejected", "persons"),
        ("nl-bordspel", "metselaar", "accepted", "occupations"),
        ("nl-bordspel", "tshirts", "accepted", "default"),
        ("nl-bordspel", "visavis", "accepted", "default"),
        ("nl-wordox", "vivendi", "rejected", "phrase-parts"),
        ("nl-wordox", "autos", "rejected", "unlayable"),
        ("nl-wordox", "twintigtwintig", "rejected", "years"),
        ("nl-wordox", "hebbie", "rejected", "contractions"),
        ("nl-wordox", "gammas", "accepted", "default"),
    ],
)  # fmt: skip
def test_words_of_each_kind(
    games: Games, name: str, word: str, verdict: str, rule: str | None
) -> None:
    assert rule_of(games[name], word) == (verdict, rule)


#: Verbs of every sort with forms that each must have.
VERB_FORMS = {
    "werken": (
        "werk werkt werkte werkten werke werkend werkende werkenden "
        "gewerkt gewerkte gewerkten gewerk"
    ),
    "leven": (
        "leef leeft leefde leefden leve levend levende levenden geleefd geleefde geleefden geleef"
    ),
    "zingen": "zing zingt zong zongen zinge zingend zingende gezongen gezing",
    "opbellen": "opbel opbelt opbelde opbelden opbelle opbellend opgebeld opgebelde opgebelden",
    "nummeren": (
        "nummer nummert nummerde nummerden nummere nummerend genummerd genummerde genummerden "
        "genummer"
    ),
    "liken": "like liket likete liketen geliket likend gelike",
    "verhuizen": "verhuis verhuist verhuisde verhuisden verhuize verhuizend verhuisd verhuisde",
}  # fmt: skip


@pytest.mark.parametrize("verb", VERB_FORMS)
@each_game
def test_verbs_have_all_their_forms(games: Games, name: str, verb: str) -> None:
    assert [form for form in VERB_FORMS[verb].split() if form not in games[name]] == []


def test_no_form_is_made_of_what_the_library_gets_wrong(games: Games) -> None:
    wrong = "nummeer nummeerde gesodemieteerd knikkeeren tuunde huisen muisen prijsen"
    for name in NAMES:
        assert [form for form in wrong.split() if form in games[name]] == []


@pytest.mark.parametrize(
    "word", "ys wyn tyd blyven schryven ysbeer pyp vyf tyger myn bakkery gelyk zwyn".split()
)
def test_a_y_is_laid_for_ij(games: Games, word: str) -> None:
    answer = games["nl-woordspel"].answer(word)
    assert (answer.verdict, answer.letters) == ("accepted", word.replace("y", "ij"))
    assert games["nl-bordspel"].answer(word).verdict != "accepted"


@pytest.mark.parametrize("word", "byou byouterie byectie antyudaisme dyonmosterd babij".split())
def test_none_is_where_i_and_j_are_two_letters(games: Games, word: str) -> None:
    assert games["nl-woordspel"].answer(word).verdict != "accepted"


def test_every_word_is_of_the_alphabet_and_owes_its_attribution(games: Games) -> None:
    for name in NAMES:
        lexicon = games[name]
        words = (lexicon.folder / "words.txt").read_text("utf-8").splitlines()
        assert len(words) == len(lexicon) > 500_000
        assert set("".join(words)) <= set("abcdefghijklmnopqrstuvwxyz")
        notice = (lexicon.folder / "NOTICE").read_text("utf-8")
        assert "OpenTaal" in notice
        assert "TaalTik" in notice

"""From a form to its letters: one function, the same for every way of writing a word."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.orthography import Spelling, normalise
from tests.conftest import FAULTS
from tests.requirements import need

ABC = "abcdefghijklmnopqrstuvwxyz"
GERMAN = Spelling(
    alphabet=ABC + "äöü",
    folds={"ß": "ss", "æ": "ae", "œ": "oe", "ſ": "s", "ﬁ": "fi", "ﬂ": "fl"},
    hints={"ae": "ä", "oe": "ö", "ue": "ü"},
)
DUTCH = Spelling(alphabet=ABC, folds={"ĳ": "ij"}, drop="-'")
PLAIN = Spelling(alphabet=ABC, strip_accents=False)
NORDIC = Spelling(alphabet=ABC + "å", folds={"æ": "ae"}, transliterate=True)


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@pytest.mark.parametrize(
    ("form", "letters"),
    [
        # composed and taken apart
        ("Öfen", "öfen"),
        ("O\u0308fen", "öfen"),
        ("ZU\u0308GE", "züge"),
        ("Bä\u0301r", "bär"),
        ("Cre\u0300me", "creme"),
        ("a\u0301\u0308hnlich", "ähnlich"),
        ("a\u0308\u0301hnlich", "ähnlich"),
        # accents that are no letters here
        ("Gebrüll", "gebrüll"),
        ("Señor", "senor"),
        ("Garçon", "garcon"),
        ("Soufflé", "souffle"),
        ("Ǟ", "ä"),
        ("Łódź", None),
        ("Smørbrød", None),
        ("Århus", "arhus"),
        ("Tōkyō", "tokyo"),
        ("İzmir", "izmir"),
        ("Citroën", "citroen"),
        ("naïf", "naif"),
        # ß and its capital
        ("Fuß", "fuss"),
        ("FUSS", "fuss"),
        ("FUẞ", "fuss"),
        ("FUß", "fuss"),
        ("Fuẞ", "fuss"),
        # ligatures and the long s by name, compatibility forms not at all
        ("ﬁnden", "finden"),
        ("ﬂink", "flink"),
        ("Weſen", "wesen"),
        ("Œuvre", "oeuvre"),
        ("ÆSIR", "aesir"),
        ("ﬀ", None),
        ("m²", None),
        ("№", None),
        ("ªb", None),
        ("ŉ", None),
        ("Ｈaus", None),
        ("½", None),
        # what cannot be seen
        ("Donau\u00addampfer", "donaudampfer"),
        ("Tee\u200bkanne", "teekanne"),
        ("Auf\u200clauf", "auflauf"),
        ("\ufeffMorgen", "morgen"),
        ("Nacht\ufeff", "nacht"),
        ("\u00a0Tisch ", "tisch"),
        ("a\u200d\u0308pfel", "äpfel"),
        ("Haus\u2060boot", "hausboot"),
        ("\u202eregen\u202c", "regen"),
        # what cannot be laid
        ("Prof.", None),
        ("x-mal", None),
        ("geht's", None),
        ("ad hoc", None),
        ("B2B", None),
        ("дом", None),
        ("🙂", None),
        ("a\x00b", None),
        ("a\tb", None),
        ("a\u20ddb", None),
    ],
)
def test_german_letters(form: str, letters: str | None) -> None:
    assert GERMAN.letters(form) == letters


@pytest.mark.parametrize(
    ("form", "letters"),
    [
        ("tĳd", "tijd"),
        ("Ĳsland", "ijsland"),
        ("IJSLAND", "ijsland"),
        ("bĳ\u0301na", "bijna"),
        ("bíj\u0301na", "bijna"),
        ("pyjama", "pyjama"),
        ("bijeen", "bijeen"),
        ("mini-jas", "minijas"),
        ("baby's", "babys"),
        ("baby’s", "babys"),
        ("baby`s", "babys"),
        ("baby´s", "babys"),
        ("babyʼs", "babys"),
        ("’s", "s"),
        ("zee‐egel", "zeeegel"),
        ("zee‑egel", "zeeegel"),
        ("zee–egel", None),
        ("reünie", "reunie"),
        ("hè", "he"),
        ("-", ""),
    ],
)
def test_dutch_letters_with_marks_to_drop(form: str, letters: str | None) -> None:
    assert DUTCH.letters(form) == letters


@pytest.mark.parametrize(
    ("form", "letters"),
    [("Smørrebrød", "smorrebrod"), ("Łódź", "lodz"), ("Århus", "århus"), ("Straße", "strasse"),
     ("æble", "aeble"), ("ĐỒNG", "dong"), ("km²", None), ("½", None), ("a-b", None)],
)  # fmt: skip
def test_letters_without_a_decomposition_only_where_asked_for(
    form: str, letters: str | None
) -> None:
    pytest.importorskip("unidecode")
    assert NORDIC.letters(form) == letters


def test_a_ruleset_may_keep_accents_apart() -> None:
    assert PLAIN.letters("café") is None
    assert PLAIN.letters("cafe") == "cafe"
    assert PLAIN.lay("café").unlayable == "é"
    assert PLAIN.lay("cafe\u0301").unlayable == "é"
    assert PLAIN.letters("Straße") is None


def test_folds_are_applied_in_their_order() -> None:
    first = Spelling(alphabet=ABC, folds={"sz": "z", "z": "x"})
    other = Spelling(alphabet=ABC, folds={"z": "x", "sz": "z"})
    assert (first.letters("szene"), other.letters("szene")) == ("xene", "sxene")


def test_umlauts_are_never_made_of_two_letters() -> None:
    assert GERMAN.letters("Haeuser") == "haeuser"
    assert GERMAN.letters("Häuser") == "häuser"


@pytest.mark.parametrize(
    ("form", "bare", "mark"),
    [("T-Stück", "tstück", "-"), ("Str.", "str", "."), ("cm³", "cm", "³"), ("...", "", "."),
     ("A4", "a", "4"), ("Ørsted", "rsted", "ø"), ("a b", "ab", " "), ("a\x00b", "ab", "\x00")],
)  # fmt: skip
def test_what_cannot_be_laid_keeps_its_bare_letters(form: str, bare: str, mark: str) -> None:
    assert GERMAN.lay(form) == (None, bare, mark)


@pytest.mark.parametrize(
    ("letters", "first"),
    [("haeuser", "häuser"), ("moewe", "möwe"), ("muede", "müde"), ("aerzteaemter", "ärzteämter")],
)
def test_respellings_begin_with_the_fullest(letters: str, first: str) -> None:
    assert next(GERMAN.respellings(letters)) == first


def test_respellings_are_all_combinations_and_stop_in_time() -> None:
    assert set(GERMAN.respellings("aeoe")) == {"äö", "äoe", "aeö"}
    assert list(GERMAN.respellings("haus")) == []
    assert list(GERMAN.respellings("ae" * 7)) == []
    assert len(list(GERMAN.respellings("ae" * 6))) == 63


@pytest.mark.parametrize(
    ("form", "shape"),
    [
        ("wiese", ""),
        ("Wiese", "capitalised"),
        ("BMX", "all-caps no-vowel"),
        ("GmbH", "capitalised mixed-case no-vowel"),
        ("iPad", "mixed-case"),
        ("U-Bahn", "capitalised mixed-case has-hyphen"),
        ("geht's", "has-apostrophe"),
        ("geht’s", "has-apostrophe"),
        ("ad hoc", "has-space"),
        ("usw.", "has-dot"),
        ("3D", "capitalised has-digit no-vowel"),
        ("x", "no-vowel"),
        ("I", "capitalised"),
        ("pst", "no-vowel"),
        ("für", ""),
        ("hm", "no-vowel"),
        ("kg²", "has-digit no-vowel"),
        ("Übel", "capitalised"),
        ("ÄRA", "all-caps"),
        ("Straße", "capitalised"),
        ("שלום", "no-vowel"),
        ("日本", "no-vowel"),
        ("Ω", "capitalised no-vowel"),
        ("-", "has-hyphen hanging-hyphen no-vowel"),
        ("vor-", "has-hyphen hanging-hyphen"),
        ("-heit", "has-hyphen hanging-hyphen"),
        ("vor- und", "has-hyphen has-space"),
    ],
)
def test_shapes(form: str, shape: str) -> None:
    spelling = Spelling(alphabet=GERMAN.alphabet, folds=GERMAN.folds, vowels="aeiouyäöü")
    form = normalise(form)
    assert spelling.shape(form, spelling.lay(form)) == frozenset(shape.split())


@pytest.mark.parametrize(
    ("form", "shape"),
    [
        ("IJsland", "capitalised"),
        ("Ĳsland", "capitalised"),
        ("IJSLAND", "all-caps"),
        ("IJ", "all-caps"),
        ("ijs", ""),
        ("Ijs", "capitalised"),
        ("IJs-tv", "capitalised has-hyphen"),
        ("PIJn", "capitalised mixed-case"),
        ("STad", "capitalised mixed-case"),
    ],
)
def test_two_capitals_of_one_letter_are_one(form: str, shape: str) -> None:
    spelling = Spelling(alphabet="abcdefghijklmnopqrstuvwxyz", folds={"ĳ": "ij", "ﬆ": "st"})
    assert spelling.shape(form, spelling.lay(form)) == frozenset(shape.split())


# Text as it comes: letters with marks, ligatures, what cannot be seen, marks, and anything at all.
TRICKY = st.sampled_from(
    [
        *"aäößẞéǟøłĳŉﬁſİıǅ-'’` .²\x00\n",
        "\u0301",
        "\u0308",
        "\u00ad",
        "\u200b",
        "\ufeff",
        "\u0345",
        "\u1fef",
        "\u20dd",
        "😀",
        "\u2028",
        "\ud800",
    ]
)
TEXTS = st.lists(st.one_of(TRICKY, st.characters(exclude_categories=()))).map("".join)
SPELLINGS = st.sampled_from([GERMAN, DUTCH, PLAIN, NORDIC])


@given(SPELLINGS, TEXTS)
def test_letters_are_of_the_alphabet_and_laying_them_again_changes_nothing(
    spelling: Spelling, text: str
) -> None:
    laid = spelling.lay(text)
    assert set(laid.bare) <= set(spelling.alphabet)
    assert (laid.letters is None) == (laid.unlayable is not None)
    if laid.letters is not None:
        assert laid.letters == laid.bare
        assert spelling.lay(laid.letters) == laid
    else:
        assert (laid.unlayable or "a") not in spelling.alphabet
    assert spelling.lay(laid.bare).letters == laid.bare


@given(SPELLINGS, TEXTS)
def test_every_way_of_composing_a_text_is_laid_alike(spelling: Spelling, text: str) -> None:
    laid = spelling.lay(text)
    assert spelling.lay(unicodedata.normalize("NFC", text)) == laid
    assert spelling.lay(nfd(text)) == laid
    assert spelling.lay(normalise(text)) == laid


@given(SPELLINGS, TEXTS, st.integers(0, 20))
def test_what_cannot_be_seen_changes_nothing(spelling: Spelling, text: str, at: int) -> None:
    for unseen in "\u00ad\u200b\u200d\ufeff\u2060":
        hidden = text[:at] + unseen + text[at:]
        assert spelling.lay(hidden) == spelling.lay(text.replace(unseen, ""))


@given(TEXTS)
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert unicodedata.normalize("NFC", once) == once
    assert not any(unicodedata.category(c) == "Cf" for c in once)


@given(st.text("aäoöuüeß", max_size=12))
def test_a_respelling_is_of_the_same_typing(letters: str) -> None:
    for respelt in GERMAN.respellings(letters):
        assert respelt != letters
        typed = respelt.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
        assert typed == letters.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")


def sample(name: str) -> list[str]:
    need(FAULTS.is_dir(), "the shared samples of faults")
    return (FAULTS / name).read_bytes().decode("utf-8").splitlines()


def test_the_shared_sample_of_composition() -> None:
    apart, together, *_ = sample("U01/nfd.txt")
    assert GERMAN.letters(apart) == GERMAN.letters(together) == "käfig"


def test_the_shared_sample_of_accents() -> None:
    expected = [
        "käfig", "kürzt", "abgründe", "cafe", "resume", "ampere", "strasse", "naivete", "manana",
        "angström", None,
    ]  # fmt: skip
    assert [GERMAN.letters(word) for word in sample("U02/de.txt")] == expected


def test_the_shared_sample_of_sharp_s() -> None:
    laid = [GERMAN.letters(word) for word in sample("U03/sz.txt")]
    assert laid == ["strasse"] * 5 + ["masse", "masse", "heiss", "heiss"]


def test_the_shared_sample_of_compatibility() -> None:
    by_form = {word: GERMAN.letters(word) for word in sample("U04/compat.txt")}
    assert by_form["km²"] is None
    assert by_form["ﬁsch"] == "fisch"
    assert by_form["Haſe"] == "hase"
    assert by_form["ĳs"] is None  # a ruleset must name this fold
    assert DUTCH.letters("ĳs") == "ijs"
    assert by_form["smørrebrød"] is None


def test_the_shared_sample_of_invisible_characters() -> None:
    laid = [GERMAN.letters(word) for word in sample("U06/shy.txt")]
    assert laid == ["schifffahrt"] * 2 + ["haustür"] * 2 + ["baum", "auflage", "abend"]


def test_the_shared_sample_of_ij() -> None:
    laid = {word: DUTCH.letters(word) for word in sample("U08/ij.txt")}
    assert {laid[w] for w in ("ijs", "ĳs", "IJs", "Ijs", "Ĳs")} == {"ijs"}
    assert {laid[w] for w in laid if w.startswith("bl")} == {"blijf"}
    assert [laid[w] for w in ("bijectie", "bijou", "Fiji", "minijurk")] == [
        "bijectie", "bijou", "fiji", "minijurk",
    ]  # fmt: skip


@pytest.mark.parametrize("letter", ["ə", "ъ", "ь", "中", "ʔ", "ꙮ"])
def test_a_letter_that_transliterates_to_no_letters_is_named_itself(letter: str) -> None:
    spelling = Spelling(alphabet="abcdefghijklmnopqrstuvwxyz", transliterate=True)
    laid = spelling.lay(f"ab{letter}")
    assert (laid.letters, laid.bare, laid.unlayable) == (None, "ab", letter)
    assert spelling.letters("Łød") == "lod"

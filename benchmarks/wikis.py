"""Made-up wikis of any size: a dump of German Wiktionary, and wiktextract's lines of it.

    python -m benchmarks.wikis dump 1024 | lexkit read - --reader wiktionary > /dev/null

writes a dump of 1,024 MiB. Pages and lines have the proportions of the real ones: half of the pages
are of forms, with a few lines each; a fourth are words with tables, senses and long lists of
translations; a fourth are of other languages or of no use. The words are made of syllables, the
prose of nothing; the same number gives the same page.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from xml.sax.saxutils import escape

SEED = 7

#: So many pages and lines are made; then they come again, with other words.
MADE = 4000
#: Stands in every word for the letters that tell one round from the next.
_ROUND = "##"

_ONSETS = tuple("b d f g h k l m n p r s t w z br dr fl gr kl kr pfl schl schn str".split())
_RHYMES = tuple("a e i o u ä ö ü an ar eck el en ich ing ock oll on und upp".split())
_PROSE = tuple("eine Sache aus der man sonst nichts macht und von der die Rede ist".split())
_LANGUAGES = tuple("en fr it es nl sv da pl cs ru hu fi tr el pt ro sl uk ja zh".split())
_CASES = ("Nominativ", "Genitiv", "Dativ", "Akkusativ")

HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="de">
  <siteinfo>
    <sitename>Wiktionary</sitename>
    <dbname>dewiktionary</dbname>
    <base>https://de.wiktionary.org/wiki/Wiktionary:Hauptseite</base>
    <namespaces><namespace key="0" /><namespace key="10">Vorlage</namespace></namespaces>
  </siteinfo>
"""
FOOT = "</mediawiki>\n"

_PAGE = """\
  <page>
    <title>{title}</title>
    <ns>0</ns>
    <id>{number}</id>
    <revision>
      <id>7{number}</id>
      <parentid>3{number}</parentid>
      <timestamp>2024-03-01T10:20:30Z</timestamp>
      <contributor>
        <username>Jemand</username>
        <id>12345</id>
      </contributor>
      <comment>Bearbeitung</comment>
      <model>wikitext</model>
      <format>text/x-wiki</format>
      <text bytes="{size}" xml:space="preserve">{text}</text>
      <sha1>phoiac9h4m842xq45sp7s6u21eteeq1</sha1>
    </revision>
  </page>
"""

# In the texts, @ is the title and % a word, or what is made up for the place.
_WORD_TEXT = """\
{{Siehe auch|[[@]]}}
== @ ({{Sprache|Deutsch}}) ==
%TABLE
{{Worttrennung}}
:@

{{Aussprache}}
:{{IPA}} {{Lautschrift|@}}
:{{Hörbeispiele}} {{Audio|De-@.ogg}}

{{Bedeutungen}}
:[1] %PROSE [[%]]
:[2] %PROSE
:[3] [[%]], %PROSE

{{Herkunft}}
:%PROSE, %PROSE

{{Beispiele}}
:[1] „%PROSE, %PROSE“<ref>%PROSE</ref>
:[2] „%PROSE, %PROSE“<ref>%PROSE</ref>

==== {{Übersetzungen}} ====
{{Ü-Tabelle|1|G=%PROSE|Ü-Liste=
%TRANSLATIONS}}

{{Referenzen}}
:[1] {{Ref-DWDS}}
:[1] {{Ref-Duden}}
"""

_FORM_TEXT = """\
== @ ({{Sprache|Deutsch}}) ==
=== {{Wortart|Deklinierte Form|Deutsch}} ===

{{Worttrennung}}
:@

{{Aussprache}}
:{{IPA}} {{Lautschrift|@}}
:{{Hörbeispiele}} {{Audio|}}

{{Grammatische Merkmale}}
*Genitiv Singular des Substantivs '''[[%LEMMA]]'''

{{Grundformverweis Dekl|%LEMMA}}
"""

_OTHER_TEXT = """\
== @ ({{Sprache|Englisch}}) ==
=== {{Wortart|Substantiv|Englisch}} ===

{{Englisch Substantiv Übersicht
|Singular=@
|Plural=@s
}}

{{Bedeutungen}}
:[1] %PROSE

{{Beispiele}}
:[1] %PROSE, %PROSE
"""


def _dice(number: int) -> random.Random:
    return random.Random(SEED * 1_000_003 + number)


def word(number: int) -> str:
    """A word of two or three syllables and, so that no two are the same, a number in letters."""
    number %= MADE
    dice = _dice(number)
    syllables = [dice.choice(_ONSETS) + dice.choice(_RHYMES) for _ in range(dice.choice((2, 2, 3)))]
    return "".join(syllables) + _ROUND + _letters(number)


def _letters(number: int) -> str:
    return "".join("bdfgklmnpr"[int(digit)] + "e" for digit in str(number))


def _prose(dice: random.Random, words: int) -> str:
    return " ".join(dice.choice(_PROSE) for _ in range(words))


def _filled(text: str, title: str, dice: random.Random) -> str:
    """``text`` with its title, and with prose and words where it asks for them."""
    pieces = text.replace("@", title).split("%PROSE")
    text = pieces[0] + "".join(_prose(dice, 9) + piece for piece in pieces[1:])
    pieces = text.split("%")
    return pieces[0] + "".join(word(dice.randrange(MADE)) + piece for piece in pieces[1:])


def _noun(title: str, dice: random.Random) -> str:
    lines = ["{{Deutsch Substantiv Übersicht", "|Genus=m"]
    for number, ending in (("Singular", ""), ("Plural", "n")):
        for case in _CASES:
            genitive = "s" if (case, number) == ("Genitiv", "Singular") else ""
            lines.append(f"|{case} {number}={title}{ending}{genitive}")
    kind = ", {{Wortart|Toponym|Deutsch}}" if dice.random() < 0.1 else ""
    table = "\n".join([*lines, "}}"])
    return f"=== {{{{Wortart|Substantiv|Deutsch}}}}, {{{{m}}}}{kind} ===\n\n{table}\n"


def _verb(stem: str) -> str:
    cells = {
        "Präsens_ich": f"{stem}e",
        "Präsens_du": f"{stem}st",
        "Präsens_er, sie, es": f"{stem}t",
        "Präteritum_ich": f"{stem}te",
        "Partizip II": f"ge{stem}t",
        "Konjunktiv II_ich": f"{stem}te",
        "Imperativ Singular": f"{stem}e",
        "Imperativ Plural": f"{stem}t",
        "Hilfsverb": "haben",
    }
    lines = [f"|{name}={value}" for name, value in cells.items()]
    table = "\n".join(["{{Deutsch Verb Übersicht", *lines, "}}"])
    return f"=== {{{{Wortart|Verb|Deutsch}}}} ===\n\n{table}\n"


def _text(number: int, dice: random.Random) -> tuple[str, str]:
    """The title and the text of a page."""
    if number % 2 == 0:
        lemma = word(number - number % 4 + 1).capitalize()
        title = f"{lemma}{'sn'[number % 4 // 2]}"
        return title, _filled(_FORM_TEXT.replace("%LEMMA", lemma), title, dice)
    if number % 8 == 7:
        title = word(number)
        redirect = f"#WEITERLEITUNG [[{word(number - 1)}]]"
        return title, redirect if number % 16 == 15 else _filled(_OTHER_TEXT, title, dice)
    if number % 8 == 3:
        title = f"{word(number)}n"
        table = _verb(word(number))
    else:
        title = word(number).capitalize()
        table = _noun(title, dice)
    rows = [f"*{{{{{code}}}}}: [1] {{{{Ü|{code}|%}}}}\n" for code in _LANGUAGES]
    text = _WORD_TEXT.replace("%TABLE", table).replace("%TRANSLATIONS", "".join(rows))
    return title, _filled(text, title, dice)


def page(number: int) -> str:
    """A page of a dump: a form, a word, one of another language, or a redirect."""
    title, text = _text(number, _dice(number))
    return _PAGE.format(title=title, number=number, size=len(text), text=escape(text))


def line(number: int) -> str:
    """A line of wiktextract: a form, a noun, a verb or an adjective."""
    dice = _dice(number)
    kind = number % 10
    if kind < 5:
        lemma = word(number - 1)
        sense = {"form_of": [{"word": lemma}], "tags": ["form-of", "genitive", "singular"]}
        return _line(f"{lemma}s", "noun", [], [{**_sense(dice), **sense}], dice)
    title = word(number)
    table = [_form("strong", "table-tags"), _form("de-ndecl", "inflection-template")]
    if kind < 8:
        title = title.capitalize()
        forms = [_form(f"{title}s", "genitive"), _form(f"{title}n", "plural"), *table]
        forms += [
            _form(title + ("n" if many == "plural" else ""), case, article, many)
            for many in ("singular", "plural")
            for case in ("nominative", "genitive", "dative", "accusative")
            for article in ("definite", "indefinite")
        ]
        return _line(title, "noun", forms, [_sense(dice) for _ in range(2)], dice)
    forms = [_form("haben", "auxiliary"), *table]
    if kind == 8:
        tenses = ("present", "preterite", "subjunctive-i", "subjunctive-ii")
        persons = ("first-person", "second-person", "third-person")
        forms += [
            _form(title + ending, person, "indicative", tense, many)
            for tense in tenses
            for ending, person in zip(("e", "st", "t"), persons, strict=True)
            for many in ("singular", "plural")
        ]
        forms += [
            _form(
                f"{auxiliary} ge{title}t", person, "indicative", "multiword-construction", "perfect"
            )
            for auxiliary in ("habe", "hat", "hatte", "werde", "wird", "würde")
            for person in persons
        ]
        return _line(f"{title}n", "verb", forms, [_sense(dice) for _ in range(3)], dice)
    forms += [
        _form(f"{title}{degree}{ending}", case, "masculine", "singular", "strong")
        for degree in ("", "er", "st")
        for ending in ("er", "e", "es", "en", "em")
        for case in ("nominative", "genitive", "dative")
    ]
    return _line(title, "adj", forms, [_sense(dice)], dice)


def _form(form: str, *tags: str) -> dict[str, Any]:
    return {"form": form, "source": "declension", "tags": list(tags)}


def _sense(dice: random.Random) -> dict[str, Any]:
    gloss = _prose(dice, 8)
    category = {"kind": "other", "name": "German lemmas", "parents": [], "source": "w"}
    example = {"english": _prose(dice, 12), "text": _prose(dice, 12), "type": "example"}
    return {
        "categories": [category, category],
        "examples": [example],
        "glosses": [gloss],
        "id": f"de-{dice.random()}",
        "links": [["Sache", "Sache#German"]],
        "tags": ["masculine", "strong"],
    }


def _line(title: str, pos: str, forms: list[Any], senses: list[Any], dice: random.Random) -> str:
    sounds = [
        {"ipa": f"/{title}/"},
        {"audio": f"De-{title}.ogg", "mp3_url": f"https://upload.example.org/de/{title}.mp3"},
    ]
    entry = {
        "etymology_text": _prose(dice, 16),
        "forms": forms,
        "head_templates": [{"args": {"1": "m"}, "expansion": _prose(dice, 6), "name": "de-noun"}],
        "lang": "German",
        "lang_code": "de",
        "pos": pos,
        "senses": senses,
        "sounds": sounds,
        "related": [{"word": word(dice.randrange(10_000))} for _ in range(6)] if forms else [],
        "word": title,
    }
    return json.dumps(entry, ensure_ascii=False) + "\n"


def dump(size: int) -> Iterator[bytes]:
    """A dump of about ``size`` bytes, in pieces."""
    yield HEAD.encode()
    yield from _rounds(size, page)
    yield FOOT.encode()


def lines(size: int) -> Iterator[bytes]:
    """About ``size`` bytes of wiktextract's lines."""
    return _rounds(size, line)


def _rounds(size: int, make: Callable[[int], str]) -> Iterator[bytes]:
    made = [make(number).encode() for number in range(MADE)]
    for turn in count():
        letters = _letters(turn).encode()
        for piece in made:
            if size <= 0:
                return
            written = piece.replace(_ROUND.encode(), letters)
            yield written
            size -= len(written)


if __name__ == "__main__":
    wanted, mebibytes = {"dump": dump, "lines": lines}[sys.argv[1]], int(sys.argv[2])
    for piece in wanted(mebibytes << 20):
        sys.stdout.buffer.write(piece)

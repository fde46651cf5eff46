"""Made-up lists of any size: plain words, a dictionary in TEI, a wordnet in LMF.

    python -m benchmarks.lists tei 1024 | lexkit read - --reader tei > /dev/null

writes a dictionary of 1,024 MiB. Entries have the proportions of FreeDict's and of Open English
WordNet; the words are made of syllables.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count

_ONSETS = "b d f g h k l m n p r s t w z br dr fl gr kl kr pfl schl schn str".split()
_RHYMES = "a e i o u ä ö ü an ar eck el en ich ing ock oll on und upp".split()
_SYLLABLES = [onset + rhyme for onset in _ONSETS for rhyme in _RHYMES]

_TEI = """<entry xml:id="e{number}">
  <form><orth>{word}</orth><pron>ˈ{word}</pron><form type="infl"><orth>{word}s</orth></form></form>
  <gramGrp><pos>n</pos><gen>masc</gen></gramGrp>
  <sense><cit type="trans" xml:lang="en"><quote>{word}a</quote><quote>{word}o</quote></cit>
    <sense><usg type="dom">bot.</usg><def>eine Sache, von der die Rede ist</def></sense></sense>
  <sense><cit type="trans" xml:lang="en"><quote>{word}i</quote></cit></sense>
</entry>
"""
_LMF_ENTRY = """<LexicalEntry id="made-{word}-n">
  <Lemma writtenForm="{word}" partOfSpeech="n"/><Form writtenForm="{word}s"/>
  <Sense id="made-{number}-01" synset="made-{number}-n" dc:identifier="{word}%1:00:00::"/>
  <Sense id="made-{number}-02" synset="made-{number}-n"><SenseRelation relType="derivation"
    target="made-{number}-01"/></Sense>
</LexicalEntry>
"""


def word(number: int) -> str:
    """A word of three syllables or more, another one for each number."""
    made = ""
    number += len(_SYLLABLES) ** 2
    while number:
        number, at = divmod(number, len(_SYLLABLES))
        made += _SYLLABLES[at]
    return made


def words(size: int) -> Iterator[bytes]:
    """About ``size`` bytes of words, one a line."""
    for first in count(0, 1000):
        if size <= 0:
            return
        piece = "".join(f"{word(number)}\n" for number in range(first, first + 1000)).encode()
        yield piece
        size -= len(piece)


def tei(size: int) -> Iterator[bytes]:
    """A dictionary of about ``size`` bytes."""
    yield b'<?xml version="1.0"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/><text>'
    yield b'<body xml:lang="de">\n'
    yield from _filled(_TEI, size)
    yield b"</body></text></TEI>\n"


def lmf(size: int) -> Iterator[bytes]:
    """A wordnet of about ``size`` bytes."""
    yield b'<?xml version="1.0"?>\n<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">'
    yield b'<Lexicon id="made" language="de">\n'
    yield from _filled(_LMF_ENTRY, size)
    yield b"</Lexicon></LexicalResource>\n"


def _filled(template: str, size: int) -> Iterator[bytes]:
    for number in count():
        if size <= 0:
            return
        piece = template.format(number=number, word=word(number)).encode()
        yield piece
        size -= len(piece)


if __name__ == "__main__":
    wanted, mebibytes = {"words": words, "tei": tei, "lmf": lmf}[sys.argv[1]], int(sys.argv[2])
    for part in wanted(mebibytes << 20):
        sys.stdout.buffer.write(part)

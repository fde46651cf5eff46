"""A source's manifest: every key, and every mistake named with its line."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from lexkit import source
from lexkit.errors import LexkitError
from lexkit.source import Manifest
from lexkit.tagset import Tagset
from lexkit.workspace import Workspace
from tests.conftest import REPOSITORY
from tests.library import install

SHA = "0123456789abcdef" * 4
WHOLE = f"""\
source: liste
title: A list
language: de
licence: CC-BY-4.0
homepage: https://example.org
attribution: the people of the list
attests: no
files: {{a.tsv: {SHA}, b.txt: {SHA}}}
fetch:
  - {{pypi: thing==1.0, members: {{a.tsv: thing/a.tsv, b.txt: thing/b.txt}}}}
  - {{path: a.tsv, members: {{a.tsv: ""}}}}
reader: table
options:
  forms: [word, plural]
  lemma: word
  delimiter: ";"
tags:
  Ort: toponym
  N: noun
  egal: "-"
  beides: [noun, short-word]
  zwei: noun, short-word
patterns:
  "Stadt in": toponym
"""


def load(tmp_path: Path, text: str, vocabulary: Tagset, name: str = "liste") -> Manifest:
    path = tmp_path / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return source.load(path, vocabulary)


def test_a_whole_manifest(tmp_path: Path, vocabulary: Tagset) -> None:
    manifest = load(tmp_path, WHOLE, vocabulary)
    assert (manifest.name, manifest.language, manifest.licence) == ("liste", "de", "CC-BY-4.0")
    assert manifest.attribution == "the people of the list"
    assert manifest.homepage == "https://example.org"
    assert manifest.attests is False
    assert list(manifest.files) == ["a.tsv", "b.txt"]
    assert [(origin.kind, origin.target) for origin in manifest.fetch] == [
        ("pypi", "thing==1.0"), ("path", "a.tsv"),
    ]  # fmt: skip
    assert [origin.line for origin in manifest.fetch] == [10, 11]
    assert manifest.options == {"forms": ["word", "plural"], "lemma": "word", "delimiter": ";"}
    assert manifest.labels.tags(("beides",)) == {"noun", "short-word"}
    assert manifest.labels.tags(("zwei", "Stadt in Hessen")) == {"noun", "short-word", "toponym"}
    assert not manifest.is_curated


def test_what_may_be_left_out(tmp_path: Path, vocabulary: Tagset) -> None:
    manifest = load(
        tmp_path,
        f"source: liste\ntitle: x\nlanguage: de\nlicence: MIT\nreader: wordlist\n"
        f"files: {{a.txt: {SHA}}}\nfetch: [{{path: a.txt}}]\n",
        vocabulary,
    )
    assert manifest.attests is True
    assert (manifest.homepage, manifest.attribution, manifest.options) == (None, None, {})
    assert manifest.labels.tags(("any",)) == frozenset()


def test_a_curated_source_needs_no_files(tmp_path: Path, vocabulary: Tagset) -> None:
    manifest = load(
        tmp_path,
        "source: liste\ntitle: x\nlanguage: nl\nlicence: MIT\nreader: curated\n",
        vocabulary,
    )
    assert manifest.is_curated
    assert manifest.curated_file == tmp_path / "curated" / "nl.tsv"


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("source: liste", "source: other", 1, "is called 'other' in the file liste.yaml"),
        ("source: liste\n", "", 1, "has no 'source'"),
        ("title: A list\n", "", 1, "has no 'title'"),
        ("licence: CC-BY-4.0\n", "licence:\n", 4, "'licence' is empty (fill it in)"),
        ("licence:", "license:", 1, "has no 'licence'"),
        ("homepage:", "homepag:", 5, "no key 'homepag' (did you mean homepage?)"),
        ("attests: no", "attests: perhaps", 7, "'attests' is 'perhaps'"),
        ("reader: table", "reader: tabel", 12, "unknown reader 'tabel' (did you mean table?)"),
        ("reader: table\n", "", 1, "has no 'reader'"),
        ("  lemma: word", "  lema: word", 15, "unknown option 'lema' (did you mean lemma?)"),
        ("  lemma: word", "  lemma: [[x]]", 15, "an option is text"),
        ("Ort: toponym", "Ort: topnym", 18, "unknown tag 'topnym' (did you mean toponym"),
        ("Ort: toponym", "Ort: all-caps", 18, "'all-caps' is a shape"),
        ("Ort: toponym", "Ort: {toponym: yes}", 18, "mapped to a tag or a list"),
        ("  N: noun", "  Ort: noun", 19, "'Ort' stands here twice"),
        ('"Stadt in"', '"Stadt (in"', 24, "the pattern 'Stadt (in'"),
        ('"Stadt in"', '"(a+)+b"', 24, "could run away"),
        ('"Stadt in"', '"a{99999999999}"', 24, "the pattern"),
        (SHA, SHA[:-1], 8, "is not a sha256"),
        (SHA, SHA[:-1] + "g", 8, "is not a sha256"),
        ("a.tsv: ", '"a\\0": ', 8, "has a character that is not for file names"),
        ("a.tsv: ", "../a.tsv: ", 8, "has a character that is not for file names"),
        ("pypi: thing==1.0", "pipy: thing==1.0", 10, "names exactly one origin"),
        ("{pypi: thing==1.0,", "{pypi: thing==1.0, url: https://x/y,", 10, "exactly one origin"),
        ("{path: a.tsv,", "{path: a.tsv, sha: x,", 11, "has no key 'sha'"),
        ("language: de", "language: ../../de", 3, "is no language"),
        ("language: de", 'language: "de\\0"', 3, "is no language"),
        ("files:", "fils:", 8, "no key 'fils' (did you mean files?)"),
        ("fetch:", "fetsh:", 9, "no key 'fetsh'"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, vocabulary: Tagset, old: str, new: str, line: int, says: str
) -> None:
    assert old in WHOLE
    with pytest.raises(LexkitError) as caught:
        load(tmp_path, WHOLE.replace(old, new, 1), vocabulary)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.path == tmp_path / "liste.yaml"
    assert caught.value.line == line


@pytest.mark.parametrize("key", ["files", "fetch"])
def test_a_source_that_is_read_needs_files_and_where_they_come_from(
    tmp_path: Path, vocabulary: Tagset, key: str
) -> None:
    text = "source: liste\ntitle: x\nlanguage: de\nlicence: MIT\nreader: wordlist\n"
    if key == "fetch":
        text += f"files: {{a.txt: {SHA}}}\n"
    with pytest.raises(LexkitError, match=f"has no '{key}'"):
        load(tmp_path, text, vocabulary)


INSTALLED = """\
source: liste
title: A list
language: xx
licence: CC0-1.0
files: {a.txt: installed}
fetch:
  - {library: wordstock, members: {a.txt: wordstock/a.txt}}
reader: wordlist
"""


def test_a_file_of_a_library_has_the_checksum_it_has_now(
    tmp_path: Path, vocabulary: Tagset, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, {"wordstock/a.txt": b"haus\n"}, "2.3")
    manifest = load(tmp_path, INSTALLED, vocabulary)
    assert manifest.files == {"a.txt": hashlib.sha256(b"haus\n").hexdigest()}
    assert manifest.libraries == ("wordstock 2.3",)
    assert load(tmp_path, WHOLE, vocabulary).libraries == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("library: wordstock", "library: wortschatz", 7,
         "the library wortschatz is not installed (pip install wortschatz)"),
        ("wordstock/a.txt", "wordstock/b.txt", 7,
         "wordstock 2.3 is installed without wordstock/b.txt (pip install wordstock)"),
        ("{a.txt: installed}", "{b.txt: installed}", 5,
         "b.txt is 'installed', but no alternative of 'fetch' says where (add fetch: [{library:"),
        ("library: wordstock", "pypi: wordstock==2.3", 5, "no alternative of 'fetch' says where"),
        ("{a.txt: installed}", "{a.txt: own}", 5,
         "a.txt is 'own', but no alternative of 'fetch' says where (add fetch: [{path: a.txt}]"),
    ],
)  # fmt: skip
def test_what_a_library_lacks_is_named_with_its_line(
    tmp_path: Path, vocabulary: Tagset, monkeypatch: pytest.MonkeyPatch,
    old: str, new: str, line: int, says: str,
) -> None:  # fmt: skip
    install(tmp_path, monkeypatch, {"wordstock/a.txt": b"haus\n"}, "2.3")
    assert old in INSTALLED
    with pytest.raises(LexkitError) as caught:
        load(tmp_path, INSTALLED.replace(old, new), vocabulary)
    assert says in str(caught.value)
    assert (caught.value.path, caught.value.line) == (tmp_path / "liste.yaml", line)


@pytest.mark.parametrize("kind", ["folder", "device", "pipe"])
def test_what_is_no_file_is_not_the_workspaces_own(
    tmp_path: Path, vocabulary: Tagset, kind: str
) -> None:
    path = Path("/dev/zero") if kind == "device" else tmp_path / "w"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    text = "source: liste\ntitle: T\nlanguage: xx\nlicence: MIT\nreader: wordlist\n"
    text += f"files:\n  {path.name}: own\nfetch: [{{path: {path}}}]\n"
    with pytest.raises(LexkitError, match=f"{path.name} is no file") as caught:
        load(tmp_path, text, vocabulary)
    assert caught.value.line == 7


def test_a_curated_source_takes_no_options(tmp_path: Path, vocabulary: Tagset) -> None:
    text = "source: liste\ntitle: x\nlanguage: nl\nlicence: MIT\nreader: curated\noptions: {a: b}\n"
    with pytest.raises(LexkitError, match="a curated source has no options"):
        load(tmp_path, text, vocabulary)


@pytest.mark.parametrize(
    "path", sorted((REPOSITORY / "sources").glob("*.yaml")), ids=lambda p: p.stem
)
def test_a_shipped_manifest_is_sound_and_licensed(path: Path, vocabulary: Tagset) -> None:
    manifest = source.load(path, vocabulary)
    assert manifest.licence
    # Lexkit's own lists owe nobody anything but their licence.
    assert manifest.attribution or manifest.licence in ("MIT", "CC0-1.0")
    assert Workspace(REPOSITORY).source(manifest.name) == path

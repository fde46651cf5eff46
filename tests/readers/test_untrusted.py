"""Files made to do harm, read by the program itself: memory stays flat, and all is reported."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import FAULTS, REPOSITORY, program
from tests.readers.cases import FOLDER
from tests.requirements import need

PEAK = Path(__file__).with_name("peak.py")

#: What any of these may reach (bytes); reading a few words takes a quarter of it.
MOST = 200 << 20

MIB = 1 << 20


class Run(NamedTuple):
    """What `lexkit read` said, and how much memory it reached."""

    code: int
    forms: list[str]
    err: str
    peak: int


def read(
    file: Path | str, *arguments: str, feed: Callable[[], Iterator[bytes]] | None = None
) -> Run:
    """Read ``file`` in a process of its own; ``feed`` gives what comes by standard input."""
    with tempfile.TemporaryDirectory() as folder:
        peak = Path(folder) / "peak"
        child = subprocess.Popen(
            [sys.executable, PEAK, peak, *program(), "read", file, "--json", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=REPOSITORY,
        )  # fmt: skip
        assert child.stdin is not None
        writer = threading.Thread(target=_written, args=(child.stdin, feed))
        writer.start()
        child.stdin = None  # what is written to it is the writer's business
        out, err = child.communicate()
        writer.join()
        forms = [json.loads(line)["form"] for line in out.splitlines()]
        return Run(child.returncode, forms, err.decode(), int(peak.read_text()))


def _written(target: object, feed: Callable[[], Iterator[bytes]] | None) -> None:
    assert hasattr(target, "write") and hasattr(target, "close")
    try:
        for piece in feed() if feed else ():
            target.write(piece)
        target.close()
    except BrokenPipeError:
        pass


@pytest.mark.parametrize("reader", ["wordlist", "table", "glosses", "unimorph"])
@pytest.mark.parametrize("letter", ["x", "ü", "😀"])
def test_a_line_of_a_hundred_megabytes(reader: str, letter: str) -> None:
    lines = {
        "wordlist": "kort\n{}\nnog\n", "table": "word,x\nkort,1\n{},2\nnog,3\n",
        "glosses": "kort\tniet lang\n{}\tx\nnog\tmeer\n", "unimorph": "a\tkort\tN\n{}\nb\tnog\tN\n",
    }[reader]  # fmt: skip
    before, after = lines.split("{}")
    piece = letter.encode() * (MIB // len(letter.encode()))

    def feed() -> Iterator[bytes]:
        yield before.encode()
        for _ in range(100):
            yield piece
        yield after.encode()

    run = read("-", "--reader", reader, feed=feed)
    number = before.count("\n") + 1
    assert (run.code, run.forms) == (1, ["kort", "nog"])
    assert f"a line of more than 8,388,608 characters (1): -:{number}" in run.err
    assert run.peak < MOST


@pytest.mark.parametrize("suffix", ["gz", "bz2", "xz", "zst"])
def test_a_bomb_of_a_packed_file(tmp_path: Path, suffix: str) -> None:
    """What unpacks to a thousand times its size and more."""
    path = tmp_path / f"words.txt.{suffix}"
    size = 256
    with _packing(path) as target:
        target.write(b"eerst\n")
        for _ in range(size):
            target.write(b"a" * MIB)
        target.write(b"\nlaatst\n")
    assert path.stat().st_size < MIB
    run = read(path, "--reader", "wordlist")
    assert (run.code, run.forms) == (1, ["eerst", "laatst"])
    assert run.peak < MOST


def _packing(path: Path) -> gzip.GzipFile:
    import bz2
    import lzma

    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd

    opens: dict[str, Callable[..., object]] = {
        ".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open, ".zst": zstd.open,
    }  # fmt: skip
    opened = opens[path.suffix](path, "wb")
    assert hasattr(opened, "__enter__")
    return opened  # type: ignore[return-value]


def test_a_text_column_of_a_gigabyte(tmp_path: Path) -> None:
    """Spread over cells of a size that a reader does take, and quoted over lines."""
    path = tmp_path / "words.csv.zst"
    with _packing(path) as target:
        target.write(b"word,text\n")
        for number in range(128):
            target.write(f"w{number:03}x,".encode() + b"t" * 4 * MIB + b"\n")
        line = b"t" * 9999 + b"\n"
        for number in range(128):
            target.write(f'w{number:03}y,"'.encode() + line * 400 + b'"\n')
    run = read(path, "--reader", "table")
    assert run.code == 0, run.err
    assert len(run.forms) == 256
    assert run.peak < MOST


def test_a_row_over_many_long_lines(tmp_path: Path) -> None:
    """Each line closes the cell of the line before, and opens another."""
    path = tmp_path / "words.csv.zst"
    with _packing(path) as target:
        target.write(b'word,text\naap,1\nrij,"')
        for _ in range(60):
            target.write(b"t" * 7 * MIB + b'","\n')
        target.write(b't"\nnoot,2\n')
    run = read(path, "--reader", "table")
    assert (run.code, run.forms[0]) == (1, "aap")
    assert "more than 8,388,608 characters" in run.err
    assert run.peak < MOST


def test_a_quote_that_is_never_closed(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    rows = "".join(f"w{number:06}x,1\n" for number in range(100_000))
    path.write_text(f'word,x\n"open,1\n{rows}', "utf-8")
    run = read(path, "--reader", "table")
    assert (run.code, len(run.forms)) == (1, 100_000)
    assert f"{path.name}:2" in run.err


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_a_million_columns(tmp_path: Path, kind: str) -> None:
    count = 1_000_000 if kind != "jsonl" else 300_000
    path = tmp_path / f"words.{kind}"
    if kind == "jsonl":
        keys = ",".join(f'"k{number}":1' for number in range(count))
        path.write_text(f'{{"word":"aap",{keys}}}\n{{"word":"noot"}}\n', "utf-8")
    else:
        mark = "," if kind == "csv" else "\t"
        header, row = mark.join(map(str, range(count))), mark * (count - 1)
        path.write_text(f"word{mark}{header}\naap{mark}{row}\nnoot\n", "utf-8")
    run = read(path, "--reader", "table")
    assert (run.code, run.forms) == ((1, ["aap"]) if kind != "jsonl" else (0, ["aap", "noot"]))
    assert run.peak < 2 * MOST


@pytest.mark.parametrize(
    ("reader", "name"), [("tei", "bomb"), ("tei", "xxe"), ("lmf", "bomb"), ("lmf", "xxe")]
)
def test_entities_of_any_kind(tmp_path: Path, reader: str, name: str) -> None:
    root = {"tei": "TEI", "lmf": "LexicalResource"}[reader]
    secret = tmp_path / "secret.txt"
    secret.write_text("STRICTLYPRIVATE")
    if name == "bomb":
        last, entities = "z", '<!ENTITY z "haha">'
        for letter in "abcdefghijkl":
            entities += f'<!ENTITY {letter} "{f"&{last};" * 10}">'
            last = letter
    else:
        last, entities = "a", f'<!ENTITY a SYSTEM "{secret.as_uri()}">'
    word = f"&{last};"
    inner = {
        "tei": f"<text><body><entry><form><orth>{word}</orth></form></entry></body></text>",
        "lmf": f'<Lexicon><LexicalEntry><Lemma writtenForm="x"/>{word}</LexicalEntry></Lexicon>',
    }[reader]
    path = tmp_path / "list.xml"
    path.write_text(f"<!DOCTYPE {root} [{entities}]>\n<{root}>{inner}</{root}>")
    run = read(path, "--reader", reader)
    assert (run.code, run.forms) == (2, [])
    assert run.err.count("\n") == 1
    assert "entities are not read" in run.err
    assert "STRICTLYPRIVATE" not in run.err
    assert run.peak < MOST


@pytest.mark.parametrize("name", ["bomb", "xxe"])
@pytest.mark.parametrize("reader", ["tei", "lmf", None])
def test_the_shared_samples_of_entities(name: str, reader: str | None) -> None:
    need(FAULTS.is_dir(), "the shared samples of faults")
    run = read(FAULTS / "F04" / f"{name}.xml", *(["--reader", reader] if reader else []))
    assert (run.code, run.forms) == (2, [])
    assert "TOPSECRET" not in run.err
    assert run.peak < MOST // 2


@pytest.mark.parametrize("reader", ["tei", "lmf", "wiktextract"])
def test_an_entry_does_not_multiply_without_end(tmp_path: Path, reader: str) -> None:
    """Each of a hundred thousand forms by each of ten thousand senses."""
    forms, senses = range(100_000), range(10_000)
    if reader == "wiktextract":
        word = {
            "word": "aap", "forms": [{"form": f"apen{n}"} for n in forms],
            "senses": [{"tags": [f"s{n}"]} for n in senses],
        }  # fmt: skip
        text = json.dumps(word) + '\n{"word":"noot","senses":[]}\n'
        options = [f"tag:s{n}=noun" for n in senses]
    elif reader == "tei":
        inner = "".join(f"<form><orth>n{n}</orth></form>" for n in forms)
        inner += "".join(f"<sense><usg>s{n}</usg></sense>" for n in senses)
        text = f"<TEI><text><body><entry>{inner}</entry>{entry(reader, 'noot').decode()}"
        text += "</body></text></TEI>"
        options = []
    else:
        inner = "".join(f'<Form writtenForm="n{n}"/>' for n in forms)
        inner += "".join(f'<Sense id="a{n}" synset="s{n}"/>' for n in senses)
        synsets = "".join(f'<Synset id="s{n}" lexfile="f{n}"/>' for n in senses)
        text = f'<LexicalEntry><Lemma writtenForm="aap"/>{inner}</LexicalEntry>'
        text = f"<LexicalResource><Lexicon>{text}{entry(reader, 'noot').decode()}{synsets}"
        text += "</Lexicon></LexicalResource>"
        options = ["synsets=yes", *(f"tag:file:f{n}=noun" for n in senses)]
    path = tmp_path / "list"
    path.write_text(text, "utf-8")
    told = [argument for option in options for argument in ("--option", option)]
    run = read(path, "--reader", reader, *told)
    assert (run.code, run.forms[-1]) == (1, "noot"), run.err
    assert len(run.forms) <= 10_001
    assert "an entry of more than 200,000 readings" in run.err and "list:1" in run.err


def entry(reader: str, word: str) -> bytes:
    if reader == "tei":
        sense = f"<sense><def>{'d' * 3000}</def></sense>"
        return f"<entry><form><orth>{word}</orth></form>{sense}</entry>\n".encode()
    sense = f'<Sense id="{word}" synset="s"><Example>{"e" * 3000}</Example></Sense>'
    return f'<LexicalEntry><Lemma writtenForm="{word}"/>{sense}</LexicalEntry>\n'.encode()


@pytest.mark.parametrize("reader", ["tei", "lmf"])
def test_xml_of_any_length_is_read_in_the_same_memory(reader: str) -> None:
    outer = {
        "tei": (b'<TEI><text><body xml:lang="de">', b"</body></text></TEI>"),
        "lmf": (b"<LexicalResource><Lexicon>", b"</Lexicon></LexicalResource>"),
    }[reader]
    peaks = []
    for count in (2_000, 30_000):

        def feed(count: int = count) -> Iterator[bytes]:
            yield outer[0]
            for number in range(count):
                yield entry(reader, "".join(chr(97 + int(digit)) for digit in str(number)))
            yield outer[1]

        run = read("-", "--reader", reader, feed=feed)
        assert (run.code, len(run.forms)) == (0, count)
        peaks.append(run.peak)
    assert peaks[1] < peaks[0] + 8 * MIB


def test_members_of_an_archive_cannot_leave_the_folder(tmp_path: Path) -> None:
    """Whatever an archive calls its members, only those a manifest names are taken out."""
    from lexkit.fetch.archive import unpack

    archive = tmp_path / "list.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in ("../../outside.txt", "/etc/outside.txt", "in/words.txt", "C:\\outside.txt"):
            file.writestr(name, f"content of {name}")
    room = tmp_path / "room" / "inner"
    room.mkdir(parents=True)
    found = unpack(archive, {"words.txt": "in/words.txt"}, room)
    assert found["words.txt"].read_text() == "content of in/words.txt"
    assert list(tmp_path.rglob("*outside*")) == []
    named = unpack(archive, {"other.txt": "../../outside.txt"}, room)
    assert named["other.txt"].parent == room


@pytest.mark.parametrize("name", ["packed-gzip", "packed-zstd", "counts-before"])
def test_a_pipe_will_do(name: str) -> None:
    folder = FOLDER / "wordlist" / name
    (path,) = (p for p in folder.iterdir() if p.name.startswith("list"))
    option = ["--option", "count=before"] if "count" in name else []

    def feed() -> Iterator[bytes]:
        content = path.read_bytes()
        yield from (content[i : i + 1] for i in range(len(content)))

    piped = read("-", "--reader", "wordlist", *option, feed=feed)
    lying = read(path, "--reader", "wordlist", *option)
    assert piped.forms == lying.forms != []
    assert piped.err.replace("-:", "") == lying.err.replace(f"{path.name}:", "")


def test_a_pipe_is_guessed_too_and_loses_nothing() -> None:
    words = [
        f"w{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}" for i in range(9999)
    ]

    def feed() -> Iterator[bytes]:
        yield gzip.compress("".join(f"{word}\n" for word in words).encode())

    run = read("-", feed=feed)
    assert (run.code, run.forms) == (0, words)
    assert "--reader wordlist" in run.err


def test_a_named_pipe_is_guessed_too(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"aap\nnoot\nmies\n",))
    writer.start()
    assert read(path).forms == ["aap", "noot", "mies"]
    writer.join()

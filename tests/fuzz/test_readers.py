"""Readers on inputs broken at random: a short while of what `python -m tests.fuzz` does."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.target import NAMES, check, seeds

#: What breaks things: ends of lines and cells, marks of encodings, brackets, numbers, lone bytes.
_PIECES = st.one_of(
    st.sampled_from(
        [b"\n", b"\r", b"\r\n", b"\t", b"\0", b'"', b",", b";", b"|", b"/", b"\\", b":", b"#", b"-",
         b"<", b">", b"&", b"&amp;", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"{", b"}", b"[", b"]",
         b"{{", b"}}", b"[[", b"]]", b"{|", b"|}", b"==", b"null", b"0", b"-1", b"1e999",
         b"99999999999999999999", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff", b"\x80",
         b"\xc3", b"\xed\xa0\x80", "\u202e".encode(), "\u00ad".encode(), "e\u0301".encode(),
         "\U0001f600".encode(), b"\x1f\x8b\x08", b"BZh91AY&SY", b"\xfd7zXZ\0",
         b"\x28\xb5\x2f\xfd", b"PK\x03\x04"]
    ),
    st.binary(max_size=8),
)  # fmt: skip
#: Where it happens (a share of the length), how much goes, what comes, and how often.
_CHANGES = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 40), _PIECES, st.sampled_from([1, 1, 1, 2, 300])),
    max_size=6,
)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_broken_input_is_read_or_refused(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = data.draw(st.sampled_from(seeds(name).inputs))
    for where, gone, piece, times in data.draw(_CHANGES):
        at = 1 + round(where * (len(content) - 1))
        content = content[:at] + piece * times + content[at + gone :]
    check(name, content, tmp_path_factory.getbasetemp())


@pytest.mark.parametrize("name", NAMES)
def test_an_input_that_is_cut_off_anywhere_is_read_or_refused(name: str, tmp_path: Path) -> None:
    for content in itertools.islice(seeds(name).inputs, 0, None, 4):
        for end in range(1, len(content), max(1, len(content) // 40)):
            check(name, content[:end], tmp_path)

"""Downloads: resumed, redirected, restarted, given up."""

from __future__ import annotations

import io
import random
import socket
import zipfile
from pathlib import Path

import pytest

from lexkit import __version__
from lexkit.fetch import Origin, base
from lexkit.fetch import url as url_module
from tests.fetch.conftest import Place
from tests.fetch.server import Site

CONTENT = random.Random(1).randbytes(1_000_000)


@pytest.fixture
def origin(site: Site) -> Origin:
    site.pages["/list.txt"] = CONTENT
    return Origin("url", f"{site.address}/list.txt", {})


def interrupt(site: Site, place: Place, origin: Origin, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let a run break off in the middle for good; return how many bytes it has kept."""
    site.breaks[:] = [500_000]
    with monkeypatch.context() as patch:
        patch.setattr(url_module, "TRIES", 1)
        said = place.refused({"list.txt": CONTENT}, origin)
    assert "broke off" in said
    assert "after 500000 of 1000000 bytes" in said
    assert not (place.shelf / "list.txt").exists()
    site.requests.clear()
    return sum(p.stat().st_size for p in place.shelf.glob(".partial-*[!n]"))


def test_a_plain_download(place: Place, site: Site, origin: Origin) -> None:
    assert place.fetch({"list.txt": CONTENT}, origin)["list.txt"].read_bytes() == CONTENT
    assert site.requests[0]["user-agent"] == f"lexkit/{__version__}"
    assert "range" not in site.requests[0]
    assert place.cached() == {"list.txt"}


def test_a_broken_connection_is_taken_up_again(place: Place, site: Site, origin: Origin) -> None:
    site.breaks = [300_000, 300_000]
    assert place.fetch({"list.txt": CONTENT}, origin)["list.txt"].read_bytes() == CONTENT
    assert [r.get("range") for r in site.requests] == [None, "bytes=300000-", "bytes=600000-"]
    assert site.requests[1]["if-range"] == '"first"'


def test_a_connection_that_breaks_each_time_is_given_up(
    place: Place, site: Site, origin: Origin
) -> None:
    site.breaks = [10] * 10
    assert "broke off 4 times" in place.refused({"list.txt": CONTENT}, origin)


def test_the_next_run_resumes(
    place: Place, site: Site, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert interrupt(site, place, origin, monkeypatch) == 500_000
    assert place.fetch({"list.txt": CONTENT}, origin)["list.txt"].read_bytes() == CONTENT
    assert [r.get("range") for r in site.requests] == ["bytes=500000-"]
    assert place.cached() == {"list.txt"}


def test_last_modified_serves_where_the_etag_is_weak(
    place: Place, site: Site, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.etag, site.last_modified = 'W/"x"', "Mon, 01 Jan 2024 00:00:00 GMT"
    interrupt(site, place, origin, monkeypatch)
    place.fetch({"list.txt": CONTENT}, origin)
    assert site.requests[0]["if-range"] == site.last_modified


def test_without_a_validator_it_begins_anew(
    place: Place, site: Site, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.etag = None
    interrupt(site, place, origin, monkeypatch)
    assert place.fetch({"list.txt": CONTENT}, origin)["list.txt"].read_bytes() == CONTENT
    assert "range" not in site.requests[0]


@pytest.mark.parametrize("careless", [False, True])
def test_content_that_changed_meanwhile_is_not_mixed(
    place: Place,
    site: Site,
    origin: Origin,
    monkeypatch: pytest.MonkeyPatch,
    careless: bool,
) -> None:
    interrupt(site, place, origin, monkeypatch)
    new = CONTENT[::-1]
    site.pages["/list.txt"], site.etag, site.careless = new, '"second"', careless
    assert place.fetch({"list.txt": new}, origin)["list.txt"].read_bytes() == new


def test_a_spoilt_beginning_is_downloaded_again(
    place: Place, site: Site, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(site, place, origin, monkeypatch)
    (part,) = place.shelf.glob(".partial-*[!n]")
    part.write_bytes(bytes(500_000))  # as a power cut may leave it
    assert place.fetch({"list.txt": CONTENT}, origin)["list.txt"].read_bytes() == CONTENT
    assert [r.get("range") for r in site.requests] == ["bytes=500000-", None]


@pytest.mark.parametrize("note", [b"", b"{", b"[]", b'{"address": 1}', b"\xff", b"null"])
def test_a_broken_note_beside_it_means_to_begin_anew(
    place: Place,
    site: Site,
    origin: Origin,
    monkeypatch: pytest.MonkeyPatch,
    note: bytes,
) -> None:
    interrupt(site, place, origin, monkeypatch)
    (path,) = place.shelf.glob(".partial-*.json")
    path.write_bytes(note)
    assert place.fetch({"list.txt": CONTENT}, origin)
    assert "range" not in site.requests[0]


def test_servers_that_err_about_ranges(
    place: Place, site: Site, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(site, place, origin, monkeypatch)
    site.wrong_range = 0
    assert place.fetch({"list.txt": CONTENT}, origin)["list.txt"].read_bytes() == CONTENT
    (place.shelf / "list.txt").unlink()
    site.wrong_range = None
    interrupt(site, place, origin, monkeypatch)
    site.refuses_ranges = True
    assert place.fetch({"list.txt": CONTENT}, origin)["list.txt"].read_bytes() == CONTENT


def test_what_another_address_left_is_removed(
    place: Place, site: Site, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(site, place, origin, monkeypatch)
    site.pages["/new.txt"] = CONTENT
    place.fetch({"list.txt": CONTENT}, Origin("url", f"{site.address}/new.txt", {}))
    assert place.cached() == {"list.txt"}


def test_chunked_content(place: Place, site: Site, origin: Origin) -> None:
    site.chunked = True
    site.breaks = [400_000]
    assert place.fetch({"list.txt": CONTENT}, origin)["list.txt"].read_bytes() == CONTENT


def test_redirects_are_followed_within_the_web(place: Place, site: Site, origin: Origin) -> None:
    site.redirects = {"/a": "/b", "/b": "/list.txt", "/loop": "/loop"}
    site.redirects |= {"/ftp": "ftp://127.0.0.1/list.txt", "/file": "file:///etc/hostname"}
    assert place.fetch({"list.txt": CONTENT}, Origin("url", f"{site.address}/a", {}))
    (place.shelf / "list.txt").unlink()
    for away in ("loop", "ftp", "file"):
        origin = Origin("url", f"{site.address}/{away}", {})
        assert f"{away}: " in place.refused({"list.txt": CONTENT}, origin)


def test_members_of_a_downloaded_archive(place: Place, site: Site) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("dictionaries/de.aff", "SET UTF-8\n")
        file.writestr("dictionaries/de.dic", "1\nHaus\n")
    site.pages["/de.oxt"] = packed.getvalue()
    members = {"de.aff": "dictionaries/de.aff", "de.dic": "dictionaries/de.dic"}
    origin = Origin("url", f"{site.address}/de.oxt", members)
    found = place.fetch({"de.aff": b"SET UTF-8\n", "de.dic": b"1\nHaus\n"}, origin)
    assert found["de.dic"].read_bytes() == b"1\nHaus\n"
    assert place.cached() == {"de.aff", "de.dic"}
    assert len(site.requests) == 1


def test_what_is_no_archive(place: Place, site: Site, origin: Origin) -> None:
    origin = Origin("url", origin.target, {"list.txt": "list.txt"})
    assert "neither a zip nor a tar" in place.refused({"list.txt": CONTENT}, origin)
    assert place.cached() == set()


def test_what_grows_without_end_is_refused(
    place: Place, site: Site, origin: Origin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "LARGEST", 100_000)
    assert "larger than 100000 bytes" in place.refused({"list.txt": CONTENT}, origin)
    site.chunked = True  # without a length beforehand
    assert "larger than 100000 bytes" in place.refused({"list.txt": CONTENT}, origin)


def test_nobody_listens(place: Place) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        origin = Origin("url", f"http://127.0.0.1:{port}/x", {})
        said = place.refused({"list.txt": CONTENT}, origin)
    assert "no connection: [Errno" in said


def test_nobody_answers(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(url_module, "TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        origin = Origin("url", f"http://127.0.0.1:{silent.getsockname()[1]}/x", {})
        assert "no connection: timed out" in place.refused({"list.txt": CONTENT}, origin)


@pytest.mark.parametrize("address", ["http://127.0.0.1:port/x", "http://[::1/x", "http://:1/"])
def test_addresses_that_are_none(place: Place, address: str) -> None:
    place.refused({"list.txt": CONTENT}, Origin("url", address, {}))


def test_what_is_not_http(place: Place, tmp_path: Path) -> None:
    import threading

    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"\x1b[31mSSH-2.0\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        origin = Origin("url", f"http://127.0.0.1:{server.getsockname()[1]}/x", {})
        said = place.refused({"list.txt": CONTENT}, origin)
        thread.join()
    assert "\x1b" not in said

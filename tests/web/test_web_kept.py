"""The reading of an export of records, without a browser.

An archive may hold some things, and some are never made of it.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from referee.web import keeping
from referee.web.desk import Desk

GAME = '[Scenario "Let\'s Roll!"]\nJ 112 event\n'


def archive(*files: tuple[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, content in files:
            made.writestr(name, content)
    return out.getvalue()


def unpacked(data: bytes) -> Any:
    return json.loads(Desk().call("kept.unpack", "{}", data))


def test_each_text_is_a_record_under_its_name() -> None:
    told = unpacked(archive(("An evening.lgn", GAME), ("Abend im Café.lgn", GAME + "; ü\n"), ("README.txt", "nothing")))
    assert told["ok"]["records"] == [
        {"name": "An evening", "text": GAME},
        {"name": "Abend im Café", "text": GAME + "; ü\n"},
    ]
    assert told["ok"]["notes"] == []


def test_a_name_is_never_a_path() -> None:
    told = unpacked(archive(("../../etc/game.lgn", GAME), ("C:\\games\\one.LGN", GAME), ("a/\x1b[31mred.lgn", GAME)))
    names = [record["name"] for record in told["ok"]["records"]]
    assert names[:2] == ["game", "one"]
    assert "\x1b" not in names[2]
    assert len(unpacked(archive(("x" * 5000 + ".lgn", GAME)))["ok"]["records"][0]["name"]) <= keeping.MOST_NAME


def test_what_cannot_be_a_record_is_left_out_with_the_reason() -> None:
    large = b"; x\n" * (keeping.MOST_TEXT // 4 + 1)
    told = unpacked(archive(("large.lgn", large), ("binary.lgn", b"\0\1\2" * 50), ("good.lgn", GAME)))["ok"]
    assert [record["name"] for record in told["records"]] == ["good"]
    assert len(told["notes"]) == 2
    assert told["notes"][0].startswith("large: too large")


def test_an_archive_without_records_is_refused() -> None:
    assert "no records" in unpacked(archive(("README.txt", "nothing")))["refused"]
    for data in (b"", b"no archive", b"PK\x03\x04 broken"):
        told = unpacked(data)
        assert "refused" in told or not told["ok"]["records"]


def test_no_more_is_unpacked_than_a_browser_has_room_for() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for n in range(60):
            made.writestr(f"{n}.lgn", b"\n" * 1_000_000)
    told = unpacked(out.getvalue())["ok"]
    assert len(told["records"]) <= keeping.MOST_UNPACKED // 1_000_000 + 1
    assert told["notes"]

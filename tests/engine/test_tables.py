"""Data files that are kept after their first reading."""

from __future__ import annotations

import os
import sys
from datetime import date
from pathlib import Path

import pytest

from referee.engine.state.tables import read_toml


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    file = tmp_path / "words.toml"
    file.write_text('[uses]\nplot = ["plots", "Verschwörung"]\nn = 1\n', encoding="utf-8")
    return file


DATA = {"uses": {"plot": ["plots", "Verschwörung"], "n": 1}}


def kept(place: Path) -> list[Path]:
    folder = place.parent / "__pycache__"
    return sorted(folder.iterdir()) if folder.is_dir() else []


def test_the_second_reading_takes_what_was_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_toml(place) == DATA
    assert len(kept(place)) == 1
    monkeypatch.setitem(sys.modules, "tomllib", None)  # whoever imports it now fails
    assert read_toml(str(place)) == DATA


def test_a_changed_file_is_read_again(place: Path) -> None:
    read_toml(place)
    place.write_text("n = 2\n", encoding="utf-8")
    assert read_toml(place) == {"n": 2}
    before = place.stat()
    place.write_text("n = 3\n", encoding="utf-8")  # of the same size
    os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert read_toml(place) == {"n": 3}


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[]", b"{}", b'{"of": [1, 2], "data": {}}', b"null"])
def test_a_kept_file_that_is_not_ours_does_not_count(place: Path, content: bytes) -> None:
    read_toml(place)
    kept(place)[0].write_bytes(content)
    assert read_toml(place) == DATA
    assert kept(place)[0].stat().st_size > len(content)


def test_nothing_is_kept_where_python_keeps_nothing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert read_toml(place) == DATA
    assert not kept(place)


def test_a_folder_that_cannot_be_written_is_no_problem(place: Path) -> None:
    (place.parent / "__pycache__").write_text("a file")
    assert read_toml(place) == DATA


def test_a_file_that_json_cannot_hold_is_read_each_time(place: Path) -> None:
    place.write_text("day = 2026-11-29\n", encoding="utf-8")
    assert read_toml(place) == read_toml(place) == {"day": date(2026, 11, 29)}
    assert not kept(place)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_toml(tmp_path / "none.toml")

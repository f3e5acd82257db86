"""Folders, links and permissions.

Files of others decide nothing on this machine; helpers end with the program.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from referee.club.audit import run
from referee.club.audit.rows import GameRow
from referee.inputs import files
from referee.inputs.files import replace
from tests.helpers.commands import referee
from tests.helpers.paths import LOGS, ROOT

GOOD = '[Scenario "Let\'s Roll!"]\nJ 112 event => prestige 3\n'
UNTIDY = '[scenario  "Let\'s Roll!"]\nj 112 event => prestige 3\n'
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links, modes and signals")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of players.

    Records, hidden ones, a link out of the folder and one within.
    """
    made = tmp_path / "handed in"
    (made / ".hidden").mkdir(parents=True)
    (tmp_path / "secret.lgn").write_text(UNTIDY + "; nobody's business\n", encoding="utf-8")
    for name in ("a.lgn", "B.LGN", ".c.lgn", ".hidden/d.lgn"):
        (made / name).write_text(UNTIDY, encoding="utf-8")
    (made / "out.lgn").symlink_to(tmp_path / "secret.lgn")
    (made / "up.lgn").symlink_to(Path("..") / "secret.lgn")
    (made / "in.lgn").symlink_to("a.lgn")
    (made / "away").symlink_to(tmp_path, target_is_directory=True)
    return made


# ------------------------------------------------------------ what is read


@posix
def test_a_link_out_of_the_folder_is_not_followed_and_said(folder: Path, tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    done = referee("audit", folder, "--reports", reports, "--format", "json", "--no-cache")
    rows = {Path(r["file"]).name: r for r in json.loads(done.out)["games"]}
    assert sorted(rows) == ["B.LGN", "a.lgn", "in.lgn", "out.lgn", "up.lgn"]
    for name in ("out.lgn", "up.lgn"):
        assert rows[name]["verdict"] == "unreadable"
        assert rows[name]["message"] == "a link to a file outside the folder is not followed"
    assert done.status == 2
    assert not any("nobody's business" in p.read_text(encoding="utf-8") for p in reports.iterdir())


@posix
def test_a_file_that_is_named_is_read_through_its_link(folder: Path) -> None:
    assert referee("audit", folder / "out.lgn", "--no-cache").status == 0


@posix
def test_fmt_and_audit_take_the_same_files_of_a_folder(folder: Path, tmp_path: Path) -> None:
    done = referee("fmt", folder)
    assert sorted(line.split(": ")[0].split("/")[-1] for line in done.out.split("\n") if line) == ["B.LGN", "a.lgn"]
    assert "out.lgn: a link to a file outside the folder is not followed" in done.err
    assert (tmp_path / "secret.lgn").read_text(encoding="utf-8").startswith(UNTIDY), "what lies outside stays as it is"
    for hidden in (".c.lgn", ".hidden/d.lgn"):
        assert (folder / hidden).read_text(encoding="utf-8") == UNTIDY


def test_a_folder_without_records_is_said(tmp_path: Path) -> None:
    done = referee("check", tmp_path)
    assert done.status == 2
    assert "no record (*.lgn, *.lgn.json, another form or an archive) is in this folder" in done.out


# ------------------------------------------------------------ what is written


@posix
@pytest.mark.parametrize("mask", [0o077, 0o022, 0o002])
def test_new_files_have_the_mode_that_the_user_asks_for(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        replace(tmp_path / "new", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o666 & ~mask


@posix
def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("x", encoding="utf-8")
    path.chmod(0o640)
    replace(path, "y")
    assert (path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777) == ("y", 0o640)
    assert [p.name for p in tmp_path.iterdir()] == ["old"]


@posix
def test_a_report_takes_the_place_of_a_planted_link(tmp_path: Path) -> None:
    games, reports = tmp_path / "games", tmp_path / "reports"
    games.mkdir()
    reports.mkdir()
    (games / "one.lgn").write_text(GOOD, encoding="utf-8")
    (tmp_path / "victim").write_text("mine", encoding="utf-8")
    (reports / "one.html").symlink_to(tmp_path / "victim")
    assert run([str(games)], jobs=1, cache=False, reports=reports).problems == []
    assert (tmp_path / "victim").read_text(encoding="utf-8") == "mine"
    assert not (reports / "one.html").is_symlink()
    assert "<!doctype html>" in (reports / "one.html").read_text(encoding="utf-8").lower()


@posix
def test_a_link_that_a_user_names_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("x", encoding="utf-8")
    (tmp_path / "link").symlink_to("real")
    replace(tmp_path / "link", "y")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "y"


def test_records_of_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    assert files.records(str(tmp_path / "nowhere"))[1] != {}


@pytest.mark.parametrize(
    ("field", "value"), [("dice", "x"), ("plays", "3"), ("spots", [{"line": 1}]), ("dice", {"J": {"jihad": [1]}})]
)
def test_a_row_of_the_wrong_type_is_no_row(tmp_path: Path, field: str, value: object) -> None:
    (tmp_path / "a.lgn").write_text(GOOD, encoding="utf-8")
    with pytest.raises(ValueError, match=r"."):
        GameRow.from_json(asdict(GameRow()) | {field: value})
    assert GameRow.from_json(asdict(GameRow())) == GameRow()


# ------------------------------------------------------------ processes


@pytest.fixture
def auditing(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """An audit at work with two helpers, in its own session."""
    games = tmp_path / "games"
    games.mkdir()
    text = (LOGS / "evening-2.lgn").read_text(encoding="utf-8")
    for n in range(300):
        (games / f"{n}.lgn").write_text(f"; {n}\n{text}", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / "c")}
    command = [sys.executable, "-m", "referee", "audit", str(games), "--jobs", "2", "--no-cache"]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    yield process
    process.kill()
    process.communicate()


def helpers_of(pid: int) -> list[int]:
    """The processes that a process has started and that live."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(n) for n in found.read_text(encoding="ascii").split()] if found.exists() else []


def alive(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    try:
        return state.read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -9), (signal.SIGINT, 130)],
    ids=str,
)
def test_helpers_end_with_the_program(auditing: subprocess.Popen[bytes], number: int, status: int) -> None:
    deadline = time.monotonic() + 30
    while len(helpers_of(auditing.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    helpers = helpers_of(auditing.pid)
    assert len(helpers) == 2
    time.sleep(0.3)
    auditing.send_signal(number)
    auditing.communicate(timeout=30)  # ends only when nobody holds its output any more
    assert auditing.returncode == status
    deadline = time.monotonic() + 20
    while any(alive(pid) for pid in helpers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(alive(pid) for pid in helpers)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_big_test_that_is_interrupted_keeps_its_results() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "referee", "play", "--check", "--games", "4000"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, start_new_session=True)
    deadline = time.monotonic() + 30
    while not helpers_of(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out.decode().startswith("interrupted, of 4000 games: ")
    assert "all is well" in out.decode()

"""The command line.

Exit statuses, streams, the JSON, the formatter and the report.
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from referee.reports import html
from tests.helpers.commands import Run, program, referee
from tests.helpers.paths import LOGS, RECORDS, ROOT
from tests.helpers.work import calls

CLEAN = '[Scenario "Let\'s Roll!"]\nJ 112 event => prestige 3\n'
WRONG = '[Scenario "Let\'s Roll!"]\nJ 112 event => prestige 4\n'
BROKEN = '[Scenario "Let\'s Roll!"]\nJ 112 evnt\n'
BINARY = b"\x00\x01\x02"


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    path = tmp_path / "clean.lgn"
    path.write_text(CLEAN, encoding="utf-8")
    return path


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.lgn"
    path.write_text(WRONG, encoding="utf-8")
    return path


@pytest.fixture
def binary(tmp_path: Path) -> Path:
    path = tmp_path / "binary.lgn"
    path.write_bytes(BINARY)
    return path


# ------------------------------------------------------------------------------------------- check


@pytest.mark.parametrize(
    ("record", "status", "word"),
    [
        (CLEAN, 0, "clean"),
        (WRONG, 1, "outcome"),
        (BROKEN, 1, "unreadable"),
        ('[Weather "fine"]\n' + CLEAN, 0, "note"),
        (BINARY.decode(), 2, "binary"),
    ],
    ids=["clean", "a finding", "an unreadable line", "only a note", "no text"],
)
def test_exit_status_of_check_and_of_standard_input(tmp_path: Path, record: str, status: int, word: str) -> None:
    path = tmp_path / "x.lgn"
    path.write_text(record, encoding="utf-8")
    run = referee("check", path)
    assert (run.status, word in run.out, run.err) == (status, True, "")
    piped = referee("check", "-", stdin=record.encode())
    assert piped.status == status
    assert piped.out == run.out.replace(str(path), "<stdin>")


def test_of_several_files_the_highest_status_counts(clean: Path, wrong: Path, binary: Path, tmp_path: Path) -> None:
    assert referee("check", clean, clean).status == 0
    assert referee("check", clean, wrong, clean).status == 1
    assert referee("check", wrong, binary, clean).status == 2
    assert referee("check", binary, wrong).status == 2
    assert referee("check", clean, tmp_path / "missing.lgn").status == 2
    run = referee("check", clean, wrong)
    assert run.out == referee("check", clean).out + "\n" + referee("check", wrong).out


def test_a_finding_has_file_line_column_kind_rule_and_the_part_underlined(wrong: Path) -> None:
    lines = referee("check", wrong).out.split("\n")
    head = next(i for i, line in enumerate(lines) if "[outcome " in line)
    assert lines[head].startswith(f"{wrong}:2:16: wrong result [outcome ")
    assert lines[head + 1] == "    2 | J 112 event => prestige 4"
    assert lines[head + 2] == "      |                ^^^^^^^^^^ Jihadist play"
    assert lines[0].startswith(f"{wrong}: 1 mistake, by the Jihadist; 1 action checked")


def test_one_disputed_play_is_a_set_up_and_a_line() -> None:
    record = "setup: US Hard, prestige 5, Pakistan Fair Neutral 2 sleepers, Jordan Fair Ally\nUS 43 deploy track > Pakistan 2\n"
    run = referee("check", "-", stdin=record)
    assert run.status == 1
    assert "<stdin>:2:22: not allowed [illegal 7.3.3]: " in run.out
    assert "Legal here: " in run.out
    assert "Jordan" in run.out
    record = record.replace("Fair Neutral", "Fair Ally")
    run = referee("check", "-", stdin=record)
    assert (run.status, "clean, 1 action checked" in run.out) == (0, True)


def test_the_line_of_the_readme_is_refused() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = text.split("```lgn\n")[1].split("```")[0]
    assert referee("fmt", "--check", "-", stdin=block).status == 0
    assert "not allowed [illegal 7.3.3]: " in referee("check", "-", stdin=block).out


TOP = {"file": str, "verdict": str, "actions": int, "findings": list, "board": dict}
FINDING = {
    "id": str,
    "line": int,
    "column": int,
    "kind": str,
    "rule": str,
    "message": str,
    "help": str,
    "also": list,
    "see": list,
    "follows": list,
    "assumed": str,
}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_json_has_every_key_of_the_contract(path: Path) -> None:
    run = referee("check", "--format", "json", path)
    verdict = json.loads(run.out)
    assert {k: type(verdict[k]) for k in TOP} == TOP
    assert verdict["file"] == str(path)
    assert verdict["verdict"] == ("findings" if run.status else "clean")
    for f in verdict["findings"]:
        assert {k: type(f[k]) for k in FINDING} == FINDING
        assert f["kind"] in ("illegal", "outcome", "incomplete", "impossible", "unreadable", "unsupported", "note")
        assert f["rule"]
        assert f["message"]
        assert f["line"] >= 1
        assert f["column"] >= 1
        assert all(isinstance(r, str) for r in f["also"])
        assert all(isinstance(n, int) for n in [*f["see"], *f["follows"]])
    places = [(f["line"], f["column"]) for f in verdict["findings"]]
    assert places == sorted(places)


def test_json_of_the_three_verdicts_and_of_several_files(clean: Path, wrong: Path, binary: Path) -> None:
    found = json.loads(referee("check", "--format", "json", clean, wrong, binary).out)
    assert [v["verdict"] for v in found] == ["clean", "findings", "unreadable"]
    assert [v["file"] for v in found] == [str(clean), str(wrong), str(binary)]
    assert [v["actions"] for v in found] == [1, 1, 0]
    for path, one in zip((clean, wrong, binary), found, strict=True):
        assert json.loads(referee("check", "--format", "json", path).out) == one


def test_the_id_of_a_finding_is_that_of_its_action(tmp_path: Path) -> None:
    path = tmp_path / "x.lgn"
    path.write_text(CLEAN + "; aside\nJ 113 reserves\nUS 20 woi Nowhere [4]\n", encoding="utf-8")
    found = [f for f in json.loads(referee("check", "--format", "json", path).out)["findings"] if f["kind"] != "note"]
    assert [(f["id"], f["line"], f["kind"]) for f in found] == [("a2", 4, "illegal"), ("", 5, "unreadable")]


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", "--format", "xml", "x"],
        ["check", "--on-violation", "shrug", "x"],
        ["nonsense"],
        ["check", "--x"],
    ],
)
def test_wrong_use_is_said_and_is_status_2(arguments: list[str]) -> None:
    run = referee(*arguments)
    assert run.status == 2
    assert "Traceback" not in run.out + run.err


# ------------------------------------------------------------------------------------------- the program's own log


def test_v_logs_for_people_to_standard_error_only(wrong: Path) -> None:
    quiet, talking = program("check", wrong), program("-v", "check", wrong)
    assert quiet.err == "", "the log is silent by default"
    assert (talking.status, talking.out) == (quiet.status, quiet.out)
    assert "judged" in talking.err
    assert "verdict=findings" in talking.err
    assert "\x1b" not in talking.err


def test_log_json_gives_lines_of_json_on_standard_error_only(wrong: Path, clean: Path, binary: Path) -> None:
    quiet = program("check", "--format", "json", wrong, clean, binary)
    talking = program("--log-json", "check", "--format", "json", wrong, clean, binary)
    assert (talking.status, talking.out) == (quiet.status, quiet.out)
    json.loads(talking.out)  # only the verdict
    events = [json.loads(line) for line in talking.err.splitlines()]
    assert [e["event"] for e in events] == ["read", "judged", "read", "judged", "unreadable file"]
    assert all({"event", "level", "timestamp", "file"} <= set(e) for e in events)
    assert [e.get("verdict") for e in events] == [None, "findings", None, "clean", None]


def test_standard_output_of_fmt_holds_only_the_record() -> None:
    assert program("fmt", "-", stdin=b"j 112 event\nwhat\n").out == "J 112 event\nwhat\n"


def test_the_verdict_is_utf8_wherever_it_is_printed() -> None:
    record = '[Scenario "Café …"]\nJ 112 event\n'.encode()
    plain = program("check", "-", stdin=record)
    assert "Café …" in plain.out
    for encoding in ("ascii", "latin-1", "utf-16"):
        assert program("check", "-", stdin=record, env={"PYTHONIOENCODING": encoding, "LC_ALL": "C"}) == plain


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pipe that closes")
def test_a_reader_that_goes_away_early_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "long.lgn"
    path.write_text("board: prestige 9\nboard: prestige 4\n" * 900, encoding="utf-8")  # more than a pipe holds
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "check", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 141


# ------------------------------------------------------------------------------------------- fmt

MESSY = """\ufeff[scenario   "Let's Roll!"]   ; which one
; first a comment

j 112   event=>prestige 3;behind
\tJ 113 travel afgh:s>pak,afgh:s -> C. Asia t[2]   ; two of them\t
what is  this ?
US 43 deploy track → KSA 2
"""
TIDY = """[Scenario "Let's Roll!"]  ; which one
; first a comment

J 112 event => prestige 3  ;behind
J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2]  ; two of them
what is  this ?
US 43 deploy track > Saudi Arabia 2
"""


def test_fmt_writes_the_canonical_form_and_is_idempotent(tmp_path: Path) -> None:
    path = tmp_path / "x.lgn"
    path.write_text(MESSY, encoding="utf-8")
    path.chmod(0o640)
    run = referee("fmt", path)
    assert run.status == 1, "a line is unreadable"
    assert f"{path}:6:1: cannot be read [unreadable notation]" in run.err
    assert run.out == f"{path}: formatted\n"
    assert path.read_text(encoding="utf-8") == TIDY
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    before = path.stat().st_mtime_ns
    again = referee("fmt", path)
    assert (again.status, again.out) == (1, "")
    assert path.read_text(encoding="utf-8") == TIDY
    assert path.stat().st_mtime_ns == before, "what does not change is not written"
    assert [p.name for p in tmp_path.iterdir()] == ["x.lgn"]


def test_fmt_check_only_says_what_would_change(tmp_path: Path, clean: Path) -> None:
    path = tmp_path / "messy.lgn"
    path.write_text("j 112 event\n", encoding="utf-8")
    run = referee("fmt", "--check", path, clean)
    assert (run.status, run.out) == (1, f"{path}: would change\n")
    assert path.read_text(encoding="utf-8") == "j 112 event\n"
    assert referee("fmt", "--check", clean).status == 0
    piped = referee("fmt", "--check", "-", stdin="j 112 event\n")
    assert (piped.status, piped.out) == (1, "<stdin>: would change\n")


def test_fmt_of_standard_input_and_of_a_folder(tmp_path: Path) -> None:
    run = referee("fmt", "-", stdin=MESSY.encode())
    assert (run.status, run.out) == (1, TIDY)
    (tmp_path / "deep").mkdir()
    for name in ("a.lgn", "deep/b.lgn", "c.txt"):
        (tmp_path / name).write_text("j 112 event\n", encoding="utf-8")
    assert referee("fmt", tmp_path).status == 0
    assert [(tmp_path / n).read_text(encoding="utf-8") for n in ("a.lgn", "deep/b.lgn", "c.txt")] == [
        "J 112 event\n",
        "J 112 event\n",
        "j 112 event\n",
    ]


def test_fmt_of_several_files_goes_on_after_a_bad_one(tmp_path: Path, binary: Path) -> None:
    path = tmp_path / "x.lgn"
    path.write_text("j 112 event\n", encoding="utf-8")
    run = referee("fmt", binary, path)
    assert run.status == 2
    assert path.read_text(encoding="utf-8") == "J 112 event\n"
    assert binary.read_bytes() == BINARY


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_fmt_writes_through_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "x.lgn", tmp_path / "link.lgn"
    path.write_text("j 112 event\n", encoding="utf-8")
    link.symlink_to(path)
    assert referee("fmt", link).status == 0
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "J 112 event\n"


def test_fmt_that_cannot_write_says_so_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.lgn"
    path.write_text("j 112 event\n", encoding="utf-8")
    monkeypatch.setattr(os, "replace", no_room)
    run = referee("fmt", path)
    assert run.status == 2
    assert "No space left" in run.err
    assert path.read_text(encoding="utf-8") == "j 112 event\n"
    assert [p.name for p in tmp_path.iterdir()] == ["x.lgn"]


def no_room(*_: object) -> None:
    raise OSError(28, "No space left on device")


# ------------------------------------------------------------------------------------------- report


@pytest.mark.parametrize(("record", "status"), [(CLEAN, 0), (WRONG, 1), (BROKEN, 1), ('[Game "x"]\n', 0)])
def test_report_writes_one_page_and_has_the_status_of_check(tmp_path: Path, record: str, status: int) -> None:
    path, out = tmp_path / "x.lgn", tmp_path / "x.html"
    path.write_text(record, encoding="utf-8")
    run = referee("report", path, "-o", out)
    assert run.status == status
    assert str(out) in run.out
    page = out.read_text(encoding="utf-8")
    assert page.lstrip().lower().startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["x.html", "x.lgn"]
    assert referee("report", "-", "-o", out, stdin=record).status == status


def test_the_report_holds_findings_actions_changes_and_rules(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    referee("report", LOGS / "evening-2.lgn", "-o", out)
    page = out.read_text(encoding="utf-8")
    for word in ("7.3.3", "8.5.6", "Saleh", "Prestige"):
        assert word in page
    assert 'src="http' not in page
    assert "<link" not in page
    assert "@import" not in page
    assert "url(http" not in page


def test_the_report_of_a_file_that_cannot_be_read_writes_nothing(tmp_path: Path, binary: Path) -> None:
    out = tmp_path / "x.html"
    run = referee("report", binary, "-o", out)
    assert (run.status, out.exists(), run.out) == (2, False, "")
    assert "binary" in run.err


def test_the_report_takes_the_place_of_the_old_one_in_one_step(
    clean: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "x.html"
    out.write_text("the old one", encoding="utf-8")
    out.chmod(0o600)
    seen = []
    real = os.replace

    def watched(new: str, old: Path) -> None:
        seen.append(Path(old).read_text(encoding="utf-8"))
        assert "</html>" in Path(new).read_text(encoding="utf-8")
        assert Path(new).parent == Path(old).parent
        real(new, old)

    monkeypatch.setattr(os, "replace", watched)
    assert referee("report", clean, "-o", out).status == 0
    assert seen == ["the old one"]
    assert "</html>" in out.read_text(encoding="utf-8")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


def test_a_report_that_cannot_be_written_leaves_the_old_one(
    clean: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "x.html"
    out.write_text("the old one", encoding="utf-8")
    monkeypatch.setattr(os, "replace", no_room)
    run = referee("report", clean, "-o", out)
    assert run.status == 2
    assert "cannot be written" in run.err
    assert out.read_text(encoding="utf-8") == "the old one"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["clean.lgn", "x.html"]


def test_a_report_that_cannot_be_made_leaves_the_old_one(
    clean: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "x.html"
    out.write_text("the old one", encoding="utf-8")
    monkeypatch.setattr(html, "render", no_room)
    referee("report", clean, "-o", out)
    assert out.read_text(encoding="utf-8") == "the old one"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["clean.lgn", "x.html"]


def test_a_report_into_a_folder_that_is_not_there(clean: Path, tmp_path: Path) -> None:
    for out in (tmp_path / "nowhere" / "x.html", tmp_path):
        run = referee("report", clean, "-o", out)
        assert (run.status, "cannot be written" in run.err) == (2, True)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a device")
def test_a_report_to_a_device_leaves_the_device_alone(clean: Path) -> None:
    assert referee("report", clean, "-o", os.devnull).status == 0
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


# ------------------------------------------------------------------------------------------- quick


@pytest.mark.parametrize(("command", "limit"), [("check", 500_000), ("report", 2_000_000)])
def test_a_whole_evening_is_little_work(command: str, limit: int, tmp_path: Path) -> None:
    """Well under a second of it, or two; benchmarks/ has the times."""
    more = ["-o", tmp_path / "x.html"] if command == "report" else []
    runs: list[Run] = []
    assert calls(lambda: runs.append(referee(command, LOGS / "evening-1.lgn", *more))) < limit
    assert runs[0].status == 0


@pytest.mark.parametrize("arguments", [["--help"], ["check", "--help"], ["fmt", "--help"], ["report", "--help"]])
def test_help(arguments: list[str]) -> None:
    run = referee(*arguments)
    assert run.status == 0
    assert "Usage" in run.out


def test_several_games_need_a_folder() -> None:
    run = referee("play", "--games", "2")
    assert (run.status, run.out) == (2, "")
    assert "--output" in run.err


# ---------------------------------------------------------------- the end of a game

LAST_CELL = "setup: US Hard, prestige 7, phase US 1, Pakistan Fair Ally 1 active\nUS 24 disrupt Pakistan:a\n"


@pytest.mark.parametrize("form", ["text", "markdown", "bbcode", "annotated"])
def test_a_verdict_says_which_play_won_the_game_and_by_which_rule(tmp_path: Path, form: str) -> None:
    path = tmp_path / "won.lgn"
    path.write_text(LAST_CELL, encoding="utf-8")
    out = " ".join(referee("check", "--format", form, path).out.split())
    assert "The US wins: no Cell is left in any country (2.1.1; a1, line 2)." in out
    path.write_text(LAST_CELL.replace("1 active", "1 active 1 sleeper"), encoding="utf-8")
    assert "wins" not in referee("check", "--format", form, path).out

"""The options that show and count a part of a verdict.

--select, --ignore, --since, --statistics; --watch and --stdin-filename.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from referee.cli.commands.check import watch
from referee.club import dates
from referee.club.selection import SelectionError, is_part, parse, split
from referee.inputs.records import read_text
from tests.helpers.commands import referee
from tests.helpers.paths import LOGS

EVENING = LOGS / "evening-2.lgn"
MAIL = LOGS / "mail-thread.lgn"
CLEAN = LOGS / "evening-1.lgn"


def shown(*arguments: str | Path, stdin: bytes | str = b"") -> tuple[int, set[tuple[int, str, str]]]:
    """Exit status, and line, kind and rule of each finding.

    They come from the JSON.
    """
    run = referee("check", "--format", "json", *arguments, stdin=stdin)
    return run.status, {(f["line"], f["kind"], f["rule"]) for f in json.loads(run.out)["findings"]}


@cache
def everything() -> set[tuple[int, str, str]]:
    """The findings of the evening without omissions."""
    return shown(EVENING)[1]


pytestmark = pytest.mark.usefixtures("judged_once")

# ------------------------------------------------------------------------------------------- select and ignore


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        (["--select", "illegal"], lambda k, r: k == "illegal"),
        (["--select", "illegal,outcome"], lambda k, r: k in ("illegal", "outcome")),
        (["--select", "illegal", "--select", "OUTCOME"], lambda k, r: k in ("illegal", "outcome")),
        (["--select", "7"], lambda k, r: r.startswith("7.")),
        (["--select", "7.3"], lambda k, r: r.startswith("7.3.")),
        (["--select", "8.5.6"], lambda k, r: r == "8.5.6-prestige"),
        (["--ignore", "note"], lambda k, r: k != "note"),
        (["--ignore", "note, 7.3."], lambda k, r: k != "note" and not r.startswith("7.3.")),
        (["--select", "7.3", "--ignore", "incomplete"], lambda k, r: r.startswith("7.3.") and k != "incomplete"),
    ],
)
def test_kinds_and_rules_choose_what_is_shown(options: list[str], kept: object) -> None:
    status, found = shown(*options, EVENING)
    assert found == {(n, k, r) for n, k, r in everything() if kept(k, r)}  # type: ignore[operator]
    assert found
    assert status == 1


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_an_empty_choice_is_none(option: str) -> None:
    assert shown(option, "", EVENING) == (1, everything())


def test_only_what_is_shown_counts() -> None:
    run = referee("check", "--select", "impossible", EVENING)
    assert run.status == 0
    first, second, *_ = run.out.splitlines()
    assert first == f"{EVENING}: clean, 27 actions checked"
    assert second == "  not shown and not counted (select, ignore): 7 mistakes, 3 dice not noted"
    verdict = json.loads(referee("check", "--select", "impossible", "--format", "json", EVENING).out)
    assert (verdict["verdict"], verdict["not_shown"]) == ("clean", 10)
    assert json.loads(referee("check", "--format", "json", EVENING).out)["not_shown"] == 0


def test_notes_that_are_left_out_are_no_mistakes() -> None:
    run = referee("check", "--ignore", "note", CLEAN)
    assert (run.status, run.out) == (0, f"{CLEAN}: clean, 42 actions checked\n")


@pytest.mark.parametrize("word", ["ilegal", "8.44", "99", "8.4.1x", "card 241", "", "\x1b[31m"])
def test_what_chooses_nothing_is_an_error(word: str) -> None:
    for option in ("--select", "--ignore"):
        run = referee("check", option, f"note,{word}" if word else "-x-", EVENING)
        assert (run.status, run.out) == (2, "")
        assert "neither a kind" in run.err
        assert "\x1b" not in run.err


@pytest.mark.parametrize(
    ("rule", "wanted", "is_so"),
    [
        ("8.4.1", "8.4", True),
        ("8.4", "8.4", True),
        ("8.41", "8.4", False),
        ("8.5.6-prestige", "8.5.6", True),
        ("card 45", "card", True),
        ("card 45", "card 4", False),
        ("18.4", "8.4", False),
    ],
)
def test_a_rule_is_part_of_another(rule: str, wanted: str, is_so: bool) -> None:
    assert is_part(rule, wanted) == is_so


def test_words_are_split_and_read_alike() -> None:
    assert parse(split(["Illegal, 8.4.", " card-45 ,card 5"])) == ("illegal", "8.4", "card 45", "card 5")
    with pytest.raises(SelectionError):
        parse(["card 0"])


# ------------------------------------------------------------------------------------------- since


@pytest.mark.parametrize(
    ("since", "first"),
    [("a14", 31), ("A14", 31), ("line 31", 31), ("31", 31), ("a1", 10), ("1", 1), ("line 63", 63)],
)
def test_since_shows_what_is_new(since: str, first: int) -> None:
    _, found = shown("--since", since, EVENING)
    assert found == {f for f in everything() if f[0] >= first}
    run = referee("check", "--since", since, EVENING)
    before = sum(n < first and k != "note" for n, k, _ in everything())
    _, told = run.out.splitlines()[1].split("before that: ")
    assert sum(map(int, re.findall(r"\d+", told))) == before, "mistakes and dice that nobody noted"
    assert told.endswith(", not shown") if before else told == "nothing wrong"


def test_what_was_before_does_not_count() -> None:
    assert referee("check", "--since", "line 58", EVENING).status == 0
    assert referee("check", "--since", "line 57", EVENING).status == 1


def test_a_play_that_takes_two_mails_is_shown_as_a_whole() -> None:
    run = referee("check", "--since", "a4", MAIL)
    assert "since a4 (line 17)" in run.out


@pytest.mark.parametrize(
    ("since", "line"),
    [
        ("2025-03-03", 6),
        ("2025-03-04", 16),
        ("2025-03-06", 27),
        ("2025.3.6", 27),
        ("6 Mar", 27),
        ("Thu 6 March 2025", 27),
        ("March 6th", 27),
        ("2025-02-01", 6),
        ("2025-03-08", 42),
    ],
)
def test_since_a_day_that_the_record_names(since: str, line: int) -> None:
    run = referee("check", "--since", since, MAIL)
    assert run.status == 1
    assert f"(line {line})" in run.out.splitlines()[1]


@pytest.mark.parametrize(
    ("since", "said"),
    [
        ("a99", "there is no action a99"),
        ("line 999", "there is no line 999"),
        ("0", "there is no line 0"),
        ("2025-03-20", "the last day is 2025-03-08"),
        ("2025-13-40", "is no play, line or day"),
        ("yesterday\x1b", "is no play, line or day"),
    ],
)
def test_since_something_that_is_not_there(since: str, said: str) -> None:
    run = referee("check", "--since", since, MAIL)
    assert (run.status, run.out) == (2, "")
    assert said in run.err
    assert "\x1b" not in run.err


def test_a_day_needs_remarks_with_days() -> None:
    run = referee("check", "--since", "2025-03-01", EVENING)
    assert run.status == 2
    assert "begin one with a day" in run.err


def test_days_go_on_over_the_new_year() -> None:
    text = '[Date "2025.12.30"]\n; Tue 30 Dec\nJ 1 reserves ; 31 December, by mail\n; 2 Jan, US\n; January 5 2027 no, 2026\n'
    found = [(d.day, d.line) for d in dates.days(read_text(text))]
    assert found == [
        (date(2025, 12, 30), 1),
        (date(2025, 12, 30), 2),
        (date(2025, 12, 31), 3),
        (date(2026, 1, 2), 4),
        (date(2027, 1, 5), 5),
    ]


@pytest.mark.parametrize(
    "remark", ["3 plots", "Mar", "2 troops may go", "5.3.1 says so", "31 Feb", "12/24", "9 Marines"]
)
def test_what_is_no_day(remark: str) -> None:
    assert dates.parse(remark, 2025) is None


# ------------------------------------------------------------------------------------------- statistics


def test_statistics_count_kinds_and_rules() -> None:
    run = referee("check", "--statistics", EVENING, CLEAN)
    assert run.status == 1
    assert run.out.splitlines()[0] == "2 records, 1 clean; 7 mistakes, 3 dice not noted"
    assert f"{sum(k == 'illegal' for _, k, _ in everything()):>6}  illegal      not allowed" in run.out
    assert str(EVENING) not in run.out
    data = json.loads(referee("check", "--statistics", "--format", "json", EVENING).out)
    assert (data["mistakes"], data["missing_dice"], data["slips"]) == (7, 3, 0)
    assert sum(row["count"] for row in data["by_rule"]) == len(everything())
    assert {row["rule"] for row in data["by_rule"]} == {r for *_, r in everything()}
    assert referee("check", "--statistics", "--format", "junit", EVENING).status == 2


def test_statistics_of_a_record_that_cannot_be_read(tmp_path: Path) -> None:
    run = referee("check", "--statistics", tmp_path / "nowhere.lgn")
    assert (run.status, run.out) == (2, "1 record, 0 clean, 1 that cannot be read; 0 mistakes\n")


# ------------------------------------------------------------------------------------------- watch, stdin, folders


def test_watch_judges_again_when_the_record_changes(tmp_path: Path) -> None:
    path, beside = tmp_path / "game.lgn", tmp_path / "beside.lgn"
    path.write_text("a", encoding="utf-8")
    seen: list[str] = []

    def check() -> int:
        seen.append(path.read_text(encoding="utf-8") if path.exists() else "gone")
        return len(seen)

    def change() -> None:
        for said, step in (("b", "write"), ("gone", "unlink"), ("c", "write")):
            while len(seen) < 1 or threading.current_thread() is threading.main_thread():
                time.sleep(0.01)
            count = len(seen)
            if step == "write":  # whole at once: half a file would be another change
                beside.write_text(said * 2, encoding="utf-8")
                beside.replace(path)
            else:
                path.unlink()
            while len(seen) == count:
                time.sleep(0.01)

    writer = threading.Thread(target=change, daemon=True)
    writer.start()
    assert watch([str(path)], check, rounds=4, pause=0.01) == 4
    assert seen == ["a", "bb", "gone", "cc"]


def test_watch_of_standard_input_is_refused() -> None:
    run = referee("check", "--watch", "-")
    assert run.status == 2
    assert "cannot be watched" in run.err


def test_a_plain_check_knows_nothing_of_watching() -> None:
    import subprocess

    code = (
        "import sys; sys.argv = ['referee', 'check', sys.argv[1]]\n"
        "from referee.cli.start import main\n"
        "try: main()\n"
        "except SystemExit: print(' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(CLEAN)], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    unwanted = {
        "rich",
        "typer",
        "referee.club.dates",
        "referee.reports.sarif",
        "difflib",
    }
    assert not unwanted & loaded


def test_standard_input_has_the_name_that_it_is_given() -> None:
    run = referee("check", "--stdin-filename", "club/game.lgn", "-", stdin="J 112 evnt\n")
    assert "club/game.lgn:1:7: cannot be read [unreadable" in run.out
    assert "<stdin>" not in run.out
    found = json.loads(referee("check", "--stdin-filename", "x\x1b.lgn", "--format", "json", "-", stdin="").out)
    assert found["file"] == "x·.lgn"


def test_of_a_folder_its_records_are_checked_as_an_audit_finds_them(tmp_path: Path) -> None:
    for name in ("b.lgn", "A.LGN", "deep/c.lgn", ".hidden/d.lgn", ".e.lgn", "f.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("J 112 event\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("# Our games\n\n    J 112 event\n", encoding="utf-8")
    found = json.loads(referee("check", "--format", "json", tmp_path).out)
    names = {"b.lgn", "A.LGN", os.path.join("deep", "c.lgn"), "f.txt"}
    assert {os.path.relpath(v["file"], tmp_path) for v in found} == names
    (tmp_path / "f").mkdir()
    run = referee("check", tmp_path / "f")
    assert (run.status, "no record" in run.out) == (2, True)


def test_fmt_takes_of_a_folder_what_check_takes(tmp_path: Path) -> None:
    names = ("b.lgn", "A.LGN", ".hidden/d.lgn", ".e.lgn", "f.lgn.json")
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("j 112 event\n", encoding="utf-8")
    run = referee("fmt", tmp_path)
    assert run.status == 0
    changed = {n for n in names if (tmp_path / n).read_text(encoding="utf-8") != "j 112 event\n"}
    assert changed == {"b.lgn", "A.LGN"}
    empty = tmp_path / "empty"
    empty.mkdir()
    assert (referee("fmt", empty).status, "no record" in referee("fmt", empty).err) == (2, True)

"""The public rule cases (docs/rule-cases.md).

Each is passed, and each file is in order.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from referee.cli.commands.cases import NoCasesError, chosen
from referee.engine.record.findings import Finding
from referee.rules.casefile import Case, read_cases
from tests.helpers import rulecases
from tests.helpers.casesonce import looked
from tests.helpers.paths import ROOT

FILES = sorted(rulecases.FOLDER.glob("*.case"))


def readable_cases() -> list[Case]:
    """The cases of every readable file.

    A broken file fails its own test and takes no other with it.
    """
    found: list[Case] = []
    for path in FILES:
        try:
            found.extend(rulecases.read_cases(path))
        except ValueError:
            continue
    return found


CASES = readable_cases()
TOGETHER = 20
"""So many cases of a file are one test: thousands of tests cost as much as what they look at."""


def groups() -> dict[str, list[Case]]:
    """The cases, some of a file at a time, by test name."""
    found: dict[str, list[Case]] = {}
    for name in dict.fromkeys(case.file for case in CASES):
        cases = [case for case in CASES if case.file == name]
        for i in range(0, len(cases), TOGETHER):
            some = cases[i : i + TOGETHER]
            found[f"{name} {some[0].id} to {some[-1].id}"] = some
    return found


GROUPS = groups()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each case of ``--case``, or all in groups.

    ``--case`` names a case, or a file with all its cases.
    """
    if metafunc.function is not test_cases:
        return
    groups = GROUPS
    if names := metafunc.config.getoption("case"):
        try:
            groups = {f"{case.file} {case.id}": [case] for case in chosen(names)}
        except NoCasesError as error:
            raise pytest.UsageError(str(error)) from None
    metafunc.parametrize("cases", groups.values(), ids=groups)


def test_cases(cases: list[Case], request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> None:
    if request.config.getoption("case"):
        with capsys.disabled():
            print(*(shown(case) for case in cases))
    assert {case.id: found for case in cases if (found := looked(case).problems)} == {}
    assert [f.message for case in cases for f in looked(case).findings if f.of_result and not reasoned(f)] == []
    assert [
        f.message for case in cases for f in looked(case).findings if f.kind == "illegal" and not f.requirements
    ] == []


def reasoned(finding: Finding) -> bool:
    """Whether a wrong result has a reason.

    For the winner the message is enough.
    """
    return bool(finding.reason) or finding.rule in {"3.1", "9.1"}


def shown(case: Case) -> str:
    """A case, what it changes, and the findings in words."""
    changes = [line for line in looked(case).told.split("\n") if line.startswith(" ")]
    found = [line for f in looked(case).findings for line in told(f)]
    lines = [f"=== {case.id} | {case.title} ({case.file})", *case.lines, *case.board, *changes, *found]
    return "\n".join(["", *(line for line in lines if line)])


def told(f: Finding) -> list[str]:
    """A finding in words, with what a case may say of it."""
    refused = [f"    requirement: {name}" for name in f.requirements]
    follows = [f"    follows: line {', '.join(map(str, sorted(f.follows)))}"] if f.follows else []
    return [f"! line {f.place.line}: {f.kind} {f.rule}: {f.message}", *refused, *follows]


@pytest.mark.long
@pytest.mark.long
def test_one_case_is_judged_by_its_id() -> None:
    run = by_pytest("tests/cases/test_rules.py", "--case", "7.3.3-b")
    assert "=== 7.3.3-b | " in run
    assert "1 passed" in run
    assert "there is no rule case '7.3.3-zz'" in by_pytest("tests/cases/test_rules.py", "--case", "7.3.3-zz")


@pytest.mark.long
@pytest.mark.long
def test_cases_of_a_file_are_judged_with_what_they_may_say(tmp_path: Path) -> None:
    mine = tmp_path / "my.case"
    mine.write_text("=== my-1 | t\nsetup: Syria Fair Adversary\nUS 43 deploy track > Syria 2\n--- illegal 7.3.3\n")
    run = by_pytest("tests/cases/test_rules.py", "--case", str(mine))
    assert "    requirement: Deploy: Ally destination" in run
    assert "1 passed" in run
    mine.write_text("=== my-1 | t\n--- ilegal 7.3.3\n")
    assert f"{mine}:2: this is no expectation" in by_pytest("tests/cases/test_rules.py", "--case", str(mine))


def by_pytest(*arguments: str) -> str:
    """The output of pytest in its own process."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def test_every_case_is_in_a_group() -> None:
    assert [case.id for cases in GROUPS.values() for case in cases] == [case.id for case in CASES]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file_is_in_order(path: Path) -> None:
    cases = rulecases.read_cases(path)
    assert cases, "a file without a case"
    blocks = re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert len(blocks) == len(cases)
    for case in cases:
        assert case.record, f"{case.id} has no record, or no line of dashes"
    for block in blocks:
        stated = [line.split(";")[0].strip() for line in block.split("\n") if line.startswith("---")]
        assert stated, f"no expectation: {block[:60]}"
        assert "--- clean" not in stated or stated == ["--- clean"], f"clean and findings at once: {block[:60]}"


def test_ids_are_unique() -> None:
    assert [i for i, n in Counter(c.id for c in CASES).items() if n > 1] == []


def test_every_case_has_a_title() -> None:
    assert [c.id for c in CASES if not c.title] == []
    assert [(c.file, c.title) for c in CASES if not c.id] == []


ONLY = """=== x-a | t
setup: US Hard, prestige 7, Yemen Poor Ally 1 sleeper, Egypt Fair Ally 2 troops 1 sleeper, Pakistan Fair Neutral, Canada Soft, marker Renditions
{}
--- {}
board only: {}
"""


@pytest.mark.parametrize(
    ("line", "found", "board", "unstated"),
    [
        ("US 41 disrupt Egypt:s", "clean", "Egypt 1 active, prestige 8", ["Egypt sleepers"]),
        ("US 41 disrupt Egypt:s", "clean", "Egypt 1 cell, prestige 8", []),
        ("US 41 disrupt Egypt:s", "clean", "Egypt no sleepers 1 active", ["prestige"]),
        ("US 43 deploy track > Yemen 2", "clean", "troops track 11", ["Yemen troops"]),
        ("US 43 deploy track > Yemen 2", "clean", "Yemen 2 troops", []),
        ("J 60 plot Egypt:s [2]: 1", "clean", "Egypt no sleepers 1 active", ["first plot", "Egypt plots"]),
        ("J 60 plot Egypt:s [2]: 1", "clean", "Egypt no sleepers 1 active 1 plot, first plot 60", []),
        (
            "US 36 event India Hard",
            "clean",
            "Pakistan Ally",
            ["removed 36", "India posture", "marker Indo-Pakistani Talks"],
        ),
        ("US 20 woi Canada [6]", "clean", "Canada Hard", ["prestige"]),
        (
            "J 84 event flip Renditions, posture[3], prestige[5 2 4], ally Egypt",
            "clean",
            "US Soft, prestige 9, Egypt Neutral",
            ["marker Renditions", "marker Leak-Renditions"],
        ),
    ],
)
def test_board_only_tells_what_is_not_stated(line: str, found: str, board: str, unstated: list[str]) -> None:
    (case,) = read_cases(ONLY.format(line, found, board), "x.case")
    told = [p for p in rulecases.problems(case) if p.startswith("board only:")]
    assert [p.removeprefix("board only: ").split(" was ")[0] for p in told] == unstated

"""The rule cases for other programs.

The archive, and `referee cases run --with` (docs/rule-cases-programs.md).
"""

from __future__ import annotations

import json
import re
import shlex
import sys
import zipfile
from pathlib import Path

import pytest

from referee.cli.commands.cases import chosen
from referee.rules.casefile import Case, cases, read_cases
from referee.trials import conformance
from referee.trials.programs import Program, ProgramError, SkippedError, understood
from tests.helpers.commands import referee
from tests.helpers.hunting import every
from tests.helpers.paths import ROOT
from tests.helpers.sentences import SENTENCES

sys.path.insert(0, str(ROOT / "scripts" / "release"))

import conformance as archive

OWN = shlex.join([sys.executable, "-m", "referee", "cases", "answer"])


def written(folder: Path, body: str) -> str:
    """A program with this body for each case.

    ``asked`` is the case, ``say`` writes an answer.
    """
    program = folder / "program.py"
    program.write_text(
        "import json, sys, time\n"
        "def say(**answer): print(json.dumps(answer), flush=True)\n"
        f"for line in sys.stdin:\n    asked = json.loads(line)\n    {body}\n",
        encoding="utf-8",
    )
    return shlex.join([sys.executable, str(program)])


def test_the_referee_passes_as_another_program(tmp_path: Path) -> None:
    """The referee's answers through the contract.

    Findings are JSON, the final board is a set-up block.
    """
    run = referee("cases", "run", "7.3.3", "card-176", "assad-alone", "11.3.1", "fourth-look", "--with", OWN)
    assert (run.status, run.out) == (0, run.out)
    assert "0 failed" in run.out
    assert "left out" not in run.out
    assert "not compared" not in run.out


@pytest.mark.night
@pytest.mark.long
def test_every_case_goes_through_the_contract() -> None:
    """Every tenth in the suite, all of them on the hunt."""
    asked = [case.id for case in cases()[:: every(10)]]
    run = referee("cases", "run", *asked, "--with", OWN)
    some = len(chosen(asked))
    told = f"{some:,} rule cases: {some:,} passed, 0 failed"
    assert (run.status, run.out.splitlines()[-1]) == (0, told)


def test_the_program_in_the_docs_passes(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "rule-cases-programs.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "judge.py").write_text(program, encoding="utf-8")
    run = referee(
        "cases", "run", "7.3.3", "card-48", "--with", shlex.join([sys.executable, str(tmp_path / "judge.py")])
    )
    assert (run.status, " 0 failed" in run.out) == (0, True)


def test_what_is_expected_is_not_told(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    body = f"open({str(told)!r}, 'w').write(line); say(findings=[])"
    referee("cases", "run", "7.3.3-b", "--with", written(tmp_path, body))
    asked = json.loads(told.read_text(encoding="utf-8"))
    assert sorted(asked) == ["id", "record", "title"]
    assert "---" not in asked["record"]


def test_a_wrong_program_is_told_where(tmp_path: Path) -> None:
    run = referee("cases", "run", "7.3.3-a", "7.3.3-b", "--with", written(tmp_path, "say(findings=[])"))
    assert run.status == 1
    assert "expected illegal 7.3.3; got clean" in run.out
    assert "2 rule cases: 1 passed, 1 failed; the final board was not compared in 1" in run.out


def test_a_program_may_end_after_each_case(tmp_path: Path) -> None:
    body = 'say(findings=[{"kind": "illegal", "rule": "7.3.3"}]); break'
    run = referee("cases", "run", "7.3.3-b", "7.3.3-c", "--with", written(tmp_path, body))
    assert (run.status, "2 passed" in run.out) == (0, True)


def test_a_program_may_leave_a_case_out(tmp_path: Path) -> None:
    run = referee(
        "cases", "run", "7.3.3-b", "--with", written(tmp_path, "say(skip='no expansion')"), "--format", "json"
    )
    assert run.status == 0
    (one,) = json.loads(run.out)
    assert one.pop("file") == "chapter7-deploy.case"
    assert one == {"id": "7.3.3-b", "outcome": "skipped", "problems": ["no expansion"], "board": False}


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(7)", "it ended without an answer, with status 7"),
        ("time.sleep(9)", "it gave no answer in 0.3 seconds"),
        ("print('[' * 9000, flush=True)", "its answer cannot be read"),
        ("say()", "its answer has neither findings nor skip"),
        ("say(findings=[{'kind': 1, 'rule': '7'}])", "its answer is not as described: findings.0.kind"),
        ("say(findings=[], position='US 43 deploy track > Iraq 2')", "the position has lines other than setup:"),
        ("say(findings=[], position='setup: Iraq 3 elephants')", "line 1 of the position cannot be read"),
        ("print('x' * 2_000_000, flush=True)", "its answer has more than 1,048,576 characters"),
    ],
)
def test_an_answer_that_cannot_be_used_is_a_failed_case(tmp_path: Path, body: str, why: str) -> None:
    run = referee(
        "cases", "run", "7.3.3-b", "--timeout", "0.3" if "sleep" in body else "20", "--with", written(tmp_path, body)
    )
    assert (run.status, run.err) == (1, "")
    assert why in run.out


def test_a_line_too_many_is_not_taken_for_the_next_answer(tmp_path: Path) -> None:
    body = "print('judging ' + asked['id'], flush=True) if asked['id'] == '7.3.3-a' else None; say(findings=[])"
    run = referee("cases", "run", "7.3.3-a", "7.3.3-b", "--format", "json", "--with", written(tmp_path, body))
    problems = {one["id"]: one["problems"] for one in json.loads(run.out)}
    assert problems["7.3.3-a"][0].startswith("its answer cannot be read")
    assert problems["7.3.3-b"] == ["expected illegal 7.3.3; got clean"]


def test_a_broken_case_ends_the_example_with_a_sentence() -> None:
    for line in ("[" * 100_000, "{}", "no JSON"):
        run = referee("cases", "answer", stdin=line + "\n")
        assert run.status == 2
        assert "Traceback" not in run.err


def test_what_is_no_program_and_what_is_no_case() -> None:
    assert referee("cases", "run", "7.3.3-b", "--with", "no-such-program-at-all").status == 2
    assert referee("cases", "run", "7.3.3-b", "--with", 'a "b').err == "No closing quotation\n"
    assert referee("cases", "list", "99.9").err == "there is no rule case '99.9'; referee cases list has them all\n"


def case_of(text: str) -> Case:
    (case,) = read_cases(text, "x.case")
    return case


BOARD = case_of(
    "=== x | t\nsetup: US Hard, prestige 7, Yemen Fair Adversary 2 troops 2 sleepers, Iran 1 sleeper\n"
    "US 41 disrupt Yemen:s\n--- illegal 7.4.2\nboard only: Yemen 1 sleeper 1 active, prestige 8\n"
)
FOUND = '"findings": [{"kind": "illegal", "rule": "7.4.2"}]'


@pytest.mark.parametrize(
    ("position", "wrong"),
    [
        ("setup: US Hard, prestige 8, Yemen Fair Adversary 2 troops 1 sleeper 1 active, Iran 1 sleeper", []),
        (
            "setup: US Hard, prestige 7, Yemen Fair Adversary 2 troops 1 sleeper 1 active, Iran 1 sleeper",
            ["board: You wrote Prestige 8; it should be 7."],
        ),
        (
            "setup: US Hard, prestige 8, Yemen Fair Adversary 2 troops 1 sleeper 1 active",
            ["board only: Iran sleepers was 1, now 0, which is not stated"],
        ),
    ],
)
def test_the_final_board_of_another_program_is_compared(position: str, wrong: list[str]) -> None:
    answer = understood(BOARD, f'{{{FOUND}, "position": {json.dumps(position)}}}')
    assert conformance.problems(BOARD, answer) == wrong


def test_a_finding_is_compared_as_far_as_a_program_says_it() -> None:
    case = case_of("=== x | t\nsetup: US Hard\nJ 1 reserves\n--- illegal 7.2.1.1 line 2 also 7.1.1\n")
    for said, problems in (
        ({"kind": "illegal", "rule": "7.2.1.1"}, 0),
        ({"kind": "illegal", "rule": "7.2.1.1", "line": 1}, 1),
        ({"kind": "illegal", "rule": "7.2.1.1", "line": 2, "also": []}, 1),
        ({"kind": "illegal", "rule": "7.2.1.1", "line": 2, "also": ["7.1.1", "5.1"]}, 0),
        ({"kind": "outcome", "rule": "7.2.1.1"}, 1),
    ):
        answer = understood(case, json.dumps({"findings": [said]}))
        assert len(conformance.problems(case, answer)) == problems, said


TO_A_NEUTRAL = SENTENCES["deploy-to-a-neutral"].about(Pakistan="Jordan").partition(";")[0]  # ; parts a reason
OTHER = TO_A_NEUTRAL.replace("Jordan", "Yemen")
IN_AN_ADVERSARY = SENTENCES["war-of-ideas-in-an-adversary"].sentence
WHY = """=== x | t
setup: US Hard, prestige 7, hand US 4, hand J 4, phase US 1, Jordan Fair Neutral, Sudan Fair Adversary, Iran 1 sleeper
US 24 woi Sudan [5]
US 43 deploy track > Jordan 2
--- illegal 7.2.1.1
{}
--- illegal 7.3.3
{}
"""


@pytest.mark.parametrize(
    ("first", "second", "wrong"),
    [
        ("requirement: War of Ideas: not Adversary", "requirement: Deploy: Ally destination", []),
        (f"reason: {IN_AN_ADVERSARY.upper().replace(' ', '  ')}", f"reason: {TO_A_NEUTRAL}", []),
        ("follows: nothing", "follows: line 2", []),
        (
            "requirement: operations value",
            "requirement: Deploy: Muslim destination",
            [
                "illegal 7.2.1.1: expected requirement operations value; got War of Ideas: not Adversary",
                "illegal 7.3.3: expected requirement Deploy: Muslim destination; got Deploy: Ally destination",
            ],
        ),
        (
            "reason: Jordan",
            "",
            [f"illegal 7.2.1.1: expected the words “Jordan”; got {IN_AN_ADVERSARY}"],
        ),
        (
            "follows: line 2, 3",
            "follows: nothing",
            [
                "illegal 7.2.1.1: expected that it follows from line 2, 3; got nothing",
                "illegal 7.3.3: expected that it follows from nothing; got line 2",
            ],
        ),
    ],
)
def test_a_case_says_why(first: str, second: str, wrong: list[str]) -> None:
    case = case_of(WHY.format(first, second))
    assert conformance.problems(case, conformance.own(case)) == wrong


def test_the_reason_of_another_program_is_compared_as_far_as_it_says_it() -> None:
    case = case_of(
        WHY.format(
            "follows: nothing",
            f"requirement: Deploy: Ally destination\nreason: {TO_A_NEUTRAL}\nfollows: line 2",
        )
    )
    first = {"kind": "illegal", "rule": "7.2.1.1"}
    for said, problems in (
        ({}, 0),
        ({"requirements": ["Deploy: an Ally", "Deploy: Ally destination"]}, 0),
        ({"requirements": []}, 1),
        ({"message": "not an Ally", "reason": f"For {TO_A_NEUTRAL.lower()}"}, 0),
        ({"message": "not an Ally"}, 1),
        ({"follows": [2]}, 0),
        ({"follows": []}, 1),
    ):
        answer = understood(case, json.dumps({"findings": [first, {"kind": "illegal", "rule": "7.3.3"} | said]}))
        assert len(conformance.problems(case, answer)) == problems, said


def test_the_requirements_of_a_mistake_are_joined_in_one_finding() -> None:
    """An Adversary of Governance Poor, with a card of value 2.

    Two requirements, one finding.
    """
    case = case_of(
        "=== x | t\nsetup: US Hard, prestige 7, Sudan Poor Adversary, Iran 1 sleeper\nUS 24 woi Sudan [5]\n"
        "--- illegal 7.2.1.1 also 7.1.1\nrequirement: War of Ideas: not Adversary\nrequirement: operations value\n"
    )
    assert conformance.problems(case, conformance.own(case)) == []
    (finding,) = [f for f in conformance.judged(case).findings if f.kind != "note"]
    assert finding.requirements == ("War of Ideas: not Adversary", "operations value")


MINE = """; cases of my own
=== my-1 | Troops to a Neutral country
setup: US Hard, prestige 7, Jordan Fair Neutral, Iran 1 sleeper
US 43 deploy track > Jordan 2
--- illegal 7.3.3
reason: {}
"""


def test_cases_of_a_file(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.case", tmp_path / "bad case"
    good.write_text("\ufeff" + MINE.format(TO_A_NEUTRAL).replace("\n", "\r\n"), encoding="utf-8")
    bad.write_text(MINE.format(OTHER), encoding="utf-8")
    assert (run := referee("cases", "run", good)).status == 0
    assert run.out == "1 rule case: 1 passed, 0 failed\n"
    run = referee("cases", "run", good, "7.3.3-b", bad, "--format", "json")
    assert run.status == 1
    assert [(one["id"], one["file"], one["outcome"]) for one in json.loads(run.out)] == [
        ("7.3.3-b", "chapter7-deploy.case", "passed"),
        ("my-1", str(good), "passed"),
        ("my-1", str(bad), "failed"),
    ]
    (one,) = json.loads(referee("cases", "list", good, "--format", "json").out)
    assert one["findings"] == [
        {
            "kind": "illegal",
            "rule": "7.3.3",
            "also": [],
            "line": None,
            "requirements": [],
            "words": [TO_A_NEUTRAL],
            "follows": None,
        }
    ]
    assert "my-1" in referee("cases", "list", good).out
    assert (run := referee("cases", "run", bad, "--with", OWN)).status == 1
    assert f"expected the words “{OTHER}”" in run.out


def test_a_name_that_is_a_file_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "7.3.3").write_text(MINE.format(TO_A_NEUTRAL), encoding="utf-8")
    assert referee("cases", "run", "7.3.3").out == "1 rule case: 1 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (
            b"=== a | t\nsetup: US Hard\n--- clean\n--- ilegal 7.3.3\n",
            ":4: this is no expectation (the kinds are illegal, ",
        ),
        (b"=== a | t\nsetup: US Hard\n", ":1: the case a has no line --- that says what is to be found"),
        (b"=== a | t\nsetup: US Hard \xff\n--- clean\n", ":2: a file of cases is text in UTF-8"),
        (b"; nothing here\n", ":1: no case begins in this file"),
        (b"{}", ":1: no case has begun"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "x.case").write_bytes(content)
    run = referee("cases", "run", tmp_path / "x.case")
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith(f"{tmp_path / 'x.case'}{why}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.case")
    assert referee("cases", "run", missing).err.startswith("there is no file '")
    assert referee("cases", "run", tmp_path).status == 2
    assert referee("cases", "run", "\0").status == 2


def test_hostile_cases_write_nothing_to_a_terminal(tmp_path: Path) -> None:
    text = "=== \x1b[31mid | \x1b]0;title\x07\nsetup: US Hard, \x1b[2J\n\x1b[1m\n--- clean\nboard only: \x1b[2J elephants\n"
    (tmp_path / "x.case").write_text(text, encoding="utf-8")
    for command in ("run", "list"):
        run = referee("cases", command, tmp_path / "x.case")
        assert run.status in (0, 1)
        assert "\x1b" not in run.out + run.err


def test_the_contract_in_a_program(tmp_path: Path) -> None:
    with Program(shlex.split(written(tmp_path, "say(skip='x') if asked['id'] == 'x' else sys.exit(1)"))) as program:
        with pytest.raises(SkippedError):
            program.answer(BOARD)
        with pytest.raises(ProgramError):
            program.answer(case_of("=== y | t\nsetup: US Hard\n--- clean\n"))
        with pytest.raises(SkippedError):  # it is started again
            program.answer(BOARD)


def test_the_list_has_every_case_under_its_rule() -> None:
    listed = referee("cases", "list").out.splitlines()
    assert [line.split()[0] for line in listed if line.startswith("  ")] == [
        case.id for some in archive.by_rule(cases()).values() for case in some
    ]
    (one,) = json.loads(referee("cases", "list", "7.4.2-a", "--format", "json").out)
    assert one["rule"] == "7.4.2"
    assert one["record"].count("\n")


def test_the_archive_is_complete_and_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        archive.archive(tmp_path / name)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as packed:
        names = set(packed.namelist())
        assert {"README.md", "notation.md", "LICENSE", "INDEX.md", "cases.json"} <= names
        files = {f"cases/{path.name}" for path in (ROOT / "tests" / "rules").glob("*.case")}
        assert files == {name for name in names if name.startswith("cases/")}
        data = json.loads(packed.read("cases.json"))
        assert [one["id"] for one in data["cases"]] == [case.id for case in cases()]
        index = packed.read("INDEX.md").decode()
    assert "\n## 7.3.3 " in index
    assert "\n## Card 48 " in index
    assert "\n- `card-48-a` " in index
    assert "\n## Option 1 " in index

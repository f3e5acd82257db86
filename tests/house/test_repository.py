"""The hooks for pre-commit and the action of the repository.

Other programs read them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

yaml = pytest.importorskip("yaml")
bash = pytest.mark.skipif(sys.platform == "win32" or shutil.which("bash") is None, reason="needs bash")


def loaded(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_hooks_run_commands_that_there_are() -> None:
    hooks = loaded(".pre-commit-hooks.yaml")
    assert [h["id"] for h in hooks] == ["referee-check", "referee-fmt"]
    for hook in hooks:
        program, command = hook["entry"].split()
        assert program == "referee"
        assert referee(command, "--help").status == 0
        assert re.search(hook["files"], "games/one.lgn")
        assert not re.search(hook["files"], "games/one.txt")
    check, fmt = (re.compile(h["files"]) for h in hooks)
    assert check.search("one.lgn.json")
    assert not fmt.search("one.lgn.json"), "fmt reads the notation alone"


@bash
def test_the_action_checks_the_records_that_it_is_given(tmp_path: Path) -> None:
    (script,) = [s["run"] for s in loaded("action.yml")["runs"]["steps"] if s["name"] == "Check"]
    tools = tmp_path / "tools"
    tools.mkdir()
    fake = tools / "referee"
    fake.write_text(
        f"#!{sys.executable}\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\nsys.exit(1)\n", encoding="utf-8"
    )
    fake.chmod(0o755)
    work = tmp_path / "work"
    (work / "games").mkdir(parents=True)
    for name in ("games/a b.lgn", "games/b.lgn", "-v.lgn", "$(touch hacked).lgn"):
        (work / name).write_text("US hold\n", encoding="utf-8")

    def run(records: str) -> tuple[int, str]:
        env = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
        env |= {"RECORDS": records, "FORMAT": "github", "ON_VIOLATION": "undo"}
        command = ["bash", "-eo", "pipefail", "-c", script]
        done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, check=False, timeout=30)
        return done.returncode, done.stdout

    status, out = run("games/*.lgn *.lgn")
    assert status == 1, "the status of the check is that of the step"
    assert json.loads(out)[:5] == ["check", "--format", "github", "--on-violation", "undo"]
    assert sorted(json.loads(out)[5:]) == ["$(touch hacked).lgn", "./-v.lgn", "games/a b.lgn", "games/b.lgn"]
    assert run("none/*.lgn") == (2, "::error::there is no record none/*.lgn\n")
    assert not (work / "hacked").exists()


def test_the_action_puts_no_input_into_a_script() -> None:
    for step in loaded("action.yml")["runs"]["steps"]:
        assert "${{" not in step["run"]


def test_the_page_names_every_input_of_the_action() -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    for name, about in loaded("action.yml")["inputs"].items():
        assert f"| `{name}` |" in page
        assert f"`{about['default']}` |" in page
    for hook in loaded(".pre-commit-hooks.yaml"):
        assert f"- id: {hook['id']}" in page


def test_the_case_in_contributing_is_one() -> None:
    from referee.rules.casefile import read_cases

    *_, text = re.findall(r"```case\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)
    (case,) = read_cases(text, "CONTRIBUTING.md")
    assert case.id == "7.3.3-x"


def test_the_limits_in_security_are_those_in_force() -> None:
    from referee.inputs.judging import MAX_FINDINGS
    from referee.parsers.json.decode import MAX_BYTES as MAX_JSON
    from referee.parsers.notation import encodings, limits

    told = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    for words in (
        f"{encodings.MAX_BYTES >> 20} MiB (JSON {MAX_JSON >> 20} MiB)",
        f"{limits.MAX_LINES:,} lines are looked at",
        f"{limits.MAX_ACTIONS:,} lines and {limits.MAX_CHARACTERS:,} characters judged",
        f"{MAX_FINDINGS:,} findings reported",
    ):
        assert words in told


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def steps_of(workflow: Any) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_our_targets_and_trusts_nobody(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    for step in steps_of(workflow):
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"]), "an action is named by its commit"
        assert "${{" not in step.get("run", ""), "a value comes in as a variable"
    targets = {
        word for step in steps_of(workflow) for word in re.findall(r"make (?:--\S+ )?([a-z]+)", step.get("run", ""))
    }
    known = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert targets <= known
    assert workflow["permissions"] in ({}, {"contents": "read"})
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 60
        if any("checkout" in step.get("uses", "") for step in job["steps"]):
            assert all(
                s["with"]["persist-credentials"] is False for s in job["steps"] if "checkout" in s.get("uses", "")
            )


def test_a_release_is_published_without_a_password() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    text = json.dumps(workflow)
    assert "secrets." not in text
    assert "password" not in text
    publish = workflow["jobs"]["package-index"]
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["environment"] == "pypi"
    assert "gh-action-pypi-publish" in publish["steps"][-1]["uses"]
    assert any("attest" in step.get("uses", "") for step in workflow["jobs"]["build"]["steps"])


def test_the_workflows_test_every_python_that_is_promised() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))
    matrix = workflow["jobs"]["pythons"]["strategy"]["matrix"]
    tested = {*matrix["python"], *(entry["python"] for entry in matrix["include"])}
    promised = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert tested == set(promised)
    assert len(matrix["os"]) == 3


def test_the_forms_for_issues_ask_for_what_a_case_needs() -> None:
    folder = ROOT / ".github" / "ISSUE_TEMPLATE"
    form = yaml.safe_load((folder / "wrong-verdict.yml").read_text(encoding="utf-8"))
    asked = {field["id"]: field for field in form["body"] if "id" in field}
    assert {"position", "play", "verdict", "rule"} <= set(asked)
    assert all(asked[name]["validations"]["required"] for name in ("position", "play", "rule"))
    assert yaml.safe_load((folder / "config.yml").read_text(encoding="utf-8"))["blank_issues_enabled"] is True


def test_the_way_of_a_line_in_contributing_is_the_way_it_takes(tmp_path: Path) -> None:
    """The path of a line in contributing.

    Every function that the walk names is called for the line of the walk.
    """
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.split("## One line, from the file to the finding")[1].split("\n## ")[0]
    named: list[tuple[str, str]] = []
    for row in re.findall(r"^\| [^|]+ \| (.+) \|$", table, re.MULTILINE):
        file = ""
        for word in re.findall(r"`([^`]+)`", row):
            file = word if word.endswith(".py") else file
            if not word.endswith(".py"):
                named.append((file, word))
    assert len(named) > 30
    record = tmp_path / "x.lgn"
    record.write_text(
        "setup: US Hard, Pakistan Fair Neutral 2 sleepers\nUS 43 deploy track > Pakistan 2\n", encoding="utf-8"
    )
    code = (
        "import json, sys\nfrom referee.cli.start import main\nseen = {}\n"
        "def note(frame, event, _):\n"
        "    if event == 'call':\n"
        "        code = frame.f_code\n"
        "        seen[code.co_filename.replace('\\\\', '/'), code.co_qualname] = 1\n"
        f"sys.argv = ['referee', 'check', {str(record)!r}]\n"
        "sys.setprofile(note)\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.setprofile(None)\n"
        "print(json.dumps(list(seen)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60, cwd=ROOT
    )
    assert "illegal 7.3.3" in done.stdout
    called = {(file.rpartition("/referee/")[2], name) for file, name in json.loads(done.stderr) if "/referee/" in file}
    assert [pair for pair in named if pair not in called and pair != ("parsers/notation/lines.py", "read")] == []
    assert all((ROOT / "referee" / file).is_file() for file, _ in named)


def test_the_walk_to_a_changed_event_goes_through_what_is_there() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    walk = page.split("## A changed event in ten minutes")[1].split("\n## ")[0]
    events = (ROOT / "referee/editions/base/events/cards_001_029.py").read_text(encoding="utf-8")
    event = events.split("@event(13")[1].split("\n\n\n")[0]
    assert "cards_001_029.py" in walk
    assert event.count("play.prestige(1)") == 1
    assert len(event.strip().splitlines()) == 8
    cases = (ROOT / "tests/rules/cards-us.case").read_text(encoding="utf-8")
    assert "=== card-13-k " in cases
    assert "=== card-13-l " not in cases

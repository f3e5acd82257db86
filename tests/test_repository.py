"""What other programs read of the repository: the hooks for pre-commit and the action."""

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
from commands import ROOT, referee

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

    (text,) = re.findall(r"```case\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)
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

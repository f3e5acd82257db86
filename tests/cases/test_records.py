"""The records of fixtures/logs, with findings worked out by hand.

There are no more and no fewer.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.helpers.commands import program, referee
from tests.helpers.hunting import HUNT, PROFILE
from tests.helpers.keeping import OneFile
from tests.helpers.paths import LOGS, RECORDS, ROOT

WIDE = 700
"""JSON up to this length is one line: all but the longest findings, and most steps of a flowchart."""
POLICIES = ("as-played", "undo", "stop")
each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def expected(path: Path) -> list[dict[str, Any]]:
    with path.with_suffix(".expected.toml").open("rb") as file:
        found: list[dict[str, Any]] = tomllib.load(file)["finding"]
    return found


@cache
def verdict(path: Path, policy: str = "as-played") -> dict[str, Any]:
    run = referee("check", path, "--format", "json", "--on-violation", policy)
    found: dict[str, Any] = json.loads(run.out)
    assert run.status == (found["verdict"] != "clean")
    return found


def keys(findings: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    """Line, kind and rule of each finding; notes are not looked at."""
    return [(f["line"], f["kind"], f["rule"]) for f in findings if f["kind"] != "note"]


def test_there_are_records() -> None:
    assert {"evening-1", "evening-2", "mail-thread"} <= {path.stem for path in RECORDS}
    stray = [
        p.name for p in LOGS.glob("*.expected.toml") if not (LOGS / p.name.replace(".expected.toml", ".lgn")).exists()
    ]
    assert stray == []


@each_record
def test_exactly_the_expected_findings(path: Path) -> None:
    assert keys(verdict(path)["findings"]) == keys(expected(path))


@each_record
def test_every_expectation_says_why_in_few_words(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    for f in expected(path):
        assert set(f) == {"line", "kind", "rule", "why"}
        assert 20 < len(f["why"]) < 400
        assert lines[f["line"] - 1].strip()


@each_record
def test_nothing_follows_from_a_mistake_as_played(path: Path) -> None:
    assert [f for f in verdict(path)["findings"] if f["follows"]] == []


def test_a_clean_record_is_clean_and_a_note_does_not_change_that() -> None:
    found = verdict(LOGS / "evening-1.lgn")
    assert found["verdict"] == "clean"
    assert {f["kind"] for f in found["findings"]} <= {"note"}


@pytest.mark.parametrize(
    ("name", "line", "see"), [("mail-thread", 43, 35), ("evening-2", 43, 28)], ids=["the 1-value card", "the Disrupt"]
)
def test_a_finding_names_the_line_that_explains_it(name: str, line: int, see: int) -> None:
    (found,) = [f for f in verdict(LOGS / f"{name}.lgn")["findings"] if f["line"] == line and f["kind"] != "note"]
    assert see in found["see"]


# The final positions, written out from the players' own last words.


def test_the_last_position_of_evening_1() -> None:
    board = verdict(LOGS / "evening-1.lgn")["board"]
    tracks = {
        "prestige": 2,
        "funding": 7,
        "us_posture": "Hard",
        "world_posture": "Hard 1",
        "troops_track": 5,
        "cells_track": 5,
    }
    victory = {"good_resources": 0, "islamist_resources": 0, "fair_good": 4, "poor_islamist": 12}
    for key, value in {**tracks, **victory}.items():
        assert board[key] == value, key


def test_the_last_position_of_the_mail_thread() -> None:
    board = verdict(LOGS / "mail-thread.lgn")["board"]
    for key, value in {
        "prestige": 9,
        "funding": 9,
        "world_posture": "Hard 2",
        "fair_good": 5,
        "poor_islamist": 4,
    }.items():
        assert board[key] == value, key
    assert board["hands"]["J"] == 3


# Policies.


@pytest.mark.sampled(3)
@pytest.mark.long
@each_record
def test_every_policy_runs(path: Path) -> None:
    as_played, undo, stop = (verdict(path, policy) for policy in POLICIES)
    assert [v["policy"] for v in (as_played, undo, stop)] == list(POLICIES)
    counted = keys(as_played["findings"])
    first = counted[:1]
    assert keys(stop["findings"]) == first, "stop ends at the first violation"
    assert stop["actions"] <= as_played["actions"] == undo["actions"]
    if not counted:
        assert undo["board"] == as_played["board"] == stop["board"]


@each_record
def test_what_exists_only_on_the_undone_board_follows(path: Path) -> None:
    as_played, undo = verdict(path), verdict(path, "undo")
    played = keys(as_played["findings"])
    violations = {f["line"] for f in undo["findings"] if f["kind"] in ("illegal", "impossible")}
    for f in undo["findings"]:
        if keys([f]) and keys([f])[0] not in played:
            assert f["follows"], f
            assert set(f["follows"]) <= violations
            assert max(f["follows"]) < f["line"]
        elif f["kind"] != "note":
            assert f["follows"] == []
    assert undo["verdict"] == as_played["verdict"]


def test_undo_takes_back_the_illegal_deploy_of_evening_2() -> None:
    undo = verdict(LOGS / "evening-2.lgn", "undo")
    followers = [f for f in undo["findings"] if 30 in f["follows"]]
    assert any(f["line"] == 42 and "Troops on the track" in f["message"] for f in followers)
    shown = referee("check", LOGS / "evening-2.lgn", "--on-violation", "undo").out
    before, _, after = shown.partition("Follows from line 30: not counted.")
    assert "7.3.3" in before
    assert "Troops on the track" in before + after
    assert "not counted." not in before, "a finding stands above what follows from it"


# Form.


@each_record
def test_the_fixtures_are_formatted(path: Path) -> None:
    assert referee("fmt", "--check", path).status == 0


def test_the_folder_is_formatted() -> None:
    run = referee("fmt", "--check", LOGS)
    assert (run.status, run.out, run.err) == (0, "", "")


@pytest.mark.sampled(3)
@pytest.mark.long
@pytest.mark.parametrize(
    ("policy", "form", "first"), [("as-played", "text", 0), ("undo", "json", 1), ("stop", "text", 2)]
)
def test_the_same_record_gives_the_same_verdict_byte_for_byte(policy: str, form: str, first: int) -> None:
    """Each record under one of the policies.

    On the hunt it is judged under all of them; one with mistakes always.
    """
    some = [p for i, p in enumerate(RECORDS) if PROFILE == HUNT or i % 3 == first or p.stem == "evening-2"]
    paths = [p.relative_to(ROOT) for p in some]
    runs = [
        program("check", "--format", form, "--on-violation", policy, *paths, env={"PYTHONHASHSEED": seed}, cwd=ROOT)
        for seed in ("0", "4711")
    ]
    assert runs[0] == runs[1]
    assert runs[0].status == 1
    assert runs[0].err == ""


# The wording, and all that the JSON says: kept for comparison, a guard against changes that nobody meant.


@each_record
def test_wording_of_the_text(path: Path, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert referee("check", path.relative_to(ROOT)).out == snapshot(extension_class=OneFile)


@each_record
def test_what_the_json_says(path: Path, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    written = referee("check", "--format", "json", path.relative_to(ROOT)).out
    assert written == json.dumps(json.loads(written), indent=2, ensure_ascii=False) + "\n"
    assert "\n".join(laid_out(json.loads(written))) == snapshot(extension_class=OneFile)


def laid_out(value: Any, name: str = "") -> Iterator[str]:
    """JSON on one line if it is short.

    If it is not, each part follows after its name.
    """
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= WIDE or not isinstance(value, (dict, list)):
        yield f"{name}  {text}"
        return
    parts = value.items() if isinstance(value, dict) else ((str(i), part) for i, part in enumerate(value))
    for key, part in parts:
        yield from laid_out(part, f"{name} {key}".strip())

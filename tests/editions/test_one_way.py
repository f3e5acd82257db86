"""One named change of each track, for an option to bar."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from referee.editions.base.queries import Queries
from referee.engine.explaining.referee import Judgement
from referee.engine.state.board import Board
from referee.engine.state.journal import Kind
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.seams import modifies
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.rules.casefile import Case
from tests.helpers.hunting import every
from tests.helpers.paths import ROOT
from tests.helpers.rulecases import all_cases

ONE_WAY = {
    "PRESTIGE": "set_prestige",
    "FUNDING": "set_funding",
    "RESERVES": "_set_reserves",
    "POSTURE": "posture",
    "CADRE": "set_cadre",
    "MOVE_TROOPS": "move_troops",
    "PLACE_CELLS": "place_cells",
    "REMOVE_CELL": "remove_cell",
    "TRAVEL": "move_cell",
    "ACTIVATE": "activate",
    "HAND": "_keep",
    "REMOVE_PLOT": "remove_plot",
    "ADVISORS": "set_advisors",
}
"""Kinds of change, each with the only function that makes it."""
TRACKS = ("prestige", "funding", "reserves_us", "reserves_j")
"""Fields of the board that only the modules of named changes write."""
CHANGES = {"engine/state/changes.py", "editions/awakening/changes.py"}


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted((ROOT / "referee").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield path.relative_to(ROOT / "referee").as_posix(), node


def written(function: ast.FunctionDef) -> Iterator[ast.Call]:
    """The changes that a function writes."""
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("write", "record")
        ):
            yield node


def test_a_kind_of_change_is_made_in_one_place() -> None:
    found: dict[str, set[str]] = {kind: set() for kind in ONE_WAY}
    for _, function in functions():
        for call in written(function):
            kind = call.args[0] if call.args else None
            if isinstance(kind, ast.Attribute) and kind.attr in found:
                found[kind.attr].add(function.name)
    assert found == {kind: {name} for kind, name in ONE_WAY.items()}


def test_only_named_changes_write_a_track() -> None:
    """A write is a tuple of target, field and value."""
    found = {
        (where, field.value)
        for where, function in functions()
        for call in written(function)
        for t in ast.walk(call)
        if isinstance(t, ast.Tuple) and len(t.elts) == 3
        for field in t.elts[1:2]
        if isinstance(field, ast.Constant) and field.value in TRACKS and where not in CHANGES
    }
    assert found == set()


# ------------------------------------------------------------------------------------------------ no Reserves

SOURCE, WHY = "99.8", "this game is played without Reserves"


@modifies(Queries.NO_RESERVES, SOURCE)
def _without(board: Board, side: str, found: tuple[str, str] | None) -> tuple[str, str] | None:
    return SOURCE, WHY


@cache
def without_reserves(rules: Ruleset) -> Ruleset:
    """The same rules with the option.

    The rules that take their place in mid-game have it as well.
    """
    added = rules.added
    return rules.but(
        armed=rules.armed | {SOURCE}, added=lambda then: without_reserves(then if added is None else added(then))
    )


@pytest.fixture
def barred(monkeypatch: pytest.MonkeyPatch) -> None:
    by_options = Ruleset.by_options
    monkeypatch.setattr(Ruleset, "by_options", lambda rules, options: without_reserves(by_options(rules, options)))


def growth(verdict: Judgement) -> list[str]:
    """The rules by which Reserves grew."""
    return [
        change.rule
        for change in verdict.journal.changes
        if change.kind is Kind.RESERVES
        for _, _, before, after in change.writes
        if after > before
    ]


AWAKENING, US_BOT, J_BOT = '[Rules "Awakening"]\n', '[Options "us-bot"]\n', '[Options "jihadist-bot"]\n'
CHOSEN = {
    "a card": ("setup: phase US 1, Iran 1 sleeper\nUS 7 reserves", "6.3.3"),
    "a granted Operation": (f"{AWAKENING}setup: phase US 1, Iran 1 sleeper\nUS 138 event / reserves", "6.3.3"),
    "Homeland Security": (
        f"{AWAKENING}{US_BOT}setup: phase US 1, hand J 3, hand US 3, US Hard, prestige 5, funding 5, "
        "Morocco Fair Neutral 1 aid, Iran 1 active\nUS 185 woi Morocco [4] / homeland reserves 1",
        "13.4.4",
    ),
    "Radicalization": (
        f"{J_BOT}setup: funding 5, US Soft, Yemen Poor Neutral 6 troops 9 sleepers\n"
        "J 43 recruit Yemen 1 [6] / radicalize reserves 2",
        "12.4.3",
    ),
}
"""Ways in which a side adds to its Reserves because it wants to: play and rule."""
BROUGHT = {
    "Maersk Alabama": (f"{AWAKENING}setup: phase US 1, prestige 7, Iran 1 sleeper\nUS 140 event", "card 140"),
    "Cyber Warfare": (f"{AWAKENING}setup: phase US 1, reserves J 2, Iran 1 sleeper\nUS 202 event reserves", "card 202"),
    "an event of the US Bot": (
        f"{US_BOT}setup: phase US 1, Lebanon Fair Neutral 1 sleeper, Iraq Poor Neutral 2 sleepers\nUS 104 event Lebanon:s",
        "13.4.2",
    ),
    "an event of the Jihadist Bot": (
        f"{J_BOT}setup: Lebanon Good Ally, Iraq Fair Neutral, Iran 1 sleeper\nJ 104 event Lebanon [3 4]",
        "12.4.1",
    ),
}
"""Ways in which Reserves come without a choice."""


@pytest.mark.parametrize("way", [*CHOSEN, *BROUGHT])
def test_reserves_grow(way: str) -> None:
    play, rule = {**CHOSEN, **BROUGHT}[way]
    assert growth(judge(read_text(play))) == [rule]


@pytest.mark.parametrize("way", CHOSEN)
def test_without_reserves_nobody_may_choose_them(way: str, barred: None) -> None:
    verdict = judge(read_text(CHOSEN[way][0]))
    assert growth(verdict) == []
    (found,) = (f for f in verdict.findings if f.counted)
    assert (found.kind, found.rule) == ("illegal", SOURCE)
    assert WHY in found.message


@pytest.mark.parametrize("way", BROUGHT)
def test_without_reserves_nothing_brings_them(way: str, barred: None) -> None:
    verdict = judge(read_text(BROUGHT[way][0]))
    assert growth(verdict) == []
    assert [f for f in verdict.findings if f.counted] == []


@pytest.mark.night
@pytest.mark.long
def test_without_reserves_no_rule_case_brings_them(barred: None) -> None:
    """The suite has a case for each way in which Reserves grow.

    Short of the hunt only some of the cases that are silent on Reserves are judged.
    """
    sorted_out: dict[bool, list[Case]] = {True: [], False: []}
    for case in all_cases():
        sorted_out["reserves" in f"{case.text}{case.board}".lower()].append(case)
    speaking, silent = sorted_out[True], sorted_out[False][:: every(8)]
    assert len(speaking) > 300
    assert {case.id: found for case in speaking + silent if (found := growth(judge(read_text(case.text))))} == {}

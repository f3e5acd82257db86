"""Proposals of the explanations.

They are for a missing play, an unread line and a misread die.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.explaining.referee import Hearing
from referee.engine.explaining.slips import declared, holes
from referee.engine.explaining.slips.hypothesis import Scene
from referee.engine.explaining.slips.missing import WantedChanges, want
from referee.engine.explaining.slips.search import Search
from referee.engine.judging.game import Game, _advise
from referee.engine.judging.judged_lines import Advice, NewValue, PendingLine
from referee.engine.judging.solver import SegmentReading, Solver
from referee.engine.record.findings import Edit, Finding, Fix
from referee.engine.state.board import ALLY, HARD, NEUTRAL, SOFT, Board
from referee.engine.state.script import Place, Record
from referee.inputs.judging import judge
from referee.inputs.preparing import setup_of
from referee.inputs.records import read_text

POSITION = "setup: phase US 1, hand J 4, hand US 4, US Hard, prestige 7, funding 5, Yemen Fair Neutral 2 sleepers 1 active, Iran 1 sleeper"


def board(*more: str) -> Board:
    return judge(read_text(f"{POSITION}{''.join(f', {m}' for m in more)}\n")).board


# -------------------------------------------------------------------- a play left out before a checkpoint


@pytest.mark.parametrize(
    ("stated", "wanted", "places", "anywhere"),
    [
        ("prestige 7, Yemen 2 sleepers", {}, [], False),  # it holds
        ("prestige 5", {("", "prestige"): -2}, [], False),
        ("Yemen 3 sleepers", {("Yemen", "sleepers"): 1}, ["Yemen"], False),
        ("Yemen Ally", {("Yemen", "alignment"): ALLY}, ["Yemen"], False),
        ("Yemen 1 cell", {("Yemen", "sleepers"): None, ("Yemen", "actives"): None}, ["Yemen"], False),
        ("troops track 13", {("", "troops_track"): -2}, [], True),  # two Troops went to some country
        ("world Soft 1", {("", "world"): -2}, [], True),  # it is Hard 1, by Israel
    ],
)
def test_a_checkpoint_says_what_a_missing_play_has_changed(
    stated: str, wanted: dict[tuple[str, str], Any], places: list[str], *, anywhere: bool
) -> None:
    goal = WantedChanges()
    (action,) = (a for a in read_text(f"{POSITION}\nboard: {stated}\n").actions if a.kind == "board")
    want(goal, board(), action)
    assert goal.wanted == wanted
    assert [*goal.places] == places
    assert goal.anywhere == anywhere


# -------------------------------------------------------------------- a line that nobody could read


PLOTS: list[tuple[tuple[str, ...], list[list[tuple[str, str, Any]]]]] = [
    ((), []),
    (("Yemen 1 plots",), [[("Yemen", "plots", 0)]]),
    (("Yemen 2 plots", "stage plots"), [[("Yemen", "plots", 1)]]),
    (("Yemen 1 plots", "Spain 1 plots", "stage plots"), [[("Spain", "plots", 0)], [("Yemen", "plots", 0)]]),
    (
        ("Yemen 1 plots", "stage plots"),  # the only one is found, so that the phase is over as well
        [[("Yemen", "plots", 0)], [("Yemen", "plots", 0), ("", "phase", ("J", 2)), ("", "card", 1)]],
    ),
]


@pytest.mark.parametrize(("stated", "proposed"), PLOTS)
def test_an_alert_may_have_found_each_plot(stated: tuple[str, ...], proposed: list[list[tuple[str, str, Any]]]) -> None:
    found = [[(place, what, value.value) for place, what, value in moved] for moved in holes._of_alerts(board(*stated))]
    assert found == proposed


def in_yemen(side: str) -> list[tuple[Any, ...]]:
    game = cast("Game", SimpleNamespace(board=board()))
    return [*holes._in_a_country(game, holes.Hole(0, 1, side), "Yemen")]


@pytest.mark.parametrize("side", ["", "US", "J"])
def test_an_unread_play_may_have_changed_any_piece_by_one(side: str) -> None:
    """No Cell by the US, no Troops or Alignment by the Jihadist."""
    found = in_yemen(side)
    pieces = {moved[0][1:] for moved in found if len(moved) == 1}
    gone = {("sleepers", -1), ("actives", -1)}
    placed = {("sleepers", 1), ("actives", 1), ("sleepers", 2), ("cadre", NewValue(True))}
    of_the_us = {
        ("alignment", NewValue(ALLY)),
        ("alignment", NewValue(NEUTRAL)),
        ("aid", 1),
        ("troops", 2),
        ("troops", -2),
    }
    either = {
        ("posture", NewValue(HARD)),
        ("posture", NewValue(SOFT)),
        *(("governance", NewValue(n)) for n in (2, 3, 4)),
    }
    assert pieces >= gone | either | (placed if side != "US" else set()) | (of_the_us if side != "J" else set())
    assert not pieces & (placed if side == "US" else of_the_us if side == "J" else set())
    assert {
        (("Yemen", "sleepers", -1), ("Yemen", "actives", 1)),
        (("Yemen", "actives", -1), ("Yemen", "sleepers", 1)),
    } <= {*found}


def test_every_proposal_changes_something_and_comes_once() -> None:
    found = in_yemen("")
    assert not [moved for moved in found if any(value == 0 for _, _, value in moved)]
    assert len(found) == len({*found})


# -------------------------------------------------------------------- a misread die


def played(*lines: str) -> tuple[ExplainedGame, list[PendingLine]]:
    """A game with these lines, and the lines."""
    record: Record = read_text("\n".join((POSITION, *lines, "")))
    game = ExplainedGame(setup_of(record)[0])
    actions = [a for a in record.actions if a.kind != "setup"]
    game.set_up([a for a in record.actions if a.kind == "setup"], actions[0])
    for action in actions:
        game.push(action)
    return game, [PendingLine(a) for a in actions]


def scene_of(line: str) -> Scene:
    game, entries = played(line)
    wrong = [Finding("outcome", "7.2", "not as rolled", entries[-1].action.place)]
    return Scene(game, entries, wrong, clock=False, cards=False)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_may_have_been_any_other(face: int) -> None:
    found = [*declared._die(declared.BY_ID["die"], scene_of(f"US 43 woi Yemen [{face}]"))]
    assert sorted(h.facts["meant"] for h in found) == [n for n in range(1, 7) if n != face]
    assert {h.facts["die"] for h in found} == {face}


def test_two_dice_may_have_been_swapped() -> None:
    scene = scene_of("J 83 recruit Yemen 2 [1 5]")
    (swapped,) = (h for h in declared._die(declared.BY_ID["die"], scene) if isinstance(h.facts["meant"], list))
    assert (swapped.facts["die"], swapped.facts["meant"]) == ([1, 5], [5, 1])
    alike = scene_of("J 83 recruit Yemen 2 [1 1]")
    assert not [h for h in declared._die(declared.BY_ID["die"], alike) if isinstance(h.facts["meant"], list)]


# -------------------------------------------------------------------- a mistake of play instead


@pytest.mark.parametrize(
    ("checkpoint", "least"),
    [
        ("Yemen no troops, troops track 15", 1.0),  # the Deploy was taken back: only itself is wrong
        ("Yemen 3 troops, troops track 12", 2.0),  # that explains nothing of the next line
    ],
)
def test_a_mistake_may_have_been_taken_back_and_then_weighs_alone(checkpoint: str, least: float) -> None:
    game, entries = played("US 43 deploy track > Yemen 2", f"board: {checkpoint}")  # Yemen is Neutral (7.3.3)
    search: Any = SimpleNamespace(game=game, at=0, end=2, entries=entries, weights=[1.0, 1.0])
    assert Search.as_mistake(search, []) == least


# -------------------------------------------------------------------- a line that is edited


@pytest.mark.parametrize("edited", range(4))
def test_an_edited_line_is_judged_again_with_all_after_it(edited: int) -> None:
    lines = ["board: prestige 7", "US 43 deploy track > Yemen 2", "board: Yemen 2 troops", "US 5 reserves"]
    instead = ["board: prestige 5", "US 43 deploy track > Yemen 3", "board: Yemen no troops", "US 20 reserves"]
    before = read_text("\n".join((POSITION, *lines, "")))
    after = read_text("\n".join((POSITION, *lines[:edited], instead[edited], *lines[edited + 1 :], "")))
    kept = before.actions[: edited + 1]  # with the set-up
    hearing = Hearing(setup_of(before)[0])
    for record in (before, replace(after, actions=[*kept, *after.actions[len(kept) :]])):
        hearing.take(record.actions)
        while hearing.go_on():
            pass
        found = [(f.kind, f.rule, f.place.line) for f in hearing.verdict(record).findings if f.rule != "notation"]
        assert found == [(f.kind, f.rule, f.place.line) for f in judge(record).findings if f.rule != "notation"]


# -------------------------------------------------------------------- the advice that comes of it


OWN, OTHER = Edit(1, 1, ("J 49 reserves",)), Edit(1, 1, ("J 60 reserves",))


@pytest.mark.parametrize(
    ("own", "first", "kept", "told"),
    [
        (None, False, OTHER, True),
        (None, True, OTHER, True),
        (Fix((OWN,), "possible"), False, OWN, True),
        (Fix((OWN,), "possible"), True, OTHER, True),
        (Fix((OWN,), "certain"), False, OWN, True),
        (Fix((OWN,), "certain"), True, OWN, False),
    ],
)
def test_an_advice_comes_before_a_fix_that_is_only_possible(
    own: Fix | None, kept: Edit, *, first: bool, told: bool
) -> None:
    finding = Finding("illegal", "8.2", "no Cell", Place(1, 1, 2), instead=own)
    _advise(finding, Advice("a play may be missing", Fix((OTHER,), "possible"), first=first))
    assert finding.instead is not None
    assert finding.instead.edits == (kept,)
    assert ("a play may be missing" in finding.help.casefold()) == told


@pytest.mark.parametrize("spent", [False, True])
def test_a_search_that_ran_out_of_work_says_so(*, spent: bool) -> None:
    """Each undecided reading is followed, as far as the work goes."""
    ways = [cast("SegmentReading", SimpleNamespace(assumed={"reading": n})) for n in range(3)]
    search: Any = SimpleNamespace(
        spent=spent, undecided=lambda *_, **__: True, search=lambda assumed, **_: [assumed["reading"]]
    )
    results, whole = Solver.followed(search, ways, first_only=False)
    assert [line for _, line in results] == ([[0]] if spent else [[0], [1], [2]])
    assert whole != spent

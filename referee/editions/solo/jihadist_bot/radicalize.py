"""Radicalization: leftover Operations used step by step (12.4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.editions.base import card_uses
from referee.editions.base.card_play import card_value
from referee.editions.base.operations import operation
from referee.editions.solo.flowchart.chart import MOST, Shortlist, Situation
from referee.editions.solo.flowchart.guide import left_out
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.operations import (
    LEFT,
    LEFT_OVER,
    PlannedTravel,
    RadicalizeStep,
    TravelEntry,
    TravelPlan,
    first_state,
    journey,
    origins,
    plots,
    reaches,
    recruit_where,
    situation,
    without,
)
from referee.editions.solo.jihadist_bot.priorities import PRIORITIES, TF, P
from referee.engine.law.ask import Field
from referee.engine.law.guidance import Stop, Trail
from referee.engine.law.play import Play
from referee.engine.law.table import UNKNOWN
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import SOFT, US, Board
from referee.engine.state.cause import Usage
from referee.engine.state.data import SIDE_NAMES

RULE = "12.4.3"
PLOT_COLUMN = PRIORITIES.column(P)
USES = ("plot", "travel", "recruit", "reserves")
FULL = q.MOST_RESERVES
"""Number of full Reserves (6.3.3)."""


WORDS = {
    1: "a Cell in the United States and a WMD Available",
    2: "US Hard without a GWOT penalty, and an Unmarked non-Muslim country to Travel to",
    3: "US Soft without a GWOT penalty, and a Cell in a Soft non-Muslim country",
    4: "a Muslim country with a Cadre to Recruit in",
    5: "room for more Reserves",
    6: "Reserves full: Recruit",
    7: "Reserves full: Travel to the United States",
}
"""The steps, in our words."""


def unmarked(s: Situation) -> list[str]:
    """Unmarked non-Muslim countries."""
    return [n for n in s.board.non_muslim if not s.board[n].marked]


ONE_EACH = (Stop("Radicalization 2", RULE, "one Cell to each of as many Unmarked non-Muslim countries as possible"),)


def spread_out(s: Situation, value: int, written: list[TravelEntry]) -> TravelPlan:
    """Send a Cell to each of as many Unmarked countries as possible (step 2)."""
    pending = list(written)
    free = unmarked(s)
    for n in range(value):
        tie, trail = PRIORITIES.by_flowchart(s, TF, _able(s, free))
        if not tie or not free:
            break
        found = next((w for w in pending if w.origin in tie), None)
        if len(tie) > 1 and found is None:
            if not _one_each(s, tie, min(value - n, len(free))):
                said = next((w.target for w in pending if w.target in free), "")
                return TravelPlan([], [], ONE_EACH, said, tuple(tie), trail)
            return TravelPlan([step for o in tie for step in _steps_to(s, o, free, trail, trail)], [])
        origin = found.origin if found is not None else tie[0]
        if found is None:
            return TravelPlan(_steps_to(s, origin, free, ONE_EACH, trail), [])
        pending.remove(found)
        if found.target in free:
            free.remove(found.target)
        elif not found.target:  # the question is its destination: any that is left
            return TravelPlan(_steps_to(s, origin, free, ONE_EACH, trail, stays=True), [])
        s = without(s, origin, first_state(s, origin), found.target)
    return TravelPlan([], [])


def _able(s: Situation, free: list[str]) -> list[str]:
    """Countries with a Cell in reach of a free one."""
    return [n for n in s.board.names if m.movable(s, n) > 0 and any(reaches(s, n, t) for t in free if t != n)]


def _one_each(s: Situation, tie: list[str], value: int) -> bool:
    """Whether equal origins send one Cell each, without a die (9.5)."""
    return len(tie) <= value and all(m.movable(s, n) == 1 for n in tie)


def _steps_to(
    s: Situation, origin: str, free: list[str], to: Trail, from_: Trail, *, stays: bool = False
) -> list[PlannedTravel]:
    """Journeys of one Cell to free countries in its reach."""
    able = [t for t in free if (stays or t != origin) and reaches(s, origin, t)]
    return [PlannedTravel(origin, first_state(s, origin), t, to, from_) for t in able]


def _soft(s: Situation, names: list[str]) -> Shortlist:
    left, trail = PLOT_COLUMN(s, names)
    doubt = Stop("Radicalization 3", RULE, "which Soft country comes first is not said", "", tuple(left), False)
    return left, (*trail, doubt)


def with_cadre(s: Situation) -> list[str]:
    """Muslim countries with Cadre and best Jihad modifier (step 4)."""
    found = m.recruits(s, [n for n in s.board.muslim if s.board[n].cadre])
    best = min((m.modifier(s, n) for n in found), default=0)
    return [n for n in found if m.modifier(s, n) == best]


def _room(board: Board, reserves: int) -> int:
    """Return the room left in the Reserves."""
    return FULL - reserves if q.no_reserves(board, "J") is None else 0


def _steps(s: Situation, ops: int, used: int) -> Iterator[tuple[bool, RadicalizeStep]]:
    """Every step, with whether it is possible now.

    ``used`` Cells or rolls have operated, ``ops`` are left. The first four may spend Reserves, the others the
    Operations of the card alone.
    """
    b, room = s.board, MOST - used
    both, own = min(room, ops + s.reserves), min(room, ops)
    calm, cells = both > 0 and not q.gwot_penalty(b), q.available_cells(b) > 0
    in_us = b.wmd_available > 0 and both > 0 and plots(s, both, (), (US,), PLOT_COLUMN).goes_on
    yield in_us, RadicalizeStep(1, "plot", both, countries=(US,), select=PLOT_COLUMN)
    spread = calm and m.hard(s) and bool(unmarked(s)) and spread_out(s, both, []).goes_on
    yield spread, RadicalizeStep(2, "travel", both, journey=lambda here, written: spread_out(here, both, written))
    soft = tuple(n for n in b.non_muslim if b[n].posture == SOFT)
    there = calm and not m.hard(s) and plots(s, both, (), soft, PLOT_COLUMN).goes_on
    yield there, RadicalizeStep(3, "plot", both, countries=soft, select=_soft)
    cadres = tuple(with_cadre(s))
    yield both > 0 and bool(cadres) and cells, RadicalizeStep(4, "recruit", both, countries=cadres)
    yield min(ops, _room(b, s.reserves)) > 0, RadicalizeStep(5, "reserves", min(ops, _room(b, s.reserves)))
    yield own > 0 and cells and bool(recruit_where(replace(s))[0]), RadicalizeStep(6, "recruit", own)
    to_us = RadicalizeStep(
        7,
        "travel",
        own,
        countries=(US,),
        journey=lambda here, written: journey(here, own, written, (US,)),
        other_journey=lambda here, written: journey(here, own, written, (US,), at_once=1),
    )
    yield own > 0 and bool(origins(replace(s, target=US), US)), to_us


def next_step(s: Situation, ops: int, used: int, first: int) -> RadicalizeStep | None:
    """The first possible step from number ``first`` on."""
    trail: list[Stop] = []
    for yes, step in _steps(s, ops, used):
        if step.step >= first:
            trail.append(Stop(f"Radicalization {step.step}", RULE, WORDS[step.step], "yes" if yes else "no"))
            if yes:
                return replace(step, trail=tuple(trail))
    return None


def radicalize(play: Play, side: str, cards: tuple[int, ...]) -> None:
    """Use a card without any Operation."""
    _use_up(play, side, card_value(play, cards, 0), 0, alone=True)


LOST = (Stop("Radicalization", RULE, "no step of it is possible, so that the Operations are lost"),)


def left_over(play: Play, side: str, value: int, spent: int) -> None:
    """Use up what an Operation leaves of its card (12.4.3)."""
    _use_up(play, side, value, spent)


def _use_up(play: Play, side: str, value: int, spent: int, *, alone: bool = False) -> None:
    """Use up the rest step by step.

    A whole card takes a step that adds nothing to full Reserves (``alone``).
    """
    b = play.board
    ops, used, first = max(0, value - spent), spent, 1
    while ops > 0 and not b.winner:
        s = situation(play)
        step = next_step(s, ops, used, first)
        if step is None and alone and first == 1:
            step = RadicalizeStep(5, "reserves", 0, LOST)
        if step is None:
            play.table.not_due(
                "", "", None, RULE, f"nothing is left to do for {SIDE_NAMES[side]} with {ops} Operations"
            )
            break
        took = 0  # a step that cannot go on takes nothing
        with play.segment(LEFT_OVER, side=side, cause=Usage(LEFT_OVER), rule=RULE):
            play.plan[LEFT] = step
            limits = card_uses.reserves_bar(b, side)
            silence = None if step.use == "reserves" else UNKNOWN
            use = play.ask(Field.STEP, USES, *limits, rule=RULE, silence=silence, player=side)
            if use == UNKNOWN:
                left_out(play, LEFT_OVER, RULE, ops, f"{step.use.capitalize()} ({WORDS[step.step]})", step.use)
                play.plan[LEFT] = None
                break
            if use != step.use:  # the record differs, so the list ends here
                step = replace(step, step=0, use=str(use), value=min(MOST - used, ops + b.reserves(side)))
                play.plan[LEFT] = None
            took = _carry_out(play, side, step, ops)
            if took > ops:
                play.remove_reserves(side, took - ops, rule="12.4.4")
        play.plan[LEFT] = None
        ops -= min(ops, took)
        used += took if step.use != "reserves" else 0
        first = (step.step or first) + (step.use != "reserves" or step.step == 5)
        if not took:
            break


def _carry_out(play: Play, side: str, step: RadicalizeStep, ops: int) -> int:
    """Carry out one step, and return its cost.

    It is in Operations value and Reserves.
    """
    if step.use == "reserves":
        n = min(ops, _room(play.board, play.board.reserves(side)))
        play.add_reserves(side, n, rule=RULE)
        return n
    if step.use not in USES:
        return 0
    play.spent = 0
    operation(step.use)(play, Terms(step.value))
    return play.spent

"""Radicalization: the use of a value without an Operation (9.4.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.editions.base.events.cards_048_072 import second_card
from referee.editions.base.operations import plot
from referee.editions.base.turn import still_going
from referee.editions.solo.activities import measures as m
from referee.editions.solo.activities import operations as ops
from referee.editions.solo.activities import priorities as where
from referee.editions.solo.flowchart.chart import CandidateBox
from referee.editions.solo.flowchart.guide import left_out
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.guidance import Guidance, Stop
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement
from referee.engine.law.table import UNKNOWN
from referee.engine.state import hidden
from referee.engine.state.board import Board
from referee.engine.state.cause import Usage
from referee.engine.state.data import FAIR, GOOD, POOR

NAME = "radicalize"
"""Name of its segments, and of a whole card's use."""
RULE = "9.4.3"
PLACE, TRAVEL, PLOT, WORSEN = "place", "travel", "plot", "worsen"
R1, R2, R3, R4 = where.RADICALIZATION
CELL_ON_TRACK = Requirement(
    "Radicalization: a Cell on the track",
    "4.6.3",
    "no Cell is left on the Funding Track",
    lambda b, o, c: None if b.cells_track else {},
    "impossible",
)
GETS_WORSE = Requirement(
    "Radicalization: a Good or Fair Muslim country",
    RULE,
    "{option:is} not a Good or Fair Muslim country",
    lambda b, o, c: None if o in _worsening(b) else {},
)


# ------------------------------------------------------------------ the four steps


def _worsening(b: Board) -> list[str]:
    return [n for n in b.muslim if b[n].governance in (GOOD, FAIR)]


def _to_plot_in(play: Play) -> list[str]:
    return R3.fits(ops.situation(play), list(play.board.names)) if hidden.available_count(play.board) else []


POINTS = "points of Radicalization"
"""Plan key: the rest of the card's value, current step included."""


def _where(play: Play, chart: Guidance, purpose: Purpose, *requirements: Requirement) -> str:
    b = play.board
    name: str = play.ask(Field.WHERE, b.names, *requirements, purpose=purpose, rule=RULE, item=0, chart=chart)
    return name


def _place(play: Play) -> None:
    chart = where.at_global(play.board.names, RULE, R1.words)
    name = _where(play, chart, Purpose.PLACE_CELL, CELL_ON_TRACK)
    play.test(name, item=0)
    play.place_cells(name, 1, rule=RULE)


def _travel(play: Play) -> None:
    slots = ops.slots_of(play, 1, begin=1, bound=False)
    for move in ops.announce(play, slots)[:1]:
        play.test(move.target, item=0)
        why = "the Travel of Radicalization succeeds without a roll"
        play.automatic(RollKind.TRAVEL, True, subject=move.target, item=0, rule=RULE, why=why)
        play.move_cell(move.origin, move.state, move.target, rule=RULE)


def _plot(play: Play) -> None:
    chart = where.at_random(_to_plot_in(play), RULE, R3.words)
    name = _where(play, chart, Purpose.PLACE_PLOT, plot.NOT_ISLAMIST, plot.CELL_PRESENT)
    plot.place(play, name, 1, item=0, rule=RULE)


def _worsen(play: Play) -> None:
    b = play.board
    names = _worsening(b)
    levels = sum(POOR - b[n].governance for n in names)  # no die decides where all of them fall to Poor (9.5)
    chart = replace(where.at_random(names, RULE, R4.words), drawn=levels > play.plan[POINTS])
    play.worsen(_where(play, chart, Purpose.WORSEN, GETS_WORSE), rule=RULE)


STEPS: dict[str, tuple[CandidateBox, Callable[[Play], object], Callable[[Play], None]]] = {
    PLACE: (R1, lambda play: play.board.cells_track, _place),
    TRAVEL: (R2, lambda play: m.movable(play.board), _travel),
    PLOT: (R3, _to_plot_in, _plot),
    WORSEN: (R4, lambda play: _worsening(play.board), _worsen),
}
"""The steps: box, test and procedure."""


# ------------------------------------------------------------------ in their order


def radicalize(play: Play, side: str, left: int) -> None:
    """Spend ``left`` points: three steps once each, then worse Governance."""
    taken: set[str] = set()
    while left and not play.board.winner:
        due = next((what for what in STEPS if what not in taken and STEPS[what][1](play)), None)
        if due is None:
            break
        what = _step(play, side, due, left)
        if what == UNKNOWN:
            return
        taken.add(what if what != WORSEN else "")
        left -= 1
    if not left:
        play.table.not_due("", "", None, RULE, "the value of the card is used up")


def _step(play: Play, side: str, due: str, left: int) -> str:
    """One step of the table; UNKNOWN for none."""
    group = STEPS[due][0]
    with play.segment(NAME, side=side, cause=Usage(NAME), rule=RULE):
        still_going(play)
        stop = Stop(group.id, RULE, group.words, "", (due,))
        chart = Guidance((due,), RULE, (stop,), goes_by=where.CHART, readings=((UNKNOWN, ""),))
        what: str = play.ask(Field.STEP, tuple(STEPS), purpose=Purpose.OPERATE, rule=RULE, silence=UNKNOWN, chart=chart)
        if what == UNKNOWN:
            left_out(play, NAME, RULE, left, group.words, due)
        elif what in STEPS:
            play.plan[POINTS] = left
            STEPS[what][2](play)
    return what


# ------------------------------------------------------------------ where it comes in


def whole_card(play: Play, side: str, cards: tuple[int, ...]) -> None:
    """Spend the whole value of a card without another use."""
    known = play.board.cards.get(cards[0] if cards else 0)
    play.plan[ops.VALUE] = known.ops if known is not None else 3
    radicalize(play, side, play.plan[ops.VALUE])


def rest_of_card(play: Play, side: str, card_value: int, spent: int) -> None:
    """Spend the rest of a card's value after its Operation."""
    left = max(card_value - spent, 0)
    if left and not second_card(play.board):
        play.plan[ops.VALUE] = card_value
        radicalize(play, side, left)

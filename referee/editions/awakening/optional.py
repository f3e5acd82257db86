"""Optional rules 1 and 2 of the playbook.

They are Zakat and the Strong Horse, and Heroic Alerts.
"""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import truce
from referee.editions.awakening.queries import Queries
from referee.editions.base.operations import alert
from referee.editions.base.turn import NOT_OVER
from referee.engine.law.ask import Field
from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult, explain, waive
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Usage
from referee.engine.state.data import FAIR, GOOD
from referee.engine.state.journal import Kind
from referee.engine.state.ruleset import Option, OptionKind
from referee.engine.state.seams import modifies

ZAKAT_AND_HORSE, HEROIC, BESIDE_MARKERS = "zakat-strong-horse", "heroic-alerts", "advisors-beside-markers"
KEEPS_MARKERS = "ceasefire-keeps-markers"
RULE = "option 1"
"""The rule of the line that turns a marker in."""
OPTIONS = {
    ZAKAT_AND_HORSE: Option(
        "option 1",
        "the Zakat and Strong Horse markers are not used",
        "the US begins with the Strong Horse, the Jihadist with Zakat",
        OptionKind.OPTIONAL,
    ),
    HEROIC: Option(
        "option 2",
        "an Alert takes a card of value 3",
        "an Alert in a Good or Fair country may be tried with a card of less than 3, and then takes a roll",
        OptionKind.OPTIONAL,
    ),
    BESIDE_MARKERS: Option(
        "card 121",
        "a marker that counts as Troops takes Advisors off, as Troops do",
        "Advisors stay beside a marker that counts as Troops",
    ),
    KEEPS_MARKERS: Option(
        "card 233",
        "a level that the roll of UN Ceasefire moves takes a marker off, as any other does (11.1.5)",
        "the roll of UN Ceasefire takes no marker off",
    ),
}
SET_TO = 6
"""Values of Funding by Zakat, and of Prestige by the Strong Horse."""
OWNER = {"zakat": "J", "strong_horse": "US"}
NAMES = {"zakat": "Zakat", "strong_horse": "the Strong Horse"}

# -------------------------------------------------------------------- 1: Zakat and the Strong Horse


def keeps_marker(board: Board, which: str) -> bool:
    """Whether a side still has its marker (option 1).

    The record plays by the option, and the side has not turned it in.
    """
    return ZAKAT_AND_HORSE in board.options and not getattr(board, f"{which}_gone")


def something_to_turn_in(board: Board) -> bool:
    """Whether a side can turn in a marker or end a Truce."""
    return any(keeps_marker(board, which) for which in OWNER) or bool(truce.country(board))


def _owner(board: Board, option: Any, c: Context) -> TestResult:
    return None if OWNER.get(option, c["player"]) == c["player"] else {"marker": NAMES[option]}


ITS_OWNER = Requirement("counter: its owner", "option 1", "{marker} belongs to the other side", _owner)
STILL_THERE = Requirement(
    "counter: still there",
    "option 1",
    "{marker} is not in play: it was turned in before, or the record does not play by the option zakat-strong-horse",
    lambda b, o, c: None if o == truce.OPTION or keeps_marker(b, o) else {"marker": NAMES[o]},
)
AT_ITS_TIME = Requirement(
    "counter: at its time",
    "option 1",
    "the marker is turned in at another time",
    lambda b, o, c: None,
    only=OWNER,
    shows=lambda b, o, c: None,
)
"""A condition that solitaire systems alone set."""


def turn_in(play: Play, line: LineHead) -> None:
    """Turn in a marker for 6 Prestige or Funding (option 1).

    The side may also pay to end a Truce (card 239).
    """
    b = play.board
    play.side = line.side
    with play.segment("op", side=line.side, cause=Usage("turn-in"), rule="option 1"):
        play.require(NOT_OVER)
        which = play.ask(
            Field.CHOICE,
            (*OWNER, truce.OPTION),
            truce.IN_FORCE,
            truce.CAN_PAY,
            ITS_OWNER,
            STILL_THERE,
            AT_ITS_TIME,
            item=0,
            player=line.side,
            rule="option 1",
            silence=next(k for k, side in OWNER.items() if side == line.side),
        )
        if which == truce.OPTION:
            truce.end_early(play, line.side)
            return
        play.write(Kind.MARKER, NAMES[which], "option 1", (b, f"{which}_gone", True), note=f"{NAMES[which]} turned in")
        if which == "zakat":
            play.set_funding(SET_TO, rule="option 1")
        else:
            play.set_prestige(SET_TO, rule="option 1")


@modifies(Queries.GOOD_AT_THE_END, "option 1")
def _horse_kept(board: Board, subject: str, value: int) -> int:
    """Count a Strong Horse as two Good Resources at the end (option 1)."""
    return value + 2 * keeps_marker(board, "strong_horse")


@modifies(Queries.ISLAMIST_AT_THE_END, "option 1")
def _zakat_kept(board: Board, subject: str, value: int) -> int:
    """Count Zakat as one Resource at Islamist Rule at the end (option 1)."""
    return value + keeps_marker(board, "zakat")


# -------------------------------------------------------------------- 2: Heroic Alerts


def _heroic(board: Board, option: Any, c: Context) -> bool:
    return heroic_alerts(board)


def heroic_alerts(board: Board) -> bool:
    """Whether the US may try an Alert with less than 3 (option 2)."""
    return q.modified(Queries.HEROIC_ALERTS, board, "", HEROIC in board.options)


def _within(board: Board, option: Any, c: Context) -> bool:
    level = board[option[0]].governance if option is not None else 0
    return heroic_alerts(board) and level in (GOOD, FAIR) and level <= c["value"]


waive(alert.ALERT_VALUE, "option 2", _heroic, "a Heroic Alert takes no value of 3")
waive(alert.VALUE_THERE, "option 2", _within, "a Heroic Alert may be tried in a Good or Fair country")
explain(
    alert.VALUE_THERE,
    "option 2",
    _heroic,
    "a Heroic Alert takes a card of value 1 in a Good country, 2 in a Fair one and 3 in any other, and the value is {value}",
    rule="option 2",
)


@modifies(Queries.ALERT_NUMBER, "option 2")
def _rolled(board: Board, value: int, number: tuple[str, int]) -> tuple[str, int]:
    """Lower the number for an Alert to its card's value, below 3 (option 2)."""
    return ("option 2", value) if heroic_alerts(board) and value < 3 else number

"""Travel (8.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from referee.editions.base.operations.common import CELLS_THERE, MARKER_STAYS, STATES_THERE, so_many
from referee.editions.base.queries import Queries
from referee.engine.law import rolls
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import SPARE, Context, Requirement, TestResult
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import GOVERNANCE_NAMES
from referee.engine.state.plain import plain_dataclass


@plain_dataclass()
class CellMove:
    """One travelling Cell."""

    origin: str
    state: str
    target: str
    item: int


def _more(board: Board, option: Any, c: Context) -> TestResult:
    return None if c["n"] < c["value"] else {"n": c["n"] + 1}


WITHIN_VALUE = Requirement(
    "Travel: Cells within the value",
    "8.3.1",
    "{n:Cell} cannot Travel with a card of value {value}",
    _more,
    shows=lambda b, o, c: {"number": c["n"] + 1, SPARE: c["value"] - c["n"] - 1},
)


def _reach(board: Board, option: Any, c: Context) -> TestResult:
    return None


REACHABLE = Requirement("Travel: destination open", "8.3.1", "{origin} to {option}", _reach)
"""Requirement that always holds, for amendments by events against journeys."""


OPEN = Requirement("Travel: a place that is open", "8.3.1", "no Cell leaves or enters {option}", lambda b, o, c: None)
"""Requirement that always holds, for amendments by closed countries.

It applies at both ends of a journey, by event as well.
"""


def _once(board: Board, option: Any, c: Context) -> TestResult:
    short = len(option) + len(c["taken"]) > board[c["where"]].sleepers + board[c["where"]].actives
    return {} if short and c["where"] in c["arriving"] else None


ONCE_PER_CARD = Requirement(
    "Travel: a Cell once a card", "8.3.3", "a Cell that goes to {where} with this card cannot Travel on with it", _once
)


def cells_left(board: Board, name: str, moves: list[CellMove]) -> tuple[int, int]:
    """Sleepers and Active Cells of a country without a journey so far."""
    gone = "".join(m.state for m in moves if m.origin == name)
    c = board[name]
    return c.sleepers - gone.count("s"), c.actives - gone.count("a")


def travel(play: Play, terms: Terms) -> None:
    """Travel with up to ``terms.value`` Cells (8.3)."""
    moves = announce(play, terms.value, play.board.names, reach=(REACHABLE,))
    play.spent = len(moves)
    carry_out(play, moves)


def carry_out(play: Play, moves: list[CellMove]) -> None:
    """Test, roll and move the announced Cells (8.3.1, 8.3.2)."""
    for name in dict.fromkeys(m.target for m in moves):
        there = [m for m in moves if m.target == name]
        dice = sum(needs_roll(play.board, m)[0] for m in there)
        play.test(name, item=there[0].item, operation_dice=so_many(dice))
    results = [(m, arrives(play, m)) for m in moves]
    for m, won in results:
        if won:
            play.move_cell(m.origin, m.state, m.target, rule="8.3.1")
        else:
            play.remove_cell(m.origin, m.state, cadre=False, rule="8.3.2")


def announce(
    play: Play,
    value: int,
    destinations: Iterable[str],
    *,
    least: int = 1,
    reach: tuple[Requirement, ...] = (),
    limit: Requirement = WITHIN_VALUE,
) -> list[CellMove]:
    """Name every Cell and its destination before any roll (8.3.3)."""
    moves: list[CellMove] = []
    b = play.board

    def origins() -> list[str]:
        return [n for n in b.names if len(moves) < value and sum(cells_left(b, n, moves)) > 0]

    def states(origin: str) -> list[str]:
        s, a = cells_left(b, origin, moves)
        return ["s"] * (s > 0) + ["a"] * (a > 0)

    for i in play.items(Field.FROM, origins, OPEN, least=least, most=max(value, 1) + 20, purpose=Purpose.MOVE_CELL):
        origin = play.ask(
            Field.FROM, origins, limit, OPEN, item=i, purpose=Purpose.MOVE_CELL, n=len(moves), value=value, rule="8.3.1"
        )
        taken = "".join(m.state for m in moves if m.origin == origin)
        state = play.ask(
            Field.CELLS,
            partial(states, origin),
            MARKER_STAYS,
            ONCE_PER_CARD,
            CELLS_THERE,
            STATES_THERE,
            item=i,
            purpose=Purpose.MOVE_CELL,
            where=origin,
            taken=taken,
            arriving=tuple(m.target for m in moves),
            rule="8.3.1",
        )
        target = play.ask(
            Field.TO,
            destinations,
            *reach,
            OPEN,
            item=i,
            purpose=Purpose.MOVE_CELL,
            origin=origin,
            state=state,
            rule="8.3.3",
        )
        moves.append(CellMove(origin, state, target, i))
    return moves


def needs_roll(board: Board, m: CellMove) -> tuple[bool, str, str]:
    """Whether a Travel must roll, else the rule and reason (8.3.1)."""
    return q.modified(Queries.TRAVEL_ROLL, board, m, _by_the_rule(board, m))


def hindered(board: Board, m: CellMove) -> bool:
    """Whether a source in force bars the journey or changes its roll."""
    barred = not REACHABLE.holds(board, m.target, {"origin": m.origin})
    return barred or needs_roll(board, m) != _by_the_rule(board, m)


def _by_the_rule(board: Board, m: CellMove) -> tuple[bool, str, str]:
    if m.origin == m.target:
        need, rule, why = False, "8.3.1", "Travel within {where} succeeds without a roll"
    elif q.adjacent(board, m.origin, m.target):
        need, rule, why = (
            False,
            "8.3.1",
            f"{{where:is}} Adjacent to {board.rules.named(m.origin)}: Travel succeeds without a roll",
        )
    elif q.islamist(board, m.target):
        need, rule, why = False, "8.1.1", "{where:is} under Islamist Rule: Travel succeeds without a roll"
    else:
        need, rule, why = True, "8.3.1", ""
    return need, rule, why


def arrives(play: Play, m: CellMove) -> bool:
    """Roll for the Travel of one Cell, if due."""
    roll, rule, why = needs_roll(play.board, m)
    if not roll:
        play.automatic(RollKind.TRAVEL, True, subject=m.target, item=m.item, rule=rule, why=why)
        return True
    country = play[m.target]
    number = q.success_number(country) or 1
    none: tuple[rolls.Modifier, ...] = ()
    modifiers = q.modified(Queries.TRAVEL_MODIFIERS, play.board, m, none)
    won: tuple[bool, ...] = play.roll(
        RollKind.TRAVEL,
        rolls.successes(number - rolls.modified(0, modifiers)),
        subject=m.target,
        item=m.item,
        rule="8.1.1",
        needed=f"{number} or less ({GOVERNANCE_NAMES[country.governance]})",
        modifiers=modifiers,
    )
    return won[0]

"""Steps of events with Cells and Sadr: placed, removed, moved."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base.operations import travel
from referee.editions.base.operations.common import CELLS_THERE, STATES_THERE, cell_choices
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.journal import Kind
from referee.engine.state.words import span


def place_cells(play: Play, name: str, n: int = 1) -> int:
    """Place Cells of the track by event, and count them (4.9.4, 6.2.4).

    The country is tested first. Funding does not matter; an empty track gives none.
    """
    if play.board.cells_track <= 0 or not play.reaches(name):
        return 0
    play.test(name)
    return play.place_cells(name, n)


def has_cell(board: Board, name: str) -> bool:
    return q.cells(board, name) > 0


def one_cell_choices(board: Board, name: str) -> list[str]:
    """A Sleeper, an Active Cell, or Sadr (card 54)."""
    c = board[name]
    return ["s"] * (c.sleepers > 0) + ["a"] * (c.actives > 0) + [SADR] * sadr_there(board, name)


ONE_CELL = Requirement(
    "event: one Cell",
    "6.2.1",
    "the event removes one Cell in {where}, not {n}",
    lambda b, o, c: None if number_named(o) == 1 else {"n": number_named(o)},
)


def remove_one_cell(play: Play, name: str, *, side: str | None = None) -> None:
    """Remove a Cell of a chosen state, or Sadr (4.8.4).

    The last one leaves a Cadre.
    """
    if not one_cell_choices(play.board, name):
        play.leave_unasked(Field.CELLS, *PIECES_THERE, subject=name, where=name)
        return
    if not play.reaches(name):
        return
    chosen = play.ask(
        Field.CELLS,
        lambda: one_cell_choices(play.board, name),
        ONE_CELL,
        *PIECES_THERE,
        subject=name,
        purpose=Purpose.REMOVE_CELL,
        where=name,
        side=side,
    )
    if chosen.endswith(SADR):
        remove_sadr(play, cadre=True)
    else:
        play.remove_cell(name, chosen[:1], cadre=True)


def states(board: Board, name: str, n: int) -> list[str]:
    """Ways to name ``n`` Cells of a country by their states."""
    return cell_choices(board, name, n)


def number_named(option: str) -> int:
    """Number of Cells named in an answer, Sadr among them."""
    plain = option.removesuffix(SADR)
    return len(plain) + (plain != option)


def _not_so_many(board: Board, option: str, c: Context) -> TestResult:
    most = min(c["most"], c["there"])
    least = min(c["least"], most)
    if least <= number_named(option) <= most:
        return None
    return {"due": span(least, most), "named": number_named(option)}


def _besides_sadr(requirement: Requirement) -> Requirement:
    def test(board: Board, option: str, c: Context) -> TestResult:
        return requirement.test(board, option.removesuffix(SADR), c)

    return Requirement(
        f"event: {requirement.id}",
        requirement.rule,
        requirement.text,
        test,
        requirement.kind,
        shows=requirement.shows,
    )


CELLS_OF_EVENT = Requirement(
    "event: number of Cells",
    "6.2.1",
    "the number of Cells that the event removes in {where} is {due}, not {named}",
    _not_so_many,
)

SADR_THERE = Requirement(
    "event: Sadr is there",
    "4.6.2",
    "Sadr is not in {where}",
    lambda b, o, c: {} if o.endswith(SADR) and not sadr_there(b, c["where"]) else None,
    "impossible",
    concerns=lambda o, c: o.endswith(SADR),
)

PIECES_THERE = (_besides_sadr(CELLS_THERE), _besides_sadr(STATES_THERE), SADR_THERE)


def remove_cells(play: Play, name: str, least: int, most: int, *requirements: Requirement) -> None:
    """Remove ``least`` to ``most`` Cells of chosen states, if present (4.8.4).

    Sadr is among them. ``requirements`` are further ones of the event.
    """
    b = play.board
    there = q.cells(b, name)
    if not there:
        play.leave_unasked(Field.CELLS, *PIECES_THERE, subject=name, where=name)
        return
    if not play.reaches(name):
        return

    def choices() -> list[str]:
        found: list[str] = []
        for n in range(min(most, there), min(least, there) - 1, -1):
            found += cell_choices(b, name, n)
            if sadr_there(b, name):
                found += [other + SADR for other in cell_choices(b, name, n - 1)]
        return found

    chosen = play.ask(
        Field.CELLS,
        choices,
        CELLS_OF_EVENT,
        *PIECES_THERE,
        *requirements,
        subject=name,
        purpose=Purpose.REMOVE_CELL,
        where=name,
        least=least,
        most=most,
        there=there,
    )
    for state in chosen.removesuffix(SADR):
        if state in "sa":
            play.remove_cell(name, state, cadre=True)
    if chosen.endswith(SADR):
        remove_sadr(play, cadre=True)


Announcement = Callable[..., list[travel.CellMove]]
"""Callback for the named Cells of a Travel, with both ends."""
TRAVEL_BY_EVENT = Requirement(
    "event: Cells that Travel",
    "6.2.1",
    "this event moves {value:Cell}; this is number {number}",
    lambda b, o, c: None if c["n"] < c["value"] else {"number": c["n"] + 1},
)


def free_travel(play: Play, n: int, destinations: tuple[str, ...], *reach: Requirement) -> None:
    """Travel with Cells at any distance, without a roll (4.9.4, 8.3.3).

    All are named first, then unmarked destinations are tested.
    """
    b = play.board
    n = min(n, sum(c.sleepers + c.actives for name, c in b.countries.items() if travel.OPEN.holds(b, name, {})))
    if not n:
        return
    announce = q.modified(Queries.TRAVEL_BY_EVENT, b, play.side, travel.announce)
    moves = announce(play, n, destinations, least=n, reach=reach, limit=TRAVEL_BY_EVENT)
    for name in dict.fromkeys(m.target for m in moves):
        play.test(name)
    for m in moves:
        rule = "6.2.3" if travel.hindered(play.board, m) else "6.2.1"  # the event played last goes first
        play.table.not_due(
            "", m.target, m.item, rule, f"the event takes the Cell to {play.named(m.target)} without a roll"
        )
        play.move_cell(m.origin, m.state, m.target)


SADR = "Sadr"


def sadr_there(board: Board, name: str) -> bool:
    return name == "Iraq" and SADR in board["Iraq"].markers


def remove_sadr(play: Play, *, cadre: bool) -> None:
    """Remove Sadr from the game (4.8.4).

    An Event that takes the last Cell of Iraq so leaves a Cadre.
    """
    c = play["Iraq"]
    left = tuple(m for m in c.markers if m != SADR)
    play.write(Kind.REMOVE_SADR, "Iraq", "4.6.2", (c, "markers", left), note="Sadr is out of the game", win=True)
    if cadre and not c.cadre and q.cells(play.board, "Iraq") == 0:
        play.set_cadre("Iraq", True, rule="4.8.4")


def remove_all_cells(play: Play, name: str, *, cadre: bool = True) -> None:
    """Move every Cell of a country to the Funding Track (4.8.4).

    They leave a Cadre unless the text forbids it.
    """
    while play.remove_cell(name, "a", cadre=cadre):
        continue

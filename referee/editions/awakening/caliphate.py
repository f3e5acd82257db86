"""The Caliphate (11.3.8): declaration, displacement and effect on its Cells."""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import changes, state
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import expansion, in_turmoil
from referee.editions.base.moments import Moments
from referee.engine.law.ask import Field
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.table import NOTHING
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.journal import Kind
from referee.engine.state.seams import modifies, on

MOST_NEW = 5
"""New Cells that Training Camps can bring (11.3.7)."""
LEAST = 3
"""Cells that an event has to place in a country (11.3.8)."""


def _anywhere(board: Board, name: str) -> bool:
    return True


def _in(*names: str) -> Any:
    return lambda board, name: name in names


BY_EVENT: dict[int, tuple[str, Any]] = {
    187: ("", _anywhere),
    186: ("J", _in("Nigeria")),
    201: ("J", _in("Mali", "Nigeria")),
    215: ("J", _in("Syria", "Iraq")),
    221: ("", _anywhere),
    51: ("", lambda board, name: not q.has_marker(board, "Saddam Captured")),
    72: ("", _in("Afghanistan")),
    81: ("", _anywhere),
    110: ("", _in("Iraq", "Syria", "Lebanon", "Jordan")),
}
"""Events that allow a Caliphate, by card (11.3.8).

Each has the side that must play it ("" for either) and the countries that qualify.
"""


@modifies(Queries.ISLAMIST_RESOURCES, "11.3.8")
def _capital_resource(board: Board, subject: str, value: int) -> int:
    """The Capital is one Resource more at Islamist Rule (11.3.8)."""
    return value + bool(expansion(board).capital)


# -------------------------------------------------------------------- declaring it

NO_CAPITAL = Requirement(
    "Caliphate: none yet",
    "11.3.8",
    "the Caliphate Capital is already in {capital}; there is only one Caliphate at a time",
    lambda b, o, c: {"capital": expansion(b).capital} if o != NOTHING and expansion(b).capital else None,
    concerns=lambda o, c: o != NOTHING,
)


def _three_cells(board: Board, option: Any, c: Context) -> TestResult:
    if option == NOTHING:
        return None
    n = c["placed"].get(option, 0)
    return None if n >= LEAST else {"placed": n}


THREE_CELLS = Requirement(
    "Caliphate: three Cells placed",
    "11.3.8",
    "the event placed {placed:Cell} in {option}; a Caliphate takes three or more",
    _three_cells,
    concerns=lambda o, c: o != NOTHING,
)
IN_TURMOIL = Requirement(
    "Caliphate: Civil War, Regime Change or Islamist Rule",
    "11.3.8",
    "{option:is} not a Muslim country in Civil War, with a Regime Change or under Islamist Rule",
    lambda b, o, c: {} if o != NOTHING and not in_turmoil(b, o) else None,
    concerns=lambda o, c: o != NOTHING,
)


def _by_this_card(board: Board, option: Any, c: Context) -> TestResult:
    if option == NOTHING:
        return None
    side, fits = BY_EVENT.get(c["card"], ("", lambda board, name: False))
    return None if side in ("", c["player"]) and fits(board, option) else {}


BY_THIS_EVENT = Requirement(
    "Caliphate: an event that brings one",
    "11.3.8",
    "this event does not let the Jihadist declare a Caliphate in {option}",
    _by_this_card,
    concerns=lambda o, c: o != NOTHING,
)
DECLARE = (NO_CAPITAL, BY_THIS_EVENT, THREE_CELLS, IN_TURMOIL)


def placed_since(play: Play, mark: int) -> dict[str, int]:
    """Cells placed since a mark of the journal, by country.

    They came from the track or were brought by the event.
    """
    found: dict[str, int] = {}
    for change in play.journal.changes[mark:]:
        if change.kind is Kind.TRAVEL:
            found[change.subject] = found.get(change.subject, 0) + 1
        if change.kind is Kind.PLACE_CELLS:
            for place, name, before, after in change.writes:
                if not place and name == "cells_track":
                    found[change.subject] = found.get(change.subject, 0) + before - after
    return found


@on(Moments.EVENT_OVER, "11.3.8")
def _may_declare(play: Play, card: int, before: int) -> None:
    """Offer the Jihadist a Caliphate after an event that placed Cells (11.3.8)."""
    b = play.board
    placed = placed_since(play, before)
    if b.winner or (card not in BY_EVENT and not placed):
        return
    context = {"card": card, "player": play.side, "placed": placed}
    fitting = [n for n in placed if all(r.holds(b, n, context) for r in DECLARE)]
    where = play.ask(
        Field.CAPITAL,
        lambda: [NOTHING, *fitting],
        *DECLARE,
        side="J",
        rule="11.3.8",
        silence=NOTHING,
        card=card,
        player=play.side,
        placed=placed,
    )
    if where in b.countries:
        declare(play, where)


def declare(play: Play, name: str) -> None:
    """Place the Caliphate Capital: Funding rises by two (11.3.8)."""
    changes.set_capital(play, name, rule="11.3.8")
    play.funding(2, rule="11.3.8")
    settle(play)


# -------------------------------------------------------------------- keeping it up

NEXT_HOST = Requirement(
    "Caliphate: an Adjacent host",
    "11.3.8.2",
    "the Caliphate Capital moves to an Adjacent country of the Caliphate, not to {option}",
    lambda b, o, c: None if o in c["fitting"] else {},
)


def settle(play: Play) -> None:
    """Adjust the Caliphate to the countries (11.3.8.1 to .3).

    Its Capital moves or goes, and its Cells turn Active.
    """
    b = expansion(play.board)
    if not b.capital:
        return
    if not in_turmoil(b, b.capital):
        displace(play)
    for name in sorted(state.caliphate(b)):
        play.activate(name, b[name].sleepers, rule="11.3.8.3")
    cells_beside(play)


def displace(play: Play) -> None:
    """Displace the Capital from a quiet country (11.3.8.2).

    It moves next door, or off the map.
    """
    b = expansion(play.board)
    host = b.capital
    fitting = [n for n in b.names if q.adjacent(b, host, n) and in_turmoil(b, n)]
    if fitting:
        to = play.ask(
            Field.CAPITAL, fitting, NEXT_HOST, subject=host, side="J", rule="11.3.8.2", fitting=tuple(fitting)
        )
        changes.set_capital(play, to if to in b.countries else fitting[0], rule="11.3.8.2")
    else:
        changes.set_capital(play, "", rule="11.3.8.2")
    by = 1 if fitting else 2
    play.funding(-by, rule="11.3.8.2")
    play.prestige(by, rule="11.3.8.2")


# -------------------------------------------------------------------- new Cells


def cells_beside(play: Play) -> None:
    """Add or remove the new Cells of Training Camps (11.3.7).

    With more than 15 Cells on the map none goes back to the track.
    """
    b = play.board
    due = state.cells_due(b)
    if b.cells_track != due:
        play.write(Kind.NEW_CELLS, "new Cells", "11.3.7", (b, "cells_track", due))


@modifies(Queries.AVAILABLE_CELLS, "11.3.7")
def _only_at_nine(board: Board, subject: str, value: int) -> int:
    """New Cells can be Recruited only while Funding is 9 (11.3.7)."""
    more = state.camps(board)
    return value if not more or board.funding == 9 else max(0, value - more)


@modifies(Queries.CELLS_IN_THE_GAME, "11.3.7")
def _cells_in_the_game(board: Board, subject: str, value: int) -> int:
    """Cells in the game (11.3.7).

    They are 15, the new ones, and those left over from Training Camps: 20 at most.
    """
    return max(value + state.camps(board), min(value + MOST_NEW, state.cells_in_countries(board)))


# -------------------------------------------------------------------- when Cells come and go


@on(Moments.CELLS_CAME, "11.3.8.3")
def _active(play: Play, name: str) -> None:
    """Turn Cells of the Caliphate Active, arrivals included (11.3.8.3)."""
    if play[name].sleepers and state.in_caliphate(play.board, name):
        play.activate(name, play[name].sleepers, rule="11.3.8.3")

"""Events of the Jihadist cards 191 to 199."""

from __future__ import annotations

from collections.abc import Sequence

from referee.editions.awakening import caliphate
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import TRAINING_CAMPS
from referee.editions.base.events import EVENTS, cards_073_095, condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.moments import Moments
from referee.editions.base.operations import jihad
from referee.editions.base.operations.travel import CellMove
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement
from referee.engine.law.rolls import Modifier
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, US, Board
from referee.engine.state.data import GOOD
from referee.engine.state.seams import modifies, on

# -------------------------------------------------------------------- 191 Muslim Brotherhood

MORE = 2
"""Reaction markers of Muslim Brotherhood besides that of Egypt."""


def _left(c: Context, where: str) -> int:
    """Number of markers still to name: two, and Egypt's own with Egypt."""
    placed: Sequence[str] = c["placed"]
    return MORE + ("Egypt" in (*placed, where)) - len(placed)


TWO_MORE = Requirement(
    "card 191: two more markers",
    "6.2.1",
    "Muslim Brotherhood places a Reaction marker in Egypt and two more; {option} would be one too many",
    lambda b, o, c: {} if o in b.countries and _left(c, o) < 1 else None,
)


@event(191)
def muslim_brotherhood(play: Play) -> None:
    """Place a Reaction in Egypt, and up to two more.

    A line that names Egypt means its own marker as well.
    """
    placed: list[str] = []
    rules = (a.MAY_BE_MARKED, TWO_MORE)
    if not a.markable(play.board):
        a.none_placed(play, play.board.muslim, "no country can take a Reaction marker, so none is placed")
        return
    for i in play.items(
        Field.WHERE,
        lambda: play.board.muslim,
        *rules,
        least=0,
        most=MORE + 1,
        purpose=Purpose.PLACE_REACTION,
        placed=placed,
    ):
        where = play.ask(
            Field.WHERE,
            play.board.muslim,
            *rules,
            item=i,
            purpose=Purpose.PLACE_REACTION,
            placed=tuple(placed),
        )
        n = a.counted(play, _left({"placed": placed}, where), a.REACTION, item=i)
        placed += [where] * n
    for name in placed if "Egypt" in placed else ("Egypt", *placed):
        a.place(play, name, a.REACTION)


# -------------------------------------------------------------------- 192 Quagmire

EVENTS[192] = EVENTS[90]


# -------------------------------------------------------------------- 193 Regional al-Qaeda


@event(193, when=EVENTS[91].jihadist)
def regional_al_qaeda(play: Play) -> None:
    """The event of the base game, with a test of both countries.

    It is made with or without a Cell.
    """
    cards_073_095.new_bases(play, tested=True)


# -------------------------------------------------------------------- 194 Snowden


@event(194)
def snowden(play: Play) -> None:
    s.may_name(play, 194, "Russia", "Germany")
    play.prestige(-2)
    for name in ("Russia", "Germany"):
        play.posture(name, s.opposite(q.us_posture(play.board)))


# -------------------------------------------------------------------- 195 Taliban Resurgent


def _strongholds(board: Board) -> list[str]:
    return [n for n in a.troubled(board) if q.cells(board, n) >= 3]


@event(
    195,
    when=(condition(195, "no Civil War or Regime Change country has three Cells", lambda b, c: bool(_strongholds(b))),),
)
def taliban_resurgent(play: Play) -> None:
    """Replace three Cells by two Plots and two Jihad rolls.

    None needs to be left for the rolls.
    """
    where = s.country(
        play,
        195,
        lambda: _strongholds(play.board),
        purpose=Purpose.REMOVE_CELL,
        needs="a country in Civil War or Regime Change with three Cells",
    )
    if not where:
        return
    s.remove_cells(play, where, 3, 3)
    for _ in range(2):
        s.event_plot(play, 195, where, ("1", "2", "3"))
    if not play[where].data.muslim:
        why = f"{play.named(where):is} no Muslim country any more, so no Jihad is rolled there"
        play.table.not_due("", where, None, "11.3.3.3", why)
        return
    won = jihad.roll(play, where, 2, None)
    jihad.weaken(play, where, sum(won))


# -------------------------------------------------------------------- 196 Training Camps


def _hosts(board: Board) -> list[str]:
    return [n for n in board.muslim if board[n].governance > GOOD]


@event(196, when=(condition(196, "every Muslim country is Good or unmarked", lambda b, c: bool(_hosts(b))),))
def training_camps(play: Play) -> None:
    """Place the marker, with new Cells and two Cells (11.3.7).

    It comes from its present place if it has one.
    """
    where = s.country(
        play, 196, lambda: _hosts(play.board), purpose=Purpose.PLACE_CELL, needs="a Fair, Poor or Islamist Rule country"
    )
    if not where:
        return
    if not camp(play.board, where):
        s.bring_marker(play, 196, where)
        caliphate.cells_beside(play)
    s.place_cells(play, where, 2)
    _deserted(play, where)


def camp(board: Board, name: str) -> bool:
    """Whether the Training Camps are in a country."""
    return TRAINING_CAMPS in board[name].markers


def _break_camp(play: Play, name: str) -> None:
    play.remove_marker(TRAINING_CAMPS, rule="card 196", country=name)
    caliphate.cells_beside(play)


@on(Moments.CELL_GONE, 196)
@on(Moments.CADRE_GONE, 196)
def _deserted(play: Play, name: str) -> None:
    """Remove the camps with the last Cell and Cadre of their country."""
    if camp(play.board, name) and not q.cells(play.board, name) and not play[name].cadre:
        _break_camp(play, name)


@on(Moments.GOVERNANCE_CHANGED, 196)
def _at_peace(play: Play, name: str, before: int, rule: str) -> None:
    """Remove the camps at Good Governance."""
    if play[name].governance == GOOD and camp(play.board, name):
        _break_camp(play, name)


@modifies(Queries.RECRUIT_WITHOUT_A_ROLL, 196)
def _camp_recruits(board: Board, name: str, found: tuple[str, str] | None) -> tuple[str, str] | None:
    return ("card 196", "home to Training Camps") if found is None and camp(board, name) else found


@modifies(Queries.TRAVEL_MODIFIERS, 196)
def _camp_travels(board: Board, move: CellMove, found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    return (*found, ("Training Camps", -1, "card 196")) if camp(board, move.origin) else found


# -------------------------------------------------------------------- 197 Unconfirmed

LEADERS = (215, 216, 219, 225, 237)
"""Leaders of The Awakening's deck.

Abu Bakr al-Baghdadi, Abu Sayyaf (ISIL), Ayman al-Zawahiri, Jihadi John, Osama bin Ladin.
"""
LEADERS_OF_BASE = (110, 111, 112, 115, 116)
"""Leaders of the base game's deck, for the Campaign.

Zarqawi, Zawahiri, Bin Ladin, Hambali, KSM.
"""


def missing_leaders(board: Board) -> list[int]:
    """Removed leaders of the deck; a scenario's exclusions were never in it."""
    return [n for n in (*LEADERS, *LEADERS_OF_BASE) if n in board.cards and n not in board.left_out]


@event(197)
def unconfirmed(play: Play) -> None:
    """Return a removed leader to the Jihadist hand, and lower Prestige."""
    a.fetch(play, 197, missing_leaders, "removed")
    play.prestige(-1)


# -------------------------------------------------------------------- 198 US Atrocities


def _occupied(board: Board) -> list[str]:
    return [n for n in a.troubled(board) if q.troops(board, n)]


def _undecided(board: Board) -> list[str]:
    """Unmarked countries that have a Posture, outside the Schengen area."""
    return [n for n in board.non_muslim if n not in board.schengen and not board[n].posture and n != US]


@event(
    198,
    when=(condition(198, "no Civil War or Regime Change country has Troops", lambda b, c: bool(_occupied(b))),),
)
def us_atrocities(play: Play) -> None:
    """Worsen a country at war, choose another's Posture, and lower Prestige."""
    where = s.country(play, 198, lambda: _occupied(play.board), purpose=Purpose.TOWARD_ADVERSARY)
    if where:
        play.shift_alignment(where, ADVERSARY)
    other = s.country(play, 198, lambda: _undecided(play.board), purpose=Purpose.CHOOSE_POSTURE)
    if other:
        s.choose_posture(play, other)
    play.prestige(-1)


# -------------------------------------------------------------------- 199 US Consulate Attacked


@event(199)
def us_consulate_attacked(play: Play) -> None:
    """Lapse: US Election switches Posture without a roll (see the query)."""
    play.prestige(-2)
    s.random_discard(play, "US")


@modifies(Queries.ELECTION_WITHOUT_A_ROLL, 199)
def _switched(board: Board, subject: str, found: tuple[str, str, str] | None) -> tuple[str, str, str] | None:
    if found is not None or not q.lapsing(board, 199):
        return found
    why = "US Consulate Attacked is in effect: US Posture switches without a roll"
    return s.opposite(q.us_posture(board)), "card 199", why

"""Events of the unassociated cards 200 to 204."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.editions.awakening import state
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import expansion
from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.operations.common import CELLS_THERE, MARKER_STAYS, STATES_THERE
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, Board
from referee.engine.state.data import FAIR, POOR, TRACK
from referee.engine.state.moments import Moments
from referee.engine.state.seams import modifies, on
from referee.engine.state.words import listed

CELLS, MILITIA, ALIGNMENT = "cell", "militia", "alignment"
RESERVES, POSTURE, CADRE, ALERT, PLOT = "reserves", "posture", "cadre", "alert", "plot"


def always(board: Board) -> bool:
    """Whether a thing changes something: always."""
    return True


def anywhere(does: Callable[[Board, str], bool], countries: Iterable[str]) -> Callable[[Board], bool]:
    """Whether something changes anything in one of some countries."""
    return lambda board: any(does(board, n) for n in countries)


def _in_vain(board: Board, option: Any, c: Context) -> TestResult:
    does: Callable[[Board, str], bool] = c["does"]
    if option not in board.countries or does(board, option):
        return None
    others = [n for n in c["countries"] if does(board, n)]
    return {"others": listed(others, "or")} if others else None


DOES_SOMETHING_THERE = Requirement(
    "event: a country where it does something",
    "11.3.12",
    "that would change nothing in {option}, but it would in {others}",
    _in_vain,
)


def may_count(play: Play, card: int, due: int, have: int, noun: str, *, item: int | None = 0) -> None:
    """Let a line give the number of pieces.

    It is the number of the text or of the pieces present.
    """
    play.ask(
        Field.NUMBER,
        (due,),
        a.NOT_MORE,
        item=item,
        silence=due,
        least=min(due, have),
        most=due,
        noun=noun,
        card=card,
    )


def country_for(
    play: Play, card: int, fitting: list[str], does: Callable[[Board, str], bool], purpose: Purpose
) -> str | None:
    """The country of one side of an OR (11.3.12).

    One where it changes something comes first.
    """
    chosen: str = play.ask(
        Field.WHERE,
        play.board.names,
        s.IN_LIST,
        DOES_SOMETHING_THERE,
        item=0,
        purpose=purpose,
        countries=tuple(fitting),
        does=does,
        card=card,
    )
    return chosen if chosen in play.board.countries else None


# -------------------------------------------------------------------- Cells from the track or from elsewhere


def cells_for(board: Board, target: str) -> int:
    """Number of Cells for an event, from the track and other countries."""
    return board.cells_track + sum(c.sleepers + c.actives for n, c in board.countries.items() if n != target)


def _no_cells(board: Board, option: Any, c: Context) -> TestResult:
    if option == TRACK:
        return None if board.cells_track else {"where": "on the Funding Track", "cite": "4.6.3"}
    if option not in board.countries or board[option].sleepers + board[option].actives:
        return None
    return {"where": f"in {board.rules.named(option)}"}


CELLS_TO_MOVE = Requirement("event: Cells that can come", "4.6.2", "there is no Cell {where}", _no_cells, "impossible")
FROM_ELSEWHERE = Requirement(
    "event: Cells from elsewhere",
    "6.2.1",
    "Cells come to {target} from the track or from other countries, and all that leave one are named together",
    lambda b, o, c: {} if o == c["target"] or o in c["named"] else None,
)
NOT_TOO_MANY = Requirement(
    "event: Cells that come together",
    "6.2.1",
    "{left:Cell} can still come, not {n}",
    lambda b, o, c: {"n": len(o)} if len(o) > c["left"] else None,
)


def bring_cells(play: Play, card: int, numbers: dict[str, int]) -> None:
    """Bring Cells to countries, asleep (4.8.4).

    They come from the track or move from elsewhere, where the last one leaves a Cadre. A line names their origin,
    ``from Jordan:s``, ``from track``; those without one come from the track.
    """
    b = play.board
    named: list[str] = []
    for target, due in numbers.items():
        left = due
        if left:
            play.test(target)
        while left > 0 and cells_for(b, target):
            others = [x for x in b.names if x != target and x not in named and b[x].sleepers + b[x].actives]
            origin = play.ask(
                Field.FROM,
                [*([TRACK] * (b.cells_track > 0)), *others],
                FROM_ELSEWHERE,
                CELLS_TO_MOVE,
                purpose=Purpose.PLACE_CELL,
                silence=TRACK if b.cells_track >= left or not others else None,
                target=target,
                named=tuple(named),
                card=card,
            )
            if origin not in b.countries or origin == target:
                play.place_cells(target, 1)
                left -= 1
                continue
            named.append(origin)
            left -= _moved(play, origin, target, left)


def _moved(play: Play, origin: str, target: str, left: int) -> int:
    """Move Cells between countries by event, as many as the line names."""
    b = play.board
    there = b[origin].sleepers + b[origin].actives
    cells = play.ask(
        Field.CELLS,
        lambda: [x for k in range(min(left, there), 0, -1) for x in s.states(b, origin, k)],
        NOT_TOO_MANY,
        MARKER_STAYS,
        CELLS_THERE,
        STATES_THERE,
        subject=origin,
        purpose=Purpose.MOVE_CELL,
        where=origin,
        left=left,
    )
    for cell in cells:
        play.move_cell(origin, cell, target)
    c = b[origin]
    if not c.cadre and not q.cells(b, origin):
        play.set_cadre(origin, True, rule="4.8.4")
    return max(1, len(cells))


# -------------------------------------------------------------------- 200 Critical Middle


def _middle(board: Board, side: str) -> list[str]:
    level, worth = (FAIR, (2, 3)) if side == "US" else (POOR, (1, 2))
    return [n for n in board.muslim if board[n].governance == level and q.resources(board, n) in worth]


@event(
    200,
    us=(condition(200, "no Fair country is worth 2 or 3 Resources", lambda b, c: bool(_middle(b, "US"))),),
    jihadist=(condition(200, "no Poor country is worth 1 or 2 Resources", lambda b, c: bool(_middle(b, "J"))),),
)
def critical_middle(play: Play) -> None:
    """Play the event; the query decides the card's place after any use."""
    fitting, us = _middle(play.board, play.side), play.side == "US"
    end = ALLY if us else ADVERSARY

    def shifts(board: Board, name: str) -> bool:
        return board[name].alignment != end

    def brings(board: Board, name: str) -> bool:
        return state.may_be_marked(board, name) if us else cells_for(board, name) > 0

    piece = a.AWAKENING if us else CELLS
    does = {piece: brings, ALIGNMENT: shifts}
    what = a.one_of(play, 200, {k: anywhere(f, fitting) for k, f in does.items()})
    placing = Purpose.PLACE_AWAKENING if us else Purpose.PLACE_CELL
    shifting = Purpose.TOWARD_ALLY if us else Purpose.TOWARD_ADVERSARY
    where = country_for(play, 200, fitting, does.get(what, shifts), placing if what == piece else shifting)
    if where and what == ALIGNMENT:
        play.shift_alignment(where, end)
    elif where and us:
        a.place(play, where, a.AWAKENING)
    elif where:
        bring_cells(play, 200, {where: a.up_to(play, 200, min(2, cells_for(play.board, where)), "Cell", least=1)})


@modifies(Queries.DISCARD_OF_A_CARD, 200)
def _back_to_the_deck(board: Board, card: int, pile: str) -> str:
    """Return the card face down to the middle of the Draw Deck."""
    return "deck" if card == 200 else pile


@on(Moments.CARD_LEFT, 200)
def _perhaps_back_in_the_deck(play: Play, side: str, card: int) -> None:
    """Doubt the deck: an unnamed card may be this one."""
    hand = hands.held_by(play.board, side)
    if card or hands.place_of(play.board, 200) or hand is None:
        return
    unnamed = [hand.left_among(x) for x in hand.left if not x.card and x.line == play.line]
    if not unnamed or any(n in (0, 200) for cards in unnamed for n in cards):
        play.doubt_deck(rule="card 200")


# -------------------------------------------------------------------- 201 Cross Border Support

AFRICA = (
    *("Morocco", "Algeria/Tunisia", "Libya", "Egypt", "Sudan"),
    *("Somalia", "Kenya/Tanzania", "Mali", "Nigeria"),
)


@event(201)
def cross_border_support(play: Play) -> None:
    """Place one more piece in Mali and Nigeria, and offer a Caliphate (11.3.8)."""
    what = a.one_of(
        play,
        201,
        {
            MILITIA: lambda b: bool(expansion(b).militia_track) and any(state.may_have_militia(b, n) for n in AFRICA),
            CELLS: lambda b: b.cells_track > 0,
        },
    )
    if what == MILITIA:
        where = a.militia_country(play, 201, lambda: AFRICA, item=0)
        if where:
            n = _more_in_the_south(where, 1)
            may_count(play, 201, n, expansion(play.board).militia_track, "Militia")
            a.militia(play, where, n)
        return
    where = s.country(play, 201, AFRICA, purpose=Purpose.PLACE_CELL, item=0)
    if where:
        n = _more_in_the_south(where, 2)
        may_count(play, 201, n, play.board.cells_track, "Cell")
        s.place_cells(play, where, n)


def _more_in_the_south(name: str, n: int) -> int:
    return n + (name in ("Mali", "Nigeria"))


# -------------------------------------------------------------------- 202 Cyber Warfare


@event(202)
def cyber_warfare(play: Play) -> None:
    theirs = "J" if play.side == "US" else "US"
    what = a.one_of(play, 202, {RESERVES: lambda b: b.reserves(theirs) > 0, POSTURE: always, CADRE: always})
    if what == RESERVES:
        stolen = play.board.reserves(theirs)
        play.remove_reserves(theirs, stolen)
        play.add_reserves(play.side, stolen)
    elif what == POSTURE:
        where = s.country(play, 202, ("China", "Russia", "India"), purpose=Purpose.CHOOSE_POSTURE, item=0)
        if where:
            s.choose_posture(play, where)
    else:
        _cadre_here_or_gone(play)


def _cadre_here_or_gone(play: Play) -> None:
    """Place a Cadre where there is none, or remove the only one."""
    where = s.country(play, 202, play.board.names, purpose=Purpose.PLACE_CADRE, item=0)
    if not where:
        return
    if play[where].cadre:
        play.set_cadre(where, False)
    else:
        play.test(where)
        play.set_cadre(where, True)


# -------------------------------------------------------------------- 203 Day of Rage


@event(203)
def day_of_rage(play: Play) -> None:
    if not play.reaches("Yemen"):
        return
    if not state.may_be_marked(play.board, "Yemen"):
        why = "Yemen cannot take an Awakening or Reaction marker now, so none is placed"
        a.none_placed(play, ("Yemen",), why)
        return
    field = a.one_of(play, 203, {a.AWAKENING: always, a.REACTION: always})
    s.may_name(play, 203, "Yemen")
    a.place(play, "Yemen", field)


# -------------------------------------------------------------------- 204 Ebola Scare


@event(204)
def ebola_scare(play: Play) -> None:
    """Keep Troops off the map until the next deal, for the US (11.3.4)."""
    if play.side == "US":
        a.to_off_map(play, 1)
        play.prestige(2)
    else:
        s.random_discard(play, "US")

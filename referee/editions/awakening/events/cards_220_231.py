"""Events of the unassociated cards 220 to 231."""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import changes, state
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.events.cards_142_152 import only_this, without
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import expansion, space
from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.events.cards_096_108 import both_hold_a_card, other_side
from referee.editions.base.moments import Moments
from referee.editions.base.operations import deploy
from referee.engine.law import hand_rules
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import OPEN, Context, Requirement, TestResult, explain
from referee.engine.law.table import UNKNOWN
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, HARD, SOFT, US, Board
from referee.engine.state.data import FAIR, POOR, Side
from referee.engine.state.seams import modifies

# -------------------------------------------------------------------- 220 Daraa


@event(
    220,
    when=(condition(220, "Syria is under Islamist Rule", lambda b, c: not q.islamist(b, "Syria"), about=("Syria",)),),
)
def daraa(play: Play) -> None:
    """Shift one level of Governance, then place a marker.

    The shift stops short of Good and of Islamist Rule. The marker is one of the player's own.
    """
    play.test("Syria")
    if play.side == "US":
        if play["Syria"].governance == POOR:
            play.set_governance("Syria", FAIR)
        a.place(play, "Syria", a.AWAKENING)
    else:
        play.worsen("Syria")
        a.place(play, "Syria", a.REACTION)


# -------------------------------------------------------------------- 221 Fly Paper

MOST_SOURCES = 3


def fronts(board: Board) -> list[str]:
    """Countries in Civil War, with a Regime Change, or of the Caliphate."""
    known = {*a.troubled(board), *state.caliphate(board)}
    return [n for n in board.names if n in known]


def with_cell_or_reaction(board: Board) -> list[str]:
    return [n for n in board.names if s.has_cell(board, n) or space(board, n).reaction]


@event(
    221,
    when=(
        condition(
            221, "no country is in Civil War, has a Regime Change or is in the Caliphate", lambda b, c: bool(fronts(b))
        ),
    ),
)
def fly_paper(play: Play) -> None:
    """Remove Reactions or Cells, and send Cells to a front.

    They come from up to three countries; as many Cells go from the track to one front.
    """
    b = play.board
    named: list[str] = []

    def left() -> list[str]:
        rest = [n for n in with_cell_or_reaction(b) if n not in named and q.within_reach(b, n, 221)]
        return rest if len(named) < MOST_SOURCES else []

    for i in play.items(Field.FROM, left, least=0, most=MOST_SOURCES, purpose=Purpose.REMOVE_CELL):
        where = s.country(
            play,
            221,
            with_cell_or_reaction(b),
            ANOTHER_SOURCE,
            field=Field.FROM,
            item=i,
            purpose=Purpose.REMOVE_CELL,
            named=tuple(named),
        )
        if where is not None:
            _give_up(play, where)
            named.append(where)
    front = s.country(play, 221, lambda: fronts(b), purpose=Purpose.PLACE_CELL) if named else None
    if front:
        s.place_cells(play, front, len(named))


ANOTHER_SOURCE = Requirement(
    "card 221: different countries",
    "6.2.1",
    "{option:has} given up something already; the event takes one thing from a country",
    lambda b, o, c: {} if o in c["named"] else None,
)


def _give_up(play: Play, where: str) -> None:
    """Remove a Reaction marker or a Cell of one country."""
    things = {
        a.REACTION: lambda board: bool(space(board, where).reaction),
        "cell": lambda board: s.has_cell(board, where),
    }
    if a.one_of(play, 221, things, item=None, subject=where) == a.REACTION:
        a.remove(play, where, a.REACTION)
    else:
        s.remove_one_cell(play, where)


# -------------------------------------------------------------------- 222 Hagel


@event(222)
def hagel(play: Play) -> None:
    play.posture(US, HARD if play.side == "US" else SOFT)


# -------------------------------------------------------------------- 223 Iranian Elections


@event(223)
def iranian_elections(play: Play) -> None:
    """Turn Iran Muslim, and place three markers, two of one kind.

    None comes where none can be placed.
    """
    if not play["Iran"].data.muslim:
        changes.iran_turns_muslim(play)
    if state.may_be_marked(play.board, "Iran") and play.reaches("Iran"):
        two = a.one_of(play, 223, {a.AWAKENING: lambda b: True, a.REACTION: lambda b: True})
        for field in (a.AWAKENING, a.REACTION):
            a.place(play, "Iran", field, 2 if field == two else 1)
    else:
        a.none_placed(play, ("Iran",), "no marker can be placed in Iran", Field.WHAT)
    play.funding(-1)


# -------------------------------------------------------------------- 224 Je Suis Charlie


def _struck(board: Board, option: Any, c: Context) -> TestResult:
    if state.struck_lately(board):
        return None
    return OPEN if state.before_the_record(board) else {}


STRUCK = Requirement(
    "card 224: a Plot in a non-Muslim country",
    "6.2.6",
    "no Plot was resolved in a non-Muslim country when Plots were resolved last",
    _struck,
)


def outside_schengen(board: Board) -> list[str]:
    """Non-Muslim countries with a Posture, without the US and Schengen."""
    return [n for n in board.non_muslim if n not in (US, "Israel", *board.schengen)]


def _against_the_world(board: Board) -> str:
    """The Posture opposed to the world; "" while World Posture is 0."""
    world = q.world_posture(board)
    return "" if not world else SOFT if world > 0 else HARD


@event(224, when=(STRUCK,))
def je_suis_charlie(play: Play) -> None:
    if play.side == "US":
        for countries in (play.board.schengen, outside_schengen(play.board)):
            where = s.country(play, 224, countries, purpose=Purpose.CHOOSE_POSTURE)
            if where:
                s.choose_posture(play, where)
        return
    things = {
        "posture": lambda b: _against_the_world(b) not in ("", q.us_posture(b)),
        "prestige": lambda b: b.prestige > 1,
    }
    if a.one_of(play, 224, things) == "prestige":
        loss = play.roll(
            RollKind.PRESTIGE,
            lambda dice: a.half(dice[0]),
            label="prestige",
            rule="6.2.1",
            needed="half the die, rounded up",
            moot=play.board.prestige == 1,
        )
        play.prestige(-loss)
    else:
        play.posture(US, _against_the_world(play.board) or q.us_posture(play.board))


# -------------------------------------------------------------------- 225 Jihadi John


@event(225)
def jihadi_john(play: Play) -> None:
    """Carry out the event, doubled while there is a Caliphate."""
    by = 2 if expansion(play.board).capital else 1
    if play.side == "US":
        play.prestige(by)
        return
    where = s.country(play, 225, play.board.schengen, purpose=Purpose.CHOOSE_POSTURE, needs="a Schengen country")
    if where:
        s.choose_posture(play, where)
    play.funding(by)


# -------------------------------------------------------------------- 226 Operation Serval

AFRICAN = ("Morocco", "Algeria/Tunisia", "Libya", "Egypt", "Sudan", "Somalia", "Mali", "Nigeria")


def _sahel(board: Board) -> list[str]:
    """Poor African Muslim countries with one or two Resources."""
    return [n for n in board.muslim if n in AFRICAN and board[n].governance == POOR and q.resources(board, n) in (1, 2)]


@event(
    226,
    when=(condition(226, "no African Muslim country with 1 or 2 Resources is Poor", lambda b, c: bool(_sahel(b))),),
)
def operation_serval(play: Play) -> None:
    """Place a force and Militia, or begin a Civil War.

    The US sends the force, which counts as a Troop; the Jihadist starts the Civil War with Cells.
    """
    where = s.country(
        play,
        226,
        lambda: _sahel(play.board),
        purpose=Purpose.PLACE_MILITIA if play.side == "US" else Purpose.BEGIN_CIVIL_WAR,
        needs="a Poor African Muslim country with 1 or 2 Resources",
    )
    if where is None:
        return
    if play.side == "US":
        if not a.in_force(play.board, 226, where):
            a.unmark(play, 226)
            if not a.in_force(play.board, 226):  # the marker may lie where no event can remove it
                a.mark(play, 226, where)
                play.moment(Moments.TROOPS_MOVED, where)
        a.militia(play, where, 1)
    else:
        more = a.rest_comes(play, 226, where, adds=play.board.cells_track > 0)
        changes.begin_civil_war(play, where)
        if more:
            s.place_cells(play, where, 2 if where == "Mali" else 1)


@modifies(Queries.TROOP_MARKERS, 226)
def _serval_troop(board: Board, name: str, found: dict[str, int]) -> dict[str, int]:
    return s.counts_as_troops(board, 226, name, found, 1)


@modifies(Queries.DEPLOYING_MARKERS, 226)
def _serval_stays(board: Board, name: str, found: dict[str, int]) -> dict[str, int]:
    return without(board, 226, found)


explain(deploy.HAS_TROOPS, 226, only_this(226), "{option:has} no Troops but Serval, which cannot Deploy")


# -------------------------------------------------------------------- 227, 228 Popular Support


def _near(board: Board, name: str) -> list[str]:
    """Adjacent Muslim countries."""
    return [n for n in board.muslim if q.adjacent(board, n, name)]


def _supported(board: Board, field: str) -> list[str]:
    """Countries with a marker of this kind and room for another."""
    return [n for n in a.marked(board, field) if state.may_be_marked(board, n)]


@event(
    *(227, 228),
    when=(
        condition(
            227,
            "no country has an Awakening or a Reaction marker",
            lambda b, c: any(a.marked(b, field) for field in (a.AWAKENING, a.REACTION)),
        ),
    ),
)
def popular_support(play: Play) -> None:
    """Place a marker beside one of its kind, and one next door."""
    b = play.board
    if not any(_supported(b, field) for field in (a.AWAKENING, a.REACTION)):
        there = [n for field in (a.AWAKENING, a.REACTION) for n in a.marked(b, field)]
        a.none_placed(play, there, "no country with such a marker can take another one now, so none is placed")
        return
    field = a.one_of(
        play,
        227,
        {
            a.AWAKENING: lambda b: bool(_supported(b, a.AWAKENING)),
            a.REACTION: lambda b: bool(_supported(b, a.REACTION)),
        },
    )
    where = a.marked_country(play, 227, field, lambda: a.marked(b, field), item=0)
    if where is None:
        return
    a.place(play, where, field)
    near = a.marked_country(play, 227, field, lambda: _near(b, where), item=1)
    if near:
        a.place(play, near, field)


# -------------------------------------------------------------------- 229 Prisoner Exchange


def _better(board: Board, option: Any, c: Context) -> TestResult:
    if option not in board.cards or option == 229:
        return None
    found = [n for n in c["known"] if n in _rather(board, option, c["theirs"])]
    return {"better": board.cards[found[0]].name, "card": board.cards[option].name} if found else None


def _rather(board: Board, card: int, theirs: str) -> tuple[int, ...]:
    """Cards due before this one: the other side's of higher value."""
    least = board.cards[card].ops if board.cards[card].side == theirs else 0
    return tuple(n for n, other in board.cards.items() if other.side == theirs and other.ops > least)


HIGHEST_OF_THEIRS = Requirement(
    "card 229: the other side's card of the highest value",
    "6.2.1",
    "card {card} cannot be given while card {better} is in that hand: the other side's card with the highest value goes",
    _better,
)


@event(229, when=(condition(229, "a side has no other card to give", both_hold_a_card),))
def prisoner_exchange(play: Play) -> None:
    """Exchange each side's best card of the other.

    Both are chosen before either changes hands.
    """
    sides: tuple[Side, ...] = ("J", "US") if play.side == "J" else ("US", "J")
    chosen = [_given(play, side, field) for side, field in zip(sides, (Field.GIVE, Field.TAKE), strict=True)]
    lost = [play.hand_loses(side, card) for side, card in zip(sides, chosen, strict=True)]
    for side, card in zip(sides, reversed(lost), strict=True):
        play.hand_gains(side, (card,))
    for side, gave, came in zip(sides, chosen, reversed(chosen), strict=True):
        if gave in play.board.cards and came:  # an unnamed card may be the one that a later line shows
            rather = tuple(n for n in _rather(play.board, gave, other_side(side)) if n not in (229, came))
            why = f"it would have been given instead of card {gave}"
            hands.oblige(play, side, rather, why, "card 229", HIGHEST_OF_THEIRS.id)


def _given(play: Play, side: Side, field: Field) -> int:
    """The card given by a side; 0 if the record omits it."""
    theirs = other_side(side)
    card = play.ask(
        field,
        lambda: play.hand_cards(side),
        s.ONE_GOES,
        hand_rules.CAN_BE_IN_HAND,
        hand_rules.HELD,
        HIGHEST_OF_THEIRS,
        side=side,
        hidden=True,
        player=side,
        playing=s.in_play(play),
        known=s.cards_known(play, side),
        theirs=theirs,
        rule="6.2.1",
    )
    if card == UNKNOWN and not s.open_hand(play, side):
        s.hidden_note(play, 229, "a card that was given is not named, so nobody can say whether it was the right one")
    return card if isinstance(card, int) else hands.only_card(play.board, side)


# -------------------------------------------------------------------- 230 Sellout


def _sold(board: Board) -> list[str]:
    return [n for n in a.troubled(board) if q.cells(board, n) >= 2]


@event(
    230,
    when=a.not_only_in_caliphate(230, "no country in Civil War or with a Regime Change has two Cells", _sold),
)
def sellout(play: Play) -> None:
    """Remove all Cells of a country but one, raise Funding, worsen Governance."""
    b = play.board
    where = s.country(
        play,
        230,
        lambda: _sold(b),
        a.OUTSIDE_CALIPHATE,
        purpose=Purpose.REMOVE_CELL,
        needs="a country in Civil War or Regime Change with two Cells",
    )
    if where is None:
        return
    before = q.cells(b, where)
    s.remove_cells(play, where, before - 1, before - 1)
    play.funding(a.half(before - q.cells(b, where)))
    things = {
        "governance": lambda board: 0 < board[where].governance < POOR,
        "alignment": lambda board: board[where].alignment != ADVERSARY,
    }
    if a.one_of(play, 230, things) == "governance":
        play.worsen(where)
    else:
        play.shift_alignment(where, ADVERSARY)


# -------------------------------------------------------------------- 231 Siege of "Kobanigrad"


@event(231, when=(condition(231, "no country is in Civil War", lambda b, c: bool(a.at_war(b))),))
def siege_of_kobanigrad(play: Play) -> None:
    """Hit the besiegers as the US, or the besieged as the Jihadist."""
    if play.side == "US":
        where = s.country(
            play, 231, lambda: a.at_war(play.board), purpose=Purpose.REMOVE_CELL, needs="a country in Civil War"
        )
        if where:
            s.remove_cells(play, where, 1, 3)
        return
    where = s.country(
        play, 231, lambda: a.at_war(play.board), purpose=Purpose.REMOVE_MILITIA, needs="a country in Civil War"
    )
    if where:
        most = min(2, space(play.board, where).militia)
        n = a.up_to(play, 231, most, "Militia", purpose=Purpose.REMOVE_MILITIA)
        changes.remove_militia(play, where, n)

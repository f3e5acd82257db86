"""Events of the Jihadist cards 164 to 180."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from referee.editions.awakening import changes, state
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.state import space
from referee.editions.base import card_uses
from referee.editions.base.card_uses import FurtherUse
from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.moments import Moments
from referee.editions.base.operations import reassess, travel
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult, add, explain
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, Board
from referee.engine.state.data import FAIR, POOR
from referee.engine.state.journal import Kind
from referee.engine.state.seams import modifies, on

# -------------------------------------------------------------------- 164 Bloody Thursday


def _less_awakening(play: Play, card: int) -> str | None:
    """The country that loses Awakening markers to the Jihadist, or None."""
    there = a.marked(play.board, a.AWAKENING)
    where = s.country(
        play,
        card,
        there,
        item=0,
        purpose=Purpose.REMOVE_AWAKENING,
        needs="a country with an Awakening marker",
        alone=True,
    )
    if where:
        a.may_say(play, card, a.AWAKENING)
    return where


@event(164)
def bloody_thursday(play: Play) -> None:
    a.mark(play, 164)
    where = _less_awakening(play, 164)
    if where:
        a.remove(play, where, a.AWAKENING)


# -------------------------------------------------------------------- 165 Coup


def _shaky(board: Board) -> list[str]:
    """Muslim countries worth one Resource now, with two Cells or more."""
    return [n for n in board.muslim if q.resources(board, n) == 1 and q.cells(board, n) >= 2]


@event(165, when=(condition(165, "no country of 1 Resource has two Cells", lambda b, c: bool(_shaky(b))),))
def coup(play: Play) -> None:
    where = s.country(
        play,
        165,
        _shaky(play.board),
        purpose=Purpose.BEGIN_CIVIL_WAR,
        needs="a Muslim country of 1 Resource with two Cells",
    )
    if where:
        more = a.rest_comes(play, 165, where, adds=not play.board[where].besieged)
        changes.begin_civil_war(play, where)
        if more:
            play.besiege(where)


# -------------------------------------------------------------------- 166 Ferguson

CANCELLED = "cancelled"
CANCELLING = "Ferguson"
"""Key of the turn in which Ferguson cancelled a card."""


@event(166)
def ferguson(play: Play) -> None:
    """Lapse without effect, and cancel one card at most (6.2.7)."""


def _cancels(board: Board) -> bool:
    return q.lapsing(board, 166)


@modifies(Queries.FURTHER_USES, 166)
def _cancelling(
    board: Board, play_of: tuple[str, tuple[int, ...]], found: Mapping[str, FurtherUse]
) -> Mapping[str, Any]:
    """Further uses of a card: cancelled by the other side.

    A Reassessment of the US alone is included, in one of its two cards.
    """
    side, cards = play_of
    return {**found, CANCELLED: cancel} if _cancels(board) and (len(cards) == 1 or side == "US") else found


@modifies(Queries.HINTS_FOR_A_PLAY, 166)
def _hint(board: Board, side: str, found: tuple[str, ...]) -> tuple[str, ...]:
    return (
        (*found, "the Jihadist may cancel one US card as it is played: Ferguson (6.2.2)") if _cancels(board) else found
    )


def _without_us_card(board: Board, option: Any, c: Any) -> bool:
    """Whether none of the cards has a US event.

    An unnamed card may have one.
    """
    return option == CANCELLED and all(n in board.cards and board.cards[n].side != "US" for n in c["cards"])


add(
    card_uses.FURTHER_USE,
    166,
    _without_us_card,
    "Ferguson cancels a card with a US event, and this is none",
    rule="6.2.1",
)
explain(
    card_uses.FURTHER_USE,
    166,
    lambda b, o, c: o == CANCELLED and b.recall(CANCELLING) == b.turn,
    "Ferguson has cancelled a card of this turn already, and cancels one only",
    rule="6.2.7",
)
explain(
    card_uses.FURTHER_USE,
    166,
    lambda b, o, c: o == CANCELLED and c["player"] == "J" and len(c["cards"]) > 1,
    "the Jihadist plays one card at a time: two cards make a Reassessment, which the US alone carries out",
    rule="8.1.3",
)
explain(
    card_uses.FURTHER_USE,
    166,
    lambda b, o, c: o == CANCELLED and not _cancels(b),
    "a card is cancelled only while Ferguson is in effect, and it is not",
    rule="6.2.7",
)


def cancel(play: Play, side: str, cards: tuple[int, ...]) -> None:
    """Cancel a card without Event or Operations, and use up Ferguson (6.2.2)."""
    b = play.board
    if len(cards) == 2:
        play.require(reassess.THREE_VALUE, reassess.WHOLE_PHASE, cards=cards)
    if 166 in b.lapsing:
        play.take_card(166, "lapsing", rule="6.2.7")
        play.put_card(166, "discards", rule="6.2.7")
    else:  # a reshuffle has taken the card and left its marker
        left = tuple(n for n in b.lapsing_markers if n != 166)
        play.write(Kind.LAPSE, b.cards[166].name, "6.2.7", (b, "lapsing_markers", left))
    play.remember(CANCELLING, b.turn, rule="6.2.7")


# -------------------------------------------------------------------- 167 Houthi Rebels


@event(
    167,
    when=(
        condition(167, "Yemen is not Poor", lambda b, c: b["Yemen"].governance == POOR, about=("Yemen",)),
        condition(167, "Iran is an Ally", lambda b, c: b["Iran"].alignment != ALLY, about=("Iran",)),
    ),
)
def houthi_rebels(play: Play) -> None:
    if a.rest_comes(play, 167, "Yemen", adds=play.board.cells_track > 0):
        s.place_in(play, 167, "Yemen", 2)
    changes.begin_civil_war(play, "Yemen")


# -------------------------------------------------------------------- 168 IEDs


def _patrolled(board: Board) -> bool:
    """Whether Troops meet Cells in a Civil War or Regime Change."""
    return any(q.cells(board, n) and q.troops(board, n) for n in a.troubled(board))


@event(
    168,
    when=(
        condition(168, "no Civil War or Regime Change country has both a Cell and Troops", lambda b, c: _patrolled(b)),
    ),
)
def ieds(play: Play) -> None:
    s.random_discard(play, "US")


# -------------------------------------------------------------------- 169 Islamic Maghreb

MAGHREB = ("Libya", "Algeria/Tunisia", "Morocco", "Mali", "Nigeria")


def _poor_maghreb(board: Board) -> list[str]:
    return [n for n in MAGHREB if board[n].governance == POOR]


@event(
    169,
    when=(
        condition(
            169,
            "none of Libya, Algeria/Tunisia, Morocco, Mali and Nigeria is Poor",
            lambda b, c: bool(_poor_maghreb(b)),
            about=("Libya", "Algeria/Tunisia", "Morocco", "Mali", "Nigeria"),
        ),
    ),
)
def islamic_maghreb(play: Play) -> None:
    """Place Cells or raise Funding, then set Serbia and guard Schengen.

    In a Civil War or in the Caliphate it is twice as much.
    """
    b = play.board
    where = s.country(play, 169, _poor_maghreb(b), item=0, purpose=Purpose.PLACE_CELL)
    if where:
        n = 2 if space(b, where).civil_war or state.in_caliphate(b, where) else 1
        gains: dict[str, Callable[[Board], bool]] = {
            "cell": lambda b: b.cells_track > 0,
            "funding": lambda b: b.funding < 9,
        }
        what = a.one_of(play, 169, gains)
        if what == "cell":
            s.place_cells(play, where, n)
        elif what == "funding":
            play.funding(n)
    play.posture("Serbia", play.posture_roll("Serbia"), rule="4.9.3")
    a.mark(play, 169)


def _on_guard(board: Board) -> bool:
    return q.lapsing(board, 169) or a.in_force(board, 169)


@modifies(Queries.TRAVEL_ROLL, 169)
def _border_controls(board: Board, m: travel.CellMove, found: tuple[bool, str, str]) -> tuple[bool, str, str]:
    """Travel to a Schengen country, always with a roll.

    It applies to Adjacent countries and within the country, too.
    """
    return (True, "8.3.1", "") if m.target in board.schengen and _on_guard(board) else found


@on(Moments.LAPSED, 169)
def _maghreb_over(play: Play) -> None:
    """The marker leaves with the Lapsing Events (5.2.6)."""
    a.unmark(play, 169)


# -------------------------------------------------------------------- 170 Theft of State


def _robbed(board: Board) -> list[str]:
    """Poor countries with an Awakening marker."""
    return [n for n in a.marked(board, a.AWAKENING) if board[n].governance == POOR]


@event(170)
def theft_of_state(play: Play) -> None:
    """Turn one Awakening of a Poor country into a Reaction, if possible."""
    where = a.marked_country(
        play, 170, a.REACTION, lambda: _robbed(play.board), needs="a Poor country with an Awakening marker", alone=True
    )
    if where:
        a.exchange(play, where, a.AWAKENING, a.REACTION)


# -------------------------------------------------------------------- 171 Abu Ghraib Jail Break


@event(171)
def abu_ghraib_jail_break(play: Play) -> None:
    s.may_name(play, 171, "Iraq")
    if s.place_cells(play, "Iraq"):
        play.activate("Iraq")
    a.place(play, "Iraq", a.REACTION)
    play.prestige(-1)


# -------------------------------------------------------------------- 172 Al-Shabaab

HORN = ("Somalia", "Sudan", "Kenya/Tanzania")
"""Somalia and its African neighbours."""
BROUGHT_BACK = (183, 186, 169, 73)
"""Cards that Al-Shabaab returns: Pirates of either deck, Boko Haram, Islamic Maghreb."""
SMALL_PLOTS = ("1", "2")


def _not_besieged(board: Board, option: Any, c: Context) -> TestResult:
    why, rule = s.besieging_barred(board, option) if option in HORN else ("", "")
    return {"why": why, "cite": rule} if why else None


NOT_BESIEGED_YET = Requirement("card 172: a regime to besiege", "8.4.3.2", "{why}", _not_besieged)
OF_SHABAAB: dict[str, Callable[[Board], bool]] = {
    "reaction": lambda b: any(state.may_be_marked(b, n) for n in HORN),
    "cell": lambda b: b.cells_track > 0,
    "plot": lambda b: s.plots_left(b, SMALL_PLOTS) != "none",
    "besieged": lambda b: not all(s.besieging_barred(b, n)[0] for n in HORN),
    "card": lambda b: bool(a.in_pile(b, BROUGHT_BACK)),
}


@event(172)
def al_shabaab(play: Play) -> None:
    """Carry out two different things of the list, where possible (11.3.11)."""
    b = play.board
    taken: tuple[str, ...] = ()
    for i in range(2):
        useful = [thing for thing, does in OF_SHABAAB.items() if thing not in taken and does(b)]
        if taken and not useful:
            play.table.not_due(Field.WHAT, "", i, "6.2.4", "nothing else on the card's list would change anything")
            return
        thing = a.one_of(play, 172, OF_SHABAAB, taken=taken, item=i)
        taken = (*taken, thing)
        if thing in useful:
            _shabaab(play, thing, i)
        else:
            why = "that choice changes nothing now, so it needs no country"
            play.table.not_due(Field.WHERE, "", i, "6.2.4", why)


def _shabaab(play: Play, thing: str, item: int) -> None:
    """Carry out one of the things on the list of Al-Shabaab."""
    if thing == "card":
        a.fetch(play, 172, lambda b: BROUGHT_BACK, chosen=True)
        return
    if thing == "reaction":
        where = a.marked_country(play, 172, a.REACTION, lambda: HORN, item=item)
        if where:
            a.place(play, where, a.REACTION)
        return
    choose = partial(s.country, play, 172, HORN, item=item)
    if thing == "cell" and (where := choose(purpose=Purpose.PLACE_CELL)):
        s.place_cells(play, where)
    elif thing == "plot" and (where := choose(purpose=Purpose.PLACE_PLOT)):
        s.event_plot(play, 172, where, SMALL_PLOTS)
    elif thing == "besieged" and (where := choose(NOT_BESIEGED_YET, purpose=Purpose.BESIEGE)):
        play.test(where)
        play.besiege(where)


# -------------------------------------------------------------------- 173 Arab Winter


@event(173)
def arab_winter(play: Play) -> None:
    """Remove one Awakening marker in up to two countries.

    For this turn no marker of either kind comes.
    """
    b = play.board
    chosen: list[str] = []

    def there() -> list[str]:
        return [n for n in a.marked(b, a.AWAKENING) if n not in chosen]

    for i in play.items(Field.WHERE, there, least=0, most=2, purpose=Purpose.REMOVE_AWAKENING, rule="6.2.1"):
        where = play.ask(
            Field.WHERE,
            b.names,
            s.NOT_TWICE,
            s.IN_LIST,
            item=i,
            purpose=Purpose.REMOVE_AWAKENING,
            named=tuple(chosen),
            countries=(*there(), *chosen),
            card=173,
        )
        chosen.append(where)
        a.may_say(play, 173, a.AWAKENING, i)
    for name in chosen:
        if name in b.countries:
            a.remove(play, name, a.AWAKENING)


WINTER = "Arab Winter lets no Awakening or Reaction marker be placed this turn"


def _winter(board: Board) -> bool:
    return q.lapsing(board, 173)


@modifies(Queries.MARKERS_MAY_BE_PLACED, 173)
def _no_spring(board: Board, name: str, free: bool) -> bool:
    """Whether a marker can come: none while Arab Winter lapses."""
    return free and not _winter(board)


@modifies(Queries.WHY_NO_MARKER, 173)
def _why_none(board: Board, name: str, found: tuple[str, str] | None) -> tuple[str, str] | None:
    return ("6.2.7", WINTER) if _winter(board) else found


explain(a.DOES_SOMETHING, 173, lambda b, o, c: _winter(b) and o in (a.AWAKENING, a.REACTION), WINTER)
explain(a.MAY_BE_MARKED, 173, lambda b, o, c: _winter(b) and state.may_lie(b, o), WINTER, rule="6.2.7")


# -------------------------------------------------------------------- 174 Boston Marathon


@event(174)
def boston_marathon(play: Play) -> None:
    s.us_posture_roll(play)
    play.funding(1)
    play.posture("Caucasus", play.posture_roll("Caucasus"), rule="4.9.3")


# -------------------------------------------------------------------- 175 Censorship

SMARTPHONES = 211


@event(175)
def censorship(play: Play) -> None:
    """Remove up to two Awakening markers of a country, and end Smartphones.

    The Censorship marker comes.
    """
    where = _less_awakening(play, 175)
    if where:
        there = space(play.board, where).awakening
        a.remove(play, where, a.AWAKENING, a.up_to(play, 175, min(2, there), "Awakening marker", least=min(1, there)))
    a.mark(play, 175)
    a.unmark(play, SMARTPHONES)


# -------------------------------------------------------------------- 176 Change of State


def _overturned(board: Board) -> list[str]:
    """Fair or Poor Shia-Mix countries, Jordan and Morocco, without war.

    Neither Civil War nor Regime Change is there.
    """
    return [
        n
        for n in (*board.shia_mix, "Jordan", "Morocco")
        if board[n].governance in (FAIR, POOR) and not space(board, n).civil_war and not board[n].regime_change
    ]


@event(
    176,
    when=(
        condition(
            176,
            "no Shia-Mix country, nor Jordan or Morocco, is Fair or Poor without Civil War and Regime Change",
            lambda b, c: bool(_overturned(b)),
            about=("Jordan", "Morocco"),
        ),
    ),
)
def change_of_state(play: Play) -> None:
    """Clear a country, and make its rule unknown."""
    where = s.country(play, 176, _overturned(play.board), purpose=Purpose.CHOOSE)
    if where:
        changes.empty(play, where)
        changes.unmark(play, where)
        play.moment(Moments.TURMOIL_CHANGED, where)


# -------------------------------------------------------------------- 177 Gaza Rockets


def _rockets(board: Board) -> int:
    """Number of Available Plots 1, at most two."""
    have = hidden.supply(board)["1"]
    placed = min(sum(value == "1" for _, value in assigned) for assigned, _ in hidden.blameless(board))
    return min(2, have - placed, hidden.available_count(board))


ROCKET = Requirement(
    "card 177: Plots 1, each of them named",
    "6.2.1",
    "card 177 places only Plots 1, as many as its player takes",
    lambda b, o, c: None if o in ("1", UNKNOWN) or (o == NOTHING and not c["named"]) else {},
)


@event(177)
def gaza_rockets(play: Play) -> None:
    """Place up to two Plots 1 in Israel, without Cell or roll.

    Funding falls even without one.
    """
    s.may_name(play, 177, "Israel")
    a.may_say(play, 177, "plot")
    named = False  # a record may name all markers, but need not, since all are alike
    for _ in range(a.up_to(play, 177, _rockets(play.board), "Plot")):
        value = play.ask(
            Field.MARKER, ("1",), ROCKET, subject="Israel", hidden=True, silence=NOTHING, named=named, rule="6.2.1"
        )
        named = named or value != NOTHING
        if hidden.can_be_placed(play.board, "1"):
            play.place_plot("Israel", "1")
    play.funding(-1)


# -------------------------------------------------------------------- 178 Ghost Soldiers


@event(178)
def ghost_soldiers(play: Play) -> None:
    b = play.board
    armed = [n for n in a.troubled(b) if space(b, n).militia]
    where = s.country(
        play,
        178,
        armed,
        item=0,
        purpose=Purpose.REMOVE_MILITIA,
        needs="a country with Militia that is in Civil War or has a Regime Change marker",
        alone=True,
    )
    if where:
        a.may_say(play, 178, "militia")
        changes.remove_militia(play, where, a.half(space(b, where).militia))


# -------------------------------------------------------------------- 179 Korean Crisis


@event(179)
def korean_crisis(play: Play) -> None:
    """Remove two Troops for the turn; set China against the US Posture."""
    a.to_off_map(play, 2)
    play.posture("China", s.opposite(q.us_posture(play.board)))


# -------------------------------------------------------------------- 180 Mosul Central Bank


@event(
    180,
    when=(
        condition(
            180,
            "no Civil War country has a Cell",
            lambda b, c: any(s.has_cell(b, n) for n in a.at_war(b)),
        ),
    ),
)
def mosul_central_bank(play: Play) -> None:
    play.funding(2)

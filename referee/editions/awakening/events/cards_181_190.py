"""Events of the Jihadist cards 181 to 190."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.editions.awakening import changes
from referee.editions.awakening.events import steps as a
from referee.editions.base import put_away
from referee.editions.base.events import EVENTS, cards_073_095, condition, event
from referee.editions.base.events import steps as s
from referee.editions.base.moments import Moments
from referee.engine.law import hand_rules, rolls
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, HARD, NEUTRAL, US, Board
from referee.engine.state.data import GOOD, ISLAMIST_RULE, POOR, TRACK
from referee.engine.state.seams import on

# -------------------------------------------------------------------- 181 NPT Safeguards Ignored


EMBARGO = a.blocked_by(181, 232, "Trade Embargo")
"""The block by the US marker of card 232 (card 232)."""


@event(181, when=(condition(181, "Iran has no Cell", lambda b, c: s.has_cell(b, "Iran"), about=("Iran",)), EMBARGO))
def npt_safeguards_ignored(play: Play) -> None:
    """Roll for the WMD of Iran, available on 1 to 3.

    The card leaves the game then. On another number a Cell is lost and the card stays.
    """
    s.may_name(play, 181, "Iran")
    won = play.roll(RollKind.WMD, rolls.successes(3), subject="Iran", rule="6.2.1", needed="3 or less")[0]
    if won:
        play.table.not_due("cells", "Iran", None, "6.2.1", "the roll succeeds, so no Cell is removed")
        changes.release_wmd(play, "Iran", rule="card 181")
        return
    s.remove_one_cell(play, "Iran")
    put_away.goes_to(play, 181, put_away.TO_DISCARDS)


# -------------------------------------------------------------------- 182 Paris Attacks

ANY_SCHENGEN = "a Hard Schengen country"
TARGETS = (US, "Canada", "United Kingdom", "Benelux", "France", ANY_SCHENGEN)
"""Countries of Paris Attacks, by the tan die (1 to 6)."""
PLACED = {
    "Plot 1 and Plot 2": ("12", 0),
    "Plot 3 and 2 Cells": ("3", 2),
    "Plot 2 and 1 Cell": ("2", 1),
    "Plot 2": ("2", 0),
    "Plot 1 and 1 Cell": ("1", 1),
    "Plot 1": ("1", 0),
}
"""Plots and Cells of Paris Attacks, by the black die (1 to 6)."""


def _die(play: Play, colour: str, results: Sequence[str]) -> str:
    """Read one die in its column of the card's table."""
    found: str = play.roll(
        RollKind.EVENT,
        lambda dice: results[dice[0] - 1],
        rule="6.2.1",
        table=f"table of Paris Attacks, {colour} die",
        needed=", ".join(f"{n} {r}" for n, r in enumerate(results, 1)),
    )
    return found


def hard_schengen(board: Board) -> list[str]:
    """Schengen countries that are Hard."""
    return [n for n in board.schengen if board[n].posture == HARD]


def targets(board: Board, tan: str) -> list[str]:
    """Countries for the Plots: that of the die if it is Hard.

    Else they are those of the highest number with a Hard country.
    """
    for country in (tan, *reversed(TARGETS)):
        found = hard_schengen(board) if country == ANY_SCHENGEN else [country] * (board[country].posture == HARD)
        if found:
            return found
    return []


@event(182)
def paris_attacks(play: Play) -> None:
    """Roll for a Hard country and for the pieces placed there.

    The Plots are known, but lie face down.
    """
    tan = _die(play, "tan", TARGETS)
    plots, cells = PLACED[_die(play, "black", tuple(PLACED))]
    allowed = targets(play.board, tan)
    if not allowed:
        play.table.not_due("where", "", None, "6.2.4", "no country that the table names is Hard, so nothing is placed")
        return
    if len(allowed) == 1:
        s.may_name(play, 182, allowed[0])
        where: str | None = allowed[0]
    else:
        where = s.country(play, 182, allowed, purpose=Purpose.PLACE_PLOT)
    if where is None:
        return
    rest = tuple(plots)
    while rest and (value := s.event_plot(play, 182, where, rest, known=True)):
        rest = tuple(v for v in rest if v != value) if value in rest else rest[1:]
    play.activate(where, s.place_cells(play, where, cells) if cells else 0)


# -------------------------------------------------------------------- 183 Pirates


def _pirate_coast(board: Board) -> bool:
    return any(
        board[n].governance == ISLAMIST_RULE or (board[n].governance == POOR and board[n].alignment == ADVERSARY)
        for n in ("Somalia", "Yemen")
    )


@event(
    183,
    when=(
        condition(
            183,
            "neither Somalia nor Yemen is under Islamist Rule or a Poor Adversary",
            lambda b, c: _pirate_coast(b),
            about=("Somalia", "Yemen"),
        ),
        a.blocked_by(183, 140, "Maersk Alabama"),
    ),
)
def pirates(play: Play) -> None:
    a.mark(play, 183)


@on(Moments.FUNDING_DROPS, 183)
def _pirates_funding(play: Play) -> bool:
    """Whether Pirates keep Funding from dropping at the end of turn (11.3.6)."""
    return a.in_force(play.board, 183) and _pirate_coast(play.board)


# -------------------------------------------------------------------- 184 Sequestration

OBAMA_DOCTRINE = 143


@event(184, when=(condition(184, "US Posture is Hard", lambda b, c: q.us_posture(b) != HARD),))
def sequestration(play: Play) -> None:
    """Give the US a discarded card; remove three Troops from the map.

    The Troops are back when Sequestration is over.
    """
    found = OBAMA_DOCTRINE in play.board.discards
    a.fetch(play, 184, lambda b: (OBAMA_DOCTRINE,) if found else tuple(b.cards), side="US")
    a.to_off_map(play, changes.OF_SEQUESTRATION)
    a.mark(play, 184)


@on(Moments.PLOT_RESOLVED, 184)
def _wmd_ends_sequestration(play: Play, name: str, value: str) -> None:
    if value == "W":
        changes.end_sequestration(play, "card 184")


# -------------------------------------------------------------------- 185 al-Maliki

COUNT_AS_TROOPS = (150, 159, 226)
"""Cards with markers of Troops: UNSCR 1973, NATO, Operation Serval."""


def with_troops(board: Board) -> list[str]:
    """Countries with Troops, markers that count as Troops included."""
    return [n for n in board.names if q.troops(board, n)]


@event(185, when=(condition(185, "no country has Troops", lambda b, c: bool(with_troops(b))),))
def al_maliki(play: Play) -> None:
    """Withdraw all Troops of a country, and turn it Neutral.

    It gets Aid and loses its Regime Change.
    """
    where = s.country(
        play, 185, lambda: with_troops(play.board), purpose=Purpose.REMOVE_TROOPS, needs="a country with Troops"
    )
    if not where:
        return
    b, c = play.board, play[where]
    if c.data.muslim:
        play.test(where)
    play.move_troops(where, TRACK, c.troops, rule="card 185")
    own = [b.cards[card].mark for card in COUNT_AS_TROOPS if a.in_force(b, card, where)]
    for marker in dict.fromkeys((*q.troop_markers(b, where), *own)):
        if marker:
            play.remove_marker(marker, rule="card 185", country=where)
    if c.data.muslim:
        play.set_alignment(where, NEUTRAL)
        play.aid(where, 1)
        play.set_regime_change(where, "", rule="card 185")


# -------------------------------------------------------------------- 186 Boko Haram


def exchangeable(board: Board) -> list[int]:
    """Cards exchanged for Boko Haram: value 3 without a US Event."""
    return [n for n, card in board.cards.items() if card.ops == 3 and card.side != "US" and n != 186]


def _buys_it_back(board: Board, option: Any, c: Context) -> TestResult:
    if option == NOTHING or option in exchangeable(board) or option not in board.cards:
        return None
    card = board.cards[option]
    return {"what": "a US card" if card.side == "US" else f"worth {card.ops}", "name": card.name}


BUYS_IT_BACK = Requirement(
    "card 186: a card of value 3",
    "6.2.1",
    "{name:is} {what}; Boko Haram returns to the hand for a card of value 3 that is not a US card",
    _buys_it_back,
    concerns=lambda o, c: o != NOTHING,
)


@event(186)
def boko_haram(play: Play) -> None:
    """Place a Plot 2 or 3, or Cells, in Nigeria.

    The card may be exchanged for another one.
    """
    s.may_name(play, 186, "Nigeria")
    things = {
        "plot": lambda b: s.plots_left(b, ("2", "3")) != "none",
        "cell": lambda b: b.cells_track > 0,
    }
    if a.one_of(play, 186, things) == "plot":
        s.event_plot(play, 186, "Nigeria", ("2", "3"))
    else:
        n = a.up_to(play, 186, min(3, play.board.cells_track), "Cell", least=1, purpose=Purpose.PLACE_CELL)
        s.place_cells(play, "Nigeria", n)
    _may_return(play)


def _may_return(play: Play) -> None:
    """Offer the Jihadist a discard for Boko Haram, after any use."""
    if play.board.hand("J") == 0:
        play.table.not_due("discard", "", None, "6.2.4", "the Jihadist hand is empty, so no card can be discarded")
        return
    known = s.cards_known(play, "J")
    fitting = exchangeable(play.board)
    card = play.ask(
        Field.DISCARD,
        lambda: (NOTHING, *(n for n in fitting if n in known or not s.open_hand(play, "J"))),
        BUYS_IT_BACK,
        hand_rules.CAN_BE_IN_HAND,
        hand_rules.HELD,
        side="J",
        hidden=True,
        silence=NOTHING,
        player="J",
        playing=s.in_play(play),
    )
    if card == UNKNOWN:
        s.hidden_note(play, 186, "the record does not name the card that was discarded, so its value cannot be checked")
    if card == UNKNOWN or card in play.board.cards:
        put_away.discard(play, "J", 0 if card == UNKNOWN else card)
        put_away.goes_to(play, 186, put_away.TO_HAND)


# -------------------------------------------------------------------- 187 Foreign Fighters


@event(
    187,
    when=(
        condition(187, "no country is in Civil War or has a Regime Change marker", lambda b, c: bool(a.troubled(b))),
    ),
)
def foreign_fighters(play: Play) -> None:
    cards_073_095.fighters(play, 187, a.troubled(play.board))


# -------------------------------------------------------------------- 188 ISIL


@event(188)
def isil(play: Play) -> None:
    """Begin Civil War in Syria and Iraq, and lower Prestige.

    Troops and Militia must not outnumber the Cells.
    """
    s.may_name(play, 188, "Syria", "Iraq")
    b = play.board
    for name in play.table.as_named(["Syria", "Iraq"]):
        play.test(name)
        if b[name].governance in (GOOD, ISLAMIST_RULE) or q.strength(b, name) > q.cells(b, name):
            continue
        changes.begin_civil_war(play, name)
    play.prestige(-1)


# -------------------------------------------------------------------- 189 Jihadist Videos, 190 Martyrdom Operations

EVENTS[189] = EVENTS[82]
EVENTS[190] = EVENTS[87]

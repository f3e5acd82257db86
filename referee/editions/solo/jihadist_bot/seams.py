"""The seams of the Jihadist Bot (12.2 to 12.5, 9.1, option 1).

They are the differences from a player's side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.editions.awakening import optional
from referee.editions.base import card_uses, turn
from referee.editions.base.card_play import LeftoverUse
from referee.editions.base.moments import Moments
from referee.editions.base.operations import travel
from referee.editions.base.queries import Queries
from referee.editions.solo.capabilities import in_play
from referee.editions.solo.flowchart.guide import System
from referee.editions.solo.flowchart.seams import (
    RULE,
    always,
    doubled,
    goals_alone,
    least_good,
    never,
    triggers_nothing,
    use_up,
)
from referee.editions.solo.jihadist_bot.guide import JihadistGuide
from referee.editions.solo.jihadist_bot.instructions import may_travel
from referee.editions.solo.jihadist_bot.operations import situation
from referee.editions.solo.jihadist_bot.radicalize import left_over, radicalize
from referee.editions.solo.options import IDEOLOGIES
from referee.editions.solo.pile import BotPile, register
from referee.engine.law import rolls
from referee.engine.law.line import TurnStep
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement, add
from referee.engine.law.rolls import Modifier
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.journal import Kind
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.seams import modifies, on

register(BotPile("J", "12.0", "12.2"))
ANY_NUMBER = 9
# Plot markers are drawn at random, whatever the value of the card (12.3.4)
modifies(Queries.PLOT_LIMIT, "12.3.4")(lambda board, where, value: ANY_NUMBER)
triggers_nothing("J", "12.4", "the cards of the Jihadist Bot trigger no US event")
never(Queries.CARDS_ARE_CHOSEN, "J", "12.4")
always(Queries.RESERVES_KEPT, "J", "12.4.4")
use_up("J", "12.4.3", LeftoverUse("12.4.4", left_over), {"radicalize": radicalize})


@on(Moments.CARD_USED, "12.4.1")
def _unassociated(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> None:
    """Add an Unassociated card's value to Reserves after its event (12.4.1)."""
    if side != "J" or use != "event":
        return
    for n in cards:
        card = play.board.cards.get(n)
        if card is not None and card.side is None and n in happened and not play.board.winner:
            play.add_reserves("J", card.ops, rule="12.4.1")


# -------------------------------------------------------------------- Cells that Travel by event


def _travel_by_event(
    play: Play, n: int, destinations: Iterable[str], *, least: int, reach: tuple[Requirement, ...], limit: Requirement
) -> list[travel.CellMove]:
    """Travel with as many Cells as may leave (12.3.9)."""
    most = may_travel(situation(play), play.here.card or 0, n)
    return travel.announce(play, n, destinations, least=min(least, most), reach=reach, limit=limit)


modifies(Queries.TRAVEL_BY_EVENT, "12.4.1")(
    lambda board, side, value: _travel_by_event if side == "J" and side in board.rules.guides else value
)

# -------------------------------------------------------------------- Ferguson

FERGUSON = 166
CANCELLED = "cancelled"
PASSED = "Ferguson passed a card by"
"""Key of the turn with a card that escaped cancelling."""


@on(Moments.CARD_USED, "12.0")
def _next_us_card(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> None:
    """Note that the first US event after Ferguson was not cancelled.

    It rests on one program alone.
    """
    b = play.board
    if side != "US" or not q.lapsing(b, FERGUSON) or b.recall(PASSED) == b.turn:
        return
    found = [n for n in cards if n in b.cards and b.cards[n].side == "US"]
    if use == CANCELLED or not found:
        return
    play.remember(PASSED, b.turn, rule="card 166")
    why = f"while Ferguson is in effect, the Bot cancels the next card with a US event; {b.cards[found[0]].name} is one and was not cancelled"
    play.table.remark("note", "card 166", f"{why}; the sheet itself was not available, so this is no violation", ())


# -------------------------------------------------------------------- levels of ideology (12.5)

LEVEL = "12.5"
COHERENT, ATTRACTIVE, POTENT, INFECTIOUS, VIRULENT = IDEOLOGIES


def ideology(board: Board) -> frozenset[str]:
    """Capabilities of the Jihadist Bot beyond Muddled (12.5), or by markers.

    The markers are those of option 3.
    """
    return in_play(board, IDEOLOGIES)


@modifies(Queries.JIHAD_MODIFIERS_THAT_COUNT, LEVEL)
def _ignored(board: Board, jihad: tuple[str, bool], found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """Modifiers of a Jihad without those that the Bot ignores.

    A Coherent Bot ignores adverse ones in a Minor Jihad, a Virulent one in any; helpful ones stay.
    """
    net = rolls.modified(0, found)
    have = ideology(board)
    by = VIRULENT if VIRULENT in have else COHERENT if COHERENT in have and not jihad[1] else ""
    return (*found, (by.capitalize(), -net, LEVEL)) if by and net > 0 else found


doubled(Queries.PLOTS_FOR_A_SUCCESS, LEVEL, lambda board: ATTRACTIVE in ideology(board))
doubled(Queries.CELLS_FOR_A_SUCCESS, LEVEL, lambda board: POTENT in ideology(board))
add(
    card_uses.LAST_CARD,
    LEVEL,
    lambda b, o, c: o in ("discard", "hold") and INFECTIOUS in ideology(b),
    "against an Infectious Bot the US plays all its cards; it may not {option} the last one",
    rule=LEVEL,
)

# -------------------------------------------------------------------- victory (9.1, 12.1)


def end_of(rules: Ruleset) -> Ruleset:
    """Goals and end of the one-player game (9.1)."""
    before = rules.at_the_end

    def at_the_end(board: Board) -> tuple[str, str, str]:
        winner, rule, why = before(board)
        good, least = q.good_resources(board), least_good(board)
        if winner != "US" or good >= least:
            return winner, rule, why
        return "J", RULE, f"Good Resources are {good}, and against the Bot the US needs {least} at the end"

    note = ", which against the Bot need not be Adjacent"
    return rules.but(goals=goals_alone(rules.goals, note), at_the_end=at_the_end)


# -------------------------------------------------------------------- Zakat


def zakat(play: Play) -> None:
    """Turn Zakat in at the end of a turn with Tight Funding (option 1)."""
    b = play.board
    if not optional.keeps_marker(b, "zakat") or q.funding_band(b) != "tight":
        return
    play.write(Kind.MARKER, "Zakat", optional.RULE, (b, "zakat_gone", True), note="Zakat turned in")
    play.set_funding(optional.SET_TO, rule=optional.RULE)


ZAKAT = TurnStep("zakat", optional.RULE, zakat, "Zakat")
add(
    optional.AT_ITS_TIME,
    "12.0",
    lambda b, o, c: o == "zakat",
    "the Bot itself turns Zakat in, the first time that a turn ends with Funding Tight",
    rule=optional.RULE,
)


def with_zakat(rules: Ruleset) -> Ruleset:
    """Rules with Zakat before the deal, where optional."""
    if optional.ZAKAT_AND_HORSE not in rules.options:
        return rules
    at = next(i for i, step in enumerate(rules.end_of_turn) if step.procedure is turn.deal)
    return rules.but(end_of_turn=(*rules.end_of_turn[:at], ZAKAT, *rules.end_of_turn[at:]))


# -------------------------------------------------------------------- the system

SOURCES = frozenset({"12.0", "12.3.4", "12.4", "12.4.1", "12.4.3", "12.4.4", "12.5"})


def wrap(rules: Ruleset) -> Ruleset:
    """Rules with the Bot's victory, Zakat and Radicalization."""
    made = with_zakat(end_of(rules))
    return made.but(
        rule_of_use={**made.rule_of_use, "radicalize": "12.4.3"},
        claims=replace(made.claims, by_use={**made.claims.by_use, ("end", "reserves J"): "12.4.4"}),
    )


SYSTEM = System(SOURCES, JihadistGuide(), wrap)
